"""The Tensor API's size-like queries, with the modes C++ takes as template arguments."""

from __future__ import annotations

from ascmove.layouts import frames
from ascmove.layouts.layout import Layout
from ascmove.layouts.nested import NestedTuple, as_tuple


def size(layout: Layout, *path: int) -> int:
    """Product of the extents of the part reached by ``path``."""
    return layout.get(*path).size


def rank(layout: Layout, *path: int) -> int:
    """Number of modes of the part reached by ``path``; 1 for an integer."""
    return layout.get(*path).rank


def cosize(layout: Layout, *modes: int) -> int:
    """Largest reachable offset plus one over the chosen top-level modes (all by default).

    >>> from ascmove.layouts import make_layout
    >>> layout = make_layout((3, 4), (7, 1))
    >>> cosize(layout), cosize(layout, 0), capacity(layout)
    (18, 15, 21)
    """
    return Layout(*_selected(layout, modes)).cosize


coshape = cosize  # the Tensor API gives one number for both


def capacity(layout: Layout, *modes: int) -> int:
    """Largest extent times stride over the chosen top-level modes (all by default)."""
    return frames.capacity(*_selected(layout, modes))


def _selected(layout: Layout, modes: tuple[int, ...]) -> tuple[NestedTuple, NestedTuple]:
    return as_tuple(layout.get_shape(*modes)), as_tuple(layout.get_stride(*modes))
