"""Transfer: check a call, move its bytes, keep what was found."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import ascmove.engine as engine
from ascmove.calls import Call, NdDmaCall
from ascmove.errors import BadArgument, MoveWarning, RuleViolation
from ascmove.findings import Finding, render_text
from ascmove.findings.shown import Shown
from ascmove.hardware import Space
from ascmove.moves.caller import caller
from ascmove.moves.lowering import lower
from ascmove.plan import Plan, Role, touched
from ascmove.rules.catalogue import find_rule, rules_for
from ascmove.rules.check import Verdict, judge, with_content
from ascmove.rules.rule import Broken
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Bytes, Mark

if TYPE_CHECKING:
    from ascmove.advice import Advice

_VERDICTS: OrderedDict[Hashable, Verdict] = OrderedDict()
_KEPT = 4096


class Transfer(Shown):
    """What one call did: its Plan, its findings, its byte counts. The data are in ``dst``."""

    __slots__ = ("call", "findings", "plan")

    def __init__(self, call: Call, plan: Plan, findings: tuple[Finding, ...]) -> None:
        self.call = call
        self.plan = plan
        self.findings = findings

    @property
    def bytes_read(self) -> int:
        """Bytes read; an element that is broadcast counts each time."""
        return self.plan.bytes_read

    @property
    def bytes_written(self) -> int:
        """Bytes written, pads included."""
        return self.plan.bytes_written

    @property
    def instructions(self) -> tuple[Any, ...]:
        """The machine instructions that the call becomes, where the model knows them (copies out of L0C)."""
        return tuple(getattr(self.call, "instructions", ()))

    def to_cpp(self) -> str:
        """The parameter structs and the call as a kernel would contain them."""
        return self.call.to_cpp()

    def advice(self) -> list[Advice]:
        """Facts about bursts, alignment, useful bytes and fewer calls, each with the rule of thumb it belongs to."""
        from ascmove.advice import advise  # looks at transfers, and few programs ask

        return advise(self)

    def __repr__(self) -> str:
        return (
            f"<Transfer {self.call.family} {self.call.describe()}: {self.bytes_read} B read, "
            f"{self.bytes_written} B written, {len(self.findings)} findings>"
        )


def verdict_of(call: Call) -> Verdict:
    """The verdict on a call, remembered for calls with the same parameters on the same tensors."""
    key = call.signature
    found = _VERDICTS.get(key)
    if found is None:
        found = _VERDICTS[key] = judge(call, rules_for(call.family), lower)
        if len(_VERDICTS) > _KEPT:
            _VERDICTS.popitem(last=False)
    return found


def diagnose_call(call: Call) -> list[Finding]:
    """All findings, worst first; nothing is moved and nothing raised for a broken rule."""
    return list(_findings(call, verdict_of(call)))


def _judged_once(call: Call) -> tuple[Finding, ...]:
    """The findings of a call that nobody makes: its verdict and Plan are not kept."""
    return with_content(call, judge(call, rules_for(call.family), lower))


def _findings(call: Call, verdict: Verdict) -> tuple[Finding, ...]:
    """The findings with the call that mends each, kept with the verdict: the same findings are mended once."""
    found = with_content(call, verdict)
    if not found or verdict.mended is None or verdict.mended[0] != found or call.words_in_memory:
        return _mended(call, verdict, found) if found else found
    return verdict.mended[1]


def _mended(call: Call, verdict: Verdict, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    from ascmove.rules.mending import mended  # few calls have findings

    complete = mended(call, found, _judged_once)
    _VERDICTS[call.signature] = replace(verdict, mended=(found, complete))
    return complete


def plan_call(call: Call) -> Plan:
    """The Plan of a call; RuleViolation like the call itself, nothing is moved."""
    verdict = verdict_of(call)
    findings = _findings(call, verdict)
    if any(f.severity == "error" for f in findings):
        raise RuleViolation(findings, caller()[1])
    assert verdict.plan is not None
    return verdict.plan


def perform(call: Call, *, warn: bool = True) -> Transfer:
    """Check and run a call. Raises RuleViolation with all findings when a rule is broken; dst is untouched then.

    ``warn=False`` leaves out the Python warning: the caller shows the findings itself.
    """
    verdict = verdict_of(call)
    findings = _findings(call, verdict) if verdict.content_rules or verdict.findings else ()
    if findings and any(f.severity == "error" for f in findings):
        raise RuleViolation(findings, caller()[1])
    plan = verdict.plan
    assert plan is not None
    findings = _move(call, plan, findings)
    if findings and warn:
        _warn(findings)
    transfer = Transfer(call, plan, findings)
    call.core.trace.append(transfer)
    return transfer


def _move(call: Call, plan: Plan, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    if not plan.steps:
        return findings
    dst = call.dst
    if not dst.writeable:
        raise BadArgument("dst wraps a read-only array; nothing was written")
    source, target = call.src.buffer(), dst.buffer()
    for name, extent, buffer in (("src", plan.src_extent, source), ("dst", plan.dst_extent, target)):
        if extent.stop > buffer.size:  # only a tensor of unknown size comes this far
            raise BadArgument(
                f"{name} has {buffer.size} B behind it, the copy needs {extent.stop} B; nothing was written"
            )
    if isinstance(call, NdDmaCall):
        source, findings = _through_cache(call, plan, source, findings)
    engine.run(plan, target, source, call.parameters())
    dst.block.mark_later(mark_of(dst, plan))
    if dst.space is Space.GM:
        extent = plan.dst_extent
        call.core.gm.note_write(dst.address + extent.start, dst.address + extent.stop)
    return findings


def mark_of(dst: Tensor, plan: Plan) -> Mark:
    """What a copy makes of the byte states of its destination."""
    pads = any(step.role is Role.PAD for step in plan.steps)
    return dst.mark_of(id(plan), partial(engine.mark, plan), pads=pads)  # holds the plan, so that its id stays its own


def _through_cache(
    call: NdDmaCall, plan: Plan, source: Bytes, findings: tuple[Finding, ...]
) -> tuple[Bytes, tuple[Finding, ...]]:
    """What NDDMA sees of its source: the memory, or stale lines of a cache that holds data."""
    cache = call.core.nddma_cache
    if call.refreshed:
        cache.refresh()
    start = call.src.address
    if cache.holds_data:
        extent = plan.src_extent
        seen, stale = cache.seen(start, source[: extent.stop], touched(plan, "src"))
        if stale is not None:
            findings = (*(f for f in findings if f.code != "NDD022"), _stale_finding(call, stale))
        source = seen
    cache.note_read(*call.source_bytes)
    return source, findings


def _stale_finding(call: NdDmaCall, stale: tuple[int, int]) -> Finding:
    broken = Broken(
        f"the NDDMA cache served stale data: GM bytes {stale[0]}..{stale[1] - 1} hold newer values",
        field="nd_dma_dci",
        value=False,
        limit="a refresh after the last write to the source",
        nearest=(True,),
        effect="dst holds the old values, as on the device",
    )
    rule = find_rule("NDD022")
    finding = rule.finding(broken, severity=rule.severity, call=call.describe(), product=call.product.value)
    from ascmove.rules.mending import mended

    return mended(call, (finding,), _judged_once)[0]


def _warn(findings: tuple[Finding, ...]) -> None:
    """One Python warning per call site for findings that are at least warnings."""
    worth = [f for f in findings if f.severity == "warning"]
    if worth:
        warnings.warn(MoveWarning("\n" + render_text(worth)), stacklevel=caller()[0])
