"""The largest count-like field with which a transfer still fits its tensor, per call family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ascmove.calls import BLOCK, BasicCall, Call, EnhancedCall, L0cCall, NdDmaCall
from ascmove.rules.rule import Offer
from ascmove.rules.ten.fitting_l0c import smaller_matrix

Side = Literal["src", "dst"]


def largest_fit(call: Call, side: str, count: int) -> Offer | None:
    """A field and its largest value that keeps ``side`` inside ``count`` elements; None where none is known."""
    propose = _FITS.get(type(call))
    return None if propose is None else propose(call, side, count)


def _bursts(call: BasicCall, side: Side, count: int) -> Offer | None:
    params, size = call.geometry, count * call.src.dtype.width // BLOCK
    if call.params is None:
        fits = size * BLOCK // call.src.dtype.width
        return Offer(f"count {fits}", {"count": fits}) if fits else None
    gap = params.src_gap if side == "src" else params.dst_gap
    return fitting_bursts(params.block_count, params.block_len, gap, size)


def fitting_bursts(block_count: int, block_len: int, gap: int, size: int, step: int = 1) -> Offer | None:
    """The largest block_count, or else block_len, for a side of ``size`` units; one block advances ``step`` units."""
    bursts = (size + gap) // (block_len * step + gap)
    if bursts >= 1:
        return _gap_offer(block_count=min(bursts, block_count))
    length = (size - (block_count - 1) * gap) // (block_count * step)
    if length >= 1:
        return _gap_offer(block_len=length)
    return _gap_offer(block_count=1, block_len=size // step) if size >= step else None


def _gap_offer(**fields: int) -> Offer:
    text = ", ".join(f"{name} {value}" for name, value in fields.items())
    return Offer(text, {f"data_copy.{name}": value for name, value in fields.items()})


def enough(call: Call, side: Side, need: int) -> int:
    """The smallest legal count of ``side`` where ``need`` elements are touched: slots are whole from L0C to UB."""
    if not isinstance(call, EnhancedCall) or not call.acts:
        return need
    source, target = whole_slots(call)
    return max(need, source // call.src.dtype.width if side == "src" else target // call.dst.dtype.width)


def whole_slots(call: EnhancedCall) -> tuple[int, int]:
    """Bytes from the start of either side to the end of its last slot, from L0C to UB."""
    params, units = call.params, call.units
    blocks, gaps = params.block_count * params.block_len, params.block_count - 1
    return (
        (blocks + gaps * params.src_gap) * units.src_block,
        blocks * units.dst_block + gaps * params.dst_gap * BLOCK,
    )


def _blocks(call: EnhancedCall, side: Side, count: int) -> Offer | None:
    """In units that divide every advance: whole fractals in L0C, 16 B in UB, 32 B where the call is the plain copy."""
    params = call.params
    unit = length = BLOCK
    gap, kind = (params.src_gap, call.src.dtype) if side == "src" else (params.dst_gap, call.dst.dtype)
    if call.acts:
        units = call.units
        unit, length = (units.src_block, units.src_block) if side == "src" else (BLOCK // 2, units.dst_block)
        gap *= 1 if side == "src" else 2
    return fitting_bursts(params.block_count, params.block_len, gap, count * kind.width // unit, length // unit)


def _loops(call: NdDmaCall, side: Side, count: int) -> Offer | None:
    loops = call.loops
    strides = loops.loop_src_stride if side == "src" else loops.loop_dst_stride
    turns = loops.loop_size if side == "src" else call.turns
    for k in reversed(range(loops.dim)):
        rest = sum((n - 1) * s for j, (n, s) in enumerate(zip(turns, strides, strict=True)) if j != k)
        if not strides[k]:
            continue
        pads = 0 if side == "src" else call.left[k] + call.right[k]
        size = (count - 1 - rest) // strides[k] + 1 - pads
        if size >= 1:
            return Offer(f"loop_size[{k}] {size}", {f"loop_size[{k}]": size})
    return None


_FITS: dict[type[Call], Callable[..., Offer | None]] = {
    BasicCall: _bursts,
    EnhancedCall: _blocks,
    NdDmaCall: _loops,
    L0cCall: smaller_matrix,
}
