"""The search: which mistakes, applied to a call, reproduce the bytes that were found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from ascmove.calls import Call
from ascmove.doctor.fields import Field, fields_of
from ascmove.doctor.kinds import Changes, Kind, Mistake
from ascmove.doctor.mistakes import single_mistakes
from ascmove.doctor.pattern import describe_pattern, is_tail
from ascmove.doctor.replay import Replay
from ascmove.doctor.report import Diagnosis, Explanation
from ascmove.doctor.words import multiplier_mistakes, word_mistakes
from ascmove.errors import BadArgument
from ascmove.plan import Plan
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]
#: elements left unexplained, and the mistakes tried
Trial = tuple[int, tuple[Mistake, ...]]

#: pairs are made of the best singles with all others
_FIRST_OF_PAIR = 40
_KEPT = 10


def examine(
    call: Call, actual: object, *, before: object = None, expected: object = None, seconds: float = 1.5
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
    >>> call = BasicCall(core.local_tensor("VECIN", "float", 32, fill=0), x, am.DataCopyParams(2, 1, 1, 1))
    >>> actual = np.zeros(32, np.float32)
    >>> actual[:8], actual[16:24] = np.arange(8), np.arange(24, 32)
    >>> print(examine(call, actual).best)
    pitch instead of gap or off by one or wrong C0: src_gap = 2 instead of 1; start to start instead of end to start
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


class _Search:
    """Trying mistakes on one call against one result."""

    def __init__(self, call: Call, actual: Array, before: Bytes, deadline: float) -> None:
        self.call = call
        self.actual = actual
        self.before = before.view(actual.dtype)
        self._replay = Replay(call, before)
        self._deadline = deadline
        self._names: dict[Changes, tuple[Kind, ...]] = {}
        self.plan: Plan
        self.undo = False
        self._fields: dict[str, Field] = {field.name: field for field in fields_of(call)}

    def reference(self) -> Array:
        """The destination after the call as it should be."""
        done = self._replay.result()
        if done is None:
            raise BadArgument("the call itself cannot run; ascmove check says why")
        result, self.plan = done
        self._reference: Array = result.view(self.actual.dtype)
        return self._reference

    def explanations(self, wrong: Array) -> list[Explanation]:
        """The best explanations, single mistakes before pairs."""
        baseline = int(np.count_nonzero(wrong))
        singles = self._tried(self._singles())
        found = [(n, mistakes) for n, mistakes in singles if n < baseline]
        found += self._unwritten(wrong)
        if not any(n == 0 for n, _ in found):
            found += [(n, m) for n, m in self._tried(self._pairs(singles)) if n < baseline]
        return self._merged(sorted(found, key=self._belief))

    def _singles(self) -> Iterator[tuple[Mistake, ...]]:
        widths = (self.call.src.dtype.width, self.call.dst.dtype.width)
        extra = [*(word_mistakes() if self.call.parameters() is not None else ()), *multiplier_mistakes()]
        for mistake in [*single_mistakes(list(self._fields.values()), widths, self.undo), *extra]:
            names = self._names.get(mistake.changes, ())
            self._names[mistake.changes] = tuple(dict.fromkeys((*names, mistake.kind)))
            yield (mistake,)

    def _pairs(self, singles: list[Trial]) -> Iterator[tuple[Mistake, ...]]:
        """Pairs of different parameters, those of the most promising singles first."""
        ordered = [mistakes[0] for _, mistakes in sorted(singles, key=self._belief)]
        seen: dict[Changes, Mistake] = {}
        for mistake in ordered:
            seen.setdefault(mistake.changes, mistake)
        unique = list(seen.values())
        for total in range(1, 2 * len(unique)):
            for first in range(max(0, total - len(unique) + 1), min(_FIRST_OF_PAIR, (total + 1) // 2)):
                a, b = unique[first], unique[total - first]
                if not {n for n, _ in a.changes} & {n for n, _ in b.changes}:
                    yield (a, b)

    def _tried(self, candidates: Iterable[tuple[Mistake, ...]]) -> list[Trial]:
        done: list[Trial] = []
        known: dict[Changes, int | None] = {}
        for mistakes in candidates:
            if perf_counter() > self._deadline:
                break
            changes = tuple(change for mistake in mistakes for change in mistake.changes)
            if changes not in known:
                result = self._replay.result(changes)
                known[changes] = (
                    None if result is None else int(np.count_nonzero(result[0].view(self.actual.dtype) != self.actual))
                )
            wrong = known[changes]
            if wrong is not None:
                done.append((wrong, mistakes))
                if wrong == 0 and len(mistakes) > 1:
                    break
        return done

    def _unwritten(self, wrong: Array) -> list[Trial]:
        """Elements that still hold what was there before: all of them, or those that are wrong."""
        if self.undo:
            return []
        if np.array_equal(self.actual, self.before):
            why = "the destination holds what it held before: it was read before the copy had arrived"
            return [(0, (Mistake(Kind.STALE, (), why),))]
        if not np.array_equal(self.actual[wrong], self.before[wrong]):
            return []
        count = int(np.count_nonzero(wrong))
        visible = self._reference != self.before
        tail = is_tail(self.plan, wrong, visible, self.call.dst.offset)
        kind = Kind.STALE_TAIL if tail else Kind.STALE_PART
        why = f"{count} elements hold what they held before: they were read before they had arrived"
        return [(0, (Mistake(kind, (), why),))]

    def _belief(self, item: Trial) -> tuple[int, ...]:
        """Sort key: what explains more, with fewer mistakes, in a call that could run, by likelier kinds."""
        wrong, mistakes = item
        changes = tuple(change for mistake in mistakes for change in mistake.changes)
        # a late read proves nothing about the call: it does not come before a mistake that a rule would refuse
        late = mistakes[0].kind in (Kind.STALE_TAIL, Kind.STALE_PART)
        refused = int(wrong == 0 and (late or (bool(changes) and not self._replay.inside(changes))))
        ranks = sorted((m.kind.rank for m in mistakes), reverse=True)
        return wrong, len(mistakes), refused, sum(m.common for m in mistakes), *ranks, len(changes)

    def _merged(self, found: Sequence[Trial]) -> list[Explanation]:
        """One explanation per set of changes, with every name it goes by."""
        groups: dict[frozenset[tuple[str, int | str]], list[Trial]] = {}
        for item in found:
            groups.setdefault(frozenset(c for m in item[1] for c in m.changes), []).append(item)
        made = []
        for items in list(groups.values())[:_KEPT]:
            wrong, mistakes = items[0]
            named = [(m.kind, *self._names.get(m.changes, ())) for _, group in items for m in group]
            kinds = tuple(dict.fromkeys(kind for names in named for kind in names))
            changes = tuple((name, self._value(name), bad) for m in mistakes for name, bad in m.changes)
            made.append(Explanation(kinds, changes, "; ".join(m.why for m in mistakes), wrong))
        return made

    def _value(self, name: str) -> int | str:
        field = self._fields.get(name)
        return name if field is None else field.value
