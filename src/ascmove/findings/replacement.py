"""Replacement: the fields of a call that were changed to mend a finding, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """One field of the call by the name that findings and cases give it, in plain data as a case holds it."""

    field: str
    old: Any
    new: Any

    def to_dict(self) -> dict[str, Any]:
        """The change as plain data, ready for JSON."""
        return {"field": self.field, "old": self.old, "new": self.new}


@dataclass(frozen=True, slots=True)
class Replacement:
    """The call that mends a finding, as the fields in which it differs. It was judged by the same rules.

    ``mends`` are the codes of all findings that are gone with it. ``removed`` and ``added`` are the parameter lines
    that differ, written as in a case: those names stand in findings, cases and JSON alike, and they cover tensors and
    layouts, which no C++ initialiser shows.
    """

    changes: tuple[Change, ...]
    mends: tuple[str, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]

    def lines(self) -> list[str]:
        """The difference, ``-`` as the call is and ``+`` as it would be."""
        return [*(f"- {line}" for line in self.removed), *(f"+ {line}" for line in self.added)]

    def to_dict(self) -> dict[str, Any]:
        """The replacement as plain data, ready for JSON."""
        return {
            "changes": [change.to_dict() for change in self.changes],
            "mends": list(self.mends),
            "diff": self.lines(),
        }
