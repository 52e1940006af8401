"""The enumerations of the enhanced transfer, with their C++ names and numbers."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from ascmove.errors import BadArgument, nearest_name


class BlockMode(Enum):
    """Shape of a block: 32 B, 16 x 16, 1 x 16, 16 x 4, or 16 x 16 with channel split."""

    NORMAL = 0
    MATRIX = 1
    VECTOR = 2
    SMALL_CHANNEL = 3
    DEPTHWISE = 4

    @property
    def cpp(self) -> str:
        """The C++ enumerator."""
        return f"AscendC::BlockMode::BLOCK_MODE_{self.name}"


class DeqScale(Enum):
    """Quantisation mode. V: a vector of 16 words per burst; 8 and 16: bits of an integer result, 16 also half."""

    DEQ_NONE = 0
    DEQ = 1
    VDEQ = 2
    DEQ8 = 3
    VDEQ8 = 4
    DEQ16 = 5
    VDEQ16 = 6

    @property
    def vector(self) -> bool:
        """True for the modes that read their words from UB."""
        return self.name.startswith("V")

    @property
    def cpp(self) -> str:
        """The C++ enumerator."""
        return f"AscendC::DeqScale::{self.name}"


class PadMode(Enum):
    """Reserved: the enhanced copy ignores it."""

    PAD_NONE = 0
    PAD_MODE1 = 1
    PAD_MODE2 = 2
    PAD_MODE3 = 3
    PAD_MODE4 = 4
    PAD_MODE5 = 5
    PAD_MODE6 = 6
    PAD_MODE7 = 7
    PAD_MODE8 = 8

    @property
    def cpp(self) -> str:
        """The C++ enumerator."""
        return f"pad_t::{self.name}"


_PREFIX = "BLOCK_MODE_"
E = TypeVar("E", BlockMode, DeqScale, PadMode)


def spellings(kind: type[E]) -> dict[str, E]:
    """The members by their plain C++ names, with and without prefix.

    >>> spellings(BlockMode)["BLOCK_MODE_MATRIX"]
    <BlockMode.MATRIX: 1>
    """
    return {prefix + name: member for name, member in kind.__members__.items() for prefix in ("", _PREFIX)}


def named(field: str, value: object, kind: type[E]) -> E:
    """The member meant by a member or a C++ name; BadArgument with a suggestion otherwise.

    >>> named("block_mode", "BLOCK_MODE_MATRIX", BlockMode)
    <BlockMode.MATRIX: 1>
    """
    if isinstance(value, kind):
        return value
    if isinstance(value, str):
        name = value.rsplit("::", 1)[-1].removeprefix(_PREFIX)
        if name in kind.__members__:
            return kind[name]
        raise BadArgument(f"unknown {field} {value!r}{nearest_name(name, kind.__members__)}")
    raise BadArgument(f"{field} = {value!r} is a {type(value).__name__}; it is one of {', '.join(kind.__members__)}")
