"""Where a call starts in its tensors, as far as rules tell one place from another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from typing import NamedTuple

from ascmove.cases.placement import Taken, first_free
from ascmove.formats.dtype import dtype
from ascmove.hardware import ALIGNMENT, RESERVED_TAIL, Product, Space, capacity, space_of
from ascmove.reading.casing import Marks, Setting, extent_of
from ascmove.reading.interpret import KernelCall

#: families whose rules ask for no more of a tensor's size than what of the copy fits
_FITTING = frozenset({"data_copy", "nddma", "slice"})
#: bytes of the smallest unit of a memory
_UNIT = 64
#: elements beyond which a tensor is looked at as it is
_MOST = 1 << 30


class Side(NamedTuple):
    """One side of a call as its place depends on it."""

    space: Space | None
    width: int
    marks: tuple[int, ...]


def sides_of(setting: Setting, product: Product, marks: Marks) -> tuple[Side, Side]:
    """Source and destination of a call in one way to fill in what is open."""
    src, dst = (space_of(product, position) for position in (setting.src_position, setting.dst_position))
    return (
        Side(src, dtype(setting.src_type).width, marks.get("src", ())),
        Side(dst, dtype(setting.dst_type).width, marks.get("dst", ())),
    )


def place_of(call: KernelCall, sides: tuple[Side, Side], product: Product) -> Hashable:
    """The kind of place in which a call starts; no rule tells two calls of one meaning and place apart.

    That is where in a unit of its memory each side starts, which of its marks the tensor reaches from there, and
    whether the memory holds the tensor.
    """
    if call.family not in _FITTING:
        return tuple((tensor.nbytes, repr(tensor.offset)) for tensor in (call.src, call.dst))
    taken: dict[Space | None, Taken] = {}
    place: list[Hashable] = []
    for (space, width, marks), tensor in zip(sides, (call.src, call.dst), strict=True):
        count, offset = extent_of(tensor, width, marks)
        holds, kept = capacity(product, space), RESERVED_TAIL.get((product, space), 0)
        runs = taken.setdefault(space, [])
        address = first_free(count * width, runs, space, holds)
        end = address + count * width
        runs.append((address, end))
        place += [
            (address + offset * width) % max(_UNIT, 1 if space is None else ALIGNMENT[space]),
            bisect_right(marks, count - offset),
            count > 0,
            offset > 0,
            holds is None or (end <= holds, end <= holds - kept),
            (count, offset) if count > _MOST else (),
        ]
    return tuple(place)
