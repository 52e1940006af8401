"""Lowering of the slice copy: the bursts of every row, row r of the source to row r of the destination."""

from __future__ import annotations

from itertools import accumulate
from math import prod
from operator import mul

from ascmove.calls.basic import BLOCK
from ascmove.calls.slice import Infos, SliceCall
from ascmove.errors import NotModelled
from ascmove.plan import Access, Plan, Step
from ascmove.tensors import Tensor


def lower_slice(call: SliceCall) -> Plan:
    """Bursts come from the source list; a UB-side gap counts whole blocks, a GM-side gap single elements."""
    src, dst = call.src, call.dst
    width = src.dtype.width
    first = call.src_slice_info[0]
    length, bursts = first.burst(width), first.bursts(width)
    shape, src_strides, dst_strides = [length, bursts], [1], [1]
    for strides, infos, tensor in ((src_strides, call.src_slice_info, src), (dst_strides, call.dst_slice_info, dst)):
        strides.append(length + _gap(infos[0].stride, tensor))
    steps: list[Step] = []
    if length and bursts:
        src_start, src_rows = _rows(call, call.src_slice_info, src)
        dst_start, dst_rows = _rows(call, call.dst_slice_info, dst)
        for sizes, src_at, src_step, dst_at, dst_step in _paired(src_rows, dst_rows):
            steps.append(
                Step(
                    (*shape, *sizes),
                    Access(dst_start + dst_at, (*dst_strides, *dst_step)),
                    Access(src_start + src_at, (*src_strides, *src_step)),
                )
            )
    axes = (f"axis{k}" for k in range(1, len(call.src_slice_info)))
    return Plan(tuple(steps), src.dtype, dst.dtype, loops=("element", "burst", *axes))


def _gap(stride: int, tensor: Tensor) -> int:
    """Elements between two bursts: exact in GM, whole blocks in UB."""
    width = tensor.dtype.width
    return stride if tensor.position == "GM" else stride * width // BLOCK * (BLOCK // width)


#: rows that are written out one by one; the device takes 1536
_MOST_ROWS = 1 << 14

Rows = list[tuple[int, int]]  # (count, distance in elements) per axis >= 1


def _rows(call: SliceCall, infos: Infos, tensor: Tensor) -> tuple[int, Rows]:
    """Start of the first row, and per axis >= 1 how many rows are taken at which distance."""
    shape = call.shape(infos, tensor)
    pitch = [1, *accumulate(shape[: len(infos) - 1], mul)]
    start = sum(info.start_index * p for info, p in zip(infos, pitch, strict=True))
    return start, [(info.rows, (1 + info.stride) * p) for info, p in zip(infos[1:], pitch[1:], strict=True)]


def _paired(src: Rows, dst: Rows) -> list[tuple[tuple[int, ...], int, tuple[int, ...], int, tuple[int, ...]]]:
    """Per nest (sizes, src offset, src strides, dst offset, dst strides).

    Rows pair by their running number, so axes that hold different counts on the two sides are written out row by row.
    """
    if [n for n, _ in src] == [n for n, _ in dst]:
        sizes = tuple(n for n, _ in src)
        return [(sizes, 0, tuple(s for _, s in src), 0, tuple(s for _, s in dst))]
    total = min(prod(n for n, _ in src), prod(n for n, _ in dst))
    if total > _MOST_ROWS:
        raise NotModelled(f"{total} rows pair across axes of different lengths; at most {_MOST_ROWS} are modelled")
    return [((), _row_offset(src, r), (), _row_offset(dst, r), ()) for r in range(total)]


def _row_offset(rows: Rows, number: int) -> int:
    offset = 0
    for count, distance in rows:
        number, turn = divmod(number, count)
        offset += turn * distance
    return offset
