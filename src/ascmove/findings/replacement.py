"""Replacement: the fields of a call that were changed to mend a finding, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

#: parameters that are read in hexadecimal
_WORDS = ("deq_value", "quant")


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

    ``code`` is the finding it was made for; its consequences carry the same replacement. ``mends`` are the codes of all
    findings that are gone with it. ``removed`` and ``added`` are the parameter lines that differ, written as in a case:
    those names stand in findings, cases and JSON alike, and they cover tensors and layouts, which no C++ initialiser
    shows.
    """

    code: str
    changes: tuple[Change, ...]
    mends: tuple[str, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]

    def lines(self) -> list[str]:
        """The difference, ``-`` as the call is and ``+`` as it would be."""
        return [*(f"- {line}" for line in self.removed), *(f"+ {line}" for line in self.added)]

    def without(self, *fields: str) -> Replacement | None:
        """The same without some fields, for readers who have no say in them; None where nothing is left."""
        changes = tuple(change for change in self.changes if change.field not in fields)
        removed, added = (
            tuple(line for line in lines if line.partition(":")[0] not in fields)
            for lines in (self.removed, self.added)
        )
        return Replacement(self.code, changes, self.mends, removed, added) if changes else None

    def to_dict(self) -> dict[str, Any]:
        """The replacement as plain data, ready for JSON."""
        return {
            "changes": [change.to_dict() for change in self.changes],
            "mends": list(self.mends),
            "diff": self.lines(),
        }


def written(value: Any, field: str) -> str:
    """A plain value as a case has it; the words of quantisation in hexadecimal.

    >>> written([1, None, True], "loop_size"), written(0x3F800000, "quant")
    ('[1, null, true]', '0x3f800000')
    """
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {written(item, field)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(written(item, field) for item in value)}]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return f"{value:#x}" if isinstance(value, int) and field.endswith(_WORDS) else str(value)
