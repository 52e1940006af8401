"""Short ways to make the tensors of a test."""

from __future__ import annotations

from typing import Any

import numpy as np

import ascmove as am
from ascmove import te
from ascmove.formats.dtype import dtype

Array = np.ndarray[Any, Any]

ATOM = te.make_copy(te.CopyL0C2GM())


def frame(pattern: str, *extents: int, c0: object = None) -> te.Layout:
    """A frame layout that may have extents of 0."""
    return te.make_frame_layout(pattern, *extents, c0=c0, strict=False)


def l0c(core: am.Core, layout: te.Layout, kind: str = "float", count: int | None = None, **options: Any) -> te.Tensor:
    """An L0C tile of 0, 1, 2, ... in the order of memory."""
    elements = max(layout.capacity, layout.cosize) if count is None else count
    data = np.arange(elements).astype(dtype(kind).carrier)
    return te.make_tensor(core.local_tensor("CO1", kind, elements, data=data, **options), layout)


def gm(core: am.Core, layout: te.Layout, kind: str = "float", count: int | None = None, fill: int = -1) -> te.Tensor:
    """A destination in global memory, filled with one value."""
    elements = max(layout.capacity, layout.cosize) if count is None else count
    carrier = dtype(kind).carrier
    return te.make_tensor(core.global_tensor(np.full(elements, fill).astype(carrier), kind), layout)


def words(core: am.Core, *extents: int, fill: object = 0x3F800000, position: str = "A1", **options: Any) -> te.Tensor:
    """A tensor of words, (1, n) or (B, 1, n)."""
    layout = frame("NDExt", *extents)
    memory = core.local_tensor(position, "uint64_t", layout.capacity, fill=fill, **options)
    return te.make_tensor(memory, layout)


def flat(tensor: te.Tensor) -> Array:
    """The whole memory of a tensor."""
    return np.asarray(tensor.memory.to_numpy())
