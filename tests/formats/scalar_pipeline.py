"""Every conversion once more on one number with Python arithmetic, from the written rules."""

from __future__ import annotations

import math

from . import oracle


def fields(word: int) -> tuple[int, int, int, int]:
    """Shift count, mode bit, signed offset, sign bit."""
    offset = word >> 37 & 0x1FF
    return (word >> 32 & 15) + 1, word >> 36 & 1, offset - 512 if offset > 255 else offset, word >> 46 & 1


def reduced(word: int) -> float:
    """The (1, 8, 10) multiplier; exponent field 0 acts as a zero with its sign."""
    bits = word & 0xFFFFE000
    return oracle.bits_float(bits if bits & 0x7F800000 else bits & 0x80000000)


def half(bits: int) -> float:
    return oracle.decode_code("half", bits & 0xFFFF)


def shifted(x: int, count: int) -> int:
    return max(-32768, min(32767, x >> count))


def product(x: float, m: float, relu: bool) -> float:
    """Float product, rounded once; with ReLU negative, NaN and zero sources give +0, and zero products too."""
    if relu and not x > 0:
        return 0.0
    value = oracle.to_float(x * m)
    return 0.0 if relu and value == 0 else value


def byte(p: float, word: int) -> int:
    """Round to 9 bits, add the offset, saturate by the sign bit; the low byte."""
    _, _, offset, sign = fields(word)
    if math.isnan(p):
        r = 0
    elif math.isinf(p):
        r = 255 if p > 0 else -256
    else:
        r = max(-256, min(255, round(p)))  # Python rounds ties to even
    low = -128 if sign else 0
    return max(low, min(low + 255, r + offset)) & 0xFF


def floating(p: float, dst: str, *, hybrid: bool = False) -> int:
    """Bits of a saturating conversion; a float destination keeps inf and NaN."""
    if dst == "float":
        return 0x7FC00000 if math.isnan(p) else oracle.float_bits(p)
    if hybrid:
        return oracle.hybrid(0x7FC00000 if math.isnan(p) else oracle.float_bits(p), saturate=True)
    return oracle.encode_value(dst, p, saturate=True)


def enhanced(mode: str, src: str, dst: str, x: float, word: int, relu: bool) -> int:
    """``x``: the source value, an int for int32_t. ``relu``: the effective flag."""
    count, mode_bit, _, _ = fields(word)
    if dst == "int16_t":
        y = shifted(int(x), count)
        return (max(y, 0) if relu else y) & 0xFFFF
    if mode in ("DEQ", "VDEQ"):
        bits = floating(product(oracle.to_float(float(x)), half(word), relu=False), dst)
        return 0 if relu and not oracle.decode_code("half", bits) > 0 else bits
    if mode_bit:
        x = shifted(int(x), count)
    p = product(oracle.to_float(float(x)), oracle.bits_float(word & 0xFFFFFFFF), relu)
    return floating(p, dst) if dst == "half" else byte(p, word)


def fixpipe(dst: str, x: float, word: int, relu: bool, hybrid: bool = False) -> int:
    p = product(oracle.to_float(float(x)), reduced(word), relu)
    return byte(p, word) if dst in ("int8_t", "uint8_t") else floating(p, dst, hybrid=hybrid)
