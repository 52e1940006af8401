"""Views: one module per call family says how its operands are laid out and what its parameters measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascmove.calls import BLOCK, BasicCall, Call, EnhancedCall, L0cCall, NdDmaCall, SliceCall
from ascmove.draw.views.bursts import basic_view
from ascmove.draw.views.fractals import enhanced_view
from ascmove.draw.views.matrices import matrix_view
from ascmove.draw.views.nddma import nddma_view
from ascmove.draw.views.slices import slice_view
from ascmove.draw.views.strides import plan_levels, stride_levels
from ascmove.draw.views.view import View, boxes, dimensions
from ascmove.errors import AscMoveError
from ascmove.plan import Plan

__all__ = ["View", "boxes", "dimensions", "operand_view", "plan_view", "view_of"]

_VIEWS: dict[type[Call], Callable[[Any, Plan], View]] = {
    BasicCall: basic_view,
    EnhancedCall: enhanced_view,
    L0cCall: matrix_view,
    NdDmaCall: nddma_view,
    SliceCall: slice_view,
}


def view_of(call: Call, plan: Plan | None) -> View:
    """The view of a call; where nothing moves, what its parameters still measure, else the operands alone."""
    make = _VIEWS.get(type(call))
    if make is None:
        return operand_view(call) if plan is None else plan_view(plan, call.src.count, call.dst.count)
    if plan is not None and plan.steps:
        return make(call, plan)
    try:
        return make(call, Plan((), call.src.dtype, call.dst.dtype))
    except (AscMoveError, ValueError, IndexError, ZeroDivisionError):
        return operand_view(call)  # too broken to be measured; the findings say why


def plan_view(plan: Plan, src_count: int, dst_count: int) -> View:
    """The view of a Plan without its call: rows and planes by its strides."""
    sides = (("src", src_count, plan.src_type), ("dst", dst_count, plan.dst_type))
    src, dst = (plan_levels(plan, side, count, max(1, BLOCK // kind.width)) for side, count, kind in sides)  # type: ignore[arg-type]
    return View(src, dst)


def operand_view(call: Call) -> View:
    """The operands of a call as rows of whole 32-byte blocks."""
    src, dst = (stride_levels((), max(t.count, 1), max(1, BLOCK // t.dtype.width)) for t in (call.src, call.dst))
    return View(src, dst)
