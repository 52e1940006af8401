"""The largest batch count, m or n with which a copy out of L0C still fits its tensor."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from typing import Any

from ascmove.calls import L0cCall
from ascmove.calls.l0c_geometry import ROW, Geometry
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.rules.l0c.sizes import fractal_columns
from ascmove.rules.rule import Offer


def smaller_matrix(call: L0cCall, side: str, count: int) -> Offer | None:
    """A field of the layout and its largest value that keeps ``side`` inside ``count`` elements; None without one."""
    geometry = call.geometry
    if geometry is None:
        return None
    source = side == "src"
    operand = call.src_operand if source else call.dst_operand
    width = ROW if source else fractal_columns(call)
    sizes = (
        ("src_batches", "batch", geometry.matrices),
        ("m_size", "m", geometry.m_size),
        ("n_size", "n", geometry.n_size),
    )
    for field, name, now in sizes:
        fits = _largest(geometry, field, now, operand, source, width, count)
        if fits:
            # the source's batches drive the copy; its rows and columns are padded, the destination's cut them
            field = f"{'src' if name == 'batch' else 'dst'}.layout.{name}"
            return Offer(f"layout.{name} {fits}", {field: fits})
    return None


def _largest(
    geometry: Geometry, field: str, now: int, operand: L0cOperand, source: bool, width: int, count: int
) -> int:
    """The largest value below ``now`` of one size with which the last element is inside; 0 without one."""

    def outside(size: int) -> bool:
        changes: dict[str, Any] = {field: size}
        return operand.offset + _last(replace(geometry, **changes), source, width) >= count

    return bisect(range(1, now), False, key=outside)


def _last(g: Geometry, source: bool, width: int) -> int:
    """The highest element that one side touches, from the first on."""
    batches = (g.matrices - 1) * (g.src_batch_stride if source else g.dst_batch_stride)
    if source or g.walk == "NZ":
        block, rest = divmod(g.n_size - 1, width)
        stride = g.src_stride * ROW if source else g.dst_stride
        return batches + block * stride + (g.m_size - 1) * width + rest
    lines, run = (g.m_size, g.n_size) if g.walk == "ND" else (g.n_size, g.m_size)
    return batches + (lines - 1) * g.dst_stride + run - 1
