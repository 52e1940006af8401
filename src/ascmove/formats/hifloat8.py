"""hifloat8_t: a sign, a variable-length "dot" prefix that sets the field widths, exponent and mantissa.

The dot prefix trades exponent range for mantissa bits: 3 mantissa bits near 1, 1 far away, none below 2^-15. Zero
has one pattern (0x00), NaN one (0x80), infinity two (0x6F, 0xEF).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ascmove.errors import BadArgument
from ascmove.formats.conversion import Overflow, Rounding

ZERO, NAN, INF, LARGEST, SIGN = 0x00, 0x80, 0x6F, 0x6E, 0x80
_UNDERFLOW = -23  # exponent of the numbers that only just round up to the smallest code


class HiFloat8Fields(NamedTuple):
    """The fields of one code. ``exponent`` and ``mantissa`` are bit strings, empty where there is no field."""

    regime: str
    dot: str
    exponent: str
    mantissa: str
    power: int
    fraction: float


# dot prefix, name, exponent bits, mantissa bits, smallest magnitude of the exponent
_REGIMES = (("11", "D4", 4, 1, 8), ("10", "D3", 3, 2, 4), ("01", "D2", 2, 3, 2), ("001", "D1", 1, 3, 1))


def split(code: int) -> HiFloat8Fields:
    """Cut a code into its fields; the value is ``fraction * 2**power`` with the sign bit of the code.

    >>> split(0x3F)
    HiFloat8Fields(regime='D2', dot='01', exponent='11', mantissa='111', power=-3, fraction=1.875)
    """
    bits = f"{code & 0x7F:07b}"
    for dot, regime, width, kept, smallest in _REGIMES:
        if bits.startswith(dot):
            exponent, mantissa = bits[len(dot) : len(dot) + width], bits[len(dot) + width :]
            magnitude = smallest + int("0" + exponent[1:], 2)
            power = -magnitude if exponent[0] == "1" else magnitude
            return HiFloat8Fields(regime, dot, exponent, mantissa, power, 1 + int(mantissa, 2) / (1 << kept))
    dot, mantissa = bits[:4], bits[4:]
    if dot == "0001":
        return HiFloat8Fields("D0", dot, "", mantissa, 0, 1 + int(mantissa, 2) / 8)
    return HiFloat8Fields("DML", dot, "", mantissa, int(mantissa, 2) - 23, 1.0 if code & 0x7F else 0.0)


def kept_bits(power: int) -> int:
    """Mantissa bits that a number of this binary exponent keeps.

    >>> [kept_bits(power) for power in (0, -3, 4, 8, -16)]
    [3, 3, 2, 1, 0]
    """
    if power < -15:
        return 0
    return 3 if abs(power) <= 3 else 2 if abs(power) <= 7 else 1


def pack(power: int, mantissa: int) -> int:
    """Code of the positive number ``2**power * (1 + mantissa / 2**kept_bits(power))``; infinity above 32768."""
    size, sign = abs(power), int(power < 0)
    if power < -22:
        return ZERO
    if power < -15:
        return power + 23
    if power > 15:
        return INF
    if size == 0:
        return 0x08 | mantissa
    if size == 1:
        return 0x10 | sign << 3 | mantissa
    if size <= 3:
        return 0x20 | sign << 4 | (size - 2) << 3 | mantissa
    if size <= 7:
        return 0x40 | sign << 4 | (size - 4) << 2 | mantissa
    return 0x60 | sign << 4 | (size - 8) << 1 | mantissa


@cache
def decode_table() -> NDArray[np.float64]:
    """The values of all 256 codes."""
    fields = [split(code) for code in range(SIGN)]
    positive = np.array([f.fraction * 2.0**f.power for f in fields])
    positive[INF] = np.inf
    table = np.concatenate([positive, -positive])
    table[NAN] = np.nan
    return table


def _neighbours(power: int, mantissa: int) -> tuple[int, int]:
    """Codes of a positive number cut to its kept bits, and of the next one up."""
    if power <= _UNDERFLOW:
        return ZERO, pack(-22, 0) if power == _UNDERFLOW else ZERO
    down = pack(power, mantissa)
    up = mantissa + 1
    return down, pack(power + 1, 0) if up >> kept_bits(power) else pack(power, up)


def _with_negatives(codes: list[int]) -> NDArray[np.uint8]:
    """A table over sign and magnitude from one over magnitudes; zero has no sign."""
    positive = np.array(codes, np.uint8)
    return np.concatenate([positive, np.where(positive == ZERO, positive, positive | SIGN)]).astype(np.uint8)


@cache
def _away_table() -> NDArray[np.uint8]:
    """Half away from zero, by sign, 8 exponent bits and the top 4 mantissa bits: the tie bit is among them."""
    codes = []
    for index in range(1 << 12):
        power, top = (index >> 4) - 127, index & 15
        kept = kept_bits(power)
        down, up = _neighbours(power, top >> (4 - kept))
        tie = (top >> (3 - kept)) & 1 or power == _UNDERFLOW
        codes.append(up if tie else down)
    return _with_negatives(codes)


@cache
def _hybrid_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32]]:
    """Codes below and above, by sign, 8 exponent bits and the top 3 mantissa bits; shifts, by exponent bits.

    A shift brings the bits below the kept ones down to 14 bits.
    """
    pairs = [_neighbours(power, top >> (3 - kept_bits(power))) for power in range(-127, 129) for top in range(8)]
    shifts = [9 - kept_bits(power) for power in range(-127, 129)]
    downs, ups = zip(*pairs, strict=True)
    return _with_negatives(list(downs)), _with_negatives(list(ups)), np.array(shifts, np.uint32)


def _lookup(table: NDArray[np.uint8], index: NDArray[Any]) -> NDArray[np.uint8]:
    codes: NDArray[np.uint8] = np.take(table, index)
    return codes


def _away(values: NDArray[Any]) -> NDArray[np.uint8]:
    if values.dtype == np.float32:
        index = values.view(np.uint32) >> np.uint32(19)
        return _lookup(_away_table(), index)
    bits = values.view(np.uint64)  # the same index from float64: cutting off low bits cannot change it
    power = ((bits >> np.uint64(52)) & np.uint64(0x7FF)).astype(np.int64) - 1023 + 127
    top = ((bits >> np.uint64(48)) & np.uint64(15)).astype(np.int64)
    index = (np.signbit(values).astype(np.int64) << 12) | (np.clip(power, 0, 255) << 4) | top
    return _lookup(_away_table(), index)


def _hybrid(values: NDArray[np.float32], keep_exact: bool) -> NDArray[np.uint8]:
    downs, ups, shifts = _hybrid_tables()
    bits = values.view(np.uint32)
    field = (bits >> np.uint32(23)) & np.uint32(0xFF)
    shift = np.take(shifts, field)
    fraction = (bits >> shift) & np.uint32(0x3FFF)
    threshold = bits & np.uint32(0x3FFF)
    near_one = np.abs(field.astype(np.int32) - 127) <= 3
    last = field == 127 + _UNDERFLOW
    tie = np.uint32(0x2000)  # the bit right below the kept ones
    fraction = np.where(last, tie | ((bits >> np.uint32(10)) & np.uint32(0x1FFF)), fraction)
    carry = fraction >= np.where(near_one, tie, threshold)
    if keep_exact:
        carry &= last | ((bits & ((np.uint32(1) << (shift + np.uint32(14))) - np.uint32(1))) != 0)
    index = bits >> np.uint32(20)
    return np.where(carry, _lookup(ups, index), _lookup(downs, index))


def encode_hifloat8(
    values: NDArray[Any],
    rounding: Rounding = Rounding.AWAY,
    overflow: Overflow = Overflow.KEEP,
    *,
    keep_exact: bool = False,
) -> NDArray[np.uint8]:
    """Codes of float32 or float64 ``values``.

    ``Rounding.AWAY`` rounds once, ties away from zero. ``Rounding.HYBRID`` is defined on float32 (float64 is rounded
    to it first): below 2^-3 and from 16 on, a number is rounded up where the 14 bits under the kept ones are not less
    than its lowest 14 mantissa bits. Taken literally, as here, exactly representable numbers are rounded up too (16
    to 20); ``keep_exact=True`` leaves them alone. Which of the two the hardware does is unverified.

    >>> [hex(code) for code in encode_hifloat8(np.array([1.1, 17.0, 1e9], np.float32))]
    ['0x9', '0x40', '0x6f']
    """
    if rounding is Rounding.AWAY:
        codes = _away(values)
    elif rounding is Rounding.HYBRID:
        with np.errstate(all="ignore"):
            codes = _hybrid(values.astype(np.float32, copy=False), keep_exact)
    else:
        raise BadArgument("hifloat8_t is rounded half away from zero or hybrid\nrounding even is not defined for it")
    codes = np.where(np.isnan(values), np.uint8(NAN), np.where(np.isinf(values), (codes & SIGN) | INF, codes))
    if overflow is Overflow.SATURATE:
        largest = codes - ((codes & 0x7F) == INF)
        codes = np.where(codes == NAN, np.uint8(ZERO), largest)
    return np.asarray(codes, np.uint8)


def decode_hifloat8(codes: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Values of ``codes``, exact.

    >>> decode_hifloat8(np.array([0x08, 0x6E, 0x81], np.uint8))
    array([ 1.00000000e+00,  3.27680000e+04, -2.38418579e-07])
    """
    return np.take(decode_table(), codes)
