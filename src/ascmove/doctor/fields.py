"""The parameters of a call as numbers with a meaning: what a mistake can be made in, and the call with other numbers.

One small table per kind of call; everything else in this room works on the numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from typing import Any

from ascmove.calls import (
    BLOCK,
    BasicCall,
    BlockMode,
    Call,
    DataCopyEnhancedParams,
    DataCopyParams,
    EnhancedCall,
    L0cCall,
    NdDmaCall,
    NdDmaConfig,
    NdDmaLoopInfo,
    NdDmaParams,
    SliceCall,
    SliceInfo,
)
from ascmove.calls.enhanced_units import SIDE
from ascmove.calls.nddma import ARRAYS
from ascmove.doctor.field import Field, Role, Values
from ascmove.doctor.matrices import matrix_call, matrix_fields
from ascmove.tensors import Tensor


def fields_of(call: Call) -> list[Field]:
    """Every number of the call that a mistake can be made in."""
    own = list(_FIELDS[type(call)](call))
    for side, tensor in (("src", call.src), ("dst", call.dst)):
        own.append(Field(f"{side}.offset", "offset", tensor.offset, tensor.dtype.width, side=side))
    return own


def with_values(call: Call, values: Values, *, dst: Tensor | None = None, src: Tensor | None = None) -> Call:
    """The same call with other numbers, or on other tensors, unchecked: what a kernel with these would ask for."""
    source, target = call.src if src is None else src, call.dst if dst is None else dst
    if "src.offset" in values:
        source = source.whole.view(values["src.offset"])
    if "dst.offset" in values:
        target = target.whole.view(values["dst.offset"])
    return _REBUILD[type(call)](call, target, source, values)


# -- plain and enhanced copies ----------------------------------------------------------------------------------------

_GAPS = ("block_count", "block_len", "src_gap", "dst_gap")


def _gap_fields(params: DataCopyParams, src_unit: int, dst_block: int, unhalved_block: int = 0) -> Iterator[Field]:
    """``src_unit``: bytes of a block and of a source gap; ``dst_block``: of a block in the destination."""
    length = params.block_len
    valid, unhalved = length * dst_block // BLOCK, length * unhalved_block // BLOCK
    yield Field("block_count", "count", params.block_count)
    yield Field("block_len", "length", length, src_unit, bits=16)
    yield Field("src_gap", "gap", params.src_gap, src_unit, length, side="src", bits=16)
    yield Field("dst_gap", "gap", params.dst_gap, BLOCK, valid, side="dst", unhalved=unhalved, bits=16)


def _basic_fields(call: BasicCall) -> Iterator[Field]:
    if call.count is not None:
        width = call.src.dtype.width
        yield Field("count", "elements", call.count, width, BLOCK // width)
    else:
        yield from _gap_fields(call.geometry, BLOCK, BLOCK)


def _basic(call: BasicCall, dst: Any, src: Any, values: Values) -> Call:
    if call.count is not None:
        return BasicCall(dst, src, values.get("count", call.count))
    return BasicCall(dst, src, _gaps(call.geometry, values))


def _gaps(params: DataCopyParams, values: Values) -> DataCopyParams:
    return DataCopyParams(*(values.get(name, getattr(params, name)) for name in _GAPS))


def _enhanced_fields(call: EnhancedCall) -> Iterator[Field]:
    if not call.acts:
        yield from _gap_fields(call.params, BLOCK, BLOCK)
        return
    units = call.units
    yield from _gap_fields(call.params, units.src_block, units.dst_block, units.rows * SIDE * call.src.dtype.width)
    if call.scale.name != "DEQ_NONE" and not call.scale.vector:
        yield Field("deq_value", "word", call.enhanced.deq_value)
    yield Field("is_relu", "flag", int(call.enhanced.is_relu), choices=(0, 1))
    if call.dst.dtype.width == 1:
        yield Field("sid_store_mode", "mode", call.enhanced.sid_store_mode, choices=(0, 1, 2))
    modes = (BlockMode.MATRIX.value, BlockMode.VECTOR.value)
    yield Field("block_mode", "mode", call.enhanced.block_mode.value, choices=modes)


def _enhanced(call: EnhancedCall, dst: Any, src: Any, values: Values) -> Call:
    old = call.enhanced
    params = DataCopyEnhancedParams(
        BlockMode(values.get("block_mode", old.block_mode.value)),
        old.deq_scale,
        values.get("deq_value", old.deq_value),
        values.get("sid_store_mode", old.sid_store_mode),
        bool(values.get("is_relu", old.is_relu)),
        old.pad_mode,
        old.pad_value,
        old.deq_tensor_addr,
    )
    return EnhancedCall(dst, src, _gaps(call.params, values), params, call.deq_tensor)


# -- NDDMA ------------------------------------------------------------------------------------------------------------

_PADS: dict[str, Role] = {"lp": "left", "rp": "right"}


def _nddma_fields(call: NdDmaCall) -> Iterator[Field]:
    width, loops = call.src.dtype.width, call.loops
    per_loop = {s for s in ("lp", "rp") if getattr(call.config, f"loop_{s}_size") == NdDmaConfig.UNSET_PAD}
    for k in range(loops.dim):
        inner = loops.loop_size[k - 1] if k else 1
        turns = call.turns[k - 1] if k else 1
        src, dst = loops.loop_src_stride, loops.loop_dst_stride
        src_inside, dst_inside = inner * (src[k - 1] if k else 1), turns * (dst[k - 1] if k else 1)
        yield Field(f"loop_src_stride[{k}]", "stride", src[k], width, src_inside, k, "src")
        unpadded = (inner * dst[k - 1],) if k and inner != turns else ()
        yield Field(f"loop_dst_stride[{k}]", "stride", dst[k], width, dst_inside, k, "dst", bits=20, others=unpadded)
        contiguous = src[k] == 1 or dst[k] == 1
        yield Field(f"loop_size[{k}]", "length", loops.loop_size[k], width if contiguous else 0, slot=k)
        for side, role in _PADS.items():
            if side in per_loop:
                size = getattr(loops, f"loop_{side}_size")[k]
                yield Field(f"loop_{side}_size[{k}]", role, size, width if k == 0 else 0, slot=k)
    for side, role in _PADS.items():
        if side not in per_loop:
            name = f"loop_{side}_size"
            yield Field(f"config.{name}", role, getattr(call.config, name), slot=loops.dim)
    yield Field("is_nearest_value_mode", "flag", int(call.config.is_nearest_value_mode), choices=(0, 1))


def _nddma(call: NdDmaCall, dst: Any, src: Any, values: Values) -> Call:
    arrays = [
        [values.get(f"{name}[{k}]", value) for k, value in enumerate(column)]
        for name, column in zip(ARRAYS, call.loops.arrays().values(), strict=True)
    ]
    config = call.config
    for name in ("loop_lp_size", "loop_rp_size"):
        config = replace(config, **{name: values.get(f"config.{name}", getattr(config, name))})
    if "is_nearest_value_mode" in values:
        config = replace(config, is_nearest_value_mode=bool(values["is_nearest_value_mode"]))
    params = NdDmaParams(NdDmaLoopInfo(*arrays), call.params.constant_value)
    return NdDmaCall(dst, src, params, config, call.refreshed)


# -- slices -----------------------------------------------------------------------------------------------------------


def _slice_fields(call: SliceCall) -> Iterator[Field]:
    width = call.src.dtype.width
    for name, infos, _ in call.sides:
        side = name[:3]
        for k, info in enumerate(infos):
            first, at = k == 0, f"{name}[{k}]"
            yield Field(f"{at}.start_index", "start", info.start_index, width if first else 0, slot=k, side=side)
            yield Field(f"{at}.end_index", "end", info.end_index, width if first else 0, slot=k, side=side)
            if first:
                yield Field(f"{at}.stride", "gap", info.stride, width, info.burst(width), k, side)
            else:
                yield Field(f"{at}.stride", "skip", info.stride, 0, 1, k, side)
            if first and side == "src":
                yield Field("burst_len", "length", info.burst_len, BLOCK)
            if not call.shapes_from_tensor:
                yield Field(f"{at}.shape_value", "shape", info.shape_value, width if first else 0, info.span, k, side)


def _slice(call: SliceCall, dst: Any, src: Any, values: Values) -> Call:
    lists = {}
    for name, infos, _ in call.sides:
        made = []
        for k, info in enumerate(infos):
            numbers = dict(zip(SliceInfo.__dataclass_fields__, astuple(info), strict=True))
            numbers = {field: values.get(f"{name}[{k}].{field}", number) for field, number in numbers.items()}
            if k == 0:
                numbers["burst_len"] = values.get("burst_len", info.burst_len)
            made.append(SliceInfo(**numbers))
        lists[name] = made
    return SliceCall(dst, src, lists["dst_slice_info"], lists["src_slice_info"], call.dim_value)


_FIELDS: dict[type[Call], Callable[[Any], Iterator[Field]]] = {
    BasicCall: _basic_fields,
    EnhancedCall: _enhanced_fields,
    NdDmaCall: _nddma_fields,
    SliceCall: _slice_fields,
    L0cCall: matrix_fields,
}
_REBUILD: dict[type[Call], Callable[[Any, Any, Any, Values], Call]] = {
    BasicCall: _basic,
    EnhancedCall: _enhanced,
    NdDmaCall: _nddma,
    SliceCall: _slice,
    L0cCall: matrix_call,
}
