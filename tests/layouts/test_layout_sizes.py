"""Layouts without pattern: construction, sizes, parts. Where tensor_layouts says otherwise, the Tensor API wins."""

from __future__ import annotations

import pytest
import tensor_layouts as tl

from ascmove.layouts import (
    Layout,
    capacity,
    coshape,
    cosize,
    make_coord,
    make_frame_layout,
    make_layout,
    make_shape,
    make_stride,
    rank,
    size,
)


def test_depth_counts_integers() -> None:
    assert make_layout((16, 32)).depth == 2
    assert make_layout((4, 2)).depth == 2
    assert [make_frame_layout("ND", *e).depth for e in ((20, 28), (3, 20, 28))] == [2, 3]
    assert [make_frame_layout("NZ", *e).depth for e in ((20, 28), (3, 20, 28))] == [4, 5]
    assert make_frame_layout("NC1HWC0", 1, 2, 4, 4, 16).depth == 5
    assert tl.depth((4, 2)) == 1  # nesting depth, what the Tensor API does not mean


def test_flat_default_stride_is_row_major() -> None:
    assert make_layout((2, 3, 4)).stride == (12, 4, 1)
    assert tl.Layout((2, 3, 4)).stride == (1, 2, 6)


def test_two_mode_default_stride() -> None:
    assert make_layout(((2, 3), (4, 5))).stride == ((1, 8), (2, 24))
    three = make_layout(((2, 3, 2), (4, 5, 3)))
    assert three.stride == ((1, 8, 8 * 15), (2, 24, 240))
    assert sorted(three((r, c)) for r in range(12) for c in range(60)) == list(range(720))


@pytest.mark.parametrize(
    ("shape", "stride", "cosize_", "capacity_"),
    [
        ((3, 4), (7, 1), 18, 21),
        ((10, 20), (1, 100), 1910, 2000),
        ((4, 2), (4, 1), 14, 16),
        (((16, 2), (16, 2)), ((16, 256), (1, 512)), 1024, 1024),
    ],
)
def test_capacity_is_not_cosize(shape: tuple[int, ...], stride: tuple[int, ...], cosize_: int, capacity_: int) -> None:
    layout = make_layout(shape, stride)
    assert (layout.cosize, layout.coshape, layout.capacity) == (cosize_, cosize_, capacity_)


def test_queries_of_modes() -> None:
    layout = make_layout((10, 20, 30), (1, 10, 200))
    assert capacity(layout, 0, 1) == 200
    assert capacity(layout) == 6000
    assert cosize(layout, 0, 1) == 1 + 9 + 190 == coshape(layout, 0, 1)
    batched = make_frame_layout("NZ", 3, 32, 64)
    assert rank(batched) == 2
    assert rank(batched, 1, 0) == 2
    assert rank(batched, 0) == 1
    assert size(batched, 1) == 2048
    assert size(batched, 1, 1, 1) == 4


def test_size_of_a_fractal_shape() -> None:
    assert make_layout(((16, 2), (16, 2))).size == 1024


def test_get_follows_a_path_and_drops_the_pattern() -> None:
    batched = make_frame_layout("NZ", 3, 32, 64)
    assert batched.get(1) == Layout(((16, 2), (16, 4)), ((16, 256), (1, 512)))
    assert batched.get(1, 0) == Layout((16, 2), (16, 256))
    assert batched.get(1, 0, 1) == Layout((2,), (256,))


def test_select_picks_modes() -> None:
    layout = make_frame_layout("NZ", 32, 64)
    assert layout.select(1, 0) == Layout(((16, 4), (16, 2)), ((1, 512), (16, 256)))
    assert layout.select(1) == Layout((16, 4), (1, 512))
    assert make_layout((4, 5)).select(1) == Layout((5,), (1,))
    assert layout.get_shape(1) == (16, 4)
    assert layout.get_stride(1, 0) == ((1, 512), (16, 256))
    assert make_layout((4, 5)).get_shape(1) == 5


def test_make_functions_nest() -> None:
    assert make_shape(3, make_shape(32, 64)) == (3, (32, 64))
    assert make_coord(3, make_coord(0, 0)) == (3, (0, 0))
    assert make_stride(0, (1, 2)) == (0, (1, 2))


def test_algebraic_is_the_same_map() -> None:
    layout = make_frame_layout("ZN", 20, 28)
    assert layout.algebraic == tl.Layout(layout.shape, layout.stride)
    assert layout.algebraic((17, 18)) == layout((17, 18)) == 801


def test_structure_is_compared_by_leaves_and_modes_only() -> None:
    loose = make_layout(((2, 3), 4), ((1, 2), 6))
    assert loose.size == 24
    odd = Layout(((2, 3), 4), (1, (2, 6)))
    assert odd.capacity == 24
    assert make_layout((4, 5)) == Layout((4, 5), (5, 1))
    assert hash(make_layout((4, 5))) == hash(Layout((4, 5), (5, 1)))
