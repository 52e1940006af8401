"""Values to bit patterns and back, for every element type."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ascmove.errors import BadArgument, NotModelled
from ascmove.formats.conversion import Overflow, Rounding
from ascmove.formats.dtype import DTYPES, DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.formats.e8m0 import decode_e8m0, encode_e8m0
from ascmove.formats.hifloat8 import decode_hifloat8, encode_hifloat8
from ascmove.formats.ieee import decode_ieee, encode_ieee
from ascmove.formats.integers import decode_integers, encode_integers

_HALVES = {"complex32": DTYPES["half"], "complex64": DTYPES["float"]}


def encode(
    values: Any, dtype: object, rounding: Rounding | None = None, overflow: Overflow = Overflow.KEEP
) -> NDArray[Any]:
    """Bit patterns of ``values``, an array of ``dtype.bits`` with the same shape.

    Floats are rounded once, from float64 where ``values`` is float64, to nearest even (hifloat8_t: half away from
    zero, or ``Rounding.HYBRID``; fp8_e8m0_t: cut off). An array that is of the type already keeps every bit, NaN
    patterns too, unless it is to saturate. Integers and bool are exact: BadArgument where a value does not fit.
    Complex types take complex or real numbers.

    >>> encode([1.0, -2.5, 1e6], "half")
    array([15360, 49408, 31744], dtype=uint16)
    """
    kind = as_dtype(dtype)
    if kind.kind in ("int", "uint", "bool"):
        return encode_integers(values, kind)
    if isinstance(values, np.ndarray) and _is_of(values, kind) and overflow is Overflow.KEEP:
        return as_bits(values, kind)
    if kind.kind == "complex":
        return _encode_complex(values, kind, overflow)
    if rounding is Rounding.HYBRID and isinstance(values, np.ndarray) and values.dtype == np.float16:
        raise NotModelled(
            "hybrid rounding of half numbers has a rule of its own that is not modelled\n"
            "pass a float32 array to round the same numbers as float"
        )
    return encode_floats(_as_floats(values, kind), kind, rounding, overflow)


def encode_floats(
    values: NDArray[Any], dtype: DType, rounding: Rounding | None = None, overflow: Overflow = Overflow.KEEP
) -> NDArray[Any]:
    """Bit patterns of a float32 or float64 array for a floating ``dtype``; see ``encode``."""
    if dtype.name == "hifloat8_t":
        return encode_hifloat8(values, rounding or Rounding.AWAY, overflow)
    if rounding not in (None, Rounding.EVEN):
        raise BadArgument(f"{dtype} has no rounding {rounding.value!r}\nonly hifloat8_t is rounded away or hybrid")
    if dtype.name == "fp8_e8m0_t":
        return encode_e8m0(values, overflow)
    return encode_ieee(values, dtype, overflow)


def decode(codes: Any, dtype: object) -> NDArray[Any]:
    """Values of bit patterns: float64, int64, uint64, complex128 or bool; exact.

    ``codes``: an array of the type's carrier, or bit patterns as unsigned whole numbers of any integer type.

    >>> decode([0x08, 0x3F, 0x6F], "hifloat8_t")
    array([1. , 0.234375, inf])
    """
    kind = as_dtype(dtype)
    bits = as_bits(codes, kind)
    if kind.kind in ("int", "uint", "bool"):
        return decode_integers(bits, kind)
    if kind.kind == "complex":
        part = _HALVES[kind.name]
        real, imag = _parts(bits, part)
        values = np.empty(bits.shape, np.complex128)
        values.real, values.imag = decode_ieee(real, part), decode_ieee(imag, part)
        return values
    if kind.name == "hifloat8_t":
        return decode_hifloat8(bits)
    if kind.name == "fp8_e8m0_t":
        return decode_e8m0(bits)
    return decode_ieee(bits, kind)


def as_bits(codes: Any, dtype: object) -> NDArray[Any]:
    """Bit patterns as an array of ``dtype.bits``.

    ``codes``: an array of the carrier (reinterpreted), or unsigned whole numbers that fit the width.

    >>> as_bits(np.array([1.0, -0.0], np.float16), "half")
    array([15360, 32768], dtype=uint16)
    """
    kind = as_dtype(dtype)
    if isinstance(codes, np.ndarray) and (codes.dtype == kind.carrier or codes.dtype == kind.bits):
        bits: NDArray[Any] = np.ascontiguousarray(codes).reshape(codes.shape).view(kind.bits)
        return bits
    return encode_integers(codes, DTYPES[f"uint{8 * kind.width}_t"])


def _is_of(values: NDArray[Any], dtype: DType) -> bool:
    return dtype.name != "hifloat8_t" and values.dtype == dtype.carrier


def _as_floats(values: Any, dtype: DType) -> NDArray[Any]:
    """A contiguous float32 or float64 array of numbers; integers beyond float64 keep their rounding direction."""
    numbers = np.asarray(values)
    if numbers.dtype.kind == "O":
        from ascmove.formats.literal import sticky_float

        return np.array([sticky_float(item, dtype) for item in numbers.ravel()], np.float64).reshape(numbers.shape)
    if numbers.dtype.kind in "iub":
        return _integers_as_floats(numbers, dtype)
    if numbers.dtype.kind == "c" or numbers.dtype.names:
        raise BadArgument(f"{dtype} takes real numbers\nan array of {numbers.dtype} was given")
    if numbers.dtype in (np.float32, np.float64):
        return np.ascontiguousarray(numbers).reshape(numbers.shape)
    try:
        with np.errstate(all="ignore"):
            return numbers.astype(np.float32)
    except (TypeError, ValueError):
        raise BadArgument(f"{dtype} takes numbers\nan array of {numbers.dtype} was given") from None


def _integers_as_floats(numbers: NDArray[Any], dtype: DType) -> NDArray[np.float64]:
    """Integers as float64; beyond 53 bits they are cut with a sticky bit, so the next rounding is the only one."""
    if numbers.dtype.itemsize < 8 or dtype.name == "double":
        return numbers.astype(np.float64)
    negative = numbers < 0
    size = numbers.astype(np.uint64)
    with np.errstate(over="ignore"):
        size = np.where(negative, np.uint64(0) - size, size)
    low = np.uint64((1 << 11) - 1)
    cut = (size & ~low) | (((size & low) != 0).astype(np.uint64) << np.uint64(11))
    sized = np.where(size >> np.uint64(53) != 0, cut, size).astype(np.float64)
    return np.where(negative, -sized, sized)


def _encode_complex(values: Any, dtype: DType, overflow: Overflow) -> NDArray[Any]:
    part = _HALVES[dtype.name]
    if isinstance(values, np.ndarray) and values.dtype.names:
        real, imag = values["real"], values["imag"]
    else:
        numbers = np.asarray(values)
        real, imag = numbers.real, numbers.imag
    low = encode_floats(_as_floats(real, part), part, None, overflow).astype(dtype.bits)
    high = encode_floats(_as_floats(imag, part), part, None, overflow).astype(dtype.bits)
    bits: NDArray[Any] = low | (high << dtype.bits.type(8 * part.width))
    return bits


def _parts(codes: NDArray[Any], part: DType) -> tuple[NDArray[Any], NDArray[Any]]:
    """Real and imaginary bit patterns; the real part is in the low half."""
    return codes.astype(part.bits), (codes >> codes.dtype.type(8 * part.width)).astype(part.bits)
