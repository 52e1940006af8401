"""Evaluation: all findings of a call at once, except what an earlier stage made meaningless."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ascmove.calls import Call
from ascmove.errors import NotModelled
from ascmove.findings import SEVERITIES, Finding
from ascmove.plan import Plan
from ascmove.rules.rule import Broken, Rule

Lower = Callable[[Call], Plan]

#: fields that stand for several others
_CONTAINS = {
    "loop_info": {"loop_src_stride", "loop_dst_stride", "loop_size", "loop_lp_size", "loop_rp_size"},
    "dim_value": {"start_index", "end_index", "stride", "burst_len", "shape_value"},
    "src_slice_info": {"start_index", "end_index", "stride", "burst_len", "shape_value"},
    "dst_slice_info": {"start_index", "end_index", "stride", "burst_len", "shape_value"},
}


@dataclass(frozen=True)
class Verdict:
    """What the rules say about a call: its findings and, where the call is sound enough to have one, its Plan."""

    findings: tuple[Finding, ...]
    plan: Plan | None
    found: tuple[tuple[Rule, Finding], ...] = ()  # the findings with their rules, in the order of the catalogue
    content_rules: tuple[Rule, ...] = ()  # still to be asked, each time: their answer depends on memory
    mended: tuple[tuple[Finding, ...], tuple[Finding, ...]] | None = None  # findings, and the same with replacements

    @property
    def refused(self) -> bool:
        """True when an error stands among the findings."""
        return any(f.severity == "error" for f in self.findings)


def judge(call: Call, rules: Iterable[Rule], lower: Lower) -> Verdict:
    """Everything that follows from the call alone, not from the content of memory."""
    mine = [r for r in rules if call.family in r.families and call.product in r.products]
    found: list[tuple[Rule, Finding]] = []
    broken: set[str] = set()
    later: list[Rule] = []
    plan: Plan | None = None
    for stage in range(1, 7):
        if stage == 6:
            if broken:
                break
            try:
                plan = lower(call)
            except NotModelled:
                if any(f.severity == "error" for _, f in found):
                    break  # refused already, so nobody needs the Plan
                raise
        for rule in (r for r in mine if r.stage == stage):
            if stage == 4 and broken & _names(rule.needs):
                continue
            if rule.content == "memory" or (rule.content == "words" and call.words_in_memory):
                later.append(rule)
                continue
            for finding in ask(rule, call, plan):
                found.append((rule, finding))
                if stage == 3 and finding.severity == "error":
                    broken |= _names([finding.field])
        if stage <= 2 and any(f.severity == "error" for _, f in found):
            break
    return Verdict(arranged(found), plan, tuple(found), tuple(later))


def with_content(call: Call, verdict: Verdict) -> tuple[Finding, ...]:
    """The verdict's findings and those of the rules that look at memory."""
    if not verdict.content_rules:
        return verdict.findings
    extra = [(rule, f) for rule in verdict.content_rules for f in ask(rule, call, verdict.plan)]
    if not extra:
        return verdict.findings
    return arranged([*verdict.found, *extra])


def ask(rule: Rule, call: Call, plan: Plan | None) -> list[Finding]:
    """The rule's finding about the call; at most one, the first place it names."""
    answers = rule.check(call) if rule.stage < 6 else rule.check(call, plan)
    first: Broken | None = next(iter(answers), None)
    if first is None:
        return []
    relaxed = call.core.mode == "relaxed" and not first.firm
    severity = rule.effective_severity(host=call.core.host, relaxed=relaxed)
    return [rule.finding(first, severity=severity, call=call.describe(), product=call.product.value)]


def arranged(found: Sequence[tuple[Rule, Finding]]) -> tuple[Finding, ...]:
    """Findings worst first, each consequence marked with the code of its cause."""
    causes = {code: f.code for rule, f in found for code in rule.explains}
    return _sorted([replace(f, cause=causes.get(f.code, "")) for _, f in found])


def _sorted(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: SEVERITIES.index(f.severity)))


def _names(fields: Iterable[str]) -> set[str]:
    """Bare field names: indices and the operand in front are dropped, containers opened."""
    names: set[str] = set()
    for text in fields:
        parts = re.sub(r"\[\d+\]", "", text).split(".")
        names.add(parts[-1])
        names |= _CONTAINS.get(parts[-1], set())
    return names
