"""Integers and bool: exact or refused, never through a float."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ascmove.errors import BadArgument
from ascmove.formats.dtype import DType


def encode_integers(values: Any, dtype: DType) -> NDArray[Any]:
    """Bit patterns of whole numbers for an integer type or bool.

    ``values``: an array or (nested) list of integers, bools or floats without a fraction. Raises BadArgument for what
    has a fraction or is out of range; the text names the first such value.
    """
    numbers = values if isinstance(values, np.ndarray) else _as_array(values)
    low, high = dtype.range
    if numbers.dtype.kind == "f":
        wide = numbers.astype(np.float64)
        whole = np.isfinite(wide) & (wide == np.trunc(wide))
        _refuse(numbers, ~whole, f"{dtype} holds whole numbers only")
        # the bounds as float64: -2^63 is exact, and the largest number + 1 is a power of two
        _refuse(numbers, (wide < float(low)) | (wide >= float(high + 1)), _range_text(dtype))
        return _wrap(wide.astype(np.uint64 if dtype.kind == "uint" else np.int64), dtype)
    if numbers.dtype.kind == "O":
        flat = [_whole(item, dtype) for item in numbers.ravel()]
        mask = (1 << (8 * dtype.width)) - 1
        return np.array([number & mask for number in flat], dtype.bits).reshape(numbers.shape)
    if numbers.dtype.kind not in "iub":
        raise BadArgument(f"{dtype} takes whole numbers\nan array of {numbers.dtype} was given")
    if numbers.dtype.kind == "b":
        return numbers.astype(dtype.bits)
    info = np.iinfo(numbers.dtype)
    if info.min < low or info.max > high:
        bad = np.zeros(numbers.shape, bool)
        if info.min < low:
            bad |= numbers < numbers.dtype.type(low)
        if info.max > high:
            bad |= numbers > numbers.dtype.type(high)
        _refuse(numbers, bad, _range_text(dtype))
    return _wrap(numbers, dtype)


def decode_integers(codes: NDArray[Any], dtype: DType) -> NDArray[Any]:
    """Values of bit patterns: int64, uint64, or bool (every pattern but 0 is true)."""
    if dtype.kind == "bool":
        return codes.astype(np.bool_)
    if dtype.kind == "uint":
        return codes.astype(np.uint64)
    return codes.view(dtype.carrier).astype(np.int64)


def _wrap(numbers: NDArray[Any], dtype: DType) -> NDArray[Any]:
    """The low bits of whole numbers, two's complement."""
    return numbers.astype(np.dtype(f"i{dtype.width}" if numbers.dtype.kind == "i" else f"u{dtype.width}")).view(
        dtype.bits
    )


def _as_array(values: Any) -> NDArray[Any]:
    """Lists of Python integers stay exact: NumPy would make floats of a list that mixes signs and large numbers."""
    exact = np.array(values, dtype=object)
    if all(isinstance(item, (int, np.integer)) for item in exact.ravel()):
        return exact
    return np.asarray(values)


def _whole(item: Any, dtype: DType) -> int:
    if isinstance(item, float) and not item.is_integer():
        raise BadArgument(f"{item!r} does not fit {dtype}\n{dtype} holds whole numbers only")
    try:
        number = int(item)
    except (TypeError, ValueError):
        raise BadArgument(f"{item!r} is not a number\n{dtype} takes whole numbers") from None
    low, high = dtype.range
    if not low <= number <= high:
        raise BadArgument(f"{number} does not fit {dtype}\n{_range_text(dtype)}")
    return number


def _range_text(dtype: DType) -> str:
    low, high = dtype.range
    if dtype.kind == "bool":
        return "bool holds 0 or 1"
    return f"{dtype} holds {low} to {high}"


def _refuse(numbers: NDArray[Any], bad: NDArray[np.bool_], fact: str) -> None:
    """Raise BadArgument for the first number that is bad."""
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        raise BadArgument(f"{numbers.ravel()[first].item()!r} (element {first}) does not fit\n{fact}")
