"""Finding: what one rule has to say about one call, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as held
from typing import Any, Literal, NamedTuple

from ascmove.findings.replacement import Replacement
from ascmove.findings.shown import Shown

Severity = Literal["error", "warning", "note"]
Evidence = Literal["documented", "vendor-golden", "derived", "unverified"]

#: worst first
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


class Dispute(NamedTuple):
    """A point on which manual, code or checker of the vendor disagree, and what was chosen."""

    key: str
    point: str
    choice: str


@dataclass(frozen=True, slots=True)
class Finding(Shown):
    """One broken rule, with everything needed to mend the call.

    ``field`` is the parameter as the user wrote it (``loop_dst_stride[1]``), ``value`` what it holds and ``shown`` the
    same with unit and bytes; ``limit`` says what is required, ``nearest`` the nearest legal values. ``cause`` is the
    code of another finding of the call that this one follows from. ``disagreements`` are the points it touches on
    which the sources disagree. ``replacement`` mends the call and was judged by the same rules; None where no change
    that the rules offer does, and for a tensor judged before any call. ``offers`` are the changes to try.
    """

    code: str
    severity: Severity
    message: str
    field: str = ""
    value: object = None
    shown: str = ""
    limit: str = ""
    nearest: tuple[object, ...] = ()
    source: str = ""
    evidence: Evidence = "documented"
    call: str = ""
    product: str = ""
    effect: str = ""
    help: str = ""
    cause: str = ""
    disagreements: tuple[Dispute, ...] = ()
    replacement: Replacement | None = held(default=None, compare=False)
    offers: tuple[Mapping[str, object], ...] = held(default=(), compare=False, repr=False)

    @property
    def mended_with_cause(self) -> bool:
        """True when the replacement is the one of the finding that this one follows from."""
        return self.replacement is not None and self.replacement.code != self.code

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain data, ready for JSON."""
        return {
            "code": self.code,
            "severity": self.severity,
            "field": self.field,
            "message": self.message,
            "value": _plain(self.value),
            "shown": self.shown,
            "limit": self.limit,
            "nearest": [_plain(n) for n in self.nearest],
            "effect": self.effect,
            "help": self.help,
            "replacement": None if self.replacement is None else self.replacement.to_dict(),
            "cause": self.cause,
            "source": self.source,
            "evidence": self.evidence,
            "disagreements": [dispute._asdict() for dispute in self.disagreements],
        }

    def __str__(self) -> str:
        from ascmove.findings.text import render_text

        return render_text([self])


def worst(findings: Sequence[Finding]) -> Severity | None:
    """The worst severity among findings; None when there are none."""
    return min((f.severity for f in findings), key=SEVERITIES.index, default=None)


def by_cause(findings: Sequence[Finding]) -> list[Finding]:
    """Findings in reading order: each consequence directly behind the finding that explains it.

    Groups stand by the worst severity in them, else in the order given.

    >>> unit = Finding("ENH012", "warning", "block_len counts fractals")
    >>> extent = Finding("TEN008", "error", "the copy reads 64 KiB", cause="ENH012")
    >>> field = Finding("ENH009", "error", "block_len is above 65535")
    >>> [f.code for f in by_cause([field, extent, unit])]
    ['ENH009', 'ENH012', 'TEN008']
    """
    codes = {f.code for f in findings}
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        root = finding.cause if finding.cause in codes else finding.code
        group = groups.setdefault(root, [])
        group.insert(0, finding) if finding.code == root else group.append(finding)
    ordered = sorted(groups.values(), key=lambda group: min(SEVERITIES.index(f.severity) for f in group))
    return [finding for group in ordered for finding in group]


def _plain(value: object) -> bool | int | float | str | None:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float) and value - value == 0:  # JSON has no inf and no NaN
        return value
    return str(value)
