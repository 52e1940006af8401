"""Numbers as written in a call or a file."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.formats import DTYPES, encode, encode_literal


@pytest.mark.parametrize(
    ("name", "value", "bits"),
    [
        ("int8_t", -7, 0xF9),
        ("uint64_t", 2**64 - 1, 2**64 - 1),
        ("int64_t", -(2**63), 2**63),
        ("int32_t", 5.0, 5),
        ("int16_t", np.int64(-1), 0xFFFF),
        ("bool", True, 1),
        ("bool", 0, 0),
        ("bool", 1.0, 1),
        ("half", 0.1, 0x2E66),
        ("half", 1e6, 0x7C00),
        ("half", -math.inf, 0xFC00),
        ("half", math.nan, 0x7E00),
        ("half", np.float32(1.5), 0x3E00),
        ("half", 2049, 0x6800),
        ("bfloat16_t", 10.625, 0x412A),
        ("float", 2**24 + 1, 0x4B800000),
        ("float", (1 << 60) + (1 << 36) + 1, 0x5D800001),  # float64 would make a tie of it
        ("float", -(1 << 60) - (1 << 36) - 1, 0xDD800001),
        ("float", (1 << 60) + (1 << 36) - 1, 0x5D800000),
        ("double", 0.1, 0x3FB999999999999A),
        ("double", 2**53 + 1, 0x4340000000000000),
        ("hifloat8_t", 1.0625, 0x09),
        ("hifloat8_t", 1e9, 0x6F),
        ("fp8_e4m3fn_t", -6.875, 0xCE),
        ("fp8_e5m2_t", 1.75, 0x3F),
        ("fp8_e8m0_t", 1.75, 0x7F),
        ("complex32", [11.25, -4.5], 0xC48049A0),
        ("complex32", 0, 0),
        ("complex32", 1 + 2j, 0x40003C00),
        ("complex64", (1.5, -2), 0xC00000003FC00000),
        ("complex64", 1.5, 0x3FC00000),
        ("hifloat8_t", {"bits": 0x80}, 0x80),
        ("bool", {"bits": 255}, 255),
        ("complex64", {"bits": 2**64 - 1}, 2**64 - 1),
    ],
)
def test_bits(name: str, value: Any, bits: int) -> None:
    assert encode_literal(value, name) == bits


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("int8_t", 128, "128 does not fit int8_t\nint8_t holds -128 to 127\nnearest: 127"),
        ("uint8_t", -1, "uint8_t holds 0 to 255\nnearest: 0"),
        ("int32_t", 1.5, "1.5 does not fit int32_t\nint32_t holds whole numbers only"),
        ("int32_t", math.inf, "whole numbers only"),
        ("int32_t", True, "True is not a number"),
        ("float", "1.0", "'1.0' is not a number"),
        ("half", [1, 2], "is not a number"),
        ("half", None, "None is not a number"),
        ("bool", 2, "bool holds 0 or 1"),
        ("bool", "yes", "bool holds 0 or 1"),
        ("complex32", [1, 2, 3], "takes a number, [real, imaginary]"),
        ("complex32", ["a", 2], "takes a number, [real, imaginary]"),
        ("complex32", True, "takes a number, [real, imaginary]"),
        ("half", {"bits": 65536}, "16 bits hold 0 to 0xffff"),
        ("half", {"bits": -1}, "16 bits hold 0 to 0xffff"),
        ("half", {"bits": 1.0}, "write {bits: n}"),
        ("half", {"bit": 1}, "write {bits: n}"),
    ],
)
def test_refused(name: str, value: Any, text: str) -> None:
    with pytest.raises(BadArgument) as error:
        encode_literal(value, name)
    assert text in str(error.value)


@given(st.floats(width=64), st.sampled_from([name for name, kind in DTYPES.items() if kind.kind == "float"]))
def test_a_float_literal_is_an_array_of_one(value: float, name: str) -> None:
    number = math.nan if math.isnan(value) else value  # one NaN: an array of doubles keeps its patterns
    assert encode_literal(value, name) == int(encode(np.array([number]), name)[0])


def test_integers_beyond_double_overflow() -> None:
    assert encode_literal(10**400, "float") == 0x7F800000
    assert encode_literal(-(10**400), "double") == 0xFFF0000000000000
