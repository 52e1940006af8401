"""NDD rules about the loops one by one: their number, sizes, strides and pads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ascmove.calls import NdDmaCall, NdDmaConfig
from ascmove.findings.wording import several
from ascmove.rules import sources as doc
from ascmove.rules.books import NDD
from ascmove.rules.numbers import elements, power
from ascmove.rules.rule import ONLY_950, Broken


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
    dim = _dimensions(call)
    if not 1 <= dim <= 5:
        yield Broken(
            f"NDDMA has 1 to 5 loops; loop_info has {dim}",
            field="loop_info",
            value=dim,
            shown=f"{dim} loops",
            limit="1 to 5 loops",
            nearest=(5 if dim else 1,),
            ways=(),
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
        dim = _dimensions(call)
        odd = next(name for name, n in lengths.items() if n != dim)
        pads = call.loops.arrays()[odd][:dim] + (0,) * (dim - lengths[odd])
        yield Broken(
            f"the arrays of loop_info differ in length: {', '.join(f'{n} {k}' for k, n in lengths.items())}",
            field="loop_info",
            value=lengths[odd],
            shown=f"{several(lengths[odd], 'entry')} in {odd}, {dim} in others",
            limit="the same number of entries in all five arrays",
            nearest=(dim,),
            ways=({odd: pads},) if odd in ("loop_lp_size", "loop_rp_size") else (),  # what else is missing is not known
        )


def _dimensions(call: NdDmaCall) -> int:
    """The number of loops: the length of most arrays, of loop_size among equals."""
    lengths = [len(values) for values in (call.loops.loop_size, *call.loops.arrays().values())]
    return max(lengths, key=lengths.count)


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
        broken = _stride_too_long(call, name, stride, 40)
        # 8-byte types double the stride: rule NDD013
        half = (1 << 39) - 1
        wide = replace(broken, nearest=(half,), help=f"use a stride of at most {half}: 8-byte types double it")
        yield wide if call.src.dtype.width == 8 else broken


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
