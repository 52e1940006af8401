"""One operand of a Tensor API copy: a tensor of the core, seen through a layout from some element on."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property

from ascmove.layouts import Layout, LayoutProblem, layout_problems, slice_problems
from ascmove.tensors import Tensor


@dataclass(frozen=True)
class Cut:
    """One slice as it was asked for: the layout before it, where it starts and what it takes."""

    layout: Layout
    coord: object
    shape: object

    @cached_property
    def problems(self) -> list[LayoutProblem]:
        """All that is wrong or doubtful with the slice, errors first."""
        return slice_problems(self.layout, self.coord, self.shape)

    @property
    def key(self) -> Hashable:
        """The slice as one hashable value, exact even for coordinates that are no integers."""
        return (layout_key(self.layout), repr(self.coord), repr(self.shape))


@dataclass(frozen=True)
class L0cOperand:
    """``tensor`` seen through ``layout`` from element ``offset`` on.

    ``frame`` is the layout before any slice, ``cuts`` the slices that led from it to ``layout``. Nothing is checked
    here: a broken layout or slice is for the rules to find.
    """

    tensor: Tensor
    layout: Layout
    offset: int
    frame: Layout
    frame_offset: int
    cuts: tuple[Cut, ...] = ()

    @cached_property
    def key(self) -> Hashable:
        """Everything the copy depends on, apart from the tensor itself."""
        cuts = tuple(cut.key for cut in self.cuts)
        return (layout_key(self.layout), self.offset, layout_key(self.frame), self.frame_offset, cuts)

    @property
    def address(self) -> int:
        """Byte address of element (0, 0)."""
        return self.tensor.address + self.offset * self.tensor.dtype.width

    @property
    def sliced(self) -> bool:
        """True when the layout is a slice of another."""
        return bool(self.cuts)

    @cached_property
    def batches(self) -> int | None:
        """How many matrices; None where there is no batch axis."""
        return self.layout.batch

    @property
    def batched_images(self) -> int | None:
        """How many feature maps a convolution layout with a batch axis has; None for every other layout."""
        tag, shape = self.layout.pattern, self.layout.shape
        convolution = tag is not None and tag.is_convolution and len(shape) == 2
        return shape[0] if convolution and isinstance(shape[0], int) and isinstance(shape[1], tuple) else None

    @cached_property
    def seen(self) -> Layout:
        """The layout with the pattern a copy sees: its own, or the one its strides show."""
        return self.layout.resolved()

    @cached_property
    def matrix(self) -> Layout:
        """The layout of one matrix."""
        return self.seen if self.seen.batch is None else self.seen.remove_batch()

    @cached_property
    def totals(self) -> tuple[int, int]:
        """Rows and columns of one matrix, padded to whole fractals."""
        return self.matrix.totals

    @property
    def c0(self) -> int:
        """Columns of one fractal; 1 for a layout without a pattern."""
        return self.matrix.c0 or 1

    @property
    def batch_stride(self) -> int:
        """Elements from one matrix to the next; 0 where there is no batch axis."""
        first = self.layout.stride[0]
        return first if self.batches is not None and isinstance(first, int) else 0

    def cut(self, coord: object, shape: object) -> L0cOperand:
        """The part that starts at ``coord`` and takes ``shape``, right or wrong: rules say what is wrong with it."""
        cut = Cut(self.layout, coord, shape)
        cuts = (*self.cuts, cut)
        if any(problem.kind == "form" for problem in cut.problems):
            return replace(self, cuts=cuts)  # there is no such part
        offset, layout = self.layout.slice(coord, shape, strict=False)
        return replace(self, layout=layout, offset=self.offset + offset, cuts=cuts)

    @cached_property
    def broken_cut(self) -> bool:
        """True when a slice could not be taken at all."""
        return any(problem.is_error for cut in self.cuts for problem in cut.problems)

    @cached_property
    def sound(self) -> bool:
        """True when the layout is one that a copy can go by."""
        return not self.broken_cut and not layout_problems(self.frame) and not layout_problems(self.layout)

    def describe(self) -> str:
        """Position, type and layout in one word."""
        layout = self.seen
        name = "?" if layout.pattern is None else layout.pattern.name
        return f"{self.tensor.position}[{self.tensor.dtype}, {name} {_extents(layout)}]"


def layout_key(layout: Layout) -> Hashable:
    """A layout as one hashable value; unlike its equality it keeps the declared rows and columns."""
    return (layout, layout.declared)


def _extents(layout: Layout) -> str:
    if layout.declared is None:
        return str(layout.shape).replace(" ", "")
    batch = () if layout.batch is None else (layout.batch,)
    return "x".join(str(n) for n in (*batch, *layout.declared))
