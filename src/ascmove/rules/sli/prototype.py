"""SLI rules about product, route, element type and the lists themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import SliceCall
from ascmove.findings.wording import several
from ascmove.hardware import SLICE_TYPES, Product, Space, route_label
from ascmove.rules import sources as doc
from ascmove.rules.books import SLI
from ascmove.rules.rule import ALL, Broken, Offer

WITH_SLICES = frozenset(SLICE_TYPES)


@SLI.rule(
    "SLI001",
    "error",
    1,
    title="products with a slice copy",
    statement="The slice copy exists on ascend-950, atlas-a2, atlas-a3 and atlas-inference-aicore only.",
    fields=("product",),
    products=ALL - WITH_SLICES,
    source=f"{doc.N_MEMORY}, 6.1; {doc.N_NDDMA_SLICE}, 2.1",
    fix="use one of those four products; elsewhere one data_copy per row",
    why="the overload does not exist for the other products",
)
def product(call: SliceCall) -> Iterator[Broken]:
    keys = tuple(p.value for p in Product if p in WITH_SLICES)
    yield Broken(
        f"the slice copy does not exist on {call.product.value}",
        field="product",
        value=call.product.value,
        limit=", ".join(keys),
        nearest=keys,
    )


@SLI.rule(
    "SLI002",
    "error",
    1,
    title="the slice copy goes between GM and UB",
    statement="The slice copy goes GM→UB or UB→GM; one side is GM and the other lies in UB.",
    fields=("src.position", "dst.position"),
    source=f"{doc.SLICE}, Function Usage and Prototype; {doc.N_NDDMA_SLICE}, 2.1 and 2.4",
    fix="copy GM -> VECIN or VECOUT -> GM",
    why="there is no prototype for other pairs",
)
def route(call: SliceCall) -> Iterator[Broken]:
    src, dst = call.src, call.dst
    into = src.position == "GM" and dst.space is Space.UB
    out = dst.position == "GM" and src.space is Space.UB
    missing = None in (src.space, dst.space)  # then rule TEN001 speaks
    if not (into or out or missing):
        yield Broken(
            f"the slice copy cannot go {route_label(src.position, dst.position)}",
            field="src.position" if dst.position == "GM" else "dst.position",
            value=route_label(src.position, dst.position),
            limit="GM -> UB or UB -> GM",
            nearest=("GM -> VECIN", "VECOUT -> GM"),
        )


@SLI.rule(
    "SLI003",
    "error",
    2,
    title="element types of the slice copy",
    statement=(
        "ascend-950 takes all 19 types; atlas-a2/a3 the 9 types of up to 4 bytes (8-, 16-, 32-bit integers, half, "
        "bfloat16_t, float); atlas-inference-aicore those without bfloat16_t."
    ),
    fields=("src.dtype", "dst.dtype"),
    products=frozenset({Product.ATLAS_A2, Product.ATLAS_A3, Product.ATLAS_INFERENCE_AICORE}),
    source=f"{doc.N_MEMORY}, 1.2 and 6.1; {doc.N_NDDMA_SLICE}, 2.1",
    fix="view the tensor as a narrower type (64-bit as two 32-bit elements)",
    why="the type is not in the prototype's list; the call does not compile",
)
def element_type(call: SliceCall) -> Iterator[Broken]:
    taken = SLICE_TYPES[call.product]
    for name, tensor in call.operands():
        if tensor.dtype.name not in taken:
            yield Broken(
                f"the slice copy does not take {tensor.dtype} on {call.product.value}",
                field=f"{name}.dtype",
                value=tensor.dtype.name,
                limit=", ".join(sorted(taken)),
                nearest=("uint32_t",) if tensor.dtype.width == 8 else (f"uint{8 * tensor.dtype.width}_t",),
                ways=() if tensor.dtype.width == 8 else None,  # twice the elements: every number of the call changes
            )


@SLI.rule(
    "SLI004",
    "error",
    3,
    title="1 to 8 dimensions",
    statement="dim_value is 1…8.",
    fields=("dim_value",),
    source=f"{doc.SLICE}, Restrictions, 2nd bullet; {doc.N_NDDMA_SLICE}, 2.1",
    fix="use at most 8 dimensions; join two axes",
    why="the library keeps arrays of 8 entries; more run past them",
)
def dimensions(call: SliceCall) -> Iterator[Broken]:
    if call.dim_value == 0 or call.dim_value > 8:
        yield Broken(
            f"`dim_value` = {call.dim_value} is not in 1..8",
            field="dim_value",
            value=call.dim_value,
            limit="1 to 8",
            nearest=(8 if call.dim_value else 1,),
        )


@SLI.rule(
    "SLI005",
    "error",
    3,
    title="one entry per dimension in both lists",
    statement="src_slice_info and dst_slice_info have exactly dim_value entries.",
    fields=("src_slice_info", "dst_slice_info", "dim_value"),
    source=f"{doc.SLICE}, Restrictions, 2nd and 3rd bullet",
    fix="make dim_value the number of entries of both lists",
    why="missing entries are read behind the array; entries too many are ignored",
)
def entries(call: SliceCall) -> Iterator[Broken]:
    for name, infos, _ in call.sides:
        if len(infos) != call.dim_value:
            yield Broken(
                f"`{name}` has {several(len(infos), 'entry')}, dim_value is {call.dim_value}",
                field=name,
                value=len(infos),
                shown=several(len(infos), "entry"),
                limit=f"dim_value = {several(call.dim_value, 'entry')}",
                nearest=(Offer(f"dim_value {len(infos)}", {"dim_value": len(infos)}),) if infos else (),
            )
