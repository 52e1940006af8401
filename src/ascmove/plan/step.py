"""A Step: one affine loop nest that moves, fills or converts elements."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import prod

from ascmove.formats.conversion import Conversion


class Role(str, Enum):
    """What the written elements are to the receiver; it becomes their byte state."""

    DATA = "data"
    PAD = "pad"


@dataclass(frozen=True, slots=True)
class Access:
    """Where a loop nest touches one operand: offset and strides in elements of that operand, innermost first.

    A stride of 0 repeats the same element (broadcast). Offsets and strides are never negative.
    """

    offset: int
    strides: tuple[int, ...]

    def at(self, index: tuple[int, ...]) -> int:
        """Element touched by the tuple ``index`` (innermost first)."""
        return self.offset + sum(i * s for i, s in zip(index, self.strides, strict=True))

    def last(self, shape: tuple[int, ...]) -> int:
        """Highest element touched by a nest of this ``shape``."""
        return self.offset + sum((n - 1) * s for n, s in zip(shape, self.strides, strict=True))


@dataclass(frozen=True, slots=True)
class Step:
    """``shape`` holds the loop extents, innermost first, each at least 1.

    ``src`` is None for a fill, which writes the bit pattern ``fill``. ``convert`` changes elements on the way;
    ``quant`` then says which parameter word goes with which element (None: the conversion's own word, or none).
    """

    shape: tuple[int, ...]
    dst: Access
    src: Access | None = None
    fill: int | None = None
    convert: Conversion | None = None
    quant: Access | None = None
    role: Role = Role.DATA

    def __post_init__(self) -> None:
        if (self.src is None) == (self.fill is None):
            raise ValueError("a Step either reads or fills")
        if any(len(a.strides) != len(self.shape) for _, a in self.accesses()):
            raise ValueError("a Step has one stride per loop and operand")
        if any(n < 1 for n in self.shape):
            raise ValueError("every loop of a Step runs at least once")

    def accesses(self) -> tuple[tuple[str, Access], ...]:
        """The operands that this Step touches, by name."""
        pairs = (("dst", self.dst), ("src", self.src), ("quant", self.quant))
        return tuple((name, access) for name, access in pairs if access is not None)

    @property
    def elements(self) -> int:
        """How many elements are written (each tuple of the nest once)."""
        return prod(self.shape)

    @property
    def reads(self) -> Access:
        """The source access of a Step that reads."""
        assert self.src is not None
        return self.src
