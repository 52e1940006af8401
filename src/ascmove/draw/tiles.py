"""Tiles: a large operand as a map of squares, each with what its cells mostly are. Zooming in leads to the cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ascmove.draw.cells import Bytes
from ascmove.draw.grid import Grid
from ascmove.draw.looks import Kind

#: tiles along the longer side of a map: an overview, and a finer one to show while zooming in
SIDES = (64, 256)
#: share of a tile that holds no cell at all
NOTHING = 255
_CHUNK = 1 << 20


@dataclass(frozen=True, eq=False)
class Tiles:
    """Squares of ``side`` by ``side`` cells, row by row.

    ``main`` is the most frequent `Kind` of a tile among the touched ones, else among all (255: no cell); ``share`` is
    the part of its cells that is touched, 0 to 255.
    """

    side: int
    columns: int
    rows: int
    main: Bytes
    share: Bytes


def tile_maps(grid: Grid, start: int, kinds: Bytes) -> tuple[Tiles, ...]:
    """Maps of growing detail; a map whose tiles would be single cells is left out."""
    longest = max(grid.width, grid.height)
    sides = dict.fromkeys(-(-longest // n) for n in SIDES)
    return tuple(tile_map(grid, start, kinds, side) for side in sides if side > 1)


def tile_map(grid: Grid, start: int, kinds: Bytes, side: int) -> Tiles:
    """The map with tiles of ``side`` cells. ``kinds`` holds the elements from ``start`` on."""
    columns, rows = -(-grid.width // side), -(-grid.height // side)
    names = len(Kind)
    counts: npt.NDArray[Any] = np.zeros(columns * rows * names, np.int64)
    for low in range(0, kinds.size, _CHUNK):
        part = kinds[low : low + _CHUNK]
        x, y = grid.place(np.arange(start + low, start + low + part.size, dtype=np.int64))
        counts += np.bincount(((y // side) * columns + x // side) * names + part, minlength=counts.size)
    table = counts.reshape(-1, names)
    total = table.sum(axis=1)
    quiet = [Kind.UNTOUCHED, Kind.UNDEFINED]
    touched = total - table[:, quiet].sum(axis=1)
    busy = table.copy()
    busy[:, quiet] = 0
    main = np.where(touched > 0, busy.argmax(axis=1), table.argmax(axis=1)).astype(np.uint8)
    main[total == 0] = NOTHING
    share = np.ceil(255 * touched / np.maximum(total, 1)).astype(np.uint8)
    return Tiles(side, columns, rows, main, share)
