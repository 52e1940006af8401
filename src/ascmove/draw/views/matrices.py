"""View of the copy out of L0C: both matrices as their layouts lay them, measured by the instruction's fields."""

from __future__ import annotations

from ascmove.calls import L0cCall
from ascmove.calls.l0c_instructions import FixpipeInstruction
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.draw.cells import Side
from ascmove.draw.views.frames import Frame, frame
from ascmove.draw.views.strides import plan_levels
from ascmove.draw.views.view import Line, Region, View
from ascmove.errors import AscMoveError
from ascmove.layouts.nested import leaves
from ascmove.plan import Plan


def matrix_view(call: L0cCall, plan: Plan) -> View:
    """Grids by the layouts before any slice; a layout that overlaps itself is drawn by the strides of the Plan."""
    frames: dict[str, Frame] = {}
    for side, operand in (("src", call.src_operand), ("dst", call.dst_operand)):
        found = frame(operand.frame) if operand.frame_offset == 0 else None
        frames[side] = found or Frame(plan_levels(plan, side, operand.tensor.count, 8), ())  # type: ignore[arg-type]
    lines: list[Line] = []
    if call.instructions:
        first = call.instructions[0]
        lines = [*_source(first), *_destination(call, first)]
    regions = (*_regions("src", call.src_operand), *_regions("dst", call.dst_operand))
    return View(
        frames["src"].levels, frames["dst"].levels, tuple(lines), regions, frames["src"].coords, frames["dst"].coords
    )


def _source(i: FixpipeInstruction) -> list[Line]:
    """L0C holds 16 x 16 fractals: rows 16 elements apart, column groups ``src_stride`` times 16."""
    at, block = i.src_base, i.src_stride * 16
    last = (i.n_size - 1) // 16 * block + (i.n_size - 1) % 16
    lines = [
        Line("src", "m_size", "m_size", i.m_size, "rows", at, at + (i.m_size - 1) * 16, step=16),
        Line("src", "n_size", "n_size", i.n_size, "columns", at, at + last),
    ]
    if i.n_size > 16:
        lines.append(Line("src", "src_stride", "src_stride", i.src_stride, "× 16", at, at + block, closed=False))
    if i.nd_num > 1:
        step = i.src_nd_stride * 16
        lines.append(Line("src", "src_nd_stride", "src_nd_stride", i.src_nd_stride, "× 16", at, at + step, False, step))
    return lines


def _destination(call: L0cCall, i: FixpipeInstruction) -> list[Line]:
    at = i.dst_base
    if i.walk == "ND":
        ends = ((i.m_size - 1) * i.dst_stride, i.n_size - 1, i.dst_stride)
    elif i.walk == "DN":
        ends = (i.m_size - 1, (i.n_size - 1) * i.dst_stride, i.dst_stride)
    else:
        c0 = _row_of_fractal(call.dst_operand)
        ends = ((i.m_size - 1) * c0, (i.n_size - 1) // c0 * i.dst_stride + (i.n_size - 1) % c0, i.dst_stride)
    lines = [
        Line("dst", "m_size", "m_size", i.m_size, "rows", at, at + ends[0]),
        Line("dst", "n_size", "n_size", i.n_size, "columns", at, at + ends[1]),
    ]
    if ends[0] if i.walk == "ND" else ends[1] >= ends[2]:
        lines.append(Line("dst", "dst_stride", "dst_stride", i.dst_stride, "elements", at, at + ends[2], closed=False))
    if i.nd_num > 1:
        step = i.dst_nd_stride
        lines.append(Line("dst", "dst_nd_stride", "dst_nd_stride", step, "elements", at, at + step, False, step))
    return lines


def _row_of_fractal(operand: L0cOperand) -> int:
    """Elements of one row of a fractal in global memory."""
    layout = operand.matrix
    if layout.pattern is not None and layout.pattern.is_convolution:
        return int(leaves(layout.shape)[-1])
    return layout.c0 or 16


def _regions(side: Side, operand: L0cOperand) -> list[Region]:
    """The declared part of a padded matrix, and the slice that a copy takes."""
    found = []
    whole, taken = operand.frame, operand.layout
    try:
        if whole.batch is None and whole.declared not in (None, whole.totals):
            rows, columns = whole.matrix
            label = f"declared {rows} x {columns}"
            found.append(
                Region(side, label, operand.frame_offset, operand.frame_offset + whole((rows - 1, columns - 1)))
            )
        if operand.sliced and taken.batch is None:
            rows, columns = taken.matrix
            last = operand.offset + taken((rows - 1, columns - 1))
            found.append(Region(side, f"slice {rows} x {columns}", operand.offset, last))
    except AscMoveError:
        return found  # a layout without rows and columns has no such parts
    return found
