"""Precision thresholds that the vendor publishes for comparing a device's result with a reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ascmove.errors import BadArgument, nearest_name
from ascmove.formats.dtype import DType

Array = np.ndarray[Any, Any]

_TINY = 1e-7
_SAMPLE_TINY = 10e-10


@dataclass(frozen=True)
class Verdict:
    """What a threshold says: whether it holds, and the figures it goes by."""

    threshold: str
    passed: bool
    figures: tuple[tuple[str, float, float], ...]  # name, value, limit
    source: str

    def __str__(self) -> str:
        figures = ", ".join(f"{name} {value:.3g} (limit {limit:.3g})" for name, value, limit in self.figures)
        return f"{'within' if self.passed else 'outside'} {self.threshold}: {figures}"


@dataclass(frozen=True)
class Threshold:
    """One published threshold. ``limits``: per element type; types that are missing have none."""

    name: str
    source: str
    limits: dict[str, float]
    relative: bool

    def judge(self, actual: Array, expected: Array, kind: DType) -> Verdict:
        """Judge decoded values. Raises BadArgument for a type without a published limit."""
        limit = self.limits.get(kind.name)
        if limit is None:
            raise BadArgument(f"{self.name} has no limit for {kind}; it has one for {', '.join(self.limits)}")
        a, e = actual.astype(np.float64).ravel(), expected.astype(np.float64).ravel()
        with np.errstate(all="ignore"):
            figures = self._errors(a, e, limit) if self.relative else self._counts(a, e, limit)
        passed = all(value < bound or value == bound == 0 for _, value, bound in figures)
        if not self.relative:
            passed = any(value <= bound for _, value, bound in figures)
        return Verdict(self.name, bool(passed), figures, self.source)

    @staticmethod
    def _errors(a: Array, e: Array, limit: float) -> tuple[tuple[str, float, float], ...]:
        same = (a == e) | (np.isnan(a) & np.isnan(e))
        error = np.where(same, 0.0, np.abs(a - e) / (np.abs(e) + _TINY))
        error = np.where(np.isnan(error), np.inf, error)
        mean, largest = (float(error.mean()), float(error.max())) if error.size else (0.0, 0.0)
        return ("mean relative error", mean, limit), ("largest relative error", largest, 10 * limit)

    @staticmethod
    def _counts(a: Array, e: Array, limit: float) -> tuple[tuple[str, float, float], ...]:
        same = (a == e) | (np.isnan(a) & np.isnan(e))
        off = np.where(same, 0.0, np.abs(a - e))
        beyond_absolute = ~(off <= limit)
        beyond_relative = ~(np.where(same, 0.0, off / (np.maximum(np.abs(a), np.abs(e)) + _SAMPLE_TINY)) <= limit)
        share = float(limit)
        count = max(1, a.size)
        return (
            (f"share beyond relative {limit:g}", float(beyond_relative.sum() / count), share),
            (f"share beyond absolute {limit:g}", float(beyond_absolute.sum() / count), share),
        )


_STANDARD = "CANN operator precision standard, contributed operators: mean relative error < T, largest < 10 T"
_SAMPLES = "Ascend C operator samples, verify_result: double 1/1000 for half, double 1/10000 for float"
_FLOATS = ("half", "bfloat16_t", "float")

THRESHOLDS: dict[str, Threshold] = {
    threshold.name: threshold
    for threshold in (
        Threshold(
            "ecosystem",
            _STANDARD,
            {
                "half": 2.0**-10,
                "bfloat16_t": 2.0**-7,
                "float": 2.0**-13,
                "fp8_e4m3fn_t": 2.0**-3,
                "fp8_e5m2_t": 2.0**-2,
            },
            True,
        ),
        Threshold("double 1/1000", _SAMPLES, dict.fromkeys(_FLOATS, 1e-3), False),
        Threshold("double 1/10000", _SAMPLES, dict.fromkeys(_FLOATS, 1e-4), False),
    )
}


def threshold(name: str) -> Threshold:
    """The threshold with this name; BadArgument with a suggestion otherwise.

    >>> threshold("ecosystem").limits["half"]
    0.0009765625
    """
    found = THRESHOLDS.get(name)
    if found is None:
        raise BadArgument(f"unknown threshold {name!r}{nearest_name(name, THRESHOLDS)}")
    return found
