"""GlobalTensor and LocalTensor: windows of typed elements into the memories of a core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np

import ascmove.formats as formats
from ascmove.errors import BadArgument, index_of
from ascmove.findings.shown import Shown
from ascmove.findings.wording import several
from ascmove.formats.dtype import DType
from ascmove.hardware import ALIGNMENT, Space
from ascmove.tensors.arena import Arena, Block, Bytes, ByteState, Mark, Marker

if TYPE_CHECKING:
    from ascmove.tensors.memory import Memory

Array = np.ndarray[Any, Any]
T = TypeVar("T", bound="Tensor")


class Tensor(Shown):
    """``count`` elements of ``dtype`` at byte ``address`` of the memory behind ``position``.

    ``x[off:]`` and ``x[off]`` are views that start ``off`` elements further on, like `operator[]` in C++.
    ``shape_info`` holds axis lengths, innermost first, for slice copies whose shape values are all 0.
    ``offset`` counts the elements from the start of the tensor that this is a view of.

    Bytes are found in the arena at first use, so that a tensor can be declared, and judged, without any.
    """

    __slots__ = (
        "_arena",
        "_block",
        "_owner",
        "_start",
        "address",
        "core",
        "count",
        "dtype",
        "key",
        "offset",
        "position",
        "prepared",
        "shape_info",
        "sized",
        "space",
    )

    def __init__(
        self,
        core: Memory,
        position: str,
        dtype: DType,
        address: int,
        count: int,
        arena: Arena,
        *,
        block: Block | None = None,
        shape_info: tuple[int, ...] | None = None,
        offset: int = 0,
        owner: Tensor | None = None,
    ) -> None:
        self.core = core
        self.position = position
        self.space = arena.space
        self.dtype = dtype
        self.address = address
        self.count = count
        self.shape_info = shape_info
        self.offset = offset
        # a global tensor of count 0 has no known size, nor have its views: they are not bound-checked
        self.sized: bool = owner.sized if owner is not None else arena.space is not Space.GM or count != 0
        self._arena = arena
        self._owner = owner
        self._block = block
        self._start = 0
        self.prepared: dict[Any, Any] = {}  # calls into this tensor that may be made again, see `moves`
        self.key = (position, dtype, address, count, shape_info, offset, self.sized)

    def _found(self) -> Block:
        """The block these elements lie in; sets where they start in it."""
        if self._block is None:
            if self._owner is None:
                self._block, self._start = self._arena.window(self.address, self.nbytes)
            else:
                self._block = self._owner._found()
                self._start = self._owner._start + self.address - self._owner.address
        return self._block

    @property
    def nbytes(self) -> int:
        """Bytes from the start of this tensor to its end."""
        return self.count * self.dtype.width

    @property
    def alignment(self) -> int:
        """Bytes of which ``address`` has to be a multiple."""
        return ALIGNMENT[self.space] if self.space is not None else 1

    @property
    def whole(self) -> Tensor:
        """The tensor that this is a view of; the tensor itself when it is none."""
        return self if self._owner is None else self._owner.whole

    def buffer(self) -> Bytes:
        """Content in place, as bytes; empty for a view past the end."""
        content: Bytes = self._found().data[self._start : self._start + max(0, self.nbytes)]
        return content

    def states(self) -> Bytes | None:
        """Byte states in place; None where they are not kept, and for a tensor that its memory cannot hold.

        Whoever asks may change them, and copies write them late: ask anew before each look and each change.
        """
        try:
            block = self._found()
        except BadArgument:  # past the end of the memory: rule TEN006
            return None
        state = block.hand_out()
        return None if state is None else state[self._start : self._start + max(0, self.nbytes)]

    def mark_of(self, key: int, write: Marker, *, pads: bool) -> Mark:
        """The mark of a copy into this tensor; see `Mark`."""
        self._found()
        return Mark(key, self._start, write, pads)

    @property
    def block(self) -> Block:
        """The run of memory that these elements lie in."""
        return self._found()

    @property
    def writeable(self) -> bool:
        """False for a global tensor around a read-only array."""
        return self._found().writeable

    def to_numpy(self) -> Array:
        """A flat copy of the elements in the carrier type."""
        copied: Array = self.buffer().copy().view(self.dtype.carrier)
        return copied

    def to_float(self) -> Array:
        """The decoded values as Python-readable numbers (float64, complex128, or exact integers)."""
        return formats.decode(self.buffer().view(self.dtype.bits), self.dtype)

    def view(self: T, offset: int, count: int | None = None) -> T:
        """The tensor that starts ``offset`` elements further on; rule TEN012 judges offsets past the end."""
        offset = _whole(offset, "offset")
        if offset < 0:
            raise BadArgument(f"offset {offset} is negative; a view starts at or behind the start of its tensor")
        if count is not None and _whole(count, "count") < 0:
            raise BadArgument(f"count {count} is negative; a view holds 0 elements or more")
        rest = self.count - offset if self.sized else 0
        return type(self)(
            self.core,
            self.position,
            self.dtype,
            self.address + offset * self.dtype.width,
            rest if count is None else min(_whole(count, "count"), rest),
            self._arena,
            shape_info=self.shape_info,
            offset=self.offset + offset,
            owner=self,
        )

    def __getitem__(self: T, index: int | slice) -> T:
        if isinstance(index, slice):
            if index.step is not None and index_of(index.step) != 1:
                raise BadArgument(f"a view has no step (given {index.step}); strides belong into the copy parameters")
            start, stop = 0 if index.start is None else index.start, index.stop
        else:
            start, stop = index, None
        start = _whole(start, "offset")
        if stop is None:
            return self.view(start)
        stop = _whole(stop, "end")
        if stop < 0:
            raise BadArgument(f"end {stop} is negative; the end of a view counts from the start of its tensor")
        return self.view(start, max(0, stop - start))

    def __len__(self) -> int:
        return max(0, self.count)

    def __iter__(self) -> NoReturn:
        # x[n] is a view for every n, so that Python's own iteration would never end
        raise BadArgument("a tensor is no list of elements; use to_numpy() or to_float()")

    def __array__(self, dtype: object = None, copy: bool | None = None) -> Array:
        return np.array(self.to_numpy(), dtype, copy=copy)  # type: ignore[call-overload, no-any-return]

    def __repr__(self) -> str:
        return f"<{self.position} {self.dtype}[{self.count}] at {self.address} B>"


def _whole(value: object, what: str) -> int:
    number = index_of(value)
    if number is None:
        raise BadArgument(f"{what} of a view is {value!r}; it is a whole number of elements")
    return number


class GlobalTensor(Tensor):
    """Elements in global memory: a user's array, in place. ``count`` 0 means that the size is not known."""

    __slots__ = ()

    def to_numpy(self) -> Array:
        """The user's memory in place, flat, in the carrier type."""
        seen: Array = self.buffer().view(self.dtype.carrier)
        return seen


