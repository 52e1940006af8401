"""What each stage of a conversion computes, once, for arrays.

``words`` are uint64 arrays that broadcast to the values. Two roundings take place on the way to a float: the product
is rounded to float, then to the destination. Nothing is flushed to zero. Corners that no document decides (signed
zeros with ReLU, NaN, the bit pattern of NaN) are unverified; the functions say what they do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ascmove.formats.codec import decode, encode_floats
from ascmove.formats.conversion import Multiplier, Overflow, Rounding
from ascmove.formats.deq_value import MCB_BIT, N_BIT, OFFSET_BIT, REDUCED_MASK, SIGN_BIT
from ascmove.formats.dtype import DType

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Words = NDArray[np.uint64]

_EXPONENT, _SIGN = np.uint32(0x7F800000), np.uint32(0x80000000)


def multiplier_of(words: Words, kind: Multiplier) -> Floats:
    """The multiplier in the words, as float.

    FLOAT19 cuts the mantissa to 10 bits; an exponent field of 0 gives a zero that keeps its sign.
    """
    if kind is Multiplier.HALF:
        with np.errstate(invalid="ignore"):
            return words.astype(np.uint16).view(np.float16).astype(np.float32)
    bits = words.astype(np.uint32)
    if kind is Multiplier.FLOAT19:
        bits = bits & np.uint32(REDUCED_MASK)
        bits = np.where(bits & _EXPONENT, bits, bits & _SIGN)
    return bits.view(np.float32)


def shift_count(words: Words) -> Ints:
    """How far the words shift right: 1 to 16."""
    count: Ints = _field(words, N_BIT, 4) + np.int32(1)
    return count


def mode_bit(words: Words) -> NDArray[np.bool_]:
    """True where the words ask for the shift (bit 36)."""
    return _field(words, MCB_BIT, 1).astype(np.bool_)


def offset_of(words: Words) -> Ints:
    """The signed offset in the words: -256 to 255."""
    sign = np.int32(0x100)
    offset: Ints = (_field(words, OFFSET_BIT, 9) ^ sign) - sign
    return offset


def wants_int8(words: Words) -> NDArray[np.bool_]:
    """True where the words ask for an int8_t result (bit 46), False for uint8_t."""
    return _field(words, SIGN_BIT, 1).astype(np.bool_)


def _field(words: Words, bit: int, width: int) -> Ints:
    """The unsigned field of ``width`` bits from ``bit`` up."""
    field: Ints = ((words >> np.uint64(bit)) & np.uint64((1 << width) - 1)).astype(np.int32)
    return field


def shift_right(values: Ints, words: Words) -> Ints:
    """Arithmetic shift right (floor) by ``shift_count``, then saturation to int16."""
    shifted: Ints = np.clip(values >> shift_count(words), np.int32(-32768), np.int32(32767))
    return shifted


def shift_where_asked(values: Ints, words: Words) -> Ints:
    """``shift_right`` where the mode bit of the word is set, else the value."""
    asked = mode_bit(words)
    return np.where(asked, shift_right(values, words), values) if asked.any() else values


def to_float(values: NDArray[Any]) -> Floats:
    """The value as float; int32 beyond 2^24 is rounded to nearest even."""
    with np.errstate(invalid="ignore"):
        return values.astype(np.float32)


def multiply(values: Floats, multiplier: Floats) -> Floats:
    """The product as float, rounded to nearest even."""
    with np.errstate(all="ignore"):
        return values * multiplier


def multiply_positive(values: Floats, multiplier: Floats) -> Floats:
    """The product with ReLU on the source: negative values and NaN count as multiplied by 0, zero products are +0.

    That covers products too small for a float; one that only the destination rounds to zero keeps its sign.
    """
    zero = np.float32(0)
    with np.errstate(invalid="ignore"):
        positive = np.where(values > 0, values, zero)  # fmax would let some signalling NaN through
    product: Floats = multiply(positive, multiplier) + zero  # -0 + 0 is +0
    return product


def round_to_nine_bits(values: Floats) -> Ints:
    """Nearest integer, ties to even, saturated to -256 to 255; NaN gives 0."""
    rounded = np.clip(np.rint(values), np.float32(-256), np.float32(255))
    return np.where(np.isnan(rounded), np.float32(0), rounded).astype(np.int32)


def add_offset(values: Ints, words: Words) -> Ints:
    """The integer plus the offset of the word: -512 to 510."""
    return values + offset_of(words)


def saturate_byte(values: Ints, words: Words) -> Ints:
    """Saturation to -128 to 127 where the word's sign bit is set, else to 0 to 255."""
    signed = wants_int8(words)
    low = np.where(signed, np.int32(-128), np.int32(0))
    return np.clip(values, low, low + np.int32(255))


def store_low_bits(values: Ints, dtype: DType) -> NDArray[Any]:
    """The low bits of an integer, as the bit pattern of ``dtype``."""
    return values.astype(dtype.bits)


def store_positive(values: Ints, dtype: DType) -> NDArray[Any]:
    """The low bits of max(value, 0)."""
    return store_low_bits(np.maximum(values, np.int32(0)), dtype)


def store_float(values: Floats, dtype: DType, rounding: Rounding, overflow: Overflow) -> NDArray[Any]:
    """Bit patterns of ``values`` as ``dtype``.

    A float destination never saturates: inf stays, every NaN becomes 0x7FC00000 (unverified).
    """
    if dtype.name == "float":
        return np.where(np.isnan(values), np.uint32(0x7FC00000), values.view(np.uint32))
    return encode_floats(values, dtype, rounding, overflow)


def relu_bits(bits: NDArray[Any], dtype: DType) -> NDArray[Any]:
    """max(value, 0) on bit patterns: negative numbers, -0 and NaN give +0, all others keep their bits."""
    decoded = dtype.name in ("hifloat8_t", "fp8_e8m0_t")  # the carrier of fp8_e8m0_t cannot compare with 0
    values = decode(bits, dtype) if decoded else bits.view(dtype.carrier)
    with np.errstate(invalid="ignore"):
        return np.where(values > 0, bits, dtype.bits.type(0))
