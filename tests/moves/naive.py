"""Deliberately naive models of the copies, written from the documents and sharing nothing with the package."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def nddma(
    dst: Array,
    src: Array,
    src_strides: list[int],
    dst_strides: list[int],
    sizes: list[int],
    left: list[int],
    right: list[int],
    constant: Any,
    nearest: bool,
) -> None:
    """One element at a time, innermost loop fastest."""
    turns = [a + n + b for a, n, b in zip(left, sizes, right, strict=True)]
    for reversed_index in product(*(range(n) for n in reversed(turns))):
        index = reversed_index[::-1]
        to = sum(p * s for p, s in zip(index, dst_strides, strict=True))
        q = [p - a for p, a in zip(index, left, strict=True)]
        inside = all(0 <= x < n for x, n in zip(q, sizes, strict=True))
        if inside or nearest:
            clamped = [min(max(x, 0), n - 1) for x, n in zip(q, sizes, strict=True)]
            dst[to] = src[sum(x * s for x, s in zip(clamped, src_strides, strict=True))]
        else:
            dst[to] = constant


def row_offsets(infos: list[list[int]], pitch: list[int]) -> list[int]:
    """The list of row offsets: for each axis, everything so far again for each further row."""
    rows = [0]
    for i in range(1, len(infos)):
        start, end, stride = infos[i][:3]
        before = list(rows)
        for turn in range(1, (end - start + 1 + stride) // (1 + stride)):
            rows += [r + turn * (1 + stride) * pitch[i] for r in before]
    return rows


def slice_copy(dst: Array, src: Array, dst_infos: list[list[int]], src_infos: list[list[int]], to_ub: bool) -> None:
    """Burst by burst, element by element."""
    width = src.dtype.itemsize
    c0 = 32 // width

    def start_and_rows(infos: list[list[int]]) -> tuple[int, list[int]]:
        pitch = [1]
        for info in infos[:-1]:
            pitch.append(pitch[-1] * info[4])
        return sum(i[0] * p for i, p in zip(infos, pitch, strict=True)), row_offsets(infos, pitch)

    src_start, src_rows = start_and_rows(src_infos)
    dst_start, dst_rows = start_and_rows(dst_infos)
    start, end, stride, burst, _ = src_infos[0]
    length = burst * 32 // width
    count = (end - start + 1 + stride) // (length + stride)
    src_gap = stride if to_ub else stride * width // 32 * c0
    dst_gap = dst_infos[0][2] * width // 32 * c0 if to_ub else dst_infos[0][2]
    for r in range(len(src_rows)):
        for b in range(count):
            for e in range(length):
                dst[dst_start + dst_rows[r] + b * (length + dst_gap) + e] = src[
                    src_start + src_rows[r] + b * (length + src_gap) + e
                ]


def gap_copy(dst: Array, src: Array, count: int, length: int, src_gap: int, dst_gap: int) -> None:
    """Byte arrays; 32-byte blocks."""
    for i in range(count):
        for b in range(length * 32):
            dst[i * (length + dst_gap) * 32 + b] = src[i * (length + src_gap) * 32 + b]
