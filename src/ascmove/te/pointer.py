"""Pointers: where in which memory a tensor of the Tensor API starts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ascmove.calls.fields import whole
from ascmove.core import Core
from ascmove.errors import BadArgument, nearest_name
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.layouts import Layout
from ascmove.tensors import Tensor

#: locations of the Tensor API and a position that lies in each
LOCATIONS = {"UB": "VECIN", "L1": "A1", "L0A": "A2", "L0B": "B2", "L0C": "CO1"}


@dataclass(frozen=True)
class MemPtr:
    """A pointer into a tensor of the core, ``offset`` elements behind its start. ``ptr + n`` moves by elements."""

    tensor: Tensor
    offset: int = 0

    def __add__(self, elements: int) -> MemPtr:
        moved = self.offset + whole("a pointer offset", elements)
        if moved < 0:
            raise BadArgument(f"pointer offset {moved} is negative; it points before its tensor")
        return MemPtr(self.tensor, moved)

    def aimed(self, layout: Layout) -> MemPtr:
        """The pointer itself: its tensor exists already."""
        return self


@dataclass(frozen=True)
class FreshPtr:
    """A pointer to byte ``address`` of a memory, where no tensor has been made yet."""

    core: Core
    position: str
    dtype: DType
    address: int

    def __add__(self, elements: int) -> FreshPtr:
        moved = self.address + whole("a pointer offset", elements) * self.dtype.width
        if moved < 0:
            raise BadArgument(f"pointer address {moved} is negative; it points before its memory")
        return replace(self, address=moved)

    def aimed(self, layout: Layout) -> MemPtr:
        """A pointer to a new local tensor that has room for ``layout``."""
        count = max(layout.capacity, layout.cosize)
        return MemPtr(self.core.local_tensor(self.position, self.dtype, count, address=self.address))


def make_mem_ptr(
    where: Tensor | Core, location: str | None = None, dtype: object = None, address: int | None = None
) -> MemPtr | FreshPtr:
    """A pointer to a tensor of the core, or to a byte address of one of its local memories.

    ``make_mem_ptr(tensor)`` points to the first element of a global or local tensor. ``make_mem_ptr(core, "L0C",
    "float", address)`` is ``MakeMemPtr<Location::L0C, float>(address)``; the location may also be a position (CO1).
    Raises BadArgument for an unknown location.

    >>> core = Core("ascend-950")
    >>> (make_mem_ptr(core.local_tensor("CO1", "float", 512)) + 256).offset
    256
    """
    if isinstance(where, Tensor):
        if location is not None or dtype is not None or address is not None:
            raise BadArgument("a tensor has its location, type and address; make_mem_ptr takes nothing beside it")
        return MemPtr(where)
    if not isinstance(where, Core):
        raise BadArgument(
            f"make_mem_ptr takes a tensor or a core, not a {type(where).__name__}; "
            "core.global_tensor(array) makes a tensor of an array"
        )
    if location is None or dtype is None or address is None:
        raise BadArgument("make_mem_ptr(core, ...) needs a location, an element type and a byte address")
    if not isinstance(location, str):
        raise BadArgument(f"a location is a name such as 'L0C', not {location!r}")
    position = LOCATIONS.get(location, location)
    if position == "GM":
        raise BadArgument("global memory is wrapped, not addressed; use make_mem_ptr(core.global_tensor(array))")
    if location in ("L0ScaleA", "L0ScaleB", "BIAS", "FIXBUF", "SSBUF"):
        raise BadArgument(f"location {location!r} is not modelled{nearest_name(location, LOCATIONS)}")
    return FreshPtr(where, position, as_dtype(dtype), whole("address", address))
