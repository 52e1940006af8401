"""Maps of differences: one cell per element, or the worst of several, as characters or as an image."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Any

import numpy as np

from ascmove.compare.classes import BitClass

Array = np.ndarray[Any, Any]

#: fill colours, mildest first; told apart without colour by the legend's order and the titles
_COLOURS = ("#eef1f4", "#b7c9d9", "#8fb3cf", "#e6c84f", "#e39b3b", "#9b6fc0", "#5b5b5b", "#c23b3b")
_CELL = 6


def text_map(classes: Array, columns: int, rows: int) -> str:
    """A matrix of classes as lines of marks, with a legend."""
    height, width = classes.shape
    if not classes.size:
        return "no elements"
    tall, wide = -(-height // rows), -(-width // columns)
    cells = worst_of(classes, tall, wide)
    lines = ["".join(BitClass(int(c)).mark for c in row) for row in cells]
    legend = "  ".join(f"{BitClass(int(k)).mark} {BitClass(int(k)).label}" for k in np.unique(cells))
    scale = f"one character: {tall} x {wide} elements of {height} x {width}"
    return "\n".join([*lines, "", legend, scale])


def worst_of(classes: Array, tall: int, wide: int) -> Array:
    """The worst class of each block of ``tall`` x ``wide`` elements."""
    height, width = classes.shape
    padded = np.zeros((-(-height // tall) * tall, -(-width // wide) * wide), np.uint8)
    padded[:height, :width] = classes
    blocks: Array = padded.reshape(padded.shape[0] // tall, tall, padded.shape[1] // wide, wide).max(axis=(1, 3))
    return blocks


def svg_map(classes: Array, most: int = 256) -> str:
    """A matrix of classes as an SVG image of at most ``most`` cells a side."""
    height, width = classes.shape
    tall, wide = max(1, -(-height // most)), max(1, -(-width // most))
    cells = worst_of(classes, tall, wide) if classes.size else classes
    used = sorted({int(k) for k in np.unique(cells)})
    body = [_run(y, start, stop, k) for y, row in enumerate(cells) for start, stop, k in _runs(row)]
    across, down = cells.shape[1] * _CELL, cells.shape[0] * _CELL
    for place, k in enumerate(used):
        y = down + 8 + 14 * place
        label = escape(BitClass(k).label)
        body.append(f'<rect x="0" y="{y}" width="10" height="10" fill="{_COLOURS[k]}"/>')
        body.append(f'<text x="16" y="{y + 9}" font-family="sans-serif" font-size="10">{label}</text>')
    size = f'viewBox="0 0 {max(across, 220)} {down + 12 + 14 * len(used)}"'
    title = f"<title>differences, one cell is {tall} x {wide} elements</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{title}{"".join(body)}</svg>\n'


def _runs(row: Array) -> list[tuple[int, int, int]]:
    runs, start = [], 0
    for k, group in groupby(int(c) for c in row):
        stop = start + sum(1 for _ in group)
        runs.append((start, stop, k))
        start = stop
    return runs


def _run(y: int, start: int, stop: int, k: int) -> str:
    x, wide = start * _CELL, (stop - start) * _CELL
    return f'<rect x="{x}" y="{y * _CELL}" width="{wide}" height="{_CELL}" fill="{_COLOURS[k]}"/>'
