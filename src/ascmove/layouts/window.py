"""Slices: how a coordinate and a shape cut a window out of a layout's shape.

Two forms exist. *Logical*: ``(row, column)`` and ``(rows, columns)`` on a fractal shape, with the batch in front where
there is one; whole fractals are taken. *Leaf by leaf*: coordinate and shape nested as the layout's
shape. Strides never change.
"""

from __future__ import annotations

from dataclasses import dataclass

from ascmove.layouts.infer import is_batched
from ascmove.layouts.nested import (
    Nested,
    NestedTuple,
    ceil_div,
    combine,
    leaves,
    nested_tuple,
    product,
    same_nesting,
    text,
)


@dataclass(frozen=True)
class Cut:
    """One axis of a window: ``start`` and ``asked`` of ``extent`` entries, in fractals of ``inner`` entries.

    ``rounds``: whole fractals are taken.
    """

    axis: str
    start: int
    asked: int
    extent: int
    inner: int = 1
    rounds: bool = True

    @property
    def inside(self) -> bool:
        """True when the start is an entry of the axis."""
        return 0 <= self.start < self.extent

    @property
    def taken(self) -> int:
        """Entries that are there: what was asked for, or what remains; 0 when the start is outside."""
        return max(0, min(self.extent - self.start, self.asked)) if self.inside else 0


@dataclass(frozen=True)
class Window:
    """A cut-out: its shape, its axes, and the rows and columns it stands for (None where it is no matrix)."""

    shape: NestedTuple
    cuts: tuple[Cut, ...]
    matrix: tuple[int, int] | None


def arguments(coord: object, extent: object) -> tuple[NestedTuple, NestedTuple]:
    """Coordinate and shape of a slice as nested integers, which may still be negative; a layout stands for its shape.

    Raises BadArgument for what is no nested integer.
    """
    extent = getattr(extent, "shape", extent)
    return nested_tuple(coord, "slice coord", None), nested_tuple(extent, "slice shape", None)


def is_fractal_shape(shape: Nested) -> bool:
    """True for ``((r0, r1), (c0, c1))``."""
    return same_nesting(shape, ((0, 0), (0, 0)))


def is_logical(shape: NestedTuple, coord: NestedTuple, extent: NestedTuple) -> bool:
    """True when ``coord`` and ``extent`` speak of rows and columns of a fractal ``shape``."""
    if is_batched(shape):
        form: Nested = (0, (0, 0))
        return is_fractal_shape(shape[1]) and same_nesting(coord, form) and same_nesting(extent, form)
    return is_fractal_shape(shape) and same_nesting(coord, (0, 0)) and same_nesting(extent, (0, 0))


def forms(shape: NestedTuple) -> dict[str, NestedTuple]:
    """The nestings a slice of ``shape`` may have, by how they are written."""
    if is_batched(shape):
        own = {"(b, ((r0, r1), (c0, c1)))" if is_fractal_shape(shape[1]) else "(b, (row, column))": shape}
        return {"(b, (row, column))": (0, (0, 0))} | own if is_fractal_shape(shape[1]) else own
    if is_fractal_shape(shape):
        return {"(row, column)": (0, 0), "((r0, r1), (c0, c1))": shape}
    return {"(row, column)" if same_nesting(shape, (0, 0)) else f"that of {text(shape)}": shape}


def window(shape: NestedTuple, coord: NestedTuple, extent: NestedTuple) -> Window:
    """The window of a coordinate and shape whose form fits; extents that would be negative become 0.

    >>> window(((16, 4), (16, 4)), (16, 32), (20, 20)).shape
    ((16, 2), (16, 2))
    """
    if not is_logical(shape, coord, extent):
        return _leaf_by_leaf(shape, coord, extent)
    if not is_batched(shape):
        return _fractals(shape, coord, extent)
    batch, inner = Cut("batch", _int(coord[0]), _int(extent[0]), _int(shape[0])), _tuple(shape[1])
    matrix = _fractals(inner, _tuple(coord[1]), _tuple(extent[1]))
    return Window((batch.taken, matrix.shape), (batch, *matrix.cuts), matrix.matrix)


def _fractals(shape: NestedTuple, coord: NestedTuple, extent: NestedTuple) -> Window:
    rows, columns = (
        Cut(axis, _int(at), _int(count), product(mode), leaves(mode)[0])
        for axis, at, count, mode in zip(("row", "column"), coord, extent, shape, strict=True)
    )
    (r0, _), (c0, _) = _tuple(shape[0]), _tuple(shape[1])
    # an inner extent of 0 is what a broken slice leaves
    cut = ((r0, ceil_div(rows.taken, max(1, rows.inner))), (c0, ceil_div(columns.taken, max(1, columns.inner))))
    return Window(cut, (rows, columns), (rows.taken, columns.taken))


def _leaf_by_leaf(shape: NestedTuple, coord: NestedTuple, extent: NestedTuple) -> Window:
    rest = combine(shape, coord, lambda whole, start: whole - start if 0 <= start < whole else 0)
    cut = combine(rest, extent, lambda left, asked: max(0, min(left, asked)))
    cuts = tuple(
        Cut(axis, start, asked, whole, inner, rounds=False)
        for (axis, inner), start, asked, whole in zip(
            _leaf_axes(shape), leaves(coord), leaves(extent), leaves(shape), strict=True
        )
    )
    matrix = _tuple(cut[1]) if is_batched(shape) else cut
    return Window(cut, cuts, (product(matrix[0]), product(matrix[1])) if len(matrix) == 2 else None)


def _leaf_axes(shape: NestedTuple) -> list[tuple[str, int]]:
    """(name, fractal extent) of each integer; the fractal extent is not 1 only for the inner integer of a fractal."""
    if is_batched(shape):
        return [("batch", 1), *_leaf_axes(_tuple(shape[1]))]
    if same_nesting(shape, (0, 0)):
        return [("row", 1), ("column", 1)]
    if is_fractal_shape(shape):
        rows, _, columns, _ = leaves(shape)
        return [("row", rows), ("row fractal", 1), ("column", columns), ("column fractal", 1)]
    return [(f"entry {i}", 1) for i in range(len(leaves(shape)))]


def _int(value: Nested) -> int:
    assert isinstance(value, int)
    return value


def _tuple(value: Nested) -> NestedTuple:
    assert isinstance(value, tuple)
    return value
