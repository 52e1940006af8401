"""hifloat8_t: the published tables, the hybrid rule, and the coding."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascmove.formats import Overflow, Rounding, decode, encode
from ascmove.formats.hifloat8 import encode_hifloat8, kept_bits, pack, split

from . import oracle

INF = math.inf
DECODE_TABLE = {
    0x00: 0.0,
    0x07: 2**-16,
    0x0C: 1.5,
    0x17: 3.75,
    0x20: 4.0,
    0x2F: 15.0,
    0x3F: 0.234375,
    0x44: 32.0,
    0x50: 0.0625,
    0x5F: 0.013671875,
    0x66: 2048.0,
    0x6E: 32768.0,
    0x71: 1.5 * 2**-8,
    0x80: math.nan,
    0x88: -1.0,
    0xAE: -14.0,
    0xEF: -INF,
    0x01: 2**-22,
    0x08: 1.0,
    0x0F: 1.875,
    0x18: 0.5,
    0x27: 7.5,
    0x30: 0.25,
    0x40: 16.0,
    0x4C: 128.0,
    0x53: 0.109375,
    0x60: 256.0,
    0x6C: 16384.0,
    0x6F: INF,
    0x7E: 2**-15,
    0x81: -(2**-22),
    0x90: -2.0,
    0xC0: -16.0,
    0xFE: -(2**-15),
    0x04: 2**-19,
    0x09: 1.125,
    0x10: 2.0,
    0x1F: 0.9375,
    0x28: 8.0,
    0x38: 0.125,
    0x43: 28.0,
    0x4F: 224.0,
    0x5C: 0.0078125,
    0x61: 384.0,
    0x6D: 24576.0,
    0x70: 2**-8,
    0x7F: 1.5 * 2**-15,
    0x87: -(2**-16),
    0xA0: -4.0,
    0xEE: -32768.0,
    0xFF: -1.5 * 2**-15,
}
# float bits, half away, half away saturating, hybrid
ENCODE_TABLE = [
    (0x00000000, 0x00, 0x00, 0x00),
    (0x80000000, 0x00, 0x00, 0x00),
    (0x3F800000, 0x08, 0x08, 0x08),
    (0x3F880000, 0x09, 0x09, 0x09),
    (0x3F87FFFF, 0x08, 0x08, 0x08),
    (0x3F8CCCCD, 0x09, 0x09, 0x09),
    (0x3FE00000, 0x0E, 0x0E, 0x0E),
    (0x3FF80000, 0x10, 0x10, 0x10),
    (0x40040000, 0x10, 0x10, 0x10),
    (0x404C0000, 0x15, 0x15, 0x15),
    (0x407C0000, 0x20, 0x20, 0x20),
    (0x40880000, 0x21, 0x21, 0x21),
    (0xC0B00000, 0xA3, 0xA3, 0xA3),
    (0xC1600000, 0xAE, 0xAE, 0xAE),
    (0x417E6666, 0x40, 0x40, 0x40),
    (0x41800000, 0x40, 0x40, 0x41),
    (0x41880000, 0x40, 0x40, 0x41),
    (0x41900000, 0x41, 0x41, 0x41),
    (0x42C80000, 0x4A, 0x4A, 0x4B),
    (0xC2C80000, 0xCA, 0xCA, 0xCB),
    (0x42FE0000, 0x4C, 0x4C, 0x4C),
    (0x433FE666, 0x4E, 0x4E, 0x4E),
    (0x43700000, 0x60, 0x60, 0x60),
    (0x43960000, 0x60, 0x60, 0x61),
    (0x43A00000, 0x61, 0x61, 0x61),
    (0x43E00000, 0x62, 0x62, 0x62),
    (0x447A0000, 0x64, 0x64, 0x64),
    (0x461C4000, 0x6A, 0x6A, 0x6B),
    (0x46FFFE00, 0x6E, 0x6E, 0x6E),
    (0x47000000, 0x6E, 0x6E, 0x6F),
    (0x470FFF00, 0x6E, 0x6E, 0x6E),
    (0x471FFFFF, 0x6E, 0x6E, 0x6E),
    (0x47200000, 0x6F, 0x6E, 0x6F),
    (0x4720BB8A, 0x6F, 0x6E, 0x6E),
    (0x477FE000, 0x6F, 0x6E, 0x6F),
    (0xC7200000, 0xEF, 0xEE, 0xEF),
    (0x7FC00000, 0x80, 0x00, 0x80),
    (0x3E99999A, 0x32, 0x32, 0x32),
    (0x3DCCCCCD, 0x52, 0x52, 0x53),
    (0x3D4CCCCD, 0x56, 0x56, 0x57),
    (0x3B03126F, 0x72, 0x72, 0x72),
    (0x3A83126F, 0x74, 0x74, 0x74),
    (0x38000000, 0x7E, 0x7E, 0x7F),
    (0x38200000, 0x7F, 0x7F, 0x7F),
    (0x37B33333, 0x07, 0x07, 0x07),
    (0x37C00000, 0x7E, 0x7E, 0x7E),
    (0x37400000, 0x07, 0x07, 0x07),
    (0x34C00000, 0x02, 0x02, 0x02),
    (0x34BEB852, 0x01, 0x01, 0x01),
    (0x34000000, 0x01, 0x01, 0x01),
    (0xB4000000, 0x81, 0x81, 0x81),
    (0x33FD70A4, 0x00, 0x00, 0x00),
]


def floats(*bits: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.array(bits, np.uint32).view(np.float32)


def test_decode_table() -> None:
    found = decode(list(DECODE_TABLE), "hifloat8_t")
    assert np.array_equal(found, np.array(list(DECODE_TABLE.values())), equal_nan=True)
    assert int(np.isfinite(decode(np.arange(256, dtype=np.uint8), "hifloat8_t")).sum()) == 253


@pytest.mark.parametrize(("bits", "away", "saturated", "hybrid"), ENCODE_TABLE)
def test_encode_table(bits: int, away: int, saturated: int, hybrid: int) -> None:
    value = floats(bits)
    assert encode(value, "hifloat8_t").tolist() == [away]
    with np.errstate(invalid="ignore"):
        assert encode(value.astype(np.float64), "hifloat8_t").tolist() == [away]
    assert encode(value, "hifloat8_t", Rounding.AWAY, Overflow.SATURATE).tolist() == [saturated]
    assert encode(value, "hifloat8_t", Rounding.HYBRID).tolist() == [hybrid]


@pytest.mark.parametrize("overflow", Overflow)
@pytest.mark.parametrize("keep_exact", [False, True])
def test_hybrid_on_all_upper_halves(overflow: Overflow, keep_exact: bool) -> None:
    """Every sign, exponent and upper mantissa with several lower halves."""
    upper = np.arange(0, 1 << 16, 19, dtype=np.uint32) << 16
    bits = np.concatenate([upper, upper | 0x2000, upper | 0x3FFF, upper | 0xFFFF, upper | 1])
    found = encode_hifloat8(bits.view(np.float32), Rounding.HYBRID, overflow, keep_exact=keep_exact)
    saturate = overflow is Overflow.SATURATE
    assert found.tolist() == [oracle.hybrid(b, saturate=saturate, keep_exact=keep_exact) for b in bits.tolist()]


@given(st.integers(0, (1 << 32) - 1))
def test_hybrid_on_any_float(bits: int) -> None:
    assert encode_hifloat8(floats(bits), Rounding.HYBRID).tolist() == [oracle.hybrid(bits)]


def test_hybrid_moves_exact_values_unless_told_otherwise() -> None:
    exact = decode(np.arange(1, 0x6F, dtype=np.uint8), "hifloat8_t").astype(np.float32)
    kept = encode_hifloat8(exact, Rounding.HYBRID, keep_exact=True)
    assert kept.tolist() == list(range(1, 0x6F))
    moved = encode_hifloat8(exact, Rounding.HYBRID) != kept
    assert (moved == (np.abs(np.floor(np.log2(exact))) >= 4)).all()


def test_split_and_pack_are_inverse() -> None:
    for code in range(1, 0x80):
        part = split(code)
        if code == 0x6F:
            continue
        assert pack(part.power, int(part.mantissa, 2) if part.regime != "DML" else 0) == code
        if part.regime != "DML":
            assert kept_bits(part.power) == len(part.mantissa)


def test_split_names_every_regime() -> None:
    assert [split(code).regime for code in (0x60, 0x40, 0x20, 0x10, 0x08, 0x07)] == [
        "D4",
        "D3",
        "D2",
        "D1",
        "D0",
        "DML",
    ]
