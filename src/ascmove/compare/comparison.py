"""Comparison: two results element by element, as data, as text and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import ascmove.formats as formats
from ascmove.compare import picture
from ascmove.compare.classes import BitClass, classify
from ascmove.compare.coordinates import Coordinate, Places, places
from ascmove.compare.shifts import common_shift, shifted
from ascmove.compare.thresholds import Verdict, threshold
from ascmove.errors import BadArgument
from ascmove.findings.wording import differing, several
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.formats.inspect import hex_text

Array = np.ndarray[Any, Any]

_SHOWN = 8


@dataclass(frozen=True)
class Mismatch:
    """One element that differs: flat index, coordinate in the layout (None outside of it), bits on both sides."""

    index: int
    coordinate: Coordinate | None
    actual: int
    expected: int
    kind: BitClass


class Comparison:
    """What `compare` found. Truthy when every bit is equal.

    ``classes``: one `BitClass` per element, flat. ``shift``: the distance k when most elements that differ are the
    expected ones k places on, else None.
    """

    def __init__(
        self, actual: Array, expected: Array, kind: DType, where: Places, previous: Array | None, published: str | None
    ) -> None:
        self.dtype = kind
        self._actual, self._expected, self._where = actual, expected, where
        self.classes: Array = classify(actual, expected, kind)
        wrong = np.flatnonzero(self.classes)
        self.shift = common_shift(actual, expected, wrong)
        if self.shift is not None:
            hit = wrong[shifted(actual, expected, wrong, self.shift)]
            mild = np.isin(self.classes[hit], (BitClass.NAN_PAYLOAD, BitClass.ZERO_SIGN))
            self.classes[hit[~mild]] = BitClass.SHIFTED
        if previous is not None:
            self.classes[wrong[actual[wrong] == previous[wrong]]] = BitClass.STALE
        self.verdict: Verdict | None = None
        if published is not None:
            judge = threshold(published).judge
            self.verdict = judge(formats.decode(actual, kind), formats.decode(expected, kind), kind)

    @cached_property
    def counts(self) -> dict[BitClass, int]:
        """Elements per class, classes without any left out."""
        numbers = np.bincount(self.classes, minlength=len(BitClass))
        return {kind: int(numbers[kind]) for kind in BitClass if numbers[kind]}

    @property
    def equal(self) -> bool:
        """True when every bit is equal."""
        return not self.classes.any()

    @property
    def ok(self) -> bool:
        """True when every bit is equal, or the threshold asked for holds."""
        return self.equal or (self.verdict is not None and self.verdict.passed)

    def __bool__(self) -> bool:
        return self.equal

    def __len__(self) -> int:
        """Elements that differ."""
        return int(np.count_nonzero(self.classes))

    def __iter__(self) -> Iterator[Mismatch]:
        for index in np.flatnonzero(self.classes):
            i = int(index)
            kind = BitClass(int(self.classes[i]))
            yield Mismatch(i, self._where.of(i), int(self._actual[i]), int(self._expected[i]), kind)

    def first(self, most: int = _SHOWN) -> list[Mismatch]:
        """The first elements that differ."""
        return [mismatch for _, mismatch in zip(range(most), self, strict=False)]

    def picture(self, columns: int = 64, rows: int = 24) -> str:
        """The map of differences as text, at most so many characters; each shows the worst element it stands for."""
        return picture.text_map(self._where.matrix(self.classes, 0), columns, rows)

    def to_svg(self) -> str:
        """The map of differences as an SVG image, one rectangle per run of equal classes."""
        return picture.svg_map(self._where.matrix(self.classes, 0))

    def lines(self, most: int = _SHOWN) -> list[str]:
        """The comparison in words: counts, the shift, the threshold, the first elements that differ."""
        total = self.classes.size
        if self.equal:
            return [f"all {several(total, 'element')} are equal, bit for bit"]
        lines = [differing(len(self), total)]
        lines += [f"  {n:>8} {kind.label}" for kind, n in self.counts.items() if kind]
        if self.shift is not None:
            lines.append(f"element i holds what is expected at i {'+' if self.shift > 0 else '-'} {abs(self.shift)}")
        if self.verdict is not None:
            lines.append(str(self.verdict))
        lines += [self._line(mismatch) for mismatch in self.first(most)]
        return lines + ([f"... and {len(self) - most} more"] if len(self) > most else [])

    def _line(self, m: Mismatch) -> str:
        at = f"[{m.index}]" if m.coordinate in ((m.index,), None) else f"[{m.index}] {m.coordinate}"
        values = (
            f"{formats.decode([bits], self.dtype)[0]} ({hex_text(bits, self.dtype)})" for bits in (m.actual, m.expected)
        )
        return f"{at}: {' instead of '.join(values)}, {m.kind.label}"

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data, ready for JSON."""
        verdict = self.verdict
        return {
            "equal": self.equal,
            "ok": self.ok,
            "elements": int(self.classes.size),
            "counts": {kind.name.lower(): n for kind, n in self.counts.items()},
            "shift": self.shift,
            "threshold": None
            if verdict is None
            else {
                "name": verdict.threshold,
                "passed": verdict.passed,
                "figures": [{"name": n, "value": v, "limit": m} for n, v, m in verdict.figures],
                "source": verdict.source,
            },
            "first": [
                {
                    "index": m.index,
                    "coordinate": m.coordinate,
                    "actual": m.actual,
                    "expected": m.expected,
                    "class": m.kind.name.lower(),
                }
                for m in self.first()
            ],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<Comparison: {len(self)} of {self.classes.size} {self.dtype} elements differ>"


def compare(
    actual: object,
    expected: object,
    layout: object = None,
    *,
    dtype: object = None,
    previous: object = None,
    threshold: str | None = None,
) -> Comparison:
    """Compare two results of one size, bit for bit.

    ``layout``: a Layout of the Tensor API or a shape, by which elements are named (default: the shape of ``actual``).
    ``dtype``: the element type where NumPy has none (hifloat8_t in uint8). ``previous``: what the destination held
    before; elements that still hold it are stale. ``threshold``: "ecosystem", "double 1/1000" or "double 1/10000",
    the vendor's published ones. Raises BadArgument for arrays of different sizes and unknown names.

    >>> import numpy as np
    >>> print(compare(np.int8([1, 2, 127]), np.int8([1, 3, -128])))
    2 of 3 elements differ
             1 off by one unit in the last place
             1 different
    [1]: 2 (0x02) instead of 3 (0x03), off by one unit in the last place
    [2]: 127 (0x7f) instead of -128 (0x80), different
    """
    found, wanted = np.asarray(actual), np.asarray(expected)
    kind = as_dtype(found.dtype if dtype is None else dtype)
    if found.size != wanted.size:
        raise BadArgument(f"actual holds {several(found.size, 'element')}, expected {wanted.size}")
    held = None if previous is None else formats.as_bits(np.asarray(previous).ravel(), kind)
    if held is not None and held.size != found.size:
        raise BadArgument(f"previous holds {several(held.size, 'element')}, actual {found.size}")
    a, e = _bits(found, kind, "actual"), _bits(wanted, kind, "expected")
    return Comparison(a, e, kind, places(layout, found.shape, found.size), held, threshold)


def _bits(array: Array, kind: DType, name: str) -> Array:
    if array.dtype.itemsize != kind.width or array.dtype.hasobject:
        raise BadArgument(f"{name} holds {array.dtype}, {kind} has {kind.width} B")
    return np.ascontiguousarray(array).reshape(-1).view(kind.bits)
