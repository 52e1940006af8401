"""Findings: what a rule has to say about one call, as data, as text and in the formats that other tools read."""

from ascmove.findings.finding import SEVERITIES, Dispute, Evidence, Finding, Severity, by_cause, worst
from ascmove.findings.replacement import Change, Replacement
from ascmove.findings.text import block_lines, mending_lines, render_text

__all__ = [
    "SEVERITIES",
    "Change",
    "Dispute",
    "Evidence",
    "Finding",
    "Replacement",
    "Severity",
    "block_lines",
    "by_cause",
    "mending_lines",
    "render_text",
    "worst",
]
