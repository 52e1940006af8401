"""Which bytes an enhanced copy reads and writes, by the written layout vectors."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove.plan import touched

from .enhanced_tools import ONE, core

Ranges = list[tuple[int, int]]


def runs(flags: Any) -> Ranges:
    """Half-open ranges of set flags."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def plan(
    src: str, dst: str, counts: tuple[int, ...], mode: str = "MATRIX", scale: str = "DEQ_NONE", sid: int = 0
) -> am.Plan:
    this = core()
    x = this.local_tensor("CO1", src, 8192, fill=1)
    y = this.local_tensor("CO2", dst, 8192)
    word = 0x40003F800000 if dst == "int8_t" else ONE if scale != "DEQ_NONE" else 0
    enhanced = am.DataCopyEnhancedParams(mode, scale, word, sid)
    return am.plan(y, x, am.DataCopyParams(*counts), enhanced)


def slots(first: int, count: int, step: int, size: int) -> Ranges:
    return [(first + k * step, first + k * step + size) for k in range(count)]


EIGHT_BIT_ROWS = slots(0, 32, 32, 16)

VECTORS: list[tuple[str, dict[str, Any], Ranges, Ranges]] = [
    ("L1", {"src": "half", "dst": "half", "counts": (1, 32, 0, 0)}, [(0, 16384)], [(0, 16384)]),
    (
        "L2",
        {"src": "int32_t", "dst": "half", "counts": (2, 3, 1, 4), "scale": "DEQ16"},
        [(0, 3072), (4096, 7168)],
        [(0, 1536), (1664, 3200)],
    ),
    ("L3", {"src": "int32_t", "dst": "int32_t", "counts": (2, 1, 0, 2)}, [(0, 2048)], [(0, 1024), (1088, 2112)]),
    (
        "L4",
        {"src": "int32_t", "dst": "int8_t", "counts": (1, 2, 0, 0), "scale": "DEQ8"},
        [(0, 2048)],
        EIGHT_BIT_ROWS,
    ),
    (
        "L5",
        {"src": "int32_t", "dst": "int8_t", "counts": (1, 2, 0, 0), "scale": "DEQ8", "sid": 1},
        [(0, 2048)],
        [(a + 16, b + 16) for a, b in EIGHT_BIT_ROWS],
    ),
    (
        "L6",
        {"src": "int32_t", "dst": "int8_t", "counts": (1, 2, 0, 0), "scale": "DEQ8", "sid": 2},
        [(0, 2048)],
        [(0, 512)],
    ),
    (
        "L8",
        {"src": "float", "dst": "half", "counts": (2, 4, 0, 2), "mode": "VECTOR"},
        slots(0, 8, 1024, 64),
        [(0, 128), (192, 320)],
    ),
    (
        "L9",
        {"src": "half", "dst": "half", "counts": (1, 3, 0, 0), "mode": "VECTOR"},
        slots(0, 3, 512, 32),
        [(0, 96)],
    ),
    (
        "L10",
        {"src": "float", "dst": "float", "counts": (1, 2, 0, 0), "mode": "VECTOR"},
        slots(0, 2, 1024, 64),
        [(0, 128)],
    ),
    (
        "L11",
        {"src": "int32_t", "dst": "int8_t", "counts": (1, 2, 0, 0), "mode": "VECTOR", "scale": "DEQ8"},
        slots(0, 2, 1024, 64),
        [(0, 16), (32, 48)],
    ),
    (
        "L12",
        {"src": "int32_t", "dst": "int8_t", "counts": (1, 2, 0, 0), "mode": "VECTOR", "scale": "DEQ8", "sid": 2},
        slots(0, 2, 1024, 64),
        [(0, 32)],
    ),
    ("L14 no burst", {"src": "half", "dst": "half", "counts": (0, 4, 0, 0)}, [], []),
    ("L14 no block", {"src": "half", "dst": "half", "counts": (3, 0, 1, 1)}, [], []),
]


@pytest.mark.parametrize(("call", "read", "written"), [v[1:] for v in VECTORS], ids=[v[0] for v in VECTORS])
def test_touched_bytes(call: dict[str, Any], read: Ranges, written: Ranges) -> None:
    found = plan(**call)
    assert runs(touched(found, "src")) == read
    assert runs(touched(found, "dst")) == written


def test_inner_order_of_each_store_mode() -> None:
    """L4, L5, L6: where element (fractal j, row r, column c) ends up."""
    this = core()
    values = (np.arange(512) % 100).astype(np.int32)
    x = this.local_tensor("CO1", "int32_t", 512, data=values)
    places: dict[int, Callable[[int, int, int], int]] = {
        0: lambda j, r, c: 512 * j + 32 * r + c,
        1: lambda j, r, c: 512 * j + 32 * r + 16 + c,
        2: lambda j, r, c: 256 * j + 16 * r + c,
    }
    for mode, place in places.items():
        y = this.local_tensor("CO2", "int8_t", 1024, fill=-7)
        am.data_copy(y, x, am.DataCopyParams(1, 2), am.DataCopyEnhancedParams("MATRIX", "DEQ8", 0x40003F800000, mode))
        expected = np.full(1024, -7, np.int8)
        for j in range(2):
            for r in range(16):
                for c in range(16):
                    expected[place(j, r, c)] = values[256 * j + 16 * r + c]
        assert np.array_equal(y.to_numpy(), expected)


