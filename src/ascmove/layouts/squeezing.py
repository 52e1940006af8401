"""Squeeze: take axes of extent 1 out of a layout, by number or by a pattern of marks."""

from __future__ import annotations

from ascmove.errors import BadArgument
from ascmove.layouts.nested import Nested, NestedTuple, as_tuple, is_static, mode_number, same_nesting, text


def squeeze_axes(shape: NestedTuple, stride: NestedTuple, axes: tuple[int, ...]) -> tuple[NestedTuple, NestedTuple]:
    """Shape and stride without the top-level ``axes`` whose extent may be taken for 1; a lone nested axis is unwrapped.

    Raises BadArgument for an axis that is not there, or when nothing would be left.
    """
    named = {mode_number(axis, len(shape), f"shape {text(shape)}") for axis in axes}
    kept = [i for i, extent in enumerate(shape) if i not in named or not droppable(extent)]
    if not kept:
        raise BadArgument(f"squeeze of {text(shape)} by {axes} leaves nothing; name fewer axes")
    new_shape, new_stride = tuple(shape[i] for i in kept), tuple(stride[i] for i in kept)
    if len(kept) == 1 and isinstance(new_shape[0], tuple):
        return new_shape[0], as_tuple(new_stride[0])
    return new_shape, new_stride


def squeeze_marked(shape: NestedTuple, stride: NestedTuple, marks: NestedTuple) -> tuple[NestedTuple, NestedTuple]:
    """Shape and stride without the integers marked by ``static(1)``, at any level; a level with one entry is unwrapped.

    Raises BadArgument when ``marks`` has not the nesting of ``shape``, or when nothing would be left.
    """
    if not same_nesting(marks, shape):
        raise BadArgument(f"squeeze pattern {text(marks)} has not the nesting of the shape {text(shape)}")
    kept = _keep(shape, stride, marks)
    if kept is None:
        raise BadArgument(f"squeeze pattern {text(marks)} leaves nothing of {text(shape)}; mark fewer entries")
    return as_tuple(kept[0]), as_tuple(kept[1])


def droppable(extent: Nested) -> bool:
    """True for an extent of 1 and for a run-time extent, which the Tensor API trusts to be 1 without looking."""
    return isinstance(extent, int) and (extent == 1 or not is_static(extent))


def _keep(shape: Nested, stride: Nested, mark: Nested) -> tuple[Nested, Nested] | None:
    if not isinstance(shape, tuple) or not isinstance(mark, tuple):
        marked = is_static(mark) and mark == 1
        return None if marked and droppable(shape) else (shape, stride)
    parts = [_keep(*entry) for entry in zip(shape, as_tuple(stride), mark, strict=True)]
    left = [part for part in parts if part is not None]
    if len(left) < 2:
        return left[0] if left else None
    return tuple(part[0] for part in left), tuple(part[1] for part in left)
