"""Squeeze and the batch axis."""

from __future__ import annotations

from typing import Any

import pytest

from ascmove.errors import BadArgument
from ascmove.layouts import Layout, Pattern, is_static, make_frame_layout, make_layout, static

ONE, ANY = static(1), 0


def test_by_index() -> None:
    assert make_layout((ONE, 4, 5), (20, 5, 1)).squeeze(0) == Layout((4, 5), (5, 1))
    assert make_layout((ONE, 4, ONE, 5)).squeeze(0, 2) == Layout((4, 5), (5, 1))
    assert make_layout((ONE, 4, ONE, 5)).squeeze(2, 0) == Layout((4, 5), (5, 1))
    assert make_layout((4, ONE)).squeeze(1) == Layout((4,), (1,))


@pytest.mark.parametrize("batch", [ONE, 1, 3])
def test_one_and_any_run_time_batch_are_dropped(batch: int) -> None:
    squeezed = make_frame_layout("NZ", batch, 32, 64).squeeze(0)
    assert squeezed == make_frame_layout("NZ", 32, 64)
    assert squeezed.declared == (32, 64)


def test_a_static_batch_stays() -> None:
    layout = make_frame_layout("NZ", static(3), 32, 64)
    assert is_static(layout.shape[0])
    assert layout.squeeze(0) == layout


def test_a_nested_axis_stays() -> None:
    layout = make_frame_layout("NZ", 32, 64)
    assert layout.squeeze(0) == layout


@pytest.mark.parametrize(
    ("shape", "marks", "squeezed"),
    [
        ((1, 4, 1), (ONE, ANY, ONE), (4,)),
        ((4, 5), (ANY, ANY), (4, 5)),
        ((static(4), 5), (ONE, ANY), (4, 5)),
        ((4, 5), (1, ANY), (4, 5)),  # only static(1) is a mark
        ((1, (1, (2, 3))), (ONE, (ONE, (ANY, ANY))), (2, 3)),
        (((1, 4), (1, 5)), ((ONE, ANY), (ONE, ANY)), (4, 5)),
        ((1, ((16, 2), (16, 3))), (ONE, ((ANY, ANY), (ANY, ANY))), ((16, 2), (16, 3))),
        ((1, (4, 1)), (ONE, (ANY, ONE)), (4,)),
    ],
)
def test_by_pattern(shape: Any, marks: Any, squeezed: Any) -> None:
    layout = Layout(shape, shape)  # each stride names the extent it belongs to
    assert (layout.squeeze(marks).shape, layout.squeeze(marks).stride) == (squeezed, squeezed)


def test_a_squeezed_ext_layout_keeps_its_tag() -> None:
    squeezed = make_frame_layout("NDExt", 20, 28).squeeze(((ONE, ANY), (ONE, ANY)))
    assert (squeezed.shape, squeezed.stride, squeezed.pattern) == ((20, 28), (28, 1), Pattern.NDExt)
    assert squeezed.declared == (20, 28)


def test_fractal_extents_are_static() -> None:
    layout = make_frame_layout("NZ", 32, 64)
    assert layout.squeeze(((ONE, ANY), (ONE, ANY))) == layout


def test_nothing_left_or_nothing_there() -> None:
    with pytest.raises(BadArgument, match="leaves nothing"):
        make_layout((1, 1)).squeeze(0, 1)
    with pytest.raises(BadArgument, match="leaves nothing"):
        make_layout((1, 1)).squeeze((ONE, ONE))
    with pytest.raises(BadArgument, match="no mode 2"):
        make_layout((1, 4)).squeeze(2)
    with pytest.raises(BadArgument, match="nesting"):
        make_layout((1, 4)).squeeze((ONE, (ANY, ANY)))


def test_remove_batch() -> None:
    batched = make_frame_layout("NZ", 3, 20, 28)
    assert batched.remove_batch() == make_frame_layout("NZ", 20, 28)
    assert batched.remove_batch().declared == (20, 28)
    assert make_frame_layout("ND", 3, 20, 28).remove_batch().stride == (28, 1)
    for other in (
        make_frame_layout("NZ", 20, 28),
        make_frame_layout("NC1HWC0", 1, 2, 4, 4, 16),
        make_layout((2, 3, 4)),
    ):
        assert other.batch is None
        with pytest.raises(BadArgument, match="no batch axis"):
            other.remove_batch()
