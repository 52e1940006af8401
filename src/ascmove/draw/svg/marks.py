"""What lies over the cells in SVG: named boxes, findings, and the arrow of the chosen element."""

from __future__ import annotations

from collections.abc import Mapping

from ascmove.draw.looks import INK, PAPER, RED
from ascmove.draw.scene import Panel, Scene
from ascmove.draw.svg.cells import Place
from ascmove.draw.svg.paper import path, rect, tag, text, text_width


def boxes(panel: Panel, place: Place) -> str:
    """Dashed rectangles with their names."""
    found = []
    for box in panel.boxes:
        x, y = place.at(box.x, box.y)
        width, height = box.width * place.cell, box.height * place.high
        found.append(rect(x, y, width, height, fill="none", stroke=INK, stroke_width=1.6, stroke_dasharray="6 4"))
        size = text_width(box.label, 10) + 6
        found.append(rect(x + width - size, y + height - 14, size, 14, fill=PAPER, opacity=0.85))
        found.append(text(x + width - size + 3, y + height - 7, box.label, 10, fill=INK))
    return "".join(found)


def marks(panel: Panel, place: Place) -> str:
    """Findings: a red frame and cross at the element, and the code beside it."""
    found = []
    rows: dict[int, int] = {}
    for mark in panel.marks:
        x, y = place.at(*panel.grid.cell(mark.element))
        width, height = max(place.cell, 5), max(place.high, 5)
        dashes = None if mark.severity == "error" else "4 3"
        frame = rect(
            x - 1, y - 1, width + 2, height + 2, fill="none", stroke=RED, stroke_width=2.6, stroke_dasharray=dashes
        )
        cross = path([(x, y, x + width, y + height), (x, y + height, x + width, y)], stroke=RED, stroke_width=1.2)
        row = rows[mark.element] = rows.get(mark.element, -1) + 1
        size = text_width(mark.code) + 8
        edge = place.left + max(panel.grid.width * place.cell, size)
        left, top = min(x + width + 4, edge - size), y + 17 * row
        tag_ = rect(left, top, size, 15, fill=RED) + text(
            left + 4, top + 7.5, mark.code, 11, fill=PAPER, font_weight="bold"
        )
        found.append(tag("g", tag("title", _escaped(mark.message)), frame, cross, tag_, **{"class": "finding"}))
    return "".join(found)


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def arrow(scene: Scene, places: Mapping[str, Place]) -> str:
    """From the chosen element's cell on the source side to its cell on the destination side."""
    chosen = scene.chosen
    if chosen is None or chosen.src < 0 or not {"src", "dst"} <= set(places):
        return ""
    ends = []
    found = []
    for name, element in (("src", chosen.src), ("dst", chosen.dst)):
        panel, place = scene.panel(name), places[name]
        if not panel.start <= element < panel.stop:
            return ""
        x, y = place.at(*panel.grid.cell(element))
        size = max(place.cell, 4), max(place.high, 4)
        found += [rect(x, y, *size, fill="none", stroke=c, stroke_width=w) for c, w in ((PAPER, 4.5), (INK, 2))]
        ends.append((x + place.cell / 2, y + place.high / 2))
    (a, b), (c, d) = ends
    bow = f"M{a:.1f} {b:.1f}C{a + (c - a) * 0.3:.1f} {b + 26:.1f} {a + (c - a) * 0.7:.1f} {d + 26:.1f} {c:.1f} {d:.1f}"
    halo = tag("path", d=bow, fill="none", stroke=PAPER, stroke_width=4, stroke_opacity=0.8)
    line = tag("path", d=bow, fill="none", stroke=INK, stroke_width=1.3, stroke_opacity=0.75)
    head = tag("circle", cx=float(c), cy=float(d), r=3.2, fill=INK)
    return tag("g", halo, line, head, *found, id="arrow")
