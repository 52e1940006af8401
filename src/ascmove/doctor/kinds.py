"""Kinds of mistakes, and a mistake as changes of the numbers of a call."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(str, Enum):
    """What went wrong, in the order in which it is believed when the bytes do not tell."""

    STALE = "missing wait: previous content"
    SWAPPED = "swapped"
    GAP = "gap instead of pitch"
    PITCH = "pitch instead of gap"
    VALID = "valid instead of allocated length"
    UNIT = "unit confusion"
    ALLOCATED = "allocated instead of valid length"
    HALVED = "halved block length forgotten"
    ONE_OFF = "off by one"
    MINUS_ONE = "missing -1"
    STALE_TAIL = "missing wait: previous content at the end"
    C0 = "wrong C0"
    OFFSET_SIGN = "sign of the offset"
    SIGN_BIT = "sign bit"
    MULTIPLIER = "truncated multiplier"
    FLAG = "wrong flag"
    MODE = "wrong mode"
    FORGOTTEN = "forgotten"
    OTHER = "another number"
    STALE_PART = "missing wait: previous content in part"

    @property
    def rank(self) -> int:
        """Position in the order of belief."""
        return list(Kind).index(self)


#: a changed number, or the name of a change of words or of the conversion
Changes = tuple[tuple[str, "int | str"], ...]


@dataclass(frozen=True)
class Mistake:
    """Changes of a call that are one mistake; ``why`` says in words what was taken for what.

    ``doubt``: how far it is believed after others that explain as much: 1 for one misunderstanding in several numbers
    and for what is rarely mistaken. ``idea``: what the same misunderstanding in other numbers has in common with it.
    """

    kind: Kind
    changes: Changes
    why: str
    doubt: int = 0
    idea: str = ""
