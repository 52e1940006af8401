"""Strict input, and the same checks as data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ascmove.errors import BadArgument
from ascmove.layouts import (
    Layout,
    Pattern,
    frame_problems,
    layout_problems,
    make_coord,
    make_frame_layout,
    make_layout,
    make_pattern_layout,
    make_shape,
    static,
)


@pytest.mark.parametrize("bad", [0, -1, 1.0, True, "8", None, np.bool_(True)])
def test_extents_are_positive_integers(bad: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: make_frame_layout("NZ", bad, 16),
        lambda: make_frame_layout("NZ", 16, bad),
        lambda: make_frame_layout("ND", bad, 16, 16),
        lambda: make_frame_layout("NHWC", 1, 8, bad, 16),
        lambda: make_shape(16, bad),
        lambda: make_shape(2, (16, bad)),
        lambda: make_layout((16, bad)),
        lambda: make_pattern_layout("ND", (bad, 16), (16, 1)),
    ]
    for call in calls:
        with pytest.raises(BadArgument):
            call()


@pytest.mark.parametrize("bad", [-1, 0.5, False, None])
def test_strides_and_coordinates_are_not_negative(bad: Any) -> None:
    for call in (lambda: make_layout((4, 4), (bad, 1)), lambda: make_coord(0, bad), lambda: static(bad)):
        with pytest.raises(BadArgument):
            call()


@pytest.mark.parametrize("bad", [0, -16, True, 16.0, "int4_t"])
def test_c0_is_a_positive_integer_or_a_type(bad: Any) -> None:
    with pytest.raises(BadArgument):
        make_frame_layout("NZ", 16, 16, c0=bad)


@pytest.mark.parametrize(
    ("tag", "extents"),
    [("NZ", (16,)), ("NZ", (1, 2, 3, 4)), ("NHWC", (8, 8, 16)), ("NC1HWC0", (1, 1, 5, 5)), ("NCHW", (1, 1, 2, 3, 4))],
)
def test_the_number_of_extents(tag: str, extents: tuple[int, ...]) -> None:
    with pytest.raises(BadArgument, match=f"layout pattern {tag} takes"):
        make_frame_layout(tag, *extents)


@pytest.mark.parametrize(("tag", "extents"), [("NN", (5, 16)), ("ScaleADN", (6, 5)), ("ScaleBND", (5, 6))])
def test_pairs_need_even_extents(tag: str, extents: tuple[int, int]) -> None:
    with pytest.raises(BadArgument, match="make it even"):
        make_frame_layout(tag, *extents)
    assert [problem.kind for problem in frame_problems(Pattern[tag], (3, *extents))] == ["odd-extent"]


def test_structures_must_agree() -> None:
    pairs: list[tuple[Any, Any]] = [
        ((2, 3), (1,)),
        ((2, 3), (1, 2, 3)),
        (((2, 3), 4), (1, 2)),
        ((2, 3), 1),
        (2, 1),
        ((), ()),
    ]
    for shape, stride in pairs:
        with pytest.raises(BadArgument):
            make_layout(shape, stride)
    shapes: list[Any] = [((2, 3), 4), ((2, 3), (4, 5), (6, 7)), ((2, 3), (4,)), ((2, (3, 4)), (4, 5)), (2, (3, 4))]
    for shape in shapes:
        with pytest.raises(BadArgument, match="default stride"):
            make_layout(shape)


def test_messages_say_what_to_do() -> None:
    with pytest.raises(BadArgument) as error:
        make_frame_layout("NZ", 0, 16)
    assert str(error.value) == "m is 0, the least is 1"
    with pytest.raises(BadArgument) as error:
        make_frame_layout("ND", 1, 2, 3, 4)
    assert str(error.value) == "layout pattern ND takes (m, n) or (batch, m, n), not 4 extents"


def test_modes_must_exist() -> None:
    layout = make_frame_layout("NZ", 32, 64)
    for path in ((2,), (0, 0, 0), (-1,), (True,)):
        with pytest.raises(BadArgument):
            layout.get(*path)
    with pytest.raises(BadArgument, match="modes are 0 to 1"):
        layout.select(0, 2)


def test_totals_need_a_matrix() -> None:
    for layout in (make_frame_layout("NHWC", 1, 8, 8, 16), make_layout((2, 3, 4)), make_layout((5,), (1,))):
        with pytest.raises(BadArgument, match="no rows and columns"):
            _ = layout.totals


@pytest.mark.parametrize(
    ("tag", "extents", "fields"),
    [
        ("ND", (0, 16), ["m"]),
        ("NZ", (3, 16, 0), ["n"]),
        ("ND", (0, 16, 16), ["batch"]),
        ("NHWC", (1, 0, 8, 16), ["extents[1]"]),
        ("ND", (1, 16), []),
    ],
)
def test_empty_extents_as_data(tag: str, extents: tuple[int, ...], fields: list[str]) -> None:
    assert [problem.field for problem in frame_problems(Pattern[tag], extents)] == fields
    layout = make_frame_layout(tag, *extents, strict=False)
    assert [problem.field for problem in layout_problems(layout)] == fields
    assert all(problem.kind == "zero-extent" for problem in layout_problems(layout))
    assert (layout.cosize == 0) == bool(fields)


def test_an_empty_layout_is_not_counted_through() -> None:
    with pytest.raises(BadArgument, match="empty shape"):
        Layout((0, 4), (4, 1))(5)


def test_no_pattern_as_data() -> None:
    problem = layout_problems(make_layout((16, 16), (32, 2)))[0]
    assert (problem.kind, problem.field, problem.value) == ("no-pattern", "stride", (32, 2))
    assert layout_problems(make_layout((16, 16), (32, 1))) == []


@pytest.mark.parametrize(
    ("tag", "shape", "stride", "fields"),
    [
        ("ND", (16, 16), (32, 2), ["stride"]),
        ("ND", (16, 16), (32, 1), []),
        ("ND", (16, 1), (32, 7), []),
        ("DN", (16, 16), (2, 32), ["stride"]),
        ("ND", ((1, 16), (1, 16)), ((0, 16), (0, 1)), ["pattern"]),
        ("NDExt", (16, 16), (16, 1), ["pattern"]),
        ("NDExt", ((1, 16), (1, 16)), ((0, 32), (0, 2)), ["stride"]),
        ("DNExt", ((1, 16), (1, 16)), ((0, 2), (0, 32)), ["stride"]),
        ("NZ", ((16, 2), (16, 2)), ((16, 256), (1, 2048)), []),
        ("NZ", ((16, 2), (16, 2)), ((32, 512), (1, 2048)), ["stride", "stride"]),
        ("NCHW", (1, 16, 5, 5), (400, 25, 5, 1), []),
        ("NCHW", (1, 16, 5, 4), (400, 25, 5, 1), ["stride"]),
        ("NHWC", (1, 8, 7, 16), (1024, 128, 16, 1), ["stride"]),
        ("NHWC", (1, 7, 8, 15), (1024, 128, 16, 1), []),
        ("NC1HWC0", (1, 2, 4, 3, 16), (512, 256, 64, 16, 1), ["stride"]),
    ],
)
def test_contradictions_as_data(tag: str, shape: Any, stride: Any, fields: list[str]) -> None:
    problems = layout_problems(make_pattern_layout(tag, shape, stride))
    assert [problem.field for problem in problems] == fields
    assert all(problem.kind == "contradiction" for problem in problems)


@pytest.mark.parametrize("tag", list(Pattern))
def test_no_frame_layout_contradicts_itself(tag: Pattern) -> None:
    extents = {4: (2, 6, 5, 8), 5: (2, 3, 5, 7, 16)}.get(len(tag.axes), (3, 20, 28))
    assert layout_problems(make_frame_layout(tag, *extents)) == []
