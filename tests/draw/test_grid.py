from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove.draw.grid import Coord, Grid, Level


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    pitches = [1]
    for _ in range(draw(st.integers(0, 3))):
        pitches.append(pitches[-1] * draw(st.integers(2, 5)) + draw(st.integers(0, 3)))
    levels = [
        Level(
            f"d{k}",
            pitch,
            "x" if k == 0 else draw(st.sampled_from(["x", "y"])),
            draw(st.sampled_from(["none", "plane"])),
        )
        for k, pitch in enumerate(pitches)
    ]
    start = draw(st.integers(0, 40))
    return Grid.of(levels, start, start + draw(st.integers(1, 200)))


@settings(deadline=None, max_examples=60)
@given(grids())
def test_every_element_has_a_cell_of_its_own_and_back(grid: Grid) -> None:
    cells = [grid.cell(e) for e in range(grid.start, grid.stop)]
    assert len(set(cells)) == len(cells)
    assert [grid.find(*cell) for cell in cells] == list(range(grid.start, grid.stop))


@settings(deadline=None, max_examples=60)
@given(grids())
def test_cells_fill_exactly_the_stated_size(grid: Grid) -> None:
    x, y = grid.place(np.arange(grid.start, grid.stop))
    assert (int(x.min()), int(y.min())) >= (0, 0)
    assert (int(x.max()) + 1, int(y.max()) + 1) == (grid.width, grid.height)


@settings(deadline=None, max_examples=60)
@given(grids())
def test_cells_without_element_are_empty(grid: Grid) -> None:
    taken = {grid.cell(e) for e in range(grid.start, grid.stop)}
    for x in range(-1, grid.width + 2):
        for y in range(-1, grid.height + 2):
            assert (grid.find(x, y) is None) == ((x, y) not in taken)


def test_planes_keep_a_gap() -> None:
    grid = Grid.of([Level("column", 1, "x"), Level("row", 4, "y"), Level("plane", 12, "x", "plane")], 0, 24)
    assert grid.cell(12) == (5, 0)
    assert grid.find(4, 0) is None


def test_a_window_begins_at_the_outermost_level() -> None:
    grid = Grid.of([Level("column", 1, "x"), Level("row", 10, "y")], 25, 40)
    assert (grid.start, grid.cell(20), grid.height) == (20, (0, 0), 2)


def test_coordinates_by_weight() -> None:
    levels = [Level("c0", 1, "x"), Level("row", 16, "y"), Level("block", 32, "x", "fractal")]
    grid = Grid.of(levels, 0, 64, [Coord("row", ((1, 1),)), Coord("column", ((0, 1), (2, 16)))])
    assert grid.coordinate(51) == {"row": 1, "column": 19}


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (99, 0), (0, 99)])
def test_outside_is_nothing(cell: tuple[int, int]) -> None:
    assert Grid.of([Level("column", 1, "x")], 0, 5).find(*cell) is None
