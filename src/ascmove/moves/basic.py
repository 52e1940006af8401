"""Lowering of the plain copy: bursts of 32-byte blocks with gaps."""

from __future__ import annotations

from ascmove.calls.basic import BLOCK, BasicCall, DataCopyParams
from ascmove.formats.dtype import DType
from ascmove.plan import Access, Plan, Step


def lower_basic(call: BasicCall) -> Plan:
    """Burst i starts at block i·(block_len + gap) on its side and is block_len blocks long."""
    return gap_copy(call.geometry, call.src.dtype, call.dst.dtype)


def gap_copy(params: DataCopyParams, src_type: DType, dst_type: DType) -> Plan:
    """The Plan of a gap copy of raw elements; no Steps when a count is 0."""
    c0 = BLOCK // src_type.width
    length = params.block_len * c0
    steps: tuple[Step, ...] = ()
    if params.block_count and length:
        src = Access(0, (1, length + params.src_gap * c0))
        dst = Access(0, (1, length + params.dst_gap * c0))
        steps = (Step((length, params.block_count), dst, src),)
    return Plan(steps, src_type, dst_type, loops=("element", "burst"))
