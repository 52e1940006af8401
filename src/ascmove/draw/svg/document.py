"""The drawing of a scene: title, legend, panels side by side or below each other, arrow, pipeline, findings."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from ascmove.draw.looks import GROUPS, INK, LOOKS, PAPER, RED, Kind
from ascmove.draw.scene import Panel, Pipeline, Scene
from ascmove.draw.svg.cells import Place, grounds, map_grounds, words
from ascmove.draw.svg.lines import Arranged, arrange, draw_x, draw_y, label_height
from ascmove.draw.svg.marks import arrow, boxes, marks
from ascmove.draw.svg.paper import FONT, path, rect, tag, text, text_width
from ascmove.draw.svg.patterns import definitions, paint
from ascmove.draw.svg.strokes import borders, grid_lines

_GAP = 26.0
_LARGEST = 26.0
_MARGIN = 12.0
_HIGHEST = 720.0  # of a grid


@dataclass(frozen=True)
class Laid:
    """A panel with its place on the paper."""

    panel: Panel
    place: Place
    lines: Arranged
    width: float
    height: float


def to_svg(scene: Scene, *, width: int = 960, colour: str = "burst", shown: str = "value") -> str:
    """A scene as SVG text, ``width`` pixels wide.

    ``colour``: see `draw.colouring.colourings`. ``shown``: "value", "element", "order" or "none".
    """
    inner = width - 2 * _MARGIN
    top = _MARGIN + 46
    laid = _lay(scene, inner, top)
    bottom = max(p.place.top + p.height for p in laid)
    parts = [_panel(scene, p, colour, shown) for p in laid]
    parts.append(arrow(scene, {p.panel.name: p.place for p in laid}))
    pipeline = _chosen_pipeline(scene)
    if pipeline is not None:
        drawn, height = _pipeline(pipeline, bottom + 18, inner)
        parts.append(drawn)
        bottom += height + 18
    for finding in scene.findings:
        message = f"{finding.severity} {finding.code}: {finding.message}"
        for line in wrap(message, max(20, int(inner / text_width("m")))):
            bottom += 16
            parts.append(text(_MARGIN, bottom, line, 11, fill=RED if finding.severity == "error" else INK))
        bottom += 4
    head = text(_MARGIN, _MARGIN + 8, scene.title, 13, font_weight="bold", fill=INK)
    kinds = {Kind(k) for p in scene.panels for k in _kinds(p)}
    return tag(
        "svg",
        tag("title", _plain(scene.title)),
        definitions(kinds),
        rect(0, 0, width, bottom + _MARGIN, fill=PAPER),
        head,
        _legend(scene, kinds),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=float(bottom + _MARGIN),
        viewBox=f"0 0 {width} {bottom + _MARGIN:.0f}",
        font_family=FONT,
        role="img",
    )


def _plain(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _kinds(panel: Panel) -> list[int]:
    return [k for k in LOOKS if (panel.kinds == k).any()]


def _lay(scene: Scene, inner: float, top: float) -> list[Laid]:
    """Panels side by side where their cells stay readable, else one below the other."""
    if len(scene.panels) == 2:
        half = (inner - _GAP) / 2
        beside = [_fitted(p, _MARGIN + k * (half + _GAP), top, half) for k, p in enumerate(scene.panels)]
        if _reads_well(beside):
            return beside
    below, found = top, []
    for panel in scene.panels:
        laid = _fitted(panel, _MARGIN, below, inner)
        found.append(laid)
        below = laid.place.top + laid.height + _GAP
    return found


def _reads_well(beside: list[Laid]) -> bool:
    """Cells of 7 pixels, or of 4 where one below the other would take more than a page."""
    cell = min(laid.place.cell for laid in beside)
    rows = sum(laid.panel.grid.height for laid in beside)
    return cell >= 7 or (cell >= 4 and rows > 40) or rows > 160


def _fitted(panel: Panel, left: float, top: float, width: float) -> Laid:
    """The largest cells with which a panel and its lines keep within ``width``."""
    grid = panel.grid
    tall = min(4.0, grid.width / (5 * grid.height)) if grid.width > 6 * grid.height else 1.0
    cell = min(_LARGEST, width / grid.width)
    for _ in range(5):
        high = max(cell, min(cell * tall, _LARGEST))
        lines = arrange(panel.dimensions, cell, high, cell * grid.width)
        cell = min(_LARGEST, max(0.01, (width - lines.right) / grid.width), _HIGHEST / grid.height)
    high = max(cell, min(cell * tall, _LARGEST))
    place = Place(left, top + 20 + lines.top, cell, high)
    return Laid(panel, place, lines, cell * grid.width, max(high * grid.height, label_height(lines)))


def _panel(scene: Scene, laid: Laid, colour: str, shown: str) -> str:
    panel, place = laid.panel, laid.place
    head = text(
        place.left, place.top - laid.lines.top - 10, f"{panel.heading}  {panel.title}", 12, font_weight="bold", fill=INK
    )
    if panel.cells is not None:
        body = grounds(scene, panel, place, colour) + grid_lines(panel, place) + borders(panel, place)
        body += words(scene, panel, place, colour, shown)
    else:
        body = map_grounds(scene, panel, place)
    right = place.left + laid.width
    lines = draw_x(laid.lines, place.left, place.top, place.cell) + draw_y(laid.lines, right, place.top, place.high)
    return tag("g", head, body, lines, boxes(panel, place), marks(panel, place), id=f"panel-{panel.name}")


def _legend(scene: Scene, kinds: set[Kind]) -> str:
    at, y, found = _MARGIN, _MARGIN + 28, []
    for kind in sorted(kinds):
        if kind is Kind.MOVED:
            found += [rect(at + 9 * k, y - 7, 9, 14, fill=GROUPS[k]) for k in range(3)]
        else:
            found.append(rect(at, y - 7, 27, 14, fill=paint(kind), stroke="#555555", stroke_width=0.6))
        found.append(text(at + 33, y, LOOKS[kind].label, 11, fill=INK))
        at += 33 + text_width(LOOKS[kind].label) + 18
    for label, colour, stroke in (("32-byte block", "#3d5a80", 1.2), ("fractal", "#17324d", 2)):
        if label == "fractal" and not any(d.border == "fractal" for p in scene.panels for d in p.grid.digits):
            continue
        found.append(path([(at, y, at + 27, y)], stroke=colour, stroke_width=stroke))
        found.append(text(at + 33, y, label, 11, fill=INK))
        at += 33 + text_width(label) + 18
    return tag("g", *found, id="legend")


def _chosen_pipeline(scene: Scene) -> Pipeline | None:
    chosen = scene.chosen
    return next((p for p in scene.pipelines if chosen and p.arrow.order == chosen.order), None)


def _pipeline(pipeline: Pipeline, top: float, inner: float) -> tuple[str, float]:
    """Boxes for the stages of one element, and the height they take."""
    words_ = f"{pipeline.mode}: src element {pipeline.arrow.src} to dst element {pipeline.arrow.dst}"
    found = [text(_MARGIN, top + 6, words_, 12, font_weight="bold", fill=INK)]
    x, y = _MARGIN, top + 20
    for k, stage in enumerate(pipeline.stages):
        lines = [stage.name, stage.value, " ".join(filter(None, (stage.type, stage.bits)))]
        lines.append(f"with {stage.parameter}" if stage.parameter else "")
        width = max(text_width(line, 10.5) for line in lines) + 14
        if x + width > inner:
            x, y = _MARGIN, y + 74
        elif k:
            found.append(
                path(
                    [(x - 16, y + 30, x - 4, y + 30), (x - 8, y + 26, x - 4, y + 30), (x - 8, y + 34, x - 4, y + 30)],
                    stroke=INK,
                )
            )
        found.append(rect(x, y, width, 62, fill="#f3f5f8", stroke="#8a8f98", rx=4))
        for row, line in enumerate(lines):
            bold = "bold" if row == 1 else None
            found.append(text(x + 7, y + 11 + 14 * row, line, 10.5, fill=INK, font_weight=bold))
        x += width + 20
    return tag("g", *found, id="pipeline"), y + 62 - top
