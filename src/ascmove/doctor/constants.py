"""Pads that hold another constant than they should."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ascmove.calls import NdDmaCall
from ascmove.calls.call import Call
from ascmove.doctor.kinds import Kind, Mistake
from ascmove.formats import decode
from ascmove.formats.dtype import DType
from ascmove.plan import Plan, Role

Array = np.ndarray[Any, Any]

NAME = "constant_value"


def constant_mistakes(call: Call, plan: Plan, wrong: Array) -> list[Mistake]:
    """The constant of NDDMA as what most of the ``wrong`` elements hold; none where the call has no such pads."""
    should = {step.fill for step in plan.steps if step.role is Role.PAD}
    if not isinstance(call, NdDmaCall) or len(should) != 1 or None in should or not wrong.size:
        return []
    patterns, counts = np.unique(wrong, return_counts=True)
    held = int(patterns[counts.argmax()])
    good, bad = (_shown(bits, call.dst.dtype) for bits in (int(should.pop() or 0), held))
    return [Mistake(Kind.OTHER, ((NAME, hex(held)),), f"the pads are made of {bad}, not of {good}")]


def with_constant(plan: Plan, pattern: str) -> Plan:
    """The Plan with pads of another bit pattern."""
    steps = (replace(s, fill=int(pattern, 16)) if s.role is Role.PAD and s.fill is not None else s for s in plan.steps)
    return replace(plan, steps=tuple(steps))


def _shown(bits: int, kind: DType) -> str:
    value = decode(np.array([bits], kind.bits), kind)[0]
    return f"{value:g} (0x{bits:0{2 * kind.width}x})" if isinstance(value, np.floating) else str(value)
