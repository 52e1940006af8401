"""Coordinates to offsets: worked values, and an independent evaluator on random layouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.layouts import Layout, make_frame_layout, make_layout, static

TWO_BY_TWO = make_layout(((2, 3), (4, 5)))


@pytest.mark.parametrize(
    ("layout", "coord", "offset"),
    [
        (TWO_BY_TWO, ((1, 2), (3, 4)), 119),
        (TWO_BY_TWO, (5, 19), 119),
        (TWO_BY_TWO, (6, 20), 144),
        (make_layout(((2, 4), (3, 5)), ((3, 6), (1, 24))), (11, 12), 129),
        (make_layout(((13, 1), (14, 1)), ((14, 182), (1, 154))), (20, 30), 590),
        (make_layout((4, 5)), 7, 16),
        (make_layout((4, 5)), 23, 20),
        (make_frame_layout("NZ", 32, 64), (17, 35), 1299),
        (make_frame_layout("NZ", 32, 64), ((1, 1), (3, 2)), 1299),
        (make_frame_layout("NZ", 32, 64), 100, 67),
        (make_frame_layout("NZ", 3, 32, 64), (2, (17, 35)), 5395),
        (make_frame_layout("NC1HWC0", 1, 2, 4, 4, 16), (0, 1, 2, 3, 5), 437),
        (make_layout((4, 5)), static(0), 0),
    ],
)
def test_worked_values(layout: Layout, coord: Any, offset: int) -> None:
    assert layout(coord) == offset


def test_coordinates_may_be_lists_and_numpy_integers() -> None:
    offset = make_frame_layout("NZ", 32, 64)([np.int64(17), np.uint8(35)])
    assert offset == 1299
    assert type(offset) is int


@pytest.mark.parametrize("coord", [(1,), (1, 2, 3), ((1, 2), 3), (-1, 0), (1.0, 2), (True, 0), "ab", ()])
def test_wrong_coordinates(coord: object) -> None:
    with pytest.raises(BadArgument):
        make_layout((4, 5))(coord)


def test_a_layout_of_two_nestings_has_no_offsets() -> None:
    with pytest.raises(BadArgument, match="differ in nesting"):
        Layout(((2, 3), 4), (1, (2, 6)))(0)


# Nested shapes, then a stride and a coordinate of the same nesting (or an integer in place of a level).
SHAPES = st.recursive(st.integers(1, 5), lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple), max_leaves=5)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    shape = draw(SHAPES.filter(lambda s: isinstance(s, tuple)))

    def like(value: Any, collapse: bool, most: int) -> Any:
        if isinstance(value, int) or (collapse and draw(st.booleans())):
            return draw(st.integers(0, most))
        return tuple(like(item, collapse, most) for item in value)

    return shape, like(shape, False, 50), like(shape, True, 60)


def naive_offset(coord: Any, shape: Any, stride: Any) -> int:
    """The coordinate rule by division only: strips the levels off from the outside."""
    if isinstance(shape, int):
        return int(coord) * int(stride)
    if isinstance(coord, tuple):
        return sum(map(naive_offset, coord, shape, stride))
    total, before = 0, 1
    for i in range(len(shape)):
        extent = int(np.prod(np.array(flat(shape[i]))))
        digit = coord // before if i == len(shape) - 1 else coord // before % extent
        total += naive_offset(digit, shape[i], stride[i])
        before *= extent
    return total


def flat(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else [leaf for item in value for leaf in flat(item)]


@given(cases())
@settings(max_examples=300, deadline=None)
def test_offsets_agree_with_the_naive_rule(case: tuple[Any, Any, Any]) -> None:
    shape, stride, coord = case
    assert Layout(shape, stride)(coord) == naive_offset(coord, shape, stride)


@given(cases())
@settings(max_examples=200, deadline=None)
def test_sizes_agree_with_enumeration(case: tuple[Any, Any, Any]) -> None:
    shape, stride, _ = case
    layout = Layout(shape, stride)
    reached = [naive_offset(i, shape, stride) for i in range(layout.size)]
    assert layout.cosize == max(reached) + 1
    assert layout.capacity == max(s * d for s, d in zip(flat(shape), flat(stride), strict=True))
    assert layout.depth == len(flat(shape))
