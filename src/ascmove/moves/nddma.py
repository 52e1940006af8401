"""Lowering of NDDMA: a data Step for the box of valid elements, pad Steps around it.

Constant padding fills the whole padded box first and then writes the data over it. Nearest padding cuts each
loop into at most three pieces (before, data, behind); a piece in a padded direction repeats the border element,
which is a source stride of 0.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from ascmove.calls.nddma import NdDmaCall
from ascmove.plan import Access, Plan, Role, Step

_LOOPS = ("i0", "i1", "i2", "i3", "i4")


class _Piece(NamedTuple):
    """Part of one loop: how many turns, where it starts on both sides, its source stride, and whether it is data."""

    turns: int
    dst_start: int
    src_start: int
    src_stride: int
    data: bool


def lower_nddma(call: NdDmaCall) -> Plan:
    """One element of dst for every tuple of positions, pads included; the source starts at its first valid element."""
    steps = _nearest(call) if call.config.is_nearest_value_mode else _constant(call)
    hidden = steps[-1].elements if steps[0].fill is not None else 0  # the data lie inside the box that was filled
    return Plan(tuple(steps), call.src.dtype, call.dst.dtype, loops=_LOOPS[: call.loops.dim], hidden=hidden)


def _data(call: NdDmaCall) -> Step:
    loops = call.loops
    start = sum(left * stride for left, stride in zip(call.left, loops.loop_dst_stride, strict=True))
    return Step(loops.loop_size, Access(start, loops.loop_dst_stride), Access(0, loops.loop_src_stride))


def _constant(call: NdDmaCall) -> list[Step]:
    data = _data(call)
    if call.turns == call.loops.loop_size:
        return [data]
    pad = Step(call.turns, Access(0, call.loops.loop_dst_stride), fill=call.constant_bits, role=Role.PAD)
    return [pad, data]


def _nearest(call: NdDmaCall) -> list[Step]:
    loops = call.loops
    return [_piece_step(loops.loop_dst_stride, pieces) for pieces in product(*map(_pieces, *_columns(call)))]


def _columns(call: NdDmaCall) -> tuple[tuple[int, ...], ...]:
    loops = call.loops
    return loops.loop_size, loops.loop_src_stride, loops.loop_dst_stride, call.left, call.right


def _pieces(size: int, src_stride: int, dst_stride: int, left: int, right: int) -> list[_Piece]:
    pieces = [
        _Piece(left, 0, 0, 0, False),
        _Piece(size, left * dst_stride, 0, src_stride, True),
        _Piece(right, (left + size) * dst_stride, (size - 1) * src_stride, 0, False),
    ]
    return [piece for piece in pieces if piece.turns]


def _piece_step(dst_strides: tuple[int, ...], pieces: tuple[_Piece, ...]) -> Step:
    return Step(
        tuple(piece.turns for piece in pieces),
        Access(sum(piece.dst_start for piece in pieces), dst_strides),
        Access(sum(piece.src_start for piece in pieces), tuple(piece.src_stride for piece in pieces)),
        role=Role.DATA if all(piece.data for piece in pieces) else Role.PAD,
    )
