"""Levels of a layout: its rows run down, its columns run right, fractals get thick borders, batches become planes."""

from __future__ import annotations

from typing import NamedTuple

from ascmove.draw.grid import Axis, Coord, Level
from ascmove.draw.views.strides import stride_levels
from ascmove.layouts import Layout
from ascmove.layouts.nested import leaves


class Leaf(NamedTuple):
    """One integer of a layout's shape: what it counts, how often, how far apart, and its weight in the coordinate."""

    coord: str
    extent: int
    stride: int
    axis: Axis
    weight: int


class Frame(NamedTuple):
    """A layout as a picture."""

    levels: tuple[Level, ...]
    coords: tuple[Coord, ...]


def frame(layout: Layout) -> Frame | None:
    """Levels and coordinates of a layout whose elements lie in digits; None for one that overlaps itself."""
    seen = layout.resolved()
    if seen.pattern is not None and seen.pattern.is_convolution:
        return _feature_map(seen)
    parts = _leaves(seen)
    if parts is None:
        return None
    kept = sorted((leaf for leaf in parts if leaf.extent > 1), key=lambda leaf: leaf.stride)
    if not kept or kept[0].stride != 1:
        return None
    reach = 1
    for leaf in kept:
        if leaf.stride < reach:
            return None
        reach = leaf.stride * leaf.extent
    return Frame(tuple(_level(leaf, kept) for leaf in kept), _coords(kept))


def _leaves(layout: Layout) -> list[Leaf] | None:
    """The leaves of a matrix or a batch of them."""
    modes = list(zip(layout.shape, layout.stride, strict=True))
    found: list[Leaf] = []
    if layout.batch is not None:
        (extent, stride), inner = modes[0], layout.remove_batch()
        found += _mode("batch", extent, stride, "y")
        modes = list(zip(inner.shape, inner.stride, strict=True))
    if len(modes) != 2:
        return None
    for (extent, stride), name, axis in zip(modes, ("row", "column"), ("y", "x"), strict=True):
        found += _mode(name, extent, stride, axis)  # type: ignore[arg-type]
    return found


def _mode(name: str, extent: object, stride: object, axis: Axis) -> list[Leaf]:
    found, weight = [], 1
    for n, step in zip(leaves(extent), leaves(stride), strict=True):  # type: ignore[arg-type]
        found.append(Leaf(name, n, step, axis, weight))
        weight *= n
    return found


def _level(leaf: Leaf, kept: list[Leaf]) -> Level:
    if leaf.coord == "batch":
        return Level("batch", leaf.stride, leaf.axis, "plane")
    inner = leaf.weight > 1 or any(other.weight > 1 and other.coord != leaf.coord for other in kept)
    fractal = leaf.weight > 1 and inner
    return Level(
        f"{leaf.coord} block" if fractal else leaf.coord, leaf.stride, leaf.axis, "fractal" if fractal else "none"
    )


def _coords(kept: list[Leaf]) -> tuple[Coord, ...]:
    names = [name for name in ("batch", "row", "column") if any(leaf.coord == name for leaf in kept)]
    return tuple(
        Coord(name, tuple((k, leaf.weight) for k, leaf in enumerate(kept) if leaf.coord == name)) for name in names
    )


def _feature_map(layout: Layout) -> Frame:
    """Rows and planes of a feature map in the order of its strides; a coordinate for every axis."""
    assert layout.pattern is not None
    axes = sorted(
        (stride, extent, name)
        for name, extent, stride in zip(layout.pattern.axes, leaves(layout.shape), leaves(layout.stride), strict=True)
        if extent > 1
    )
    levels = stride_levels([stride for stride, _, _ in axes[1:]], layout.capacity, 1)
    named = [level._replace(name=axes[k][2]) if k < len(axes) else level for k, level in enumerate(levels)]
    order = [name for name in layout.pattern.axes if any(name == level.name for level in named)]
    coords = tuple(Coord(name, tuple((k, 1) for k, level in enumerate(named) if level.name == name)) for name in order)
    return Frame(tuple(named), coords)
