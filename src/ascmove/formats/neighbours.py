"""The next values below and above, in every ordered element type."""

from __future__ import annotations

import math

import numpy as np

from ascmove.formats.codec import decode
from ascmove.formats.dtype import DType
from ascmove.formats.ieee import IEEE_FORMATS


def neighbours(dtype: DType, bits: int) -> tuple[int | None, int | None]:
    """Bit patterns of the next smaller and the next larger value; None where there is none.

    Infinities count as values; NaN has no neighbours, nor have complex numbers and bools. Below the smallest positive
    number comes +0, below that the largest negative number.

    >>> from ascmove.formats.dtype import dtype
    >>> neighbours(dtype("half"), 0x3C00)
    (15359, 15361)
    """
    if dtype.kind in ("complex", "bool"):
        return None, None
    if dtype.is_integer:
        return _of_integer(dtype, bits)
    if math.isnan(float(decode([bits], dtype)[0])):
        return None, None
    if dtype.name in IEEE_FORMATS:
        return _of_ieee(dtype, bits)
    codes = np.arange(256, dtype=np.uint8)
    values = decode(codes, dtype)
    ordered = [int(code) for code in codes[np.argsort(values, kind="stable")] if not math.isnan(values[code])]
    place = ordered.index(bits)
    return (
        ordered[place - 1] if place else None,
        ordered[place + 1] if place + 1 < len(ordered) else None,
    )


def _of_integer(dtype: DType, bits: int) -> tuple[int | None, int | None]:
    low, high = dtype.range
    mask = (1 << (8 * dtype.width)) - 1
    value = int(decode([bits], dtype)[0])
    return (None if value == low else (value - 1) & mask, None if value == high else (value + 1) & mask)


def _of_ieee(dtype: DType, bits: int) -> tuple[int | None, int | None]:
    """Sign and magnitude run like whole numbers; -0 counts as +0."""
    form = IEEE_FORMATS[dtype.name]
    last = form.largest if form.infinity is None else form.infinity
    sign = form.magnitude + 1
    rank = bits if bits < sign else -(bits - sign)

    def code(place: int) -> int | None:
        if abs(place) > last:
            return None
        return place if place >= 0 else sign - place

    return code(rank - 1), code(rank + 1)
