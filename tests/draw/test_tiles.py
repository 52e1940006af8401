from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove.draw.cells import Bytes
from ascmove.draw.grid import Grid, Level
from ascmove.draw.looks import Kind
from ascmove.draw.tiles import NOTHING, tile_map, tile_maps
from tests.draw.scenes import large_scene
from tests.draw.test_grid import grids


@settings(deadline=None, max_examples=40)
@given(grids(), st.integers(1, 7), st.integers(0, 2**32 - 1))
def test_tiles_count_their_cells(grid: Grid, side: int, seed: int) -> None:
    kinds: Bytes = np.random.default_rng(seed).integers(0, len(Kind), grid.stop - grid.start).astype(np.uint8)
    tiles = tile_map(grid, grid.start, kinds, side)
    for ty in range(tiles.rows):
        for tx in range(tiles.columns):
            inside = [
                int(kinds[e - grid.start])
                for e in range(grid.start, grid.stop)
                if (grid.cell(e)[0] // side, grid.cell(e)[1] // side) == (tx, ty)
            ]
            at = ty * tiles.columns + tx
            busy = [k for k in inside if k not in (Kind.UNTOUCHED, Kind.UNDEFINED)]
            if not inside:
                assert tiles.main[at] == NOTHING
                continue
            assert tiles.main[at] in (busy or inside)
            assert inside.count(tiles.main[at]) == max(inside.count(k) for k in (busy or inside))
            assert tiles.share[at] == np.ceil(255 * len(busy) / len(inside))


def test_a_large_transfer_is_a_small_scene() -> None:
    seen = large_scene()
    for panel in seen.panels:
        assert panel.cells is None and panel.values is None
        assert [t.side for t in panel.tiles] == ([50, 13] if panel.name == "src" else [54, 14])
        assert all(max(t.columns, t.rows) <= 256 for t in panel.tiles)
    margin = seen.panel("dst").tiles[0]
    assert margin.main.reshape(margin.rows, margin.columns)[0, -1] == Kind.UNDEFINED
    assert seen.panel("src").tiles[0].share.min() == 255


def test_small_pictures_need_no_tiles() -> None:
    grid = Grid.of([Level("column", 1, "x"), Level("row", 8, "y")], 0, 64)
    assert tile_maps(grid, 0, np.zeros(64, np.uint8)) == ()
