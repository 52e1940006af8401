"""The ``make_…`` functions: shapes, strides, coordinates and layouts, read strictly."""

from __future__ import annotations

from tensor_layouts import suffix_product

from ascmove.errors import BadArgument
from ascmove.layouts import frames
from ascmove.layouts.checks import axis_names, frame_problems
from ascmove.layouts.layout import Layout
from ascmove.layouts.nested import NestedTuple, integer, leaves, nested_tuple, text
from ascmove.layouts.patterns import Pattern, c0_of, pattern
from ascmove.layouts.problem import refuse


def make_shape(*extents: object) -> NestedTuple:
    """A shape: integers of at least 1, or nested shapes.

    >>> make_shape(3, make_shape(32, 64))
    (3, (32, 64))
    """
    return nested_tuple(extents, "shape", 1)


def make_stride(*strides: object) -> NestedTuple:
    """A stride: integers of at least 0, or nested strides."""
    return nested_tuple(strides, "stride")


def make_coord(*entries: object) -> NestedTuple:
    """A coordinate: integers of at least 0, or nested coordinates."""
    return nested_tuple(entries, "coordinate")


def make_layout(shape: object, stride: object = None) -> Layout:
    """A layout without pattern tag.

    Without ``stride``: row-major for a flat shape; for ``((r0, r1, …), (c0, c1, …))`` tiles of tiles, each level
    column-major. Raises BadArgument for other nested shapes, an extent of 0, or a stride of another structure.

    >>> print(make_layout((2, 3, 4)), make_layout(((2, 3), (4, 5))))
    (2,3,4):(12,4,1) ((2,3),(4,5)):((1,8),(2,24))
    """
    extents = nested_tuple(shape, "shape", 1)
    return Layout(extents, _default_stride(extents) if stride is None else nested_tuple(stride, "stride"))


def make_pattern_layout(tag: Pattern | str, shape: object, stride: object, c0: object = None) -> Layout:
    """A layout of any shape and stride with the tag of a pattern; nothing compares the two (``layout_problems`` does).

    C0 is an integer or an element type; without it, what the shape shows, else the default of the pattern.
    """
    chosen = pattern(tag)
    extents, steps = nested_tuple(shape, "shape", 1), nested_tuple(stride, "stride")
    return Layout(extents, steps, chosen, None if c0 is None else c0_of(chosen, c0))


def make_frame_layout(tag: Pattern | str, *extents: object, c0: object = None, strict: bool = True) -> Layout:
    """The layout of an m by n matrix in a pattern; ``(pattern, batch, m, n)`` for a batch of them.

    m are rows, n are columns. Convolution patterns take their own extents: NCHW (n, c, h, w), NHWC (n, h, w, c),
    NC1HWC0 (n, c1, h, w, c0). ``c0`` is an integer or an element type (32 bytes of it), which selects C0 and nothing
    else; 16 by default for NZ, ZN and ZZ. ``strict=False`` lets extents of 0 pass, for rules to find.

    >>> print(make_frame_layout("NZ", 32, 64, c0="float"))
    NZ<8> ((16,2),(8,8)):((8,128),(1,256))
    """
    chosen = pattern(tag)
    names = chosen.axes
    counts = (len(names),) if chosen.is_convolution else (2, 3)
    if len(extents) not in counts:
        batched = "" if chosen.is_convolution else f" or (batch, {', '.join(names)})"
        raise BadArgument(
            f"layout pattern {chosen.name} takes ({', '.join(names)}){batched}, not {len(extents)} extents"
        )
    sizes = tuple(
        integer(extent, f"{name} of layout pattern {chosen.name}")
        for name, extent in zip(axis_names(chosen, len(extents)), extents, strict=True)
    )
    width = c0_of(chosen, c0)
    refuse(p for p in frame_problems(chosen, sizes) if strict or p.kind != "zero-extent")
    shape, stride = frames.frame(chosen, sizes, width)
    return Layout(shape, stride, chosen, width, None if chosen.is_convolution else (int(sizes[-2]), int(sizes[-1])))


def _default_stride(shape: NestedTuple) -> NestedTuple:
    if all(isinstance(mode, int) for mode in shape):
        return tuple(suffix_product(shape))
    if len(shape) != 2 or not isinstance(shape[0], tuple) or not isinstance(shape[1], tuple):
        raise BadArgument(f"shape {text(shape)} has no default stride; give one, or use ((r0, r1, …), (c0, c1, …))")
    rows, columns = leaves(shape[0]), leaves(shape[1])
    if (len(rows), len(columns)) != (len(shape[0]), len(shape[1])) or len(rows) != len(columns):
        raise BadArgument(f"shape {text(shape)} has no default stride: both modes need equally many plain integers")
    steps, here = [], 1
    for row, column in zip(rows, columns, strict=True):
        steps.append((here, row * here))
        here *= row * column
    return tuple(step[0] for step in steps), tuple(step[1] for step in steps)
