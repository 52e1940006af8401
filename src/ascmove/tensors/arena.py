"""Byte arenas: the content of a memory and, byte by byte, whether it was ever written and as what."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ascmove.errors import BadArgument
from ascmove.hardware import Space

#: what fresh memory holds: recognisable, and a NaN or a large odd number in most types
POISON = 0xE7

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


class ByteState(IntEnum):
    """State of one byte."""

    UNDEFINED = 0
    PAD = 1
    DATA = 2


class Block:
    """A run of bytes with one content and one state; tensors are windows into a block.

    ``state`` is None where states are not kept: global memory (always defined) and cores with ``track=False``.
    ``stamp`` grows whenever a state may have changed to anything but DATA.
    """

    __slots__ = ("data", "stamp", "state", "writeable")

    def __init__(self, data: Bytes, state: Bytes | None) -> None:
        self.data = data
        self.state = state
        self.stamp = 0
        self.writeable = bool(data.flags.writeable)

    @classmethod
    def fresh(cls, nbytes: int, track: bool) -> Block:
        """Undefined memory full of poison."""
        return cls(_filled(nbytes, POISON), _filled(nbytes, ByteState.UNDEFINED) if track else None)

    @classmethod
    def zeros(cls, nbytes: int) -> Block:
        """Global memory full of zeros, always defined."""
        return cls(_filled(nbytes, 0), None)


class Arena:
    """One memory. Tensors are placed one behind the other unless they name an address.

    With a ``capacity`` there is one block, allocated at first use. Without (global memory; whole matrices on the host)
    every tensor gets a block of its own, and an address inside a block that exists is honoured. ``space`` is None for
    a memory that the product lacks.
    """

    def __init__(self, space: Space | None, capacity: int | None, track: bool) -> None:
        self.space = space
        self.capacity = capacity
        self._track = track
        self.taken = 0  # bytes up to here belong to tensors
        self._blocks: list[tuple[int, Block]] = []  # base address, block

    def place(self, nbytes: int, align: int) -> int:
        """Reserve ``nbytes`` behind everything placed so far; the address is a multiple of ``align``."""
        start = -(-self.taken // align) * align
        self.reserve(start, nbytes)
        return start

    def reserve(self, address: int, nbytes: int) -> None:
        """Note that a tensor lies here, so that the next one without an address goes behind it."""
        self.taken = max(self.taken, address + nbytes)

    def window(self, address: int, nbytes: int) -> tuple[Block, int]:
        """The block that holds these bytes and where they start in it."""
        for base, block in self._blocks:
            if base <= address and address + nbytes <= base + block.data.size:
                return block, address - base
        base, size = (address, nbytes) if self.capacity is None else (0, self.capacity)
        if address + nbytes > base + size:
            raise BadArgument(f"{self.space} holds {size} B; bytes {address} to {address + nbytes} are not in it")
        block = Block.zeros(size) if self.space is Space.GM else Block.fresh(size, self._track)
        self._blocks.append((base, block))
        return block, address - base

    def reset(self) -> None:
        """Forget every tensor; the memory is undefined again."""
        self.taken = 0
        self._blocks.clear()


def _filled(nbytes: int, value: int) -> Bytes:
    """So many bytes of memory. Raises BadArgument where this machine cannot give them."""
    try:
        return np.zeros(nbytes, np.uint8) if value == 0 else np.full(nbytes, value, np.uint8)
    except (MemoryError, ValueError):  # ValueError: more than an address can say
        raise BadArgument(f"{nbytes} B are more than this machine's memory can give") from None
