"""NDD rules about the value that pads hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ascmove.calls import NdDmaCall
from ascmove.errors import BadArgument
from ascmove.rules import sources as doc
from ascmove.rules.books import NDD
from ascmove.rules.rule import ONLY_950, Broken


@NDD.rule(
    "NDD011",
    "error",
    3,
    title="no nearest-value padding of 8-byte types",
    statement="Nearest-value padding is not available for 8-byte types.",
    fields=("config.is_nearest_value_mode",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 3, isNearestValueMode",
    fix="pad with the constant 0, or view the data as 4-byte elements with one loop more",
    why="8-byte elements run as two 4-byte items; nearest padding would repeat half an element",
)
def nearest_of_wide(call: NdDmaCall) -> Iterator[Broken]:
    if call.src.dtype.width == 8 and call.config.is_nearest_value_mode:
        yield Broken(
            f"nearest-value padding does not take {call.src.dtype} (8 B)",
            field="config.is_nearest_value_mode",
            value=True,
            limit="false for 8-byte types",
            nearest=(False,),
        )


@NDD.rule(
    "NDD012",
    "error",
    3,
    title="8-byte types pad with 0",
    statement="constant_value is 0 for 8-byte types.",
    fields=("constant_value",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 4, constantValue",
    fix="use 0",
    why="the constant register holds 4 bytes",
)
def constant_of_wide(call: NdDmaCall) -> Iterator[Broken]:
    if call.src.dtype.width == 8 and _constant(call) not in (None, 0):
        yield Broken(
            f"`constant_value` = {call.params.constant_value!r} is not 0; {call.src.dtype} has 8 B",
            field="constant_value",
            value=call.params.constant_value,
            limit="0 for 8-byte types",
            nearest=(0,),
        )


def _constant(call: NdDmaCall) -> int | None:
    try:
        return call.constant_bits
    except BadArgument:
        return None


@NDD.rule(
    "NDD024",
    "error",
    3,
    title="the constant is a value of the element type",
    statement=(
        "constant_value fits T: inside the range of an integer type, an integer, and 0 or 1 for bool. ([re, im] for "
        "complex types and {bits: n} of the width always fit.)"
    ),
    fields=("constant_value",),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.NDDMA}, Table 4, constantValue (type T)",
    fix="use a value of the element type",
    why="C++ would convert it silently; the pad then holds another number",
)
def constant_fits(call: NdDmaCall) -> Iterator[Broken]:
    try:
        _ = call.constant_bits
    except BadArgument as error:
        kind = call.src.dtype
        whole = kind.is_integer or kind.kind == "bool"
        limits = kind.range if whole and kind.width < 8 else (0,)  # 8-byte types take 0 only: NDD012
        yield Broken(
            f"`constant_value` = {call.params.constant_value!r} is no value of {kind}: {str(error).splitlines()[0]}",
            field="constant_value",
            value=call.params.constant_value,
            limit=f"{kind.range[0]} to {kind.range[1]}" if whole else f"a number of type {kind}",
            nearest=limits,
            ways=tuple({"constant_value": limit} for limit in sorted(limits, key=partial(_distance, call))),
        )


def _distance(call: NdDmaCall, limit: int) -> float:
    value = call.params.constant_value
    return abs(value - limit) if isinstance(value, (int, float)) else 0
