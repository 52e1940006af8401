"""Random pairs of NumPy views, and the oracle: NumPy's own assignment."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

import ascmove as am
from ascmove.derive.views import owner

Array = np.ndarray[Any, Any]


@st.composite
def regular_views(draw: st.DrawFn, most_axes: int = 6) -> tuple[Array, Array]:
    """(source view, destination view) of fresh arrays: slices with steps, permuted axes, broadcast sources."""
    axes = draw(st.integers(1, most_axes))
    extents = draw(st.lists(st.integers(1, 4), min_size=axes, max_size=axes))
    dtype = draw(st.sampled_from([np.uint8, np.int16, np.float32, np.int64]))
    dst = cut(draw, extents, dtype, most_start=0)  # a tensor in UB starts on a multiple of 32 B
    repeated = draw(st.sets(st.integers(0, axes - 1)))
    src = cut(draw, [1 if k in repeated else n for k, n in enumerate(extents)], dtype)
    whole = owner(src)
    whole[...] = np.arange(whole.size).reshape(whole.shape).astype(dtype)
    return src, dst


def cut(draw: st.DrawFn, extents: list[int], dtype: Any, most_start: int = 2) -> Array:
    """A view of these extents into a larger array: some axes permuted, each with a start and a step."""
    steps = [draw(st.integers(1, 3)) for _ in extents]
    starts = [draw(st.integers(0, most_start)) for _ in extents]
    order = draw(st.permutations(range(len(extents))))
    whole = [
        start + (n - 1) * step + 1 + draw(st.integers(0, 1))
        for n, step, start in zip(extents, steps, starts, strict=True)
    ]
    base = np.zeros([whole[k] for k in order], dtype)
    inverse = np.argsort(order)
    view = base.transpose(inverse)
    part: Array = view[
        tuple(
            slice(start, start + (n - 1) * step + 1, step)
            for n, step, start in zip(extents, steps, starts, strict=True)
        )
    ]
    return part


def run(derived: Any, src: Array, dst: Array, position: str = "VECIN", product: str = "ascend-950") -> Array:
    """The destination array after the derived calls."""
    core = am.Core(product)
    source, target = owner(src), owner(dst)
    local = core.local_tensor(position, target.dtype, target.size, data=target.ravel(order="K"))
    derived.run(local, core.global_tensor(source.ravel(order="K")))
    return local.to_numpy()


def assigned(src: Array, dst: Array) -> Array:
    """The destination array, flat in memory order, after NumPy's assignment."""
    dst[...] = src
    return owner(dst).ravel(order="K")
