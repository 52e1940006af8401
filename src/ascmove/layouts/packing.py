"""Matrices in memory: the offset of every element of a layout at once, and packing by it."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ascmove.errors import BadArgument
from ascmove.findings.wording import several
from ascmove.layouts.layout import Layout
from ascmove.layouts.nested import Nested, product, same_nesting, text
from ascmove.layouts.patterns import Pattern

Offsets: TypeAlias = npt.NDArray[np.int64]


def offsets(layout: Layout, *, padded: bool = False) -> Offsets:
    """Element offset of every (row, column), (batch, row, column), or (n, c, h, w) of a convolution pattern.

    Only the declared rows and columns, unless ``padded``. A layout that is no matrix has one axis per top-level mode.

    >>> from ascmove.layouts import make_frame_layout
    >>> offsets(make_frame_layout("DN", 2, 3)).tolist()
    [[0, 2, 4], [1, 3, 5]]
    """
    if not same_nesting(layout.shape, layout.stride):
        raise BadArgument(f"shape {text(layout.shape)} and stride {text(layout.stride)} differ in nesting: no offsets")
    batch = layout.batch
    modes = list(zip(layout.shape, layout.stride, strict=True))
    if batch is not None:
        matrix = layout.remove_batch()
        modes = [modes[0], *zip(matrix.shape, matrix.stride, strict=True)]
    counts = [product(shape) for shape, _ in modes]
    if layout.declared is not None and not padded:
        counts[-2:] = layout.declared
    axes = [mode_offsets(*mode, count) for mode, count in zip(modes, counts, strict=True)]
    return _feature_map(layout.pattern, _outer_sum(axes))


def mode_offsets(shape: Nested, stride: Nested, count: int) -> Offsets:
    """Offsets of the integer coordinates 0 … ``count`` − 1 of one mode: its first entry varies fastest."""
    return _expand(np.arange(count, dtype=np.int64), shape, stride)


def _expand(index: Offsets, shape: Nested, stride: Nested) -> Offsets:
    if not isinstance(shape, tuple) or not isinstance(stride, tuple):
        return index * int(stride) if isinstance(stride, int) else index
    total = np.zeros_like(index)
    for extent, step in zip(shape[:-1], stride[:-1], strict=True):
        index, rest = np.divmod(index, product(extent))
        total += _expand(rest, extent, step)
    return total + _expand(index, shape[-1], stride[-1])


def _outer_sum(axes: list[Offsets]) -> Offsets:
    total = np.zeros((), dtype=np.int64)
    for axis in axes:
        total = total[..., None] + axis
    return total


def _feature_map(tag: Pattern | None, table: Offsets) -> Offsets:
    """The table of a convolution pattern with axes (n, c, h, w); other tables unchanged."""
    if tag is Pattern.NHWC:
        return np.moveaxis(table, 3, 1)
    if tag is Pattern.NC1HWC0:
        n, c1, h, w, c0 = table.shape
        return np.moveaxis(table, 4, 2).reshape(n, c1 * c0, h, w)
    return table


def pack(matrix: npt.NDArray[Any], layout: Layout, buffer: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
    """Write a matrix into ``buffer`` as the layout says, and return the buffer; elements of no coordinate stay.

    ``matrix`` has the axes of ``offsets``: (m, n), (batch, m, n) or (n, c, h, w), of the declared extents. Without
    ``buffer``: zeros of the layout's capacity. Raises BadArgument where shape or type differ, or for a short buffer.

    >>> from ascmove.layouts import make_frame_layout
    >>> pack(np.array([[1, 2], [3, 4]]), make_frame_layout("DN", 2, 2)).tolist()
    [1, 3, 2, 4]
    """
    where = offsets(layout)
    if matrix.shape != where.shape:
        raise BadArgument(f"matrix has the shape {matrix.shape}, {layout} takes {where.shape}")
    if buffer is None:
        buffer = np.zeros(max(layout.capacity, _reach(where)), dtype=matrix.dtype)
    if buffer.dtype != matrix.dtype:
        raise BadArgument(f"matrix holds {matrix.dtype}, the buffer {buffer.dtype}; convert one first")
    _check_buffer(buffer, where, layout)
    buffer[where] = matrix
    return buffer


def unpack(buffer: npt.NDArray[Any], layout: Layout) -> npt.NDArray[Any]:
    """The matrix that ``buffer`` holds in the layout: a copy with the axes of ``offsets``, the declared extents only.

    Raises BadArgument when the buffer is too short.
    """
    where = offsets(layout)
    _check_buffer(buffer, where, layout)
    found: npt.NDArray[Any] = buffer[where]
    return found


def _reach(where: Offsets) -> int:
    return int(where.max()) + 1 if where.size else 0


def _check_buffer(buffer: npt.NDArray[Any], where: Offsets, layout: Layout) -> None:
    if buffer.ndim != 1:
        raise BadArgument(f"the buffer has {several(buffer.ndim, 'axis')}, it needs 1; pass buffer.reshape(-1)")
    if _reach(where) > buffer.size:
        raise BadArgument(f"the buffer has {several(buffer.size, 'element')}, {layout} reaches {_reach(where)}")
