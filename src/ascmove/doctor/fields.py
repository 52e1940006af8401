"""The parameters of a call as numbers with a meaning: what a mistake can be made in, and the call with other numbers.

One small table per kind of call; everything else in this room works on the numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

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
    NdDmaLoopInfo,
    NdDmaParams,
    SliceCall,
    SliceInfo,
)
from ascmove.calls.l0c_geometry import ROW, Geometry
from ascmove.calls.nddma import ARRAYS
from ascmove.doctor.frames import extents, reframed
from ascmove.tensors import Tensor

Role = Literal[
    "count",
    "c0",
    "length",
    "gap",
    "stride",
    "left",
    "right",
    "start",
    "end",
    "skip",
    "shape",
    "word",
    "flag",
    "mode",
    "offset",
]
Values = Mapping[str, int]


@dataclass(frozen=True)
class Field:
    """One number of a call.

    ``unit``: bytes of one unit, 0 where it counts repetitions. ``valid``: what lies inside one step of a gap or
    stride, in the same unit. ``slot`` and ``side`` say which fields can be confused with each other: fields of one
    role and side belong to different loops, fields of one role and slot to different sides. ``choices``: all values
    of a flag or mode.
    """

    name: str
    role: Role
    value: int
    unit: int = 0
    valid: int = 0
    slot: int = 0
    side: str = ""
    choices: tuple[int, ...] = ()


def fields_of(call: Call) -> list[Field]:
    """Every number of the call that a mistake can be made in."""
    own = list(_FIELDS[type(call)](call))
    for side, tensor in (("src", call.src), ("dst", call.dst)):
        own.append(Field(f"{side}.offset", "offset", tensor.offset, tensor.dtype.width, side=side))
    return own


def with_values(call: Call, values: Values, *, dst: Tensor | None = None, src: Tensor | None = None) -> Call:
    """The same call with other numbers, or on other tensors, unchecked: what a kernel with these would ask for."""
    source, target = src or call.src, dst or call.dst
    if "src.offset" in values:
        source = source.whole.view(values["src.offset"])
    if "dst.offset" in values:
        target = target.whole.view(values["dst.offset"])
    return _REBUILD[type(call)](call, target, source, values)


# -- plain and enhanced copies ----------------------------------------------------------------------------------------

_GAPS = ("block_count", "block_len", "src_gap", "dst_gap")


def _gap_fields(params: DataCopyParams, src_unit: int, dst_block: int) -> Iterator[Field]:
    """``src_unit``: bytes of a block and of a source gap; ``dst_block``: of a block in the destination."""
    yield Field("block_count", "count", params.block_count)
    yield Field("block_len", "length", params.block_len, src_unit)
    yield Field("src_gap", "gap", params.src_gap, src_unit, params.block_len, side="src")
    yield Field("dst_gap", "gap", params.dst_gap, BLOCK, params.block_len * dst_block // BLOCK, side="dst")


def _basic_fields(call: BasicCall) -> Iterator[Field]:
    if call.count is not None:
        yield Field("count", "length", call.count, call.src.dtype.width)
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
    yield from _gap_fields(call.params, call.units.src_block, call.units.dst_block)
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


def _nddma_fields(call: NdDmaCall) -> Iterator[Field]:
    width, loops = call.src.dtype.width, call.loops
    per_loop_pads = call.left == loops.loop_lp_size and call.right == loops.loop_rp_size
    for k in range(loops.dim):
        inner = loops.loop_size[k - 1] if k else 1
        turns = call.turns[k - 1] if k else 1
        src, dst = loops.loop_src_stride, loops.loop_dst_stride
        src_inside, dst_inside = inner * (src[k - 1] if k else 1), turns * (dst[k - 1] if k else 1)
        yield Field(f"loop_src_stride[{k}]", "stride", src[k], width, src_inside, k, "src")
        yield Field(f"loop_dst_stride[{k}]", "stride", dst[k], width, dst_inside, k, "dst")
        contiguous = src[k] == 1 or dst[k] == 1
        yield Field(f"loop_size[{k}]", "length", loops.loop_size[k], width if contiguous else 0, slot=k)
        if per_loop_pads:
            yield Field(f"loop_lp_size[{k}]", "left", loops.loop_lp_size[k], width if k == 0 else 0, slot=k)
            yield Field(f"loop_rp_size[{k}]", "right", loops.loop_rp_size[k], width if k == 0 else 0, slot=k)
    yield Field("is_nearest_value_mode", "flag", int(call.config.is_nearest_value_mode), choices=(0, 1))


def _nddma(call: NdDmaCall, dst: Any, src: Any, values: Values) -> Call:
    arrays = [
        [values.get(f"{name}[{k}]", value) for k, value in enumerate(column)]
        for name, column in zip(ARRAYS, call.loops.arrays().values(), strict=True)
    ]
    config = call.config
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
            if k + 1 < len(infos) and not call.shapes_from_tensor:
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


#: frames are a group of their own: their numbers are confused with each other only
_FRAME_SLOT = 9

# -- L0C to GM --------------------------------------------------------------------------------------------------------


def _l0c_fields(call: L0cCall) -> Iterator[Field]:
    geometry = call.geometry
    if geometry is not None:
        yield from _geometry_fields(call, geometry)
    for extent in extents(call):
        role: Role = "c0" if extent.name == "dst.c0" else "length"
        yield Field(extent.name, role, extent.value, slot=_FRAME_SLOT, side=f"{extent.side} frame")
    if call.word is not None:
        yield Field("quant", "word", call.word)
    yield Field("enable_relu", "flag", int(call.trait.enable_relu), choices=(0, 1))
    if (call.src.dtype.name, call.dst.dtype.name) == ("float", "float") and geometry and geometry.walk == "NZ":
        yield Field("enable_channel_split", "flag", int(call.trait.enable_channel_split), choices=(0, 1))


def _geometry_fields(call: L0cCall, geometry: Geometry) -> Iterator[Field]:
    src, dst = call.src.dtype.width, call.dst.dtype.width
    rows, columns = geometry.m_size, geometry.n_size
    inside = {"ND": columns, "DN": rows, "NZ": -(-rows // ROW) * ROW * (call.dst_operand.matrix.c0 or ROW)}
    yield Field("n_size", "length", columns, dst, side="n")
    yield Field("m_size", "length", rows, 0, side="m")
    yield Field("src_stride", "stride", geometry.src_stride, ROW * src, -(-rows // ROW) * ROW, 0, "src")
    yield Field("dst_stride", "stride", geometry.dst_stride, dst, inside[geometry.walk], 0, "dst")
    if geometry.src_batches is not None:
        yield Field("src_batches", "count", geometry.src_batches)
        block = -(-columns // ROW) * geometry.src_stride * ROW
        yield Field("src_batch_stride", "stride", geometry.src_batch_stride, src, block, 1, "src")
        whole = (columns if geometry.walk == "DN" else rows) * geometry.dst_stride
        yield Field("dst_batch_stride", "stride", geometry.dst_batch_stride, dst, whole, 1, "dst")


def _l0c(call: L0cCall, dst: Any, src: Any, values: Values) -> Call:
    trait = replace(
        call.trait,
        enable_relu=bool(values.get("enable_relu", call.trait.enable_relu)),
        enable_channel_split=bool(values.get("enable_channel_split", call.trait.enable_channel_split)),
    )
    made = _unsettled(call)
    made.dst, made.src, made.trait = dst, src, trait
    made.dst_operand = reframed(replace(call.dst_operand, tensor=dst), values, "dst")
    made.src_operand = reframed(replace(call.src_operand, tensor=src), values, "src")
    if "quant" in values:
        made.quant = np.uint64(values["quant"])
    names = {name: values[name] for name in Geometry.__dataclass_fields__ if name in values}
    if names and made.geometry is not None:
        made.__dict__["geometry"] = replace(made.geometry, **names)  # type: ignore[arg-type]
    return made


def _unsettled(call: L0cCall) -> L0cCall:
    """A copy of the call that has worked out nothing yet."""
    made = copy(call)
    for name in [n for n in vars(made) if isinstance(getattr(L0cCall, n, None), cached_property)]:
        del made.__dict__[name]
    return made


_FIELDS: dict[type[Call], Callable[[Any], Iterator[Field]]] = {
    BasicCall: _basic_fields,
    EnhancedCall: _enhanced_fields,
    NdDmaCall: _nddma_fields,
    SliceCall: _slice_fields,
    L0cCall: _l0c_fields,
}
_REBUILD: dict[type[Call], Callable[[Any, Any, Any, Values], Call]] = {
    BasicCall: _basic,
    EnhancedCall: _enhanced,
    NdDmaCall: _nddma,
    SliceCall: _slice,
    L0cCall: _l0c,
}
