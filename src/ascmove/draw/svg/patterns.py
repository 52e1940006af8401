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


_TILE = {"width": 8, "height": 8, "patternUnits": "userSpaceOnUse"}
#: the pad pattern without its ground, over the colour of the element that the pad copies
OVER_PAD = "am-over-pad"


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
    found = [_definition(kind, LOOKS[kind]) for kind in needed]
    if Kind.PAD in kinds:
        found.append(tag("pattern", _ink(LOOKS[Kind.PAD]), id=OVER_PAD, **_TILE))
    return tag("defs", *found) if found else ""


def _definition(kind: Kind, look: Look) -> str:
    ground = rect(0, 0, 8, 8, fill=look.fill)
    return tag("pattern", ground, _ink(look), id=pattern_name(kind), **_TILE)


def _ink(look: Look) -> str:
    if look.pattern == "dots":
        return tag("circle", cx=4, cy=4, r=1, fill=look.ink)
    return path(_LINES[look.pattern], stroke=look.ink, stroke_width=1)
