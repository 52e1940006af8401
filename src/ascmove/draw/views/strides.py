"""Levels from strides: rows, planes and planes of planes that make the loops of a Plan run straight."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from ascmove.draw.cells import Side
from ascmove.draw.grid import Axis, Level
from ascmove.plan import Access, Plan

_NAMES = ("column", "row", "plane", "block", "cube", "part")
#: a row of elements longer than this, with few rows below it, is folded
_LONG_ROW = 96
_TALL = 96


def plan_levels(plan: Plan, side: Side, count: int, block: int) -> tuple[Level, ...]:
    """Levels for one operand of ``count`` elements; ``block`` is the number of elements in 32 bytes."""
    pitches: set[int] = set()
    for step in plan.steps:
        access: Access | None = step.src if side == "src" else step.dst
        if access is not None:
            pitches |= {s for s, n in zip(access.strides, step.shape, strict=True) if n > 1 and s > 1}
    return stride_levels(pitches, count, block)


def stride_levels(pitches: Iterable[int], count: int, block: int) -> tuple[Level, ...]:
    """Levels whose pitches are strides of the call, folded where a picture would be too long or too tall.

    >>> [(level.name, level.pitch, level.axis) for level in stride_levels([64, 1024], 4096, 8)]
    [('column', 1, 'x'), ('row', 64, 'y'), ('plane', 1024, 'y')]
    """
    chosen = [1]
    for pitch in sorted(pitches):
        if 2 * chosen[-1] <= pitch < count:
            chosen.append(pitch)
    if len(chosen) == 1:
        chosen.append(_row(count, block))
    first, rows = chosen[1], -(-(chosen[2] if len(chosen) > 2 else count) // chosen[1])
    if first > _LONG_ROW and first > 8 * rows:
        chosen.insert(1, _row(first, block))
    return _folded(_spread(chosen[:6], count), count)


def _row(count: int, block: int) -> int:
    """Elements of a row for a long run: whole 32-byte blocks, a picture about twice as wide as high."""
    if count <= 2 * block:
        return max(count, 1)
    blocks = max(1, isqrt(2 * count) // block)
    return block * (1 << (blocks.bit_length() - 1))


def _spread(pitches: list[int], count: int) -> list[Level]:
    """Axes for ascending pitches: columns, rows, then whichever keeps the picture square."""
    size = {"x": 1, "y": 1}
    levels: list[Level] = []
    for k, pitch in enumerate(pitches):
        values = -(-(pitches[k + 1] if k + 1 < len(pitches) else count) // pitch)
        axis: Axis = "x" if k == 0 else "y" if k == 1 else ("x" if size["x"] <= size["y"] else "y")
        size[axis] *= values
        levels.append(Level(_NAMES[k], pitch, axis, "plane" if k > 1 else "none"))
    return levels


def _folded(levels: list[Level], count: int) -> tuple[Level, ...]:
    """A tall and narrow picture continues beside itself."""
    last = levels[-1]
    width = levels[-1].pitch if len(levels) == 2 else 0
    rows = -(-count // last.pitch)
    if width and rows > _TALL and rows > 4 * width:
        columns = max(2, isqrt(2 * rows // width))
        levels = [*levels, Level("part", last.pitch * -(-rows // columns), "x", "plane")]
    return tuple(levels)
