"""Sizes and strides of a copy out of L0C, derived from the two layouts as the vendor's headers derive them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from ascmove.calls.l0c_operand import L0cOperand
from ascmove.layouts import Layout, Pattern

#: how the drain unit walks the destination: row-major, column-major, fractals
Walk = Literal["ND", "DN", "NZ"]

#: destinations that have a route, with the way they are walked
WALKS: dict[Pattern, Walk] = {
    Pattern.ND: "ND",
    Pattern.NDExt: "ND",
    Pattern.DN: "DN",
    Pattern.DNExt: "DN",
    Pattern.NZ: "NZ",
    Pattern.NC1HWC0: "NZ",
    Pattern.NHWC: "ND",
    Pattern.NCHW: "DN",
}

#: top-level axis of a convolution layout whose stride is the destination stride
_CONV_STRIDE = {Pattern.NC1HWC0: 1, Pattern.NHWC: 2, Pattern.NCHW: 1}

#: elements of one row of a source fractal; the unit of the source strides
ROW = 16


@dataclass(frozen=True)
class Geometry:
    """What one matrix takes. ``n_size`` columns, ``m_size`` rows; strides of the destination in elements.

    ``src_stride`` and ``src_nd_stride`` count 16 elements: column blocks of the source, and its batches.
    """

    walk: Walk
    n_size: int
    m_size: int
    src_stride: int
    dst_stride: int
    src_columns: int
    dst_columns: int
    src_batches: int | None
    dst_batches: int | None
    src_batch_stride: int
    dst_batch_stride: int

    @property
    def src_nd_stride(self) -> int:
        """Distance of the source batches in units of 16 elements."""
        return self.src_batch_stride // ROW

    @property
    def matrices(self) -> int:
        """How many matrices move: the source's batch count, which nothing clamps."""
        return 1 if self.src_batches is None else self.src_batches

    @property
    def glued(self) -> bool:
        """True when batches are glued along N into one instruction, unless a loop takes them one by one."""
        return self.walk == "NZ" and self.src_batches is not None


def geometry_of(dst: L0cOperand, src: L0cOperand) -> Geometry | None:
    """The geometry of a copy; None when a layout is broken or has no route, which rules report."""
    if not (dst.sound and src.sound):
        return None
    target = dst.seen
    assert target.pattern is not None
    convolution = target.pattern.is_convolution
    if src.matrix.pattern is not Pattern.NZ or target.pattern not in WALKS:
        return None
    if (src.batches is None) is not (dst.batches is None or convolution):
        return None
    rows, columns = conv_sizes(target) if convolution else dst.totals
    src_rows, src_columns = src.totals
    return Geometry(
        WALKS[target.pattern],
        columns if convolution else min(columns, src_columns),
        rows if convolution else min(rows, src_rows),
        column_stride(src.matrix) // ROW,
        _dst_stride(target if convolution else dst.matrix),
        src_columns,
        columns,
        src.batches,
        None if convolution else dst.batches,
        src.batch_stride,
        0 if convolution else dst.batch_stride,
    )


def column_stride(nz: Layout) -> int:
    """Elements from one column block of an NZ matrix to the next."""
    return cast("tuple[int, int]", nz.stride[1])[1]


def conv_sizes(layout: Layout) -> tuple[int, int]:
    """(H·W, C) of a convolution layout; C is C1·C0 for NC1HWC0."""
    extents = cast("tuple[int, ...]", layout.shape)
    if layout.pattern is Pattern.NCHW:
        _, c, h, w = extents
        return h * w, c
    if layout.pattern is Pattern.NHWC:
        _, h, w, c = extents
        return h * w, c
    _, c1, h, w, c0 = extents
    return h * w, c1 * c0


def _dst_stride(layout: Layout) -> int:
    assert layout.pattern is not None
    if layout.pattern in _CONV_STRIDE:
        return cast(int, layout.stride[_CONV_STRIDE[layout.pattern]])
    if layout.pattern is Pattern.NZ:
        return column_stride(layout)
    mode = layout.stride[0 if WALKS[layout.pattern] == "ND" else 1]
    return mode if isinstance(mode, int) else cast(int, mode[1])
