"""Conversions as the numbers that the native engine takes."""

from __future__ import annotations

from ascmove.formats.conversion import Conversion, Multiplier, Overflow, Relu, Rounding, Shift
from ascmove.formats.convert import stages
from ascmove.formats.dtype import DType
from ascmove.plan import Plan, Step

_CONVERT, _SHIFT16, _RELU_BITS = 0, 1, 2
_SOURCES = {"float": 0, "int32_t": 1, "half": 3}
_SHIFTED = 2
_STORES = {
    "float": 0,
    "half": 1,
    "bfloat16_t": 2,
    "fp8_e4m3fn_t": 3,
    "fp8_e5m2_t": 4,
    "int8_t": 7,
    "uint8_t": 7,
    "double": 8,
    "fp8_e8m0_t": 9,
}
_HIFLOAT8 = {Rounding.AWAY: 5, Rounding.HYBRID: 6}
_MULTIPLIERS = {Multiplier.NONE: 0, Multiplier.FLOAT32: 1, Multiplier.FLOAT19: 2, Multiplier.HALF: 3}
_SHIFTS = {Shift.NONE: 0, Shift.MODE_BIT: 1, Shift.ALWAYS: 2}

#: bit pattern of the largest positive value (infinity included); the positive ones are 1 to this
_HIGHEST = {
    "half": 0x7C00,
    "bfloat16_t": 0x7F80,
    "float": 0x7F800000,
    "double": 0x7FF0000000000000,
    "hifloat8_t": 0x7F,
    "fp8_e5m2_t": 0x7C,
    "fp8_e4m3fn_t": 0x7E,
    "fp8_e8m0_t": 0xFE,
}


def fits(plan: Plan, step: Step) -> bool:
    """True where the native engine runs the Step."""
    made = step.convert
    if step.src is None:
        return True
    if made is None:
        return plan.src_type.width == plan.dst_type.width
    if made.src.carrier != plan.src_type.carrier or made.dst.width != plan.dst_type.width:
        return False
    if made.takes_word and made.word is None and (step.quant is None or plan.quant_type is None):
        return False
    if made.dst.name == "hifloat8_t":
        if made.rounding not in _HIFLOAT8 and made.src is not made.dst:
            return False
    elif made.rounding is not Rounding.EVEN and made.dst.name not in ("float", "int8_t", "uint8_t", "int16_t"):
        return False
    stages(made)  # raises BadArgument for what has no meaning
    return True


def describe_conversion(made: Conversion) -> list[int]:
    """Work, source, store, multiplier, shift, ReLU source and result, saturate, word given and read, word, highest."""
    plain = not made.takes_word
    if plain and made.src is made.dst:
        relu = made.relu is not Relu.NONE
        return [_RELU_BITS, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, _highest(made.dst) if relu else (1 << 64) - 1]
    word = made.word
    given, read = (not plain and word is not None), (not plain and word is None)
    steered = [int(made.overflow is Overflow.SATURATE), int(given), int(read), word if given and word else 0, 0]
    if made.multiplier is Multiplier.NONE and made.shift is Shift.ALWAYS:
        return [_SHIFT16, _SHIFTED, 0, 0, 2, 0, int(made.relu is not Relu.NONE), *steered]
    source = _SHIFTED if made.shift is not Shift.NONE else _SOURCES[made.src.name]
    before = made.relu is Relu.SOURCE and not plain
    after = made.relu is not Relu.NONE and not before and not made.dst.is_integer
    return [
        _CONVERT,
        source,
        _HIFLOAT8[made.rounding] if made.dst.name == "hifloat8_t" else _STORES[made.dst.name],
        _MULTIPLIERS[made.multiplier],
        _SHIFTS[made.shift],
        int(before),
        int(after),
        *steered,
    ]


def _highest(dtype: DType) -> int:
    """The highest bit pattern of a positive value of ``dtype``."""
    found = _HIGHEST.get(dtype.name)
    if found is not None:
        return found
    bits = 8 * dtype.width
    return (1 << (bits - 1)) - 1 if dtype.kind == "int" else (1 << bits) - 1
