"""L0C rules about product, route and patterns: which copies there are."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_geometry import WALKS
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.hardware import Space, route_label
from ascmove.layouts import Pattern
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.rule import BUT_950, ONLY_950, Broken


@L0C.rule(
    "L0C001",
    "error",
    1,
    title="the Tensor API copy exists on ascend-950 only",
    statement="Tensor API Copy L0C→GM exists on ascend-950 only.",
    fields=("product",),
    products=BUT_950,
    source=f"{doc.TENSOR_API}, product support",
    fix="use ascend-950",
    why="the other products have no such API; the call does not compile",
)
def product(call: L0cCall) -> Iterator[Broken]:
    yield Broken(
        f"the Tensor API copy out of L0C does not exist on {call.product.value}",
        field="product",
        value=call.product.value,
        limit="ascend-950",
        nearest=("ascend-950",),
    )


@L0C.rule(
    "L0C002",
    "error",
    1,
    title="from L0C to GM",
    statement="The source lies in L0C (position CO1) and the destination in GM.",
    fields=("src.position", "dst.position"),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Table 1; {doc.N_TENSOR_API}, 4.10 (1)",
    fix="copy CO1 -> GM",
    why="the locations are checked when the kernel is compiled",
)
def route(call: L0cCall) -> Iterator[Broken]:
    arrives = call.dst.space is Space.UB if call.to_ub else call.dst.position == "GM"
    target = "UB" if call.to_ub else "GM"
    if call.src.position != "CO1" or not arrives:
        yield Broken(
            f"{'CopyL0C2UB' if call.to_ub else 'CopyL0C2GM'} cannot go "
            f"{route_label(call.src.position, call.dst.position)}",
            field="src.position" if call.src.position != "CO1" else "dst.position",
            value=route_label(call.src.position, call.dst.position),
            limit=f"CO1 (L0C) -> {target}",
            nearest=(route_label("CO1", "VECIN" if call.to_ub else "GM"),),
        )


@L0C.rule(
    "L0C003",
    "error",
    3,
    title="patterns that have a route",
    statement=("The source is NZ; the destination is ND, DN, NDExt, DNExt, NZ, NC1HWC0, NHWC or NCHW."),
    fields=("src.layout.pattern", "dst.layout.pattern"),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Function and Table 1; {doc.N_TENSOR_API}, 4.2",
    fix="use an NZ source and one of the listed destinations",
    why="the pair of patterns has no implementation; the call does not compile",
)
def patterns(call: L0cCall) -> Iterator[Broken]:
    taken = tuple(tag for tag in WALKS if not (call.to_ub and tag.is_convolution))
    yield from _pattern("src", call.src_operand, (Pattern.NZ,))
    yield from _pattern("dst", call.dst_operand, taken)


def _pattern(name: str, operand: L0cOperand, taken: tuple[Pattern, ...]) -> Iterator[Broken]:
    tag = operand.seen.pattern
    if tag is not None and tag not in taken:
        names = tuple(p.name for p in taken)
        yield Broken(
            f"`{name}` is laid out as {tag.name}; the copy takes {names[0] if len(names) == 1 else 'others'}",
            field=f"{name}.layout.pattern",
            value=tag.name,
            limit=", ".join(names),
            nearest=names,
        )


@L0C.rule(
    "L0C036",
    "error",
    3,
    title="unit_flag is 0, 2 or 3",
    statement="unit_flag is 0, 2 or 3.",
    fields=("unit_flag",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Table 4, unitFlag",
    fix="use 0 (off), 2 (on, flag kept) or 3 (on, flag cleared)",
    why="the field has two bits and 1 has no meaning; other values lose their upper bits",
    unenforced=True,
)
def unit_flag(call: L0cCall) -> Iterator[Broken]:
    flag = call.params.unit_flag
    if flag > 0 and flag not in (2, 3):
        yield Broken(
            f"`unit_flag` = {flag} has no meaning",
            field="unit_flag",
            value=flag,
            limit="0, 2 or 3",
            nearest=(0, 2) if flag == 1 else (2, 3),
        )


@L0C.rule(
    "L0C037",
    "note",
    4,
    title="unit_flag needs its counterpart in Mmad",
    statement=(
        "unit_flag 2 or 3 works only together with an Mmad that sets it too; it does not change the data. This call sets it."
    ),
    fields=("unit_flag",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Table 4, unitFlag, and constraints",
    fix="set MmadParams.unit_flag to 2 or 3 as well, or use 0",
    why="the copy waits for a flag that only such an Mmad raises",
)
def unit_flag_pair(call: L0cCall) -> Iterator[Broken]:
    flag = call.params.unit_flag
    if flag in (2, 3):
        yield Broken(
            f"`unit_flag` = {flag} needs an Mmad with unit_flag 2 or 3; the data are the same either way",
            field="unit_flag",
            value=flag,
            limit="a matching MmadParams.unit_flag",
            nearest=(0,),
        )


@L0C.rule(
    "L0C038",
    "warning",
    4,
    title="sub_block_id has no meaning for GM",
    statement="sub_block_id is not set for a GM destination, where it has no meaning.",
    fields=("sub_block_id",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Table 4, subBlockId",
    fix="leave it false",
    why="it chooses the UB of a copy to UB; here nothing reads it",
)
def sub_block(call: L0cCall) -> Iterator[Broken]:
    if call.params.sub_block_id and not call.to_ub:
        yield Broken(
            "`sub_block_id` is set, but the destination is GM",
            field="sub_block_id",
            value=True,
            limit="false for a GM destination",
            nearest=(False,),
        )
