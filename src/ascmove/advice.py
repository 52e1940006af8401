"""Advice about one transfer: facts that decide its bandwidth, each with the vendor's rule of thumb it belongs to.

Facts only: counts and alignments follow from the Plan and the addresses; nothing is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import gcd, prod

import numpy as np

from ascmove.calls import BLOCK, BasicCall, Call, NdDmaCall, SliceCall
from ascmove.errors import AscMoveError
from ascmove.findings.wording import several
from ascmove.hardware import Product, Space
from ascmove.moves.transfer import Transfer
from ascmove.plan import Access, Plan, Role, Step, coalesced, touched
from ascmove.tensors import Tensor

#: bytes of one transfer from which bandwidth is good, and the best alignment in global memory
LARGE, ALIGNED = 16 * 1024, 512

_LARGE = "best practices, Transferring a Large Data Block at a Time"
_ALIGNED = "best practices, Using 512-Byte Alignment for the GM Address"
_API = "best practices, Using the Data Transfer API Efficiently"
_FEWER = "best practices, Reducing the Number of Transfers in Non-contiguous Transfer Scenarios"
_PLAN = "the Plan of the call"


@dataclass(frozen=True)
class Advice:
    """One fact. ``hint`` says what could be done, empty where there is nothing to do; ``source`` whose rule it is."""

    topic: str
    fact: str
    hint: str
    source: str

    def __str__(self) -> str:
        tail = f"\n    hint: {self.hint}" if self.hint else ""
        return f"{self.topic}: {self.fact}{tail}\n    source: {self.source}"


def advise(transfer: Transfer) -> list[Advice]:
    """Bursts, size, alignment, useful share and fewer calls of a transfer that ran.

    >>> import numpy as np, ascmove as am
    >>> core = am.Core("atlas-a2")
    >>> x, y = core.global_tensor(np.zeros(1024, np.float32)), core.local_tensor("VECIN", "float", 512)
    >>> done = am.data_copy(y, x, am.DataCopyParams(16, 4, 4, 0))
    >>> [advice.topic for advice in done.advice()]
    ['bursts', 'size', 'alignment', 'useful bytes']
    """
    call, plan = transfer.call, transfer.plan
    if not plan.steps:
        return [Advice("bursts", "nothing moves", "remove the call", _PLAN)]
    found = [*_bursts(call, plan), *_size(plan)]
    for name, tensor in call.operands()[:2]:
        if tensor.space is Space.GM:
            found += _alignment(call, plan, name, tensor)
            found += _useful(plan, name, tensor)
    return [*found, *_joined(call, plan), *_repeated(transfer)]


def _bursts(call: Call, plan: Plan) -> Iterator[Advice]:
    text = f"reads {_counted(_runs(call, plan, 'src'))}, writes {_counted(_runs(call, plan, 'dst'))}"
    yield Advice("bursts", text, "", _PLAN)


def _accesses(call: Call, plan: Plan, operand: str) -> list[Step]:
    """Where an operand is read or written, as loops; the pads of a frame belong to it and are not read."""
    if operand == "dst" and isinstance(call, NdDmaCall):
        shape, access = call.turns, Access(0, call.loops.loop_dst_stride)
        return [coalesced(Step(shape, access, fill=0))]
    found = [(step, getattr(step, operand)) for step in plan.executable if step.role is Role.DATA]
    return [coalesced(Step(step.shape, access, fill=0)) for step, access in found if access is not None]


def _runs(call: Call, plan: Plan, operand: str) -> list[tuple[int, int]]:
    """(count, bytes) of contiguous runs of an operand."""
    width = plan.src_type.width if operand == "src" else plan.dst_type.width
    runs = []
    for step in _accesses(call, plan, operand):
        length = step.shape[0] if step.dst.strides[0] == 1 else 1
        total, pairs = step.elements // length, _neighbours(step, length)
        runs += [(total - 2 * pairs, length * width), (pairs, 2 * length * width)]
    return [(count, size) for count, size in runs if count]


def _neighbours(step: Step, length: int) -> int:
    """How often the last run of a loop ends where the first of its next turn starts: there two runs are one."""
    found, span, outside = 0, 0, step.elements
    for k, (n, stride) in enumerate(zip(step.shape, step.dst.strides, strict=True)):
        outside //= n
        if k and stride - span == length:
            found += (n - 1) * outside
        span += 0 if k == 0 and stride == 1 else (n - 1) * stride
    return found


def _counted(runs: Sequence[tuple[int, int]]) -> str:
    sizes: dict[int, int] = {}
    for count, size in runs:
        sizes[size] = sizes.get(size, 0) + count
    return " and ".join(f"{several(count, 'run')} of {size} B" for size, count in sorted(sizes.items())) or "nothing"


def _size(plan: Plan) -> Iterator[Advice]:
    size = max(plan.bytes_read, plan.bytes_written)
    hint = "" if size >= LARGE else f"move {LARGE} B or more per call where the memory has room"
    yield Advice("size", f"{size} B in one call ({size / LARGE:.3g} x {LARGE} B)", hint, _LARGE)


def _alignment(call: Call, plan: Plan, name: str, tensor: Tensor) -> Iterator[Advice]:
    """The largest power of two that divides every start of a run in global memory, up to 512."""
    width = tensor.dtype.width
    common = 0
    for step in _accesses(call, plan, name):
        first = 1 if step.dst.strides[0] == 1 and step.shape[0] > 1 else 0
        outer = zip(step.dst.strides[first:], step.shape[first:], strict=True)
        common = gcd(common, *(n * width for n in (step.dst.offset, *(s for s, n in outer if n > 1))))
    aligned = gcd(gcd(common, tensor.address), ALIGNED) or ALIGNED
    text = f"runs in global memory ({name}) start on multiples of {aligned} B"
    hint = ""
    if aligned < ALIGNED and call.product in (Product.ATLAS_A2, Product.ATLAS_A3):
        hint = f"start rows on multiples of {ALIGNED} B: pad the row pitch, shift the tensor"
    elif aligned < BLOCK:
        hint = f"rows that start inside a block of {BLOCK} B touch one block more"
    yield Advice("alignment", text, hint, _ALIGNED)


def _useful(plan: Plan, name: str, tensor: Tensor) -> Iterator[Advice]:
    flags = touched(plan, name)
    useful = int(np.count_nonzero(flags))
    if not useful:
        return
    lead = tensor.address % BLOCK
    padded = np.zeros(-(-(lead + flags.size) // BLOCK) * BLOCK, np.bool_)
    padded[lead : lead + flags.size] = flags
    moved = BLOCK * int(np.count_nonzero(padded.reshape(-1, BLOCK).any(axis=1)))
    text = f"{useful} B of the {moved} B in the {BLOCK} B blocks that {name} touches ({useful / moved:.0%})"
    pads = f"; {plan.bytes_padded} of {plan.bytes_written} B written are pads" if plan.bytes_padded else ""
    yield Advice("useful bytes", text + pads, "", _PLAN)


def _joined(call: Call, plan: Plan) -> Iterator[Advice]:
    """Bursts of the call that are one run on both sides."""
    if not isinstance(call, (BasicCall, SliceCall)) or len(plan.steps) != 1:
        return
    step = plan.steps[0]
    if len(step.shape) > 1 and step.elements > step.shape[0] and len(coalesced(step).shape) == 1:
        count = step.elements // step.shape[0]
        size = step.elements * plan.src_type.width
        hint = f"AscendC::DataCopy(dst, src, {step.elements});" if size % BLOCK == 0 else ""
        yield Advice("fewer bursts", f"the {count} bursts are one run of {size} B on both sides", hint, _API)


# -- several calls ----------------------------------------------------------------------------------------------------


def _repeated(transfer: Transfer) -> Iterator[Advice]:
    """Calls before this one that go on evenly, in loops inside of each other, and the one call that does them all."""
    copies = _same_copies(transfer)
    nest = _nest([(t.call.src.address, t.call.dst.address) for t in copies])
    width = transfer.call.src.dtype.width
    while nest:
        loops = [(turns, src // width, dst // width) for turns, src, dst in nest]
        count = prod(turns for turns, _, _ in loops)
        hint = _one_call(copies[-count].call, coalesced(transfer.plan.steps[0]), loops)
        if hint:
            yield Advice("fewer calls", _loops_text(count, loops), f"one call does them all:\n{hint[1]}", hint[0])
            return
        nest.pop()  # perhaps one call does the inner loops


def _loops_text(count: int, loops: Sequence[tuple[int, int, int]]) -> str:
    _, src, dst = loops[0]
    same = f"the last {count} copies are the same one"
    if len(loops) == 1:
        return f"{same}, {src} source and {dst} destination elements further each time"
    parts = [f"{turns} times {src} source and {dst} destination elements further" for turns, src, dst in loops]
    return f"{same}: {', '.join(parts)}"


def _same_copies(transfer: Transfer) -> list[Transfer]:
    """The tail of the trace, ending in this transfer, of equal Plans between the same tensors."""
    trace = list(transfer.call.core.trace)
    end = next((k for k in range(len(trace) - 1, -1, -1) if trace[k] is transfer), None)
    if end is None or len(transfer.plan.steps) != 1:
        return []
    call, first = transfer.call, end
    while first and _alike(trace[first - 1], call) and trace[first - 1].plan == transfer.plan:
        first -= 1
    return trace[first : end + 1]


def _alike(other: Transfer, call: Call) -> bool:
    a = other.call
    return type(a) is type(call) and a.src.whole is call.src.whole and a.dst.whole is call.dst.whole


Pair = tuple[int, int]


def _nest(places: Sequence[Pair]) -> list[tuple[int, int, int]]:
    """Loops (turns, source step, destination step), innermost first, that the last of these places run through."""
    loops: list[tuple[int, int, int]] = []
    size = 1
    while True:
        blocks = _equal_blocks(places, size)
        turns = _even_tail(blocks)
        if turns < 2:
            return loops
        (src, dst), (next_src, next_dst) = blocks[-2:]
        loops.append((turns, next_src - src, next_dst - dst))
        size *= turns


def _equal_blocks(places: Sequence[Pair], size: int) -> list[Pair]:
    """Where the blocks of ``size`` places start that are, inside, as the last one is; the last at the end."""
    starts: list[Pair] = []
    inside = _inside(places[-size:])
    for first in range(len(places) - size, -1, -size):
        if _inside(places[first : first + size]) != inside:
            break
        starts.append(places[first])
    return starts[::-1]


def _inside(block: Sequence[Pair]) -> list[Pair]:
    return [(src - block[0][0], dst - block[0][1]) for src, dst in block]


def _even_tail(starts: Sequence[Pair]) -> int:
    """How many of the last starts are evenly apart, forward in the destination and not backward in the source."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(starts)]
    if not steps or steps[-1][0] < 0 or steps[-1][1] <= 0:
        return min(1, len(starts))
    return 1 + next((k for k, step in enumerate(reversed(steps)) if step != steps[-1]), len(steps))


