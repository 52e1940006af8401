"""encode and decode of every type against the one-number oracle."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascmove.errors import BadArgument, NotModelled
from ascmove.formats import DTYPES, Overflow, Rounding, as_bits, decode, dtype, encode

from . import oracle

EIGHT_BIT = ("hifloat8_t", "fp8_e5m2_t", "fp8_e4m3fn_t", "fp8_e8m0_t")
ALL_16 = np.arange(1 << 16, dtype=np.uint16)


def same(found: Any, expected: list[float]) -> None:
    """Equal bit for bit: -0 differs from 0, NaN equals NaN."""
    for place, (a, b) in enumerate(zip(found.tolist(), expected, strict=True)):
        assert (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b)), place


@pytest.mark.parametrize("name", EIGHT_BIT)
def test_all_codes_decode(name: str) -> None:
    codes = np.arange(256, dtype=np.uint8)
    same(decode(codes, name), [oracle.decode_code(name, code) for code in range(256)])


@pytest.mark.parametrize("name", ["half", "bfloat16_t"])
def test_all_codes_of_sixteen_bits_decode(name: str) -> None:
    same(decode(ALL_16, name), [oracle.decode_code(name, code) for code in range(1 << 16)])


@pytest.mark.parametrize("name", oracle.NARROW)
def test_decoded_codes_encode_to_themselves(name: str) -> None:
    codes = np.arange(1 << oracle.WIDTH[name], dtype=dtype(name).bits)
    values = decode(codes, name)
    nan = np.isnan(values)
    for source in (values, values.astype(np.float32)):
        back = encode(source, name)
        assert np.array_equal(back[~nan], codes[~nan])
        assert set(back[nan].tolist()) == {oracle.NAN_CODE[name]}


@pytest.mark.parametrize("overflow", Overflow)
@pytest.mark.parametrize("target", oracle.NARROW)
@pytest.mark.parametrize("source", ["half", "bfloat16_t"])
def test_all_sixteen_bit_values_encode(source: str, target: str, overflow: Overflow) -> None:
    saturate = overflow is Overflow.SATURATE
    values = decode(ALL_16, source)
    expected = [oracle.encode_value(target, value, saturate=saturate) for value in values.tolist()]
    assert encode(values, target, overflow=overflow).tolist() == expected
    assert encode(values.astype(np.float32), target, overflow=overflow).tolist() == expected


@pytest.mark.parametrize("target", [name for name in oracle.NARROW if name != "fp8_e8m0_t"])
def test_midpoints_and_their_neighbours(target: str) -> None:
    """Every tie, and the float64 right below and above it: one rounding, no float between."""
    ladder = np.unique(np.abs(decode(np.arange(1 << oracle.WIDTH[target], dtype=dtype(target).bits), target)))
    finite = ladder[np.isfinite(ladder)]
    middle = (finite[:-1] + finite[1:]) / 2
    points = np.concatenate([middle, np.nextafter(middle, 0), np.nextafter(middle, np.inf)])
    points = np.concatenate([points, -points])
    assert encode(points, target).tolist() == [oracle.encode_value(target, p) for p in points.tolist()]


@given(st.floats(width=64), st.sampled_from(oracle.NARROW))
def test_any_double_is_rounded_once(value: float, target: str) -> None:
    for overflow in Overflow:
        expected = oracle.encode_value(target, value, saturate=overflow is Overflow.SATURATE)
        assert encode(np.array([value]), target, overflow=overflow).tolist() == [expected]


@given(st.integers(0, (1 << 32) - 1), st.sampled_from(oracle.NARROW))
def test_any_float(bits: int, target: str) -> None:
    value = np.array([bits], np.uint32).view(np.float32)
    assert encode(value, target).tolist() == [oracle.encode_value(target, float(value[0]))]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        *[("fp8_e4m3fn_t", *row) for row in ((1.0, 0x38), (1.0625, 0x38), (1.1875, 0x3A), (2.5, 0x42), (0.1, 0x1D))],
        *[("fp8_e4m3fn_t", *row) for row in ((17, 0x58), (19, 0x5A), (447.9, 0x7E), (464, 0x7E), (464.1, 0x7F))],
        *[("fp8_e4m3fn_t", *row) for row in ((2**-6, 0x08), (2**-9, 1), (2**-10, 0), (1.1 * 2**-10, 1), (-0.0, 0x80))],
        *[("fp8_e5m2_t", *row) for row in ((1.0, 0x3C), (1.125, 0x3C), (1.375, 0x3E), (2.25, 0x40), (2.5, 0x41))],
        *[("fp8_e5m2_t", *row) for row in ((0.1, 0x2E), (4.5, 0x44), (57344, 0x7B), (61439, 0x7B), (61440, 0x7C))],
        *[("fp8_e5m2_t", *row) for row in ((2**-14, 4), (2**-16, 1), (2**-17, 0), (1.5 * 2**-17, 1))],
        *[("bfloat16_t", *row) for row in ((1.00390625, 0x3F80), (1.01171875, 0x3F82), (0.1, 0x3DCD), (1e-40, 1))],
        *[("bfloat16_t", *row) for row in ((3.3895e38, 0x7F7F), (3.4e38, 0x7F80))],
        *[("half", *row) for row in ((2049, 0x6800), (2051, 0x6802), (0.1, 0x2E66), (65519.99, 0x7BFF))],
        *[("half", *row) for row in ((65520, 0x7C00), (2**-24, 1), (2**-25, 0), (1.5 * 2**-25, 1))],
        *[("fp8_e8m0_t", *row) for row in ((1.0, 0x7F), (1.5, 0x7F), (1.75, 0x7F), (2.0, 0x80), (3.0, 0x80))],
        *[("fp8_e8m0_t", *row) for row in ((0.75, 0x7E), (2.0**127, 0xFE), (3.4e38, 0xFE), (2.0**-126, 1))],
        ("fp8_e8m0_t", math.nan, 0xFF),
    ],
)
def test_edge_table(name: str, value: float, code: int) -> None:
    assert encode(np.array([value], np.float64), name).tolist() == [code]
    assert encode(np.array([value], np.float32), name).tolist() == [code]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("fp8_e4m3fn_t", 464.1, 0x7E),
        ("fp8_e4m3fn_t", -math.inf, 0xFE),
        ("fp8_e5m2_t", 61440, 0x7B),
        ("bfloat16_t", 3.4e38, 0x7F7F),
        ("half", 65520, 0x7BFF),
        ("half", -math.inf, 0xFBFF),
        ("half", math.nan, 0),
        ("float", math.inf, 0x7F7FFFFF),
        ("float", -1e300, 0xFF7FFFFF),
        ("double", math.inf, 0x7FEFFFFFFFFFFFFF),
        ("fp8_e8m0_t", math.inf, 0xFE),
        ("fp8_e8m0_t", math.nan, 0xFF),
    ],
)
def test_saturating(name: str, value: float, code: int) -> None:
    assert encode(np.array([value]), name, overflow=Overflow.SATURATE).tolist() == [code]


@pytest.mark.parametrize("name", ["half", "bfloat16_t", "float", "double", "fp8_e5m2_t", "fp8_e4m3fn_t", "fp8_e8m0_t"])
def test_an_array_of_the_type_keeps_its_nan_patterns(name: str) -> None:
    kind = DTYPES[name]
    ones = np.full(3, -1, np.dtype(f"i{kind.width}")).view(kind.bits)
    assert np.array_equal(encode(ones.view(kind.carrier), kind), ones)


def test_double_and_float_from_numbers() -> None:
    assert encode([0.1, -0.0], "double").tolist() == [0x3FB999999999999A, 1 << 63]
    assert encode([0.1, -0.0, math.nan], "float").tolist() == [0x3DCCCCCD, 0x80000000, 0x7FC00000]
    assert encode(np.array([-math.nan]), "float").tolist() == [0x7FC00000]


@given(st.integers(-(1 << 63), (1 << 64) - 1))
def test_large_integers_are_rounded_once(number: int) -> None:
    array = np.array([number], np.uint64 if number >= 0 else np.int64)
    code = int(encode(array, "float")[0])
    value = Fraction(float(decode([code], "float")[0]))
    step = Fraction(float(decode([code + 1], "float")[0])) - value
    assert abs(value - number) <= abs(step) / 2
    assert abs(value - number) < abs(step) / 2 or code % 2 == 0
    assert encode([number], "float").tolist() == [code]


def test_large_integer_near_a_tie() -> None:
    tie = (1 << 60) + (1 << 36)  # half way between two floats
    assert encode(np.array([tie, tie + 1, tie - 1, -tie - 1]), "float").tolist() == [
        0x5D800000,
        0x5D800001,
        0x5D800000,
        0xDD800001,
    ]


@pytest.mark.parametrize("name", [name for name, kind in DTYPES.items() if kind.is_integer])
def test_integers_are_exact(name: str) -> None:
    low, high = DTYPES[name].range
    numbers = [low, high, 0, 1, high - 1, low + 1]
    bits = encode(numbers, name)
    assert bits.dtype == DTYPES[name].bits
    assert decode(bits, name).tolist() == numbers
    assert decode(bits.view(DTYPES[name].carrier), name).tolist() == numbers
    for bad in (low - 1, high + 1):
        with pytest.raises(BadArgument, match=str(high)):
            encode([bad], name)


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_int64_never_goes_through_a_float(number: int) -> None:
    assert decode(encode(np.array([number]), "int64_t"), "int64_t").tolist() == [number]


def test_lists_of_python_integers() -> None:
    assert encode([[-1, 2], [3, -4]], "int8_t").tolist() == [[0xFF, 2], [3, 0xFC]]
    assert encode([1 << 64, -(1 << 64), (1 << 63) + 1], "double").tolist() == [
        0x43F0000000000000,
        0xC3F0000000000000,
        0x43E0000000000000,
    ]
    assert encode([1 << 64, 1], "float").tolist() == [0x5F800000, 0x3F800000]
    for bad in (None, "x", 2.5, 1 << 64):
        with pytest.raises(BadArgument):
            encode(np.array([1, bad], dtype=object), "uint64_t")
    with pytest.raises(BadArgument, match="None is not a number"):
        encode([None, 1.0], "half")


def test_whole_floats_fit_integers_and_others_do_not() -> None:
    assert encode(np.array([3.0, -2.0]), "int8_t").tolist() == [3, 0xFE]
    assert encode([2.0**63], "uint64_t").tolist() == [1 << 63]
    for bad in (2.5, math.nan, math.inf, 128.0):
        with pytest.raises(BadArgument):
            encode(np.array([0.0, bad]), "int8_t")
    with pytest.raises(BadArgument, match="9223372036854775807"):
        encode(np.array([2.0**63]), "int64_t")


def test_the_first_bad_element_is_named() -> None:
    with pytest.raises(BadArgument, match=r"300 \(element 1\)"):
        encode(np.array([1, 300, 400]), "uint8_t")


def test_bool() -> None:
    assert encode([True, False, 1, 0], "bool").tolist() == [1, 0, 1, 0]
    assert decode([0, 1, 255], "bool").tolist() == [False, True, True]
    with pytest.raises(BadArgument, match="0 or 1"):
        encode([2], "bool")


def test_complex_halves_lie_real_first() -> None:
    assert encode([1 - 2j], "complex32").tolist() == [0xC0003C00]
    assert encode(np.array([1.5]), "complex64").tolist() == [0x3FC00000]
    values = np.array([1 - 2j, 0.1 + 65520j], np.complex128)
    assert decode(encode(values, "complex32"), "complex32").tolist() == [1 - 2j, complex(0.0999755859375, math.inf)]
    raw = encode(values, "complex32").view(dtype("complex32").carrier)
    assert raw["real"].tolist() == [1.0, float(np.float16(0.1))]
    assert np.array_equal(encode(raw, "complex32"), as_bits(raw, dtype("complex32")))
    assert decode(encode(values, "complex64").view(np.complex64), "complex64")[0] == 1 - 2j


@pytest.mark.parametrize("name", DTYPES)
def test_shapes_are_kept(name: str) -> None:
    values = np.ones((2, 3, 4), bool if name == "bool" else int)[:, ::2]
    bits = encode(values, name)
    assert bits.shape == (2, 2, 4)
    assert decode(bits, name).shape == (2, 2, 4)
    assert encode(np.array(1), name).shape == ()
    assert encode(np.zeros((0, 3), int), name).shape == (0, 3)


def test_arguments_that_do_not_fit() -> None:
    with pytest.raises(BadArgument, match="only hifloat8_t"):
        encode([1.0], "half", Rounding.AWAY)
    with pytest.raises(BadArgument, match="even is not defined"):
        encode([1.0], "hifloat8_t", Rounding.EVEN)
    with pytest.raises(NotModelled, match="pass a float32 array"):
        encode(np.zeros(1, np.float16), "hifloat8_t", Rounding.HYBRID)
    with pytest.raises(BadArgument, match="real numbers"):
        encode([1j], "half")
    with pytest.raises(BadArgument, match="takes numbers"):
        encode(np.array(["a"]), "half")
    with pytest.raises(BadArgument, match="whole numbers"):
        encode(np.array(["a"]), "int8_t")
    with pytest.raises(BadArgument, match="255"):
        decode([256], "hifloat8_t")


def test_import_is_cheap() -> None:
    code = "import sys, ascmove.formats; sys.exit('ml_dtypes' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
