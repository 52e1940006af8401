"""Byte arenas: the content of a memory and, byte by byte, whether it was ever written and as what."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

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


#: writes the states of what a copy wrote, the same ones to the same bytes each time
Marker = Callable[[Bytes], None]
_MOST = 64  # marks that wait


class Mark(NamedTuple):
    """States still to be written: by ``write``, from byte ``start`` of a block on. ``key`` says which one it is.

    ``pads`` is False where all states are DATA.
    """

    key: int
    start: int
    write: Marker
    pads: bool


class Block:
    """A run of bytes with one content and one state; tensors are windows into a block.

    States are written when somebody looks; until then a block keeps the marks of what was copied into it. Marks with
    the same key and start are the same, and only the last of them counts.

    ``stamp`` grows whenever a state may have changed to anything but DATA. ``user``: the array around which the block
    lies, where it is a user's.
    """

    __slots__ = ("_latest", "_marks", "_state", "_user", "data", "stamp")

    def __init__(self, data: Bytes, state: Bytes | None, user: np.ndarray[Any, Any] | None = None) -> None:
        self.data = data
        self.stamp = 0
        self._user = data if user is None else user
        self._state = state
        self._marks: dict[tuple[int, int], Mark] = {}
        self._latest: Mark | None = None

    @property
    def writeable(self) -> bool:
        """False while the user's array around which the block lies is read-only."""
        return bool(self._user.flags.writeable and self.data.flags.writeable)

    @property
    def tracked(self) -> bool:
        """False where states are not kept: global memory (always defined) and cores with ``track=False``."""
        return self._state is not None

    @property
    def state(self) -> Bytes | None:
        """The states in place, as they are now; None where they are not kept."""
        if self._marks:
            self._settle()
        return self._state

    def hand_out(self) -> Bytes | None:
        """The states for somebody who may change them."""
        self.stamp += 1
        found = self.state
        self._latest = None
        return found

    def mark_later(self, mark: Mark) -> None:
        """Have states written before anybody looks. A mark that was the last one changes nothing."""
        if mark is self._latest or self._state is None:
            return
        if mark.pads:
            self.stamp += 1
        if len(self._marks) >= _MOST:
            self._settle()
        key = mark.key, mark.start
        self._marks.pop(key, None)
        self._marks[key] = self._latest = mark

    def _settle(self) -> None:
        assert self._state is not None
        waiting = tuple(self._marks.values())
        self._marks.clear()
        for mark in waiting:
            mark.write(self._state[mark.start :])

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
