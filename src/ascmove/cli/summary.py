"""What a run did, in a few lines: the call, the bytes, the loops, the first elements, the comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import ascmove.formats as formats
from ascmove.cases import Case, CaseRun
from ascmove.findings import SEVERITIES, Finding
from ascmove.findings.wording import differing, several
from ascmove.hardware import Space
from ascmove.plan import Plan

Array = np.ndarray[Any, Any]

_ROWS, _COLUMNS, _LOOPS, _WIDTH = 8, 12, 14, 96
_FLAT = 8


def summary_lines(case: Case, run: CaseRun) -> list[str]:
    """The summary of a run as text."""
    call = run.setup.call
    lines = [f"{case.source}: {case.family}  {call.describe()}  on {case.product.value}"]
    if run.transfer is None:
        count = sum(f.severity == "error" for f in run.findings)
        return [*lines, f"  refused   {several(count, 'error')}; nothing was moved"]
    lines.append(_fact("moved", moved_text(run.transfer.plan)))
    lines.append(_fact("findings", findings_text(run.findings)))
    lines += _block("loops", _cut(run.transfer.plan.loop_nest().splitlines()))
    lines += _block("dst", element_rows(run, case.row_length()))
    if case.expect is not None:
        lines += _block("expect", _comparison(run))
    return lines


def moved_text(plan: Plan) -> str:
    """Byte and burst counts in words."""
    if not plan.steps:
        return "nothing"
    parts = [f"{plan.bytes_read} B read", f"{plan.bytes_written} B written"]
    if plan.bytes_padded:
        parts.append(f"{plan.bytes_padded} B of them pads")
    sizes = sorted({size for _, size in plan.bursts()})
    runs = several(plan.burst_count, "run")
    parts.append(f"{runs} of {sizes[0]} B" if len(sizes) == 1 else f"{runs} of {sizes[0]} to {sizes[-1]} B")
    return ", ".join(parts)


def findings_text(findings: Sequence[Finding]) -> str:
    """How many findings of which severity; the findings themselves stand above."""
    counts = [(name, sum(f.severity == name for f in findings)) for name in SEVERITIES]
    return ", ".join(several(count, name) for name, count in counts if count) or "none"


def element_rows(run: CaseRun, row: int | None) -> list[str]:
    """The first elements that dst received, in rows of ``row`` elements where that is known; `.` was never written."""
    count = run.output.size
    length = row if row and 0 < row <= count else min(count, _FLAT)
    if length == 0:
        return ["no elements"]
    first = _first_written(run) // length
    rows = range(first, min(first + _ROWS, -(-count // length)))
    shown = [_cells(run, r * length, min(length, _COLUMNS, count - r * length)) for r in rows]
    size = max(len(cell) for cells in shown for cell in cells)
    columns = max(1, min(_COLUMNS, _WIDTH // (size + 1)))
    labels = [f"[{r * length}]" for r in rows]
    more = " ..." if length > columns else ""
    lines = [
        f"{label:<{len(labels[-1])}} " + " ".join(cell.rjust(size) for cell in cells[:columns]) + more
        for label, cells in zip(labels, shown, strict=True)
    ]
    rest = count - rows.stop * length
    return lines + ([f"... {rest} more elements"] if rest > 0 else [])


def _first_written(run: CaseRun) -> int:
    """Index of the first element of dst that the call wrote."""
    if run.transfer is None or not run.transfer.plan.steps:
        return 0
    operand = run.setup.dst
    return operand.spec.offset + run.transfer.plan.dst_extent.start // operand.tensor.dtype.width


def _cells(run: CaseRun, start: int, count: int) -> list[str]:
    tensor = run.setup.dst.tensor
    kind = tensor.dtype
    values = formats.decode(run.output[start : start + count].view(kind.bits), kind)
    states = None if tensor.space is Space.GM else tensor.states()
    cells = []
    for k, value in enumerate(values):
        at = (start + k) * kind.width
        cells.append("." if states is not None and states[at] == 0 else _text(value))
    return cells


def _text(value: Any) -> str:
    if isinstance(value, np.bool_):
        return str(int(value))
    return f"{value:g}" if isinstance(value, (float, complex)) else str(value)


def _comparison(run: CaseRun) -> list[str]:
    count = len(run.differences)
    if not count:
        return [f"equal, all {several(run.output.size, 'element')}"]
    return [differing(count, run.output.size), *run.differences.lines()]


def _cut(lines: list[str]) -> list[str]:
    return lines if len(lines) <= _LOOPS else [*lines[:_LOOPS], f"... {len(lines) - _LOOPS} more lines"]


def _fact(name: str, text: str) -> str:
    return f"  {name:<9} {text}"


def _block(name: str, texts: Sequence[str]) -> list[str]:
    return [_fact(name if k == 0 else "", text) for k, text in enumerate(texts)]
