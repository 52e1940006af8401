"""fp8_e8m0_t beyond the common tests: zero, sign, infinity, and the checked mode."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ascmove.formats import Overflow
from ascmove.formats.e8m0 import encode_e8m0

# value: raw, checked, raw saturating
ROWS = [
    (0.0, 0x00, 0xFF, 0x00),
    (-0.0, 0x00, 0xFF, 0x00),
    (-1.5, 0x7F, 0xFF, 0x7F),
    (math.inf, 0xFF, 0xFF, 0xFE),
    (-math.inf, 0xFF, 0xFF, 0xFE),
    (math.nan, 0xFF, 0xFF, 0xFF),
    (2.0**-127, 0x00, 0x00, 0x00),
    (1.5 * 2.0**-127, 0x00, 0x00, 0x00),
    (2.0**-128, 0x00, 0xFF, 0x00),
    (1.75, 0x7F, 0x7F, 0x7F),
    (1.99 * 2.0**127, 0xFE, 0xFE, 0xFE),
]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_corner_values(kind: type[np.floating]) -> None:
    values = np.array([row[0] for row in ROWS], kind)
    assert encode_e8m0(values).tolist() == [row[1] for row in ROWS]
    assert encode_e8m0(values, checked=True).tolist() == [row[2] for row in ROWS]
    assert encode_e8m0(values, Overflow.SATURATE).tolist() == [row[3] for row in ROWS]


def test_doubles_are_cut_not_rounded_first() -> None:
    """Through a float both would become the next power of two."""
    assert encode_e8m0(np.array([2 - 2.0**-40, 1e300])).tolist() == [0x7F, 0xFF]
    assert encode_e8m0(np.array([1e300, 1e-300]), Overflow.SATURATE).tolist() == [0xFE, 0x00]
