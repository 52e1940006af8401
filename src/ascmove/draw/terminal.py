"""Terminal: a scene as coloured text grids with a legend, cut to the window."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.style import Style
from rich.text import Text

from ascmove.draw.colouring import colours
from ascmove.draw.looks import GROUPS, INK, LOOKS, PAPER, RED, Kind, text_on
from ascmove.draw.scene import Panel, Scene
from ascmove.draw.tiles import NOTHING, Tiles, tile_map
from ascmove.findings.wording import several

_WIDEST = 7
_ROWS = 16
_QUIET = Style(dim=True)


class TerminalScene:
    """A renderable: `rich.print(TerminalScene(scene))`.

    ``shown``: "value", "element", "order" or "none". ``rows`` is the number of lines of one operand, None for as many
    as half of the window holds.
    """

    def __init__(self, scene: Scene, *, colour: str = "burst", shown: str = "value", rows: int | None = None) -> None:
        self.scene = scene
        self.colour = colour
        self.shown = shown
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = self.rows or max(6, min(_ROWS, (options.size.height - 10) // 2))
        yield Text(f"{self.scene.title}    {self.scene.product}", Style(bold=True))
        for panel in self.scene.panels:
            yield Text()
            yield from panel_lines(self.scene, panel, self.colour, self.shown, options.max_width, rows)
        yield Text()
        yield legend(self.scene)
        yield Group(*finding_lines(self.scene))


def panel_lines(scene: Scene, panel: Panel, colour: str, shown: str, width: int, rows: int) -> Iterator[Text]:
    """Title, dimension texts and the grid of one operand, at most ``rows`` lines of ``width`` letters."""
    yield Text(f"{panel.heading} {panel.title}", Style(bold=True, color="blue"))
    for axis, sign in (("x", "→"), ("y", "↓")):
        named = [d for d in panel.dimensions if d.axis == axis]
        if named:
            words = Text(f"{sign} ", _QUIET)
            for k, d in enumerate(named):
                words.append(("   " if k else "") + d.text, Style(color=RED, bold=True) if d.broken else _QUIET)
            yield words
    if panel.cells is None:
        side = max(1, -(-panel.grid.width // (width - 2)), -(-panel.grid.height // (2 * rows)))
        yield from _map_lines(tile_map(panel.grid, panel.start, panel.kinds, side))
    else:
        yield from _cell_lines(scene, panel, colour, shown, width, rows)


def _cell_lines(scene: Scene, panel: Panel, colour: str, shown: str, width: int, rows: int) -> Iterator[Text]:
    """Cells with their words where a whole row fits, else one letter per cell: its group, or the symbol of its kind."""
    grid, fills = panel.grid, colours(scene, panel, colour)
    words = [_word(panel, k, shown) for k in range(panel.stop - panel.start)]
    size = min(_WIDEST, max((len(word) for word in words), default=1)) + 1
    if shown == "none" or grid.width * size > width:
        words, size = [_letter(panel, k, fills[k]) for k in range(len(words))], 1
    columns = grid.width if grid.width * size <= width else (width - 6) // size
    first = _first_row(panel, rows)
    last = min(grid.height, first + rows)
    if first:
        yield Text(f"… {several(first, 'row')} above", _QUIET)
    for y in range(first, last):
        line = Text(no_wrap=True)
        for x in range(columns):
            element = grid.find(x, y)
            if element is None:
                line.append(" " * size)
                continue
            k = element - panel.start
            edge = "" if size == 1 else _edge(panel, element)
            line.append(_cut(words[k], max(1, size - 1)).rjust(size - len(edge)) + edge, _style(panel, k, fills[k]))
        if columns < grid.width:
            line.append(f" +{grid.width - columns}", _QUIET)
        yield line
    if last < grid.height:
        yield Text(f"… {grid.height - last} more rows", _QUIET)


def _style(panel: Panel, k: int, fill: str) -> Style:
    if any(mark.element == panel.start + k for mark in panel.marks):
        return Style(color=PAPER, bgcolor=RED, bold=True)
    kind = Kind(int(panel.kinds[k]))
    ground = fill if kind is Kind.MOVED else LOOKS[kind].fill
    return Style(color=text_on(ground), bgcolor=ground)


def _first_row(panel: Panel, rows: int) -> int:
    """The first row to show: the first one, unless moved elements only come further down."""
    moved = panel.start + np.flatnonzero(panel.kinds == Kind.MOVED)
    if panel.grid.height <= rows or not moved.size:
        return 0
    top = int(panel.grid.place(moved)[1].min())
    return max(0, min(top - 1, panel.grid.height - rows)) if top >= rows else 0


def _letter(panel: Panel, k: int, fill: str) -> str:
    kind = Kind(int(panel.kinds[k]))
    return "abcdefgh"[GROUPS.index(fill)] if kind is Kind.MOVED and fill in GROUPS else LOOKS[kind].symbol


def _edge(panel: Panel, element: int) -> str:
    """A bar behind the last element of a 32-byte block."""
    return "│" if (panel.address + (element + 1) * panel.width) % 32 == 0 else " "


def _word(panel: Panel, k: int, shown: str) -> str:
    if shown == "element":
        return str(panel.start + k)
    if shown == "order":
        return str(panel.cells.order[k]) if panel.cells is not None and panel.cells.order[k] >= 0 else ""
    if shown == "value" and panel.values is not None and k < len(panel.values.texts):
        return panel.values.texts[k]
    return LOOKS[Kind(int(panel.kinds[k]))].symbol


def _cut(word: str, size: int) -> str:
    return word if len(word) <= size else word[: size - 1] + "…"


def _map_lines(tiles: Tiles) -> Iterator[Text]:
    """Two tiles per letter, one above the other, in the colour of what they mostly are."""
    for y in range(0, tiles.rows, 2):
        line = Text(no_wrap=True)
        for x in range(tiles.columns):
            upper, lower = _tile_colour(tiles, x, y), _tile_colour(tiles, x, y + 1)
            line.append("▀" if upper else " ", Style(color=upper, bgcolor=lower))
        yield line
    yield Text(f"one letter is {tiles.side} x {2 * tiles.side} elements", _QUIET)


def _tile_colour(tiles: Tiles, x: int, y: int) -> str | None:
    if y >= tiles.rows:
        return None
    main = int(tiles.main[y * tiles.columns + x])
    return None if main == NOTHING else LOOKS[Kind(main)].fill


def legend(scene: Scene) -> Text:
    """The kinds that occur, with their symbols."""
    line = Text()
    for kind, look in LOOKS.items():
        if any((panel.kinds == kind).any() for panel in scene.panels):
            line.append(f" {look.symbol} ", Style(color=INK, bgcolor=look.fill))
            line.append(f" {look.label}   ")
    line.append("│ 32-byte block", _QUIET)
    return line


def finding_lines(scene: Scene) -> Iterator[Text]:
    """One line per finding, with the element it is drawn at."""
    places = {(m.code, m.field): (p.name, m.element) for p in scene.panels for m in p.marks}
    for f in scene.findings:
        place = places.get((f.code, f.field))
        where = f"  at {place[0]} element {place[1]}" if place else ""
        style = Style(color=RED, bold=True) if f.severity == "error" else Style(bold=True)
        yield Text(f"{f.severity}[{f.code}]", style).append(f": {f.message}{where}", Style.null())
