"""Slices and sub-layouts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.layouts import Layout, Pattern, make_frame_layout, make_layout, slice_problems


@pytest.mark.parametrize(
    ("tag", "extents", "coord", "asked", "shape", "stride", "base"),
    [
        ("NZ", (64, 64), (16, 32), (20, 20), ((16, 2), (16, 2)), ((16, 256), (1, 1024)), 2304),
        ("ND", (64, 64), (50, 32), (20, 20), (14, 20), (64, 1), 3232),
        ("NDExt", (64, 64), (50, 32), (20, 20), ((1, 14), (1, 20)), ((0, 64), (0, 1)), 3232),
        (
            "NZ",
            (9, 32, 64),
            (3, (0, 0)),
            (3, (32, 64)),
            (3, ((16, 2), (16, 4))),
            (2048, ((16, 256), (1, 512))),
            6144,
        ),
        (
            "NZ",
            (9, 32, 64),
            (7, (16, 32)),
            (3, (10, 20)),
            (2, ((16, 1), (16, 2))),
            (2048, ((16, 256), (1, 512))),
            15616,
        ),
        (
            "DNExt",
            (9, 32, 64),
            (6, (0, 0)),
            (3, (32, 64)),
            (3, ((1, 32), (1, 64))),
            (2048, ((0, 1), (0, 32))),
            12288,
        ),
        ("ND", (128, 256), (16, 32), (20, 28), (20, 28), (256, 1), 4128),
        ("NZ", (64, 64), (16, 16), (32, 32), ((16, 2), (16, 2)), ((16, 256), (1, 1024)), 1280),
        ("ND", (9, 32, 64), (3, (0, 0)), (3, (32, 64)), (3, (32, 64)), (2048, (64, 1)), 6144),
        ("NCHW", (2, 16, 5, 5), (1, 0, 0, 0), (1, 16, 5, 5), (1, 16, 5, 5), (400, 25, 5, 1), 400),
    ],
)
def test_worked_slices(tag: str, extents: Any, coord: Any, asked: Any, shape: Any, stride: Any, base: int) -> None:
    layout = make_frame_layout(tag, *extents)
    offset, part = layout.slice(coord, asked)
    assert (offset, part.shape, part.stride) == (base, shape, stride)
    assert (part.pattern, part.c0) == (layout.pattern, layout.c0)


def test_untagged_batched_slice() -> None:
    layout = Layout((2, ((2, 3), (4, 5))), (120, ((1, 8), (2, 24))))
    assert layout.slice((0, (2, 4)), (2, (4, 12)))[1].shape == (2, ((2, 2), (4, 3)))


def test_a_slice_declares_what_it_takes() -> None:
    _, part = make_frame_layout("NZ", 64, 64).slice((16, 32), (20, 20))
    assert (part.declared, part.totals) == ((20, 20), (32, 32))
    _, clipped = make_frame_layout("NZ", 9, 32, 64).slice((7, (16, 32)), (3, (32, 20)))
    assert (clipped.batch, clipped.declared) == (2, (16, 20))
    assert make_frame_layout("ND", 64, 64).slice((50, 32), (20, 20))[1].declared == (14, 20)


def test_a_layout_as_the_shape() -> None:
    layout = make_frame_layout("NZ", 64, 64)
    offset, part = layout.slice(((0, 1), (0, 2)), make_frame_layout("NZ", 32, 48))
    assert (offset, part.shape) == (2304, ((16, 2), (16, 2)))


def test_an_untagged_layout_hands_its_inferred_pattern_to_a_slice() -> None:
    _, part = make_layout((64, 64)).slice((0, 0), (2, 2))
    assert part.pattern is Pattern.ND


def test_at() -> None:
    offset, part = make_frame_layout("ND", 64, 64).at((10, 20))
    assert (offset, part.shape, part.stride) == (660, (54, 44), (64, 1))
    offset, part = make_frame_layout("NZ", 64, 64).at(((0, 1), (0, 2)))
    assert (offset, part.totals) == (2304, (48, 32))
    with pytest.raises(BadArgument, match="nesting"):
        make_frame_layout("NZ", 64, 64).at((16, 32))


@pytest.mark.parametrize(
    ("tag", "extents", "coord", "asked", "kinds"),
    [
        ("ND", (64, 64), (64, 0), (16, 16), ["outside"]),
        ("ND", (64, 64), (-1, 0), (16, 16), ["outside"]),
        ("ND", (64, 64), (48, 0), (16, 16), []),
        ("ND", (64, 64), (50, 0), (20, 64), ["clipped"]),
        ("NZ", (64, 64), (8, 0), (16, 16), ["unaligned"]),
        ("NZ", (64, 64), (0, 24), (16, 16), ["unaligned"]),
        ("NZ", (64, 64), (0, 0), (16, 20), ["partial"]),
        ("NZ", (64, 64), (48, 0), (20, 64), ["clipped"]),
        ("NZ", (30, 30), (16, 16), (16, 16), []),
        ("NZ", (64, 64), ((8, 0), (0, 0)), ((8, 4), (16, 4)), ["unaligned", "partial"]),
        ("ND", (4, 32, 32), (0, 0), (32, 32), ["form", "form"]),
        ("ND", (4, 32, 32), (2, (0, 0)), (2, (32, 32)), []),
        ("ND", (4, 32, 32), (4, (0, 0)), (2, (32, 32)), ["outside"]),
        ("ND", (4, 32, 32), (3, (0, 0)), (2, (32, 32)), ["clipped"]),
        ("ND", (64, 64), (0, 0), (0, 4), ["zero-extent"]),
        ("NZ", (64, 64), (0, 0), ((16, 1), (16, 1)), ["form"]),
        ("NZ", (2, 64, 64), (0, (0, 0)), (1, ((16, 1), (16, 1))), ["form"]),
        ("NHWC", (1, 8, 8, 16), (0, 0), (64, 16), ["form", "form"]),
        ("NHWC", (1, 8, 8, 16), (0, 0, 0, 0), (1, 4, 8, 16), []),
        ("ND", (64, 64), (0.5, 0), (1, 1), ["form"]),
        ("ND", (64, 64), 3, (1, 1), ["form"]),
    ],
)
def test_slice_problems(tag: str, extents: Any, coord: Any, asked: Any, kinds: list[str]) -> None:
    layout = make_frame_layout(tag, *extents)
    problems = slice_problems(layout, coord, asked)
    assert [problem.kind for problem in problems] == kinds
    if any(problem.is_error for problem in problems):
        with pytest.raises(BadArgument):
            layout.slice(coord, asked)
    else:
        layout.slice(coord, asked)


def test_problems_carry_the_way_out() -> None:
    unaligned = slice_problems(make_frame_layout("NZ", 64, 64), (24, 0), (16, 16))[0]
    assert (unaligned.field, unaligned.value, unaligned.limit, unaligned.nearest) == ("coord", 24, 16, (16, 32))
    assert unaligned.message == "slice starts at row 24, inside a fractal of 16 rows; start at 16 or 32"
    partial = slice_problems(make_frame_layout("NZ", 64, 64), (0, 0), (16, 20))[0]
    assert (partial.value, partial.nearest) == (20, (16, 32))
    form = slice_problems(make_frame_layout("ND", 4, 32, 32), (0, 0), (1, (1, 1)))[0]
    assert "(b, (row, column))" in form.message


def test_lenient_slices() -> None:
    layout = make_frame_layout("NZ", 64, 64)
    offset, part = layout.slice((8, 0), (16, 16), strict=False)
    assert (offset, part.shape) == (128, ((16, 1), (16, 1)))
    offset, part = layout.slice((64, 0), (16, 16), strict=False)
    assert (offset, part.shape, part.cosize) == (0, ((16, 0), (16, 1)), 0)
    assert make_frame_layout("ND", 4, 4).slice((-1, 0), (2, 2), strict=False)[1].shape == (0, 2)
    with pytest.raises(BadArgument):
        layout.slice((0,), (1, 1), strict=False)


@given(
    st.sampled_from(["NZ", "ND", "DN", "NDExt", "DNExt", "ZN", "ZZ"]),
    st.integers(1, 3),
    st.integers(1, 80),
    st.integers(1, 80),
    st.data(),
)
@settings(max_examples=200, deadline=None)
def test_an_element_of_a_slice_is_the_element_of_its_parent(
    tag: str, batch: int, m: int, n: int, data: st.DataObject
) -> None:
    layout = make_frame_layout(tag, batch, m, n)
    step = 16 if tag in ("NZ", "ZN", "ZZ") else 1
    nested = tag in ("NDExt", "DNExt") or step == 16
    b = data.draw(st.integers(0, batch - 1))
    r, c = (step * data.draw(st.integers(0, (whole - 1) // step)) for whole in (m, n))
    asked = (data.draw(st.integers(1, 4)), (data.draw(st.integers(1, 90)), data.draw(st.integers(1, 90))))
    base, part = layout.slice((b, (r, c)), asked)
    rows, columns = layout.totals
    assert part.declared == (min(asked[1][0], rows - r), min(asked[1][1], columns - c))
    assert part.batch == min(asked[0], batch - b)
    assert nested == (part.depth == 5)
    i, j = (data.draw(st.integers(0, whole - 1)) for whole in part.matrix)
    assert base + part((0, (i, j))) == layout((b, (r + i, c + j)))
