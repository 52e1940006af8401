"""A quantisation word in words: what each field holds, and which fields a conversion reads."""

from __future__ import annotations

from dataclasses import dataclass

from ascmove.formats.conversion import Conversion, Multiplier, Shift
from ascmove.formats.deq_value import DeqValue, bits_float, check_word, truncate_multiplier

#: enhanced modes in which the unit reads the ReLU flag of the word; elsewhere an argument of the call decides
_READS_RELU = ("DEQ8", "DEQ16")


@dataclass(frozen=True)
class WordField:
    """One field of a word: bits ``low`` to ``high``, their content, what it means, and whether it is read."""

    name: str
    low: int
    high: int
    raw: int
    meaning: str
    read: bool

    @property
    def mask(self) -> int:
        """The bits of the field within the word."""
        return ((1 << (self.high - self.low + 1)) - 1) << self.low


def word_fields(word: int, conversion: Conversion | None = None) -> list[WordField]:
    """The fields of ``word`` from bit 0 up, as ``conversion`` sees them; without one, all fields count as read."""
    number = check_word(word)
    multiplier = Multiplier.FLOAT32 if conversion is None else conversion.multiplier
    if multiplier is Multiplier.HALF:
        half = DeqValue.unpack_half(number)
        return [_field(number, "m", 0, 15, f"multiplier {half!r} (a half)", True), _unused(number, "rest", 16)]
    value = DeqValue.unpack(number)
    byte_result = conversion is None or (multiplier is not Multiplier.NONE and conversion.dst.is_integer)
    shifts = conversion is None or conversion.shift is not Shift.NONE
    asks = conversion is None or conversion.shift is Shift.MODE_BIT
    moves = shifts and (value.mcb == 1 or not asks or conversion is None)
    relu = conversion is None or conversion.mode in _READS_RELU
    return [
        *_multiplier_fields(number, multiplier),
        _field(number, "n", 32, 35, f"shift right by {value.n}" + _why_no_shift(shifts, moves), moves),
        _field(number, "mcb", 36, 36, "shift before multiplying" if value.mcb else "no shift", asks),
        _field(number, "offset", 37, 45, f"add {value.offset}", byte_result),
        _field(number, "sign", 46, 46, _sign_text(value.sign, conversion), byte_result),
        _field(number, "relu", 47, 47, "ReLU on" if value.relu else "ReLU off", relu),
        _unused(number, "rest", 48),
    ]


def ignored_bits(word: int, conversion: Conversion) -> int:
    """The bits of ``word`` that are set although ``conversion`` does not read them.

    >>> from ascmove.formats.modes import fixpipe_conversion
    >>> mode, conversion = fixpipe_conversion("int32_t", "half", quant="scalar")
    >>> hex(ignored_bits(0x103DCCCCCD, conversion))
    '0x1000000ccd'
    """
    return sum(field.raw << field.low for field in word_fields(word, conversion) if not field.read)


def explain_word(word: int, conversion: Conversion | None = None) -> list[str]:
    """Lines that say what a word means, field by field; with a conversion also what it does not read.

    >>> for line in explain_word(70369809530880):
    ...     print(line)
    word 0x000040003f800000 = 70369809530880
    m       bits 0-31   0x3f800000  multiplier 1.0
    n       bits 32-35  0x0         shift right by 1
    mcb     bit 36      0x0         no shift
    offset  bits 37-45  0x0         add 0
    sign    bit 46      0x1         int8_t result, -128 to 127
    relu    bit 47      0x0         ReLU off
    rest    bits 48-63  0x0         no meaning
    """
    number = check_word(word)
    title = f"word {number:#018x} = {number}"
    if conversion is not None:
        title += f" in {conversion.mode}, {conversion.src} -> {conversion.dst}"
    return [title, *(_line(field, conversion) for field in word_fields(number, conversion))]


def _line(field: WordField, conversion: Conversion | None) -> str:
    bits = f"bit {field.low}" if field.low == field.high else f"bits {field.low}-{field.high}"
    text = f"{field.name:<7} {bits:<11} {field.raw:#x}".ljust(32) + field.meaning
    if conversion is None or field.read:
        return text
    return f"{text}; not read" + (", though set" if field.raw else "")


def _field(word: int, name: str, low: int, high: int, meaning: str, read: bool) -> WordField:
    return WordField(name, low, high, word >> low & ((1 << (high - low + 1)) - 1), meaning, read)


def _unused(word: int, name: str, low: int) -> WordField:
    return _field(word, name, low, 63, "no meaning", False)


def _multiplier_fields(word: int, multiplier: Multiplier) -> list[WordField]:
    m = bits_float(word & 0xFFFFFFFF)
    if multiplier is Multiplier.FLOAT19:
        acts = truncate_multiplier(m)
        return [
            _field(word, "low", 0, 12, "mantissa bits that are cut off", False),
            _field(word, "m", 13, 31, f"multiplier {m!r}" + ("" if acts == m else f", acts as {acts!r}"), True),
        ]
    return [_field(word, "m", 0, 31, f"multiplier {m!r}", multiplier is not Multiplier.NONE)]


def _why_no_shift(shifts: bool, moves: bool) -> str:
    return "" if moves or not shifts else " where mcb is 1"


def _sign_text(sign: int, conversion: Conversion | None) -> str:
    text = "int8_t result, -128 to 127" if sign else "uint8_t result, 0 to 255"
    if conversion is None or conversion.dst.name not in ("int8_t", "uint8_t"):
        return text
    if conversion.dst.name == ("int8_t" if sign else "uint8_t"):
        return text
    if conversion.mode == "DEQ8" and conversion.dst.name == "int8_t":
        return "int8_t result, -128 to 127: DEQ8 to int8_t sets the bit itself"
    return f"{text}, stored as {conversion.dst}"
