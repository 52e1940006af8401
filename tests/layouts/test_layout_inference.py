"""What the strides of an untagged layout say."""

from __future__ import annotations

from typing import Any

import pytest

from ascmove.layouts import Layout, Pattern, make_frame_layout, make_layout

INFERRED_C0 = {"NZ": 16, "ZZ": 16, "ZN": 16, "NN": 2, "ScaleADN": 2, "ScaleBND": 2}


def untagged(layout: Layout) -> Layout:
    return Layout(layout.shape, layout.stride)


@pytest.mark.parametrize("tag", ["NZ", "ZZ", "ZN", "NN", "ND", "DN", "NDExt", "DNExt", "ScaleADN", "ScaleBND"])
@pytest.mark.parametrize("batch", [(), (3,)])
def test_every_frame_pattern_is_recognised(tag: str, batch: tuple[int, ...]) -> None:
    found = untagged(make_frame_layout(tag, *batch, 40, 70)).resolved()
    assert (found.pattern, found.c0) == (Pattern[tag], INFERRED_C0.get(tag, 1))


@pytest.mark.parametrize(
    ("shape", "stride", "tag", "c0"),
    [
        ((32, 64), (64, 1), "ND", 1),
        ((32, 64), (1, 1), "ND", 1),
        ((32, 64), (1, 32), "DN", 1),
        ((16, 16), (32, 2), None, None),
        ((2, 3, 4), (12, 4, 1), None, None),
        (((16, 2), (8, 3)), ((8, 128), (1, 256)), "NZ", 8),
        (((32, 1), (16, 2)), ((1, 1024), (32, 512)), "ZN", 32),
        (((1, 20), (1, 28)), ((0, 28), (0, 1)), "NDExt", 1),
        (((1, 1), (1, 1)), ((0, 1), (0, 1)), "NDExt", 1),  # first match wins
        (((16, 1), (16, 4)), ((16, 256), (1, 256)), "NZ", 16),
        (((2, 3), (4, 5)), ((1, 8), (2, 24)), None, None),
    ],
)
def test_inference(shape: Any, stride: Any, tag: str | None, c0: int | None) -> None:
    found = make_layout(shape, stride).resolved()
    assert found.pattern is (None if tag is None else Pattern[tag])
    assert found.c0 == c0


def test_scale_and_and_bdn_look_like_ext() -> None:
    assert untagged(make_frame_layout("ScaleAND", 32, 16)).resolved().pattern is Pattern.NDExt
    assert untagged(make_frame_layout("ScaleBDN", 32, 16)).resolved().pattern is Pattern.DNExt


def test_a_tag_is_kept_whatever_the_strides() -> None:
    assert Layout((16, 16), (1, 16), Pattern.ND).resolved().pattern is Pattern.ND
