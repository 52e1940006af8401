"""ENH rules that the plain copy shares: routes, types, counts, gaps."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import BLOCK, BasicCall, Call, DataCopyParams
from ascmove.hardware import BASIC_ROUTES, Product, basic_types, route_label, space_of
from ascmove.rules import sources as doc
from ascmove.rules.books import ENH
from ascmove.rules.numbers import around, counted, elements
from ascmove.rules.rule import BUT_950, Broken

CO1_TO_CO2 = ("CO1", "CO2")


def converts_on_the_fly(call: Call) -> bool:
    """True for the one route on which the enhanced parameters act."""
    route = (call.src.position, call.dst.position)
    return call.family == "enhanced" and route == CO1_TO_CO2 and call.product is Product.ATLAS_INFERENCE_AICORE


def geometry(call: Call) -> DataCopyParams:
    """Bursts and gaps of a call of either family."""
    params: DataCopyParams = call.geometry  # type: ignore[attr-defined]
    return params


@ENH.rule(
    "ENH003",
    "error",
    1,
    title="the route is one of the product",
    statement=(
        "`enhanced`: CO1→CO2 on atlas-inference-aicore, else the routes of Table 9; `data_copy`: the routes of Table 9 "
        "(L1→bias table and L1→fixpipe buffer are not modelled). In particular A1/B1→GM only on atlas-a2/a3, UB→A1/B1 only "
        "on atlas-inference-aicore, VECIN→VECOUT only on ascend-950, nothing but GM→VECIN and VECOUT→GM on "
        "atlas-200i-500-a2 and the Vector Core."
    ),
    fields=("src.position", "dst.position"),
    source=f"{doc.ENHANCED}, Tables 7-9; {doc.N_MEMORY}, 5, 6.1 and 6.2; {doc.N_ENHANCED}, 5.1 (C1)",
    fix="use a route of the product",
    why=(
        "there is no data path; the call does not compile or copies nothing. Where another position of the same memories has "
        "one (GM→VECCALC beside GM→VECIN), code and device look at the memories only, and a core in relaxed mode warns"
    ),
    unenforced=True,
)
def route(call: Call) -> Iterator[Broken]:
    src, dst = call.src.position, call.dst.position
    routes = BASIC_ROUTES[call.product]
    if None in (call.src.space, call.dst.space) or (src, dst) in routes or converts_on_the_fly(call):
        return
    near = [route_label(*r) for r in routes if r[0] == src or r[1] == dst]
    if call.family == "enhanced" and call.product is Product.ATLAS_INFERENCE_AICORE and "CO" in src:
        near.append(route_label(*CO1_TO_CO2))
    yield Broken(
        f"{call.product.value} has no copy {route_label(src, dst)}",
        field="dst.position" if any(r[0] == src for r in routes) else "src.position",
        value=route_label(src, dst),
        limit="a route of the product",
        nearest=tuple(near or [route_label(*r) for r in routes]),
        firm=not _between_same_memories(call),
    )


def _between_same_memories(call: Call) -> bool:
    """True when a route of the product leads from the memory of src to that of dst."""
    pairs = {tuple(space_of(call.product, position) for position in r) for r in BASIC_ROUTES[call.product]}
    return (call.src.space, call.dst.space) in pairs


@ENH.rule(
    "ENH006",
    "error",
    2,
    title="element types of the plain copy",
    statement=(
        "Element type available for the plain copy on this product and route: atlas-training and both atlas-inference keys "
        "take the 11 types without bfloat16_t, bool, fp8 and complex; atlas-a2/a3 and atlas-200i-500-a2 add bfloat16_t "
        "(GM→L1 on atlas-a2/a3 takes any width); ascend-950 takes all."
    ),
    fields=("src.dtype", "dst.dtype"),
    products=BUT_950,
    source=f"{doc.ENHANCED}, Table 4; {doc.N_MEMORY}, 1.2, 6.1 and 6.2",
    fix="use a listed type of the same width (view bfloat16_t as uint16_t)",
    why="the type is not in the prototype's list; the call does not compile",
)
def element_type(call: Call) -> Iterator[Broken]:
    if converts_on_the_fly(call):
        return
    taken = basic_types(call.product, call.src.position, call.dst.position)
    for name, tensor in call.operands():
        if tensor.dtype.name not in taken:
            yield Broken(
                f"the copy {route_label(call.src.position, call.dst.position)} does not take {tensor.dtype} on "
                f"{call.product.value}",
                field=f"{name}.dtype",
                value=tensor.dtype.name,
                limit=", ".join(sorted(taken)),
                nearest=(f"uint{8 * tensor.dtype.width}_t",),
            )


@ENH.rule(
    "ENH008",
    "error",
    3,
    title="at most 4095 bursts",
    statement="block_count is at most 4095 (12-bit field).",
    fields=("data_copy.block_count",),
    source=f"{doc.N_ENHANCED}, 1.1; {doc.N_NDDMA_SLICE}, 3.2",
    fix="use 4095, or split the call in two",
    why="the count loses its upper bits",
    encoding=True,
)
def block_count(call: Call) -> Iterator[Broken]:
    n = geometry(call).block_count
    if n > 4095:
        yield Broken(
            f"`block_count` = {n} does not fit 12 bits",
            field="data_copy.block_count",
            value=n,
            limit="0 to 4095",
            nearest=(4095,),
            effect=f"the field would keep {n & 4095}",
        )


@ENH.rule(
    "ENH009",
    "error",
    3,
    title="lengths and gaps of at most 65535 units",
    statement="block_len, src_gap and dst_gap are at most 65535 (16-bit fields, counted in the unit of the route).",
    fields=("data_copy.block_len", "data_copy.src_gap", "data_copy.dst_gap"),
    source=f"{doc.N_ENHANCED}, 1.1; {doc.N_NDDMA_SLICE}, 3.2",
    fix="use 65535, or one call per block with shifted tensors",
    why="the field loses its upper bits",
    encoding=True,
)
def lengths(call: Call) -> Iterator[Broken]:
    params = geometry(call)
    for name in ("block_len", "src_gap", "dst_gap"):
        value = getattr(params, name)
        if value > 65535 and getattr(call, "count", None) is None:
            yield Broken(
                f"`{name}` = {value} does not fit 16 bits",
                field=f"data_copy.{name}",
                value=value,
                shown=str(value) if converts_on_the_fly(call) else counted(value, BLOCK),
                limit="0 to 65535",
                nearest=(65535,),
                effect=f"the field would keep {value & 0xFFFF}",
            )


@ENH.rule(
    "ENH010",
    "warning",
    4,
    title="something moves",
    statement=(
        "Nothing moves: block_count, block_len or the element count is 0. No extent is checked then. (One source makes it "
        "an error on the atlas-inference and atlas-training architecture; we warn everywhere.)"
    ),
    fields=("data_copy.block_count", "data_copy.block_len", "count"),
    source=f"{doc.N_ENHANCED}, 1.1 and 7.21; {doc.N_NDDMA_SLICE}, 3.1, 3.2 and part 4 #17",
    fix="use 1 or more, or remove the call",
    why="a call that does nothing usually means a length that was rounded down to 0",
)
def nothing_moves(call: Call) -> Iterator[Broken]:
    count = getattr(call, "count", None)
    params = geometry(call)
    fields = (
        [("count", count)]
        if count is not None
        else [
            ("data_copy.block_count", params.block_count),
            ("data_copy.block_len", params.block_len),
        ]
    )
    for name, value in fields:
        if value == 0:
            least = BLOCK // call.src.dtype.width if name == "count" else 1  # a count fills whole blocks: ENH039
            yield Broken(
                f"`{name.split('.')[-1]}` is 0: nothing moves",
                field=name,
                value=0,
                limit=f">= {least}",
                nearest=(least,),
            )


@ENH.rule(
    "ENH011",
    "error",
    3,
    title="a gap has one value",
    statement=(
        "A gap is not given under both names (src_gap and src_stride, or dst_gap and dst_stride) with different values; they "
        "are one field."
    ),
    fields=("data_copy.src_gap", "data_copy.dst_gap"),
    evidence="derived",
    source=f"{doc.N_ENHANCED}, 1.1",
    fix="keep src_gap and dst_gap only",
    why="the names share their storage: the later assignment wins",
)
def one_gap(call: Call) -> Iterator[Broken]:
    for name, new, old in geometry(call).conflicts:
        other = name.replace("gap", "stride")
        yield Broken(
            f"`{name}` = {new} and `{other}` = {old} are one field",
            field=f"data_copy.{name}",
            value=new,
            limit=f"one value; {other} is the old name of {name}",
            nearest=(new, old),
            ways=tuple({f"data_copy.{name}": gap, f"data_copy.{other}": None} for gap in (new, old)),
        )


@ENH.rule(
    "ENH039",
    "error",
    3,
    title="a count of whole blocks",
    statement=(
        "Element-count form: count·sizeof(T) is a multiple of 32 B; the device would round down and leave the tail out."
    ),
    fields=("count",),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 3.1",
    fix="use a count that fills whole 32 B blocks",
    why="the last elements are not copied, without a word on the device",
    families=("data_copy",),
)
def whole_blocks(call: BasicCall) -> Iterator[Broken]:
    count, width = call.count, call.src.dtype.width
    if count is not None and count > 0 and count * width % BLOCK:
        below, above = around(count, BLOCK // width)
        yield Broken(
            f"`count` = {count} is no whole number of 32 B blocks",
            field="count",
            value=count,
            shown=elements(count, call.src.dtype),
            limit=f"multiple of {BLOCK // width} elements (32 B)",
            nearest=tuple(n for n in (below, above) if n),
            effect=f"the device would copy {below} elements and leave out {count - below}",
        )
