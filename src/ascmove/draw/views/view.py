"""View: how the operands of one call are to be laid out, and what its parameters measure in the picture."""

from __future__ import annotations

from dataclasses import dataclass

from ascmove.draw.cells import Side
from ascmove.draw.grid import Axis, Coord, Grid, Level
from ascmove.draw.scene import Box, Dimension


@dataclass(frozen=True)
class Line:
    """A parameter as a distance between two elements of one operand.

    ``closed``: the distance covers both elements; otherwise it runs from the start of one to the start of the other.
    ``step`` is the element distance of the loop that is measured: it tells the direction where the ends do not.
    """

    side: Side
    field: str
    label: str
    value: int
    unit: str
    first: int
    last: int
    closed: bool = True
    step: int = 0


@dataclass(frozen=True)
class Region:
    """A named part of an operand, by its first and last element."""

    side: Side
    label: str
    first: int
    last: int


@dataclass(frozen=True)
class View:
    """Levels of both grids (see `Grid`), coordinates by name, lines, and regions with a border of their own."""

    src: tuple[Level, ...]
    dst: tuple[Level, ...]
    lines: tuple[Line, ...] = ()
    regions: tuple[Region, ...] = ()
    src_coords: tuple[Coord, ...] = ()
    dst_coords: tuple[Coord, ...] = ()

    def levels(self, side: Side) -> tuple[Level, ...]:
        """Levels of one operand."""
        return self.src if side == "src" else self.dst

    def coords(self, side: Side) -> tuple[Coord, ...]:
        """Named coordinates of one operand; () for one per level."""
        return self.src_coords if side == "src" else self.dst_coords


def dimensions(view: View, side: Side, grid: Grid, broken: frozenset[str]) -> tuple[Dimension, ...]:
    """The lines of one operand that are straight in its grid. ``broken``: fields that a finding is about."""
    found = []
    for line in view.lines:
        span = _span(grid, line) if line.side == side else None
        if span is not None:
            axis, low, high = span
            bad = line.field in broken
            found.append(Dimension(line.field, line.label, line.value, line.unit, axis, low, high, bad))
    return tuple(found)


def _span(grid: Grid, line: Line) -> tuple[Axis, int, int] | None:
    if not (grid.start <= line.first <= line.last) or line.last >= grid.stop + (0 if line.closed else 1):
        return None
    (x0, y0), (x1, y1) = grid.cell(line.first), grid.cell(line.last)
    more = 1 if line.closed else 0
    along = _direction(grid, line) if line.step else None
    if along == "y" and y1 + more > y0 and abs(x1 - x0) < grid.digits[0].size:
        return "y", y0, y1 + more
    if y0 == y1 and x1 + more > x0:
        return "x", x0, x1 + more
    if x0 == x1 and y1 + more > y0:
        return "y", y0, y1 + more
    return None


def _direction(grid: Grid, line: Line) -> Axis | None:
    """The axis along which the loop of a line runs, None where it turns a corner at once."""
    for first in (line.first, line.first - line.step):
        (x0, y0), (x1, y1) = grid.cell(max(first, 0)), grid.cell(max(first, 0) + line.step)
        if y0 == y1 and x1 > x0:
            return "x"
        if x0 == x1 and y1 > y0:
            return "y"
    return None


def boxes(view: View, side: Side, grid: Grid) -> tuple[Box, ...]:
    """The regions of one operand as rectangles of cells."""
    mine = [region for region in view.regions if region.side == side]
    return tuple(_box(grid, region) for region in mine if grid.start <= region.first and region.last < grid.stop)


def _box(grid: Grid, region: Region) -> Box:
    (x0, y0), (x1, y1) = grid.cell(region.first), grid.cell(region.last)
    return Box(region.label, min(x0, x1), min(y0, y1), abs(x1 - x0) + 1, abs(y1 - y0) + 1)
