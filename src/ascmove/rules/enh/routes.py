"""ENH rules about where the enhanced parameters act, and about the element types there."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import BlockMode, EnhancedCall
from ascmove.calls.enhanced_units import SIDE, SLOT
from ascmove.formats.modes import ENHANCED_PAIRS
from ascmove.hardware import BASIC_ROUTES, Product, route_label
from ascmove.plan import Plan
from ascmove.rules import sources as doc
from ascmove.rules.books import ENH
from ascmove.rules.numbers import counted
from ascmove.rules.rule import ALL, Broken

AICORE = frozenset({Product.ATLAS_INFERENCE_AICORE})
ENHANCED = ("enhanced",)

#: type pairs from L0C to UB, in the order of the page
PAIRS: tuple[tuple[str, str], ...] = tuple(
    dict.fromkeys(pair for pairs in ENHANCED_PAIRS.values() for pair in pairs),
)


def plain(call: EnhancedCall) -> bool:
    """True on a route where the call is the plain copy."""
    return (call.src.position, call.dst.position) in BASIC_ROUTES[call.product]


@ENH.rule(
    "ENH001",
    "note",
    1,
    title="the enhancement has no effect on this route",
    statement=(
        "The enhanced parameters act from CO1 to CO2 on atlas-inference-aicore. On every other route the call behaves as "
        "the basic copy: every unit is 32 B."
    ),
    fields=("call",),
    source=f"{doc.ENHANCED}, Applicability and Table 9; {doc.N_MEMORY}, 5",
    fix="call data_copy without the enhanced parameters, or go CO1 -> CO2 on atlas-inference-aicore",
    why="the library drops the enhanced parameters and issues the plain copy",
    families=ENHANCED,
)
def no_effect(call: EnhancedCall) -> Iterator[Broken]:
    if plain(call):
        yield Broken(
            f"the copy {route_label(call.src.position, call.dst.position)} on {call.product.value} is a plain one: "
            "the enhanced parameters have no effect",
            field="call",
            value="enhanced",
            limit="CO1 -> CO2 on atlas-inference-aicore",
            nearest=("data_copy",),
            effect="block_len, src_gap and dst_gap count 32 B",
        )


@ENH.rule(
    "ENH002",
    "warning",
    4,
    title="an enhanced field that is ignored here",
    statement=(
        "On a route where the call is the plain copy no enhanced field asks for a change of the data: deq_scale ≠ DEQ_NONE, "
        "deq_value ≠ 0, sid_store_mode ≠ 0, is_relu, deq_tensor and deq_tensor_addr ≠ 0 are ignored. (block_mode alone is not "
        "reported; an address of 0 is the default of the struct.)"
    ),
    fields=("enhanced.*",),
    source=f"{doc.ENHANCED}, Applicability and Table 9",
    fix="drop the field; convert in a vector instruction after the copy",
    why="the data arrive unconverted, without a word on the device",
    families=ENHANCED,
)
def ignored_field(call: EnhancedCall) -> Iterator[Broken]:
    if not plain(call):
        return
    params = call.enhanced
    asked: tuple[tuple[str, object, object], ...] = (
        ("enhanced.deq_scale", params.deq_scale.name, "DEQ_NONE"),
        ("enhanced.deq_value", params.deq_value, 0),
        ("enhanced.sid_store_mode", params.sid_store_mode, 0),
        ("enhanced.is_relu", params.is_relu, False),
        ("deq_tensor", call.deq_tensor is not None, False),
        ("enhanced.deq_tensor_addr", params.deq_tensor_addr or 0, 0),
    )
    for name, value, default in asked:
        if value != default:
            yield Broken(
                f"`{name.split('.')[-1]}` is ignored {route_label(call.src.position, call.dst.position)}",
                field=name,
                value=value,
                limit=f"{default}" if name != "deq_tensor" else "no deq_tensor",
                nearest=(default,) if name != "deq_tensor" else (),
                ways=({name: default if name != "deq_tensor" else None},),
                effect="the elements are copied bit for bit",
            )


@ENH.rule(
    "ENH004",
    "error",
    1,
    title="two element types need the two-type prototype",
    statement="Only atlas-inference-aicore has the prototype with different element types for source and destination.",
    fields=("src.dtype", "dst.dtype"),
    products=ALL - AICORE,
    source=f"{doc.ENHANCED}, Applicability, product table, 3rd column",
    fix="use the same type on both sides; on ascend-950 l0c2gm converts on the way out of L0C",
    why="there is no such overload; the call does not compile",
    families=ENHANCED,
)
def two_types(call: EnhancedCall) -> Iterator[Broken]:
    if call.src.dtype is not call.dst.dtype:
        yield Broken(
            f"`src` holds {call.src.dtype}, `dst` holds {call.dst.dtype}; {call.product.value} has no enhanced copy "
            "with two types",
            field="dst.dtype",
            value=call.dst.dtype.name,
            limit=f"the type of src: {call.src.dtype}",
            nearest=(call.src.dtype.name,),
        )


@ENH.rule(
    "ENH005",
    "error",
    2,
    title="type pairs from L0C to UB",
    statement=(
        "Type pair available CO1→CO2. Same type: half, float, int32_t, uint32_t. Two types: float→half; int32_t→int8_t, "
        "uint8_t, int16_t, half. (int16_t and uint16_t of Table 4 have no overload.)"
    ),
    fields=("src.dtype", "dst.dtype"),
    products=AICORE,
    source=f"{doc.ENHANCED}, Tables 7 and 8; {doc.N_ENHANCED}, 1.3 and 7.18",
    fix="use a listed pair",
    why="there is no overload for the pair; the call does not compile",
    families=ENHANCED,
)
def type_pair(call: EnhancedCall) -> Iterator[Broken]:
    src, dst = call.src.dtype.name, call.dst.dtype.name
    if not call.acts or (src, dst) in PAIRS:
        return
    targets = [b for a, b in PAIRS if a == src]
    known = list(dict.fromkeys(a for a, _ in PAIRS))
    yield Broken(
        f"there is no copy {src} -> {dst} from CO1 to CO2",
        field="dst.dtype" if targets else "src.dtype",
        value=dst if targets else src,
        limit=f"from {src}: {', '.join(targets)}" if targets else f"a source of {', '.join(known)}",
        nearest=tuple(f"{src} -> {t}" for t in targets) or tuple(known),
        ways=tuple({"dst.dtype": t} for t in targets),
    )


@ENH.rule(
    "ENH013",
    "warning",
    6,
    title="block_len of a plain copy counted in fractals",
    statement=(
        "On a route where the call is the plain copy, with block_mode MATRIX, block_len is not counted in fractals: "
        "block_count·block_len·F does not equal the bytes of dst (F = 512 for 2-byte, 1024 for 4-byte types); the unit is "
        "32 B, so only 32/F of dst would be moved."
    ),
    fields=("data_copy.block_len",),
    evidence="derived",
    source=f"{doc.ENHANCED}, Tables 4 and 9; {doc.N_ENHANCED}, 1.6",
    fix="use block_len·F/32",
    why="the same parameters mean fractals from CO1 to CO2; here most of the tile stays behind",
    families=ENHANCED,
)
def fractals_of_a_plain_copy(call: EnhancedCall, plan: Plan) -> Iterator[Broken]:
    width = call.src.dtype.width
    fractal = SIDE * SIDE * width
    blocks = call.params.block_count * call.params.block_len
    if not plain(call) or call.enhanced.block_mode is not BlockMode.MATRIX or width not in (2, 4) or not blocks:
        return
    if blocks * fractal == call.dst.nbytes:
        meant = call.params.block_len * fractal // SLOT
        fits = meant <= 65535
        yield Broken(
            f"`block_len` = {call.params.block_len} looks counted in fractals of {fractal} B; here it counts {SLOT} B",
            field="data_copy.block_len",
            value=call.params.block_len,
            shown=counted(call.params.block_len, SLOT),
            limit=f"{meant} for all {call.dst.nbytes} B of dst" if fits else "units of 32 B",
            nearest=(meant,) if fits else (),
            effect=f"{blocks * SLOT} B are moved, not {call.dst.nbytes} B",
            help=f"write block_len = {meant}" if fits else "",
        )
