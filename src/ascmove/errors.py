"""The exceptions of ascmove. Exactly these classes exist."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ascmove.findings import Finding


class AscMoveError(Exception):
    """Everything that ascmove raises on purpose."""


class RuleViolation(AscMoveError):
    """The device, the toolchain or the written contract refuses this call. Nothing was moved.

    ``findings`` holds all findings of the call, worst first; ``where`` is the caller's own "file:line".
    """

    def __init__(self, findings: Sequence[Finding], where: str = "") -> None:
        super().__init__(findings, where)
        self.findings: list[Finding] = list(findings)
        self.where = where

    def __str__(self) -> str:
        from ascmove.findings import render_text

        place = f"at {self.where}\n" if self.where else ""
        return f"\n{place}{render_text(self.findings)}"


class NotModelled(AscMoveError):
    """ascmove does not model this; it never guesses in silence."""


class CaseError(AscMoveError):
    """A file cannot be read as a case."""


class BadArgument(AscMoveError, ValueError):
    """A Python argument is not what the function takes (type, unknown name, unknown key)."""


class MoveWarning(UserWarning):
    """A call that is legal but almost surely not meant; its findings are on the Transfer."""


def index_of(value: object) -> int | None:
    """``value`` as an int where it is a whole number; None for everything else, bools and arrays included."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return int(value.__index__())
    except TypeError:  # an array has the method, too
        return None


def nearest_name(name: str, known: Iterable[str]) -> str:
    """The tail of a message about an unknown name: a suggestion, or the list of what is known."""
    names = tuple(str(k) for k in known)
    return close_name(name, names) or f"; known: {', '.join(names)}"


def close_name(name: str, known: Sequence[str]) -> str:
    """The suggestion alone, for names of which there are too many to list; empty where none is close."""
    return _suggested(name, tuple(known))


@lru_cache(maxsize=64)
def _suggested(name: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    close = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""
