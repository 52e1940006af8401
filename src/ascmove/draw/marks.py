"""Marks: the element of an operand that a finding is about."""

from __future__ import annotations

import re

from ascmove.calls import Call
from ascmove.draw.cells import Side
from ascmove.draw.scene import Mark
from ascmove.draw.views.view import View
from ascmove.findings import Finding
from ascmove.hardware import capacity
from ascmove.plan import Plan, first_beyond

_SRC = re.compile(r"\bsrc|source|read")


def marks(call: Call, plan: Plan | None, view: View, findings: tuple[Finding, ...]) -> dict[Side, tuple[Mark, ...]]:
    """The marks of each operand, in the order of the findings."""
    found: dict[Side, list[Mark]] = {"src": [], "dst": []}
    for finding in findings:
        side, element = offender(call, plan, view, finding)
        found[side].append(Mark(finding.code, finding.severity, finding.message, finding.field, element))
    return {side: tuple(listed) for side, listed in found.items()}


def offender(call: Call, plan: Plan | None, view: View, finding: Finding) -> tuple[Side, int]:
    """Operand and element of a finding.

    What leaves a tensor is marked at the first element behind its end, a field at the element its line leads to, and
    everything else at the first element of the operand.
    """
    field = finding.field
    side: Side = "src" if _SRC.search(field or finding.message) else "dst"
    cut = _memory_end(call, side) if finding.code == "TEN006" else None
    if cut is not None:
        return side, cut
    if plan is not None:
        beyond = _beyond(call, plan, side) if field.endswith((".count", ".shape")) else None
        if beyond is not None:
            return side, beyond
    lines = [line for line in view.lines if line.field == field]
    lines = [line for line in lines if line.side == side] or lines
    if lines:
        return lines[0].side, lines[0].last
    return side, _first(plan, side)


def _first(plan: Plan | None, side: Side) -> int:
    for step in plan.steps if plan else ():
        access = step.src if side == "src" else step.dst
        if access is not None:
            return access.offset
    return 0


def _memory_end(call: Call, side: Side) -> int | None:
    """The first element that lies behind the end of its memory."""
    tensor = call.src if side == "src" else call.dst
    size = capacity(call.product, tensor.space)
    if size is None:
        return None
    element = max(0, size - tensor.address) // tensor.dtype.width
    return element if element < tensor.count else None


def _beyond(call: Call, plan: Plan, side: Side) -> int | None:
    """The first element touched behind the end of the tensor."""
    limit = (call.src if side == "src" else call.dst).count
    for step in plan.steps:
        access = step.src if side == "src" else step.dst
        index = None if access is None else first_beyond(step.shape, access, limit)
        if access is not None and index is not None:
            return access.at(index)
    return None
