"""Exact search for two turns of a loop nest that touch one element."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

Pair = tuple[tuple[int, ...], tuple[int, ...]]


def first_collision(shape: Sequence[int], strides: Sequence[int]) -> Pair | None:
    """Two tuples (innermost first) of the nest with the same offset, or None when every turn has its own element.

    Searches differences d with sum(d_k * stride_k) = 0 and |d_k| < n_k, largest stride first; what is left to the
    smaller strides bounds each d_k to a few values, so nests of any extent are decided quickly.

    >>> first_collision((3, 2), (2, 4))
    ((2, 0), (0, 1))
    >>> first_collision((3, 2), (2, 3)) is None
    True
    """
    loops = sorted(((s, n, k) for k, (n, s) in enumerate(zip(shape, strides, strict=True)) if n > 1), reverse=True)
    difference = _solve([(s, n) for s, n, _ in loops], 0, 0, False)
    if difference is None:
        return None
    first, second = [0] * len(shape), [0] * len(shape)
    for (_, _, k), d in zip(loops, difference, strict=True):
        (first if d < 0 else second)[k] = abs(d)
    return tuple(first), tuple(second)


def _solve(loops: list[tuple[int, int]], k: int, target: int, moved: bool) -> list[int] | None:
    """Differences of the loops from ``k`` on that sum to ``target``; not all zero unless something has moved."""
    if k == len(loops):
        return [] if target == 0 and moved else None
    stride, n = loops[k]
    rest = loops[k + 1 :]
    reach = sum((m - 1) * s for s, m in rest)
    if stride == 0:  # every turn is the same element
        return [0 if moved else 1, *[0] * len(rest)] if target == 0 else None
    common = gcd(*(s for s, _ in rest)) if rest else 0
    low = max(-(n - 1), -((reach - target) // stride))
    high = min(n - 1, (target + reach) // stride)
    for d in sorted(range(low, high + 1), key=abs):
        if not moved and d < 0:
            continue  # the mirror image of a solution is one too
        left = target - d * stride
        if (left % common if common else left) != 0:
            continue
        found = _solve(loops, k + 1, left, moved or d != 0)
        if found is not None:
            return [d, *found]
    return None
