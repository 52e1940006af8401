"""Lowering of the enhanced transfer: blocks of 16-element rows from L0C to UB, converted on the way."""

from __future__ import annotations

from ascmove.calls.enhanced import WORDS, EnhancedCall
from ascmove.calls.enhanced_units import SIDE, SLOT
from ascmove.formats.modes import enhanced_conversion
from ascmove.moves.basic import gap_copy
from ascmove.plan import Access, Plan, Step

_LOOPS = ("column", "row", "block", "burst")


def lower_enhanced(call: EnhancedCall) -> Plan:
    """L0C to UB in fractals where the enhanced parameters act, the plain copy of 32 B blocks everywhere else."""
    src, dst, params = call.src.dtype, call.dst.dtype, call.params
    if not call.acts:
        return gap_copy(params, src, dst)
    scale, enhanced = call.scale, call.enhanced
    words = call.word_type if scale.vector else None
    if not (params.block_count and params.block_len):
        return Plan((), src, dst, words, _LOOPS)
    convert = enhanced_conversion(scale.name, src, dst, word=enhanced.deq_value, is_relu=enhanced.is_relu)
    step = Step(
        (SIDE, call.units.rows, params.block_len, params.block_count),
        _dst(call),
        _src(call),
        convert=convert,
        quant=Access(0, (1, 0, 0, WORDS)) if words else None,
    )
    return Plan((step,), src, dst, words, _LOOPS)


def _src(call: EnhancedCall) -> Access:
    """Row-major fractals; the gap counts fractals."""
    block = call.units.src_block // call.src.dtype.width
    return Access(0, (1, SIDE, block, (call.params.block_len + call.params.src_gap) * block))


def _dst(call: EnhancedCall) -> Access:
    """Rows side by side or in half slots; the gap counts slots of 32 B whatever the type."""
    units, width = call.units, call.dst.dtype.width
    burst = call.params.block_len * units.dst_block + call.params.dst_gap * SLOT
    strides = (1, units.dst_row // width, units.dst_block // width, burst // width)
    return Access(units.dst_start // width, strides)
