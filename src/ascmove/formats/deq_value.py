"""The 64-bit quantisation word: pack, unpack, and the reduced multiplier.

=====  =========  =====================================================
bits   field      content
=====  =========  =====================================================
0-31   ``m``      multiplier, a float
32-35  ``n``      shift count minus 1: the field holds 0-15 for 1-16
36     ``mcb``    mode control bit: shift before multiplying
37-45  offset     two's complement, -256 to 255
46     ``sign``   1: int8_t result, 0: uint8_t result
47     ``relu``   ReLU flag
48-63             reserved, 0
=====  =========  =====================================================

DEQ and VDEQ read another word: a half multiplier in bits 0-15 and nothing else.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from numbers import Integral, Real

from ascmove.errors import BadArgument

N_BIT, MCB_BIT, OFFSET_BIT, SIGN_BIT, RELU_BIT = 32, 36, 37, 46, 47
REDUCED_MASK = 0xFFFFE000  # sign, 8 exponent bits, 10 mantissa bits of a float
WORD_MAX = (1 << 64) - 1
_LARGEST_FLOAT, _LARGEST_HALF = 3.4028234663852886e38, 65504.0


@dataclass(frozen=True, slots=True)
class DeqValue:
    """The fields of a quantisation word.

    ``m``: the multiplier; it is stored as the nearest float. ``n``: shift count, 1 to 16. ``mcb``, ``sign``, ``relu``:
    0 or 1. ``offset``: -256 to 255. Raises BadArgument for what a field cannot hold. inf and NaN fit the field; that
    no mode may use them is for the rules to say.

    >>> hex(DeqValue(1.0, sign=1).pack())
    '0x40003f800000'
    >>> DeqValue.unpack(0x7D803F800000)
    DeqValue(m=1.0, n=1, mcb=0, offset=-20, sign=1, relu=0)
    """

    m: float = 1.0
    n: int = 1
    mcb: int = 0
    offset: int = 0
    sign: int = 0
    relu: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "m", _as_float("m", self.m, "<f", _LARGEST_FLOAT))
        object.__setattr__(self, "n", _as_integer("n", self.n, 1, 16))
        object.__setattr__(self, "offset", _as_integer("offset", self.offset, -256, 255))
        for name in ("mcb", "sign", "relu"):
            object.__setattr__(self, name, _as_integer(name, getattr(self, name), 0, 1))

    def pack(self) -> int:
        """The word, bits 48-63 clear."""
        return (
            float_bits(self.m)
            | (self.n - 1) << N_BIT
            | self.mcb << MCB_BIT
            | (self.offset & 0x1FF) << OFFSET_BIT
            | self.sign << SIGN_BIT
            | self.relu << RELU_BIT
        )

    @classmethod
    def unpack(cls, word: int) -> DeqValue:
        """The fields of ``word``, 0 to 2^64 - 1. Bits 48-63 have no meaning and are not kept."""
        number = check_word(word)
        offset = number >> OFFSET_BIT & 0x1FF
        return cls(
            m=bits_float(number & 0xFFFFFFFF),
            n=(number >> N_BIT & 15) + 1,
            mcb=number >> MCB_BIT & 1,
            offset=offset - 512 if offset & 0x100 else offset,
            sign=number >> SIGN_BIT & 1,
            relu=number >> RELU_BIT & 1,
        )

    @staticmethod
    def pack_half(m: float) -> int:
        """The word of DEQ, one element of VDEQ: ``m`` as a half in bits 0-15.

        >>> hex(DeqValue.pack_half(0.5))
        '0x3800'
        """
        return int.from_bytes(struct.pack("<e", _as_float("m", m, "<e", _LARGEST_HALF)), "little")

    @staticmethod
    def unpack_half(word: int) -> float:
        """The half multiplier in bits 0-15 of ``word``."""
        half: float = struct.unpack("<e", (check_word(word) & 0xFFFF).to_bytes(2, "little"))[0]
        return half


def truncate_multiplier(m: float) -> float:
    """The reduced multiplier (1, 8, 10) that acts when ``m`` stands in the word: mantissa cut off to 10 bits.

    An exponent field of 0 acts as zero and keeps its sign.

    >>> truncate_multiplier(0.1)
    0.0999755859375
    """
    bits = float_bits(_as_float("m", m, "<f", _LARGEST_FLOAT)) & REDUCED_MASK
    return bits_float(bits if bits & 0x7F800000 else bits & 0x80000000)


def round_multiplier(m: float) -> float:
    """The reduced multiplier nearest to ``m``, ties to even: put this into the word and nothing is cut off later.

    Raises BadArgument where that would be infinity.

    >>> round_multiplier(0.1)
    0.0999755859375
    >>> round_multiplier(0.3), truncate_multiplier(0.3)
    (0.300048828125, 0.2998046875)
    """
    value = _as_float("m", m, "<f", _LARGEST_FLOAT)
    if not math.isfinite(value):
        return value
    bits = float_bits(value)
    rounded = (bits + 0xFFF + (bits >> 13 & 1)) & REDUCED_MASK
    if rounded & 0x7F800000 == 0x7F800000:
        limit = bits_float(0x7F7FE000)
        raise BadArgument(
            f"m = {m!r} rounds to infinity\nthe reduced multiplier holds up to {limit!r}\nnearest: {limit!r}"
        )
    return truncate_multiplier(bits_float(rounded))


def float_bits(value: float) -> int:
    """Bit pattern of a float; NaN is 0x7FC00000."""
    return 0x7FC00000 if math.isnan(value) else int.from_bytes(struct.pack("<f", value), "little")


def bits_float(bits: int) -> float:
    """The float of a bit pattern."""
    value: float = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
    return value


def check_word(word: object) -> int:
    """``word`` as an int, or BadArgument when it is no unsigned 64-bit number."""
    if isinstance(word, bool) or not isinstance(word, Integral):
        raise BadArgument(f"{word!r} is not a quantisation word\na word is a whole number, 0 to {WORD_MAX:#x}")
    number = int(word)
    if not 0 <= number <= WORD_MAX:
        nearest = 0 if number < 0 else WORD_MAX
        raise BadArgument(f"word = {number} does not fit 64 bits\na word is 0 to {WORD_MAX:#x}\nnearest: {nearest:#x}")
    return number


def _as_float(name: str, value: object, code: str, largest: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise BadArgument(f"{name} = {value!r} is not a number")
    number = float(value)
    try:
        stored: float = struct.unpack(code, struct.pack(code, number))[0]
    except OverflowError:
        nearest = math.copysign(largest, number)
        raise BadArgument(
            f"{name} = {value!r} does not fit\n{name} holds -{largest!r} to {largest!r}\nnearest: {nearest!r}"
        ) from None
    return stored


def _as_integer(name: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, Integral):
        raise BadArgument(f"{name} = {value!r} is not a whole number\n{name} holds {low} to {high}")
    number = int(value)
    if not low <= number <= high:
        nearest = low if number < low else high
        raise BadArgument(f"{name} = {number} does not fit\n{name} holds {low} to {high}\nnearest: {nearest}")
    return number
