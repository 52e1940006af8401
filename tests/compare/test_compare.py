"""Comparing results: classes of bits, coordinates in layouts, shifts, thresholds, pictures."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ascmove as am
from ascmove import formats
from ascmove.compare import BitClass, compare
from ascmove.compare.classes import classify
from ascmove.errors import BadArgument
from ascmove.formats.dtype import DTYPES, dtype
from ascmove.formats.neighbours import neighbours
from ascmove.layouts import make_frame_layout, offsets


def kinds(actual: Any, expected: Any, **more: Any) -> list[BitClass]:
    found = compare(np.asarray(actual), np.asarray(expected), **more)
    return [BitClass(int(k)) for k in found.classes]


def bits(kind: str, *patterns: int) -> np.ndarray[Any, Any]:
    return np.array(patterns, dtype(kind).bits)


@pytest.mark.parametrize(
    ("kind", "actual", "expected", "found"),
    [
        ("float", 0x3F800000, 0x3F800000, BitClass.EQUAL),
        ("float", 0x3F800001, 0x3F800000, BitClass.ONE_ULP),
        ("float", 0x3F800002, 0x3F800000, BitClass.DIFFERENT),
        ("float", 0x80000000, 0x00000000, BitClass.ZERO_SIGN),
        ("float", 0x80000001, 0x00000000, BitClass.ONE_ULP),
        ("float", 0x80000001, 0x00000001, BitClass.DIFFERENT),
        ("float", 0x7FC00000, 0x7FC00001, BitClass.NAN_PAYLOAD),
        ("float", 0x7F7FFFFF, 0x7F800000, BitClass.SATURATED),
        ("float", 0xFF7FFFFF, 0x7F800000, BitClass.DIFFERENT),
        ("half", 0x7BFF, 0x7C00, BitClass.SATURATED),
        ("half", 0xFC00, 0xFBFF, BitClass.SATURATED),
        ("half", 0x0000, 0x7E00, BitClass.SATURATED),  # a saturating conversion turns NaN into 0
        ("bfloat16_t", 0x3F81, 0x3F80, BitClass.ONE_ULP),
        ("hifloat8_t", 0x6E, 0x6F, BitClass.SATURATED),
        ("hifloat8_t", 0x7F, 0x07, BitClass.DIFFERENT),
        ("float", 0x7F800001, 0x7F800000, BitClass.DIFFERENT),  # a NaN is no neighbour of infinity
        ("double", 0x7FF0000000000001, 0x7FF0000000000000, BitClass.DIFFERENT),
        ("double", 0x3FF0000000000001, 0x3FF0000000000000, BitClass.ONE_ULP),
        ("fp8_e4m3fn_t", 0x7E, 0x7F, BitClass.SATURATED),  # no infinity: what overflows is NaN
        ("fp8_e4m3fn_t", 0x7D, 0x7F, BitClass.DIFFERENT),
        ("fp8_e4m3fn_t", 0xFF, 0x7F, BitClass.NAN_PAYLOAD),
        ("fp8_e5m2_t", 0x7B, 0x7C, BitClass.SATURATED),
        ("fp8_e5m2_t", 0x7D, 0x7E, BitClass.NAN_PAYLOAD),
        ("fp8_e5m2_t", 0x80, 0x00, BitClass.ZERO_SIGN),
        ("fp8_e8m0_t", 0x7F, 0x80, BitClass.ONE_ULP),
        ("fp8_e8m0_t", 0xFE, 0xFF, BitClass.SATURATED),
        ("uint32_t", 0x00, 0x40, BitClass.DIFFERENT),
        ("uint8_t", 0x00, 0x40, BitClass.SATURATED),
        ("int16_t", 0x7FFF, 0x0001, BitClass.SATURATED),
        ("int8_t", 0x7F, 0x80, BitClass.DIFFERENT),
        ("int8_t", 0x7F, 0x7E, BitClass.ONE_ULP),
        ("int8_t", 0x80, 0x05, BitClass.SATURATED),
        ("int8_t", 0x00, 0xFF, BitClass.ONE_ULP),
        ("uint8_t", 0xFF, 0x40, BitClass.SATURATED),
        ("int64_t", 0x8000000000000000, 0x7FFFFFFFFFFFFFFF, BitClass.DIFFERENT),
        ("bool", 1, 0, BitClass.ONE_ULP),
        ("complex32", 0x80003C00, 0x00003C00, BitClass.ZERO_SIGN),
        ("complex64", 0x3F8000003F800001, 0x3F8000023F800000, BitClass.DIFFERENT),
    ],
)
def test_classes(kind: str, actual: int, expected: int, found: BitClass) -> None:
    assert kinds(bits(kind, actual), bits(kind, expected), dtype=kind) == [found]


@given(st.sampled_from(sorted(DTYPES)), st.data())
def test_a_neighbour_is_one_unit_away_in_every_type(name: str, data: st.DataObject) -> None:
    kind = dtype(name)
    pattern = data.draw(st.integers(0, 2 ** (8 * kind.width) - 1))
    if kind.kind in ("complex", "bool"):
        return
    for other in neighbours(kind, pattern):
        if other is not None:
            found = kinds(bits(name, other), bits(name, pattern), dtype=kind)[0]
            assert found in (BitClass.ONE_ULP, BitClass.SATURATED, BitClass.ZERO_SIGN)
            if np.isfinite(formats.decode([other, pattern], kind)).all() and found is BitClass.SATURATED:
                raise AssertionError((name, pattern, other))


def ordered_codes(kind: formats.DType) -> list[int]:
    """All codes of numbers of a one- or two-byte type, in the order of their values, zeros once."""
    codes = np.arange(1 << 8 * kind.width, dtype=np.uint32).astype(kind.bits)
    values = formats.decode(codes, kind).astype(np.float64)
    firsts = {float(v): int(c) for v, c in zip(values, codes, strict=True) if not np.isnan(v)}
    return [firsts[v] for v in sorted(firsts)]


@pytest.mark.parametrize("name", [n for n, k in DTYPES.items() if k.width <= 2 and k.kind not in ("bool", "complex")])
def test_all_neighbours_and_all_second_neighbours(name: str) -> None:
    kind = dtype(name)
    codes = np.array(ordered_codes(kind), kind.bits)
    near = classify(codes[1:], codes[:-1], kind)
    assert {BitClass(int(k)) for k in near} <= {BitClass.ONE_ULP, BitClass.SATURATED}
    assert np.count_nonzero(near == BitClass.SATURATED) <= 2  # the largest and infinity, on both sides
    far = classify(codes[2:], codes[:-2], kind)
    assert not np.isin(far, (BitClass.ONE_ULP, BitClass.EQUAL)).any()


@pytest.mark.parametrize("name", sorted(DTYPES))
def test_every_type_is_compared_shifted_stale_and_by_coordinates(name: str) -> None:
    kind = dtype(name)
    source = np.random.default_rng(5)
    wide = 2 if kind.kind == "bool" else 256
    expected = source.integers(0, wide, (12, 10 * kind.width), np.uint8).view(kind.bits).reshape(12, 10)
    assert compare(expected, expected.copy(), dtype=kind).equal
    moved = compare(np.roll(expected.ravel(), 3).reshape(12, 10), expected, dtype=kind)
    if kind.kind != "bool":
        assert moved.shift == -3
        assert moved.counts[BitClass.SHIFTED] > 80
    previous = expected ^ kind.bits.type(1)
    actual = expected.copy()
    actual[7, 3:6] = previous[7, 3:6]
    stale = compare(actual, expected, dtype=kind, previous=previous)
    assert stale.counts[BitClass.STALE] == 3
    assert [m.coordinate for m in stale] == [(7, 3), (7, 4), (7, 5)]
    assert stale.picture().splitlines()[7] == "...sss...."
    assert len(stale.lines()) >= 5


def test_content_that_stayed_is_stale() -> None:
    previous = np.full(6, -7, np.float16)
    assert kinds(
        np.array([1, 2, -7, -7, 5, 9], np.float16), np.array([1, 2, 3, 4, 5, 6], np.float16), previous=previous
    ) == [
        *[BitClass.EQUAL] * 2,
        *[BitClass.STALE] * 2,
        BitClass.EQUAL,
        BitClass.DIFFERENT,
    ]


@given(st.integers(1, 20), st.booleans(), st.integers(0, 2**32))
def test_a_shift_is_found(distance: int, back: bool, start: int) -> None:
    expected = np.random.default_rng(start).integers(0, 2**31, 200, dtype=np.int32)
    shift = -distance if back else distance
    found = compare(np.roll(expected, -shift), expected)
    assert found.shift == shift
    assert found.counts[BitClass.SHIFTED] >= 200 - distance


def test_noise_is_no_shift() -> None:
    expected = np.random.default_rng(0).standard_normal(500).astype(np.float32)
    actual = np.nextafter(expected, np.float32(9))
    found = compare(actual, expected)
    assert found.shift is None
    assert found.counts == {BitClass.ONE_ULP: 500}


def test_coordinates_of_a_layout() -> None:
    layout = make_frame_layout("NZ", 20, 28)
    expected = np.arange(layout.capacity, dtype=np.float32)
    actual = expected.copy()
    actual[[5, int(offsets(layout)[17, 21]), 1023]] += 0.5
    found = compare(actual, expected, layout)
    assert [(m.index, m.coordinate) for m in found.first()] == [(5, (0, 5)), (277 + 512, (17, 21)), (1023, None)]
    assert "[789] (17, 21): 789.5" in str(found)


def test_coordinates_of_shapes() -> None:
    expected = np.zeros((4, 5), np.int16)
    actual = expected.copy()
    actual[2, 3] = 9
    assert compare(actual, expected).first()[0].coordinate == (2, 3)
    assert compare(actual, expected, (2, 10)).first()[0].coordinate == (1, 3)
    with pytest.raises(BadArgument, match="21 elements, the arrays 20"):
        compare(actual, expected, (3, 7))


def test_lines_and_dict() -> None:
    found = compare(np.array([1, 2, 4], np.float32), np.array([1, 3, 5], np.float32), threshold="ecosystem")
    assert found.lines()[0] == "2 of 3 elements differ"
    assert not found
    assert not found.ok
    data = found.to_dict()
    assert data["counts"] == {"equal": 1, "different": 2}
    assert data["threshold"]["passed"] is False
    assert [m["index"] for m in data["first"]] == [1, 2]
    assert str(compare(np.zeros(3), np.zeros(3))) == "all 3 elements are equal, bit for bit"


@pytest.mark.parametrize(
    ("name", "kind", "error", "share", "passed"),
    [
        ("ecosystem", np.float16, 2.0**-11, 1.0, True),
        ("ecosystem", np.float16, 2.0**-9, 1.0, False),
        ("ecosystem", np.float32, 2.0**-14, 1.0, True),
        ("ecosystem", np.float32, 2.0**-12, 1.0, False),
        ("ecosystem", np.float32, 2.0**-10, 0.01, True),  # mean below T, largest below 10 T
        ("ecosystem", np.float32, 2.0**-9, 0.01, False),  # largest above 10 T
        ("double 1/1000", np.float16, 0.0005, 1.0, True),
        ("double 1/1000", np.float16, 0.01, 0.0005, True),  # fewer than one in a thousand is beyond
        ("double 1/1000", np.float16, 0.01, 0.01, False),
        ("double 1/10000", np.float32, 0.00005, 1.0, True),
        ("double 1/10000", np.float32, 0.001, 0.01, False),
    ],
)
def test_published_thresholds(name: str, kind: Any, error: float, share: float, passed: bool) -> None:
    expected = np.ones(10000, kind)
    actual = expected.copy()
    actual[: int(share * 10000)] *= kind(1 + error)
    found = compare(actual, expected, threshold=name)
    assert found.verdict is not None
    assert found.verdict.passed is passed
    assert found.ok is passed
    assert ("within" if passed else "outside") in str(found.verdict)


def test_thresholds_count_infinities_and_nan() -> None:
    same = compare(
        np.array([np.inf, np.nan], np.float32), np.array([np.inf, np.nan], np.float32), threshold="ecosystem"
    )
    assert same.verdict is not None and same.verdict.passed
    worse = compare(np.array([np.inf, 1], np.float32), np.array([1, 1], np.float32), threshold="ecosystem")
    assert worse.verdict is not None and not worse.verdict.passed


def test_thresholds_that_are_not_published_are_refused() -> None:
    with pytest.raises(BadArgument, match="no limit for int8_t"):
        compare(np.zeros(1, np.int8), np.zeros(1, np.int8), threshold="ecosystem")
    with pytest.raises(BadArgument, match="did you mean 'ecosystem'"):
        compare(np.zeros(1), np.zeros(1), threshold="ecosistem")


def test_the_text_map_shows_the_worst_of_each_cell() -> None:
    expected = np.zeros((64, 256), np.int32)
    actual = expected.copy()
    actual[10, 100] = 1
    actual[11, 101] = 5
    picture = compare(actual, expected).picture(columns=64, rows=16)
    lines = picture.splitlines()
    assert lines[2] == "." * 25 + "#" + "." * 38
    assert lines[0] == "." * 64
    assert "# different" in picture
    assert "one character: 4 x 4 elements of 64 x 256" in picture


def test_the_image_is_well_formed_and_has_a_legend() -> None:
    actual = np.zeros((8, 8), np.float32)
    actual[3] = 1
    image = ElementTree.fromstring(compare(actual, np.zeros((8, 8), np.float32)).to_svg())
    texts = [element.text for element in image.iter() if element.tag.endswith("text")]
    assert texts == ["equal", "different"]
    assert len([e for e in image.iter() if e.tag.endswith("rect")]) == 8 + 2  # one run per row, two legend cells


def test_sizes_and_types_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadArgument, match="actual holds 3 elements, expected 4"):
        compare(np.zeros(3), np.zeros(4))
    with pytest.raises(BadArgument, match="expected holds float32, half has 2 B"):
        compare(np.zeros(3, np.float16), np.zeros(3, np.float32))
    with pytest.raises(BadArgument, match="previous holds 2"):
        compare(np.zeros(3), np.zeros(3), previous=np.zeros(2))
    with pytest.raises(BadArgument, match="it is a Layout or a shape"):
        compare(np.zeros(3), np.zeros(3), "NZ")
    with pytest.raises(BadArgument, match="reaches element 1023"):
        compare(np.zeros(3), np.zeros(3), make_frame_layout("NZ", 32, 32))


def test_the_public_name_is_the_function() -> None:
    assert am.compare is compare
