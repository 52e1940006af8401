"""Where elements are wrong, in the loops of the copy: every 16th column, the second fractal, the last rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ascmove.findings.wording import several
from ascmove.plan import Plan, Step

Array = np.ndarray[Any, Any]


def describe_pattern(plan: Plan, wrong: Array, offset: int) -> list[str]:
    """Lines about the elements of a destination that are wrong.

    ``wrong``: one flag per element of the whole destination. ``offset``: where the call's destination starts in it.
    """
    total = int(np.count_nonzero(wrong))
    if not total:
        return ["no element is wrong"]
    first, last = (int(np.flatnonzero(wrong)[k]) for k in (0, -1))
    where = f"are wrong, the first is {first}, the last {last}" if total > 1 else f"is wrong: {first}"
    lines = [f"{total} of {several(wrong.size, 'element')} {where}"]
    written = np.zeros(wrong.size, np.bool_)
    for step in plan.steps:
        places = _places(step) + offset
        inside = (places >= 0) & (places < wrong.size)
        written[places[inside]] = True
        hits = np.zeros(places.shape, np.bool_)
        hits[inside] = wrong[places[inside]]
        if hits.any():
            names = (
                plan.loops if len(plan.loops) == len(step.shape) else tuple(f"loop {k}" for k in range(len(step.shape)))
            )
            lines += _step_lines(hits, names)
    stray = int(np.count_nonzero(wrong & ~written))
    if stray:
        lines.append(f"{stray} of them are elements that the copy does not write")
    return list(dict.fromkeys(lines))


def is_tail(plan: Plan, wrong: Array, visible: Array, offset: int) -> bool:
    """True when the wrong elements are exactly the last ones, by address or in the order of the copy.

    ``visible``: elements in which the copy shows at all.
    """
    order = np.concatenate([_places(step).reshape(-1) for step in plan.steps]) + offset
    order = order[(order >= 0) & (order < wrong.size)]
    for written in (order, np.sort(order)):
        flags = wrong[written[visible[written]]]
        if flags.any() and flags[int(np.argmax(flags)) :].all():
            return True
    return False


def _places(step: Step) -> Array:
    """Destination elements of a Step, axes innermost last."""
    found: Array = np.full((), step.dst.offset, np.int64)
    for n, stride in zip(reversed(step.shape), reversed(step.dst.strides), strict=True):
        found = found[..., None] + np.arange(n, dtype=np.int64) * stride
    return found


def _step_lines(hits: Array, names: tuple[str, ...]) -> list[str]:
    """One line that says which turns of which loops are wrong; exactly these where the wrong ones form a box."""
    axes = range(hits.ndim)
    turns = [np.flatnonzero(hits.any(axis=tuple(a for a in axes if a != axis))) for axis in axes]
    box = np.ix_(*turns)
    share = float(hits[box].mean())
    parts = []
    for axis in axes:
        name, size = names[hits.ndim - 1 - axis], hits.shape[axis]
        text = _turns(turns[axis], size)
        if text and size > 1:
            parts.append(f"{name} {text}")
    where = ", ".join(parts) or "everywhere"
    return [where if share == 1.0 else f"{where} ({share:.0%} of these)"]


def _turns(turns: Array, size: int) -> str:
    """Which turns of a loop, in words; empty for all of them."""
    if turns.size == size:
        return ""
    if turns.size == 1:
        at = int(turns[0])
        return f"{at} (the last)" if at == size - 1 else str(at)
    steps = np.unique(np.diff(turns))
    low, high = int(turns[0]), int(turns[-1])
    if steps.size == 1 and int(steps[0]) == 1:
        if high == size - 1:
            return f"{low} to {high} (the last {turns.size})"
        return f"{low} to {high}" if low else f"0 to {high} (the first {turns.size})"
    if steps.size == 1:
        return (
            f"every {int(steps[0])}th from {low} on"
            if int(steps[0]) > 3
            else f"every {_NTH[int(steps[0])]} from {low} on"
        )
    return f"{turns.size} of {size}"


_NTH = {2: "second", 3: "third"}
