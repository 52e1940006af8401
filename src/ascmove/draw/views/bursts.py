"""View of the plain copy: one burst per row, the gap behind it."""

from __future__ import annotations

from ascmove.calls import BLOCK, BasicCall
from ascmove.calls.basic import DataCopyParams
from ascmove.draw.cells import Side
from ascmove.draw.views.strides import stride_levels
from ascmove.draw.views.view import Line, View
from ascmove.plan import Plan
from ascmove.tensors import Tensor


def basic_view(call: BasicCall, plan: Plan) -> View:
    """Rows are bursts with their gaps, in blocks of 32 bytes."""
    return gap_view(call.geometry, call.src, call.dst)


def gap_view(params: DataCopyParams, src: Tensor, dst: Tensor) -> View:
    """Two operands of a gap copy in blocks of 32 bytes."""
    lines: list[Line] = []
    levels = {}
    for side, tensor, gap in (("src", src, params.src_gap), ("dst", dst, params.dst_gap)):
        block = BLOCK // tensor.dtype.width
        length, hole = params.block_len * block, gap * block
        pitch = length + hole
        pitches = [pitch] if params.block_count > 1 else []
        levels[side] = stride_levels(pitches, max(tensor.count, pitch), block)
        lines += gap_lines(side, params, length, pitch, gap, ("× 32 B", "× 32 B"))  # type: ignore[arg-type]
    return View(levels["src"], levels["dst"], tuple(lines))


def gap_lines(
    side: Side, params: DataCopyParams, length: int, pitch: int, gap: int, units: tuple[str, str], row: int = 0
) -> list[Line]:
    """The fields on one side: burst length, gap behind the first burst, number of bursts.

    ``length`` and ``pitch`` are in elements; ``units`` are those of block_len and of the gap; ``row`` is the length of
    a row where a burst runs down over several.
    """
    lines = []
    if length:
        lines.append(
            Line(side, "data_copy.block_len", "block_len", params.block_len, units[0], 0, length - 1, step=row)
        )
    if gap and params.block_count > 1:
        name = f"{side}_gap"
        lines.append(Line(side, f"data_copy.{name}", name, gap, units[1], length, pitch - 1, step=row))
    if params.block_count > 1 and length:
        last = (params.block_count - 1) * pitch
        lines.append(
            Line(side, "data_copy.block_count", "block_count", params.block_count, "bursts", 0, last, step=pitch)
        )
    return lines
