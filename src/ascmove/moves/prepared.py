"""Calls made again: what was judged and compiled for a call is kept on its destination and only run.

A call is the same when its tensors are the same objects and its parameters are equal; parameters are frozen, so nothing
about the call can have changed. What may have changed is looked at each time: the mode of the core, the engine in
use, the definedness of the source bytes, the NDDMA cache. Whatever is not as it was goes the long way.

From its second repetition on the extension makes the call by itself (`engine.quick`), as long as everything that
`Prepared.again` looks at is the same object as before; `again` is what it does, and whom it asks otherwise.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import ascmove.engine as engine
from ascmove.calls import (
    Bits,
    BlockMode,
    DataCopyEnhancedParams,
    DataCopyParams,
    DeqScale,
    NdDmaCall,
    NdDmaConfig,
    NdDmaLoopInfo,
    NdDmaParams,
    PadMode,
)
from ascmove.engine import quick
from ascmove.hardware import Space
from ascmove.moves.transfer import Transfer, mark_of, verdict_of
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Bytes, ByteState

if TYPE_CHECKING:
    from ascmove._native import Repeat

#: parameters that cannot change, so that the same object means the same call
_STRUCTS = (DataCopyParams, DataCopyEnhancedParams, NdDmaParams, NdDmaConfig)
_FROZEN = frozenset((int, *_STRUCTS))
#: rules about the content of memory whose answer ``again`` knows by itself
_KNOWN_RULES = frozenset(("TEN011", "TEN050", "TEN051", "NDD022"))
_MOST = 192  # keys of calls kept per destination, three for each


class Prepared:
    """A call that was legal, with its compiled Plan and the bytes that it moves."""

    __slots__ = (
        "arguments",
        "call",
        "compiled",
        "core",
        "dst",
        "dst_block",
        "engine",
        "findings",
        "key",
        "mark",
        "mode",
        "plan",
        "reads",
        "repeat",
        "run",
        "src",
        "src_block",
        "src_stamp",
        "src_state",
        "writes",
    )

    def __init__(
        self, transfer: Transfer, compiled: engine.Compiled, arguments: tuple[Any, ...], key: bytes | None
    ) -> None:
        call, plan = transfer.call, transfer.plan
        self.call = call
        self.core = call.core
        self.plan = plan
        self.engine = engine.name()
        self.arguments = arguments  # held, so that no other object takes their identity
        self.mode = call.core.mode
        self.findings = transfer.findings
        self.src: Bytes = call.src.buffer()
        self.dst: Bytes = call.dst.buffer()
        states, extent = call.src.states(), plan.src_extent
        self.src_state: Bytes | None = None if states is None else states[extent.start : extent.stop]
        self.src_block, self.src_stamp = call.src.block, -1
        self.dst_block = call.dst.block
        self.mark = mark_of(call.dst, plan) if self.dst_block.tracked else None
        # GM addresses that the NDDMA cache hears of, first and behind the last
        self.reads = call.source_bytes if isinstance(call, NdDmaCall) else None
        written = plan.dst_extent.shifted(call.dst.address)
        self.writes = (written.start, written.stop) if call.dst.space is Space.GM else None
        self.compiled = compiled
        self.run = compiled.run
        self.key = key  # where the extension finds its own form of the call, which is made when it is first wanted
        self.repeat: Repeat | None = None

    def again(self) -> Transfer | None:
        """Run the call once more; None, and nothing moved, where it has to be judged anew."""
        core = self.core
        if core.mode != self.mode or engine.name() != self.engine:
            return None
        if self.writes is not None and not self.dst_block.writeable:
            return None  # an array of the user's, read-only since
        if self.src_state is not None and self.src_block.stamp != self.src_stamp and not self._source_defined():
            return None
        if self.reads is not None and not core.nddma_cache.read_quietly(*self.reads):
            return None
        if self.key is not None:
            self._quicken()
        self.run(self.dst, self.src, None, None)
        if self.mark is not None:
            self.dst_block.mark_later(self.mark)
        if self.writes is not None:
            self._note_write()
        transfer = Transfer(self.call, self.plan, self.findings)
        core.trace.append(transfer)
        return transfer

    def _source_defined(self) -> bool:
        """True when every byte between the first and the last that is read has been written as data."""
        assert self.src_state is not None
        _ = self.src_block.state  # asking brings them up to date
        if self.src_state.min(initial=ByteState.DATA) < ByteState.DATA:
            return False
        self.src_stamp = self.src_block.stamp
        return True

    def _note_write(self) -> None:
        assert self.writes is not None
        self.core.gm.note_write(*self.writes)

    def _quicken(self) -> None:
        """Tell the extension that all is as it should be; at first, what to look at, and what to do behind the run."""
        if self.repeat is not None:
            self.repeat.settle()
            return
        made = quick.repeat(self.compiled, self.dst, self.src, self.core, self.again, Transfer)
        for slot in Transfer.__slots__:
            made.give(slot, getattr(self, slot))
        made.watch(self.core, "mode")
        made.watch(engine, "_name")
        if self.src_state is not None:
            made.follow(self.src_block, "stamp")
        if self.reads is not None:
            made.watch(self.core.nddma_cache, "holds_data")
            made.follow(self.core.nddma_cache, "stamp")
        if self.mark is not None:
            made.then_unless(partial(self.dst_block.mark_later, self.mark), self.dst_block, "_latest", self.mark)
        if self.writes is not None:
            made.watch(self.dst_block, "writeable")
            made.then(self._note_write)
        self.repeat = self.call.dst.prepared[self.key] = made
        made.settle()


def _repeated(dst: Tensor, src: Tensor, arguments: tuple[Any, ...]) -> Transfer | None:
    """The Transfer of a call that was made before with equal parameters; None where the long way is needed."""
    try:
        kept = dst.prepared
    except AttributeError:  # no tensor: the long way says so
        return None
    found = kept.get((id(src), *map(id, arguments)))
    if found is None and kept:
        found = kept.get(_by_value(src, arguments))
    return None if found is None else found.again()


def _by_value(src: Tensor, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What equal parameters have in common; they are made anew for each call more often than not."""
    if not all(type(argument) in _FROZEN for argument in arguments):
        return ()  # of a kind that is not kept, whatever it says it is equal to
    return ("equal", id(src), *(argument if type(argument) is int else argument.key for argument in arguments))


