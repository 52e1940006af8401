"""Which findings count: codes and beginnings of codes, the longer one decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ascmove.findings import SEVERITIES, Finding, Severity


@dataclass(frozen=True)
class Selection:
    """``select`` keeps only what begins so (all when empty); ``ignore`` leaves out what begins so.

    Where both fit, the longer beginning decides; ``ignore`` when they are equally long.

    >>> Selection(select=("NDD012",), ignore=("NDD",)).keeps("NDD012")
    True
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def keeps(self, code: str) -> bool:
        """True when findings with this code count."""
        chosen = _longest(code, self.select) if self.select else 0
        left_out = _longest(code, self.ignore)
        return chosen is not None and (left_out is None or chosen > left_out)


def _longest(code: str, beginnings: Iterable[str]) -> int | None:
    return max((len(b) for b in beginnings if code.startswith(b)), default=None)


def selected(findings: Iterable[Finding], selection: Selection, severity: Severity) -> list[Finding]:
    """The findings that count, of at least this severity."""
    lowest = SEVERITIES.index(severity)
    return [f for f in findings if selection.keeps(f.code) and SEVERITIES.index(f.severity) <= lowest]
