"""The read cache in front of NDDMA: which GM bytes a core has read, and what they held.

The cache is 32 KB per vector core and not coherent: a write to GM, by any core, leaves old lines in it until
`nd_dma_dci` clears it. Line size (64 B) and replacement (least recently used line first) are unverified.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from ascmove.hardware.memory import NDDMA_CACHE_BYTES, NDDMA_CACHE_LINE
from ascmove.tensors.arena import Bytes

Map = np.ndarray[Any, np.dtype[np.bool_]]
Range = tuple[int, int]  # GM addresses, half open
LINES = NDDMA_CACHE_BYTES // NDDMA_CACHE_LINE


class NdDmaCache:
    """The cache of one core.

    Without ``holds_data`` it only remembers what was read and then overwritten, enough to say that a copy may be
    stale. With ``holds_data`` it serves old lines like the hardware does.

    ``stamp`` grows whenever what it remembers changes.
    """

    def __init__(self, holds_data: bool) -> None:
        self.holds_data = holds_data
        self.stamp = 0
        self._read: list[Range] = []
        self._overwritten: list[Range] = []
        self._lines: OrderedDict[int, tuple[Bytes, Bytes]] = OrderedDict()  # line -> content, which bytes are held

    def refresh(self) -> None:
        """`NdDmaDci`: forget everything."""
        self.stamp += 1
        self._read.clear()
        self._overwritten.clear()
        self._lines.clear()

    def note_read(self, start: int, stop: int) -> None:
        """An NDDMA copy has read these GM bytes."""
        if (start, stop) not in self._read:
            self.stamp += 1
            self._read.append((start, stop))

    def read_quietly(self, start: int, stop: int) -> bool:
        """Note a read of these GM bytes where the cache has no say in it; false, and nothing noted, where it has."""
        if self.holds_data or (self._overwritten and self.overwritten(start, stop) is not None):
            return False
        if (start, stop) not in self._read:
            self.note_read(start, stop)
        return True

    def note_write(self, start: int, stop: int) -> None:
        """Some core has written these GM bytes."""
        for low, high in self._read:
            if start < high and low < stop:
                hit = (max(start, low), min(stop, high))
                if hit not in self._overwritten:  # a kernel may write the same place many times
                    self.stamp += 1
                    self._overwritten.append(hit)

    def overwritten(self, start: int, stop: int) -> Range | None:
        """The first range inside these GM bytes that was read before and written since, or None."""
        if not self._overwritten:
            return None
        hits = [(max(start, low), min(stop, high)) for low, high in self._overwritten if start < high and low < stop]
        return min(hits) if hits else None

    def seen(self, address: int, fresh: Bytes, touched: Map) -> tuple[Bytes, Range | None]:
        """What the core gets when it reads ``fresh`` at GM ``address`` where ``touched`` is true.

        Returns the bytes (stale where a line is held) and the first stale range in GM addresses, or None. Lines that
        were not held are filled from ``fresh``.
        """
        result = fresh.copy()
        stale: Range | None = None
        positions = np.flatnonzero(touched)
        for line in dict.fromkeys(((positions + address) // NDDMA_CACHE_LINE).tolist()):
            low = max(line * NDDMA_CACHE_LINE - address, 0)
            high = min((line + 1) * NDDMA_CACHE_LINE - address, fresh.size)
            within = slice(low + address - line * NDDMA_CACHE_LINE, high + address - line * NDDMA_CACHE_LINE)
            content, held = self._lines.pop(line) if line in self._lines else self._empty_line()
            new, old = fresh[low:high], content[within]
            known = held[within] != 0
            differs = known & (new != old) & touched[low:high]
            if stale is None and differs.any():
                at = np.flatnonzero(differs)
                stale = (address + low + int(at[0]), address + low + int(at[-1]) + 1)
            result[low:high] = np.where(known, old, new)
            content[within] = result[low:high]
            held[within] = 1
            self._lines[line] = (content, held)
            if len(self._lines) > LINES:
                self._lines.popitem(last=False)
        return result, stale

    @staticmethod
    def _empty_line() -> tuple[Bytes, Bytes]:
        return np.zeros(NDDMA_CACHE_LINE, np.uint8), np.zeros(NDDMA_CACHE_LINE, np.uint8)
