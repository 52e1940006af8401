"""A mistake planted in a case: what the mistaken call leaves in the destination, whether a rule refuses it or not."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np

from ascmove import engine
from ascmove.calls import Call
from ascmove.cases import Case
from ascmove.errors import CaseError
from ascmove.formats.conversion import Multiplier
from ascmove.moves.lowering import lower
from ascmove.plan import Plan
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]
#: what is written instead, by the place in the case; or "stale" (True, or elements that had arrived), or
#: "other multiplier"
Wrong = dict[str, Any]

_OTHER = {Multiplier.FLOAT19: Multiplier.FLOAT32, Multiplier.FLOAT32: Multiplier.FLOAT19}


def loaded(data: dict[str, Any]) -> tuple[Call, Array]:
    """The call of a case on loaded tensors, and the destination before it."""
    setup = Case.from_dict(data).setup()
    setup.load_global()
    for operand in setup.operands:
        if not operand.is_global:
            operand.load(setup.base)
    return setup.call, setup.dst.initial(setup.base)


def mistaken(data: dict[str, Any], wrong: Wrong) -> dict[str, Any]:
    """The case with the mistake in it."""
    data = deepcopy(data)
    for path, value in wrong.items():
        if path not in ("stale", "other multiplier"):
            *way, last = path.split(".")
            node: Any = data
            for key in way:
                node = node[int(key)] if isinstance(node, list) else node[key]
            node[int(last) if isinstance(node, list) else last] = value
    return data


def is_legal(data: dict[str, Any]) -> bool:
    """True when no rule refuses the case."""
    try:
        return not any(f.severity == "error" for f in Case.from_dict(data).diagnose())
    except CaseError:
        return False


def left_by(data: dict[str, Any], wrong: Wrong, seed: int = 0) -> Array:
    """The whole destination after the mistaken call on the content of the case; behind its source lie random bytes.

    What the call writes behind the destination is lost. Raises an error where the call has no meaning at all.
    """
    right, before = loaded(data)
    if "stale" in wrong:
        arrived = wrong["stale"]
        return before if arrived is True else np.concatenate((left_by(data, {})[:arrived], before[arrived:]))
    call = Case.from_dict(mistaken(data, wrong)).call(mode="relaxed", limits="host")
    words = _words(mistaken(data, wrong))
    plan = lower(call)
    if "other multiplier" in wrong:
        plan = _with_other_multiplier(plan)
    width = call.dst.dtype.width
    room = _with_room(before.view(np.uint8), call.dst.offset * width + plan.dst_extent.stop, seed)
    start = call.src.offset * call.src.dtype.width
    source = _with_room(right.src.whole.buffer(), start + plan.src_extent.stop, seed + 1)
    if words is not None:
        words = _with_room(words, plan.quant_extent.stop, seed + 2)
    engine.run(plan, room[call.dst.offset * width :], source[start:], words)
    return room[: before.nbytes].view(before.dtype)


def _words(data: dict[str, Any]) -> Bytes | None:
    setup = Case.from_dict(data).setup(mode="relaxed", limits="host")
    for operand in setup.operands:
        if operand.name not in ("src", "dst"):
            operand.load(setup.base)
    return setup.call.parameters()


def _with_room(content: Bytes, stop: int, seed: int) -> Bytes:
    if stop > 1 << 26:
        raise IndexError("far beyond the memory")
    behind = max(0, stop - content.size) + 64
    return np.concatenate((content, np.random.default_rng(seed).integers(0, 256, behind, np.uint8)))


def _with_other_multiplier(plan: Plan) -> Plan:
    steps = []
    for step in plan.steps:
        assert step.convert is not None
        steps.append(replace(step, convert=replace(step.convert, multiplier=_OTHER[step.convert.multiplier])))
    return replace(plan, steps=tuple(steps))
