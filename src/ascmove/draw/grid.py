"""Grid: where the elements of a flat operand stand in a picture, as nested rows and planes.

An element offset is read as a number with mixed digits. Every digit runs along one axis of the picture, so that both
directions, offset to cell and cell to offset, are arithmetic and nothing needs a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

Axis = Literal["x", "y"]
Border = Literal["none", "fractal", "plane"]
Ints = npt.NDArray[np.int64]

#: cells left empty between two planes
PLANE_GAP = 1
#: up to this many elements a picture ends exactly where its elements end
_COUNTED = 1 << 20


class Level(NamedTuple):
    """A digit as a view asks for it; sizes follow from the pitch of the next level."""

    name: str
    pitch: int
    axis: Axis
    border: Border = "none"


class Digit(NamedTuple):
    """One digit: ``size`` values, ``pitch`` elements and ``span`` cells apart, the first shown one being ``first``."""

    name: str
    pitch: int
    size: int
    axis: Axis
    span: int
    border: Border
    first: int = 0


class Coord(NamedTuple):
    """A coordinate that people use: a weighted sum of digits, for example row = row in fractal + 16 * fractal."""

    name: str
    terms: tuple[tuple[int, int], ...]  # (number of the digit, weight)


@dataclass(frozen=True)
class Grid:
    """Digits by ascending pitch for the elements ``start`` to ``stop`` (exclusive) of an operand.

    >>> grid = Grid.of([Level("column", 1, "x"), Level("row", 4, "y")], 0, 10)
    >>> grid.width, grid.height, grid.cell(6), grid.find(2, 1), grid.find(3, 2)
    (4, 3, (2, 1), 6, None)
    """

    digits: tuple[Digit, ...]
    start: int
    stop: int
    coords: tuple[Coord, ...]

    @classmethod
    def of(cls, levels: Sequence[Level], start: int, stop: int, coords: Sequence[Coord] = ()) -> Grid:
        """The grid of ``levels`` (ascending pitches, the first is 1); the last level grows with the operand."""
        stop = max(stop, start + 1)
        last = levels[-1].pitch
        first = start // last
        spans = {"x": 1, "y": 1}
        digits = []
        for k, level in enumerate(levels):
            outer = k == len(levels) - 1
            size = -(-stop // last) - first if outer else -(-levels[k + 1].pitch // level.pitch)
            gap = PLANE_GAP if level.border == "plane" else 0
            span = spans[level.axis] + gap
            digits.append(Digit(level.name, level.pitch, size, level.axis, span, level.border, first if outer else 0))
            spans[level.axis] = span * size - gap
        named = tuple(coords) or tuple(Coord(d.name, ((k, 1),)) for k, d in reversed(list(enumerate(digits))))
        return cls(tuple(digits), first * last, stop, named)

    def _extent(self, axis: Axis) -> int:
        mine = [d for d in self.digits if d.axis == axis]
        whole = 1 + sum((d.size - 1) * d.span for d in mine)
        if self.stop - self.start > _COUNTED:
            return whole
        every = self.place(np.arange(self.start, self.stop))[0 if axis == "x" else 1]  # a last plane may be cut short
        return 1 + int(every.max())

    @cached_property
    def width(self) -> int:
        """Cells from left to right."""
        return self._extent("x")

    @cached_property
    def height(self) -> int:
        """Cells from top to bottom."""
        return self._extent("y")

    def values(self, offsets: Any) -> list[Any]:
        """Value of every digit, in the order of ``digits``; works on numbers and arrays."""
        rest, found = offsets, []
        for digit in reversed(self.digits):
            found.append(rest // digit.pitch)
            rest = rest % digit.pitch
        return found[::-1]

    def place(self, offsets: Any) -> tuple[Any, Any]:
        """Cells (x, y) of element offsets, a number or an array."""
        at: dict[str, Any] = {"x": offsets * 0, "y": offsets * 0}
        for digit, value in zip(self.digits, self.values(offsets), strict=True):
            at[digit.axis] = at[digit.axis] + (value - digit.first) * digit.span
        return at["x"], at["y"]

    def cell(self, offset: int) -> tuple[int, int]:
        """Cell (x, y) of one element."""
        x, y = self.place(offset)
        return int(x), int(y)

    def find(self, x: int, y: int) -> int | None:
        """Element shown in a cell; None in a gap, behind the last element or outside."""
        rest, offset = {"x": x, "y": y}, 0
        if x < 0 or y < 0:
            return None
        for digit in sorted(self.digits, key=lambda d: -d.span):
            value, rest[digit.axis] = divmod(rest[digit.axis], digit.span)
            if value >= digit.size:
                return None
            offset += (value + digit.first) * digit.pitch
        inside = rest == {"x": 0, "y": 0} and self.start <= offset < self.stop
        return offset if inside and self.cell(offset) == (x, y) else None

    def coordinate(self, offset: int) -> dict[str, int]:
        """The coordinates of one element by name, outermost first."""
        values = self.values(offset)
        return {c.name: int(sum(values[k] * weight for k, weight in c.terms)) for c in self.coords}
