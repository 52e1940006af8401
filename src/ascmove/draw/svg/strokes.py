"""Strokes of a panel in SVG: lines around cells, 32-byte blocks, fractals and planes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ascmove.draw.scene import Panel
from ascmove.draw.svg.cells import Place
from ascmove.draw.svg.paper import path, rect

_BLOCK = 32
Mask = npt.NDArray[np.bool_]


def grid_lines(panel: Panel, place: Place) -> str:
    """Thin lines around cells that are large enough, stronger ones where a 32-byte block begins."""
    if place.cell < 3:
        return ""
    elements = np.arange(panel.start, panel.stop)
    x, y = panel.grid.place(elements)
    starts = (panel.address + elements * panel.width) % _BLOCK == 0
    there = _mask(panel, x, y, np.ones(elements.size, np.bool_))
    blocks = _mask(panel, x, y, starts)
    thin = ""
    if place.cell >= 7:
        lines = [*_upright(there, place), *_level(there, place)]
        thin = path(lines, stroke="#000000", stroke_opacity=0.16, stroke_width=0.6)
    strong = _upright(blocks, place) if panel.grid.digits[0].axis == "x" else _level(blocks, place)
    return thin + path(strong, stroke="#3d5a80", stroke_width=1.2)


def _mask(panel: Panel, x: Any, y: Any, flags: Mask) -> Mask:
    mask: Mask = np.zeros((panel.grid.height, panel.grid.width), np.bool_)
    mask[y[flags], x[flags]] = True
    return mask


def _upright(mask: Mask, place: Place) -> Iterator[tuple[float, float, float, float]]:
    """Left edges of the cells of a mask, joined down the columns."""
    for x in range(mask.shape[1]):
        for low, high in _runs(mask[:, x]):
            yield (*place.at(x, low), *place.at(x, high))


def _level(mask: Mask, place: Place) -> Iterator[tuple[float, float, float, float]]:
    """Upper edges of the cells of a mask, joined along the rows."""
    for y in range(mask.shape[0]):
        for low, high in _runs(mask[y]):
            yield (*place.at(low, y), *place.at(high, y))


def _runs(flags: Mask) -> list[tuple[int, int]]:
    """Runs of true flags as [first, stop).

    >>> _runs(np.array([True, True, False, True]))
    [(0, 2), (3, 4)]
    """
    edges = np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0, append=0))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


def borders(panel: Panel, place: Place) -> str:
    """Thick borders around whole fractals and planes."""
    return "".join(
        rect(*place.at(x, y), width * place.cell, height * place.high, fill="none", stroke="#17324d", stroke_width=1.8)
        for x, y, width, height in frames(panel)
    )


def frames(panel: Panel) -> Iterator[tuple[int, int, int, int]]:
    """Fractals and planes of a panel as (x, y, width, height) in cells; none where the grid has no such level."""
    digits = panel.grid.digits
    first = next((k for k, d in enumerate(digits) if d.border != "none"), None)
    if first is None:
        return
    size = {"x": 1, "y": 1}
    for digit in digits[:first]:
        size[digit.axis] = (digit.size - 1) * digit.span + 1
    pitch = digits[first].pitch
    base = panel.start
    while base + pitch <= panel.stop:
        x, y = panel.grid.cell(base)
        end = panel.grid.cell(base + pitch - 1)
        if end == (x + size["x"] - 1, y + size["y"] - 1):
            yield x, y, size["x"], size["y"]
            base += pitch
        else:  # a fractal cut short by the gap of its burst: go on at the next burst
            outer = min(d.pitch for d in digits if d.pitch > pitch)
            base = (base // outer + 1) * outer
