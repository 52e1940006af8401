"""Sizes and parts of layouts and tensors, as free functions like in C++."""

from __future__ import annotations

from typing import Any, TypeVar

from ascmove.errors import BadArgument
from ascmove.layouts import Layout
from ascmove.layouts import capacity as layout_capacity
from ascmove.layouts import cosize as layout_cosize
from ascmove.layouts import rank as layout_rank
from ascmove.layouts import size as layout_size
from ascmove.te.tensor import Tensor

X = TypeVar("X", Layout, Tensor)


def _layout(x: Layout | Tensor) -> Layout:
    layout = x.layout if isinstance(x, Tensor) else x
    if not isinstance(layout, Layout):
        raise BadArgument(f"a {type(x).__name__} has no layout; pass a Layout or a Tensor API tensor")
    return layout


def size(x: Layout | Tensor, *path: int) -> int:
    """Product of the extents of the part reached by ``path``."""
    return layout_size(_layout(x), *path)


def rank(x: Layout | Tensor, *path: int) -> int:
    """Number of modes of the part reached by ``path``."""
    return layout_rank(_layout(x), *path)


def cosize(x: Layout | Tensor, *modes: int) -> int:
    """Largest reachable offset plus one over the chosen top-level modes (all by default)."""
    return layout_cosize(_layout(x), *modes)


coshape = cosize  # the Tensor API gives one number for both


def capacity(x: Layout | Tensor, *modes: int) -> int:
    """Largest extent times stride over the chosen top-level modes (all by default).

    >>> from ascmove.layouts import make_frame_layout
    >>> capacity(make_frame_layout("NZ", 20, 28))
    1024
    """
    return layout_capacity(_layout(x), *modes)


def get(x: Layout | Tensor, *path: int) -> Layout:
    """The part of a layout reached by ``path``, without pattern."""
    return _layout(x).get(*path)


def select(x: Layout | Tensor, *modes: int) -> Layout:
    """The top-level ``modes`` in the order given, without pattern."""
    return _layout(x).select(*modes)


def squeeze(x: X, *what: Any) -> X:
    """Without axes of extent 1, see `Layout.squeeze`; a tensor keeps its first element."""
    _layout(x)
    return x.squeeze(*what)
