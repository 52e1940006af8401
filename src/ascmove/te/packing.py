"""Plain matrices into any layout."""

from __future__ import annotations

import numpy as np

from ascmove.core import Core
from ascmove.errors import BadArgument
from ascmove.formats import encode_literal
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.layouts import Layout, pack
from ascmove.te.tensor import Tensor, make_tensor
from ascmove.tensors import ByteState, LocalTensor
from ascmove.tensors.tensor import Array, as_array, raw_elements


def from_numpy(
    matrix: object,
    layout: Layout,
    *,
    core: Core,
    position: str = "CO1",
    dtype: object = None,
    address: int | None = None,
    pad: object = 0,
) -> Tensor:
    """A new tensor that holds a plain matrix in a layout.

    ``matrix``: (m, n), (batch, m, n), or (n, c, h, w) for a convolution layout, of any size the layout declares.
    ``position``: where it lies, GM included. ``dtype``: element type where the array's own is not meant; values are
    converted. ``pad``: what the rest of the memory holds, None to leave it undefined (zeros in GM).

    Raises BadArgument for a matrix of another shape, RuleViolation when the memory is too small.

    >>> core = Core("ascend-950")
    >>> from ascmove import te
    >>> acc = from_numpy([[1, 2], [3, 4]], te.make_frame_layout("NZ", 2, 2), core=core, dtype="float")
    >>> acc[(1, 0)], acc.memory.count
    (np.float32(3.0), 256)
    """
    if not isinstance(layout, Layout):
        raise BadArgument(f"layout is a {type(layout).__name__}; make one with make_frame_layout")
    if not isinstance(core, Core) or not isinstance(position, str):
        raise BadArgument(f"from_numpy takes a Core and the name of a position, not {core!r} and {position!r}")
    array = as_array(matrix)
    kind = as_dtype(array.dtype if dtype is None else dtype)
    raw = raw_elements(array, kind).reshape(array.shape)
    count = max(layout.capacity, layout.cosize)
    if count * kind.width >> 63:
        raise BadArgument(f"{layout} takes {count} elements of {kind}, more than any machine can address")
    buffer = np.zeros(count, kind.bits)
    filled = np.zeros(buffer.size, np.bool_)
    pack(raw, layout, buffer)
    pack(np.ones(array.shape, np.bool_), layout, filled)
    if pad is not None:
        buffer[~filled] = encode_literal(pad, kind)
    if position == "GM":
        memory = core.global_tensor(buffer.view(kind.carrier), kind, address=address)
        return make_tensor(memory, layout)
    local = core.local_tensor(position, kind, buffer.size, address=address)
    _write(local, buffer, filled, pad is not None)
    return make_tensor(local, layout)


def _write(local: LocalTensor, buffer: Array, filled: Array, all_of_it: bool) -> None:
    """Set the elements of the matrix, or all of them, and mark them as data."""
    chosen = np.repeat(filled | all_of_it, local.dtype.width)
    local.buffer()[chosen] = buffer.view(np.uint8)[chosen]
    states = local.states()
    if states is not None:
        states[chosen] = ByteState.DATA
