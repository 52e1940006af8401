"""The memories of one core, and the global memory that several cores may share."""

from __future__ import annotations

import weakref
from typing import Any, NoReturn

import numpy as np

from ascmove.formats.dtype import DType
from ascmove.hardware import Product, Space, capacity, position_name, space_of
from ascmove.tensors.addresses import Addresses
from ascmove.tensors.arena import Arena, Block
from ascmove.tensors.nddma_cache import NdDmaCache
from ascmove.tensors.tensor import GlobalTensor, LocalTensor
from ascmove.tensors.wrap import wrap

FRACTAL_ALIGN = 1024  # a whole fractal of 4-byte elements: legal for every memory and move


class GlobalMemory:
    """Global memory: gives every wrapped array an address of its own.

    Two tensors around one array, or around views of one memory, lie where that memory lies, so that cores that share
    this object see the same bytes at the same addresses.
    """

    def __init__(self) -> None:
        self._addresses = Addresses(FRACTAL_ALIGN)
        self._caches: list[weakref.ref[NdDmaCache]] = []

    def attach(self, cache: NdDmaCache) -> None:
        """Let a core's NDDMA cache hear of every write."""
        self._caches = [known for known in self._caches if known() is not None]
        self._caches.append(weakref.ref(cache))

    def note_write(self, start: int, stop: int) -> None:
        """A core has written these bytes."""
        for known in self._caches:
            cache = known()
            if cache is not None:
                cache.note_write(start, stop)

    def address(self, array: np.ndarray[Any, Any]) -> int:
        """Address of the first byte of ``array``; a fresh array starts on a multiple of 1024 B."""
        return self._addresses.of(array)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a GlobalMemory is live memory: it cannot be copied or pickled; make a new one")


class Memory:
    """Arenas of a core of ``product``. ``limits="host"`` lifts capacities; ``track=False`` keeps no byte states."""

    def __init__(self, product: Product, *, host: bool, track: bool, gm: GlobalMemory | None) -> None:
        self.product = product
        self.host = host
        self.gm = gm if gm is not None else GlobalMemory()
        self._track = track
        self._arenas: dict[Space | None, Arena] = {}

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a Core is live memory with its tensors: it cannot be copied or pickled; make a new one")

    def arena(self, space: Space | None) -> Arena:
        """The arena of a memory; one that the product lacks is unbounded, so that a rule can say what is wrong."""
        found = self._arenas.get(space)
        if found is None:
            limit = None if self.host else capacity(self.product, space)
            found = self._arenas[space] = Arena(space, limit, self._track)
        return found

    def declare_local(
        self,
        position: str,
        element: DType,
        count: int,
        address: int | None = None,
        shape_info: tuple[int, ...] | None = None,
    ) -> LocalTensor:
        """A local tensor, not judged yet: `rules` say whether position, address and size are legal."""
        position = position_name(position)
        arena = self.arena(space_of(self.product, position))
        return LocalTensor(
            self,
            position,
            element,
            self._placed(arena, count * element.width, address),
            count,
            arena,
            shape_info=shape_info,
        )

    def declare_global(
        self,
        element: DType,
        count: int,
        address: int | None = None,
        shape_info: tuple[int, ...] | None = None,
        position: str = "GM",
    ) -> GlobalTensor:
        """A global tensor of zeros that the model makes itself, for cases without an array.

        ``position`` may name another one that the product keeps in global memory; rules say where it may be used.
        """
        arena = self.arena(Space.GM)
        start = self._placed(arena, count * element.width, address)
        return GlobalTensor(self, position, element, start, count, arena, shape_info=shape_info)

    @staticmethod
    def _placed(arena: Arena, nbytes: int, address: int | None) -> int:
        if address is None:
            return arena.place(nbytes, FRACTAL_ALIGN)
        arena.reserve(address, nbytes)
        return address

    def wrap_global(
        self,
        array: object,
        element: DType | None = None,
        address: int | None = None,
        shape_info: tuple[int, ...] | None = None,
    ) -> GlobalTensor:
        """A global tensor around ``array``, in place."""
        data, kind, owner = wrap(array, element)
        start = self.gm.address(owner) if address is None else address
        count = data.size // kind.width
        return GlobalTensor(
            self,
            "GM",
            kind,
            start,
            count,
            self.arena(Space.GM),
            block=Block(data, None, array if isinstance(array, np.ndarray) else owner),
            shape_info=shape_info,
        )
