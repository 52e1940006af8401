"""NDD rules about product, route and element type."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import NdDmaCall
from ascmove.hardware import NDDMA_TYPES, Space, route_label
from ascmove.rules import sources as doc
from ascmove.rules.books import NDD
from ascmove.rules.rule import BUT_950, ONLY_950, Broken


@NDD.rule(
    "NDD001",
    "error",
    1,
    title="NDDMA exists on ascend-950 only",
    statement="NDDMA exists on ascend-950 only.",
    fields=("product",),
    products=BUT_950,
    source=f"{doc.NDDMA}, product support; {doc.N_MEMORY}, 6.1",
    fix="use ascend-950; elsewhere one data_copy per row",
    why="the other products have no such engine; the overload does not compile",
)
def product(call: NdDmaCall) -> Iterator[Broken]:
    yield Broken(
        f"NDDMA does not exist on {call.product.value}",
        field="product",
        value=call.product.value,
        limit="ascend-950",
        nearest=("ascend-950",),
    )


@NDD.rule(
    "NDD002",
    "error",
    1,
    title="NDDMA goes from GM to UB",
    statement="NDDMA goes from GM to UB only.",
    fields=("src.position", "dst.position"),
    products=ONLY_950,
    source=f"{doc.NDDMA}, data path; {doc.N_NDDMA_SLICE}, 1.1",
    fix="copy GM -> VECIN",
    why="the engine sits on the GM side of UB; there is no other route",
)
def route(call: NdDmaCall) -> Iterator[Broken]:
    if call.src.position != "GM" or call.dst.space is not Space.UB:
        yield Broken(
            f"NDDMA cannot go {route_label(call.src.position, call.dst.position)}",
            field="src.position" if call.src.position != "GM" else "dst.position",
            value=route_label(call.src.position, call.dst.position),
            limit="GM -> UB",
            nearest=("GM -> VECIN",),
        )


@NDD.rule(
    "NDD003",
    "error",
    2,
    title="element types of NDDMA",
    statement=(
        "NDDMA takes bool, the integers of 1 to 8 bytes, half, bfloat16_t, float, double, complex32, complex64; not "
        "hifloat8_t and not the fp8 types."
    ),
    fields=("src.dtype", "dst.dtype"),
    products=ONLY_950,
    source=f"{doc.NDDMA}, data types; {doc.N_NDDMA_SLICE}, 1.1",
    fix="view the tensors as uint8_t: same width, bits unchanged",
    why="there is no overload for the type; the call does not compile",
)
def element_type(call: NdDmaCall) -> Iterator[Broken]:
    for name, tensor in call.operands():
        if tensor.dtype.name not in NDDMA_TYPES:
            yield Broken(
                f"NDDMA does not take {tensor.dtype}",
                field=f"{name}.dtype",
                value=tensor.dtype.name,
                limit="one of the 15 types of NDDMA",
                nearest=("uint8_t",),
            )
