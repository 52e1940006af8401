"""convert and trace against the one-number pipeline, and the corners the tables do not reach."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.formats import (
    Conversion,
    Multiplier,
    Relu,
    Rounding,
    Shift,
    convert,
    decode,
    dtype,
    encode,
    enhanced_conversion,
    fixpipe_conversion,
    trace,
)

from . import scalar_pipeline as one
from .oracle import bits_float, float_bits

INT32 = st.one_of(st.integers(-(1 << 31), (1 << 31) - 1), st.integers(-1000, 1000))
FLOAT = st.one_of(st.floats(width=32), st.floats(-300, 300, width=32), st.integers(0, (1 << 32) - 1).map(bits_float))
# multipliers from tiny to large, often near 1, in words with any other bits
M_BITS = st.one_of(
    st.floats(2**-12, 4, width=32).map(float_bits),
    st.floats(-4, -(2**-12), width=32).map(float_bits),
    st.integers(0, (1 << 32) - 1).filter(lambda bits: bits & 0x7F800000 != 0x7F800000),
)
WORD = st.builds(lambda m, rest: m | rest << 32, M_BITS, st.integers(0, (1 << 32) - 1))
FLOATING = ("float", "half", "bfloat16_t", "fp8_e4m3fn_t", "hifloat8_t")


def check(conversion: Conversion | None, value: Any, word: int, expected: int) -> None:
    """The scalar form, the vector form and the trace all give the expected bits."""
    assert conversion is not None
    array = np.array([value], conversion.src.carrier)
    assert convert(conversion, array).tolist() == [expected]
    vector = replace(conversion, word=None)
    assert convert(vector, array, np.array([word], np.uint64)).tolist() == [expected]
    assert trace(vector, value, word)[-1].bits == expected


@given(INT32, WORD, st.booleans(), st.sampled_from(["int8_t", "uint8_t"]))
def test_deq8(x: int, word: int, relu: bool, dst: str) -> None:
    conversion = enhanced_conversion("DEQ8", "int32_t", dst, word=word, is_relu=relu)
    acts = word | (1 << 46 if dst == "int8_t" else 0)
    check(conversion, x, acts, one.enhanced("DEQ8", "int32_t", dst, x, acts, relu or bool(word >> 47 & 1)))


@given(INT32, WORD, st.booleans(), st.sampled_from(["half", "int16_t"]))
def test_deq16(x: int, word: int, relu: bool, dst: str) -> None:
    conversion = enhanced_conversion("DEQ16", "int32_t", dst, word=word, is_relu=relu)
    check(conversion, x, word, one.enhanced("DEQ16", "int32_t", dst, x, word, relu or bool(word >> 47 & 1)))


@given(INT32, st.integers(0, (1 << 16) - 1).filter(lambda bits: bits & 0x7C00 != 0x7C00), st.booleans())
def test_vdeq(x: int, word: int, relu: bool) -> None:
    conversion = enhanced_conversion("VDEQ", "int32_t", "half", is_relu=relu)
    assert conversion is not None
    expected = one.enhanced("VDEQ", "int32_t", "half", x, word, relu)
    assert convert(conversion, np.array([x], np.int32), np.array([word], np.uint16)).tolist() == [expected]
    assert trace(conversion, x, word)[-1].bits == expected


@given(st.integers(0, (1 << 16) - 1), st.integers(0, (1 << 16) - 1))
def test_deq_of_halves(x: int, word: int) -> None:
    conversion = enhanced_conversion("DEQ", "half", "half", word=word, is_relu=True)
    assert conversion is not None
    value = np.array([x], np.uint16).view(np.float16)
    assert convert(conversion, value).tolist() == [one.enhanced("DEQ", "half", "half", one.half(x), word, relu=False)]


@given(FLOAT, WORD, st.booleans(), st.sampled_from([*FLOATING, "int8_t", "uint8_t"]), st.booleans())
def test_fixpipe_from_float(x: float, word: int, relu: bool, dst: str, hybrid: bool) -> None:
    hybrid = hybrid and dst == "hifloat8_t"
    _, conversion = fixpipe_conversion("float", dst, quant="scalar", word=word, relu=relu, hybrid=hybrid)
    check(conversion, x, word, one.fixpipe(dst, x, word, relu, hybrid))


@given(INT32, WORD, st.booleans(), st.sampled_from(["half", "bfloat16_t", "int8_t", "uint8_t"]))
def test_fixpipe_from_int32(x: int, word: int, relu: bool, dst: str) -> None:
    _, conversion = fixpipe_conversion("int32_t", dst, quant="scalar", word=word, relu=relu)
    check(conversion, x, word, one.fixpipe(dst, x, word, relu))


@given(FLOAT, st.booleans(), st.sampled_from(["half", "bfloat16_t"]))
def test_casts(x: float, relu: bool, dst: str) -> None:
    _, conversion = fixpipe_conversion("float", dst, quant="none", relu=relu)
    assert conversion is not None
    expected = one.floating(0.0 if relu and not x > 0 else x, dst)
    assert convert(conversion, np.array([x], np.float32)).tolist() == [expected]


@pytest.mark.parametrize(
    "name", ["half", "float", "double", "bfloat16_t", "hifloat8_t", "fp8_e5m2_t", "int32_t", "int8_t"]
)
def test_relu_of_a_copy_keeps_bits_or_gives_zero(name: str) -> None:
    kind = dtype(name)
    size = 8 * kind.width
    bits = np.array([*range(1 << min(size, 16))], np.uint64) << np.uint64(max(0, size - 16))
    bits = bits.astype(kind.bits)
    conversion = Conversion("copy", kind, kind, relu=Relu.RESULT)
    values = decode(bits, kind)
    with np.errstate(invalid="ignore"):
        expected = np.where(values > 0, bits, kind.bits.type(0))
    assert np.array_equal(convert(conversion, bits.view(kind.carrier)), expected)
    assert np.array_equal(convert(replace(conversion, relu=Relu.NONE), bits.view(kind.carrier)), bits)


def test_two_roundings() -> None:
    """The product lies just above a tie of halves; as float it is the tie itself, which goes down to even."""
    x, m = bits_float(0x3F800001), bits_float(0x3F800FFF)
    assert x * m > 1 + 2.0**-11
    check(Conversion("two", dtype("float"), dtype("half"), Multiplier.FLOAT32, float_bits(m)), x, float_bits(m), 0x3C00)
    assert encode(np.array([x * m]), "half").tolist() == [0x3C01]


@pytest.mark.parametrize(
    ("x", "m", "relu", "dst", "bits"),
    [
        (0, -1.0, False, "half", 0x8000),
        (0, -1.0, True, "half", 0x0000),
        (-3, 1.0, True, "half", 0x0000),
        (3, -1.0, True, "half", 0xC200),
        (-0.0, 1.0, False, "float", 0x80000000),
        (-0.0, 1.0, True, "float", 0),
        (0.0, -1.0, True, "float", 0),
        (2.0**-126, 0.5, False, "float", 0x00400000),
        (2.0**-149, 1.0, False, "float", 1),
        (3e38, 4.0, False, "float", 0x7F800000),
        (-3e38, 4.0, False, "float", 0xFF800000),
        (math.inf, 1.0, True, "float", 0x7F800000),
        (math.nan, 1.0, False, "float", 0x7FC00000),
        (math.nan, 1.0, True, "float", 0),
        (math.nan, 1.0, False, "half", 0),
        (math.inf, 0.0, False, "bfloat16_t", 0),
        (math.inf, 1.0, False, "bfloat16_t", 0x7F7F),
        (-math.inf, 1.0, False, "fp8_e4m3fn_t", 0xFE),
        (-math.inf, 1.0, False, "hifloat8_t", 0xEE),
        (-0.0, 1.0, False, "hifloat8_t", 0),
        (1.0, -(2.0**-20), True, "fp8_e4m3fn_t", 0x80),
        (5.0, 2.0**-127, False, "float", 0),
        (5.0, -(2.0**-127), False, "float", 0x80000000),
        (5.0, -(2.0**-127), True, "float", 0),
    ],
)
def test_corners_of_fixpipe(x: float, m: float, relu: bool, dst: str, bits: int) -> None:
    src = "int32_t" if isinstance(x, int) else "float"
    _, conversion = fixpipe_conversion(src, dst, quant="scalar", word=float_bits(m), relu=relu)
    check(conversion, x, float_bits(m), bits)


def test_enhanced_subnormal_multiplier_acts() -> None:
    conversion = enhanced_conversion("DEQ16", "int32_t", "half", word=0x00400000)
    assert conversion is not None
    assert trace(conversion, 1 << 30)[3].value == 2.0**-97


def test_words_broadcast_along_the_last_axis() -> None:
    rng = np.random.default_rng(0)
    values = rng.integers(-500, 500, (3, 700, 16)).astype(np.int32)
    words = rng.integers(0, 1 << 47, 16).astype(np.uint64) & np.uint64(0x7FE000000000) | np.uint64(0x3F000000)
    conversion = enhanced_conversion("VDEQ8", "int32_t", "int8_t")
    assert conversion is not None
    found = convert(conversion, values, words)
    assert found.shape == values.shape
    for column, word in enumerate(words.tolist()):
        fixed = replace(conversion, word=word)
        assert np.array_equal(found[..., column], convert(fixed, np.ascontiguousarray(values[..., column])))
    per_row = words[:3].reshape(3, 1, 1)
    assert np.array_equal(
        convert(conversion, values, per_row)[1], convert(replace(conversion, word=int(words[1])), values[1])
    )
    assert convert(conversion, values[0, 0, 0], words[0]).shape == ()
    assert convert(conversion, values[:0], words).shape == (0, 700, 16)


def test_large_arrays_are_cut_into_chunks_without_a_seam() -> None:
    values = np.arange(-100_000, 100_000, dtype=np.int32)
    conversion = enhanced_conversion("DEQ16", "int32_t", "int16_t", word=0)
    assert conversion is not None
    assert np.array_equal(convert(conversion, values).view(np.int16), np.clip(values >> 1, -32768, 32767))
    assert np.array_equal(convert(conversion, values[::2]), convert(conversion, values)[::2])


def test_trace_names_every_stage() -> None:
    conversion = enhanced_conversion("DEQ8", "int32_t", "int8_t", word=0x0000_4280_3F80_0000, is_relu=True)
    assert conversion is not None
    rows = [(stage.name, stage.type, stage.value, stage.parameter) for stage in trace(conversion, 120)]
    assert rows == [
        ("source", "int32_t", 120, None),
        ("shifted", "int32_t", 120, 1),
        ("float", "float", 120.0, None),
        ("product", "float", 120.0, 1.0),
        ("rounded", "9-bit integer", 120, None),
        ("offset", "integer", 140, 20),
        ("saturated", "integer", 127, 1),
        ("stored", "int8_t", 127, None),
    ]
    copied = trace(Conversion("copy", dtype("complex32"), dtype("complex32")), [1.0, -2.0])
    assert [(stage.name, stage.value, stage.bits) for stage in copied] == [
        ("source", 1 - 2j, None),
        ("stored", 1 - 2j, 0xC0003C00),
    ]
    with pytest.raises(BadArgument, match="int32_t holds"):
        trace(conversion, 1 << 31)
    names = [stage.name for stage in trace(fixpipe_conversion("float", "half", quant="none", relu=True)[1], -1.0)]  # type: ignore[arg-type]
    assert names == ["source", "float", "converted", "stored"]


def test_what_does_not_belong_together_is_refused() -> None:
    conversion = enhanced_conversion("VDEQ8", "int32_t", "int8_t")
    assert conversion is not None
    ints = np.zeros((2, 16), np.int32)
    with pytest.raises(BadArgument, match="an array of int64 was given"):
        convert(conversion, ints.astype(np.int64), np.zeros(16, np.uint64))
    with pytest.raises(BadArgument, match="no words were given"):
        convert(conversion, ints)
    with pytest.raises(BadArgument, match="do not fit"):
        convert(conversion, ints, np.zeros((3, 2, 16), np.uint64))
    with pytest.raises(BadArgument, match="do not fit"):
        convert(conversion, ints, np.zeros(15, np.uint64))
    with pytest.raises(BadArgument, match="unsigned 64-bit"):
        convert(conversion, ints, np.zeros(16, np.int64))
    half, int32, int8 = dtype("half"), dtype("int32_t"), dtype("int8_t")
    for bad in (
        Conversion("x", int32, int8),
        Conversion("x", int32, dtype("int16_t"), Multiplier.FLOAT32, 0),
        Conversion("x", half, half, Multiplier.HALF, 0, Shift.ALWAYS),
        Conversion("x", int32, dtype("int16_t"), shift=Shift.MODE_BIT, word=0),
        Conversion("x", dtype("double"), half),
        Conversion("x", dtype("complex32"), dtype("complex32"), relu=Relu.RESULT),
        Conversion("x", int32, dtype("double"), Multiplier.FLOAT32, 0),
    ):
        with pytest.raises(BadArgument, match="x: "):
            convert(bad, np.zeros(1, bad.src.carrier))
    wrong = Conversion("x", dtype("float"), half, rounding=Rounding.AWAY)
    with pytest.raises(BadArgument, match="only hifloat8_t"):
        convert(wrong, np.zeros(1, np.float32))
