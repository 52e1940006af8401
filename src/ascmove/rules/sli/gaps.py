"""SLI rules about the gaps between the bursts of dimension 0 and the fields they travel in."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import BLOCK, SliceCall
from ascmove.findings.wording import several
from ascmove.hardware import Product
from ascmove.rules import sources as doc
from ascmove.rules.books import SLI
from ascmove.rules.numbers import around, counted, elements
from ascmove.rules.rule import Broken
from ascmove.rules.sli.bursts import remainder

_NEEDS = ("start_index", "end_index", "stride", "burst_len")


@SLI.rule(
    "SLI025",
    "warning",
    4,
    title="a stride that looks counted start to start",
    statement=(
        "stride looks counted start to start: SLI010 fails, but with stride − burst (elements) as the gap dimension 0 is a "
        "whole number of bursts. stride counts the elements skipped between two bursts. Comes with SLI010."
    ),
    fields=("stride",),
    evidence="derived",
    source=f"{doc.SLICE}, Parameters (stride); {doc.N_NDDMA_SLICE}, 2.1",
    fix="use stride - burst",
    why="the gap is counted from the end of one burst to the start of the next",
    needs=_NEEDS,
    explains=("SLI010", "TEN008", "TEN009"),
)
def start_to_start(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        info, width = infos[0], tensor.dtype.width
        length = info.burst(width)
        gap = info.stride - length
        if not info.bursts(width) or not remainder(info, width) or gap < 0:
            continue
        if (info.span + gap) % (length + gap) == 0:
            yield Broken(
                f"`{name}[0].stride` = {info.stride} looks counted from start to start of two bursts",
                field=f"{name}[0].stride",
                value=info.stride,
                shown=elements(info.stride, tensor.dtype),
                limit=f"elements skipped between two bursts: {info.stride} - {length} = {gap}",
                nearest=(gap,),
            )


@SLI.rule(
    "SLI018",
    "error",
    4,
    title="the UB-side stride is whole blocks",
    statement=(
        "The UB-side stride of dimension 0 is a multiple of 32 B (dst when reading from GM, src when writing to GM); it "
        "would be floored to whole blocks."
    ),
    fields=("stride",),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.2 (6) and 2.4 (6)",
    fix="use a multiple of 32/sizeof(T) elements",
    why="UB is addressed in blocks of 32 B",
)
def ub_stride(call: SliceCall) -> Iterator[Broken]:
    name, infos, tensor = call.ub_side
    stride, c0 = infos[0].stride, BLOCK // tensor.dtype.width
    if stride % c0:
        yield Broken(
            f"`{name}[0].stride` = {stride} is not a whole number of 32 B blocks in UB",
            field=f"{name}[0].stride",
            value=stride,
            shown=elements(stride, tensor.dtype),
            limit=f"multiple of {c0} elements (32 B)",
            nearest=around(stride, c0),
            effect=f"the device would leave a gap of {several(stride // c0 * c0, 'element')}",
        )


def _byte_path(call: SliceCall) -> bool:
    """True where the library falls back from the block copy to a byte-wise one."""
    _, infos, tensor = call.gm_side
    return infos[0].stride * tensor.dtype.width % BLOCK != 0


@SLI.rule(
    "SLI019",
    "error",
    4,
    title="bursts below 65536 B on the byte path",
    statement=(
        "GM→UB over the byte path (GM-side stride of dimension 0 not a multiple of 32 B): a burst of 65536 B or more "
        "(burst_len ≥ 2048) wraps a 16-bit field."
    ),
    fields=("burst_len",),
    products=frozenset({Product.ASCEND_950, Product.ATLAS_A2, Product.ATLAS_A3}),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.5; {doc.N_FIELD}, C4 (c)",
    fix="use burst_len 2047, or a GM stride that is a multiple of 32 B",
    why="65536 B become 0: nothing is copied",
    needs=("burst_len", "stride"),
)
def long_burst(call: SliceCall) -> Iterator[Broken]:
    burst_len = call.src_slice_info[0].burst_len
    if call.src.position == "GM" and _byte_path(call) and burst_len >= 2048:
        yield Broken(
            f"a burst of {burst_len * BLOCK} B does not fit 16 bits on the byte path",
            field="src_slice_info[0].burst_len",
            value=burst_len,
            shown=counted(burst_len, BLOCK),
            limit="<= 2047 blocks (65504 B) while the GM stride is no multiple of 32 B",
            nearest=(2047,),
            effect=f"the field would keep {burst_len * BLOCK & 0xFFFF} B",
        )


@SLI.rule(
    "SLI020",
    "error",
    4,
    title="the GM stride fits its field",
    statement=(
        "The GM-side stride of dimension 0 fits 16 bits in the unit of its path: byte path (not a multiple of 32 B) at "
        "most 65535 B; block path (a multiple of 32 B) at most 65535 blocks = 2097120 B. Only when dimension 0 has more "
        "than one burst."
    ),
    fields=("stride",),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.5; {doc.N_FIELD}, C4 (b)",
    fix="use the longest stride of this path, or the next multiple of 32 B",
    why="the gap loses its upper bits and later bursts come from the wrong place",
    needs=_NEEDS,
)
def gm_stride(call: SliceCall) -> Iterator[Broken]:
    name, infos, tensor = call.gm_side
    width = tensor.dtype.width
    stride, gap = infos[0].stride, infos[0].stride * width
    if call.src_slice_info[0].bursts(call.src.dtype.width) < 2:
        return
    byte_path = _byte_path(call)
    limit = 65535 if byte_path else 65535 * BLOCK
    if gap > limit:
        onto_blocks = -(-gap // BLOCK) * BLOCK
        nearest: list[object] = [limit // width]  # of whole elements, 65535 B hold no multiple of 32 B
        if byte_path and onto_blocks <= 65535 * BLOCK:
            nearest.append(onto_blocks // width)
        yield Broken(
            f"a gap of {gap} B does not fit the {'byte' if byte_path else 'block'} path ({limit} B at most)",
            field=f"{name}[0].stride",
            value=stride,
            shown=elements(stride, tensor.dtype),
            limit=f"<= {limit} B on this path",
            nearest=tuple(nearest),
            effect=f"the field would keep {gap & 0xFFFF if byte_path else (gap // BLOCK & 0xFFFF) * BLOCK} B",
        )


@SLI.rule(
    "SLI026",
    "warning",
    4,
    title="atlas-inference-aicore misplaces bursts on the byte path",
    statement=(
        "atlas-inference-aicore over the byte path (GM-side stride not a multiple of 32 B) with three or more bursts per "
        "row, or with a UB-side stride ≠ 0: this product's library places the bursts wrongly. The model follows the "
        "formula."
    ),
    fields=("stride",),
    products=frozenset({Product.ATLAS_INFERENCE_AICORE}),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.5 and part 4 #15",
    fix="use two bursts per call, or a GM stride that is a multiple of 32 B",
    why="the library adds up the offsets of the bursts twice and takes the UB gap for bytes",
    needs=_NEEDS,
)
def misplaced_bursts(call: SliceCall) -> Iterator[Broken]:
    name, infos, tensor = call.gm_side
    n = call.src_slice_info[0].bursts(call.src.dtype.width)
    ub_gap = call.ub_side[1][0].stride
    if _byte_path(call) and (n >= 3 or (ub_gap and n >= 2)):
        stride, c0 = infos[0].stride, BLOCK // tensor.dtype.width
        yield Broken(
            f"{n} bursts over the byte path: this product's library places them wrongly",
            field=f"{name}[0].stride",
            value=stride,
            shown=elements(stride, tensor.dtype),
            limit="a multiple of 32 B, or two bursts and no UB-side stride",
            nearest=around(stride, c0),
            effect="the model follows the documented formula",
        )
