"""The search: which mistakes, applied to a call, reproduce the bytes that were found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ascmove.calls import Call
from ascmove.doctor.constants import constant_mistakes
from ascmove.doctor.field import Field
from ascmove.doctor.fields import fields_of
from ascmove.doctor.kinds import Changes, Kind, Mistake
from ascmove.doctor.mistakes import other_numbers, single_mistakes
from ascmove.doctor.pattern import describe_pattern, is_tail
from ascmove.doctor.replay import Replay
from ascmove.doctor.report import Diagnosis, Explanation
from ascmove.doctor.shapes import layout_mistakes
from ascmove.doctor.words import multiplier_mistakes, word_mistakes
from ascmove.errors import BadArgument
from ascmove.findings.wording import several
from ascmove.plan import Plan
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]

#: pairs are made of the best singles with all others, of the very best ones first
_FIRST_OF_PAIR, _BEST = 40, 3
_KEPT = 10
#: of the time that single mistakes leave, for numbers without a known reason
_SHARE = 0.25


def examine(
    call: Call, actual: object, *, before: object = None, expected: object = None, seconds: float = 1.2
) -> Diagnosis:
    """Explain ``actual``, what the whole destination of ``call`` really held afterwards.

    ``call`` is as it should be; its source holds the data. ``before``: the whole destination before the copy (default:
    what the tensor holds now). ``expected``: what it should hold; where ``actual`` is what the call as written gives,
    the mistake is in the call, and the search goes for changes that give ``expected``. Single mistakes come first, then
    pairs for as long as ``seconds`` allow. Raises BadArgument when a content has another size than the destination.

    >>> import numpy as np, ascmove as am
    >>> from ascmove.calls import BasicCall
    >>> core = am.Core("ascend-950")
    >>> x = core.global_tensor(np.arange(64, dtype=np.float32))
    >>> call = BasicCall(core.local_tensor("VECIN", "float", 32, fill=0), x, am.DataCopyParams(2, 2, 1, 0))
    >>> actual = np.float32([*range(16), *range(40, 56)])
    >>> print(examine(call, actual).best)
    pitch instead of gap: src_gap = 3 instead of 1; start to start instead of end to start
    """
    kind, whole = call.dst.dtype, call.dst.whole
    found = _bytes("actual", actual, whole.nbytes)
    held = whole.buffer().copy() if before is None else _bytes("before", before, whole.nbytes)
    search = _Search(call, found.view(kind.bits), held, perf_counter() + seconds)
    reference = search.reference()
    wrong = reference != search.actual
    undo = not wrong.any() and expected is not None
    if undo:
        search.actual, search.undo = _bytes("expected", expected, whole.nbytes).view(kind.bits), True
        wrong = reference != search.actual
    if not wrong.any():
        return Diagnosis(call, wrong, (), ())
    explanations = search.explanations(wrong)
    return Diagnosis(call, wrong, explanations, describe_pattern(search.plan, wrong, call.dst.offset), undo)


def _bytes(name: str, values: object, size: int) -> Bytes:
    flat = np.ascontiguousarray(np.asarray(values)).reshape(-1)
    if flat.nbytes != size:
        raise BadArgument(f"{name} holds {flat.nbytes} B, the destination {size} B")
    return flat.view(np.uint8)


class Trial(NamedTuple):
    """Mistakes tried together: elements left unexplained, elements that nobody can know, reach behind the tensors.

    ``proof``: whether something that is wrong is explained by what is known.
    """

    wrong: int
    unknown: int
    excess: int
    proof: bool
    mistakes: tuple[Mistake, ...]

    @property
    def changes(self) -> Changes:
        """All changes of the call."""
        return tuple(change for mistake in self.mistakes for change in mistake.changes)

    @property
    def left(self) -> int:
        """Elements left unexplained: what nobody can know explains nothing unless all the rest is explained."""
        return self.wrong and self.wrong + self.unknown

    @property
    def belief(self) -> tuple[int, ...]:
        """Sort key: what explains more, with fewer mistakes, in a call that could run, by likelier kinds."""
        # a late read proves nothing about the call: it does not come before a mistake that a rule would refuse
        late = self.mistakes[0].kind in (Kind.STALE_TAIL, Kind.STALE_PART)
        exact = self.wrong == 0
        refused = exact * ((2 if late else min(self.excess, 1)) if self.proof else 3)
        doubt = sum(m.doubt for m in self.mistakes)
        ranks = sorted((m.kind.rank for m in self.mistakes), reverse=True)
        excess = exact * self.excess
        numbers = len(self.changes)
        return self.left, len(self.mistakes), refused, self.unknown, doubt, excess, *ranks, numbers


class _Search:
    """Trying mistakes on one call against one result."""

    def __init__(self, call: Call, actual: Array, before: Bytes, deadline: float) -> None:
        self.call = call
        self.actual = actual
        self.before = before.view(actual.dtype)
        self._replay = Replay(call, before)
        self._deadline = deadline
        self._names: dict[Changes, tuple[Kind, ...]] = {}
        self._known: dict[Changes, tuple[int, int, int, bool] | None] = {}
        self.plan: Plan
        self.undo = False
        self._fields: dict[str, Field] = {field.name: field for field in fields_of(call)}

    def reference(self) -> Array:
        """The destination after the call as it should be."""
        done = self._replay.result()
        if done is None:
            raise BadArgument("the call itself cannot run; ascmove check says why")
        self.plan = done.plan
        self._reference: Array = done.content.view(self.actual.dtype)
        return self._reference

    def explanations(self, wrong: Array) -> list[Explanation]:
        """The best explanations, single mistakes before pairs."""
        self._wrong, self._baseline = wrong, int(np.count_nonzero(wrong))
        singles = self._tried(self._singles())
        found = [*singles, *self._unwritten(wrong)]
        if not any(trial.wrong == 0 for trial in found):
            found += self._tried(((m,) for m in other_numbers(list(self._fields.values()))), _SHARE)
        if not any(trial.wrong == 0 for trial in found):
            found += self._tried(self._pairs(singles))
        worth = (t for t in found if not t.wrong or 2 * t.left <= self._baseline)
        return self._merged(sorted(worth, key=lambda t: t.belief))

    def _singles(self) -> Iterator[tuple[Mistake, ...]]:
        widths = (self.call.src.dtype.width, self.call.dst.dtype.width)
        extra = [*(word_mistakes() if self.call.parameters() is not None else ()), *multiplier_mistakes()]
        extra += layout_mistakes(self.call)
        extra += constant_mistakes(self.call, self.plan, self.actual[self._wrong])
        for mistake in [*single_mistakes(list(self._fields.values()), widths, self.undo), *extra]:
            names = self._names.get(mistake.changes, ())
            self._names[mistake.changes] = tuple(dict.fromkeys((*names, mistake.kind)))
            yield (mistake,)

    def _pairs(self, singles: list[Trial]) -> Iterator[tuple[Mistake, ...]]:
        """Pairs of different parameters: the best singles with every other, then the more promising ones first."""
        ordered = [trial.mistakes[0] for trial in sorted(singles, key=lambda t: t.belief)]
        seen: dict[Changes, Mistake] = {}
        for mistake in ordered:
            seen.setdefault(mistake.changes, mistake)
        unique = list(seen.values())
        best = ((first, second) for first in range(_BEST) for second in range(first + 1, len(unique)))
        sums = (
            (first, total - first)
            for total in range(1, 2 * len(unique))
            for first in range(max(0, total - len(unique) + 1), min(_FIRST_OF_PAIR, (total + 1) // 2))
        )
        for first, second in chain(best, sums):
            a, b = unique[first], unique[second]
            if not {n for n, _ in a.changes} & {n for n, _ in b.changes}:
                yield (a, b)

    def _tried(self, candidates: Iterable[tuple[Mistake, ...]], share: float = 1.0) -> list[Trial]:
        """What trying them gives; ``share`` of the time that is left is theirs."""
        now = perf_counter()
        until = now + share * (self._deadline - now)
        done: list[Trial] = []
        for mistakes in candidates:
            if perf_counter() > until:
                break
            changes = tuple(change for mistake in mistakes for change in mistake.changes)
            if changes not in self._known:
                self._known[changes] = self._compared(changes)
            found = self._known[changes]
            if found is not None:
                done.append(Trial(*found, mistakes))
                if found[0] == 0 and len(mistakes) > 1:
                    break
        return done

    def _compared(self, changes: Changes) -> tuple[int, int, int, bool] | None:
        """What a Trial of these changes says; None where they make no sense or explain nothing."""
        outcome = self._replay.result(changes)
        if outcome is None:
            return None
        differs = outcome.content.view(self.actual.dtype) != self.actual
        unknown = outcome.unknown
        if unknown is None:
            return int(np.count_nonzero(differs)), 0, outcome.excess, True
        proof = bool((self._wrong & ~unknown).any())
        if not proof and not self._wrong[unknown].any():
            return None
        wrong = int(np.count_nonzero(differs & ~unknown))
        return wrong, int(np.count_nonzero(unknown)), outcome.excess, proof

    def _unwritten(self, wrong: Array) -> list[Trial]:
        """Elements that still hold what was there before: all of them, or those that are wrong."""
        if self.undo:
            return []
        if np.array_equal(self.actual, self.before):
            why = "the destination holds what it held before: it was read before the copy had arrived"
            return [Trial(0, 0, 0, True, (Mistake(Kind.STALE, (), why),))]
        if not np.array_equal(self.actual[wrong], self.before[wrong]):
            return []
        count = int(np.count_nonzero(wrong))
        visible = self._reference != self.before
        tail = is_tail(self.plan, wrong, visible, self.call.dst.offset)
        kind = Kind.STALE_TAIL if tail else Kind.STALE_PART
        they, hold = ("it", "holds") if count == 1 else ("they", "hold")
        was = f"{they} {'was' if count == 1 else 'were'}"
        why = f"{several(count, 'element')} {hold} what {they} held before: {was} read before {they} had arrived"
        return [Trial(0, 0, 0, True, (Mistake(kind, (), why),))]

    def _merged(self, found: Sequence[Trial]) -> list[Explanation]:
        """One explanation per set of changes, with every name it goes by."""
        groups: dict[frozenset[tuple[str, int | str]], list[Trial]] = {}
        for trial in found:
            groups.setdefault(frozenset(trial.changes), []).append(trial)
        made = []
        for trials in list(groups.values())[:_KEPT]:
            best = trials[0]
            named = [(m.kind, *self._names.get(m.changes, ())) for trial in trials for m in trial.mistakes]
            kinds = tuple(dict.fromkeys(kind for names in named for kind in names))
            changes = tuple((name, self._value(name), bad) for name, bad in best.changes)
            why = "; ".join(m.why for m in best.mistakes)
            made.append(Explanation(kinds, changes, why, best.wrong, best.unknown, len(best.mistakes), best.proof))
        return made

    def _value(self, name: str) -> int | str:
        field = self._fields.get(name)
        return name if field is None else field.value