class LocalTensor(Tensor):
    """Elements in a memory of the core (UB, L1, L0C, ...)."""

    __slots__ = ()

    def state(self) -> Bytes:
        """State of each byte (`ByteState`: 0 undefined, 1 pad, 2 data), a copy.

        Raises BadArgument on a core that does not keep states.
        """
        states = self.states()
        if states is None:
            raise BadArgument("this core keeps no byte states (track=False)")
        copied: Bytes = states.copy()
        return copied

    def write(self, data: object) -> None:
        """Set all elements: an array of the carrier type is taken as bits, anything else as values to encode."""
        raw = raw_elements(data, self.dtype)
        if raw.size != self.count:
            raise BadArgument(f"data holds {several(raw.size, 'element')}, the tensor {self.count}")
        self.buffer()[:] = raw.view(np.uint8)
        self._mark(ByteState.DATA)

    def fill(self, value: object) -> None:
        """Set all elements to one value."""
        bits = formats.encode_literal(value, self.dtype)
        self.buffer().view(self.dtype.bits)[:] = bits
        self._mark(ByteState.DATA)

    def _mark(self, state: ByteState) -> None:
        states = self.states()
        if states is not None:
            states[:] = state


def as_array(data: object) -> Array:
    """``data`` as an array; BadArgument for lists of unequal lengths and the like."""
    try:
        return np.asarray(data)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadArgument(f"data are no array: {error}") from None


def raw_elements(data: object, kind: DType) -> Array:
    """``data`` as a flat array of ``kind.bits``: carrier arrays bit for bit, other numbers encoded."""
    array = as_array(data)
    if array.dtype == kind.carrier:
        bits: Array = np.ascontiguousarray(array).reshape(-1).view(kind.bits)
        own: Array = bits.copy()
        return own
    if array.dtype == object or array.dtype.kind not in "biufcV":
        return np.array([formats.encode_literal(v, kind) for v in array.reshape(-1).tolist()], dtype=kind.bits)
    return formats.encode(array.reshape(-1), kind)
