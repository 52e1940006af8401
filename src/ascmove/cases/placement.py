"""Where tensors without an address lie: on a whole fractal, clear of all others, inside the memory if they fit."""

from __future__ import annotations

from ascmove.hardware import ALIGNMENT, Space

#: 1024 B: legal for every memory and every move
FRACTAL = 1024

Taken = list[tuple[int, int]]  # first byte, one past the last


def first_free(nbytes: int, taken: Taken, space: Space | None, capacity: int | None) -> int:
    """The lowest fractal boundary with ``nbytes`` free bytes; behind all others where nothing fits.

    A memory that is too full for a whole fractal is tried once more at the alignment it asks for.

    >>> first_free(512, [(0, 1000), (2048, 4096)], Space.UB, 8192)
    1024
    >>> first_free(512, [(0, 7680)], Space.UB, 8192)
    7680
    """
    aligned = _lowest(nbytes, taken, FRACTAL)
    if capacity is None or aligned + nbytes <= capacity or space is None:
        return aligned
    closer = _lowest(nbytes, taken, ALIGNMENT[space])
    return closer if closer + nbytes <= capacity else aligned


def _lowest(nbytes: int, taken: Taken, align: int) -> int:
    start = 0
    for first, stop in sorted(taken):
        if start + nbytes <= first:
            break
        start = max(start, -(-stop // align) * align)
    return start
