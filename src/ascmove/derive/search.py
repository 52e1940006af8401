"""The fewest calls that do what a nest of loops says, by trying the whole first and cutting where it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import ceil, prod

from ascmove.calls import Call
from ascmove.derive.views import Nest
from ascmove.errors import BadArgument, RuleViolation
from ascmove.findings import Finding
from ascmove.moves.lowering import lower
from ascmove.moves.transfer import verdict_of
from ascmove.plan import Access, Plan, coalesced
from ascmove.plan.coalesce import ordered
from ascmove.plan.collide import first_collision

#: more calls than this are no answer
MOST_CALLS = 4096
_MOST_TRIES = 2000


class Cannot(Exception):
    """Why one call cannot do a nest: a text, or the findings of a call that would.

    ``loop`` and ``limit`` name a loop that fits once it has at most ``limit`` turns.
    """

    def __init__(
        self, reason: str = "", *, findings: Sequence[Finding] = (), loop: int | None = None, limit: int = 0
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.findings = tuple(findings)
        self.loop = loop
        self.limit = limit


Build = Callable[[Nest], Iterable[Call]]


@dataclass(frozen=True)
class _Try:
    """Turns per loop that one call takes."""

    sizes: tuple[int, ...]

    def calls(self, nest: Nest) -> int:
        return prod(ceil(loop.turns / size) for loop, size in zip(nest.loops, self.sizes, strict=True))

    def next(self, nest: Nest, why: Cannot) -> Iterator[_Try]:
        """Cuts to try after this one was refused: the loop that is known to be too long, and each loop on its own."""
        if why.loop is not None and self.sizes[why.loop] > why.limit:
            yield self._with(why.loop, why.limit)
        for k, loop in enumerate(nest.loops):
            if self.sizes[k] > 1 and not loop.padded:
                yield self._with(k, 1)

    def _with(self, k: int, size: int) -> _Try:
        return _Try((*self.sizes[:k], size, *self.sizes[k + 1 :]))


def fewest_calls(nest: Nest, build: Build) -> list[Call]:
    """The calls, in order. Raises RuleViolation or BadArgument with the reason when no list of calls does it."""
    cuts = not _hopeless(nest)
    whole = _Try(tuple(loop.turns for loop in nest.loops))
    waiting: list[tuple[int, int, _Try]] = [(1, 0, whole)]
    seen = {whole}
    reasons: list[Cannot] = []
    while waiting and len(seen) < _MOST_TRIES:
        _, _, attempt = heappop(waiting)
        try:
            return [_first_legal(tile, build) for tile in nest.tiles(attempt.sizes)]
        except Cannot as why:
            reasons.append(why)
            for cut in attempt.next(nest, why) if cuts else ():
                if cut not in seen and cut.calls(nest) <= MOST_CALLS:
                    seen.add(cut)
                    heappush(waiting, (cut.calls(nest), len(seen), cut))
    raise refusal(reasons)


def _first_legal(nest: Nest, build: Build) -> Call:
    """The first candidate that no rule refuses and that moves exactly the elements of the nest."""
    why: Cannot | None = None
    for call in build(nest):
        errors = errors_of(call)
        if errors:
            why = why or Cannot(findings=errors)
        elif not _same_moves(call, nest):
            why = why or Cannot("the call nearest to it moves other elements")
        else:
            return call
    raise why or Cannot("no form of the call fits")


def _hopeless(nest: Nest) -> bool:
    """True when cutting does not help: an axis goes backwards, or the destination names an element twice."""
    turning = [loop for loop in nest.loops if loop.turns > 1]
    if any(loop.src < 0 or loop.dst < 0 for loop in turning):
        return True
    return first_collision([loop.turns for loop in turning], [loop.dst for loop in turning]) is not None


def _same_moves(call: Call, nest: Nest) -> bool:
    """True when the call moves the elements of the nest, in whatever order; pads say themselves what they are."""
    if any(loop.padded for loop in nest.loops):
        return True
    plan = shifted(call)
    if plan == nest.plan:
        return True
    if len(plan.steps) != 1:
        return False
    return coalesced(ordered(plan.steps[0])) == coalesced(ordered(nest.plan.steps[0]))


def errors_of(call: Call) -> list[Finding]:
    """The errors of a call on tensors that hold nothing yet."""
    return [f for f in verdict_of(call).findings if f.severity == "error"]


def shifted(call: Call) -> Plan:
    """The Plan of a call counted from the start of the arrays, not of the views that the call gets."""
    plan = lower(call)

    def moved(access: Access | None, by: int) -> Access | None:
        return None if access is None else Access(access.offset + by, access.strides)

    steps = []
    for step in plan.steps:
        dst = moved(step.dst, call.dst.offset)
        assert dst is not None
        steps.append(replace(step, dst=dst, src=moved(step.src, call.src.offset)))
    return Plan(tuple(steps), plan.src_type, plan.dst_type, plan.quant_type)


def refusal(reasons: Sequence[Cannot]) -> Exception:
    """The exception for a copy that no list of calls does: why not one call, then why not several."""
    first = reasons[0]
    if first.findings:
        return RuleViolation(first.findings)
    lines = [first.reason]
    others = [why for why in reversed(reasons) if why.findings or why.reason != first.reason]
    # a rule that a call of fewer loops breaks says more than a run that was cut too short
    other = next((why for why in others if why.findings), others[0] if others else None)
    if other is not None:
        lines += [other.reason] if other.reason else [f"{f.message} (rule {f.code})" for f in other.findings[:3]]
    return BadArgument("\n".join(lines))
