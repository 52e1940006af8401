"""TEN rules about what the bytes hold that a call reads: data, pads of an earlier copy, or nothing yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from ascmove.calls import BLOCK, BasicCall, Call, DataCopyParams
from ascmove.findings.wording import several
from ascmove.hardware import Space
from ascmove.plan import Plan, touched
from ascmove.rules import sources as doc
from ascmove.rules.books import TEN
from ascmove.rules.rule import Broken
from ascmove.rules.ten.fitting import largest_fit
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Bytes, ByteState

Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]


class Read(NamedTuple):
    """The bytes of a tensor from its start to the last that a call reads: which are read, and the state of each."""

    flags: Flags
    states: Bytes

    def are(self, state: ByteState) -> Flags:
        """The bytes that are read and have this state."""
        found: Flags = self.flags & (self.states == state)
        return found


def _read(plan: Plan, name: str, tensor: Tensor) -> Read | None:
    """None where all is data, where no states are kept, and past the end of the tensor (rule TEN008)."""
    extent = plan.src_extent if name == "src" else plan.quant_extent
    if tensor.space is Space.GM or extent.stop > tensor.nbytes:
        return None
    states = tensor.states()
    if states is None or (states[extent.start : extent.stop] == ByteState.DATA).all():
        return None
    return Read(touched(plan, name), states[: extent.stop])


@TEN.rule(
    "TEN011",
    "warning",
    6,
    title="only defined bytes are read",
    statement='The call reads no byte that was never written (state "undefined"). GM is always defined.',
    fields=("src.data",),
    evidence="derived",
    source=f"{doc.N_MEMORY}, 3.2",
    fix="fill the source first, or shorten the copy to the defined part",
    why="the result depends on what an earlier kernel left in the memory",
    content="memory",
)
def reads_defined(call: Call, plan: Plan) -> Iterator[Broken]:
    for name, tensor in call.operands():
        read = None if name == "dst" else _read(plan, name, tensor)
        if read is None or not (undefined := read.are(ByteState.UNDEFINED)).any():
            continue
        first = int(np.flatnonzero(undefined)[0])
        ways = list(_without_rest(call, read, first)) if name == "src" else []
        if name == "src" and (undefined == read.flags).all():
            ways.append({"src.fill": 0})
        yield Broken(
            f"the copy reads {int(np.count_nonzero(undefined))} B of `{name}` that were never written",
            field=name,
            shown=f"element {first // tensor.dtype.width}, byte {first} (byte {tensor.address + first} of {tensor.space}), and on",
            limit="defined bytes",
            ways=tuple(ways),
        )


def _without_rest(call: Call, read: Read, first: int) -> Iterator[Mapping[str, object]]:
    """The copy with a gap over what holds no data in every row, else shortened to what stands before it."""
    rows = _rows(call, read.are(ByteState.DATA))
    if rows is not None:
        yield {"count": None, "data_copy": rows}
    shorter = largest_fit(call, "src", first // call.src.dtype.width)
    yield from shorter.ways if shorter else ()


def _rows(call: Call, data: Flags) -> DataCopyParams | None:
    """The bursts with gaps that read the data alone, where one run of blocks holds rows of whole blocks of data."""
    if not isinstance(call, BasicCall) or call.geometry.block_count != 1:
        return None
    held = data.reshape(-1, BLOCK).sum(axis=1)
    runs = np.diff(np.flatnonzero(np.diff(held, prepend=0, append=0))).tolist()
    lengths, gaps = set(runs[::2]), set(runs[1::2])
    if not held[0] or (held % BLOCK).any() or len(lengths) != 1 or len(gaps) != 1:
        return None
    return DataCopyParams(len(runs) // 2 + 1, lengths.pop(), gaps.pop())


@TEN.rule(
    "TEN050",
    "note",
    6,
    title="pads are moved as data",
    statement="The call reads no byte that an earlier copy wrote as a pad.",
    fields=("src.data",),
    evidence="derived",
    source=f"{doc.N_MEMORY}, 3.2",
    fix="leave the pads out with a gap (src_gap) or a shorter copy, where they are not meant as values",
    why="pads fill rows up to a pitch; where they travel on, the receiver takes them for values",
    content="memory",
)
def moves_pads(call: Call, plan: Plan) -> Iterator[Broken]:
    read = _read(plan, "src", call.src)
    if read is None or not (pads := read.are(ByteState.PAD)).any():
        return
    first, width = int(np.flatnonzero(pads)[0]), call.src.dtype.width
    rows = _rows(call, read.are(ByteState.DATA))
    yield Broken(
        f"{int(np.count_nonzero(pads))} of the {int(np.count_nonzero(read.flags))} B that the copy reads are pads",
        field="src",
        shown=f"element {first // width}, byte {first}, and on",
        limit="bytes written as data, unless the pads are meant as values",
        ways=() if rows is None else ({"count": None, "data_copy": rows},),
    )


@TEN.rule(
    "TEN051",
    "warning",
    6,
    title="most of every block was never written",
    statement=(
        "Where every 32 B block that the call reads holds some data, at least half of the bytes read were written. "
        "Otherwise the source holds few elements in each block, as a copy of single elements leaves them, and the whole "
        "blocks are moved."
    ),
    fields=("src.data",),
    evidence="derived",
    source=f"{doc.N_FIELD}, C1",
    fix="gather the elements in UB first: no copy takes less than a block from there",
    why="the destination receives a few elements of data and many of leftovers in each 32 B",
    content="memory",
    explains=("TEN011",),
)
def few_in_each_block(call: Call, plan: Plan) -> Iterator[Broken]:
    read = _read(plan, "src", call.src)
    if read is None:
        return
    written = read.flags & (read.states != ByteState.UNDEFINED)
    blocks, held = (np.add.reduceat(flags, np.arange(0, flags.size, BLOCK)) for flags in (read.flags, written))
    held = held[np.flatnonzero(blocks)]
    if (held == 0).any() or 2 * held.sum() >= blocks.sum():
        return
    useful = sorted(set(held.tolist()))
    some = f"{useful[0]}" if len(useful) == 1 else f"{useful[0]} to {useful[-1]}"
    yield Broken(
        f"{some} useful bytes of each {BLOCK}: `src` holds data in {int(held.sum())} of the {int(blocks.sum())} B that are read",
        field="src",
        shown=f"{int(held.sum())} B written in {several(held.size, 'block')} of {BLOCK} B",
        limit="at least half of what is moved",
    )
