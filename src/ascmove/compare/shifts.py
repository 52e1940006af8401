"""Shifts: whether the elements that differ are the expected ones, a fixed distance away."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_SAMPLE, _MOST_PLACES = 32, 64


def common_shift(actual: Array, expected: Array, wrong: Array) -> int | None:
    """The distance k for which ``actual[i] == expected[i + k]`` at most places of ``wrong``, at least half of them.

    ``wrong``: flat indices of elements that differ. None where no distance explains half, or where too few different
    values are there to tell.
    """
    if wrong.size < 2 or np.unique(actual[wrong]).size < 2:
        return None
    votes: Counter[int] = Counter()
    order = np.argsort(expected, kind="stable")
    ordered = expected[order]
    for at in wrong[np.linspace(0, wrong.size - 1, min(_SAMPLE, wrong.size)).astype(np.intp)]:
        low, high = (int(np.searchsorted(ordered, actual[at], side=side)) for side in ("left", "right"))
        for place in order[low : min(high, low + _MOST_PLACES)]:
            votes[int(place) - int(at)] += 1
    best: tuple[int, int] | None = None
    for shift, _ in votes.most_common(4):
        if shift:
            count = int(shifted(actual, expected, wrong, shift).sum())
            if best is None or count > best[0]:
                best = (count, shift)
    if best is None or 2 * best[0] < wrong.size:
        return None
    return best[1]


def shifted(actual: Array, expected: Array, wrong: Array, shift: int) -> Array:
    """One flag per place of ``wrong``: it holds the expected element ``shift`` places on."""
    places = wrong + shift
    inside = (places >= 0) & (places < expected.size)
    found: Array = inside & (actual[wrong] == expected[np.where(inside, places, 0)])
    return found
