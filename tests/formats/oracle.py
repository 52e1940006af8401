"""The formats once more, one number at a time, from their definitions: what the tests compare with.

Nothing here uses ascmove or NumPy. Codes are ints, values Python floats (all values of these types are exact in
float64, and so are the midpoints between neighbours of the narrow ones).
"""

from __future__ import annotations

import math
import struct
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import pairwise

INF, NAN = math.inf, math.nan

# exponent bits, mantissa bits, has infinities
IEEE = {
    "half": (5, 10, True),
    "bfloat16_t": (8, 7, True),
    "fp8_e5m2_t": (5, 2, True),
    "fp8_e4m3fn_t": (4, 3, False),
}
NARROW = (*IEEE, "hifloat8_t", "fp8_e8m0_t")
WIDTH = {"half": 16, "bfloat16_t": 16, "fp8_e5m2_t": 8, "fp8_e4m3fn_t": 8, "hifloat8_t": 8, "fp8_e8m0_t": 8}
NAN_CODE = {
    "half": 0x7E00,
    "bfloat16_t": 0x7FFF,
    "fp8_e5m2_t": 0x7F,
    "fp8_e4m3fn_t": 0x7F,
    "hifloat8_t": 0x80,
    "fp8_e8m0_t": 0xFF,
}


def decode_code(name: str, code: int) -> float:
    if name == "hifloat8_t":
        return _decode_hifloat8(code)
    if name == "fp8_e8m0_t":
        return NAN if code == 255 else 2.0 ** (code - 127)
    exponent_bits, mantissa_bits, has_inf = IEEE[name]
    bias = (1 << (exponent_bits - 1)) - 1
    sign = -1.0 if code >> (exponent_bits + mantissa_bits) else 1.0
    exponent = (code >> mantissa_bits) & ((1 << exponent_bits) - 1)
    mantissa = code & ((1 << mantissa_bits) - 1)
    if exponent == (1 << exponent_bits) - 1:
        if has_inf:
            return sign * INF if mantissa == 0 else NAN
        if mantissa == (1 << mantissa_bits) - 1:
            return NAN
    if exponent == 0:
        return sign * mantissa * math.ldexp(1.0, 1 - bias - mantissa_bits)
    return sign * (1 + mantissa / (1 << mantissa_bits)) * math.ldexp(1.0, exponent - bias)


def _decode_hifloat8(code: int) -> float:
    if code in (0x80, 0x6F, 0xEF, 0x00):
        return {0x80: NAN, 0x6F: INF, 0xEF: -INF, 0x00: 0.0}[code]
    sign = -1.0 if code & 0x80 else 1.0
    bits = format(code & 0x7F, "07b")
    if bits[:4] == "0000":
        return sign * 2.0 ** (int(bits[4:], 2) - 23)
    if bits[:4] == "0001":
        return sign * (1 + int(bits[4:], 2) / 8)
    prefix, width = next((p, w) for p, w in (("11", 4), ("10", 3), ("01", 2), ("001", 1)) if bits.startswith(p))
    field, mantissa = bits[len(prefix) : len(prefix) + width], bits[len(prefix) + width :]
    magnitude = int("1" + field[1:], 2)  # the leading 1 is hidden
    power = -magnitude if field[0] == "1" else magnitude
    return math.ldexp(sign * (1 + int(mantissa, 2) / (1 << len(mantissa))), power)


@cache
def _ladder(name: str) -> tuple[list[float], list[int]]:
    """Finite non-negative values in order, and their codes; then one step beyond, for the overflow threshold."""
    top = 1 << (WIDTH[name] - 1)
    pairs = sorted((v, c) for c in range(top) if math.isfinite(v := decode_code(name, c)))
    values, codes = [v for v, _ in pairs], [c for _, c in pairs]
    step = values[-1] - values[-2]
    if name == "hifloat8_t":
        step = 2.0**14  # the step of its binade, of which only the lowest number is finite
    return [*values, values[-1] + step], codes


@cache
def _midpoints(name: str) -> list[float]:
    values = _ladder(name)[0]
    return [(a + b) / 2 for a, b in pairwise(values)]


def encode_value(name: str, value: float, *, saturate: bool = False) -> int:
    """Nearest code by search; ties to the even code, hifloat8_t away from zero, fp8_e8m0_t cut off."""
    if name == "fp8_e8m0_t":
        return _encode_e8m0(value, saturate)
    if math.isnan(value):
        return 0 if saturate else NAN_CODE[name]
    sign = (1 << (WIDTH[name] - 1)) if math.copysign(1.0, value) < 0 else 0
    codes, midpoints = _ladder(name)[1], _midpoints(name)
    size = abs(value)
    low, high = bisect_left(midpoints, size), bisect_right(midpoints, size)
    place = low
    if low != high:  # a tie between places low and low + 1
        even = low < len(codes) and codes[low] % 2 == 0
        place = low if even and name != "hifloat8_t" else low + 1
    if place >= len(codes):
        if saturate:
            return sign | codes[-1]
        return NAN_CODE[name] if name == "fp8_e4m3fn_t" else sign | (codes[-1] + 1)
    if name == "hifloat8_t" and codes[place] == 0:
        return 0
    return sign | codes[place]


def _encode_e8m0(value: float, saturate: bool) -> int:
    if math.isnan(value):
        return 255
    if math.isinf(value):
        return 254 if saturate else 255
    if value == 0:
        return 0
    power = math.frexp(value)[1] - 1 + 127
    if power > 254:
        return 254 if saturate else 255
    return max(power, 0)


def hybrid(bits: int, *, saturate: bool = False, keep_exact: bool = False) -> int:
    """hifloat8_t by the hybrid rule, from the bits of a float."""
    sign, power, mantissa = bits >> 31 << 7, (bits >> 23 & 255) - 127, bits & 0x7FFFFF
    if power == 128 and mantissa:
        return 0 if saturate else 0x80
    inf = 0x6E if saturate else 0x6F
    if power > 15:
        return sign | inf
    if power < -23:
        return 0
    threshold = mantissa & 0x3FFF
    if power == -23:
        fraction = (1 << 13) | (mantissa >> 10)
        return sign | 1 if fraction >= threshold else 0
    kept = 3 if abs(power) <= 3 else 2 if abs(power) <= 7 else 1 if power >= -15 else 0
    dropped = 23 - kept
    rest = mantissa & ((1 << dropped) - 1)
    if abs(power) <= 3:
        carry = rest >> (dropped - 1) == 1
    else:
        carry = rest >> (dropped - 14) >= threshold and not (keep_exact and rest == 0)
    value = (1 + ((mantissa >> dropped) + carry) / 2**kept) * 2.0**power
    if value >= 49152:  # 1.5 * 2^15, the pattern of infinity
        return sign | inf
    return sign | next(c for c in range(128) if _decode_hifloat8(c) == value)


def float_bits(value: float) -> int:
    return int.from_bytes(struct.pack("<f", value), "little")


def bits_float(bits: int) -> float:
    result: float = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
    return result


def to_float(value: float) -> float:
    """Nearest float, ties to even; overflow to inf. Exact products of two floats are exact before it."""
    if math.isinf(value) or math.isnan(value):
        return value
    if abs(value) >= (2 - 2.0**-24) * 2.0**127:
        return math.copysign(INF, value)
    return float(struct.unpack("<f", struct.pack("<f", value))[0])
