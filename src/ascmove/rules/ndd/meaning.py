"""NDD rules that find legal calls which are almost surely not meant: dead pads, wrong axes, stale caches."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import NdDmaCall, NdDmaConfig
from ascmove.findings.wording import several
from ascmove.rules import sources as doc
from ascmove.rules.books import NDD
from ascmove.rules.rule import ONLY_950, Broken

_NEEDS = ("loop_info", "config.loop_lp_size", "config.loop_rp_size")
_SIDES = ("loop_lp_size", "loop_rp_size")


@NDD.rule(
    "NDD018",
    "warning",
    4,
    title="config-wide pads of 8-byte types are broken in the vendor library",
    statement=(
        "8-byte type with a config-wide pad of 1…255 and 1…4 loops: the vendor library also pads its internal two-word "
        "loop and produces shifted data. The model does the intended thing."
    ),
    fields=("config.loop_lp_size", "config.loop_rp_size"),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 1.7 and part 4 #10",
    fix="leave the config at 65535 and give the pads per loop",
    why="on the device elements are shifted, high words are lost and bytes behind the box are written",
    needs=_NEEDS,
)
def wide_config_pad(call: NdDmaCall) -> Iterator[Broken]:
    if call.src.dtype.width != 8 or call.loops.dim > 4:
        return
    for name in _SIDES:
        pad = getattr(call.config, name)
        if 1 <= pad <= 255:
            yield Broken(
                f"`config.{name}` = {pad} with {call.src.dtype}: the vendor library pads its internal two-word loop as well",
                field=f"config.{name}",
                value=pad,
                limit="65535 (unset) for 8-byte types with 1 to 4 loops",
                nearest=(NdDmaConfig.UNSET_PAD,),
                ways=(_per_loop(call),),
                effect="the model pads whole elements, as documented; the device result is shifted",
                help=f"leave config.{name} unset and write {name} = {[pad] * call.loops.dim}",
            )


def _per_loop(call: NdDmaCall) -> dict[str, object]:
    """The pads of the config as pads of every loop."""
    ways: dict[str, object] = {}
    for name in _SIDES:
        pad = getattr(call.config, name)
        if pad != NdDmaConfig.UNSET_PAD:
            ways |= {f"config.{name}": NdDmaConfig.UNSET_PAD, name: (pad,) * call.loops.dim}
    return ways


@NDD.rule(
    "NDD019",
    "warning",
    4,
    title="pads that the config overrides",
    statement=(
        "The config sets a side (value ≠ 65535) while a per-loop value of that side is non-zero and different; the "
        "per-loop values are ignored."
    ),
    fields=("loop_lp_size", "loop_rp_size", "config"),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 3; {doc.N_NDDMA_SLICE}, 1.2; {doc.N_FIELD}, C13",
    fix="leave the config at 65535, or write 0 in the loops",
    why="`NdDmaConfig{false, 0, 0, false}` looks like a default and silently switches all pads off",
    needs=_NEEDS,
)
def dead_pads(call: NdDmaCall) -> Iterator[Broken]:
    for name in _SIDES:
        everywhere = getattr(call.config, name)
        if everywhere == NdDmaConfig.UNSET_PAD:
            continue
        for k, pad in enumerate(call.loops.arrays()[name]):
            if pad not in (0, everywhere):
                yield Broken(
                    f"`{name}[{k}]` = {pad} is dead: config.{name} = {everywhere} replaces it in every loop",
                    field=f"{name}[{k}]",
                    value=pad,
                    limit=f"0, or config.{name} = {NdDmaConfig.UNSET_PAD} (unset)",
                    nearest=(0,),
                    ways=({f"config.{name}": NdDmaConfig.UNSET_PAD},),
                    help=f"leave config.{name} at {NdDmaConfig.UNSET_PAD} so that the per-loop pads count",
                )


@NDD.rule(
    "NDD020",
    "warning",
    4,
    title="a padding value that nothing uses",
    statement=(
        "A padding value that nothing uses: constant_value ≠ 0, or nearest mode, while every effective pad is 0; or "
        "constant_value ≠ 0 in nearest mode."
    ),
    fields=("constant_value", "config.is_nearest_value_mode"),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.NDDMA}, Tables 3 and 4; {doc.N_NDDMA_SLICE}, 1.4",
    fix="use constant_value 0 and nearest mode off, or give a pad to the loop that was meant",
    why="a pad was probably forgotten or overridden",
    needs=(*_NEEDS, "constant_value", "config.is_nearest_value_mode"),
)
def unused_padding(call: NdDmaCall) -> Iterator[Broken]:
    nearest = call.config.is_nearest_value_mode
    padded = any(call.left) or any(call.right)
    constant = call.constant_bits != 0
    given = call.params.constant_value
    if constant and nearest:
        yield Broken(
            f"`constant_value` = {given!r} is not used: nearest mode repeats border elements",
            field="constant_value",
            value=given,
            limit="0 in nearest mode",
            nearest=(0,),
            help="leave constant_value 0, or switch nearest mode off to pad with the constant",
        )
    elif not padded and (constant or nearest):
        name = "constant_value" if constant else "config.is_nearest_value_mode"
        yield Broken(
            f"`{name}` is set but every pad is 0",
            field=name,
            value=given if constant else True,
            limit="a pad on some loop",
            nearest=(0 if constant else False,),
        )


@NDD.rule(
    "NDD021",
    "warning",
    4,
    title="asc_optimize is reserved",
    statement="asc_optimize is set: reserved, not supported.",
    fields=("config.asc_optimize",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, Table 3, ascOptimize",
    fix="leave it false",
    why="it only changes how 8-byte types are split; the page says not to use it",
)
def reserved(call: NdDmaCall) -> Iterator[Broken]:
    if call.config.asc_optimize:
        yield Broken(
            "`config.asc_optimize` is reserved and not supported",
            field="config.asc_optimize",
            value=True,
            limit="false",
            nearest=(False,),
        )


@NDD.rule(
    "NDD022",
    "note",
    4,
    title="refresh the NDDMA cache before reading what was rewritten",
    statement=(
        "The NDDMA cache (32 KB per core) is not refreshed before this call although the source may have been rewritten: "
        "call NdDmaDci first."
    ),
    fields=("nd_dma_dci",),
    products=ONLY_950,
    source=f"{doc.NDDMA}, constraints, 3rd bullet; {doc.N_NDDMA_SLICE}, 1.10; {doc.N_FIELD}, B28",
    fix="call am.nd_dma_dci(core) before the copy (nd_dma_dci: true in a case)",
    why="the cache is not coherent with writes of other cores or of the core's own UB to GM copies: old data arrive",
    content="memory",
    needs=_NEEDS,
)
def unrefreshed(call: NdDmaCall) -> Iterator[Broken]:
    if call.refreshed:
        return
    if call.refreshed is False:
        yield Broken(
            "the source may have been rewritten and the NDDMA cache is not refreshed before this copy",
            field="nd_dma_dci",
            value=False,
            limit="a refresh after the last write to the source",
            nearest=(True,),
        )
        return
    start, stop = call.source_bytes
    again = call.core.nddma_cache.overwritten(start, stop)
    if again is not None:
        yield Broken(
            f"GM bytes {again[0]}..{again[1] - 1} were read by NDDMA, then rewritten, and the cache was not refreshed since",
            field="nd_dma_dci",
            value=False,
            limit="a refresh after the last write to the source",
            nearest=(True,),
            effect="the copy may return what the bytes held at the first read",
        )


@NDD.rule(
    "NDD023",
    "warning",
    4,
    title="a pad extends its own loop",
    statement=(
        "Pad on the wrong axis of a transposing copy. A pad extends its own loop with that loop's dst stride: a loop of "
        "dst stride A > 1 is padded by exactly A − n elements (left + right), where n is the size of the unpadded loop of "
        "dst stride 1, so whole rows are appended and the row tails stay unwritten."
    ),
    fields=("loop_lp_size", "loop_rp_size"),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_NDDMA_SLICE}, 1.3; {doc.N_FIELD}, B23-B27",
    fix="put the pad on the loop of dst stride 1",
    why="the pad was meant to fill the rows up to their pitch; the row tails stay undefined instead",
    needs=_NEEDS,
    explains=("TEN009",),
)
def wrong_axis(call: NdDmaCall) -> Iterator[Broken]:
    pads = [left + right for left, right in zip(call.left, call.right, strict=True)]
    strides, sizes, sources = call.loops.loop_dst_stride, call.loops.loop_size, call.loops.loop_src_stride
    rows = [k for k, stride in enumerate(strides) if stride == 1 and not pads[k]]
    for k, (pitch, pad) in enumerate(zip(strides, pads, strict=True)):
        for row in rows:
            if pad > 0 and pad == pitch - sizes[row] and 0 < sources[k] < sources[row]:
                side, given = ("loop_rp_size", call.right[k]) if call.right[k] else ("loop_lp_size", call.left[k])
                moved = _moved_pad(call, k, row)
                yield Broken(
                    f"the pad of {pad} on loop {k} (dst stride {pitch}) appends {several(pad, 'row')}; the tails of the rows of loop {row} "
                    f"({sizes[row]} of {pitch} elements) stay unwritten",
                    field=f"{side}[{k}]",
                    value=given,
                    limit=f"pads of loop {k} extend loop {k}",
                    nearest=(0,),
                    ways=(moved,),
                    help=f"move the pad to loop {row}, whose dst stride is 1: "
                    + ", ".join(f"{field} = {size}" for field, size in moved.items()),
                )


def _moved_pad(call: NdDmaCall, k: int, row: int) -> dict[str, object]:
    """The pads of loop ``k`` on loop ``row``."""
    ways: dict[str, object] = {}
    for name, pads in zip(_SIDES, (call.left, call.right), strict=True):
        if pads[k]:
            ways |= {f"{name}[{row}]": pads[k], f"{name}[{k}]": 0}
    return ways


@NDD.rule(
    "NDD025",
    "warning",
    4,
    title="strides that look counted in bytes",
    statement=(
        "Strides look counted in bytes: loop 0 has src and dst stride both equal to sizeof(T) > 1 and every stride is a "
        "multiple of sizeof(T). Strides are elements."
    ),
    fields=("loop_src_stride", "loop_dst_stride"),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.NDDMA}, Table 5, loopSrcStride and loopDstStride",
    fix="divide every stride by sizeof(T)",
    why="every sizeof(T)-th element is moved instead of each one",
    needs=_NEEDS,
    explains=("TEN008", "TEN009"),
)
def byte_strides(call: NdDmaCall) -> Iterator[Broken]:
    width = call.src.dtype.width
    src, dst = call.loops.loop_src_stride, call.loops.loop_dst_stride
    if width > 1 and src[0] == dst[0] == width and not any(s % width for s in (*src, *dst)):
        right = [[s // width for s in strides] for strides in (src, dst)]
        yield Broken(
            f"`loop_src_stride[0]` and `loop_dst_stride[0]` are {width} = sizeof({call.src.dtype}): strides count elements",
            field="loop_src_stride[0]",
            value=width,
            shown=f"{width} elements x {width} B = {width * width} B",
            limit="elements, not bytes",
            nearest=(1,),
            ways=({"loop_src_stride": tuple(right[0]), "loop_dst_stride": tuple(right[1])},),
            help=f"write loop_src_stride {right[0]}, loop_dst_stride {right[1]}",
        )
