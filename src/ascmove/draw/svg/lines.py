"""Dimension lines of a panel: above it for x, to the right for y, stacked so that no two labels meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ascmove.draw.looks import BLUE, PAPER, RED
from ascmove.draw.scene import Dimension
from ascmove.draw.svg.paper import path, rect, text, text_width

TIER = 17
_LANE = 11
_SIZE = 11.0


@dataclass(frozen=True)
class Placed:
    """A dimension with its tier (x) or lane (y) and where its label stands."""

    dimension: Dimension
    tier: int
    place: Literal["inside", "right", "left"] = "inside"


@dataclass(frozen=True)
class Arranged:
    """All lines of a panel and the room they need above and to the right."""

    x: tuple[Placed, ...]
    y: tuple[Placed, ...]
    top: float
    right: float
    lanes: int


def arrange(dimensions: Sequence[Dimension], cell: float, high: float, width: float) -> Arranged:
    """Tiers and lanes for cells of ``cell`` by ``high`` pixels in a grid ``width`` pixels wide; short lines inside."""
    short = sorted(dimensions, key=lambda d: d.high - d.low)
    tiers: list[list[tuple[float, float]]] = []
    placed_x = []
    for d in (d for d in short if d.axis == "x"):
        a, b, label = d.low * cell, d.high * cell, text_width(d.text)
        place: Literal["inside", "right", "left"] = "inside"
        if label + 14 > b - a:
            place = "left" if b + label + 6 > width and a - label - 6 >= -4 else "right"
        span = (a - label - 8 if place == "left" else a, b + label + 8 if place == "right" else b)
        placed_x.append(Placed(d, _free(tiers, span, 4), place))
    lanes: list[list[tuple[float, float]]] = []
    placed_y = [Placed(d, _free(lanes, (d.low * high, d.high * high), 2)) for d in short if d.axis == "y"]
    widest = max((text_width(p.dimension.text) for p in placed_y), default=0)
    overhang = max(
        (p.dimension.high * cell + text_width(p.dimension.text) + 10 - width for p in placed_x if p.place == "right"),
        default=0,
    )
    right = max(len(lanes) * _LANE + widest + 24 if placed_y else 4, overhang)
    return Arranged(tuple(placed_x), tuple(placed_y), len(tiers) * TIER + 6, right, len(lanes))


def _free(tiers: list[list[tuple[float, float]]], span: tuple[float, float], gap: float) -> int:
    """The first tier in which ``span`` meets nothing; it is entered there."""
    for number, taken in enumerate(tiers):
        if all(span[1] + gap <= low or span[0] >= high + gap for low, high in taken):
            taken.append(span)
            return number
    tiers.append([span])
    return len(tiers) - 1


def draw_x(arranged: Arranged, left: float, top: float, cell: float) -> str:
    """The lines above a grid whose corner is at (``left``, ``top``)."""
    strokes, labels = [], []
    for p in arranged.x:
        d, y = p.dimension, top - 9 - p.tier * TIER
        a, b, size = left + d.low * cell, left + d.high * cell, text_width(d.text)
        colour = RED if d.broken else BLUE
        strokes.append(path([(a, y, b, y), (a, y - 4, a, top), (b, y - 4, b, top)], stroke=colour))
        at = {"inside": (a + b - size) / 2, "right": b + 5, "left": a - size - 5}[p.place]
        labels.append(rect(at - 3, y - 7, size + 6, 14, fill=PAPER))
        labels.append(text(at, y, d.text, _SIZE, fill=colour))
    return "".join(strokes + labels)


def draw_y(arranged: Arranged, right: float, top: float, high: float) -> str:
    """The lines beside a grid whose right edge is at ``right``; labels keep their distance from each other."""
    found, free = [], top - 6
    for p in sorted(arranged.y, key=lambda p: p.dimension.low + p.dimension.high):
        d, x = p.dimension, right + 9 + p.tier * _LANE
        a, b = top + d.low * high, top + d.high * high
        colour, label = (RED if d.broken else BLUE), max((a + b) / 2, free + 8)
        free = label + 6
        at = right + 14 + arranged.lanes * _LANE
        found.append(
            path([(x, a, x, b), (right, a, x + 4, a), (right, b, x + 4, b), (x, (a + b) / 2, at, label)], stroke=colour)
        )
        found.append(text(at + 3, label, d.text, _SIZE, fill=colour))
    return "".join(found)


def label_height(arranged: Arranged) -> float:
    """Height that the stacked labels beside a grid need."""
    return 14.0 * len(arranged.y) + 8
