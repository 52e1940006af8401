"""Tensors of drawn calls: as large as the copy needs, and a source with drawn content."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from ascmove.core import Core
from ascmove.formats.dtype import DType
from ascmove.tensors import Tensor


def declared(core: Core, position: str, kind: DType, count: int, shape_info: tuple[int, ...] | None = None) -> Tensor:
    """A tensor of the core that nobody has judged."""
    if position == "GM":
        return core.declare_global(kind, count, shape_info=shape_info)
    return core.declare_local(position, kind, count, shape_info=shape_info)


@st.composite
def filled(draw: st.DrawFn, tensor: Tensor) -> Tensor:
    """The tensor with random bits in it; as it is where its memory is too small for it."""
    capacity = tensor.core.arena(tensor.space).capacity
    if capacity is None or tensor.address + tensor.nbytes <= capacity:
        bits = np.random.default_rng(draw(st.integers(0, 1 << 32))).integers(0, 256, tensor.nbytes, np.uint8)
        if tensor.dtype.kind == "bool":
            bits &= 1
        tensor.buffer()[:] = bits
        states = tensor.states()
        if states is not None:
            states[:] = 2
    return tensor


def kinds(names: frozenset[str] | set[str]) -> st.SearchStrategy[DType]:
    """One of the element types with these names."""
    from ascmove.formats.dtype import DTYPES

    return st.sampled_from([kind for name, kind in DTYPES.items() if name in names])
