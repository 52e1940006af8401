"""NumPy views as loops over elements: where each loop goes in the source and in the destination."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

import numpy as np

from ascmove.errors import BadArgument
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.plan import Access, Plan, Step

Array = np.ndarray[Any, Any]
Widths = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Loop:
    """``turns`` elements at distances ``src`` and ``dst``, with pads before and behind; all in elements."""

    turns: int
    src: int
    dst: int
    left: int = 0
    right: int = 0

    @property
    def padded(self) -> bool:
        """True when the destination is longer than the source."""
        return self.left > 0 or self.right > 0

    def runs_on_in(self, outer: Loop) -> bool:
        """True when one longer loop does the same as this one inside of ``outer``."""
        even = (outer.src, outer.dst) == (self.turns * self.src, self.turns * self.dst)
        return even and not self.padded and not outer.padded


@dataclass(frozen=True)
class Nest:
    """Loops, innermost first, and where they start in the arrays behind the views.

    ``src_count`` and ``dst_count`` are the elements of those arrays.
    """

    loops: tuple[Loop, ...]
    kind: DType
    src_offset: int
    dst_offset: int
    src_count: int
    dst_count: int

    @property
    def merged(self) -> Nest:
        """The same elements with as few loops as possible: no loops of one turn, neighbours joined."""
        kept: list[Loop] = []
        for loop in self.loops:
            if loop.turns == 1 and not loop.padded:
                continue
            inner = kept[-1] if kept else None
            if inner is not None and inner.runs_on_in(loop):
                kept[-1] = replace(inner, turns=inner.turns * loop.turns)
            else:
                kept.append(loop)
        return replace(self, loops=tuple(kept) or (Loop(1, 1, 1),))

    @property
    def plan(self) -> Plan:
        """What the assignment does, pads left out."""
        start = self.dst_offset + sum(loop.left * loop.dst for loop in self.loops)
        step = Step(
            tuple(loop.turns for loop in self.loops),
            Access(start, tuple(loop.dst for loop in self.loops)),
            Access(self.src_offset, tuple(loop.src for loop in self.loops)),
        )
        return Plan((step,), self.kind, self.kind)

    def tiles(self, sizes: Sequence[int]) -> Iterator[Nest]:
        """The nest in parts of at most ``sizes`` turns per loop, outermost loop slowest."""
        starts = [range(0, loop.turns, size) for loop, size in zip(self.loops, sizes, strict=True)]
        for at in product(*reversed(starts)):
            first = at[::-1]
            loops = tuple(
                replace(loop, turns=min(size, loop.turns - start))
                for loop, size, start in zip(self.loops, sizes, first, strict=True)
            )
            moved = list(zip(self.loops, first, strict=True))
            src = self.src_offset + sum(loop.src * start for loop, start in moved)
            dst = self.dst_offset + sum(loop.dst * start for loop, start in moved)
            yield replace(self, loops=loops, src_offset=src, dst_offset=dst)


def nest_of(src: object, dst: object, pad: object = None, dtype: object = None) -> Nest:
    """The loops of ``dst[...] = src``, with ``pad`` elements of ``dst`` around (as `numpy.pad` takes them).

    ``src`` is broadcast as NumPy does. Raises BadArgument for what are no views of one run of memory, for shapes that
    do not fit, and for element types that differ.
    """
    source, target = _array("src_view", src), _array("dst_view", dst)
    if source.dtype != target.dtype:
        raise BadArgument(f"src_view holds {source.dtype}, dst_view {target.dtype}; these copies convert nothing")
    kind = as_dtype(source.dtype if dtype is None else dtype)
    if kind.width != source.dtype.itemsize:
        raise BadArgument(f"{kind} has {kind.width} B, an element of the views {source.dtype.itemsize} B")
    widths = pad_widths(pad, target.ndim)
    inner = tuple(n - sum(ends) for n, ends in zip(target.shape, widths, strict=True))
    if target.size == 0 or source.size == 0 or min(inner, default=1) < 1:
        raise BadArgument(f"nothing to copy: src_view {source.shape}, dst_view {target.shape}, pads {widths}")
    try:
        source = np.broadcast_to(source, inner)
    except ValueError:
        raise BadArgument(
            f"src_view {np.shape(source)} does not fill dst_view {target.shape} with pads {widths}, which leave {inner}"
        ) from None
    src_owner, dst_owner = owner(source), owner(target)
    loops = [
        Loop(n, s, d, *ends) for n, s, d, ends in zip(inner, _strides(source), _strides(target), widths, strict=True)
    ]
    return Nest(
        tuple(reversed(loops)),
        kind,
        _offset(source, src_owner),
        _offset(target, dst_owner),
        src_owner.size,
        dst_owner.size,
    )


def pad_widths(pad: object, axes: int) -> Widths:
    """Pads of each axis, outermost first; an int or a pair counts for all axes. Raises BadArgument otherwise."""
    if pad is None:
        return ((0, 0),) * axes
    try:
        widths = np.broadcast_to(np.asarray(pad), (axes, 2))
    except ValueError:
        raise BadArgument(
            f"pad = {pad!r} does not fit {axes} axes; write ((before, behind), ...), outermost first"
        ) from None
    if widths.dtype.kind not in "iu" or (widths < 0).any():
        raise BadArgument(f"pad = {pad!r}; pads are whole numbers of elements, 0 or more")
    return tuple((int(before), int(behind)) for before, behind in widths)


def owner(view: Array) -> Array:
    """The array whose memory a view looks at. Raises BadArgument where that is not one run of memory."""
    found = view
    behind: Any = view
    while behind is not None:
        if isinstance(behind, np.ndarray):
            found = behind
        behind = getattr(behind, "base", None)  # views made by strides have a carrier object in between
    if not (found.flags.c_contiguous or found.flags.f_contiguous):
        raise BadArgument(f"the array behind a view has shape {found.shape} and gaps; it is one run of memory")
    return found


def _array(name: str, value: object) -> Array:
    if not isinstance(value, np.ndarray):
        raise BadArgument(f"{name} is a {type(value).__name__}; it is a NumPy array or a view of one")
    return value


def _strides(view: Array) -> list[int]:
    width = view.dtype.itemsize
    if any(stride % width for stride in view.strides):
        raise BadArgument(f"strides of {view.strides} B are not whole elements of {width} B")
    return [stride // width for stride in view.strides]


def _offset(view: Array, base: Array) -> int:
    start = view.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    if base.dtype.itemsize != view.dtype.itemsize:
        raise BadArgument(f"a view of {view.dtype} into an array of {base.dtype}; view the whole array as {view.dtype}")
    return int(start // view.dtype.itemsize)


def elements(loops: Sequence[Loop]) -> int:
    """How many elements a nest of loops moves."""
    return prod(loop.turns for loop in loops)
