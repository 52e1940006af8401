"""Copies from L0C to UB: one destination, and halves into the UBs of two vector cores."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import te

from .build import frame, l0c, words

Pair = tuple[te.Tensor, te.Tensor]


def ub(layout: te.Layout, kind: str = "float", core: am.Core | None = None, address: int | None = None) -> te.Tensor:
    core = am.Core("ascend-950") if core is None else core
    count = max(layout.capacity, layout.cosize)
    return te.make_tensor(core.local_tensor("VECOUT", kind, count, fill=-1, address=address), layout)


def pair(layout: te.Layout, kind: str = "float") -> Pair:
    return ub(layout, kind), ub(layout, kind)


def split(mode: str, **trait: Any) -> te.CopyAtom:
    return te.make_copy(
        te.CopyL0C2UB(), te.CopyL0C2UBTrait(dual_dst_ctl=te.DualDstMode[f"DUAL_DST_SPLIT_{mode}"], **trait)
    )


ATOM = te.make_copy(te.CopyL0C2UB())


@pytest.mark.parametrize("pattern", ["ND", "NDExt", "DN", "DNExt", "NZ"])
def test_single_destination(pattern: str) -> None:
    core = am.Core("ascend-950")
    out = ub(frame(pattern, 32, 64), "half", core)
    tile = l0c(core, frame("NZ", 32, 64))
    done = te.copy(ATOM.with_(te.FixpipeParams(sub_block_id=True)), out, tile)
    np.testing.assert_array_equal(out.to_matrix(), tile.to_matrix().astype(np.float16))
    assert done.instructions[0].sub_block_id
    assert done.findings == ()


def test_words_on_the_way_to_ub() -> None:
    core = am.Core("ascend-950")
    out = ub(frame("ND", 32, 64), "half", core)
    tile = l0c(core, frame("NZ", 32, 64), "int32_t")
    te.copy(ATOM, out, tile, words(core, 1, 64, fill=0x3F000000))
    np.testing.assert_array_equal(out.to_matrix(), (tile.to_matrix() / 2).astype(np.float16))


@pytest.mark.parametrize(("pattern", "m", "n"), [("ND", 32, 64), ("NDExt", 18, 64), ("NZ", 32, 64)])
@pytest.mark.parametrize("mode", ["M", "N"])
def test_halves(pattern: str, m: int, n: int, mode: str) -> None:
    core = am.Core("ascend-950")
    tile = l0c(core, frame("NZ", m, n))
    both = pair(frame(pattern, m, n))
    done = te.copy(split(mode), both, tile)
    (instruction,) = done.instructions
    assert (instruction.n_size, instruction.m_size) == (n, m)
    assert instruction.dual_dst_ctl == te.DualDstMode[f"DUAL_DST_SPLIT_{mode}"]
    matrix = tile.to_matrix()
    halves = np.split(matrix, 2, axis=0 if mode == "M" else 1)
    for out, half in zip(both, halves, strict=True):
        rows, columns = half.shape
        np.testing.assert_array_equal(out.to_matrix()[:rows, :columns], half)
        assert int((out.memory.to_numpy() != -1).sum()) == half.size
    assert done.bytes_written == 4 * m * n


def test_through_ub_and_back() -> None:
    """Two vector cores write their halves to global memory: the matrix is whole again."""
    memory = am.GlobalMemory()
    cube = am.Core("ascend-950", gm=memory)
    vectors = [am.Core("ascend-950", gm=memory) for _ in range(2)]
    tile = l0c(cube, frame("NZ", 32, 64))
    both = tuple(ub(frame("ND", 32, 64), core=core) for core in vectors)
    te.copy(split("M"), (both[0], both[1]), tile)
    result = np.zeros((32, 64), np.float32)
    for number, (core, part) in enumerate(zip(vectors, both, strict=True)):
        am.data_copy(core.global_tensor(result[16 * number :]), part.memory, 16 * 64)
    np.testing.assert_array_equal(result, tile.to_matrix())


FULL = frame("ND", 32, 64)
REFUSED: list[tuple[str, Any, type[Exception], str]] = [
    ("one tensor", lambda t: (split("M"), ub(frame("ND", 32, 64)), t), am.BadArgument, "pair of tensors"),
    ("no split", lambda t: (ATOM, pair(frame("ND", 32, 64)), t), am.BadArgument, "choose DUAL_DST_SPLIT_M"),
    ("three", lambda t: (split("M"), (*pair(frame("ND", 32, 64)), t), t), am.BadArgument, "holds 3 tensors"),
    ("cast", lambda t: (split("M"), pair(frame("ND", 32, 64), "half"), t), am.BadArgument, "neither quantises"),
    (
        "relu",
        lambda t: (split("M", enable_relu=True), pair(FULL), t),
        am.BadArgument,
        "enable_relu True",
    ),
    ("quant", lambda t: (split("M"), pair(frame("ND", 32, 64)), t, te.u64(1)), am.BadArgument, "quant given"),
    ("odd rows", lambda t: (split("M"), pair(frame("ND", 31, 64)), t), am.BadArgument, "30 or 32"),
    ("columns", lambda t: (split("N"), pair(frame("ND", 32, 48)), t), am.BadArgument, "32 or 64"),
    ("columns of NZ", lambda t: (split("N"), pair(frame("NZ", 32, 16)), t), am.BadArgument, "multiple of 32"),
    ("DN", lambda t: (split("M"), pair(frame("DN", 32, 64)), t), am.NotModelled, "into DN"),
    (
        "channels",
        lambda t: (split("M", enable_channel_split=True), pair(FULL), t),
        am.NotModelled,
        "split",
    ),
    (
        "one core",
        lambda t: (
            split("M"),
            (ub(frame("ND", 32, 64), core=t.memory.core), ub(frame("ND", 32, 64), core=t.memory.core)),
            t,
        ),
        am.BadArgument,
        "UB of one core",
    ),
    (
        "addresses",
        lambda t: (split("M"), (ub(frame("ND", 32, 64)), ub(frame("ND", 32, 64), address=64)), t),
        am.BadArgument,
        "bytes 0 and 64",
    ),
    ("shapes", lambda t: (split("M"), (ub(frame("ND", 32, 64)), ub(frame("ND", 16, 64))), t), am.BadArgument, "differ"),
]


@pytest.mark.parametrize(("name", "call", "error", "message"), REFUSED, ids=[r[0] for r in REFUSED])
def test_refused(name: str, call: Any, error: type[Exception], message: str) -> None:
    core = am.Core("ascend-950")
    arguments = call(l0c(core, frame("NZ", 32, 64)))
    with pytest.raises(error, match=message):
        te.copy(*arguments)


def test_batches_are_not_halved() -> None:
    core = am.Core("ascend-950")
    with pytest.raises(am.NotModelled, match="one matrix at a time"):
        te.copy(split("M"), pair(frame("ND", 2, 32, 64)), l0c(core, frame("NZ", 2, 32, 64)))


def test_rules_apply_before_anything_is_written() -> None:
    core = am.Core("ascend-950")
    small = te.make_tensor(am.Core("ascend-950").local_tensor("VECIN", "float", 1024, fill=-1), frame("ND", 32, 64))
    fine = ub(frame("ND", 32, 64))
    with pytest.warns(am.MoveWarning, match="LAY015"):
        te.copy(split("M"), (fine, small), l0c(core, frame("NZ", 32, 64)))
    tiny = te.make_tensor(am.Core("ascend-950").local_tensor("VECIN", "float", 1000, fill=-1), frame("ND", 32, 64))
    fresh = ub(frame("ND", 32, 64))
    with pytest.raises(am.RuleViolation, match="TEN009"):
        te.copy(split("M"), (fresh, tiny), l0c(core, frame("NZ", 32, 64)))
    assert set(fresh.memory.to_numpy()) == {-1}
    codes = [f.code for f in te.diagnose(split("M"), (fresh, tiny), l0c(core, frame("NZ", 32, 64)))]
    assert codes == ["TEN009"]


RULES: list[tuple[str, Any]] = [
    (
        "L0C002",
        lambda core: te.from_numpy(np.zeros((32, 64)), frame("ND", 32, 64), core=core, position="GM", dtype="float"),
    ),
    ("L0C003", lambda core: ub(frame("NHWC", 1, 4, 8, 64), core=core)),
    ("L0C012", lambda core: ub(frame("ND", 32, 80), core=core).slice((0, 2), (32, 64))),
    ("LAY004", lambda core: ub(frame("NZ", 32, 64, c0=8), core=core)),
]


@pytest.mark.parametrize(("code", "dst"), RULES, ids=[r[0] for r in RULES])
def test_rules_of_the_catalogue_apply(code: str, dst: Any) -> None:
    core = am.Core("ascend-950")
    assert [f.code for f in te.diagnose(ATOM, dst(core), l0c(core, frame("NZ", 32, 64)))] == [code]
