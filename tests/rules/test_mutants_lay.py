"""Rules of layouts on both sides of their limits."""

from __future__ import annotations

from typing import Any

import pytest

from .edges import Edge, offered, params
from .l0c_calls import found
from .l0c_pairs import INT8, NZ32, SPLIT
from .test_lay_rules import FOUR, LARGE, LARGE_NZ, strided, tagged

TWO: dict[str, Any] = {"src": ("NZ", 2, 16, 16)}
NZ8: dict[str, Any] = {"c0": 8}
TAKEN = ("ND", "NDExt", "DN", "DNExt", "NZ", "NC1HWC0", "NHWC", "NCHW")
ZN: dict[str, Any] = {"dst": ("ZN", 32, 32)}
IMAGES = tagged("NHWC", (256, (256, 64, 16, 1)), (2, (1, 4, 4, 16)))
BLOCKS = {"src": ("NZ", 16, 32)}


def images(stride: Any, shape: Any) -> Any:
    """Matrices given by shape and stride alone."""
    return strided(stride, shape)


def blocks(pitch: int, n: int = 2) -> Any:
    """NZ of 16 rows and some column blocks, so many elements apart."""
    return tagged("NZ", ((16, 256), (1, pitch)), ((16, 1), (16, n)))


EDGES: list[Edge] = [
    # C0
    ("a source of C0 = 32", {"src": ("NZ", 16, 32, NZ32)}, {"LAY002": (16,)}),
    ("a source of C0 = 32, relaxed", {"src": ("NZ", 16, 32, NZ32), "core": {"mode": "relaxed"}}, {"LAY002": (16,)}),
    ("bytes of C0 = 8", {**INT8, "dst": ("NZ", 16, 32, NZ8)}, {"LAY003": (32,)}),
    ("halfs of C0 = 16", {"dst": ("NZ", 16, 16)}, {}),
    ("split channels of C0 = 32", {**SPLIT, "dst": ("NZ", 16, 32, NZ32)}, {"LAY005": (8,)}),
    ("bytes of C1 and C0 = 32", {**INT8, "dst": ("NC1HWC0", 1, 1, 4, 4, 32)}, {}),
    ("halfs of C1 and C0 = 32", {"src": ("NZ", 16, 32), "dst": ("NC1HWC0", 1, 1, 4, 4, 32)}, {"LAY006": (16,)}),
    ("no channels of C0 = 32", {"dst": ("NC1HWC0", 1, 0, 4, 4, 32)}, {"LAY001": (1,)}),
    # extents and strides
    ("an empty batch of the source", {"src": ("NZ", 0, 16, 16), "dst": ("ND", 1, 16, 16)}, {"LAY001": (1,)}),
    ("a slice of no columns", {**LARGE, "dst_cut": ((0, 0), (16, 0))}, {"LAY001": (1,)}),
    ("a slice of no batch", {**FOUR, "dst_cut": ((0, (0, 0)), (0, (32, 32)))}, {"LAY001": (1,)}),
    (
        "a feature map inside another",
        {"dst": ("NHWC", 1, 4, 8, 16), "dst_cut": ((0, 0, 0, 0), (1, 4, 4, 16))},
        {"LAY013": ()},
    ),
    ("a flat NZ", {"dst": tagged("NZ", (16, 1), (16, 16))}, {"LAY013": ()}),
    ("a nested ND", {"dst": tagged("ND", ((16, 256), 1), ((16, 1), 16))}, {"LAY013": ()}),
    ("batched images", {"dst": IMAGES}, {"L0C034": (None,)}),
    (
        "batched images with words 2 apart",
        {"dst": IMAGES, "quant": {"count": 16, "layout": tagged("ND", (32, 2), (1, 16))}},
        {"L0C033": (None,), "L0C034": (None,), "LAY013": (1,)},
    ),
    # slices
    ("the last row", {**LARGE, "src": ("NZ", 1, 16), "dst_cut": ((63, 0), (1, 16))}, {}),
    ("the last column", {**LARGE, "src": ("NZ", 16, 1), "dst_cut": ((0, 63), (16, 1))}, {}),
    ("one column behind", {**LARGE, "dst_cut": ((0, 64), (16, 16))}, {"LAY007": (63,)}),
    ("a column more than there are", {**LARGE, "dst_cut": ((0, 49), (16, 16))}, {"LAY010": (15,)}),
    ("all columns there are", {**LARGE, "dst_cut": ((0, 48), (16, 16))}, {}),
    ("the padding of NZ", {"dst": ("NZ", 30, 30), "dst_cut": ((16, 16), (16, 16))}, {}),
    ("behind the padding of NZ", {"dst": ("NZ", 30, 30), "dst_cut": ((32, 16), (16, 16))}, {"LAY007": (31,)}),
    (
        "C0 = 32 inside a fractal",
        {**INT8, "dst": ("NZ", 16, 64, NZ32), "dst_cut": ((0, 16), (16, 32))},
        {"LAY008": (0, 32)},
    ),
    (
        "half a fractal of C0 = 32",
        {**INT8, "dst": ("NZ", 16, 64, NZ32), "dst_cut": ((0, 0), (16, 16))},
        {"LAY009": (32,)},
    ),
    ("half a fractal of the source", {"src": ("NZ", 32, 32), "src_cut": ((0, 0), (8, 16)), "dst": ("ND", 8, 16)}, {}),
    ("a slice of ZN, inside a fractal", {**ZN, "dst_cut": ((8, 8), (16, 16))}, {"L0C003": TAKEN}),
    ("a slice of ZN, half a fractal of rows", {**ZN, "dst_cut": ((0, 0), (8, 32))}, {"L0C003": TAKEN}),
    ("a slice of ZN, half a fractal of columns", {**ZN, "dst_cut": ((0, 0), (16, 20))}, {"L0C003": TAKEN}),
    ("an odd start in ND", {**LARGE, "dst_cut": ((7, 9), (16, 16))}, {}),
    ("a coordinate of one number", {**LARGE, "dst_cut": (0, (16, 16))}, {"LAY011": ()}),
    ("a row and a half", {**LARGE, "dst_cut": ((0, 1.5), (16, 16))}, {"LAY011": ()}),
    ("columns wider than fractals", {**LARGE_NZ, "dst_cut": ((0, 0), (16, 33))}, {"LAY009": (32, 48)}),
    # elements that collide
    ("one row", {"src": ("NZ", 1, 16), "dst": strided((8, 1), (1, 16))}, {}),
    ("two rows", {"dst": strided((15, 1), (2, 16))}, {"LAY014": (16,)}),
    ("one column", {"src": ("NZ", 16, 1), "dst": tagged("DN", (1, 8), (16, 1))}, {}),
    ("two columns", {"dst": tagged("DN", (1, 15), (16, 2))}, {"LAY014": (16,)}),
    ("column blocks one behind the other", {**BLOCKS, "dst": blocks(256)}, {}),
    ("column blocks that share an element", {**BLOCKS, "dst": blocks(255)}, {"LAY014": (256,)}),
    ("one column block", {"dst": blocks(255, 1)}, {}),
    ("batches one behind the other", {**TWO, "dst": images((256, (16, 1)), (2, (16, 16)))}, {}),
    ("batches that share an element", {**TWO, "dst": images((255, (16, 1)), (2, (16, 16)))}, {"LAY014": (256,)}),
    (
        "batches of long rows that share an element",
        {**TWO, "dst": images((300, (20, 1)), (2, (16, 16)))},
        {"LAY014": (316,)},
    ),
    ("one batch on itself", {"src": ("NZ", 1, 16, 16), "dst": images((0, (16, 1)), (1, (16, 16)))}, {}),
    ("two batches on one another", {**TWO, "dst": images((0, (16, 1)), (2, (16, 16)))}, {"LAY014": (256,)}),
    # how far a layout reaches
    (
        "a destination larger than its tensor",
        {**BLOCKS, "dst": ("ND", 32, 32), "counts": (None, 1023)},
        {"LAY015": ("dst.count 1024",)},
    ),
    ("a destination of unknown size", {**BLOCKS, "dst": ("ND", 32, 32), "counts": (None, 0)}, {}),
    (
        "a source larger than its tensor",
        {"src": ("NZ", 32, 32), "src_cut": ((0, 0), (16, 32)), "counts": (768, None)},
        {"LAY015": ("src.count 1024",)},
    ),
    (
        "a source shorter than the copy",
        {"src": ("NZ", 32, 32), "src_cut": ((0, 0), (16, 32)), "counts": (767, None), "dst": ("ND", 16, 32)},
        {"TEN008": ("src.count 768", "layout.m 15")},
    ),
]


@pytest.mark.parametrize(("call", "told"), params(EDGES))
def test_edge(call: dict[str, Any], told: dict[str, tuple[object, ...]]) -> None:
    assert offered(found(**call)) == told
