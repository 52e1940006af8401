"""Calls made again: what was judged and compiled for a call is kept on its destination and only run.

A call is the same when its tensors are the same objects and its parameters are equal; parameters are frozen, so nothing
about the call can have changed. What may have changed is looked at each time: the mode of the core, the engine in
use, the definedness of the source bytes, the NDDMA cache. Whatever is not as it was goes the long way.
"""

from __future__ import annotations

from typing import Any

from ascmove import engine
from ascmove.calls import Call, DataCopyEnhancedParams, DataCopyParams, NdDmaCall, NdDmaConfig, NdDmaParams
from ascmove.findings import Finding
from ascmove.hardware import Space
from ascmove.moves.transfer import Transfer, mark_of, verdict_of
from ascmove.plan import Plan
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Bytes, ByteState

#: parameters that cannot change, so that the same object means the same call
_FROZEN = frozenset((int, DataCopyParams, DataCopyEnhancedParams, NdDmaParams, NdDmaConfig))
#: rules about the content of memory whose answer ``again`` knows by itself
_KNOWN_RULES = frozenset(("TEN011", "TEN050", "TEN051", "NDD022"))
_MOST = 128  # keys of calls kept per destination, two for each


class Prepared:
    """A call that was legal, with its compiled Plan and the bytes that it moves."""

    __slots__ = (
        "arguments",
        "call",
        "core",
        "dst",
        "dst_block",
        "engine",
        "findings",
        "mark",
        "mode",
        "plan",
        "reads",
        "run",
        "src",
        "src_block",
        "src_stamp",
        "src_state",
        "writes",
    )

    def __init__(self, call: Call, plan: Plan, compiled: engine.Compiled, arguments: tuple[Any, ...]) -> None:
        self.call = call
        self.core = call.core
        self.plan = plan
        self.run = compiled.run
        self.engine = engine.name()
        self.arguments = arguments  # held, so that no other object takes their identity
        self.mode = call.core.mode
        self.findings: tuple[Finding, ...] = verdict_of(call).findings
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

    def again(self) -> Transfer | None:
        """Run the call once more; None, and nothing moved, where it has to be judged anew."""
        core = self.core
        if core.mode != self.mode or engine.name() != self.engine:
            return None
        if self.src_state is not None and self.src_block.stamp != self.src_stamp and not self._source_defined():
            return None
        if self.reads is not None and not self._cache_quiet(*self.reads):
            return None
        self.run(self.dst, self.src, None, None)
        if self.mark is not None:
            self.dst_block.mark_later(self.mark)
        if self.writes is not None:
            core.gm.note_write(*self.writes)
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

    def _cache_quiet(self, start: int, stop: int) -> bool:
        """True when the NDDMA cache has no say in the call; then it hears of the read."""
        cache = self.core.nddma_cache
        if cache.holds_data or cache.overwritten(start, stop) is not None:
            return False
        cache.note_read(start, stop)
        return True


def repeated(dst: Tensor, src: Tensor, arguments: tuple[Any, ...]) -> Transfer | None:
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
    try:
        keys = [argument if type(argument) is int else argument.key for argument in arguments]
    except AttributeError:  # arguments of a kind that is not kept
        return ()
    return ("equal", id(src), *keys)


def remember(transfer: Transfer, arguments: tuple[Any, ...]) -> None:
    """Keep what a call needs to be made again, where it is of a kind that can be."""
    call, plan = transfer.call, transfer.plan
    if transfer.findings or not plan.steps or not all(type(argument) in _FROZEN for argument in arguments):
        return
    if call.parameters() is not None or any(r.code not in _KNOWN_RULES for r in verdict_of(call).content_rules):
        return
    compiled = engine.compiled(plan) or engine.Interpreted(plan)
    if type(call) is NdDmaCall and call.refreshed:
        return
    kept = call.dst.prepared
    if len(kept) >= _MOST:
        kept.clear()
    made = Prepared(call, plan, compiled, arguments)
    same = (id(call.src), *map(id, arguments))
    kept[same] = kept[_by_value(call.src, arguments)] = made