def _one_call(call: Call, step: Step, loops: Sequence[tuple[int, int, int]]) -> tuple[str, str] | None:
    """Whose rule it is, and the call in C++ that runs a copy in loops; None where no single call does."""
    from ascmove.derive.gaps import block_copy
    from ascmove.derive.loops import loop_copy
    from ascmove.derive.slices import slice_copy
    from ascmove.derive.views import Loop, Nest

    if step.src is None or step.convert is not None:
        return None
    inner = [Loop(n, s, d) for n, s, d in zip(step.shape, step.src.strides, step.dst.strides, strict=True)]
    a, b = call.src, call.dst
    nest = Nest(
        (*inner, *(Loop(turns, src, dst) for turns, src, dst in loops)),
        a.dtype,
        a.offset + step.src.offset,
        b.offset + step.dst.offset,
        a.whole.count,
        b.whole.count,
    ).merged
    route = (a.position, b.position)
    makers: list[tuple[str, Callable[[], list[Call]]]] = [
        (_API, partial(block_copy, nest, route, call.product)),
        (_FEWER, partial(slice_copy, nest, route, call.product)),
    ]
    if call.product is Product.ASCEND_950 and (a.position, b.space) == ("GM", Space.UB):
        makers.insert(1, (_FEWER, partial(loop_copy, nest)))
    for source, make in makers:
        try:
            calls = make()
        except AscMoveError:
            continue
        if len(calls) == 1:
            return source, calls[0].to_cpp()
    return None
