"""What a call with a mistake in it would leave in the destination: its Plan, run without asking any rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

import ascmove.engine as engine
from ascmove.calls import Call
from ascmove.doctor.constants import NAME as CONSTANT
from ascmove.doctor.constants import with_constant
from ascmove.doctor.fields import with_values
from ascmove.doctor.kinds import Changes
from ascmove.doctor.memory import Roomy, clipped, unknown_elements
from ascmove.doctor.words import changed_word
from ascmove.errors import AscMoveError
from ascmove.formats.conversion import Conversion, Multiplier
from ascmove.formats.convert import convert
from ascmove.moves.lowering import lower
from ascmove.plan import Plan, Step
from ascmove.tensors import POISON
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]

#: elements written per byte of the destination; a copy with more writes the same ones over and over
_MOST_TURNS = 4
_OTHER_WIDTH = {Multiplier.FLOAT19: Multiplier.FLOAT32, Multiplier.FLOAT32: Multiplier.FLOAT19}
#: calls that make no sense at all: a count below 1, a burst of no length, a reach far beyond the memory
_SENSELESS = (AscMoveError, ArithmeticError, ValueError, IndexError, AssertionError)


class Outcome(NamedTuple):
    """What a call leaves: the bytes of the whole destination, and its Plan.

    ``excess``: how far the call reaches behind its tensors, in sizes of the tensor, rounded up; 0 inside of them.
    ``unknown``: a flag per element of the destination that takes what nobody knows, from behind the end of a tensor;
    None where all is known.
    """

    content: Bytes
    plan: Plan
    excess: int
    unknown: Array | None


class Replay:
    """Runs variants of one call on the content of its tensors; nothing of the core changes.

    ``before``: the bytes of the whole destination before the call.
    """

    def __init__(self, call: Call, before: Bytes) -> None:
        self.call = call
        self._src = Roomy(call.src.whole.buffer())
        self._before = before
        words = call.parameters()
        self._words = None if words is None else Roomy(words)
        self._changed_words: dict[str, Roomy] = {}
        self._converted: dict[Conversion, Roomy] = {}

    def result(self, changes: Changes = ()) -> Outcome | None:
        """What the call with these changes leaves; None where such a call makes no sense at all."""
        numbers = {name: value for name, value in changes if isinstance(value, int)}
        notes = {name: value for name, value in changes if isinstance(value, str)}
        try:
            call = with_values(self.call, numbers) if numbers else self.call
            return self._run(call, _edited(lower(call), notes), notes)
        except _SENSELESS:
            return None

    def _run(self, call: Call, whole: Plan, notes: Mapping[str, str]) -> Outcome:
        pairs = ((call.src, whole.src_extent), (call.dst, whole.dst_extent))
        excess = max(-(-(extent.stop - tensor.nbytes) // max(1, tensor.nbytes)) for tensor, extent in pairs)
        width, into = call.dst.dtype.width, call.dst.offset
        count = self._before.size // width
        plan = clipped(whole, count - into)
        if plan.elements_written > _MOST_TURNS * max(1, self._before.size):
            raise IndexError("far more elements than the destination has")
        result: Bytes = np.full(max(self._before.size, into * width + plan.dst_extent.stop), POISON, np.uint8)
        result[: self._before.size] = self._before
        self._move(call, plan, notes, result[into * width :])
        return Outcome(result[: self._before.size], whole, max(0, excess), self._unknown(call, plan, into, count))

    def _move(self, call: Call, plan: Plan, notes: Mapping[str, str], dst: Bytes) -> None:
        start = call.src.offset
        shared = _one_conversion(plan)
        if shared is None:
            at = start * call.src.dtype.width
            source = self._src.reaching(at + plan.src_extent.stop)[at:]
            engine.run(plan, dst, source, self._quant(plan, notes))
            return
        moves = _without_conversion(plan)
        at = start * plan.dst_type.width
        engine.run(moves, dst, self._all_converted(shared).reaching(at + moves.src_extent.stop)[at:])

    def _quant(self, plan: Plan, notes: Mapping[str, str]) -> Bytes | None:
        if self._words is None:
            return None
        words, change = self._words, notes.get("words")
        if change is not None:
            words = self._changed_words.get(change) or _with_change(words, change)
            self._changed_words[change] = words
        return words.reaching(plan.quant_extent.stop)

    def _unknown(self, call: Call, plan: Plan, into: int, count: int) -> Array | None:
        held = {"src": self._src.size // call.src.dtype.width - call.src.offset}
        if self._words is not None and plan.quant_type is not None:
            held["quant"] = self._words.size // plan.quant_type.width
        return unknown_elements(plan, held, into, count)

    def _all_converted(self, conversion: Conversion) -> Roomy:
        """Every element of the source converted once: variants of the geometry only move them."""
        found = self._converted.get(conversion)
        if found is None:
            whole = self._src.size // conversion.src.width * conversion.src.width
            known = self._src.reaching(0)[:whole].view(conversion.src.carrier)
            with np.errstate(all="ignore"):
                elements = convert(conversion, known)
            found = self._converted[conversion] = Roomy(np.ascontiguousarray(elements).view(np.uint8))
        return found


def _one_conversion(plan: Plan) -> Conversion | None:
    """The conversion of a Plan whose elements all take the same word, or none."""
    found = {step.convert for step in plan.steps}
    if len(found) == 1 and all(step.quant is None and step.src is not None for step in plan.steps):
        return next(iter(found))
    return None


def _without_conversion(plan: Plan) -> Plan:
    steps = tuple(Step(s.shape, s.dst, s.src, role=s.role) for s in plan.steps)
    return Plan(steps, plan.dst_type, plan.dst_type)


def _with_other_width(plan: Plan, _: str) -> Plan:
    steps = []
    for step in plan.steps:
        conversion = step.convert
        if conversion is None or conversion.multiplier not in _OTHER_WIDTH:
            raise ValueError("no multiplier of another width")
        other = replace(conversion, multiplier=_OTHER_WIDTH[conversion.multiplier])
        steps.append(replace(step, convert=other))
    return replace(plan, steps=tuple(steps))


#: changes of a Plan, by the name of what a mistake changes
_EDITS: dict[str, Callable[[Plan, str], Plan]] = {CONSTANT: with_constant, "multiplier": _with_other_width}


def _edited(plan: Plan, notes: Mapping[str, str]) -> Plan:
    for name in _EDITS.keys() & notes.keys():
        plan = _EDITS[name](plan, notes[name])
    return plan


def _with_change(words: Roomy, change: str) -> Roomy:
    if words.size % 8:
        raise ValueError("words of 2 bytes have no fields")
    changed = [changed_word(change, int(word)) for word in words.reaching(0)[: words.size].view(np.uint64)]
    return Roomy(np.array(changed, np.uint64).view(np.uint8))
