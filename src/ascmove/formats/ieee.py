"""Floating-point types of the usual make (sign, exponent, mantissa), rounded to nearest even.

Where the documents leave the bit pattern of a NaN open, this model writes one pattern per type, with the sign
clear: half 0x7E00, float 0x7FC00000, double 0x7FF8000000000000 (unverified); bfloat16_t 0x7FFF, fp8_e5m2_t and
fp8_e4m3fn_t 0x7F (as the vendor's CPU code writes them).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ascmove.formats.conversion import Overflow
from ascmove.formats.dtype import DType


@dataclass(frozen=True)
class IeeeFormat:
    """Field widths and special bit patterns of one type; the patterns are those of the positive numbers."""

    exponent: int
    mantissa: int
    largest: int
    infinity: int | None
    nan: int

    @property
    def bias(self) -> int:
        """Exponent field of the numbers in [1, 2)."""
        return (1 << (self.exponent - 1)) - 1

    @property
    def magnitude(self) -> int:
        """Mask of everything but the sign bit."""
        return (1 << (self.exponent + self.mantissa)) - 1


IEEE_FORMATS: dict[str, IeeeFormat] = {
    "half": IeeeFormat(5, 10, 0x7BFF, 0x7C00, 0x7E00),
    "bfloat16_t": IeeeFormat(8, 7, 0x7F7F, 0x7F80, 0x7FFF),
    "float": IeeeFormat(8, 23, 0x7F7FFFFF, 0x7F800000, 0x7FC00000),
    "double": IeeeFormat(11, 52, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FF8000000000000),
    "fp8_e5m2_t": IeeeFormat(5, 2, 0x7B, 0x7C, 0x7F),
    "fp8_e4m3fn_t": IeeeFormat(4, 3, 0x7E, None, 0x7F),
}


def encode_ieee(values: NDArray[Any], dtype: DType, overflow: Overflow) -> NDArray[Any]:
    """Bit patterns of float32 or float64 ``values``, rounded once, to nearest even.

    ``Overflow.KEEP``: overflow gives inf, or NaN where the type has no inf. ``Overflow.SATURATE``: inf and
    overflow give the largest finite number, NaN gives +0.
    """
    form = IEEE_FORMATS[dtype.name]
    source = values
    if values.dtype == np.float64 and dtype.width < 4:
        source = sticky_float32(values)
    with np.errstate(all="ignore"):
        codes: NDArray[Any] = source.astype(dtype.carrier).view(dtype.bits)
    kind = dtype.bits.type
    special = (codes & kind(form.magnitude)) > kind(form.largest)
    if special.any():
        nan = np.isnan(values)
        if overflow is Overflow.SATURATE:
            bound = (codes & kind(form.magnitude + 1)) | kind(form.largest)
            codes = np.where(nan, kind(0), np.where(special, bound, codes))
        else:
            codes = np.where(nan if form.infinity is not None else special, kind(form.nan), codes)
    return codes


def decode_ieee(codes: NDArray[Any], dtype: DType) -> NDArray[np.float64]:
    """Values of bit patterns, exact; every NaN pattern gives the same quiet NaN."""
    with np.errstate(all="ignore"):
        values: NDArray[np.float64] = np.asarray(codes.view(dtype.carrier).astype(np.float64))
    nan = np.isnan(values)
    if nan.any():
        np.copyto(values, np.nan, where=nan)
    return values


def sticky_float32(values: NDArray[np.float64]) -> NDArray[np.float32]:
    """Nearest-odd float32: rounding it again to a much narrower type equals rounding ``values`` once."""
    with np.errstate(all="ignore"):
        near = values.astype(np.float32)
        back = near.astype(np.float64)
        codes = near.view(np.uint32)
        too_far = np.abs(back) > np.abs(values)
        inexact = (back != values) & ~np.isnan(values)
    odd: NDArray[np.uint32] = ((codes - too_far) | inexact).astype(np.uint32)
    return odd.view(np.float32)
