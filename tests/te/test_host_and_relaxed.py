"""Whole matrices on a host core, and what a relaxed core lets pass."""

from __future__ import annotations

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
