"""Offsets of all elements at once, and matrices packed by them."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.layouts import Layout, Pattern, make_frame_layout, make_layout, offsets, pack, unpack

MATRIX_PATTERNS = [tag for tag in Pattern if not tag.is_convolution]


@pytest.mark.parametrize("tag", MATRIX_PATTERNS)
@pytest.mark.parametrize("extents", [(32, 64), (20, 28), (2, 34), (3, 20, 28), (2, 6, 2)])
@pytest.mark.parametrize("c0", [None, 8, "int8_t"])
def test_round_trip(tag: Pattern, extents: tuple[int, ...], c0: Any) -> None:
    layout = make_frame_layout(tag, *extents, c0=c0 if tag.name in ("NZ", "ZN", "ZZ") else None)
    matrix = np.arange(1, np.prod(extents) + 1, dtype=np.int32).reshape(extents)
    buffer = np.full(layout.capacity + 3, -1, dtype=np.int32)
    assert pack(matrix, layout, buffer) is buffer
    assert np.array_equal(unpack(buffer, layout), matrix)
    assert np.count_nonzero(buffer != -1) == matrix.size
    for coord in itertools.product(*(range(0, extent, 7) for extent in extents)):
        at = coord if len(coord) == 2 else (coord[0], coord[1:])
        assert buffer[layout(at)] == matrix[coord]


def test_ragged_padding_is_left_alone() -> None:
    layout = make_frame_layout("NZ", 20, 28)
    buffer = pack(np.ones((20, 28), dtype=np.float32), layout)
    assert buffer.size == 1024
    assert buffer.sum() == 560
    assert offsets(layout, padded=True).shape == (32, 32)
    assert sorted(offsets(layout, padded=True).ravel()) == list(range(1024))


def test_nz_is_transposed_tiles() -> None:
    matrix = np.arange(48 * 64, dtype=np.int32).reshape(48, 64)
    tiles = matrix.reshape(48, 4, 16).transpose(1, 0, 2)
    assert np.array_equal(pack(matrix, make_frame_layout("NZ", 48, 64)), tiles.ravel())


def test_feature_maps_have_axes_nchw() -> None:
    image = np.arange(2 * 32 * 3 * 5, dtype=np.int16).reshape(2, 32, 3, 5)
    assert np.array_equal(pack(image, make_frame_layout("NCHW", 2, 32, 3, 5)), image.ravel())
    assert np.array_equal(pack(image, make_frame_layout("NHWC", 2, 3, 5, 32)), image.transpose(0, 2, 3, 1).ravel())
    five = image.reshape(2, 2, 16, 3, 5).transpose(0, 1, 3, 4, 2)
    layout = make_frame_layout("NC1HWC0", 2, 2, 3, 5, 16)
    assert np.array_equal(pack(image, layout), five.ravel())
    assert np.array_equal(unpack(five.ravel(), layout), image)


def test_a_slice_unpacks_its_part() -> None:
    layout = make_frame_layout("NZ", 3, 64, 64)
    cube = np.arange(3 * 64 * 64, dtype=np.int32).reshape(3, 64, 64)
    buffer = pack(cube, layout)
    base, part = layout.slice((1, (16, 32)), (5, (20, 20)))
    assert np.array_equal(unpack(buffer[base:], part), cube[1:, 16:36, 32:52])


@pytest.mark.parametrize(
    "carrier", [ml_dtypes.bfloat16, np.dtype([("real", "<f2"), ("imag", "<f2")]), np.complex64, np.uint8]
)
def test_carriers_of_any_type(carrier: Any) -> None:
    width = np.dtype(carrier).itemsize
    matrix = np.arange(24 * width, dtype=np.uint8).view(carrier).reshape(4, 6)
    layout = make_frame_layout("ZN", 4, 6)
    again = unpack(pack(matrix, layout), layout)
    assert again.dtype == matrix.dtype
    assert again.tobytes() == matrix.tobytes()


@given(st.lists(st.integers(1, 4), min_size=2, max_size=6), st.data())
@settings(max_examples=100, deadline=None)
def test_offsets_are_the_layout(extents: list[int], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(extents) - 1))
    shape = (tuple(extents[:cut]), tuple(extents[cut:]))
    leaves = data.draw(st.lists(st.integers(0, 40), min_size=len(extents), max_size=len(extents)))
    layout = Layout(shape, (tuple(leaves[:cut]), tuple(leaves[cut:])))
    table = offsets(layout)
    assert table.shape == layout.totals
    assert all(table[r, c] == layout((r, c)) for r in range(table.shape[0]) for c in range(table.shape[1]))


def test_layouts_that_are_no_matrix_have_one_axis_per_mode() -> None:
    assert offsets(make_layout((2, 3, 4))).tolist() == np.arange(24).reshape(2, 3, 4).tolist()


def test_what_does_not_fit_is_refused() -> None:
    layout = make_frame_layout("ND", 4, 6)
    with pytest.raises(BadArgument, match="takes"):
        pack(np.zeros((6, 4)), layout)
    with pytest.raises(BadArgument, match="convert one first"):
        pack(np.zeros((4, 6), dtype=np.float32), layout, np.zeros(24))
    with pytest.raises(BadArgument, match="reaches 24"):
        unpack(np.zeros(23), layout)
    with pytest.raises(BadArgument, match="reshape"):
        unpack(np.zeros((4, 6)), layout)


def test_the_demo_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    from ascmove.layouts.__main__ import WORKED, main

    main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(WORKED)
    assert {tag for tag, *_ in WORKED} == set(Pattern)
    assert "((16,2),(16,4)):((16,256),(1,512))" in lines[1]
    assert lines[1].endswith("(17,35) -> 1299")