def remember(transfer: Transfer, arguments: tuple[Any, ...]) -> None:
    """Keep what a call needs to be made again, where it is of a kind that can be."""
    call, plan = transfer.call, transfer.plan
    if not plan.steps or not all(type(argument) in _FROZEN for argument in arguments):
        return
    verdict = verdict_of(call)
    if len(transfer.findings) != len(verdict.findings) or any(f.severity != "note" for f in transfer.findings):
        return  # what memory holds has a part in it, or a warning is due each time
    if call.parameters() is not None or any(r.code not in _KNOWN_RULES for r in verdict.content_rules):
        return
    if type(call) is NdDmaCall and call.refreshed:
        return
    kept = call.dst.prepared
    if len(kept) >= _MOST:
        kept.clear()
    key = None if _quick is None else _quick.key(call.src, arguments)
    kept.pop(key, None)  # of another mode or engine
    compiled = engine.compiled(plan)
    made = Prepared(transfer, compiled or engine.Interpreted(plan), arguments, key if compiled else None)
    same = (id(call.src), *map(id, arguments))
    kept[same] = kept[_by_value(call.src, arguments)] = made


_quick = quick.repeats(_repeated, (*_STRUCTS, NdDmaLoopInfo, Bits), (BlockMode, DeqScale, PadMode))
repeated = _repeated if _quick is None else _quick.again
