"""The JSON object of a run or a check: findings, byte counts, destination."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

import ascmove.formats as formats
from ascmove.cases import CaseRun
from ascmove.cases.setup import Setup
from ascmove.findings import Finding, by_cause
from ascmove.moves.transfer import verdict_of

_VALUES = 64


def run_report(run: CaseRun) -> dict[str, Any]:
    """``ok``, ``findings``, byte counts and ``dst`` with its first values, of a case that was run."""
    moved = run.transfer
    output = run.output
    bits = output.view(run.setup.dst.tensor.dtype.bits)
    shown = formats.decode(bits[:_VALUES], run.setup.dst.tensor.dtype)
    return {
        "ok": run.ok,
        "findings": _plain(run.findings),
        "bytes_read": 0 if moved is None else moved.bytes_read,
        "bytes_written": 0 if moved is None else moved.bytes_written,
        "dst": {
            **_place(run.setup),
            "values": [_number(v) for v in shown.tolist()],
            "sha256": hashlib.sha256(output.view(np.uint8).data).hexdigest(),
            "differences": len(run.differences),
        },
    }


def check_report(setup: Setup, findings: Sequence[Finding]) -> dict[str, Any]:
    """The same for a case that was only checked: the byte counts are those of the Plan, ``dst`` has no values."""
    broken = any(f.severity == "error" for f in findings)
    plan = verdict_of(setup.call).plan
    return {
        "ok": not broken,
        "findings": _plain(findings),
        "bytes_read": 0 if plan is None or broken else plan.bytes_read,
        "bytes_written": 0 if plan is None or broken else plan.bytes_written,
        "dst": _place(setup),
    }


def _plain(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [finding.to_dict() for finding in by_cause(findings)]


def _place(setup: Setup) -> dict[str, Any]:
    tensor = setup.dst.tensor
    return {
        "position": tensor.position,
        "dtype": tensor.dtype.name,
        "count": tensor.count,
        "address": tensor.address,
        "bytes": tensor.nbytes,
    }


def _number(value: Any) -> Any:
    """A value that JSON can hold: complex numbers as pairs, inf and NaN as text."""
    if isinstance(value, complex):
        return [_number(value.real), _number(value.imag)]
    return value if value == value and value not in (float("inf"), float("-inf")) else str(value)
