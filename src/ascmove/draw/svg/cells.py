"""Cells of a panel in SVG: grounds joined where neighbours look alike, grid lines, borders, text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ascmove.draw.cells import Side
from ascmove.draw.colouring import colours
from ascmove.draw.looks import INK, LOOKS, Kind, ramp
from ascmove.draw.lookup import turns_of
from ascmove.draw.scene import Panel, Scene
from ascmove.draw.svg.paper import path, rect, tag, text
from ascmove.draw.svg.patterns import paint
from ascmove.draw.tiles import NOTHING, Tiles

_BLOCK = 32


@dataclass(frozen=True)
class Place:
    """Where a grid stands on the paper: its corner, and the size of a cell."""

    left: float
    top: float
    cell: float
    high: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Corner of a cell on the paper."""
        return self.left + x * self.cell, self.top + y * self.high


def grounds(scene: Scene, panel: Panel, place: Place, by: str) -> str:
    """All cells, runs of equal fill along a row as one rectangle."""
    elements = np.arange(panel.start, panel.stop)
    xs, ys = panel.grid.place(elements)
    moved = colours(scene, panel, by)
    kinds = [Kind(k) for k in panel.kinds.tolist()]
    fills = [moved[k] if kind is Kind.MOVED else paint(kind) for k, kind in enumerate(kinds)]
    order = np.lexsort((xs, ys)).tolist()
    columns, rows = xs.tolist(), ys.tolist()
    found = []
    k = 0
    while k < len(order):
        first = order[k]
        length = 1
        while k + length < len(order) and _continues(order[k + length], first, length, columns, rows, fills):
            length += 1
        x, y = place.at(columns[first], rows[first])
        found.append(rect(x, y, length * place.cell, place.high, fill=fills[first]))
        k += length
    return tag("g", *found, shape_rendering="crispEdges")


def _continues(k: int, first: int, length: int, xs: list[int], ys: list[int], fills: list[str]) -> bool:
    return ys[k] == ys[first] and xs[k] == xs[first] + length and fills[k] == fills[first]


def map_grounds(scene: Scene, panel: Panel, place: Place) -> str:
    """The aggregated map: squares in the colour of the order of a sample, paler where less of a tile is touched."""
    tiles = panel.tiles[0]
    found = []
    for k, main in enumerate(tiles.main.tolist()):
        if main == NOTHING:
            continue
        ty, tx = divmod(k, tiles.columns)
        x, y = place.at(tx * tiles.side, ty * tiles.side)
        width = min(tiles.side, panel.grid.width - tx * tiles.side) * place.cell
        height = min(tiles.side, panel.grid.height - ty * tiles.side) * place.high
        share = tiles.share[k] / 255
        if main != Kind.MOVED or share < 1:
            found.append(rect(x, y, width, height, fill=paint(Kind(main) if main != Kind.MOVED else Kind.UNTOUCHED)))
        if main == Kind.MOVED:
            fill = _sampled(scene, panel, tiles, tx, ty)
            found.append(rect(x, y, width, height, fill=fill, opacity=round(0.25 + 0.75 * share, 2)))
    return tag("g", *found, shape_rendering="crispEdges")


def _sampled(scene: Scene, panel: Panel, tiles: Tiles, tx: int, ty: int) -> str:
    """The ramp colour of a moved element near the middle of a tile; the plain colour where none is met."""
    if scene.plan is None:
        return LOOKS[Kind.MOVED].fill
    for share in (0.5, 0.25, 0.75, 0.0):
        element = panel.grid.find(int((tx + share) * tiles.side), int((ty + share) * tiles.side))
        side: Side = "src" if panel.name == "src" else "dst"
        turns = turns_of(scene.plan, side, element, 8) if element is not None else []
        if turns:
            return ramp(turns[-1].order / max(1, scene.plan.elements_written - 1))
    return LOOKS[Kind.MOVED].fill


def grid_lines(panel: Panel, place: Place) -> str:
    """Thin lines around cells that are large enough, stronger ones where a 32-byte block begins."""
    if place.cell < 3:
        return ""
    thin: list[tuple[float, float, float, float]] = []
    strong: list[tuple[float, float, float, float]] = []
    along = panel.grid.digits[0].axis
    for element in range(panel.start, panel.stop):
        x, y = place.at(*panel.grid.cell(element))
        edges = [(x, y, x, y + place.high), (x, y, x + place.cell, y)]
        starts = (panel.address + element * panel.width) % _BLOCK == 0
        if starts:
            strong.append(edges[0] if along == "x" else edges[1])
        if place.cell >= 7:
            thin += edges
    return path(thin, stroke="#000000", stroke_opacity=0.16, stroke_width=0.6) + path(
        strong, stroke="#3d5a80", stroke_width=1.2
    )


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


def words(panel: Panel, place: Place, shown: str) -> str:
    """The text of every cell, where cells are large enough: "value", "element", "order" or "none"."""
    if shown == "none" or place.cell < 13:
        return ""
    found = []
    for k, element in enumerate(range(panel.start, panel.stop)):
        word = _word(panel, k, element, shown)
        size = min((place.cell - 2) / max(1.0, len(word) * 0.62), 11.0, place.high * 0.55)
        if word and size >= 5:
            x, y = place.at(*panel.grid.cell(element))
            middle = x + place.cell / 2, y + place.high / 2
            found.append(
                text(
                    *middle,
                    word,
                    size,
                    text_anchor="middle",
                    fill=INK,
                    paint_order="stroke",
                    stroke="#ffffff",
                    stroke_width=2,
                    stroke_opacity=0.75,
                )
            )
    return "".join(found)


def _word(panel: Panel, k: int, element: int, shown: str) -> str:
    if shown == "value":
        return panel.values.texts[k] if panel.values and k < len(panel.values.texts) else ""
    if shown == "order":
        return str(panel.cells.order[k]) if panel.cells is not None and panel.cells.order[k] >= 0 else ""
    return str(element)
