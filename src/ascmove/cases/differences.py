"""Where an output differs from what a case expects, element by element, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import ascmove.formats as formats
from ascmove.findings.wording import several
from ascmove.formats.dtype import DType
from ascmove.formats.inspect import hex_text

Array = np.ndarray[Any, Any]

_SHOWN = 8


@dataclass(frozen=True)
class Difference:
    """One element: its index in dst, the bit patterns found and expected."""

    index: int
    found: int
    expected: int


class Differences:
    """All elements that differ. Falsy when there are none; iterates over `Difference`.

    >>> from ascmove.formats.dtype import dtype
    >>> len(Differences(np.array([1, 2], "<u2"), np.array([1, 3], "<u2"), dtype("uint16_t")))
    1
    """

    def __init__(self, found: Array, expected: Array, kind: DType) -> None:
        self.kind = kind
        self.indices: Array = np.flatnonzero(found != expected)
        self._found = found[self.indices]
        self._expected = expected[self.indices]

    def __len__(self) -> int:
        return int(self.indices.size)

    def __iter__(self) -> Iterator[Difference]:
        for index, found, expected in zip(self.indices, self._found, self._expected, strict=True):
            yield Difference(int(index), int(found), int(expected))

    def lines(self, most: int = _SHOWN) -> list[str]:
        """The first differences as text: index, value and bits found, value and bits expected."""
        lines = [
            f"dst[{d.index}] = {self._value(d.found)} ({hex_text(d.found, self.kind)}), "
            f"expected {self._value(d.expected)} ({hex_text(d.expected, self.kind)})"
            for _, d in zip(range(most), self, strict=False)
        ]
        return lines + ([f"... and {len(self) - most} more"] if len(self) > most else [])

    def _value(self, bits: int) -> str:
        return str(formats.decode([bits], self.kind)[0])

    def __repr__(self) -> str:
        return f"<{several(len(self), 'difference')}>"
