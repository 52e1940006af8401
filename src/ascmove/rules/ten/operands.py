"""TEN rules about the operands of a call together: element types, documented positions, sign of the parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ascmove.calls import Call
from ascmove.hardware import Product, Space
from ascmove.rules import sources as doc
from ascmove.rules.books import TEN
from ascmove.rules.rule import Broken

_RAW = ("nddma", "slice", "data_copy", "enhanced")

#: fields for which 0 is refused as well
_FROM_ONE = ("loop_size", "loop_dst_stride", "burst_len", "dim_value")


@TEN.rule(
    "TEN002",
    "error",
    2,
    title="raw moves keep the element type",
    statement=(
        "Source and destination have the same element type in a call that moves raw elements: `nddma`, `slice`, "
        "`data_copy`, and `enhanced` on any route but CO1→CO2."
    ),
    fields=("src.dtype", "dst.dtype"),
    source=f"{doc.NDDMA}, prototype and data types; {doc.SLICE}, prototype; {doc.ENHANCED}, prototypes 1-3",
    fix="give dst the type of src, or view one of them as the other type",
    why="the prototypes have one type parameter; the call does not compile",
    families=_RAW,
)
def same_type(call: Call) -> Iterator[Broken]:
    converts = call.family == "enhanced" and (call.src.position, call.dst.position) == ("CO1", "CO2")
    if call.src.dtype is not call.dst.dtype and not converts:
        yield Broken(
            f"`dst` holds {call.dst.dtype}, `src` holds {call.src.dtype}; this copy moves raw elements",
            field="dst.dtype",
            value=call.dst.dtype.name,
            limit=f"the type of src: {call.src.dtype}",
            nearest=(call.src.dtype.name,),
        )


@TEN.rule(
    "TEN013",
    "error",
    3,
    title="parameters are unsigned",
    statement=(
        "No parameter is negative. Every field of the parameter structs is an unsigned integer (there is no signed GM "
        "gap in these calls); a C++ compiler would wrap it."
    ),
    fields=("any integer field",),
    source=(f"{doc.NDDMA}, Tables 3-5; {doc.SLICE}, Parameters; {doc.N_ENHANCED}, 1.1; {doc.N_FIELD}, B12"),
    fix="use 0 or more; for a reversed axis read forward and reverse in UB",
    why="-1 becomes the largest value of its field, so the copy runs far past its tensors",
)
def not_negative(call: Call) -> Iterator[Broken]:
    for name, value in call.integers():
        if value < 0:
            yield Broken(
                f"`{name}` = {value} is negative; the field is an unsigned integer",
                field=name,
                value=value,
                limit=">= 0",
                nearest=(1 if name.split(".")[-1].split("[")[0] in _FROM_ONE else 0,),
            )


@TEN.rule(
    "TEN014",
    "warning",
    1,
    title="the documented UB position",
    statement=(
        "The UB-side position is the documented one: `nddma` writes VECIN; `slice` from GM writes VECIN; `slice` to GM "
        "reads VECOUT (CO2 too on atlas-inference-aicore)."
    ),
    fields=("dst.position", "src.position"),
    evidence="vendor-golden",
    source=f"{doc.NDDMA}, data path; {doc.N_NDDMA_SLICE}, 1.1, 2.1 and part 4 #11",
    fix="use VECIN into UB and VECOUT out of UB",
    why="the memory is the same, so the data arrive; queues and events of the other position do not fit",
    families=("nddma", "slice"),
)
def documented_position(call: Call) -> Iterator[Broken]:
    into_ub = call.dst.space is Space.UB and call.src.position == "GM"
    out_of_ub = call.src.space is Space.UB and call.dst.position == "GM" and call.family == "slice"
    if into_ub:
        for broken in _expected("dst", call.dst.position, ("VECIN",)):
            yield broken if call.family == "nddma" else replace(broken, disputed=())
    elif out_of_ub:
        more = ("CO2",) if call.product is Product.ATLAS_INFERENCE_AICORE else ()
        yield from _expected("src", call.src.position, ("VECOUT", *more))


def _expected(name: str, position: str, documented: tuple[str, ...]) -> Iterator[Broken]:
    if position not in documented:
        yield Broken(
            f"`{name}` lies in {position}; the documented position of this copy is {' or '.join(documented)}",
            field=f"{name}.position",
            value=position,
            limit=" or ".join(documented),
            disputed=() if name == "src" else None,
            nearest=documented,
        )
