"""Findings as text: the headline with code and severity, then one fact per line, then the way out."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ascmove.findings.finding import Finding, by_cause

_INDENT = " " * 12


def render_text(findings: Sequence[Finding], width: int | None = None) -> str:
    """Findings as plain text, one block each, consequences behind their causes.

    ``width`` wraps long facts to so many columns; None leaves lines as long as they are.
    """
    return "\n\n".join("\n".join(block_lines(f, width)) for f in by_cause(findings))


def block_lines(finding: Finding, width: int | None = None) -> list[str]:
    """One finding as lines: the headline, one fact per line, the help, the replacement as a difference."""
    lines = wrapped(headline(finding), width, "  ")
    for name, text in facts(finding):
        lines += wrapped(f"  {name:<9} {text}", width, _INDENT)
    if finding.help:
        lines += wrapped(f"help: {finding.help}", width, "      ")
    return lines + [f"  {line}" for line in mending_lines(finding)]


def mending_lines(finding: Finding) -> list[str]:
    """The replacement as a difference, and what else it mends; nothing where the finding's cause shows it."""
    if finding.replacement is None or finding.mended_with_cause:
        return []
    others = [code for code in finding.replacement.mends if code != finding.code]
    return [*finding.replacement.lines(), *([f"which mends {' and '.join(others)} as well"] if others else [])]


def headline(finding: Finding) -> str:
    """Severity, code and message.

    >>> headline(Finding("SLI013", "error", "the burst counts differ"))
    'error[SLI013]: the burst counts differ'
    """
    return f"{finding.severity}[{finding.code}]: {finding.message}"


def facts(finding: Finding) -> list[tuple[str, str]]:
    """(name, text) of every fact that the finding has, in the order of the block."""
    f = finding
    value = f"{f.field} = {f.shown or f.value}" if f.value is not None or f.shown else f.field
    nearest = " or ".join(str(n) for n in f.nearest)
    required = "    ".join(filter(None, [f.limit, f"nearest legal: {nearest}" if nearest else ""]))
    rows = (
        ("copy", f"{f.call}    product  {f.product}" if f.call else ""),
        ("field", value if f.field else ""),
        ("required", required),
        ("rule", f"{f.source}    evidence  {f.evidence}" if f.source else ""),
        *(("disputed", f"{d.point}; our choice: {d.choice}") for d in f.disagreements),
        ("effect", f.effect),
        ("cause", f"follows from {f.cause}" if f.cause else ""),
    )
    return [(name, text) for name, text in rows if text]


def wrapped(line: str, width: int | None, indent: str) -> list[str]:
    """``line`` in pieces of at most ``width`` columns; later pieces are indented."""
    if width is None or len(line) <= width:
        return [line]
    pieces = textwrap.wrap(
        line,
        max(width, 40),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
    return pieces or [line]
