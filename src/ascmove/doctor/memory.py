"""Memory of a replay: what is known of it, and which elements of a result come from where nothing is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import ascmove.engine as engine
from ascmove.formats.dtype import dtype
from ascmove.plan import Access, Plan, Step
from ascmove.plan.extent import step_extent
from ascmove.tensors import POISON
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]

#: bytes that a replay may reach; a copy that goes further is not tried
MOST = 1 << 26
_FLAG = dtype("uint8_t")


class Roomy:
    """Known bytes, and as many unknown ones behind them as a wrong copy reaches."""

    def __init__(self, known: Bytes) -> None:
        self.size = known.size
        self._content = known

    def reaching(self, stop: int) -> Bytes:
        """The content, at least ``stop`` bytes of it. Raises IndexError far beyond what is known."""
        if stop > self.size + MOST:
            raise IndexError("far beyond the memory")
        if stop > self._content.size:
            grown: Bytes = np.full(stop + stop // 2, POISON, np.uint8)
            grown[: self.size] = self._content[: self.size]
            self._content = grown
        return self._content


def unknown_elements(plan: Plan, held: dict[str, int], into: int, count: int) -> Array | None:
    """Which of ``count`` destination elements take something that nobody knows; None where all is known.

    ``held``: known elements of each operand that is read, from where the Plan counts. ``into``: the element of the
    destination from which the Plan counts.
    """
    flags: Array | None = None
    for operand, known in held.items():
        reach = step_extent(plan.steps, operand).stop
        if reach <= known:
            continue
        through = Plan(tuple(_flagging(step, operand) for step in plan.steps), _FLAG, _FLAG)
        unknown: Bytes = np.ones(reach, np.uint8)
        unknown[: max(0, known)] = 0
        found: Bytes = np.zeros(max(count, into + through.dst_extent.stop), np.uint8)
        engine.run(through, found[into:], unknown)
        flags = found[:count] if flags is None else flags | found[:count]
    return None if flags is None or not flags.any() else flags.astype(np.bool_)


def _flagging(step: Step, operand: str) -> Step:
    """The Step moving flags of one operand; a fill is known."""
    access: Access | None = getattr(step, operand)
    if access is None:
        return Step(step.shape, step.dst, fill=0)
    return Step(step.shape, step.dst, access)


def clipped(plan: Plan, size: int) -> Plan:
    """The Plan without turns that write behind element ``size`` in any case; they leave no trace."""
    if plan.dst_extent.stop <= size * plan.dst_type.width:
        return plan
    steps = tuple(s for s in (_clipped(step, size) for step in plan.steps) if s is not None)
    return replace(plan, steps=steps, hidden=0)


def _clipped(step: Step, size: int) -> Step | None:
    room = size - 1 - step.dst.offset
    if room < 0:
        return None
    turns = tuple(
        min(n, room // stride + 1) if stride else n for n, stride in zip(step.shape, step.dst.strides, strict=True)
    )
    return replace(step, shape=turns)
