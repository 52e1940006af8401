"""Cells of a panel in SVG: grounds joined where neighbours look alike, grid lines, borders, text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ascmove.draw.cells import Ints, Side
from ascmove.draw.colouring import colours
from ascmove.draw.looks import INK, LOOKS, PAPER, Kind, ramp, text_on
from ascmove.draw.lookup import turns_of
from ascmove.draw.scene import Panel, Scene
from ascmove.draw.svg.paper import rect, tag, text
from ascmove.draw.svg.patterns import OVER_PAD, paint
from ascmove.draw.tiles import NOTHING, Tiles


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
    near = near_pads(panel)
    fills = [moved[k] if kind is Kind.MOVED or near[k] else paint(kind) for k, kind in enumerate(kinds)]
    whole = _joined(xs, ys, fills, place)
    over = _joined(xs[near], ys[near], [f"url(#{OVER_PAD})"] * int(near.sum()), place)
    return tag("g", *whole, *over, shape_rendering="crispEdges")


def near_pads(panel: Panel) -> npt.NDArray[np.bool_]:
    """Pads that copy an element: they show its colour under their pattern."""
    found: npt.NDArray[np.bool_] = panel.kinds == Kind.PAD
    if panel.cells is not None:
        found = found & (panel.cells.partner >= 0)
    return found


def _joined(xs: Ints, ys: Ints, fills: list[str], place: Place) -> list[str]:
    """Rectangles for cells, runs of equal fill along a row as one."""
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
    return found


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


def words(scene: Scene, panel: Panel, place: Place, by: str, shown: str) -> str:
    """The text of every cell: "value", "element", "order" or "none"; none at all where the longest would not fit."""
    if shown == "none" or place.cell < 11:
        return ""
    every = [_word(panel, k, element, shown) for k, element in enumerate(range(panel.start, panel.stop))]
    longest = max(map(len, every), default=0)
    if longest == 0 or (place.cell - 1) / (longest * 0.605) < 4.5:
        return ""
    size = min((place.cell - 1.5) / (longest * 0.605), 11.0, place.high * 0.55)
    moved, near = colours(scene, panel, by), near_pads(panel)
    dark: list[str] = []
    light: list[str] = []
    for k, word in enumerate(every):
        if word:
            x, y = place.at(*panel.grid.cell(panel.start + k))
            coloured = panel.kinds[k] == Kind.MOVED or near[k]
            group = light if coloured and text_on(moved[k]) == PAPER else dark
            group.append(text(x + place.cell / 2, y + place.high / 2, word, size))
    halo = {"paint_order": "stroke", "stroke": PAPER, "stroke_width": 2, "stroke_opacity": 0.75}
    found = tag("g", *dark, text_anchor="middle", fill=INK, **halo) if dark else ""
    return found + (tag("g", *light, text_anchor="middle", fill=PAPER) if light else "")


def _word(panel: Panel, k: int, element: int, shown: str) -> str:
    if shown == "value":
        return panel.values.texts[k] if panel.values and k < len(panel.values.texts) else ""
    if shown == "order":
        return str(panel.cells.order[k]) if panel.cells is not None and panel.cells.order[k] >= 0 else ""
    return str(element)
