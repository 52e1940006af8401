"""Byte states as a Plan of their own: what a Plan writes, filled with what it makes of each byte."""

from __future__ import annotations

from typing import cast

from ascmove.formats import DTYPES
from ascmove.plan import Access, Plan, Role, Step
from ascmove.tensors import ByteState

STATE = {Role.DATA: int(ByteState.DATA), Role.PAD: int(ByteState.PAD)}
_KEY = "states"
_BYTE = DTYPES["uint8_t"]


def states_of(plan: Plan) -> Plan:
    """The Plan that writes into the byte states of a destination what ``plan`` makes of them; made once."""
    found = plan.compiled.get(_KEY)
    if found is None:
        steps = tuple(_filled(step, plan.dst_type.width) for step in plan.executable)
        found = plan.compiled[_KEY] = Plan(steps, _BYTE, _BYTE)
    return cast("Plan", found)


def _filled(step: Step, width: int) -> Step:
    """The bytes that a Step writes, filled with their state."""
    dst = Access(step.dst.offset * width, (1, *(stride * width for stride in step.dst.strides)))
    return Step((width, *step.shape), dst, fill=STATE[step.role], role=step.role)