def test_two_half_stores_interleave() -> None:
    """L7: even and odd column block into one destination give 32 channels per row."""
    this = core()
    matrix = np.arange(16 * 32, dtype=np.int32).reshape(16, 32) % 120
    blocks = [this.local_tensor("CO1", "int32_t", 256, data=matrix[:, k : k + 16].copy()) for k in (0, 16)]
    y = this.local_tensor("CO2", "int8_t", 512)
    for mode, block in enumerate(blocks):
        enhanced = am.DataCopyEnhancedParams("MATRIX", "DEQ8", 0x40003F800000, mode)
        am.data_copy(y, block, am.DataCopyParams(1, 1), enhanced)
        assert runs(y.state() == am.ByteState.DATA) == (slots(0, 16, 32, 16) if mode == 0 else [(0, 512)])
    assert np.array_equal(y.to_numpy().reshape(16, 32), matrix)


def test_words_advance_per_burst() -> None:
    """L13: both fractals of burst 0 use words 0-15, those of burst 1 words 16-31."""
    this = core()
    x = this.local_tensor("CO1", "int32_t", 1024, fill=1)
    y = this.local_tensor("CO2", "half", 1024)
    scales = np.arange(1, 33, dtype=np.float32)
    words = this.local_tensor("VECIN", "uint64_t", 32, data=scales.view(np.uint32).astype(np.uint64))
    am.data_copy(y, x, am.DataCopyParams(2, 2), am.DataCopyEnhancedParams("MATRIX", "VDEQ16"), deq_tensor=words)
    found = y.to_numpy().reshape(2, 2 * 16, 16)
    assert np.array_equal(found, np.broadcast_to(scales.reshape(2, 1, 16), found.shape))


def test_halves_advance_per_burst() -> None:
    this = core()
    x = this.local_tensor("CO1", "int32_t", 512, fill=1)
    y = this.local_tensor("CO2", "half", 512)
    words = this.local_tensor("VECIN", "half", 32, data=np.arange(1, 33, dtype=np.float16))
    am.data_copy(y, x, am.DataCopyParams(2, 1), am.DataCopyEnhancedParams("MATRIX", "VDEQ"), deq_tensor=words)
    assert y.to_numpy().reshape(2, 16, 16)[:, 5].tolist() == [list(range(1, 17)), list(range(17, 33))]


def test_row_slice_of_a_taller_tile() -> None:
    """L15: 32 of 48 rows of a 48 x 32 tile; fractals skipped in L0C, rows skipped in UB."""
    this = core()
    tile = np.arange(48 * 32, dtype=np.int32).reshape(48, 32)
    nz = tile.reshape(3, 16, 2, 16).transpose(2, 0, 1, 3)  # column block, row block, row, column
    x = this.local_tensor("CO1", "int32_t", tile.size, data=nz.copy())
    y = this.local_tensor("CO2", "half", tile.size, fill=-1)
    words = this.local_tensor("VECIN", "uint64_t", 32, data=np.full(32, ONE, np.uint64))
    params = am.DataCopyParams(2, 2, 1, 16)
    am.data_copy(y, x, params, am.DataCopyEnhancedParams("MATRIX", "VDEQ16"), deq_tensor=words)
    expected = np.full((2, 48, 16), -1, np.float16)
    expected[:, :32] = nz.reshape(2, 48, 16)[:, :32]
    assert np.array_equal(y.to_numpy().reshape(2, 48, 16), expected)


def test_gemv_rows_are_gathered() -> None:
    """VECTOR: row 0 of each fractal, packed; the other rows are never read."""
    this = core()
    slots_of_a_row = np.full((4, 16, 16), np.nan, np.float32)
    slots_of_a_row[:, 0] = np.arange(64).reshape(4, 16)
    x = this.local_tensor("CO1", "float", 1024, data=slots_of_a_row)
    y = this.local_tensor("CO2", "half", 64)
    am.data_copy(y, x, am.DataCopyParams(1, 4), am.DataCopyEnhancedParams("VECTOR"))
    assert y.to_numpy().tolist() == list(range(64))


def test_plan_reads_as_a_loop_nest() -> None:
    text = str(plan("int32_t", "int8_t", (2, 3, 1, 4), scale="DEQ8", sid=1))
    names = ["for burst in 0..1", "for block in 0..2", "for row in 0..15", "for column in 0..15"]
    places = [text.index(name) for name in names]
    assert all(a < b for a, b in pairwise(places))
    assert text.endswith(
        "dst[16 + 1664*burst + 512*block + 32*row + column] = DEQ8(src[1024*burst + 256*block + 16*row + column])"
    )
