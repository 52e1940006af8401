"""Frame layouts: the worked table, closed forms of every pattern, C0, batch strides."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.formats.dtype import dtype
from ascmove.layouts import Layout, NZLayoutPtn, Pattern, c0_of, make_frame_layout, make_pattern_layout, pattern

ND_EXT = (((1, 20), (1, 28)), ((0, 28), (0, 1)))
DN_EXT = (((1, 20), (1, 28)), ((0, 1), (0, 20)))


@pytest.mark.parametrize(
    ("tag", "c0", "extents", "shape", "stride", "capacity"),
    [
        ("NZ", None, (32, 64), ((16, 2), (16, 4)), ((16, 256), (1, 512)), 2048),
        ("NZ", None, (20, 28), ((16, 2), (16, 2)), ((16, 256), (1, 512)), 1024),
        ("NZ", None, (2, 20, 28), (2, ((16, 2), (16, 2))), (1024, ((16, 256), (1, 512))), 2048),
        ("NZ", 8, (20, 20), ((16, 2), (8, 3)), ((8, 128), (1, 256)), 768),
        ("NZ", "float", (32, 64), ((16, 2), (8, 8)), ((8, 128), (1, 256)), 2048),
        ("NZ", "int8_t", (32, 48), ((16, 2), (32, 2)), ((32, 512), (1, 1024)), 2048),
        ("NZ", "int8_t", (40, 70), ((16, 3), (32, 3)), ((32, 512), (1, 1536)), 4608),
        ("ND", None, (20, 28), (20, 28), (28, 1), 560),
        ("ND", None, (3, 20, 28), (3, (20, 28)), (560, (28, 1)), 1680),
        ("DN", None, (20, 28), (20, 28), (1, 20), 560),
        ("DN", None, (3, 20, 28), (3, (20, 28)), (560, (1, 20)), 1680),
        ("NDExt", None, (20, 28), *ND_EXT, 560),
        ("NDExt", None, (3, 20, 28), (3, ND_EXT[0]), (560, ND_EXT[1]), 1680),
        ("DNExt", None, (20, 28), *DN_EXT, 560),
        ("DNExt", None, (3, 20, 28), (3, DN_EXT[0]), (560, DN_EXT[1]), 1680),
        ("ZN", None, (32, 64), ((16, 2), (16, 4)), ((1, 1024), (16, 256)), 2048),
        ("ZN", None, (20, 28), ((16, 2), (16, 2)), ((1, 512), (16, 256)), 1024),
        ("ZN", "int8_t", (20, 28), ((32, 1), (16, 2)), ((1, 1024), (32, 512)), 1024),
        ("ZN", 8, (20, 28), ((8, 3), (16, 2)), ((1, 256), (8, 128)), 768),
        ("ZZ", None, (32, 64), ((16, 2), (16, 4)), ((16, 1024), (1, 256)), 2048),
        ("ZZ", None, (20, 28), ((16, 2), (16, 2)), ((16, 512), (1, 256)), 1024),
        ("ZZ", 2, (32, 64), ((16, 2), (2, 32)), ((2, 1024), (1, 32)), 2048),
        ("ZZ", 2, (20, 7), ((16, 2), (2, 4)), ((2, 128), (1, 32)), 256),
        ("NN", None, (16, 32), ((2, 8), (16, 2)), ((1, 32), (2, 256)), 512),
        ("NN", None, (6, 20), ((2, 3), (16, 2)), ((1, 32), (2, 96)), 192),
        ("ScaleAND", None, (32, 16), ((1, 32), (1, 16)), ((0, 16), (0, 1)), 512),
        ("ScaleAND", None, (5, 6), ((1, 5), (1, 6)), ((0, 6), (0, 1)), 30),
        ("ScaleADN", None, (32, 16), ((1, 32), (2, 8)), ((0, 2), (1, 64)), 512),
        ("ScaleADN", None, (5, 6), ((1, 5), (2, 3)), ((0, 2), (1, 10)), 30),
        ("ScaleBND", None, (16, 32), ((2, 8), (1, 32)), ((1, 64), (0, 2)), 512),
        ("ScaleBND", None, (6, 5), ((2, 3), (1, 5)), ((1, 10), (0, 2)), 30),
        ("ScaleBDN", None, (16, 32), ((1, 16), (1, 32)), ((0, 1), (0, 16)), 512),
        ("ScaleBDN", None, (6, 5), ((1, 6), (1, 5)), ((0, 1), (0, 6)), 30),
        ("NCHW", None, (2, 3, 4, 5), (2, 3, 4, 5), (60, 20, 5, 1), 120),
        ("NCHW", None, (1, 16, 5, 5), (1, 16, 5, 5), (400, 25, 5, 1), 400),
        ("NHWC", None, (2, 4, 5, 3), (2, 4, 5, 3), (60, 15, 3, 1), 120),
        ("NHWC", None, (1, 8, 8, 16), (1, 8, 8, 16), (1024, 128, 16, 1), 1024),
        ("NC1HWC0", None, (2, 3, 4, 5, 16), (2, 3, 4, 5, 16), (960, 320, 80, 16, 1), 1920),
        ("NC1HWC0", None, (1, 2, 4, 4, 16), (1, 2, 4, 4, 16), (512, 256, 64, 16, 1), 512),
    ],
)
def test_worked_table(tag: str, c0: Any, extents: Any, shape: Any, stride: Any, capacity: int) -> None:
    layout = make_frame_layout(tag, *extents, c0=c0)
    assert (layout.shape, layout.stride, layout.capacity) == (shape, stride, capacity)
    assert layout.pattern is Pattern[tag]


@pytest.mark.parametrize(
    ("tag", "c0", "extents", "coord", "offset"),
    [
        ("NZ", 8, (20, 20), (17, 13), 397),
        ("ND", None, (20, 28), (3, 5), 89),
        ("DN", None, (20, 28), (3, 5), 103),
        ("NDExt", None, (20, 28), (3, 5), 89),
        ("DNExt", None, (20, 28), (3, 5), 103),
        ("ZN", None, (20, 28), (17, 18), 801),
        ("ZZ", None, (20, 28), (17, 18), 786),
        ("NN", None, (6, 20), (3, 17), 131),
        ("ScaleAND", None, (5, 6), (3, 4), 22),
        ("ScaleADN", None, (5, 6), (3, 4), 26),
        ("ScaleBND", None, (6, 5), (3, 4), 19),
        ("ScaleBDN", None, (6, 5), (3, 4), 27),
    ],
)
def test_spot_checks(tag: str, c0: Any, extents: Any, coord: Any, offset: int) -> None:
    assert make_frame_layout(tag, *extents, c0=c0)(coord) == offset


def up(value: int, by: int) -> int:
    return -(-value // by) * by


# Closed forms of the offset of (r, c) in an m by n matrix, written without layouts.
Closed: TypeAlias = Callable[[int, int, int, int, int], int]
ND: Closed = lambda r, c, m, n, k: r * n + c  # noqa: E731
DN: Closed = lambda r, c, m, n, k: c * m + r  # noqa: E731
CLOSED: dict[str, Closed] = {
    "NZ": lambda r, c, m, n, k: c // k * k * up(m, 16) + r * k + c % k,
    "ND": ND,
    "DN": DN,
    "NDExt": ND,
    "DNExt": DN,
    "ZN": lambda r, c, m, n, k: r // k * k * up(n, 16) + c * k + r % k,
    "ZZ": lambda r, c, m, n, k: r // 16 * 16 * up(n, k) + c // k * 16 * k + r % 16 * k + c % k,
    "NN": lambda r, c, m, n, k: c // 16 * 16 * m + r // 2 * 32 + c % 16 * 2 + r % 2,
    "ScaleAND": ND,
    "ScaleADN": lambda r, c, m, n, k: c // 2 * 2 * m + 2 * r + c % 2,
    "ScaleBND": lambda r, c, m, n, k: r // 2 * 2 * n + 2 * c + r % 2,
    "ScaleBDN": DN,
}


def room(tag: str, m: int, n: int, c0: int) -> int:
    """Elements one padded matrix takes."""
    padded = {"NZ": (up(m, 16), up(n, c0)), "ZZ": (up(m, 16), up(n, c0)), "ZN": (up(m, c0), up(n, 16))}
    rows, columns = padded.get(tag, (m, up(n, 16) if tag == "NN" else n))
    return rows * columns


@given(
    st.sampled_from(sorted(CLOSED)),
    st.integers(1, 70),
    st.integers(1, 70),
    st.integers(1, 3),
    st.sampled_from([2, 8, 16, 32, 64]),
    st.data(),
)
@settings(max_examples=300, deadline=None)
def test_closed_forms(tag: str, m: int, n: int, batch: int, c0: int, data: st.DataObject) -> None:
    m, n = up(m, 2) if tag in ("NN", "ScaleBND") else m, up(n, 2) if tag == "ScaleADN" else n
    takes_c0 = tag in ("NZ", "ZN", "ZZ")
    layout = make_frame_layout(tag, batch, m, n, c0=c0 if takes_c0 else None)
    b, r, c = (data.draw(st.integers(0, most - 1)) for most in (batch, m, n))
    one = room(tag, m, n, c0)
    assert layout((b, (r, c))) == b * one + CLOSED[tag](r, c, m, n, c0)
    assert layout.capacity == batch * one
    assert layout.batch == batch
    assert layout.remove_batch() == make_frame_layout(tag, m, n, c0=c0 if takes_c0 else None)
    assert layout.matrix == (m, n)


def test_declared_extents_are_remembered_and_do_not_count() -> None:
    ragged, whole = make_frame_layout("NZ", 20, 28), make_frame_layout("NZ", 32, 32)
    assert ragged == whole
    assert hash(ragged) == hash(whole)
    assert (ragged.declared, ragged.matrix, ragged.totals) == ((20, 28), (20, 28), (32, 32))
    assert (ragged.rows, ragged.columns) == (32, 32)
    assert make_frame_layout("NZ", 2, 20, 28).totals == (32, 32)


@pytest.mark.parametrize(
    ("spec", "c0"),
    [
        (None, 16),
        (16, 16),
        (np.int32(8), 8),
        ("half", 16),
        ("int8_t", 32),
        ("uint64_t", 4),
        (dtype("float"), 8),
        (np.float16, 16),
        (np.dtype("int8"), 32),
        (ml_dtypes.bfloat16, 16),
        ("hifloat8_t", 32),
    ],
)
def test_c0(spec: object, c0: int) -> None:
    assert c0_of(NZLayoutPtn, spec) == c0
    assert make_frame_layout(NZLayoutPtn, 32, 64, c0=spec).c0 == c0


def test_default_c0_of_each_pattern() -> None:
    by_c0 = {c0: {tag.name for tag in Pattern if tag.default_c0 == c0} for c0 in (16, 2, 1)}
    assert by_c0[16] == {"NZ", "ZZ", "ZN"}
    assert by_c0[2] == {"NN", "ScaleAND", "ScaleADN", "ScaleBND", "ScaleBDN"}
    assert by_c0[1] == {"ND", "DN", "NDExt", "DNExt", "NCHW", "NHWC", "NC1HWC0"}


def test_c0_of_pairs_can_only_be_2_except_scale_bdn() -> None:
    for tag in ("NN", "ScaleAND", "ScaleADN", "ScaleBND"):
        with pytest.raises(BadArgument, match="only be 2"):
            make_frame_layout(tag, 16, 16, c0=16)
    assert make_frame_layout("ScaleBDN", 16, 16, c0=16).c0 == 16


def test_pattern_layout_takes_anything() -> None:
    layout = make_pattern_layout("ND", (16, 16), (32, 2))
    assert (layout.pattern, layout.stride, layout.declared) == (Pattern.ND, (32, 2), None)
    assert make_pattern_layout("NZ", ((16, 2), (8, 3)), ((8, 128), (1, 256))).c0 == 8
    assert make_pattern_layout("NZ", ((16, 2), (8, 3)), ((8, 128), (1, 256)), c0="half").c0 == 16


def test_text() -> None:
    assert str(make_frame_layout("NZ", 20, 28)) == "NZ<16> ((16,2),(16,2)):((16,256),(1,512)) of 20x28"
    assert str(make_frame_layout("NZ", 32, 32)) == "NZ<16> ((16,2),(16,2)):((16,256),(1,512))"
    assert repr(make_frame_layout("ND", 20, 28)) == "<Layout ND (20,28):(28,1)>"
    assert str(Layout((3,), (2,))) == "(3):(2)"


def test_layouts_and_tags_pickle() -> None:
    layout = make_frame_layout("NZ", 3, 20, 28, c0=16)
    again = pickle.loads(pickle.dumps(layout))
    assert again == layout
    assert again.declared == (20, 28)
    assert again.pattern is NZLayoutPtn


def test_pattern_names() -> None:
    assert pattern("NZLayoutPtn") is pattern("NZ") is NZLayoutPtn
    with pytest.raises(BadArgument, match="did you mean 'NDExt'"):
        pattern("NDext")
