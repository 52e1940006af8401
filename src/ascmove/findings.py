"""Findings: what a rule has to say about one call, as data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "note"]
Evidence = Literal["documented", "vendor-golden", "derived", "unverified"]

#: worst first
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule, with everything needed to mend the call.

    ``field`` is the parameter as the user wrote it (``loop_dst_stride[1]``), ``value`` what it holds and ``shown`` the
    same with unit and bytes; ``limit`` says what is required, ``nearest`` the nearest legal values. ``cause`` is the
    code of another finding of the call that this one follows from.
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

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain data, ready for JSON."""
        plain = (bool, int, float, str, type(None))
        return {
            "code": self.code,
            "severity": self.severity,
            "field": self.field,
            "message": self.message,
            "value": self.value if isinstance(self.value, plain) else str(self.value),
            "shown": self.shown,
            "limit": self.limit,
            "nearest": [n if isinstance(n, plain) else str(n) for n in self.nearest],
            "effect": self.effect,
            "help": self.help,
            "cause": self.cause,
            "source": self.source,
            "evidence": self.evidence,
        }

    def __str__(self) -> str:
        return render_text([self])


def worst(findings: Sequence[Finding]) -> Severity | None:
    """The worst severity among findings; None when there are none."""
    return min((f.severity for f in findings), key=SEVERITIES.index, default=None)


def render_text(findings: Sequence[Finding]) -> str:
    """Findings as plain text, one block each, in the order given."""
    return "\n\n".join("\n".join(block_lines(f)) for f in findings)


def block_lines(finding: Finding) -> list[str]:
    """One finding as lines: the headline, then one fact per line."""
    f = finding
    lines = [f"{f.severity}[{f.code}]: {f.message}"]

    def fact(name: str, text: str) -> None:
        if text:
            lines.append(f"  {name:<9} {text}")

    fact("copy", f"{f.call}    product  {f.product}" if f.call else "")
    if f.field:
        fact("field", f"{f.field} = {f.shown or f.value}" if f.value is not None or f.shown else f.field)
    nearest = " or ".join(str(n) for n in f.nearest)
    required = "    ".join(filter(None, [f.limit, f"nearest legal: {nearest}" if nearest else ""]))
    fact("required", required)
    fact("rule", f"{f.source}    evidence  {f.evidence}" if f.source else "")
    fact("effect", f.effect)
    fact("cause", f"follows from {f.cause}" if f.cause else "")
    if f.help:
        lines.append(f"help: {f.help}")
    return lines
