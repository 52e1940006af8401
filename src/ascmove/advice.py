"""Advice about one transfer: facts that decide its bandwidth, each with the vendor's rule of thumb it belongs to.

Facts only: counts and alignments follow from the Plan and the addresses; nothing is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import gcd

import numpy as np

from ascmove.calls import BLOCK, BasicCall, Call, SliceCall
from ascmove.errors import AscMoveError
from ascmove.hardware import Product, Space
from ascmove.moves.transfer import Transfer
from ascmove.plan import Access, Plan, Step, coalesced, touched
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
    found = [*_bursts(plan), *_size(plan)]
    for name, tensor in call.operands()[:2]:
        if tensor.space is Space.GM:
            found += _alignment(call, plan, name, tensor)
            found += _useful(plan, name, tensor)
    return [*found, *_joined(call, plan), *_repeated(transfer)]


def _bursts(plan: Plan) -> Iterator[Advice]:
    text = f"reads {_counted(_runs(plan, 'src'))}, writes {_counted(_runs(plan, 'dst'))}"
    yield Advice("bursts", text, "", _PLAN)


def _runs(plan: Plan, operand: str) -> list[tuple[int, int]]:
    """(count, bytes) of contiguous runs of an operand."""
    width = plan.src_type.width if operand == "src" else plan.dst_type.width
    runs = []
    for step in plan.steps:
        access = getattr(step, operand)
        if access is not None:
            alone = coalesced(Step(step.shape, access, fill=0))
            length = alone.shape[0] if alone.dst.strides[0] == 1 else 1
            runs.append((step.elements // length, length * width))
    return runs


def _counted(runs: Sequence[tuple[int, int]]) -> str:
    sizes: dict[int, int] = {}
    for count, size in runs:
        sizes[size] = sizes.get(size, 0) + count
    return (
        " and ".join(f"{count} run{'s' * (count > 1)} of {size} B" for size, count in sorted(sizes.items()))
        or "nothing"
    )


def _size(plan: Plan) -> Iterator[Advice]:
    size = max(plan.bytes_read, plan.bytes_written)
    hint = "" if size >= LARGE else f"move {LARGE} B or more per call where the memory has room"
    yield Advice("size", f"{size} B in one call ({size / LARGE:.3g} x {LARGE} B)", hint, _LARGE)


def _alignment(call: Call, plan: Plan, name: str, tensor: Tensor) -> Iterator[Advice]:
    """The largest power of two that divides every start of a run in global memory, up to 512."""
    width = tensor.dtype.width
    common = 0
    for step in plan.executable:
        access: Access | None = getattr(step, name)
        if access is None:
            continue
        first = 1 if access.strides[0] == 1 and step.shape[0] > 1 else 0
        numbers = [
            access.offset,
            *(s for s, n in zip(access.strides[first:], step.shape[first:], strict=True) if n > 1),
        ]
        common = gcd(common, *(n * width for n in numbers))
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
    """Calls before this one that go on evenly, and the one call that does them all."""
    run = _even_run(transfer)
    if len(run) < 2:
        return
    first, last = run[0], run[-1]
    turns = len(run)
    step = coalesced(transfer.plan.steps[0])
    width = (last.call.src.address - first.call.src.address) // (turns - 1) // first.call.src.dtype.width
    pitch = (last.call.dst.address - first.call.dst.address) // (turns - 1) // first.call.dst.dtype.width
    text = (
        f"the last {turns} copies are the same one, {width} source and {pitch} destination elements further each time"
    )
    hint = _one_call(first.call, step, turns, width, pitch)
    if hint:
        yield Advice("fewer calls", text, f"one call does them all:\n{hint}", _FEWER if "NdDma" in hint else _API)


def _even_run(transfer: Transfer) -> list[Transfer]:
    """The longest tail of the trace, ending in this transfer, of equal plans at even distances."""
    trace = list(transfer.call.core.trace)
    end = next((k for k in range(len(trace) - 1, -1, -1) if trace[k] is transfer), None)
    if end is None or len(transfer.plan.steps) != 1:
        return []
    run = [transfer]
    distance: tuple[int, int] | None = None
    for earlier in reversed(trace[:end]):
        later = run[0]
        same = type(earlier.call) is type(later.call) and earlier.plan == later.plan
        if (
            not same
            or earlier.call.src.whole is not later.call.src.whole
            or earlier.call.dst.whole is not later.call.dst.whole
        ):
            break
        step = (later.call.src.address - earlier.call.src.address, later.call.dst.address - earlier.call.dst.address)
        if step[0] < 0 or step[1] <= 0 or distance not in (None, step):
            break
        distance = step
        run.insert(0, earlier)
    return run


def _one_call(call: Call, step: Step, turns: int, src: int, dst: int) -> str:
    """The call that runs ``turns`` copies, in C++; empty where none does."""
    from ascmove.derive.gaps import block_copy
    from ascmove.derive.loops import loop_copy
    from ascmove.derive.views import Loop, Nest

    if step.src is None or step.convert is not None:
        return ""
    inner = [Loop(n, s, d) for n, s, d in zip(step.shape, step.src.strides, step.dst.strides, strict=True)]
    a, b = call.src, call.dst
    nest = Nest(
        (*inner, Loop(turns, src, dst)),
        a.dtype,
        a.offset + step.src.offset,
        b.offset + step.dst.offset,
        a.whole.count,
        b.whole.count,
    ).merged
    makers: list[Callable[[], list[Call]]] = [partial(block_copy, nest, (a.position, b.position), call.product)]
    if call.product is Product.ASCEND_950 and (a.position, b.space) == ("GM", Space.UB):
        makers.append(partial(loop_copy, nest))
    for make in makers:
        try:
            calls = make()
        except AscMoveError:
            continue
        if len(calls) == 1:
            return calls[0].to_cpp()
    return ""
