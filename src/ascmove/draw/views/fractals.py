"""View of the enhanced transfer: fractals of 16 rows below each other, one burst beside the other."""

from __future__ import annotations

from ascmove.calls import EnhancedCall
from ascmove.calls.basic import BLOCK
from ascmove.calls.enhanced_units import SIDE
from ascmove.draw.grid import Level
from ascmove.draw.views.bursts import gap_lines, gap_view
from ascmove.draw.views.view import Line, View
from ascmove.plan import Plan


def enhanced_view(call: EnhancedCall, plan: Plan) -> View:
    """L0C in fractals, UB in rows of at least one 32-byte block; blocks of 32 bytes where the enhancement is off."""
    if not call.acts:
        return gap_view(call.params, call.src, call.dst)
    units, params = call.units, call.params
    lines: list[Line] = []
    levels = {}
    for side, tensor, size, gap_bytes, gap, gap_unit in (
        ("src", call.src, units.src_block, units.src_block * params.src_gap, params.src_gap, f"× {units.src_block} B"),
        ("dst", call.dst, units.dst_block, BLOCK * params.dst_gap, params.dst_gap, "× 32 B"),
    ):
        width = tensor.dtype.width
        fractal = size // width
        burst = (params.block_len * size + gap_bytes) // width
        row = max(SIDE, BLOCK // width)
        levels[side] = _levels(fractal, burst, row, params.block_count)
        named = (f"× {size} B", gap_unit)
        lines += gap_lines(side, params, fractal * params.block_len, burst, gap, named, row)  # type: ignore[arg-type]
    return View(levels["src"], levels["dst"], tuple(lines))


def _levels(fractal: int, burst: int, row: int, count: int) -> tuple[Level, ...]:
    levels = [Level("column", 1, "x"), Level("row", row, "y")]
    if fractal > row:
        levels.append(Level("fractal", fractal, "y", "fractal"))
    if count > 1 and burst > levels[-1].pitch:
        levels.append(Level("burst", burst, "x", "plane"))
    return tuple(levels)
