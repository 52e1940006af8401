"""One value of one element type, taken apart for people: fields, exact value, neighbours, bits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ascmove.errors import BadArgument
from ascmove.formats.codec import decode
from ascmove.formats.dtype import DTYPES, DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.formats.hifloat8 import INF, NAN, SIGN, split
from ascmove.formats.ieee import IEEE_FORMATS
from ascmove.formats.literal import encode_literal
from ascmove.formats.neighbours import neighbours
from ascmove.formats.word_text import explain_word


@dataclass(frozen=True)
class Field:
    """One field of an element: its name, its bits from the top down, and what they mean."""

    name: str
    bits: str
    meaning: str


@dataclass(frozen=True)
class Description:
    """What there is to know about one element.

    ``exact`` is the value without rounding. ``below`` and ``above`` are the bit patterns of the neighbours, None where
    there is none. ``given`` is the number asked for, None where bits were asked for.
    """

    dtype: DType
    bits: int
    value: Any
    exact: str
    fields: tuple[Field, ...]
    below: int | None
    above: int | None
    given: Any = None

    @property
    def hex(self) -> str:
        """The bit pattern, all digits."""
        return hex_text(self.bits, self.dtype)


def describe(dtype: object, value: Any) -> Description:
    """Take apart one element.

    ``value``: a number, ``{"bits": n}``, or text: ``"1.5"``, ``"-inf"``, ``"1+2j"``; ``"0x3F"`` and ``"0b101"`` are bit
    patterns. Raises BadArgument where it does not fit the type.

    >>> describe("hifloat8_t", "0x3F").value
    0.234375
    """
    kind = as_dtype(dtype)
    parsed = _parse(value, kind) if isinstance(value, str) else value
    bits = encode_literal(parsed, kind)
    below, above = neighbours(kind, bits)
    decoded = _value(kind, bits)
    given = None if isinstance(parsed, dict) else parsed
    return Description(kind, bits, decoded, _exact(decoded), _fields(kind, bits), below, above, given)


def describe_lines(type_name: object, value: Any) -> list[str]:
    """The description of one element as lines of text; ``type_name`` may be ``deq_value`` for a quantisation word.

    >>> for line in describe_lines("hifloat8_t", 0.23):
    ...     print(line)
    hifloat8_t 0x3f = 0.234375
    given     0.23, off by 0.004375
    bits      00111111
    sign      0    +
    dot       01   D2: 2 exponent bits, 3 mantissa bits
    exponent  11   -3
    mantissa  111  1.875
    exact     1.875 * 2^-3
    below     0.21875 (0x3e)
    above     0.25 (0x30)
    """
    if type_name == "deq_value":
        return explain_word(_parse_word(value))
    found = describe(type_name, value)
    kind = found.dtype
    lines = [f"{kind} {found.hex} = {_number(found.value)}"]
    if found.given is not None and found.given != found.value:
        lines.append(f"given     {found.given!r}" + _error_text(found))
    lines.append(f"bits      {found.bits:0{8 * kind.width}b}")
    width = max((len(field.bits) for field in found.fields), default=0)
    lines += [f"{field.name:<9} {field.bits:<{width}}  {field.meaning}" for field in found.fields]
    if found.exact != _number(found.value):
        lines.append(f"exact     {found.exact}")
    for name, code in (("below", found.below), ("above", found.above)):
        if code is not None:
            lines.append(f"{name:<9} {_number(_value(kind, code))} ({hex_text(code, kind)})")
    return lines


def hex_text(bits: int, dtype: DType) -> str:
    """A bit pattern in hexadecimal with all digits of the type.

    >>> hex_text(8, as_dtype("half"))
    '0x0008'
    """
    return f"{bits:#0{2 * dtype.width + 2}x}"


def _parse(text: str, dtype: DType) -> Any:
    word = text.strip().lower().replace("_", "")
    try:
        if word.startswith(("0x", "0b")):
            return {"bits": int(word, 0)}
        if dtype.kind == "complex":
            return complex(word.replace(" ", "").replace("i", "j") if "inf" not in word else word)
        if dtype.kind == "bool" and word in ("true", "false"):
            return word == "true"
        if dtype.kind in ("int", "uint", "bool"):
            return int(word)
        return float(word)
    except ValueError:
        raise BadArgument(f"{text!r} is neither a value of {dtype} nor a bit pattern (0x..., 0b...)") from None


def _parse_word(value: Any) -> Any:
    try:
        return int(value, 0) if isinstance(value, str) else value
    except ValueError:
        raise BadArgument(f"{value!r} is not a quantisation word\na word is a whole number, 0 to 2^64 - 1") from None


def _value(dtype: DType, bits: int) -> Any:
    return decode([bits], dtype)[0].item()


def _number(value: Any) -> str:
    """A number as short as Python writes it, without a needless exponent sign or brackets."""
    return f"{value!r}".strip("()")


def _exact(value: Any) -> str:
    """The exact value: whole numbers in decimal, floats as fraction and power of two."""
    if not isinstance(value, float):
        return _number(value)
    if not math.isfinite(value) or value == 0:
        return repr(value)
    fraction, power = math.frexp(value)
    digits = f"{Decimal(fraction * 2):f}"
    return digits if power == 1 else f"{digits} * 2^{power - 1}"


def _error_text(found: Description) -> str:
    if not isinstance(found.value, (int, float)) or not math.isfinite(found.value):
        return ""
    difference = Decimal(found.value) - Decimal(found.given) if math.isfinite(found.given) else None
    return "" if difference is None else f", off by {float(difference):.6g}"


def _fields(dtype: DType, bits: int) -> tuple[Field, ...]:
    text = f"{bits:0{8 * dtype.width}b}"
    if dtype.kind == "complex":
        part = DTYPES["half" if dtype.name == "complex32" else "float"]
        size = 8 * part.width
        real, imag = bits & ((1 << size) - 1), bits >> size
        return (
            Field("imag", hex_text(imag, part), _number(_value(part, imag))),
            Field("real", hex_text(real, part), _number(_value(part, real))),
        )
    if dtype.name == "hifloat8_t":
        return _hifloat8_fields(bits)
    if dtype.name == "fp8_e8m0_t":
        return (Field("exponent", text, "NaN" if bits == 0xFF else str(bits - 127)),)
    if dtype.kind == "float":
        return _ieee_fields(dtype, bits, text)
    if dtype.kind == "int":
        return (Field("sign", text[0], "-" if bits >> (8 * dtype.width - 1) else "+"),)
    return ()


def _ieee_fields(dtype: DType, bits: int, text: str) -> tuple[Field, ...]:
    form = IEEE_FORMATS[dtype.name]
    magnitude = bits & form.magnitude
    exponent, mantissa = magnitude >> form.mantissa, magnitude & ((1 << form.mantissa) - 1)
    scale = 1 << form.mantissa
    if magnitude > form.largest:
        power, fraction = "special", "infinity" if magnitude == form.infinity else "NaN"
    elif exponent == 0:
        power, fraction = f"{1 - form.bias} (subnormal)", f"{Decimal(mantissa / scale):f}"
    else:
        power, fraction = str(exponent - form.bias), f"{Decimal(1 + mantissa / scale):f}"
    split_at = 1 + form.exponent
    return (
        Field("sign", text[0], "-" if text[0] == "1" else "+"),
        Field("exponent", text[1:split_at], power),
        Field("mantissa", text[split_at:], fraction),
    )


def _hifloat8_fields(bits: int) -> tuple[Field, ...]:
    if bits in (NAN, INF, INF | SIGN, 0):
        names = {NAN: "NaN", INF: "infinity", INF | SIGN: "-infinity", 0: "zero"}
        return (Field("special", f"{bits:08b}", names[bits]),)
    part = split(bits)
    sizes = f"{len(part.exponent)} exponent bits, {len(part.mantissa)} mantissa bits"
    if part.regime == "DML":
        sizes = "no exponent, the mantissa is the power"
    fields = [
        Field("sign", str(bits >> 7), "-" if bits & SIGN else "+"),
        Field("dot", part.dot, f"{part.regime}: {sizes}"),
        Field("exponent", part.exponent, str(part.power)),
        Field("mantissa", part.mantissa, f"{part.fraction:g}" if part.regime != "DML" else f"2^{part.power}"),
    ]
    return tuple(field for field in fields if field.bits)
