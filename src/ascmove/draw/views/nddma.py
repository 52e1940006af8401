"""View of NDDMA: rows and planes by the strides, pads and sizes along every loop."""

from __future__ import annotations

from ascmove.calls import BLOCK, NdDmaCall
from ascmove.draw.cells import Side
from ascmove.draw.views.strides import plan_levels
from ascmove.draw.views.view import Line, View
from ascmove.plan import Plan

_UNIT = "elements"


def nddma_view(call: NdDmaCall, plan: Plan) -> View:
    """Both grids follow the strides; lines name each array entry that can be seen."""
    block = max(1, BLOCK // call.src.dtype.width)
    src = plan_levels(plan, "src", max(call.src.count, _reach(plan, "src")), block)
    dst = plan_levels(plan, "dst", max(call.dst.count, _reach(plan, "dst")), block)
    return View(src, dst, (*_source_lines(call), *_destination_lines(call)))


def _reach(plan: Plan, side: str) -> int:
    extent, kind = (plan.src_extent, plan.src_type) if side == "src" else (plan.dst_extent, plan.dst_type)
    return extent.stop // kind.width


def _source_lines(call: NdDmaCall) -> list[Line]:
    lines = []
    for k, (stride, size) in enumerate(zip(call.loops.loop_src_stride, call.loops.loop_size, strict=True)):
        if size > 1 and stride:
            lines.append(_line("src", "loop_src_stride", k, stride, (0, stride), stride, closed=False))
        if stride:
            lines.append(_line("src", "loop_size", k, size, (0, (size - 1) * stride), stride))
    return lines


def _destination_lines(call: NdDmaCall) -> list[Line]:
    """Per loop, from the corner of the padded box: stride, left pad, size, right pad."""
    lines = []
    loops = call.loops
    for k, stride in enumerate(loops.loop_dst_stride):
        left, size, right = call.left[k], loops.loop_size[k], call.right[k]
        if left + size + right > 1:
            lines.append(_line("dst", "loop_dst_stride", k, stride, (0, stride), stride, closed=False))
        parts = (("loop_lp_size", left), ("loop_size", size), ("loop_rp_size", right))
        at = 0
        for name, turns in parts:
            if turns:
                lines.append(_line("dst", name, k, turns, (at * stride, (at + turns - 1) * stride), stride))
            at += turns
    return lines


def _line(side: Side, name: str, k: int, value: int, ends: tuple[int, int], step: int, closed: bool = True) -> Line:
    field = f"{name}[{k}]"
    return Line(side, field, field, value, _UNIT, *ends, closed, step)
