"""Numbers written in a call or a file, as bit patterns of an element type."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Complex, Integral, Real
from typing import Any

import numpy as np

from ascmove.errors import BadArgument
from ascmove.formats.codec import encode_floats
from ascmove.formats.dtype import DTYPES, DType
from ascmove.formats.dtype import dtype as as_dtype


def encode_literal(value: Any, dtype: object) -> int:
    """Bit pattern of one written value.

    Integer types take whole numbers in range, bool takes 0, 1, true and false. Floats are rounded once to nearest
    even (hifloat8_t half away from zero, fp8_e8m0_t cut off) and overflow to inf. Complex types take a number or
    ``[re, im]``. ``{"bits": n}`` is the pattern itself, for any type. Raises BadArgument for everything else.

    >>> hex(encode_literal(-2.5, "half")), hex(encode_literal({"bits": 0x3F}, "hifloat8_t"))
    ('0xc100', '0x3f')
    """
    kind = as_dtype(dtype)
    if isinstance(value, Mapping):
        return _bits(value, kind)
    if isinstance(value, np.generic):
        value = value.item() if value.dtype.kind in "iubfc" else float(value)
    if kind.kind == "complex":
        return _complex(value, kind)
    if kind.kind == "bool":
        if isinstance(value, Real) and value in (0, 1):
            return int(value == 1)
        raise BadArgument(f"{value!r} does not fit bool\nbool holds 0 or 1 (false or true)")
    if isinstance(value, bool) or not isinstance(value, Real):
        raise BadArgument(f"{value!r} is not a number\n{_takes(kind)}")
    if kind.is_integer:
        return _integer(value, kind)
    return _float(value, kind)


def sticky_float(value: Any, dtype: DType) -> float:
    """A Python number as float64 from which one rounding to ``dtype`` equals rounding the number itself."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise BadArgument(f"{value!r} is not a number\n{_takes(dtype)}")
    if not isinstance(value, Integral):
        return float(value)
    number = int(value)
    try:
        near = float(number)
    except OverflowError:
        return -math.inf if number < 0 else math.inf
    if dtype.name == "double" or int(near) == number:
        return near
    # cut toward zero, then make the last bit odd: no later tie can be mistaken for an exact one
    cut = near if abs(int(near)) < abs(number) else math.nextafter(near, 0.0)
    return cut if int(math.frexp(cut)[0] * 2**53) & 1 else math.nextafter(cut, math.copysign(math.inf, cut))


def _takes(dtype: DType) -> str:
    if dtype.kind == "complex":
        return f"{dtype} takes a number, [real, imaginary] or {{bits: n}}"
    return f"{dtype} takes a number or {{bits: n}}"


def _bits(value: Mapping[Any, Any], dtype: DType) -> int:
    pattern = value.get("bits")
    if set(value) != {"bits"} or isinstance(pattern, bool) or not isinstance(pattern, Integral):
        raise BadArgument(f"{dict(value)!r} is not a bit pattern\nwrite {{bits: n}} with a whole number n")
    limit = (1 << (8 * dtype.width)) - 1
    number = int(pattern)
    if not 0 <= number <= limit:
        raise BadArgument(f"bits: {number} does not fit {dtype}\nits {8 * dtype.width} bits hold 0 to {limit:#x}")
    return number


def _integer(value: Real, dtype: DType) -> int:
    if not isinstance(value, Integral) and not float(value).is_integer():
        raise BadArgument(f"{value!r} does not fit {dtype}\n{dtype} holds whole numbers only")
    number = int(value) if isinstance(value, Integral) else int(float(value))
    low, high = dtype.range
    if not low <= number <= high:
        nearest = high if number > high else low
        raise BadArgument(f"{number} does not fit {dtype}\n{dtype} holds {low} to {high}\nnearest: {nearest}")
    return number & ((1 << (8 * dtype.width)) - 1)


def _float(value: Real, dtype: DType) -> int:
    return int(encode_floats(np.array(sticky_float(value, dtype)), dtype)[()])


def _complex(value: Any, dtype: DType) -> int:
    part = DTYPES["half" if dtype.name == "complex32" else "float"]
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) != 2:
            raise BadArgument(f"{list(value)!r} does not fit {dtype}\n{_takes(dtype)}")
        pair = list(value)
    elif isinstance(value, Complex) and not isinstance(value, (Real, bool)):
        pair = [complex(value).real, complex(value).imag]
    else:
        pair = [value, 0]
    if not all(isinstance(item, Real) and not isinstance(item, bool) for item in pair):
        raise BadArgument(f"{value!r} does not fit {dtype}\n{_takes(dtype)}")
    return _float(pair[0], part) | _float(pair[1], part) << (8 * part.width)
