"""Whole matrices on a host core, and what a relaxed core lets pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import te

from .build import ATOM, Array, flat, frame, gm, l0c, words


def tiled(matrix: Array, kind: str, target: te.Layout, word: te.Tensor | None = None) -> Array:
    """The same copy as a kernel does it: tiles of 128 x 64 through a device core, words sliced like the columns."""
    core = am.Core("ascend-950")
    out = gm(core, target, kind, fill=0)
    held = None if word is None else word.memory.to_numpy()
    m, n = matrix.shape
    for i in range(0, m, 128):
        for j in range(0, n, 64):
            core.reset()
            tile = matrix[i : i + 128, j : j + 64]
            rows, columns = tile.shape
            src = te.from_numpy(tile, frame("NZ", rows, columns), core=core)
            quant = None
            if held is not None:
                part = core.local_tensor("A1", "uint64_t", columns, data=held[j : j + columns])
                quant = te.make_tensor(part, frame("NDExt", 1, columns))
            te.copy(ATOM, out.slice((i, j), (rows, columns)), src, quant)
    return flat(out)


@pytest.mark.parametrize(
    ("pattern", "kind", "c0"), [("NDExt", "half", None), ("DN", "half", None), ("NZ", "half", 16), ("NZ", "int8_t", 32)]
)
def test_whole_matrices_are_the_tiled_result(pattern: str, kind: str, c0: int | None) -> None:
    rng = np.random.default_rng(3)
    matrix = rng.integers(-9999, 9999, (256, 4160), dtype=np.int32)
    scales = (rng.uniform(0.001, 0.01, 4160).astype(np.float32).view(np.uint32) & 0xFFFFE000).astype(np.uint64)
    if kind == "int8_t":
        scales |= np.uint64(1 << 46)
    host = am.Core("ascend-950", limits="host")
    acc = te.from_numpy(matrix, frame("NZ", 256, 4160), core=host)
    held = te.from_numpy(scales[None], frame("NDExt", 1, 4160), core=host, position="A1")
    target = frame(pattern, 256, 4160, c0=c0)
    out = gm(host, target, kind, fill=0)
    done = te.copy(ATOM, out, acc, held)
    assert {f.severity for f in done.findings} <= {"note"}
    assert {f.code for f in done.findings} >= {"TEN006"} | ({"L0C031"} if pattern == "NZ" else set())
    np.testing.assert_array_equal(flat(out), tiled(matrix, kind, target, held))


def test_more_columns_than_a_field_holds() -> None:
    host = am.Core("ascend-950", limits="host")
    tile = l0c(host, frame("NZ", 20, 4112))
    out = gm(host, frame("ND", 20, 4112))
    done = te.copy(ATOM, out, tile)
    assert done.instructions[0].n_size == 4112
    assert [(f.code, f.severity) for f in done.findings] == [("L0C030", "note"), ("TEN006", "note")]
    np.testing.assert_array_equal(out.to_matrix(), tile.to_matrix())


def test_more_glued_columns_than_a_field_holds() -> None:
    host = am.Core("ascend-950", limits="host")
    tile = l0c(host, frame("NZ", 8, 16, 1024))
    out = gm(host, frame("NZ", 8, 16, 1024))
    done = te.copy(ATOM, out, tile)
    assert [(f.code, f.severity) for f in done.findings] == [("L0C029", "note"), ("TEN006", "note")]
    np.testing.assert_array_equal(out.to_matrix(), tile.to_matrix())


def test_rules_of_meaning_stay_on_a_host_core() -> None:
    host = am.Core("ascend-950", limits="host")
    with pytest.raises(am.RuleViolation, match="LAY003"):
        te.copy(
            ATOM, gm(host, frame("NZ", 32, 64), "int8_t"), l0c(host, frame("NZ", 32, 64), "int32_t"), te.u64(1 << 46)
        )


def test_odd_tail_of_merged_channels() -> None:
    """Refused; on a relaxed core the last 16 columns lie behind the merged groups, rows 16 apart."""
    tile = frame("NZ", 32, 48)
    strict = am.Core("ascend-950")
    word = te.u64(0x40003F800000)
    with pytest.raises(am.RuleViolation, match="L0C010"):
        te.copy(ATOM, gm(strict, frame("NZ", 32, 48, c0=32), "int8_t"), l0c(strict, tile), word)
    relaxed = am.Core("ascend-950", mode="relaxed")
    data = np.random.default_rng(2).integers(-128, 128, 1536).astype(np.float32)
    src = te.make_tensor(relaxed.local_tensor("CO1", "float", 1536, data=data), tile)
    out = gm(relaxed, frame("NZ", 32, 48, c0=32), "int8_t", fill=99)
    with pytest.warns(am.MoveWarning, match="unverified"):
        done = te.copy(ATOM, out, src, word)
    (instruction,) = done.instructions
    assert (instruction.quant_mode, instruction.n_size, instruction.m_size, instruction.dst_stride) == (
        "QF322B8_PRE",
        48,
        32,
        1024,
    )
    matrix, got = src.to_matrix(), flat(out)
    places = {1023: (31, 31), 1024: (0, 32), 1040: (1, 32), 1535: (31, 47)}
    assert {at: got[at] for at in places} == {at: matrix[where] for at, where in places.items()}
    np.testing.assert_array_equal(got[1024:1536].reshape(32, 16), matrix[:, 32:])
    assert set(got[1536:]) == {99}


def test_other_tails_stay_refused_on_a_relaxed_core() -> None:
    relaxed = am.Core("ascend-950", mode="relaxed")
    src = l0c(relaxed, frame("NZ", 32, 64)).slice(((0, 0), (0, 0)), ((16, 2), (8, 1)))
    out = gm(relaxed, frame("NZ", 32, 32, c0=32), "int8_t")
    assert ("L0C010", "error") in [(f.code, f.severity) for f in te.diagnose(ATOM, out, src, te.u64(0x40003F800000))]


def test_words_of_a_host_core() -> None:
    host = am.Core("ascend-950", limits="host")
    out = gm(host, frame("ND", 16, 5000), "half")
    done = te.copy(ATOM, out, l0c(host, frame("NZ", 16, 5000), "int32_t"), words(host, 1, 5000))
    assert len(done.instructions) == 10
    assert [f.code for f in done.findings if f.code.startswith("L0C")] == []


RELAXED = [
    # code, source, destination, slice of the destination, type, fields of the one instruction
    (
        ["L0C028"],
        ("NZ", 3, 32, 64),
        ("NZ", 3, 32, 128),
        ((0, (0, 0)), (3, (32, 64))),
        "half",
        {"n_size": 192, "dst_stride": 512, "nd_num": 1},
    ),
    (["L0C027"], ("NZ", 9, 32, 64), ("ND", 3, 32, 64), None, "half", {"nd_num": 9, "dst_nd_stride": 2048}),
    (
        ["L0C010", "L0C028"],
        ("NZ", 2, 32, 48),
        ("NZ", 2, 32, 48, 32),
        None,
        "int8_t",
        {"n_size": 96, "dst_stride": 1024},
    ),
    (["L0C028"], ("NZ", 2, 32, 24), ("NZ", 2, 32, 24, 8), None, "float", {"n_size": 48, "dst_stride": 256}),
    (["LAY002"], ("NZ", 64, 32, 8), ("ND", 64, 32), None, "float", {"src_stride": 32, "n_size": 32}),
    (["L0C035"], ("NZ", 32, 16), ("NHWC", 1, 5, 5, 16), None, "half", {"m_size": 25, "n_size": 16}),
]


@pytest.mark.parametrize(("codes", "src", "dst", "cut", "kind", "emitted"), RELAXED, ids=[str(r[0]) for r in RELAXED])
def test_what_the_library_emits_unchecked(
    codes: list[str],
    src: tuple[Any, ...],
    dst: tuple[Any, ...],
    cut: Any,
    kind: str,
    emitted: dict[str, int],
) -> None:
    """Printed parameters of calls that nothing on the device refuses, and the model does unless it is relaxed."""

    def layout(spec: tuple[Any, ...]) -> te.Layout:
        c0 = spec[-1] if spec[0] == "NZ" and spec[-1] in (8, 32) and len(spec) > 3 else None
        return frame(*(spec if c0 is None else spec[:-1]), c0=c0)

    def arguments(mode: Any) -> tuple[Any, ...]:
        core = am.Core("ascend-950", mode=mode)
        out = gm(core, layout(dst), kind, count=1 << 15)
        atom = te.make_copy(
            te.CopyL0C2GM(), te.CopyL0C2GMTrait(enable_channel_split=kind == "float" and dst[0] == "NZ")
        )
        target = out if cut is None else out.slice(*cut)
        return atom, target, l0c(core, layout(src)), te.u64(0x40003F800000) if kind == "int8_t" else None

    refused = [f.code for f in te.diagnose(*arguments("strict")) if f.severity == "error"]
    assert sorted(refused) == codes
    done = te.copy(*arguments("relaxed"))
    assert sorted(f.code for f in done.findings if f.code in codes) == codes
    (instruction,) = done.instructions
    assert {name: getattr(instruction, name) for name in emitted} == emitted
