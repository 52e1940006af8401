"""Where an element is: coordinates in a layout, or in the shape of an array."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ascmove.errors import BadArgument
from ascmove.findings.wording import several
from ascmove.layouts import Layout
from ascmove.layouts import offsets as layout_offsets

Array = np.ndarray[Any, Any]
Coordinate = tuple[int, ...]


class Places(Protocol):
    """Coordinates of flat elements, and the matrix that a picture shows."""

    def of(self, index: int) -> Coordinate | None:
        """Coordinate of a flat element; None where it has none."""

    def matrix(self, values: Array, empty: int) -> Array:
        """Flat values as rows and columns; ``empty`` where there is no element."""


class ShapePlaces:
    """Coordinates in an array of a shape, C order."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def of(self, index: int) -> Coordinate | None:
        """Indices per axis, outermost first."""
        return tuple(int(i) for i in np.unravel_index(index, self.shape)) if self.shape else ()

    def matrix(self, values: Array, empty: int) -> Array:
        """Leading axes become rows."""
        columns = self.shape[-1] if len(self.shape) > 1 else values.size
        return values.reshape(-1, columns) if columns else values.reshape(0, 0)


class LayoutPlaces:
    """Coordinates in a Tensor API layout: (row, column), (batch, row, column), (n, c, h, w)."""

    def __init__(self, layout: Layout, count: int) -> None:
        self.table = layout_offsets(layout)
        if self.table.size and int(self.table.max()) >= count:
            raise BadArgument(f"layout {layout} reaches element {int(self.table.max())}, the arrays hold {count}")
        self._count = count

    @cached_property
    def _inverse(self) -> Array:
        inverse = np.full(self._count, -1, np.int64)
        inverse[self.table.ravel()] = np.arange(self.table.size)
        return inverse

    def of(self, index: int) -> Coordinate | None:
        """Coordinate in the layout; None for an element between or behind its rows."""
        at = int(self._inverse[index])
        return None if at < 0 else tuple(int(i) for i in np.unravel_index(at, self.table.shape))

    def matrix(self, values: Array, empty: int) -> Array:
        """The matrix that the layout describes; batches one below the other."""
        seen: Array = values[self.table]
        return seen.reshape(-1, seen.shape[-1])


def places(layout: object, shape: tuple[int, ...], count: int) -> Places:
    """Coordinates for ``layout``: a Layout, a shape, or None for the shape of the arrays."""
    if isinstance(layout, Layout):
        return LayoutPlaces(layout, count)
    if layout is None:
        return ShapePlaces(shape)
    if isinstance(layout, (tuple, list)) and all(hasattr(n, "__index__") for n in layout):
        asked = tuple(int(n) for n in layout)
        if int(np.prod(asked)) != count:
            raise BadArgument(f"shape {asked} has {several(int(np.prod(asked)), 'element')}, the arrays {count}")
        return ShapePlaces(asked)
    raise BadArgument(f"layout = {layout!r}; it is a Layout or a shape")
