"""Layouts of a case: a frame pattern with its sizes, or any shape and stride."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, model_validator

from ascmove.cases.fields import Name, Size, Strict, read_whole
from ascmove.cases.reading import clipped, kind_of
from ascmove.layouts import Layout, make_frame_layout, make_layout, pattern

_DEEPEST = 6
_MOST = 64


def _nested(value: Any, depth: int = 0) -> Any:
    """Whole numbers in nested lists, as tuples."""
    if not isinstance(value, (list, tuple)):
        if depth == 0:
            raise ValueError(
                f"{clipped(value)} is {kind_of(value)}; it is a list of whole numbers, nested as the layout"
            )
        return read_whole(value)
    if depth > _DEEPEST or len(value) > _MOST:
        raise ValueError(f"{clipped(value)} is no coordinate or shape of a layout")
    return tuple(_nested(item, depth + 1) for item in value)


NestedWhole = Annotated[tuple[Any, ...], BeforeValidator(_nested)]


class LayoutSpec(Strict):
    """``{pattern, m, n, batch, c0}``, ``{pattern, extents}`` or ``{pattern, shape, stride}``.

    A layout given by shape may leave the pattern to be inferred. Sizes of 0 pass, and so does a batch of convolution
    extents: a rule says so.
    """

    pattern: Name | None = None
    m: Size | None = None
    n: Size | None = None
    batch: Size | None = None
    c0: Size | None = None
    extents: list[Size] | None = None
    shape: NestedWhole | None = None
    stride: NestedWhole | None = None

    @model_validator(mode="after")
    def _one_form(self) -> LayoutSpec:
        if self.pattern is not None:
            pattern(self.pattern)
        others: tuple[object, ...]
        if self.shape is not None:
            forms, others = "shape and stride", (self.m, self.n, self.batch, self.extents)
        elif self.extents is not None:
            forms, others = "extents", (self.m, self.n, None if self._is_convolution else self.batch, self.stride)
        else:
            forms, others = "m and n", (self.stride,)
            if self.m is None or self.n is None:
                raise ValueError("write m and n, or extents, or shape and stride")
        if any(other is not None for other in others):
            raise ValueError(f"{forms} stand beside keys of another form of layout")
        if self.shape is None and self.pattern is None:
            raise ValueError("'pattern' is missing")
        self.made()
        return self

    @property
    def _is_convolution(self) -> bool:
        return self.pattern is not None and pattern(self.pattern).is_convolution

    def made(self, batch: int | None = None) -> Layout:
        """The layout; ``batch`` stands in where the layout has none of its own."""
        if self.shape is not None:
            stride = make_layout(self.shape).stride if self.stride is None else self.stride
            return Layout(self.shape, stride, None if self.pattern is None else pattern(self.pattern), self.c0)
        assert self.pattern is not None
        if self.extents is not None:
            frame = make_frame_layout(self.pattern, *self.extents, c0=self.c0, strict=False)
            return frame if self.batch is None else _batched(frame, self.batch)
        batch = batch if self.batch is None else self.batch
        sizes = [size for size in (batch, self.m, self.n) if size is not None]
        return make_frame_layout(self.pattern, *sizes, c0=self.c0, strict=False)


def _batched(frame: Layout, batch: int) -> Layout:
    """Images one behind the other, as a batch that no convolution pattern has."""
    return Layout((batch, frame.shape), (frame.capacity, frame.stride), frame.pattern, frame.c0)
