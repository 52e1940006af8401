"""What an element type can hold, as lines of text."""

from __future__ import annotations

from ascmove.formats.codec import decode
from ascmove.formats.dtype import DTYPES, DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.formats.hifloat8 import INF, LARGEST, NAN
from ascmove.formats.ieee import IEEE_FORMATS
from ascmove.formats.inspect import hex_text

_WORD = (
    "deq_value: quantisation word, 64 bits",
    "m       bits 0-31   multiplier, a float (bits 13-31 where it is reduced to 10 mantissa bits)",
    "n       bits 32-35  shift right by n + 1",
    "mcb     bit 36      shift before multiplying",
    "offset  bits 37-45  added to an 8-bit result, -256 to 255",
    "sign    bit 46      1: int8_t result, 0: uint8_t result",
    "relu    bit 47      ReLU flag",
    "DEQ and VDEQ read a half multiplier in bits 0-15 and nothing else",
)


def overview_lines(type_name: object) -> list[str]:
    """Width, range and special values of a type; ``deq_value`` gives the fields of the quantisation word.

    >>> for line in overview_lines("hifloat8_t"):
    ...     print(line)
    hifloat8_t: float, 1 byte, NumPy carrier uint8
    layout    sign, dot prefix, 0 to 4 exponent bits, 0 to 3 mantissa bits
    largest   32768.0 (0x6e)
    normal    3.0517578125e-05 (0x7e) is the smallest with a mantissa
    smallest  2.384185791015625e-07 (0x01)
    infinity  0x6f, 0xef
    NaN       0x80
    """
    if type_name == "deq_value":
        return list(_WORD)
    kind = as_dtype(type_name)
    plural = "byte" if kind.width == 1 else "bytes"
    carrier = "pair of float16" if kind.name == "complex32" else kind.carrier.name
    title = f"{kind}: {kind.kind}, {kind.width} {plural}, NumPy carrier {carrier}"
    if kind.kind == "complex":
        part = DTYPES["half" if kind.name == "complex32" else "float"]
        return [title, f"layout    two {part}, the real part first", *overview_lines(part)[2:]]
    if kind.kind != "float":
        low, high = kind.range
        return [title, f"range     {low} to {high}"]
    return [title, *_float_lines(kind)]


def _float_lines(dtype: DType) -> list[str]:
    if dtype.name == "hifloat8_t":
        return [
            "layout    sign, dot prefix, 0 to 4 exponent bits, 0 to 3 mantissa bits",
            _value_line("largest", dtype, LARGEST),
            _value_line("normal", dtype, 0x7E) + " is the smallest with a mantissa",
            _value_line("smallest", dtype, 0x01),
            f"infinity  {INF:#04x}, {INF | 0x80:#04x}",
            f"NaN       {NAN:#04x}",
        ]
    if dtype.name == "fp8_e8m0_t":
        return [
            "layout    8 exponent bits: powers of two, no sign, no zero",
            _value_line("largest", dtype, 0xFE),
            _value_line("smallest", dtype, 0x00),
            "infinity  none",
            "NaN       0xff",
        ]
    form = IEEE_FORMATS[dtype.name]
    sign = form.magnitude + 1
    infinity = "none" if form.infinity is None else ", ".join(hex_text(form.infinity | s, dtype) for s in (0, sign))
    first = (form.infinity if form.infinity is not None else form.largest) + 1
    patterns = hex_text(first, dtype) if first == form.magnitude else f"{hex_text(first, dtype)} and above"
    return [
        f"layout    sign, {form.exponent} exponent bits with bias {form.bias}, {form.mantissa} mantissa bits",
        _value_line("largest", dtype, form.largest),
        _value_line("normal", dtype, 1 << form.mantissa) + " is the smallest with a full mantissa",
        _value_line("smallest", dtype, 1),
        f"infinity  {infinity}",
        f"NaN       {patterns}, either sign; {hex_text(form.nan, dtype)} is written",
    ]


def _value_line(name: str, dtype: DType, code: int) -> str:
    value = float(decode([code], dtype)[0])
    return f"{name:<9} {value!r} ({hex_text(code, dtype)})"
