"""Patterns: the looks of cells as SVG pattern definitions."""

from __future__ import annotations

from ascmove.draw.looks import LOOKS, Kind, Look
from ascmove.draw.svg.paper import path, rect, tag

_LINES: dict[str, list[tuple[float, float, float, float]]] = {
    "hatch": [(-1, 9, 9, -1), (-1, 1, 1, -1), (7, 9, 9, 7)],
    "back": [(-1, -1, 9, 9), (-1, 7, 1, 9), (7, -1, 9, 1)],
    "cross": [(0, 0, 8, 8), (0, 8, 8, 0)],
    "waves": [(0, 2, 4, 5), (4, 5, 8, 2)],
}


def pattern_name(kind: Kind) -> str:
    """The id of a kind's pattern."""
    return f"am-{kind.name.lower()}"


def paint(kind: Kind) -> str:
    """The fill of a kind."""
    look = LOOKS[kind]
    return look.fill if look.pattern == "solid" else f"url(#{pattern_name(kind)})"


def definitions(kinds: set[Kind]) -> str:
    """The patterns that the kinds need."""
    needed = [kind for kind in sorted(kinds) if LOOKS[kind].pattern != "solid"]
    return tag("defs", *(_definition(kind, LOOKS[kind]) for kind in needed)) if needed else ""


def _definition(kind: Kind, look: Look) -> str:
    ground = rect(0, 0, 8, 8, fill=look.fill)
    ink = (
        tag("circle", cx=4, cy=4, r=1, fill=look.ink)
        if look.pattern == "dots"
        else path(_LINES[look.pattern], stroke=look.ink, stroke_width=1)
    )
    return tag("pattern", ground, ink, id=pattern_name(kind), width=8, height=8, patternUnits="userSpaceOnUse")
