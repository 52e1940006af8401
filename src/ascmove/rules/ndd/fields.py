"""NDD rules about product, route, type and single fields."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import NdDmaCall, NdDmaConfig
from ascmove.errors import BadArgument
from ascmove.hardware import NDDMA_TYPES, Space, route_label
from ascmove.rules import sources as doc
from ascmove.rules.books import NDD
from ascmove.rules.numbers import elements, power
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


@NDD.rule(
    "NDD004",
    "error",
    3,
    title="1 to 5 loops",
    statement="The number of loops is 1…5.",
    fields=("loop_info",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 1, dim",
    fix="use 5 loops at most: merge two loops whose strides chain, or loop outside",
    why="the engine has five loop registers; more do not compile",
)
def loop_count(call: NdDmaCall) -> Iterator[Broken]:
    dims = {len(values) for values in call.loops.arrays().values()}
    if not dims <= set(range(1, 6)):
        dim = max(dims) if max(dims) > 5 else min(dims)
        yield Broken(
            f"NDDMA has 1 to 5 loops; loop_info has {dim}",
            field="loop_info",
            value=dim,
            shown=f"{dim} loops",
            limit="1 to 5 loops",
            nearest=(1 if dim < 1 else 5,),
        )


@NDD.rule(
    "NDD005",
    "error",
    3,
    title="one entry per loop in every array",
    statement="The five arrays of loop_info have the same number of entries.",
    fields=("loop_info",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 4, loopInfo",
    fix="give one entry per loop in every array (pads 0, unused loop size 1)",
    why="C++ fills missing entries with 0; a loop of size 0 is illegal and a stride of 0 repeats one element",
)
def same_lengths(call: NdDmaCall) -> Iterator[Broken]:
    lengths = {name: len(values) for name, values in call.loops.arrays().items()}
    if len(set(lengths.values())) > 1:
        dim = lengths["loop_size"]
        odd = next((name for name, n in lengths.items() if n != dim), "loop_size")
        yield Broken(
            f"the arrays of loop_info differ in length: {', '.join(f'{n} {k}' for k, n in lengths.items())}",
            field="loop_info",
            value=lengths[odd],
            shown=f"{lengths[odd]} entries in {odd}, {dim} in loop_size",
            limit="the same number of entries in all five arrays",
            nearest=(dim,),
        )


def _strides(call: NdDmaCall, name: str, limit: int) -> Iterator[tuple[str, int]]:
    for k, stride in enumerate(call.loops.arrays()[name]):
        if stride >= limit:
            yield f"{name}[{k}]", stride


@NDD.rule(
    "NDD006",
    "error",
    3,
    title="source strides below 2^40",
    statement="loop_src_stride is below 2^40 elements.",
    fields=("loop_src_stride",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 5, loopSrcStride",
    fix="use a stride of at most 1099511627775",
    why="the address of the source has 40 bits",
    encoding=True,
)
def src_stride(call: NdDmaCall) -> Iterator[Broken]:
    for name, stride in _strides(call, "loop_src_stride", 1 << 40):
        yield _stride_too_long(call, name, stride, 40)


@NDD.rule(
    "NDD007",
    "error",
    3,
    title="destination strides below 2^20",
    statement="loop_dst_stride is below 2^20 elements (the hardware would keep 20 bits). Types of 8 bytes: NDD013 instead.",
    fields=("loop_dst_stride",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 5, loopDstStride; {doc.N_NDDMA_SLICE}, 1.2",
    fix="use a stride of at most 1048575",
    why="the register keeps 20 bits: a stride of 2^20 becomes 0 and all rows land on each other",
    encoding=True,
)
def dst_stride(call: NdDmaCall) -> Iterator[Broken]:
    if call.dst.dtype.width < 8:
        for name, stride in _strides(call, "loop_dst_stride", 1 << 20):
            kept = stride & ((1 << 20) - 1)
            yield _stride_too_long(call, name, stride, 20, effect=f"the register would keep {kept}")


def _stride_too_long(call: NdDmaCall, name: str, stride: int, bits: int, effect: str = "") -> Broken:
    return Broken(
        f"`{name}` = {stride} does not fit {bits} bits",
        field=name,
        value=stride,
        shown=elements(stride, call.src.dtype),
        limit=f"< {power(bits)} elements",
        nearest=((1 << bits) - 1,),
        effect=effect,
    )


@NDD.rule(
    "NDD008",
    "error",
    3,
    title="loop sizes from 1 to 2^20 - 1",
    statement="loop_size is at least 1 and below 2^20. 0 is illegal, not a no-op; an unused loop has size 1.",
    fields=("loop_size",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 5, loopSize; {doc.N_NDDMA_SLICE}, 1.6 (e)",
    fix="use 1 for an unused loop; split a longer loop",
    why="a size of 0 is not skipped by the engine; a longer size loses its upper bits",
)
def loop_size(call: NdDmaCall) -> Iterator[Broken]:
    top = (1 << 20) - 1
    for k, size in enumerate(call.loops.loop_size):
        if size == 0 or (size > top and not call.core.host):
            yield Broken(
                f"`loop_size[{k}]` = {size} is not in 1..{top}",
                field=f"loop_size[{k}]",
                value=size,
                shown=elements(size, call.src.dtype),
                limit=f"1 to {top}",
                nearest=(1 if size == 0 else top,),
            )


@NDD.rule(
    "NDD009",
    "error",
    3,
    title="pads per loop up to 255",
    statement="loop_lp_size and loop_rp_size of a loop are at most 255 (uint8).",
    fields=("loop_lp_size", "loop_rp_size"),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 5, loopLpSize and loopRpSize",
    fix="pad 255 at most; a second copy fills the rest",
    why="the field has 8 bits: 256 becomes 0 and nothing is padded",
    encoding=True,
)
def pads(call: NdDmaCall) -> Iterator[Broken]:
    for name in ("loop_lp_size", "loop_rp_size"):
        for k, pad in enumerate(call.loops.arrays()[name]):
            if pad > 255:
                yield Broken(
                    f"`{name}[{k}]` = {pad} does not fit 8 bits",
                    field=f"{name}[{k}]",
                    value=pad,
                    shown=elements(pad, call.src.dtype),
                    limit="0 to 255",
                    nearest=(255,),
                    effect=f"the field would keep {pad & 255}",
                )


@NDD.rule(
    "NDD010",
    "error",
    3,
    title="config-wide pads are 0 to 255 or unset",
    statement="config.loop_lp_size and config.loop_rp_size are 0…255 or 65535 (unset).",
    fields=("config.loop_lp_size", "config.loop_rp_size"),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 3, loopLpSize and loopRpSize",
    fix="use 0 to 255, or 65535 to take the per-loop pads",
    why="the vendor's header refuses anything else at compile time",
    encoding=True,
)
def config_pads(call: NdDmaCall) -> Iterator[Broken]:
    for name in ("loop_lp_size", "loop_rp_size"):
        pad = getattr(call.config, name)
        if pad > 255 and pad != NdDmaConfig.UNSET_PAD:
            yield Broken(
                f"`config.{name}` = {pad} is neither 0..255 nor {NdDmaConfig.UNSET_PAD} (unset)",
                field=f"config.{name}",
                value=pad,
                limit=f"0 to 255, or {NdDmaConfig.UNSET_PAD}",
                nearest=(255, NdDmaConfig.UNSET_PAD),
            )


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
    "NDD013",
    "error",
    3,
    title="8-byte types have half the stride range",
    statement=(
        "8-byte types run as pairs of 4-byte items with doubled strides, so loop_dst_stride is below 2^19 and "
        "loop_src_stride below 2^39. (loop_src_stride ≥ 2^40: NDD006 instead.)"
    ),
    fields=("loop_dst_stride", "loop_src_stride"),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 1.7; {doc.N_FIELD}, C15",
    fix="use at most 524287 (dst) and 549755813887 (src)",
    why="the doubled stride loses its upper bits",
    encoding=True,
)
def stride_of_wide(call: NdDmaCall) -> Iterator[Broken]:
    if call.src.dtype.width == 8:
        for array, bits, other in (("loop_dst_stride", 19, None), ("loop_src_stride", 39, 1 << 40)):
            for name, stride in _strides(call, array, 1 << bits):
                if other is None or stride < other:
                    yield _stride_too_long(call, name, stride, bits, effect=f"runs with a stride of {2 * stride} words")


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
        yield Broken(
            f"`constant_value` = {call.params.constant_value!r} is no value of {kind}: {error}",
            field="constant_value",
            value=call.params.constant_value,
            limit=f"{kind.range[0]} to {kind.range[1]}" if whole else f"a number of type {kind}",
            nearest=kind.range if whole else (0,),
        )
