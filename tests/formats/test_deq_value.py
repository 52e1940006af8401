"""The quantisation word: packing, limits, reduced multiplier, explanation."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.formats import (
    DeqValue,
    enhanced_conversion,
    explain_word,
    fixpipe_conversion,
    ignored_bits,
    round_multiplier,
    truncate_multiplier,
)

from . import oracle


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (DeqValue(1.0, sign=1), 70369809530880),
        (DeqValue(0.1, offset=-128, sign=1), 0x000070003DCCCCCD),
        (DeqValue(truncate_multiplier(0.1), offset=-128, sign=1), 0x000070003DCCC000),
        (DeqValue(2.0, offset=20, sign=1), 0x0000428040000000),
        (DeqValue(1.0, offset=-20, sign=1), 0x00007D803F800000),
        (DeqValue(1.0, offset=-200, sign=1), 0x000067003F800000),
        (DeqValue(0.5, n=3, mcb=1, sign=1), 0x000040123F000000),
        (DeqValue(1.0, n=16, mcb=1, sign=1), 0x0000401F3F800000),
        (DeqValue(1.0, offset=-128, sign=1, relu=1), 0x0000F0003F800000),
        (DeqValue(1.0, relu=1), 0x000080003F800000),
        (DeqValue(-1.0, sign=1), 0x00004000BF800000),
    ],
)
def test_published_words(value: DeqValue, word: int) -> None:
    assert value.pack() == word
    assert DeqValue.unpack(word) == value


@given(st.integers(0, (1 << 48) - 1))
def test_unpack_then_pack(word: int) -> None:
    value = DeqValue.unpack(word)
    if math.isnan(value.m):
        word = word >> 32 << 32 | 0x7FC00000
    assert value.pack() == word
    assert DeqValue.unpack(word | 0xABCD << 48) == DeqValue.unpack(word) or math.isnan(value.m)


@given(
    st.floats(width=32, allow_nan=False),
    st.integers(1, 16),
    st.integers(0, 1),
    st.integers(-256, 255),
    st.integers(0, 1),
    st.integers(0, 1),
)
def test_pack_then_unpack(m: float, n: int, mcb: int, offset: int, sign: int, relu: int) -> None:
    value = DeqValue(m, n, mcb, offset, sign, relu)
    assert DeqValue.unpack(value.pack()) == value


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"n": 0}, "n = 0 does not fit\nn holds 1 to 16\nnearest: 1"),
        ({"n": 17}, "nearest: 16"),
        ({"offset": 256}, "offset = 256 does not fit\noffset holds -256 to 255\nnearest: 255"),
        ({"offset": -257}, "nearest: -256"),
        ({"mcb": 2}, "mcb holds 0 to 1"),
        ({"sign": -1}, "sign holds 0 to 1"),
        ({"relu": 3}, "relu holds 0 to 1"),
        ({"offset": 1.5}, "offset = 1.5 is not a whole number"),
        (
            {"m": 1e39},
            "m = 1e+39 does not fit\nm holds -3.4028234663852886e+38 to 3.4028234663852886e+38\nnearest: 3.4",
        ),
        ({"m": "1"}, "m = '1' is not a number"),
        ({"m": True}, "m = True is not a number"),
    ],
)
def test_what_does_not_fit_is_refused(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(BadArgument) as error:
        DeqValue(**fields)
    assert text in str(error.value)


@pytest.mark.parametrize("word", [-1, 1 << 64, 1.0, "1", True])
def test_words_have_64_bits(word: Any) -> None:
    with pytest.raises(BadArgument, match=r"word"):
        DeqValue.unpack(word)


def test_the_multiplier_is_stored_as_float() -> None:
    assert DeqValue(0.1).m == 0.10000000149011612
    assert DeqValue(1).m == 1.0
    assert isinstance(DeqValue(1, sign=True).sign, int)
    assert DeqValue(math.inf).pack() == 0x7F800000
    assert DeqValue(math.nan).pack() == 0x7FC00000


def test_half_words() -> None:
    assert DeqValue.pack_half(0.1) == 0x2E66
    assert DeqValue.unpack_half(0xFFFF_0000_0000_3C00) == 1.0
    with pytest.raises(BadArgument, match=r"nearest: 65504"):
        DeqValue.pack_half(70000.0)


@given(st.integers(0, (1 << 32) - 1))
def test_reduced_multipliers(bits: int) -> None:
    value = oracle.bits_float(bits)
    if math.isnan(value) or math.isinf(value):
        return
    low = truncate_multiplier(value)
    assert math.copysign(1, low) == math.copysign(1, value)
    if bits >> 23 & 255 == 0:
        assert low == 0
        return
    assert oracle.float_bits(low) == bits & 0xFFFFE000
    try:
        near = round_multiplier(value)
    except BadArgument:
        assert abs(value) >= (2 - 2.0**-11) * 2.0**127
        return
    high = oracle.bits_float((bits & 0xFFFFE000) + 0x2000)
    assert near in (low, high)
    assert abs(near - value) <= abs(low - value)
    assert abs(near - value) <= abs(high - value)
    if abs(high - value) == abs(low - value):
        assert oracle.float_bits(near) >> 13 & 1 == 0


def test_ignored_bits() -> None:
    everything = (1 << 64) - 1
    fixpipe = {
        dst: fixpipe_conversion(src, dst, quant="tensor")[1] for src, dst in (("float", "int8_t"), ("float", "half"))
    }
    byte, half = fixpipe["int8_t"], fixpipe["half"]
    assert byte is not None
    assert half is not None
    assert everything ^ ignored_bits(everything, byte) == 0x7FE0FFFFE000
    assert everything ^ ignored_bits(everything, half) == 0xFFFFE000
    masks = {
        ("DEQ8", "int8_t"): 0xFFFFFFFFFFFF,
        ("VDEQ8", "int8_t"): 0x7FFFFFFFFFFF,
        ("DEQ16", "half"): 0x801FFFFFFFFF,
        ("VDEQ16", "half"): 0x001FFFFFFFFF,
        ("DEQ16", "int16_t"): 0x800F00000000,
        ("DEQ", "half"): 0xFFFF,
        ("VDEQ", "half"): 0xFFFF,
    }
    for (mode, dst), read in masks.items():
        conversion = enhanced_conversion(mode, "int32_t", dst)
        assert conversion is not None
        assert everything ^ ignored_bits(everything, conversion) == read, mode
        assert ignored_bits(read, conversion) == 0


def test_the_shift_counts_only_with_the_mode_bit() -> None:
    conversion = enhanced_conversion("DEQ8", "int32_t", "int8_t")
    assert conversion is not None
    assert ignored_bits(0x300000000, conversion) == 0x300000000
    assert ignored_bits(0x1300000000, conversion) == 0


def test_explanation_of_a_mode() -> None:
    conversion = fixpipe_conversion("int32_t", "uint8_t", quant="scalar")[1]
    lines = explain_word(0x000050123DCCCCCD, conversion)
    assert lines == [
        "word 0x000050123dcccccd = 88039276465357 in REQ8, int32_t -> uint8_t",
        "low     bits 0-12   0xccd       mantissa bits that are cut off; not read, though set",
        "m       bits 13-31  0x1ee66     multiplier 0.10000000149011612, acts as 0.0999755859375",
        "n       bits 32-35  0x2         shift right by 3; not read, though set",
        "mcb     bit 36      0x1         shift before multiplying; not read, though set",
        "offset  bits 37-45  0x80        add 128",
        "sign    bit 46      0x1         int8_t result, -128 to 127, stored as uint8_t",
        "relu    bit 47      0x0         ReLU off; not read",
        "rest    bits 48-63  0x0         no meaning; not read",
    ]
    shown = explain_word(0x3F800000, enhanced_conversion("DEQ8", "int32_t", "int8_t"))
    assert shown[5].endswith("int8_t result, -128 to 127: DEQ8 to int8_t sets the bit itself")
    assert "multiplier 1.0 (a half)" in explain_word(0x3C00, enhanced_conversion("DEQ", "half", "half"))[1]
