"""Tensors of the Tensor API: a memory seen through a layout."""

from __future__ import annotations

from typing import Any

import numpy as np

import ascmove.formats as formats
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.errors import BadArgument
from ascmove.findings.shown import Shown
from ascmove.formats.dtype import DType
from ascmove.layouts import Layout, make_layout, unpack
from ascmove.layouts.nested import Nested
from ascmove.te.pointer import FreshPtr, MemPtr
from ascmove.tensors import Tensor as Memory

Array = np.ndarray[Any, Any]


class Tensor(Shown):
    """A matrix, or a batch of them, in the memory of a core: a tensor of the core, a first element and a layout.

    ``tensor[coord]`` is one element, ``tensor(coord)`` everything from a coordinate on, ``tensor.slice(coord, shape)``
    a part. Slices share the memory and keep strides and pattern. A slice that the layout does not allow is not refused
    here: the copy that uses it reports what is wrong (rules LAY007 to LAY011).
    """

    __slots__ = ("operand",)

    def __init__(self, operand: L0cOperand) -> None:
        self.operand = operand

    @property
    def layout(self) -> Layout:
        """Shape, stride and pattern."""
        return self.operand.layout

    @property
    def dtype(self) -> DType:
        """Element type."""
        return self.operand.tensor.dtype

    @property
    def memory(self) -> Memory:
        """The tensor of the core in which the elements lie."""
        return self.operand.tensor

    @property
    def offset(self) -> int:
        """First element, from the start of ``memory``."""
        return self.operand.offset

    @property
    def position(self) -> str:
        """Position of the memory, as in C++."""
        return self.operand.tensor.position

    # -- parts --------------------------------------------------------------------------------------------------------

    def slice(self, coord: object, shape: object) -> Tensor:
        """The part that starts at ``coord`` and takes ``shape``.

        ``(row, column)`` and ``(rows, columns)``, with the batch in front where there is one:
        ``(b, (row, column))``. Fractal layouts are taken in whole fractals. What lies past the end is cut off.

        >>> from ascmove import Core, te
        >>> memory = Core("ascend-950").local_tensor("CO1", "float", 4096)
        >>> part = te.make_tensor(te.make_mem_ptr(memory), te.make_frame_layout("NZ", 64, 64)).slice((16, 32), (20, 20))
        >>> part.offset, str(part.layout)
        (2304, 'NZ<16> ((16,2),(16,2)):((16,256),(1,1024)) of 20x20')
        """
        extent = _frozen(shape.shape if isinstance(shape, Layout) else shape)
        return Tensor(self.operand.cut(_frozen(coord), extent))

    def __call__(self, *coord: object) -> Tensor:
        """Everything from a coordinate on; the coordinate is nested as the shape. ``t(i, j)`` is ``t((i, j))``."""
        where = coord[0] if len(coord) == 1 and isinstance(coord[0], (tuple, list)) else coord
        at = _frozen(where)
        return self.slice(at, _rest(self.layout.shape, at))

    def squeeze(self, *what: Any) -> Tensor:
        """Without axes of extent 1 (see `Layout.squeeze`), from the same element on."""
        return self._relaid(self.layout.squeeze(*what))

    def batch(self, index: int) -> Tensor:
        """One matrix of a batch, without the batch axis. Raises BadArgument where there is no such matrix."""
        count = self.layout.batch
        single = self.layout.remove_batch()
        if not isinstance(index, int) or not 0 <= index < (count or 0):
            raise BadArgument(f"batch {index!r} of {count}; batches are 0 to {(count or 0) - 1}")
        return self._relaid(single, self.offset + index * self.operand.batch_stride)

    def _relaid(self, layout: Layout, offset: int | None = None) -> Tensor:
        first = self.offset if offset is None else offset
        return Tensor(L0cOperand(self.memory, layout, first, layout, first))

    # -- content ------------------------------------------------------------------------------------------------------

    def __getitem__(self, coord: object) -> Any:
        """One element in the carrier type. Raises BadArgument for a coordinate that does not fit or lies outside."""
        self._usable()
        at = self.offset + self.layout(coord)
        if at >= self.memory.count:
            raise BadArgument(f"coordinate {coord} is element {at} of {self.memory.count}")
        return self.memory.buffer().view(self.dtype.carrier)[at]

    def to_matrix(self) -> Array:
        """The matrix as a plain array: (m, n), (batch, m, n), or (n, c, h, w) of a convolution layout.

        A copy in the carrier type, the declared rows and columns only. Raises BadArgument when the layout is broken or
        reaches past its memory.
        """
        self._usable()
        elements = self.memory.buffer().view(self.dtype.carrier)
        matrix: Array = unpack(elements[self.offset :], self.layout)
        return matrix

    def to_float(self) -> Array:
        """The matrix with decoded values, for types that NumPy does not have."""
        matrix = self.to_matrix()
        raw = np.ascontiguousarray(matrix).view(self.dtype.bits)
        decoded: Array = formats.decode(raw.reshape(-1), self.dtype)
        shaped: Array = decoded.reshape(matrix.shape)
        return shaped

    def _usable(self) -> None:
        messages = [p.message for cut in self.operand.cuts for p in cut.problems if p.is_error]
        if messages:
            raise BadArgument("\n".join(messages))

    def __repr__(self) -> str:
        return f"<te.Tensor {self.position}[{self.dtype}] {self.layout} from element {self.offset}>"


def make_tensor(pointer: MemPtr | FreshPtr | Memory, *layout: Any) -> Tensor:
    """A tensor from a pointer and a layout, or a pointer, a shape and a stride.

    Sizes, alignment and types are not checked here, as on the device; the copy does. Raises BadArgument for arguments
    of another kind.

    >>> from ascmove import Core
    >>> core = Core("ascend-950")
    >>> make_tensor(core.local_tensor("CO1", "float", 4), (2, 2), (2, 1)).layout
    <Layout (2,2):(2,1)>
    """
    if isinstance(pointer, Memory):
        pointer = MemPtr(pointer)
    if not isinstance(pointer, (MemPtr, FreshPtr)):
        raise BadArgument(f"make_tensor takes a pointer first, not a {type(pointer).__name__}; use make_mem_ptr")
    if len(layout) == 2:
        layout = (make_layout(*layout),)
    if len(layout) != 1 or not isinstance(layout[0], Layout):
        raise BadArgument("make_tensor takes a layout, or a shape and a stride, behind the pointer")
    (seen,) = layout
    aimed = pointer.aimed(seen)
    return Tensor(L0cOperand(aimed.tensor, seen, aimed.offset, seen, aimed.offset))


def _frozen(value: object) -> object:
    """Lists and arrays as tuples at every level, so that a slice can be remembered."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(_frozen(item) for item in value) if isinstance(value, (tuple, list)) else value


def _rest(shape: Nested, coord: object) -> Nested:
    """What remains of a shape from a coordinate on, entry by entry; 1 where the coordinate is past the end."""
    if isinstance(shape, tuple):
        if not isinstance(coord, tuple) or len(coord) != len(shape):
            return shape
        return tuple(_rest(extent, start) for extent, start in zip(shape, coord, strict=True))
    return shape - coord if isinstance(coord, int) and 0 <= coord < shape else 1
