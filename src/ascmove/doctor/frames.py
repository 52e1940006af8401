"""Rows, columns and C0 of whole frame layouts as numbers: a mistake in one of them changes every stride behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ascmove.calls.l0c import L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.layouts import Layout, Pattern, make_frame_layout


class Extent(NamedTuple):
    """One number of a layout: its name, its value, the side it belongs to."""

    name: str
    value: int
    side: str


def extents(call: L0cCall) -> Iterator[Extent]:
    """The numbers of the layouts that are whole frames, sliced once or not at all, with no pitch of their own."""
    for side, operand in (("src", call.src_operand), ("dst", call.dst_operand)):
        layout = operand.frame
        if len(operand.cuts) > 1 or layout.declared is None or layout != _frame(layout, {}, side):
            continue
        rows, columns = layout.declared
        yield Extent(f"{side}.m", rows, side)
        yield Extent(f"{side}.n", columns, side)
        if side == "dst" and layout.pattern is Pattern.NZ and layout.c0 is not None:
            yield Extent("dst.c0", layout.c0, side)


def reframed(operand: L0cOperand, values: Mapping[str, int], side: str) -> L0cOperand:
    """The operand with a frame of other rows, columns or C0; what was sliced is sliced from it again."""
    if not any(f"{side}.{name}" in values for name in ("m", "n", "c0")):
        return operand
    frame = _frame(operand.frame, values, side)
    if not operand.cuts:
        return replace(operand, layout=frame, frame=frame)
    cut = replace(operand.cuts[0], layout=frame)
    offset, layout = frame.slice(cut.coord, cut.shape)
    return replace(operand, layout=layout, frame=frame, offset=operand.frame_offset + offset, cuts=(cut,))


def relaid(operand: L0cOperand, rows: int, columns: int, pitch: int, walk: str) -> L0cOperand | None:
    """A flat destination matrix of other sizes and strides; None where the layout is none, or is a slice."""
    old = operand.layout
    if operand.cuts or old.batch is not None or old.resolved().pattern not in (Pattern.ND, Pattern.DN):
        return None
    layout = Layout((rows, columns), (pitch, 1) if walk == "ND" else (1, pitch))
    if layout.resolved().pattern is not Pattern[walk]:
        layout = replace(layout, pattern=Pattern[walk], c0=old.c0 or 1)
    return replace(operand, layout=layout, frame=layout)


def _frame(layout: Layout, values: Mapping[str, int], side: str) -> Layout:
    assert layout.declared is not None and layout.pattern is not None
    m, n = layout.declared
    lead = () if layout.batch is None else (layout.batch,)
    c0 = values.get(f"{side}.c0", layout.c0) if layout.pattern is Pattern.NZ else None
    return make_frame_layout(layout.pattern, *lead, values.get(f"{side}.m", m), values.get(f"{side}.n", n), c0=c0)
