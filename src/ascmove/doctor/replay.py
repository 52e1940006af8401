"""What a call with a mistake in it would leave in the destination: its Plan, run without asking any rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ascmove import engine
from ascmove.calls import Call
from ascmove.doctor.fields import with_values
from ascmove.doctor.kinds import Changes
from ascmove.doctor.words import changed_word
from ascmove.errors import AscMoveError
from ascmove.formats.conversion import Conversion, Multiplier
from ascmove.formats.convert import convert
from ascmove.moves.lowering import lower
from ascmove.plan import Plan, Step
from ascmove.tensors import POISON
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]

#: bytes behind a buffer that a wrong copy may reach; what lies there is not known
_BEYOND = 1 << 20
#: elements written per byte of the destination; a copy with more writes the same ones over and over
_MOST_TURNS = 4
_OTHER_WIDTH = {Multiplier.FLOAT19: Multiplier.FLOAT32, Multiplier.FLOAT32: Multiplier.FLOAT19}


class Replay:
    """Runs variants of one call on the content of its tensors; nothing of the core changes.

    ``before``: the bytes of the whole destination before the call.
    """

    def __init__(self, call: Call, before: Bytes) -> None:
        self.call = call
        self._src = _with_room(call.src.whole.buffer())
        self._before = before
        self._words = call.parameters()
        self._converted: dict[Conversion, Bytes] = {}

    def result(self, changes: Changes = ()) -> tuple[Bytes, Plan] | None:
        """The bytes of the whole destination and the Plan; None where such a call makes no sense at all."""
        numbers = {name: value for name, value in changes if isinstance(value, int)}
        notes = {name: value for name, value in changes if isinstance(value, str)}
        try:
            call = with_values(self.call, numbers) if numbers else self.call
            plan = _edited(lower(call), notes)
            return self._run(call, plan, notes), plan
        except (AscMoveError, ArithmeticError, ValueError, IndexError, AssertionError):
            return None  # a count below 1, a burst of no length, a reach far beyond the memory

    def inside(self, changes: Changes) -> bool:
        """True when the call with these changes stays inside of its tensors, so that it could really have run."""
        numbers = {name: value for name, value in changes if isinstance(value, int)}
        try:
            call = with_values(self.call, numbers)
            plan = lower(call)
        except (AscMoveError, ArithmeticError, ValueError, IndexError, AssertionError):
            return False
        pairs = ((call.src, plan.src_extent), (call.dst, plan.dst_extent))
        return all(extent.stop <= tensor.nbytes for tensor, extent in pairs)

    def _run(self, call: Call, plan: Plan, notes: Mapping[str, str]) -> Bytes:
        into = call.dst.offset * call.dst.dtype.width
        if plan.elements_written > _MOST_TURNS * max(1, self._before.size):
            raise IndexError("far more elements than the destination has")
        size = max(self._before.size, into + plan.dst_extent.stop)
        if size > self._before.size + _BEYOND:
            raise IndexError("far beyond the destination")
        result: Bytes = np.full(size, POISON, np.uint8)
        result[: self._before.size] = self._before
        dst = result[into:]
        start = call.src.offset * call.src.dtype.width
        words = self._words
        if words is not None and "words" in notes:
            words = _changed_words(words, notes["words"])
        shared = _one_conversion(plan)
        if shared is not None:
            source = self._all_converted(shared)[call.src.offset * plan.dst_type.width :]
            engine.run(_without_conversion(plan), dst, source)
        else:
            engine.run(plan, dst, self._src[start:], words)
        return result[: self._before.size]

    def _all_converted(self, conversion: Conversion) -> Bytes:
        """Every element of the source converted once: variants of the geometry only move them."""
        found = self._converted.get(conversion)
        if found is None:
            known = self._src[: -_BEYOND + conversion.src.width].view(conversion.src.carrier)
            with np.errstate(all="ignore"):
                elements = convert(conversion, known)
            beyond = np.full(_BEYOND // conversion.src.width - 1, elements[-1], elements.dtype)
            found = self._converted[conversion] = np.concatenate((elements, beyond)).view(np.uint8)
        return found


def _with_room(content: Bytes) -> Bytes:
    room: Bytes = np.full(content.size + _BEYOND, POISON, np.uint8)
    room[: content.size] = content
    return room


def _one_conversion(plan: Plan) -> Conversion | None:
    """The conversion of a Plan whose elements all take the same word, or none."""
    found = {step.convert for step in plan.steps}
    if len(found) == 1 and all(step.quant is None and step.src is not None for step in plan.steps):
        return next(iter(found))
    return None


def _without_conversion(plan: Plan) -> Plan:
    steps = tuple(Step(s.shape, s.dst, s.src, role=s.role) for s in plan.steps)
    return Plan(steps, plan.dst_type, plan.dst_type)


def _edited(plan: Plan, notes: Mapping[str, str]) -> Plan:
    if "multiplier" not in notes:
        return plan
    steps = []
    for step in plan.steps:
        conversion = step.convert
        if conversion is None or conversion.multiplier not in _OTHER_WIDTH:
            raise ValueError("no multiplier of another width")
        other = replace(conversion, multiplier=_OTHER_WIDTH[conversion.multiplier])
        steps.append(replace(step, convert=other))
    return Plan(tuple(steps), plan.src_type, plan.dst_type, plan.quant_type, plan.loops)


def _changed_words(words: Bytes, change: str) -> Bytes:
    if words.size % 8:
        raise ValueError("words of 2 bytes have no fields")
    changed = [changed_word(change, int(word)) for word in words.view(np.uint64)]
    return np.array(changed, np.uint64).view(np.uint8)
