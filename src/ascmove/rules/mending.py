"""Mending: what a finding offers is tried, and what helps becomes its replacement."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from ascmove.calls import Call
from ascmove.calls.changing import plain, value_of, with_fields
from ascmove.errors import AscMoveError
from ascmove.findings import Change, Finding, Replacement
from ascmove.findings.replacement import written
from ascmove.rules.catalogue import catalogue

#: all findings about a call
Look = Callable[[Call], Sequence[Finding]]


class Way(NamedTuple):
    """Changes to try. ``careful``: they are given up when they bring an error. ``added``: those of other findings."""

    changes: Mapping[str, object]
    careful: bool = False
    added: int = 0

    def then(self, more: Mapping[str, object], careful: bool) -> Way:
        """What another finding offers on top of it."""
        return Way({**self.changes, **more}, careful, self.added + len(more.keys() - self.changes.keys()))


#: findings in a row whose offers are followed, and calls that are tried for one finding
_STEPS, _TRIES = 4, 32
#: the first stage of rules that look at addresses, capacity and bounds
_TENSORS = 5
_NOTHING = object()


def mended(call: Call, findings: Sequence[Finding], look: Look) -> tuple[Finding, ...]:
    """The findings, each with a change that mends it and brings no new error, where its offers lead to one.

    Where an offer brings another finding, what that one offers is tried on top of it. A consequence is mended with its
    cause where that helps.
    """
    look = _once(call, look)
    found: dict[str, Replacement | None] = {}
    for f in sorted(findings, key=lambda f: bool(f.cause)):
        by_cause = found.get(f.cause)
        helps = by_cause is not None and f.code in by_cause.mends
        found[f.code] = by_cause if helps else _replacement(call, f, findings, look)
    codes = {f.code for f in findings}
    complete = (replace(f, replacement=found[f.code]) for f in findings)
    return tuple(replace(f, nearest=_legal(call, f, codes, look)) for f in complete)


def _once(call: Call, look: Look) -> Look:
    """The same, each call judged once."""
    seen: dict[Hashable, tuple[Call, Sequence[Finding]]] = {}

    def looked(tried: Call) -> Sequence[Finding]:
        # a source that an offer fills is the same but for its content, which the signature does not tell
        filled = tried.src is not call.src and tried.src.key == call.src.key
        key = (tried.signature, id(tried.src) if filled else None)
        if key not in seen:
            seen[key] = (tried, look(tried))  # held, so that no other source takes its identity
        return seen[key][1]

    return looked


def _legal(call: Call, finding: Finding, known: Set[str], look: Look) -> tuple[object, ...]:
    """The nearest values, the numbers among them tried: one with which the tensors do not hold the copy is left out.

    Where the error about them offers another value of the same field, that one is tried in its place. What the
    replacement sets is legal with all that it sets. Fields that cannot be set alone are believed.
    """
    legal = (
        value if _is_word(value) else _legal_number(call, finding, value, known, look) for value in finding.nearest
    )
    return tuple(dict.fromkeys(value for value in legal if value is not _NOTHING))


def _is_word(value: object) -> bool:
    return isinstance(value, bool) or not isinstance(value, int)


def _legal_number(call: Call, finding: Finding, number: object, known: Set[str], look: Look) -> object:
    """The number, or the one that stands in for it; nothing where there is none."""
    made = finding.replacement
    # a list is named as a whole, and its entries are offered
    names = [name for way in finding.offers for name, new in way.items() if new == number]
    for field in [name for name in names if name.startswith(finding.field)] or [finding.field]:
        value = number
        mending = [change.new for change in made.changes if change.field == field] if made else []
        for _ in range(_STEPS):
            errors = _errors_with(call, finding, {field: value}, known, look)
            if not errors or value in mending or (made is None and finding.code not in {f.code for f in errors}):
                return value
            offers = (way[field] for f in errors for way in f.offers if set(way) == {field})
            value = next((other for other in offers if other not in (value, finding.value)), _NOTHING)
            if value is _NOTHING:
                break
    return _NOTHING


def _errors_with(
    call: Call, finding: Finding, changes: Mapping[str, object], known: Set[str], look: Look
) -> Sequence[Finding]:
    """The finding if it is left as it was, and the errors about tensors that are new; none without such a call."""
    try:
        after = look(with_fields(call, changes))
    except (AscMoveError, ArithmeticError, LookupError, TypeError, ValueError):
        return ()
    place, stages = (finding.code, finding.field), {f.code: catalogue()[f.code].stage for f in after}
    return [
        f
        for f in after
        if ((f.code, f.field) == place and f.value in changes.values())
        or (f.severity == "error" and f.code not in known and stages[f.code] >= _TENSORS)
    ]


def _replacement(call: Call, finding: Finding, before: Sequence[Finding], look: Look) -> Replacement | None:
    """The shortest way to a call that has nothing new to say; else to one that has no new error.

    Among equally short ways the one that mends most findings is taken, then the one that adds least to what the rule
    itself offers, then the one that was offered first.
    """
    catalogued = catalogue()
    # what memory holds says nothing about tensors that do not exist
    known = {f.code for f in before} | {code for code, rule in catalogued.items() if rule.content == "memory"}
    fallback: Replacement | None = None
    # the largest value that a field can hold is not what anybody meant: where it brings an error, it is given up
    left, ways = _TRIES, [Way(offer, catalogued[finding.code].encoding) for offer in finding.offers]
    for _ in range(_STEPS):
        quiet: list[tuple[int, int, Replacement]] = []
        further: list[Way] = []
        ways = ways[:left]
        for way in ways:
            try:
                after = look(with_fields(call, way.changes))
                new = [f for f in after if f.code == finding.code or f.code not in known]
                remains = any(f.code == finding.code for f in new)
                brings = any(f.severity == "error" and f.code != finding.code for f in new)
                if not remains and not brings:
                    made = _described(finding.code, call, way.changes, before, after)
                    quiet += [(len(made.mends), -way.added, made)] if not new else []
                    fallback = fallback or made
            except (AscMoveError, ArithmeticError, LookupError, TypeError, ValueError):
                continue  # no such call
            if not (way.careful and brings):
                careful = way.careful or not (remains or brings)
                further += [way.then(more, careful) for f in new for more in f.offers]
        if quiet:
            return max(quiet, key=lambda rated: rated[:2])[2]
        left -= len(ways)
        ways = further
    return fallback


def _described(
    code: str, call: Call, changes: Mapping[str, object], before: Sequence[Finding], after: Sequence[Finding]
) -> Replacement:
    other = with_fields(call, changes)
    all_fields = (Change(name, plain(value_of(call, name)), plain(new)) for name, new in changes.items())
    fields = tuple(change for change in all_fields if change.old != change.new)
    lines = dict.fromkeys(re.sub(r"(\[\d+\])+$", "", change.field) for change in fields)
    removed = tuple(_line(name, value_of(call, name)) for name in lines)
    added = tuple(_line(name, changes.get(name, value_of(other, name))) for name in lines)
    left = {f.code for f in after}
    mends = tuple(dict.fromkeys(f.code for f in before if f.code not in left))
    return Replacement(code, fields, mends, removed, added)


def _line(name: str, value: object) -> str:
    """One parameter as a case has it, a list as a whole."""
    return f"{name}: {written(plain(value), name)}"
