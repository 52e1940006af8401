"""Lookup: which turns of a Plan touch a given element, worked out from the strides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ascmove.draw.cells import Side, numbered
from ascmove.plan import Access, Plan, Step

#: turns that are listed for one element; a broadcast element may have many more
MOST = 64


class Turn(NamedTuple):
    """One turn: number of the Step, its ``loops`` indices (innermost first), its running number, and both elements."""

    step: int
    loops: tuple[int, ...]
    order: int
    src: int  # -1 for a fill
    dst: int


def turns_of(plan: Plan, side: Side, element: int, most: int = MOST) -> list[Turn]:
    """Turns that read (``src``) or write (``dst``) an element, in the order of the call; at most ``most``."""
    found: list[Turn] = []
    for number, first, step in numbered(plan):
        access = step.src if side == "src" else step.dst
        if access is None:
            continue
        for index in solutions(step.shape, access, element):
            found.append(make_turn(step, number, first, index))
            if len(found) >= most:
                return sorted(found, key=lambda turn: turn.order)
    return sorted(found, key=lambda turn: turn.order)


def turn_at(plan: Plan, order: int) -> Turn | None:
    """The turn with a running number; None past the last one.

    >>> from ascmove.formats.dtype import dtype
    >>> half = dtype("half")
    >>> turn_at(Plan((Step((4, 2), Access(0, (1, 8)), Access(0, (1, 4))),), half, half), 5)
    Turn(step=0, loops=(1, 1), order=5, src=5, dst=9)
    """
    for number, first, step in numbered(plan):
        rest = order - first
        if 0 <= rest < step.elements:
            index = []
            for extent in step.shape:
                rest, at = divmod(rest, extent)
                index.append(at)
            return make_turn(step, number, first, tuple(index))
    return None


def make_turn(step: Step, number: int, first: int, index: tuple[int, ...]) -> Turn:
    """The turn of a Step with these loop indices."""
    order, weight = first, 1
    for extent, at in zip(step.shape, index, strict=True):
        order += at * weight
        weight *= extent
    return Turn(number, index, order, step.src.at(index) if step.src else -1, step.dst.at(index))


def solutions(shape: tuple[int, ...], access: Access, element: int) -> Iterator[tuple[int, ...]]:
    """Loop indices of a nest that lead to an element: large strides first, what is left bounds each index."""
    loops = sorted(range(len(shape)), key=lambda k: -access.strides[k])
    reach = [0] * (len(loops) + 1)
    for depth in range(len(loops) - 1, -1, -1):
        k = loops[depth]
        reach[depth] = reach[depth + 1] + (shape[k] - 1) * access.strides[k]
    index = [0] * len(shape)

    def walk(depth: int, rest: int) -> Iterator[tuple[int, ...]]:
        if rest < 0 or rest > reach[depth]:
            return
        if depth == len(loops):
            yield tuple(index)
            return
        k = loops[depth]
        stride = access.strides[k]
        low, high = 0, shape[k] - 1
        if stride:
            low = max(low, -(-(rest - reach[depth + 1]) // stride))
            high = min(high, rest // stride)
        for at in range(low, high + 1):
            index[k] = at
            yield from walk(depth + 1, rest - at * stride)

    return walk(0, element - access.offset)
