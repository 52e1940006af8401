"""Layout: a map from coordinates to element offsets, as (shape, stride) with the pattern it stands for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

import tensor_layouts as tl

from ascmove.errors import BadArgument
from ascmove.findings.shown import Shown
from ascmove.layouts import frames, infer, squeezing
from ascmove.layouts.nested import (
    NestedTuple,
    alike,
    as_tuple,
    at_path,
    fits,
    leaves,
    mode_number,
    nested,
    nested_tuple,
    product,
    same_nesting,
    text,
)
from ascmove.layouts.patterns import Pattern, c0_of, pattern
from ascmove.layouts.problem import refuse
from ascmove.layouts.slice_checks import window_problems
from ascmove.layouts.window import arguments, window


@dataclass(frozen=True, repr=False)
class Layout(Shown):
    """``shape : stride`` in elements, with the pattern tag and C0 a copy goes by (None where none was given).

    ``declared`` are the rows and columns asked for before rounding to whole fractals, or those of the slice this layout
    is; it takes no part in equality. Extents and strides are integers of at least 0; the ``make_…`` functions refuse
    an extent of 0.

    >>> from ascmove.layouts import NZLayoutPtn, make_frame_layout
    >>> layout = make_frame_layout(NZLayoutPtn, 20, 28)
    >>> print(layout, layout((17, 5)), layout.capacity, layout.declared)
    NZ<16> ((16,2),(16,2)):((16,256),(1,512)) of 20x28 277 1024 (20, 28)
    """

    shape: NestedTuple
    stride: NestedTuple
    pattern: Pattern | None = None
    c0: int | None = None
    declared: tuple[int, int] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", nested_tuple(self.shape, "shape"))
        object.__setattr__(self, "stride", nested_tuple(self.stride, "stride"))
        if not alike(self.shape, self.stride):
            raise BadArgument(
                f"shape {text(self.shape)} and stride {text(self.stride)} differ in structure: both need "
                f"{len(self.shape)} modes and {len(leaves(self.shape))} integers"
            )
        if self.pattern is not None:
            object.__setattr__(self, "pattern", pattern(self.pattern))
            object.__setattr__(self, "c0", c0_of(self.pattern, self.c0 or infer.c0_shown(self.pattern, self.shape)))

    # -- coordinates --------------------------------------------------------------------------------------------------

    def __call__(self, coord: object) -> int:
        """Element offset of a coordinate, nested as the shape.

        An integer in place of a level counts its first entry fastest; only the last entry of such a level may run past
        its extent, as on the device. Raises BadArgument for a coordinate that does not fit.
        """
        where = nested(coord, "a coordinate")
        if not same_nesting(self.shape, self.stride):
            raise BadArgument(f"shape {text(self.shape)} and stride {text(self.stride)} differ in nesting: no offsets")
        if not fits(where, self.shape):
            raise BadArgument(f"coordinate {text(where)} does not fit the shape {text(self.shape)}")
        try:
            return cast(int, tl.crd2offset(where, self.shape, self.stride))
        except ZeroDivisionError:
            raise BadArgument(f"coordinate {text(where)} cannot be counted through the empty shape {self}") from None

    # -- sizes --------------------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Product of all extents."""
        return product(self.shape)

    @property
    def rank(self) -> int:
        """Number of top-level modes."""
        return len(self.shape)

    @property
    def depth(self) -> int:
        """Number of integers in the shape: 2 plain, 3 batched, 4 fractal, 5 batched fractal."""
        return len(leaves(self.shape))

    @property
    def cosize(self) -> int:
        """Largest reachable offset plus one; 0 for an empty layout."""
        return cast(int, tl.cosize(self.algebraic)) if self.size else 0

    @property
    def coshape(self) -> int:
        """The same as ``cosize``: the Tensor API gives one number for both."""
        return self.cosize

    @property
    def capacity(self) -> int:
        """Largest extent times stride of all entries; not the cosize. A batch lies one capacity after the other."""
        return frames.capacity(self.shape, self.stride)

    @property
    def algebraic(self) -> tl.Layout:
        """The same map as a ``tensor_layouts.Layout``, for composing and drawing."""
        if not same_nesting(self.shape, self.stride):
            raise BadArgument(f"shape {text(self.shape)} and stride {text(self.stride)} differ in nesting")
        return tl.Layout(self.shape, self.stride)

    # -- the matrix ---------------------------------------------------------------------------------------------------

    @property
    def batch(self) -> int | None:
        """Number of batches, None where there is no batch axis."""
        return cast(int, self.shape[0]) if infer.is_batched(self.shape) else None

    @property
    def totals(self) -> tuple[int, int]:
        """Rows and columns of one matrix, padded to whole fractals. Raises BadArgument where it is no matrix."""
        totals = infer.totals(self.shape, self.stride)
        if totals is None:
            raise BadArgument(f"{self} has no rows and columns")
        return totals

    @property
    def rows(self) -> int:
        """Rows of one matrix, padded to whole fractals."""
        return self.totals[0]

    @property
    def columns(self) -> int:
        """Columns of one matrix, padded to whole fractals."""
        return self.totals[1]

    @property
    def matrix(self) -> tuple[int, int]:
        """The declared rows and columns; the totals where none were declared."""
        return self.declared or self.totals

    def resolved(self) -> Layout:
        """This layout with the pattern and C0 a copy sees: its own, else the inferred ones, else none."""
        if self.pattern is not None:
            return self
        tag, c0 = infer.infer(self.shape, self.stride) or (None, None)
        return replace(self, pattern=tag, c0=c0)

    # -- parts --------------------------------------------------------------------------------------------------------

    def get(self, *path: int) -> Layout:
        """The part reached by ``path``, without pattern; an integer becomes a layout of one mode."""
        shape, stride = at_path(self.shape, path, "shape"), at_path(self.stride, path, "stride")
        return Layout(as_tuple(shape), as_tuple(stride))

    def select(self, *modes: int) -> Layout:
        """The top-level ``modes`` in the order given, without pattern; a single nested mode is unwrapped."""
        shape, stride = self.get_shape(*modes), self.get_stride(*modes)
        return Layout(as_tuple(shape), as_tuple(stride))

    def get_shape(self, *modes: int) -> NestedTuple | int:
        """The shape; that of one top-level mode, or of several in the order given."""
        return _selected(self.shape, modes)

    def get_stride(self, *modes: int) -> NestedTuple | int:
        """The stride; that of one top-level mode, or of several in the order given."""
        return _selected(self.stride, modes)

    def remove_batch(self) -> Layout:
        """One matrix of a batched layout. Raises BadArgument where there is no batch axis."""
        if self.batch is None:
            raise BadArgument(
                f"{self} has no batch axis; batched layouts are (batch, (m, n)) and (batch, ((r0,r1),(c0,c1)))"
            )
        shape, stride = infer.matrix_part(self.shape, self.stride)
        return replace(self, shape=shape, stride=stride)

    def squeeze(self, *what: int | NestedTuple) -> Layout:
        """Without axes of extent 1, keeping the pattern tag and C0: by axis numbers, or by one pattern of marks.

        ``squeeze(0, 2)`` removes the top-level axes 0 and 2. ``squeeze(((static(1), 0), (static(1), 0)))`` removes
        what ``static(1)`` marks, at any level; every other value keeps. Plain Python integers are run-time values, as
        literals in a C++ call are: **a run-time extent is removed whatever it is**, so its other entries become
        unreachable. An extent made by ``static(v)`` with v ≠ 1 stays, without a word.
        """
        if len(what) == 1 and isinstance(what[0], (tuple, list)):
            marks = nested_tuple(what[0], "a squeeze pattern")
            shape, stride = squeezing.squeeze_marked(self.shape, self.stride, marks)
        else:
            shape, stride = squeezing.squeeze_axes(self.shape, self.stride, cast("tuple[int, ...]", what))
        kept = infer.totals(shape, stride) == infer.totals(self.shape, self.stride)
        return replace(self, shape=shape, stride=stride, declared=self.declared if kept else None)

    # -- slices -------------------------------------------------------------------------------------------------------

    def slice(self, coord: object, shape: object, *, strict: bool = True) -> tuple[int, Layout]:
        """(offset, layout) of the part that starts at ``coord`` and takes ``shape``, which may itself be a Layout.

        Fractal shapes take ``(row, column)`` and ``(rows, columns)``, with the batch in front where there is one, and
        round up to whole fractals; every shape takes its own nesting, entry by entry. What is asked for beyond the end
        is cut off. Strides, pattern and C0 stay; the rows and columns taken are the declared ones of the result.

        Raises BadArgument for a start outside the layout, or inside a fractal, and for a wrong form. With
        ``strict=False`` only the form is checked: a start outside gives an empty layout at offset 0.

        >>> from ascmove.layouts import NZLayoutPtn, make_frame_layout
        >>> offset, part = make_frame_layout(NZLayoutPtn, 64, 64).slice((16, 32), (20, 20))
        >>> print(offset, part)
        2304 NZ<16> ((16,2),(16,2)):((16,256),(1,1024)) of 20x20
        """
        problems = window_problems(self.shape, coord, shape)
        refuse(problems if strict else (problem for problem in problems if problem.kind == "form"))
        at, asked = arguments(coord, shape)
        cut = window(self.shape, at, asked)
        offset = self(at) if all(axis.inside for axis in cut.cuts) else 0
        return offset, replace(self.resolved(), shape=cut.shape, declared=cut.matrix)

    def at(self, coord: object) -> tuple[int, Layout]:
        """(offset, layout) of everything from ``coord`` on: extents shrink entry by entry.

        ``coord`` is nested as the shape. Raises BadArgument as ``slice`` does.
        """
        at = nested_tuple(coord, "coordinate", None)
        if not same_nesting(at, self.shape):
            raise BadArgument(f"coordinate {text(at)} has not the nesting of the shape {text(self.shape)}")
        return self.slice(at, self.shape)

    # -- text ---------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        name = "" if self.pattern is None else self.pattern.name
        if self.pattern is not None and (self.pattern.is_fractal or self.c0 != self.pattern.default_c0):
            name += f"<{self.c0}>"
        notation = f"{name} {text(self.shape)}:{text(self.stride)}".lstrip()
        if self.declared in (None, infer.totals(self.shape, self.stride)):
            return notation
        return f"{notation} of {self.matrix[0]}x{self.matrix[1]}"

    def __repr__(self) -> str:
        return f"<Layout {self}>"


def _selected(value: NestedTuple, modes: tuple[int, ...]) -> NestedTuple | int:
    if not modes:
        return value
    picked = tuple(value[mode_number(mode, len(value), text(value))] for mode in modes)
    return picked[0] if len(picked) == 1 else picked
