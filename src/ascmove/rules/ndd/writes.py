"""NDD rules about where the loops write: order, collisions, span."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ascmove.calls import NdDmaCall
from ascmove.plan import Plan
from ascmove.plan.collide import first_collision
from ascmove.rules import sources as doc
from ascmove.rules.books import NDD
from ascmove.rules.numbers import elements
from ascmove.rules.rule import ONLY_950, Broken

_NEEDS = ("loop_info",)


class _Loop(NamedTuple):
    k: int
    turns: int
    stride: int


def _moving(call: NdDmaCall) -> list[_Loop]:
    """Loops that make more than one step and move in the destination."""
    triples = zip(range(call.loops.dim), call.turns, call.loops.loop_dst_stride, strict=True)
    return [loop for loop in map(_Loop._make, triples) if loop.turns > 1 and loop.stride > 0]


def _apart(loops: list[_Loop]) -> bool:
    """True where rules NDD015 and NDD017 allow these strides."""
    loops = sorted(loops)
    if _ascending(loops):
        return all(loop.stride >= _dense_stride(loops[: i + 1], loop) for i, loop in enumerate(loops))
    return first_collision([loop.turns for loop in loops], [loop.stride for loop in loops]) is None


def _ascending(loops: list[_Loop]) -> bool:
    return all(a.stride <= b.stride for a, b in pairwise(loops))


@NDD.rule(
    "NDD015",
    "error",
    4,
    title="ascending destination strides do not overlap or interleave",
    statement=(
        "Take the loops with n = left pad + size + right pad > 1 in index order; if their dst strides never decrease, "
        "each is at least 1 + Σ (n−1)·stride of the loops before it. Loops with dst stride 0: NDD016 instead."
    ),
    fields=("loop_dst_stride", "loop_size", "pads"),
    products=ONLY_950,
    source=f"{doc.NDDMA}, constraints, 2nd bullet; {doc.N_NDDMA_SLICE}, 1.6 (b)",
    fix="use the smallest legal stride of that loop, or a dense inner loop",
    why="the engine writes whole rows ahead; rows that overlap or interleave overwrite each other in an undefined order",
    needs=_NEEDS,
    unenforced=True,
)
def interleaved(call: NdDmaCall) -> Iterator[Broken]:
    loops = _moving(call)
    if not _ascending(loops):
        return
    reach = 0
    for loop in loops:
        if loop.stride <= reach:
            need = reach + 1
            yield Broken(
                f"`loop_dst_stride[{loop.k}]` = {loop.stride}: row 1 of loop {loop.k} starts inside what the loops before "
                f"it write (elements 0..{reach})",
                field=f"loop_dst_stride[{loop.k}]",
                value=loop.stride,
                shown=elements(loop.stride, call.dst.dtype),
                limit=f">= 1 + {reach} = {need} elements",
                nearest=(need,),
                effect=f"the pads count too: loop {loop.k} makes {loop.turns} turns",
            )
        reach += (loop.turns - 1) * loop.stride


@NDD.rule(
    "NDD016",
    "error",
    4,
    title="a destination stride of 0 only on a loop of one turn",
    statement=(
        "A destination stride is not 0 on a loop that makes more than one step (n > 1, pads included): all its writes "
        "would hit one element."
    ),
    fields=("loop_dst_stride",),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_NDDMA_SLICE}, 1.6 (d)",
    fix="use 1 or the row pitch; size 1 if no repetition is meant (src stride 0 is the legal broadcast)",
    why="which of the writes stays is not defined",
    needs=_NEEDS,
    unenforced=True,
)
def standing_still(call: NdDmaCall) -> Iterator[Broken]:
    for k, (turns, stride) in enumerate(zip(call.turns, call.loops.loop_dst_stride, strict=True)):
        if stride == 0 and turns > 1:
            others = [loop for loop in _moving(call) if loop.k != k]
            pitch = 1 + sum((loop.turns - 1) * loop.stride for loop in others)
            yield Broken(
                f"`loop_dst_stride[{k}]` = 0 on a loop of {turns} turns: all {turns} writes hit one element",
                field=f"loop_dst_stride[{k}]",
                value=0,
                shown=elements(0, call.dst.dtype),
                limit=">= 1 where a loop makes more than one step",
                nearest=tuple(s for s in dict.fromkeys((1, pitch)) if _apart([*others, _Loop(k, turns, s)])),
            )


@NDD.rule(
    "NDD017",
    "error",
    4,
    title="no two writes to one element",
    statement=(
        "Destination strides that are not ascending (transposes) let no two tuples write the same element. Decided "
        "exactly; interleaving without a shared element is legal here."
    ),
    fields=("loop_dst_stride", "loop_size", "pads"),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_NDDMA_SLICE}, 1.6 (c)",
    fix="use the smallest stride without a collision, such as the dense row pitch",
    why="which of the writes stays is not defined",
    needs=_NEEDS,
    unenforced=True,
)
def colliding(call: NdDmaCall) -> Iterator[Broken]:
    loops = _moving(call)
    if _ascending(loops):
        return
    pair = first_collision([loop.turns for loop in loops], [loop.stride for loop in loops])
    if pair is None:
        return
    first, second = pair
    at = sum(i * loop.stride for i, loop in zip(first, loops, strict=True))
    changes = [(loop, _dense_stride(loops, loop)) for loop in sorted(loops, key=lambda loop: -loop.stride)]
    widest, legal = next(
        ((a, (s,)) for a, s in changes if _apart([_with(b, a, s) for b in loops])), (changes[0][0], ())
    )
    yield Broken(
        f"two tuples write element {at} of `dst`",
        field=f"loop_dst_stride[{widest.k}]",
        value=widest.stride,
        shown=elements(widest.stride, call.dst.dtype),
        limit="strides with which every tuple has an element of its own",
        nearest=legal,  # none where one stride alone cannot part all tuples
        effect=f"{_tuple(loops, first)} and {_tuple(loops, second)}",
    )


def _dense_stride(loops: list[_Loop], widest: _Loop) -> int:
    return 1 + sum((loop.turns - 1) * loop.stride for loop in loops if loop is not widest)


def _with(loop: _Loop, changed: _Loop, stride: int) -> _Loop:
    return loop._replace(stride=stride) if loop is changed else loop


def _tuple(loops: list[_Loop], index: tuple[int, ...]) -> str:
    return "(" + ", ".join(f"loop {loop.k}: {i}" for loop, i in zip(loops, index, strict=True)) + ")"


@NDD.rule(
    "NDD014",
    "error",
    6,
    title="a span of at most 2^40 bytes",
    statement=(
        "Σ over the loops of (left pad + size + right pad − 1)·stride·sizeof(T) is at most 2^40 B, for the source strides "
        "and for the destination strides (pads count on both sides, read or not). The unit (bytes) is our reading."
    ),
    fields=("loop_info", "config"),
    products=ONLY_950,
    source=f"{doc.NDDMA}, constraints, 1st bullet; {doc.N_NDDMA_SLICE}, 1.6 (a) and part 4 #7",
    fix="use the largest size, pad or stride of the longest loop that stays at 2^40 B or below",
    why="one instruction reaches 40 bits of address",
    encoding=True,
)
def span(call: NdDmaCall, plan: Plan) -> Iterator[Broken]:
    width = call.src.dtype.width
    for name, strides in (
        ("loop_src_stride", call.loops.loop_src_stride),
        ("loop_dst_stride", call.loops.loop_dst_stride),
    ):
        parts = [(n - 1) * s * width for n, s in zip(call.turns, strides, strict=True)]
        total = sum(parts)
        if total > 1 << 40:
            k = parts.index(max(parts))
            longest = ((1 << 40) - (total - parts[k])) // (width * (call.turns[k] - 1))
            yield Broken(
                f"the loops span {total} B with `{name}`; 2^40 B are reachable",
                field=f"{name}[{k}]",
                value=strides[k],
                shown=elements(strides[k], call.src.dtype),
                limit="span <= 2^40 = 1099511627776 B",
                nearest=(longest,) if longest >= 0 else (),
            )
