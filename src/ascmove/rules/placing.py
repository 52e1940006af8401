"""Judging a tensor when it is made, before any call uses it."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.findings import Finding
from ascmove.hardware import Space
from ascmove.rules.books import TEN
from ascmove.rules.rule import Broken, Rule
from ascmove.rules.ten import placing
from ascmove.tensors import Memory, Tensor

_START_RULES = {Space.UB: "TEN003", Space.L1: "TEN003", Space.L0C: "TEN004"}


def judge_placing(tensor: Tensor) -> list[Finding]:
    """Findings about the position, start address and size of a local tensor, worst first."""
    product = tensor.core.product
    asked: list[tuple[str, Iterator[Broken]]] = [
        ("TEN001", placing.position_missing("tensor", tensor, product)),
        ("TEN006", placing.past_capacity("tensor", tensor, product)),
    ]
    if tensor.space in _START_RULES:
        asked.append((_START_RULES[tensor.space], placing.start_misaligned("tensor", tensor, tensor.alignment)))
    findings = []
    for code, answers in asked:
        for broken in answers:
            findings.append(_finding(TEN.rules[code], broken, tensor.core, tensor))
    return findings


def _finding(rule: Rule, broken: Broken, core: Memory, tensor: Tensor) -> Finding:
    severity = rule.effective_severity(host=core.host, relaxed=False)
    text = f"{tensor.position}[{tensor.dtype}, {tensor.count}]"
    return rule.finding(broken, severity=severity, call=text, product=core.product.value)
