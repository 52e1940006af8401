"""TEN rules about what the whole transfer touches: bounds, overlap, undefined bytes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ascmove.calls import Call, L0cCall, NdDmaCall
from ascmove.hardware import Space
from ascmove.plan import Extent, Plan, Step, first_beyond, touched
from ascmove.rules import sources as doc
from ascmove.rules.books import TEN
from ascmove.rules.numbers import counted_view, elements
from ascmove.rules.rule import Broken, Offer
from ascmove.rules.ten.fitting import Side, enough, largest_fit
from ascmove.tensors import Tensor

_BOUND_SOURCE = (
    f"{doc.N_MEMORY}, 7; {doc.N_NDDMA_SLICE}, 1.8, 2.4 and 3.2; {doc.N_ENHANCED}, 1.4 and 5.1; {doc.N_TENSOR_API}, 4.7"
)


@TEN.rule(
    "TEN008",
    "error",
    6,
    title="reads stay inside the source tensor",
    statement=(
        "The call reads no byte past the end of the source tensor. Counted from the highest byte really touched (pads of "
        "NDDMA are not read), not from products of shapes."
    ),
    fields=("src.count", "params"),
    source=_BOUND_SOURCE,
    fix="enlarge src, or copy less",
    why="whatever lies behind the tensor is copied as data; past the allocation the device faults",
)
def reads_inside(call: Call, plan: Plan) -> Iterator[Broken]:
    yield from _past_end(call, plan, "src", call.src)


@TEN.rule(
    "TEN009",
    "error",
    6,
    title="writes stay inside the destination tensor",
    statement="The call writes no byte past the end of the destination tensor, pads included.",
    fields=("dst.count", "params"),
    source=_BOUND_SOURCE,
    fix="enlarge dst, or copy less",
    why="the neighbouring tensor is overwritten; past the memory the device faults",
)
def writes_inside(call: Call, plan: Plan) -> Iterator[Broken]:
    yield from _past_end(call, plan, "dst", call.dst)


def _past_end(call: Call, plan: Plan, name: Side, tensor: Tensor) -> Iterator[Broken]:
    extent = plan.src_extent if name == "src" else plan.dst_extent
    if not tensor.sized or extent.stop <= tensor.nbytes:
        return
    width = tensor.dtype.width
    need = enough(call, name, -(-extent.stop // width))
    verb, place = ("reads", "read") if name == "src" else ("writes", "written")
    shorter = largest_fit(call, name, tensor.count)
    enlarged = Offer(f"{name}.count {tensor.offset + need}", {f"{name}.count": tensor.offset + need})
    nearest = (enlarged, *([shorter] if shorter else []))
    # an array of the host is as large as it is
    ways = [way for offer in (nearest[::-1] if tensor.space is Space.GM else nearest) for way in offer.ways]
    ways += _earlier(name, tensor, need)
    yield Broken(
        f"the copy {verb} {extent.stop} B of `{name}`, which has {tensor.nbytes} B",
        field=f"{name}.count",
        value=tensor.offset + tensor.count,
        shown=counted_view(tensor),
        limit=f"at least {elements(need, tensor.dtype)}",
        nearest=nearest,
        ways=tuple(ways),
        help=_pads_outside(call, tensor.count, need) if name == "dst" else "",
        effect=_first_outside(call, plan, name, tensor, place),
    )


def _earlier(name: Side, tensor: Tensor, need: int) -> list[dict[str, object]]:
    """The last aligned start of a view behind which its tensor has ``need`` elements."""
    step = max(1, tensor.alignment // tensor.dtype.width)
    last = (tensor.offset + tensor.count - need) // step * step
    return [{f"{name}.offset": last}] if tensor.offset and last >= 0 else []


def _pads_outside(call: Call, count: int, need: int) -> str:
    """What to say where whole pads of one loop of NDDMA lie outside of ``count`` elements, and nothing else does."""
    if not isinstance(call, NdDmaCall):
        return ""
    strides, sizes = call.loops.loop_dst_stride, call.loops.loop_size
    for k, (turns, stride) in enumerate(zip(call.turns, strides, strict=True)):
        rest = sum((n - 1) * s for j, (n, s) in enumerate(zip(call.turns, strides, strict=True)) if j != k)
        if 1 < stride <= need - count and rest + (sizes[k] - 1) * stride < count:
            everywhere = call.left != call.loops.loop_lp_size or call.right != call.loops.loop_rp_size
            return (
                f"enlarge dst, or pad another loop: each pad of loop {k} lies {stride} elements on, and without its "
                f"{turns - sizes[k]} the copy stays inside{'; the pads of the config are those of every loop' * everywhere}"
            )
    return ""


def _first_outside(call: Call, plan: Plan, name: str, tensor: Tensor, place: str) -> str:
    """The first turn of the loop nest that leaves the tensor, with both addresses."""
    step, access, index = next(
        (step, access, index)
        for step in plan.steps
        if (access := getattr(step, name)) is not None
        and (index := first_beyond(step.shape, access, tensor.count)) is not None
    )
    where = f"{name} element {access.at(index)} (byte {access.at(index) * tensor.dtype.width})"
    other = "dst" if name == "src" else "src"
    partner = getattr(step, other)
    beside = "" if partner is None else f", {other} element {partner.at(index)}"
    return f"first {place} outside at {_turn(call, plan, step, index)}: {where}{beside}"


def _turn(call: Call, plan: Plan, step: Step, index: tuple[int, ...]) -> str:
    """A tuple of the loop nest in the words of the call: batch, row and column of a matrix, else the loops by name."""
    if isinstance(call, L0cCall) and step.src is not None:
        return call.place_text(step.src.at(index))
    if isinstance(call, NdDmaCall):
        return ", ".join(f"loop {k} turn {i}" for k, i in reversed(list(enumerate(index))))
    # a Step may have fewer loops than the Plan names: then only their numbers tell them apart
    named = plan.loops if len(plan.loops) == len(index) else tuple(f"i{k}" for k in range(len(index)))
    return ", ".join(f"{loop} {i}" for loop, i in zip(reversed(named), reversed(index), strict=True))


@TEN.rule(
    "TEN010",
    "warning",
    6,
    title="source and destination overlap fully or not at all",
    statement=(
        "Source and destination bytes touched by one call are the same range or do not meet in the same memory "
        "(positions may alias: VECIN, VECOUT, VECCALC are all UB); only full overlap or none has a defined result."
    ),
    fields=("src.address", "dst.address"),
    source=f"{doc.N_MEMORY}, 7; {doc.N_NDDMA_SLICE}, 3.8",
    fix="move dst to the first free 32 B block after src, or before it",
    why="the order in which the engine reads and writes blocks is not defined; later blocks may read overwritten data",
)
def overlap(call: Call, plan: Plan) -> Iterator[Broken]:
    src, dst = call.src, call.dst
    if src.space is not dst.space:
        return
    read, written = plan.src_extent.shifted(src.address), plan.dst_extent.shifted(dst.address)
    if not (inside(read, src) and inside(written, dst)):
        return  # rules TEN006, TEN008 and TEN009 come first
    if read == written or not read.meets(written) or not _share_bytes(plan, src.address, dst.address):
        return
    free = -(-read.stop // 32) * 32
    size = written.stop - written.start
    before = (read.start - size) // 32 * 32
    capacity = dst.core.arena(dst.space).capacity
    near = tuple(a for a in (before, free) if a >= 0 and (capacity is None or a + size <= capacity))
    yield Broken(
        f"the copy reads bytes {read.start}..{read.stop - 1} of {src.space} and writes "
        f"{written.start}..{written.stop - 1}: they overlap in part",
        field="dst.address",
        value=dst.address,
        limit="the same range, or none in common",
        nearest=near,
        help=f"move dst to byte {near[-1]}, clear of src" if near else "",
    )


def inside(extent: Extent, tensor: Tensor) -> bool:
    """True when these bytes of a memory lie in the tensor, and the tensor in the memory."""
    capacity = tensor.core.arena(tensor.space).capacity
    return extent.stop <= tensor.address + tensor.nbytes and (capacity is None or extent.stop <= capacity)


def _share_bytes(plan: Plan, src_address: int, dst_address: int) -> bool:
    read, written = np.flatnonzero(touched(plan, "src")), np.flatnonzero(touched(plan, "dst"))
    return bool(np.isin(src_address + read, dst_address + written).any())
