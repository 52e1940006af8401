"""Wording: numbers of things in sentences."""

from __future__ import annotations

_PLURALS = {"batch": "batches", "entry": "entries", "copy": "copies", "matrix": "matrices", "axis": "axes"}


def several(n: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "error"), several(2, "error"), several(0, "copy call"), several(3, "batch")
    ('1 error', '2 errors', '0 copy calls', '3 batches')
    """
    return f"{n} {thing}" if n == 1 else f"{n} {_PLURALS.get(thing, thing + 's')}"


def span(low: int, high: int, thing: str) -> str:
    """Things by their numbers.

    >>> span(15, 15, "row"), span(3, 5, "batch")
    ('row 15', 'batches 3 to 5')
    """
    return f"{thing} {low}" if low == high else f"{_PLURALS.get(thing, thing + 's')} {low} to {high}"


def differing(n: int, total: int) -> str:
    """How many elements differ.

    >>> differing(1, 64), differing(3, 64)
    ('1 of 64 elements differs', '3 of 64 elements differ')
    """
    return f"{n} of {several(total, 'element')} differ{'s' if n == 1 else ''}"
