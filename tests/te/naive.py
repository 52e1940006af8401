"""What a copy out of L0C must give, element by element: no instructions, no steps.

Where an element goes follows from shape and stride of the destination, one coordinate at a time; where it comes from
is the fractal formula of L0C written out. Only the numbers are those of ``formats``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ascmove import formats
from ascmove.formats import fixpipe_conversion
from ascmove.layouts import Layout, Pattern

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Source:
    """An L0C tile: allocated rows and columns (whole fractals), and the part that the copy sees."""

    rows: int
    columns: int
    row: int = 0
    column: int = 0
    seen_rows: int = 0
    seen_columns: int = 0

    def element(self, batch: int, j: int, c: int) -> int:
        """Where row j, column c of what is seen lies."""
        r, k = self.row + j, self.column + c
        return batch * self.rows * self.columns + (k // 16) * 16 * self.rows + r * 16 + k % 16


def coordinate(layout: Layout, batch: int, j: int, c: int) -> Any:
    """The layout's own coordinate of an element of a matrix or of a feature map."""
    if layout.pattern is Pattern.NCHW:
        width = int(layout.shape[3])  # type: ignore[arg-type]
        return (0, c, j // width, j % width)
    if layout.pattern is Pattern.NHWC:
        width = int(layout.shape[2])  # type: ignore[arg-type]
        return (0, j // width, j % width, c)
    if layout.pattern is Pattern.NC1HWC0:
        width, c0 = int(layout.shape[3]), int(layout.shape[4])  # type: ignore[arg-type]
        return (0, c // c0, j // width, j % width, c % c0)
    return (batch, (j, c)) if layout.batch is not None else (j, c)


def index(coord: Any, shape: Any, stride: Any) -> int:
    """Offset of a coordinate, by the definition: an integer counts the first entry of a level fastest."""
    if isinstance(shape, int):
        return int(coord * stride)
    if isinstance(coord, tuple):
        return sum(index(*entry) for entry in zip(coord, shape, stride, strict=True))
    total = 0
    for extent, step in zip(shape[:-1], stride[:-1], strict=True):
        coord, turn = divmod(coord, extent)
        total += turn * step
    return total + int(coord * stride[-1])


def expected(
    raw: Array,
    source: Source,
    before: Array,
    layout: Layout,
    first: int,
    size: tuple[int, int, int],
    types: tuple[str, str],
    *,
    words: Array | int | None = None,
    relu: bool = False,
    hybrid: bool = False,
) -> Array:
    """The destination's bits after a copy of ``size`` = (batches, rows, columns).

    ``raw``: carrier array of the source buffer. ``before``: bits of the destination buffer. ``first``: element of the
    destination at coordinate 0. ``words``: a scalar, one word for each column, or one row of words for each batch.
    """
    kind = "none" if words is None else "scalar" if isinstance(words, int) else "tensor"
    word = words if isinstance(words, int) else 0
    _, conversion = fixpipe_conversion(*types, quant=kind, word=word, relu=relu, hybrid=hybrid)  # type: ignore[arg-type]
    after: Array = before.copy()
    batches, rows, columns = size
    for b in range(batches):
        for c in range(columns):
            values = np.array([raw[source.element(b, j, c)] for j in range(rows)], raw.dtype)
            mine = None
            if isinstance(words, np.ndarray):
                mine = np.full(rows, words[b, c] if words.ndim == 2 else words[c], np.uint64)
            bits = values.view(before.dtype) if conversion is None else formats.convert(conversion, values, mine)
            for j in range(rows):
                after[first + index(coordinate(layout, b, j, c), layout.shape, layout.stride)] = bits[j]
    return after
