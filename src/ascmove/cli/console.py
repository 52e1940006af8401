"""Where text goes: results to standard output, diagnostics to standard error; colour on a terminal only."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any, TypeVar

from ascmove.findings import Finding, Severity, block_lines, by_cause

Item = TypeVar("Item")

_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36"}
_DIM, _BOLD = "2", "1"
_REMOVED, _ADDED = "31", "32"


def coloured(stream: IO[str]) -> bool:
    """True when the stream is a terminal that shows colours.

    NO_COLOR and TERM=dumb say no, FORCE_COLOR says yes to what is no terminal; NO_COLOR counts more.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def width(stream: IO[str]) -> int | None:
    """Columns of the terminal; None when the stream is none, so that nothing is wrapped."""
    if not stream.isatty():
        return None
    try:
        return max(60, os.get_terminal_size(stream.fileno()).columns)
    except (OSError, ValueError):
        return 100


def paint(text: str, code: str, stream: IO[str]) -> str:
    """``text`` in a colour, or as it is."""
    return f"\x1b[{code}m{text}\x1b[0m" if coloured(stream) else text


def say(text: str = "") -> None:
    """A line of the result."""
    sys.stdout.write(text + "\n")


def complain(text: str, severity: Severity = "error") -> None:
    """What is wrong with the arguments, a file or the installation, as one block."""
    first, *rest = text.strip().splitlines() or ["failed without a message"]
    sys.stderr.write("\n".join([f"{paint(severity, _COLOURS[severity], sys.stderr)}: {first}", *rest]) + "\n")


def show_findings(findings: Sequence[Finding]) -> None:
    """Findings as blocks on standard error, consequences behind their causes."""
    columns = width(sys.stderr)
    for finding in by_cause(findings):
        head, *rest = block_lines(finding, columns)
        tag = f"{finding.severity}[{finding.code}]"
        if head.startswith(tag):
            head = paint(tag, _COLOURS[finding.severity], sys.stderr) + paint(head[len(tag) :], _BOLD, sys.stderr)
        sys.stderr.write("\n".join([head, *map(_changed, rest)]) + "\n\n")


def _changed(line: str) -> str:
    """A line of a replacement in the colours of a patch; every other line as it is."""
    code = {"  - ": _REMOVED, "  + ": _ADDED}.get(line[:4])
    return line if code is None else paint(line, code, sys.stderr)


def progress(items: Sequence[Item], doing: str) -> Iterator[Item]:
    """The items one after the other, with a bar on standard error when that is a terminal; nothing of it stays."""
    if len(items) < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, doing, console=Console(stderr=True), transient=True)


def put_json(value: Any) -> None:
    """One JSON value on standard output."""
    say(json.dumps(value, indent=2, allow_nan=False))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Aligned columns; the last one is not padded, and cut only by the terminal."""
    lines = [list(map(str, row)) for row in rows]
    sizes = [max(len(row[k]) for row in [list(header), *lines]) for k in range(len(header))]

    def line(row: Sequence[str]) -> str:
        return "  ".join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip()

    say(paint(line(header), _DIM, sys.stdout))
    for row in lines:
        say(line(row))
