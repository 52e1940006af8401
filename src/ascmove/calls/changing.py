"""A call with other values in some of its fields, named as findings and cases name them; nothing is checked.

``with_fields(call, {"data_copy.block_len": 2})`` and ``value_of(call, "data_copy.block_len")``. Fields of tensors
(``src.count``), of layouts (``dst.layout.m``) and of the last slice (``dst.slice.shape``) are fields as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from enum import Enum
from functools import cached_property, singledispatch
from typing import Any

import numpy as np

import ascmove.formats as formats
from ascmove.calls.basic import BasicCall, DataCopyParams
from ascmove.calls.call import Call
from ascmove.calls.enhanced import EnhancedCall
from ascmove.calls.fields import settle
from ascmove.calls.l0c import L0cCall
from ascmove.calls.l0c_operand import Cut, L0cOperand
from ascmove.calls.nddma import ARRAYS, Bits, NdDmaCall
from ascmove.errors import BadArgument
from ascmove.formats.dtype import DType, dtype
from ascmove.hardware import Space, space_of
from ascmove.layouts import Layout, make_frame_layout
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Arena, Block, ByteState

Step = str | int

#: where a call keeps what a field's first name stands for, where that is not an attribute of the same name
_PLACES: dict[type[Call], dict[str, str]] = {
    BasicCall: {"data_copy": "params"},
    EnhancedCall: {"data_copy": "params"},
    NdDmaCall: {
        **{name: f"params.loop_info.{name}" for name in ARRAYS},
        "constant_value": "params.constant_value",
        "nd_dma_dci": "refreshed",
    },
    L0cCall: {
        "src": "src_operand",
        "dst": "dst_operand",
        **{name: f"params.{name}" for name in ("unit_flag", "sub_block_id")},
        **{name: f"trait.{name}" for name in ("round_mode", "enable_relu", "enable_channel_split")},
    },
}
_TENSOR_FIELDS = ("position", "dtype", "address", "count", "offset")


def with_fields(call: Call, changes: Mapping[str, object]) -> Call:
    """The same call with these values. Raises BadArgument for a field that the call has not.

    >>> import ascmove as am
    >>> from ascmove.calls import BasicCall, DataCopyParams
    >>> core = am.Core("ascend-950")
    >>> x, y = (core.local_tensor(position, "half", 64) for position in ("VECIN", "VECOUT"))
    >>> with_fields(BasicCall(y, x, DataCopyParams(1, 1)), {"data_copy.block_len": 4}).params.block_len
    4
    """
    for field, value in changes.items():
        call = _put(call, _steps(call, field), value)
    return call


def value_of(call: Call, field: str) -> object:
    """What a field of the call holds. Raises BadArgument for a field that the call has not."""
    value: Any = call
    for step in _steps(call, field):
        value = part(value, step)
    return value


def _steps(call: Call, field: str) -> list[Step]:
    first = re.split(r"[.\[]", field, maxsplit=1)[0]
    place = _PLACES.get(type(call), {}).get(first, first)
    found = re.findall(r"([^.\[\]]+)|\[(\d+)\]", place + field[len(first) :])
    return [name or int(index) for name, index in found]


def _put(value: Any, steps: list[Step], new: object) -> Any:
    step, *rest = steps
    return having(value, step, _put(part(value, step), rest, new) if rest else new)


@singledispatch
def part(value: Any, step: Step) -> Any:
    """One part of a value: an attribute, or an entry of a list."""
    if isinstance(step, str) and hasattr(value, step):
        return getattr(value, step)
    raise BadArgument(f"{type(value).__name__} has no {step}")


@singledispatch
def having(value: Any, step: Step, new: object) -> Any:
    """The value with another part."""
    if not isinstance(step, str) or step not in getattr(value, "__dataclass_fields__", ()):
        raise BadArgument(f"{type(value).__name__} has no {step}")
    return replace(value, **{step: new})


@part.register
def _(value: tuple, step: Step) -> Any:  # type: ignore[type-arg]
    if not isinstance(step, int) or step >= len(value):
        raise BadArgument(f"a list of {len(value)} has no entry {step}")
    return value[step]


@having.register
def _(value: tuple, step: Step, new: object) -> Any:  # type: ignore[type-arg]
    part(value, step)
    return tuple(new if k == step else old for k, old in enumerate(value))


@having.register
def _(call: Call, step: Step, new: object) -> Call:
    part(call, step)
    made = copy(call)
    for name in [n for n in vars(made) if isinstance(getattr(type(made), n, None), cached_property)]:
        del vars(made)[name]
    vars(made)[str(step)] = new
    if isinstance(made, L0cCall):
        made.src, made.dst = made.src_operand.tensor, made.dst_operand.tensor
        if isinstance(made.quant, int) and 0 <= made.quant < 1 << 64:
            made.quant = np.uint64(made.quant)
    return made


#: the old names of the gaps, which a caller may have used beside the new ones
_OLD_GAPS = ("src_stride", "dst_stride")
_GAP_FIELDS = ("block_count", "block_len", "src_gap", "dst_gap")


@part.register
def _(params: DataCopyParams, step: Step) -> Any:
    if step in _OLD_GAPS:
        gap = str(step).replace("stride", "gap")
        return next((old for name, _, old in params.conflicts if name == gap), None)
    if step not in _GAP_FIELDS:
        raise BadArgument(f"DataCopyParams has no {step}")
    return getattr(params, str(step))


@having.register
def _(params: DataCopyParams, step: Step, new: Any) -> DataCopyParams:
    part(params, step)
    if step in _OLD_GAPS and new is None:
        made = replace(params)
        settle(made, conflicts=tuple(c for c in params.conflicts if c[0] != str(step).replace("stride", "gap")))
        return made
    return replace(params, **{str(step): new})


# -- tensors ----------------------------------------------------------------------------------------------------------


@part.register
def _(tensor: Tensor, step: Step) -> Any:
    if step == "fill":
        return None
    if step not in _TENSOR_FIELDS:
        raise BadArgument(f"a tensor has no {step}")
    return tensor.offset + tensor.count if step == "count" else getattr(tensor, str(step))


@having.register
def _(tensor: Tensor, step: Step, new: Any) -> Tensor:
    part(tensor, step)
    if step == "fill":
        return _filled(tensor, new)
    whole = tensor.whole
    said = {name: getattr(whole, name) for name in _TENSOR_FIELDS} | {"offset": tensor.offset}
    said[str(step)] = dtype(new) if step == "dtype" else new
    if step == "address":
        said["address"] = new - tensor.offset * tensor.dtype.width
    made = _declared(tensor, said["position"], said["dtype"], said["address"], said["count"])
    return made.view(said["offset"]) if said["offset"] else made


def _declared(like: Tensor, position: str, kind: DType, address: int, count: int) -> Tensor:
    """A tensor of the same core that takes no room. Where a memory has no end, it has bytes of its own."""
    if address < 0 or count < 0:
        raise BadArgument("a tensor has a start and a count of 0 or more")
    space = space_of(like.core.product, position)
    arena = like.core.arena(space)
    if arena.capacity is None:
        arena = Arena(space, None, track=space is not Space.GM)
    return type(like.whole)(like.core, position, kind, address, count, arena, shape_info=like.shape_info)


def _filled(tensor: Tensor, value: object) -> Tensor:
    """The same tensor with every element written; its bytes are its own."""
    content = np.full(tensor.count, formats.encode_literal(value, tensor.dtype), tensor.dtype.bits).view(np.uint8)
    block = Block(content, np.full(content.size, ByteState.DATA, np.uint8))
    return type(tensor)(
        tensor.core,
        tensor.position,
        tensor.dtype,
        tensor.address,
        tensor.count,
        tensor.core.arena(tensor.space),
        block=block,
        shape_info=tensor.shape_info,
        offset=tensor.offset,
    )


# -- layouts ----------------------------------------------------------------------------------------------------------


@part.register
def _(operand: L0cOperand, step: Step) -> Any:
    if step == "layout":
        return operand.frame
    if step == "slice":
        return operand.cuts[-1] if operand.cuts else None
    return part(operand.tensor, step)


@having.register
def _(operand: L0cOperand, step: Step, new: Any) -> L0cOperand:
    frame, cuts = operand.frame, operand.cuts
    if step == "layout" and isinstance(new, Layout):
        frame = new
    elif step == "slice" and isinstance(new, Cut):
        cuts = (*cuts[:-1], new)
    else:
        return replace(operand, tensor=having(operand.tensor, step, new))
    made = L0cOperand(operand.tensor, frame, operand.frame_offset, frame, operand.frame_offset)
    for cut in cuts:
        made = made.cut(cut.coord, cut.shape)
    return made


@part.register
def _(layout: Layout, step: Step) -> Any:
    convolution = layout.pattern is not None and layout.pattern.is_convolution
    if step in ("m", "n") and layout.declared is not None:
        return layout.declared[step == "n"]
    if step == "extents" and convolution:
        return layout.shape
    if step in ("batch", "c0", "stride", "shape"):
        return getattr(layout, str(step))
    raise BadArgument(f"the layout {layout} has no {step}")


@having.register
def _(layout: Layout, step: Step, new: Any) -> Layout:
    part(layout, step)
    if step in ("stride", "shape"):
        return replace(layout, **{str(step): new})
    tag = layout.pattern
    if step == "extents":
        assert tag is not None
        return make_frame_layout(tag, *new, c0=layout.c0, strict=False)
    if tag is None or layout.declared is None:
        raise BadArgument("a layout given by shape and stride has no rows and columns of its own")
    sizes = dict(zip(("m", "n"), layout.declared, strict=True)) | {"batch": layout.batch, "c0": layout.c0} | {step: new}
    extents = [sizes[name] for name in ("batch", "m", "n") if sizes[name] is not None]
    return make_frame_layout(tag, *extents, c0=sizes["c0"], strict=False)


def plain(value: object) -> Any:
    """A value as a case writes it: names instead of members, lists instead of tuples.

    >>> plain((1, (2, 3)))
    [1, [2, 3]]
    """
    if isinstance(value, Bits):
        return {"bits": value.pattern}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, DataCopyParams):
        return {name: getattr(value, name) for name in _GAP_FIELDS}
    if isinstance(value, Cut):
        return {"coord": plain(value.coord), "shape": plain(value.shape)}
    if isinstance(value, (Tensor, L0cOperand)):
        return "tensor"
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
