"""The numbers of a copy out of L0C: sizes and strides that follow from the layouts, and those of whole frames.

Rows, columns and C0 of a whole frame layout are numbers of their own: a mistake in one of them changes every stride
behind it. Everything else is a number of the instruction.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ascmove.calls import L0cCall
from ascmove.calls.l0c_geometry import ROW, Geometry
from ascmove.doctor.field import Field, Role, Values
from ascmove.doctor.frames import extents, reframed, relaid
from ascmove.tensors import Tensor

#: frames are a group of their own: their numbers are confused with each other only
_FRAME_SLOT = {"src": 8, "dst": 9}


def matrix_fields(call: L0cCall) -> Iterator[Field]:
    """Every number of the copy that a mistake can be made in."""
    geometry = call.geometry
    for extent in extents(call):
        role: Role = "c0" if extent.name == "dst.c0" else "length" if extent.side == "dst" else "extent"
        slot, side = _FRAME_SLOT[extent.side], f"{extent.side} frame"
        yield Field(extent.name, role, extent.value, slot=slot, side=side)
    if geometry is not None:
        yield from _geometry_fields(call, geometry)
    yield Field("src.start", "place", call.src_operand.offset)
    yield Field("dst.start", "place", call.dst_operand.offset)
    if call.word is not None:
        yield Field("quant", "word", call.word)
    yield Field("enable_relu", "flag", int(call.trait.enable_relu), choices=(0, 1))
    if (call.src.dtype.name, call.dst.dtype.name) == ("float", "float") and geometry and geometry.walk == "NZ":
        yield Field("enable_channel_split", "flag", int(call.trait.enable_channel_split), choices=(0, 1))


def _geometry_fields(call: L0cCall, geometry: Geometry) -> Iterator[Field]:
    src, dst = call.src.dtype.width, call.dst.dtype.width
    rows, columns = geometry.m_size, geometry.n_size
    inside = {"ND": columns, "DN": rows, "NZ": -(-rows // ROW) * ROW * (call.dst_operand.matrix.c0 or ROW)}
    most_rows, most_columns = call.src_operand.totals
    yield Field("n_size", "length", columns, dst, slot=6, side="n", limit=most_columns)
    yield Field("m_size", "length", rows, 0, slot=7, side="m", limit=most_rows)
    # strides of fractals follow from the layout: nobody counts them in a unit
    yield Field("src_stride", "stride", geometry.src_stride, 0, -(-rows // ROW) * ROW, 0, "src")
    unit = 0 if geometry.walk == "NZ" else dst
    yield Field("dst_stride", "stride", geometry.dst_stride, unit, inside[geometry.walk], 0, "dst")
    if geometry.walk != "NZ":
        yield Field("nz2dn", "walk", int(geometry.walk == "DN"))
    if geometry.src_batches is not None:
        yield Field("src_batches", "count", geometry.src_batches)
        block = -(-columns // ROW) * geometry.src_stride * ROW
        yield Field("src_batch_stride", "stride", geometry.src_batch_stride, src, block, 1, "src")
        whole = (columns if geometry.walk == "DN" else rows) * geometry.dst_stride
        yield Field("dst_batch_stride", "stride", geometry.dst_batch_stride, dst, whole, 1, "dst")


def matrix_call(call: L0cCall, dst: Tensor, src: Tensor, values: Values) -> L0cCall:
    """The copy with other numbers, on these tensors."""
    trait = replace(
        call.trait,
        enable_relu=bool(values.get("enable_relu", call.trait.enable_relu)),
        enable_channel_split=bool(values.get("enable_channel_split", call.trait.enable_channel_split)),
    )
    made = _unsettled(call)
    made.dst, made.src, made.trait = dst, src, trait
    operands = ((call.dst_operand, dst, "dst"), (call.src_operand, src, "src"))
    made.dst_operand, made.src_operand = (
        reframed(replace(old, tensor=tensor, offset=values.get(f"{side}.start", old.offset)), values, side)
        for old, tensor, side in operands
    )
    if "quant" in values:
        made.quant = np.uint64(values["quant"])
    names: dict[str, Any] = {name: values[name] for name in Geometry.__dataclass_fields__ if name in values}
    if "nz2dn" in values:
        names["walk"] = "DN" if values["nz2dn"] else "ND"
    if names and made.geometry is not None:
        wanted = replace(made.geometry, **names)
        _lay_out(made, wanted)
        made.__dict__["geometry"] = wanted
    return made


def _lay_out(made: L0cCall, wanted: Geometry) -> None:
    """Give the destination the layout from which these numbers follow, where it is a flat matrix."""
    rows, columns = made.dst_operand.layout.matrix
    old = made.geometry
    assert old is not None
    sizes = (
        wanted.m_size if wanted.m_size != old.m_size else rows,
        wanted.n_size if wanted.n_size != old.n_size else columns,
    )
    layout = relaid(made.dst_operand, *sizes, wanted.dst_stride, wanted.walk)
    if layout is not None:
        made.dst_operand = layout


def _unsettled(call: L0cCall) -> L0cCall:
    """A copy of the call that has worked out nothing yet."""
    made = copy(call)
    for name in [n for n in vars(made) if isinstance(getattr(L0cCall, n, None), cached_property)]:
        del made.__dict__[name]
    return made
