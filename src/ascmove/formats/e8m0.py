"""fp8_e8m0_t: an exponent and nothing else. Code c is 2^(c - 127), 255 is NaN; no zero, no sign, no infinity."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ascmove.formats.conversion import Overflow

NAN, LARGEST = 0xFF, 0xFE


def encode_e8m0(
    values: NDArray[Any], overflow: Overflow = Overflow.KEEP, *, checked: bool = False
) -> NDArray[np.uint8]:
    """Codes of float32 or float64 ``values``: the mantissa is cut off, never rounded (1.75 gives 1.0).

    The raw mode drops the sign too, and zero and everything below 2^-127 give code 0. ``checked=True`` gives NaN for
    what is not positive or is too small. Infinity and overflow: NaN, or 2^127 with ``Overflow.SATURATE``; NaN stays
    NaN either way. Zero, negatives and infinity are unverified.

    >>> encode_e8m0(np.array([1.75, 2.0, 0.75])).tolist()
    [127, 128, 126]
    """
    if values.dtype == np.float32:
        field = ((values.view(np.uint32) >> np.uint32(23)) & np.uint32(0xFF)).astype(np.int64)
    else:
        field = ((values.view(np.uint64) >> np.uint64(52)) & np.uint64(0x7FF)).astype(np.int64) - (1023 - 127)
    codes = np.clip(field, 0, LARGEST if overflow is Overflow.SATURATE else NAN)
    bad = np.isnan(values)
    if checked:
        bad |= ~(values >= values.dtype.type(2.0**-127))
    return np.where(bad, NAN, codes).astype(np.uint8)


def decode_e8m0(codes: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Values of ``codes``, exact.

    >>> decode_e8m0(np.array([127, 0, 255], np.uint8))
    array([1.00000000e+00, 5.87747175e-39,            nan])
    """
    values = np.ldexp(1.0, codes.astype(np.int32) - 127)
    return np.where(codes == NAN, np.nan, values)
