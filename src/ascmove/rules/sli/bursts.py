"""SLI rules about the bursts of dimension 0: whole bursts, the same number on both sides."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import BLOCK, SliceCall, SliceInfo
from ascmove.calls.slice import Infos
from ascmove.findings.wording import several
from ascmove.rules import sources as doc
from ascmove.rules.books import SLI
from ascmove.rules.numbers import counted, elements
from ascmove.rules.rule import Broken, Offer
from ascmove.tensors import Tensor

_NEEDS = ("start_index", "end_index", "stride", "burst_len")


def remainder(info: SliceInfo, width: int) -> int:
    """What is left over when dimension 0 is cut into bursts; 0 for a whole number of them."""
    return (info.span + info.stride) % (info.burst(width) + info.stride)


def _end(info: SliceInfo, width: int, n: int) -> int:
    """The end with which dimension 0 holds exactly ``n`` bursts."""
    return info.start_index - 1 + n * info.burst(width) + (n - 1) * info.stride


def _inside(call: SliceCall, infos: Infos, tensor: Tensor, *ends: int) -> tuple[int, ...]:
    """Those of these ends of dimension 0 that lie inside their axis; all where its length is not known."""
    length = (*call.shape(infos, tensor), 0)[0]
    return tuple(end for end in ends if end < length or not length)


@SLI.rule(
    "SLI010",
    "error",
    4,
    title="a whole number of bursts",
    statement=(
        "Dimension 0 of src and of dst is a whole number of bursts: end − start + 1 = N·L + (N−1)·stride for some N ≥ 1, "
        "L = burst_len·32/sizeof(T). (No whole burst at all: SLI023 instead.)"
    ),
    fields=_NEEDS,
    source=f"{doc.N_NDDMA_SLICE}, 2.3 and 2.4 (5)",
    fix="move the end to one that completes a burst",
    why="the vendor's CPU check refuses it; the device rounds the number of bursts down",
)
def whole_bursts(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        info, width = infos[0], tensor.dtype.width
        n = info.bursts(width)
        if n and remainder(info, width):
            length = info.burst(width)
            yield Broken(
                f"`{name}[0]` spans {several(info.span, 'element')}: {several(n, 'burst')} of {length} with gaps of {info.stride} "
                f"leave{'s' * (n == 1)} {remainder(info, width)} over",
                field=f"{name}[0].end_index",
                value=info.end_index,
                limit=f"end - start + 1 = N x {length} + (N - 1) x {info.stride}",
                nearest=_inside(call, infos, tensor, *(_end(info, width, n + m) for m in (0, 1))),
                effect=f"the device would move {several(n, 'burst')} and leave out the rest",
                disputed=None if name == "dst_slice_info" else (),
            )


@SLI.rule(
    "SLI008",
    "warning",
    4,
    title="an end that is one too large",
    statement=(
        "Inclusive end one too large: in dimension 0 of src or dst, (end − start + 1 + stride) mod (burst + stride) = 1 "
        "with at least one whole burst (burst in elements). Comes with SLI010 and tells the likely cause; the device "
        "rounds down and moves the same data."
    ),
    fields=("end_index",),
    evidence="derived",
    source=f"{doc.N_NDDMA_SLICE}, 2.2 (4, 5); {doc.N_FIELD}, B33",
    fix="use end - 1: end_index is inclusive",
    why="the end was probably computed as start + length",
    needs=_NEEDS,
    explains=("SLI010",),
)
def one_too_far(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        info, width = infos[0], tensor.dtype.width
        if info.bursts(width) and remainder(info, width) == 1:
            yield Broken(
                f"`{name}[0].end_index` = {info.end_index} looks one too large; the end is inclusive",
                field=f"{name}[0].end_index",
                value=info.end_index,
                limit="the last element of the last burst",
                nearest=(info.end_index - 1,),
            )


@SLI.rule(
    "SLI023",
    "error",
    4,
    title="at least one burst",
    statement=(
        "Dimension 0 is not shorter than one burst (N = 0: nothing would move). A default SliceInfo {0, 31, 0, 32, 0} "
        "does this for most types."
    ),
    fields=("start_index", "end_index", "burst_len"),
    evidence="derived",
    source=f"{doc.N_NDDMA_SLICE}, 2.1 and 2.2 (5)",
    fix="use end = start + burst - 1, or burst_len = length·sizeof(T)/32",
    why="the copy is a no-op without a word",
)
def some_burst(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        info, width = infos[0], tensor.dtype.width
        length = info.burst(width)
        if info.bursts(width) == 0:
            fitting, rest = divmod(info.span * width, BLOCK)
            nearest: list[object] = [fitting] if fitting and not rest else []
            nearest += [
                Offer(f"end_index {end}", {f"{name}[0].end_index": end})
                for end in _inside(call, infos, tensor, _end(info, width, 1))
            ]
            yield Broken(
                f"`{name}[0]` spans {several(info.span, 'element')}, one burst has {length}: nothing would move",
                field=f"{name}[0].burst_len",
                value=info.burst_len,
                shown=f"{counted(info.burst_len, BLOCK)} = {several(length, 'element')}",
                limit=f"at most the span: {elements(info.span, tensor.dtype)}",
                nearest=tuple(nearest),
            )


@SLI.rule(
    "SLI024",
    "warning",
    4,
    title="a burst length that looks counted in elements",
    statement=(
        "burst_len looks counted in elements: dimension 0 is shorter than a burst, but with burst_len elements it is a "
        "whole number of bursts, and burst_len·sizeof(T) is a multiple of 32. The unit is 32 B. Comes with SLI023."
    ),
    fields=("burst_len",),
    evidence="derived",
    source=f"{doc.SLICE}, Parameters (burstLen); {doc.N_NDDMA_SLICE}, 2.1",
    fix="use burst_len·sizeof(T)/32",
    why="burst_len counts blocks of 32 B, the other fields count elements",
    needs=_NEEDS,
    explains=("SLI023",),
)
def bursts_in_elements(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        info, width = infos[0], tensor.dtype.width
        meant, nbytes = info.burst_len, info.burst_len * width
        if info.bursts(width) or nbytes % BLOCK or info.span < meant:
            continue
        if (info.span + info.stride) % (meant + info.stride) == 0:
            yield Broken(
                f"`{name}[0].burst_len` = {meant} looks counted in elements; the unit is 32 B",
                field=f"{name}[0].burst_len",
                value=meant,
                shown=counted(meant, BLOCK),
                limit=f"blocks: {elements(meant, tensor.dtype)} = {several(nbytes // BLOCK, 'block')}",
                nearest=(nbytes // BLOCK,),
            )


@SLI.rule(
    "SLI017",
    "error",
    4,
    title="the same number of bursts on both sides",
    statement=(
        "Dimension 0 of src and dst hold the same number of bursts N; the copy uses src's N and would miss or overrun "
        "dst's range. Only when SLI010, SLI012 and SLI023 are clean."
    ),
    fields=("start_index", "end_index", "stride"),
    evidence="derived",
    source=f"{doc.N_NDDMA_SLICE}, 2.3 and 2.4 (5)",
    fix="use the dst end for src's N, or the src end for dst's N",
    why="nothing compares the two; dst gets more or fewer bursts than its range says",
    needs=_NEEDS,
)
def same_burst_count(call: SliceCall) -> Iterator[Broken]:
    src, dst, width = call.src_slice_info[0], call.dst_slice_info[0], call.src.dtype.width
    if any(not i.bursts(width) or remainder(i, width) for i in (src, dst)):
        return
    n, m = src.bursts(width), dst.bursts(width)
    if n != m:
        length = src.burst(width)
        ends = [_end(i, width, c) for i, c in ((dst, n), (src, m))]
        yield Broken(
            f"dimension 0 holds {several(n, 'burst')} in src and {m} in dst",
            field="dst_slice_info[0].end_index",
            value=dst.end_index,
            limit=f"{several(n, 'burst')} of {several(length, 'element')}",
            nearest=(
                ends[0],
                Offer(f"src_slice_info[0].end_index {ends[1]}", {"src_slice_info[0].end_index": ends[1]}),
            ),
        )


@SLI.rule(
    "SLI021",
    "error",
    4,
    title="at most 4095 bursts in a row",
    statement="At most 4095 bursts in one row (dimension 0).",
    fields=("end_index", "burst_len"),
    evidence="derived",
    source=f"{doc.N_NDDMA_SLICE}, 2.4 and 3.2",
    fix="use 4095 bursts, or a longer burst_len",
    why="the burst count has 12 bits",
    needs=_NEEDS,
)
def burst_count(call: SliceCall) -> Iterator[Broken]:
    info, width = call.src_slice_info[0], call.src.dtype.width
    n = info.bursts(width)
    if n > 4095:
        yield Broken(
            f"dimension 0 holds {n} bursts; 4095 fit one call",
            field="src_slice_info[0].end_index",
            value=info.end_index,
            shown=f"{info.end_index} ({n} bursts)",
            limit="<= 4095 bursts",
            nearest=(_end(info, width, 4095),),
        )
