"""Extents: the lowest and highest element a Step or Plan touches, and the first tuple that leaves a buffer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ascmove.plan.step import Access, Step


@dataclass(frozen=True, slots=True)
class Extent:
    """A half-open range of elements or bytes; ``start == stop`` means that nothing is touched."""

    start: int
    stop: int

    def __or__(self, other: Extent) -> Extent:
        if self.start == self.stop:
            return other
        if other.start == other.stop:
            return self
        return Extent(min(self.start, other.start), max(self.stop, other.stop))

    def meets(self, other: Extent) -> bool:
        """True when the two ranges share something."""
        return self.start < other.stop and other.start < self.stop

    def scaled(self, factor: int) -> Extent:
        """The same range in smaller units, for example bytes instead of elements."""
        return Extent(self.start * factor, self.stop * factor)

    def shifted(self, by: int) -> Extent:
        """The same range ``by`` units further on."""
        return Extent(self.start + by, self.stop + by)


NOTHING = Extent(0, 0)


def access_extent(shape: tuple[int, ...], access: Access) -> Extent:
    """Elements that a nest of ``shape`` touches through ``access``."""
    return Extent(access.offset, access.last(shape) + 1)


def step_extent(steps: Iterable[Step], operand: str) -> Extent:
    """Elements that ``steps`` touch in ``operand`` ("src", "dst" or "quant")."""
    extent = NOTHING
    for step in steps:
        access = getattr(step, operand)
        if access is not None:
            extent |= access_extent(step.shape, access)
    return extent


def first_beyond(shape: tuple[int, ...], access: Access, limit: int) -> tuple[int, ...] | None:
    """The first tuple, outermost loop slowest, whose element is ``limit`` or more; None when none is.

    >>> first_beyond((4, 3), Access(0, (1, 10)), 22)
    (2, 2)
    """
    if access.last(shape) < limit:
        return None
    index = [0] * len(shape)
    at = access.offset
    inner = sum((n - 1) * s for n, s in zip(shape, access.strides, strict=True))
    for k in range(len(shape) - 1, -1, -1):
        stride = access.strides[k]
        inner -= (shape[k] - 1) * stride
        missing = limit - at - inner
        if missing > 0 and stride:
            index[k] = -(-missing // stride)
            at += index[k] * stride
    return tuple(index)
