"""Kinds of difference between two elements, decided on their bits."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Any

import numpy as np

import ascmove.formats as formats
from ascmove.formats.dtype import DTYPES, DType

Array = np.ndarray[Any, Any]

_PARTS = {"complex32": DTYPES["half"], "complex64": DTYPES["float"]}


class BitClass(IntEnum):
    """How an element differs, mildest first."""

    EQUAL = 0
    NAN_PAYLOAD = 1
    ZERO_SIGN = 2
    ONE_ULP = 3
    SATURATED = 4
    SHIFTED = 5
    STALE = 6
    DIFFERENT = 7

    @property
    def label(self) -> str:
        """The class in words."""
        return _LABELS[self]

    @property
    def mark(self) -> str:
        """One character for maps."""
        return ".n0~^>s#"[self]


_LABELS = {
    BitClass.EQUAL: "equal",
    BitClass.NAN_PAYLOAD: "NaN of another payload",
    BitClass.ZERO_SIGN: "sign of zero",
    BitClass.ONE_ULP: "off by one unit in the last place",
    BitClass.SATURATED: "saturated on one side only",
    BitClass.SHIFTED: "shifted",
    BitClass.STALE: "stale: previous content",
    BitClass.DIFFERENT: "different",
}


def classify(actual: Array, expected: Array, kind: DType) -> Array:
    """The class of each pair of bit patterns, without those that need neighbours (SHIFTED, STALE). Shape kept."""
    part = _PARTS.get(kind.name)
    if part is not None:
        a_pair, e_pair = (bits.astype(kind.bits)[..., None].view(part.bits) for bits in (actual, expected))
        worst: Array = classify(a_pair, e_pair, part).max(axis=-1)
        return worst
    found = np.full(actual.shape, BitClass.DIFFERENT, np.uint8)
    rank_a, rank_e = ranks(actual, kind), ranks(expected, kind)
    with np.errstate(over="ignore"):
        close = np.where(rank_a > rank_e, rank_a - rank_e, rank_e - rank_a).astype(np.uint64) == 1
    found[close] = BitClass.ONE_ULP
    if not kind.is_integer and kind.kind != "bool":
        a, e = formats.decode(actual, kind), formats.decode(expected, kind)
        found[np.isnan(a) ^ np.isnan(e)] = BitClass.DIFFERENT  # a NaN has no neighbour
        found[np.isnan(a) & np.isnan(e)] = BitClass.NAN_PAYLOAD
        found[(a == 0) & (e == 0)] = BitClass.ZERO_SIGN
    found[_saturated(actual, expected, kind)] = BitClass.SATURATED
    found[actual == expected] = BitClass.EQUAL
    return found


def ranks(bits: Array, kind: DType) -> Array:
    """Numbers in the order of the values, neighbours one apart; zeros of both signs share one."""
    wide: Array = bits.astype(np.uint64)
    sign = np.uint64(1 << (8 * kind.width - 1))
    if kind.kind == "int":
        wide = wide ^ sign
    elif kind.kind == "float" and kind.width == 1:
        wide = _rank_table(kind)[bits.astype(np.intp)]
    elif kind.kind == "float":
        size = wide & (sign - np.uint64(1))
        wide = np.where(wide & sign, sign - size, sign + size)
    return wide


@cache
def _rank_table(kind: DType) -> Array:
    """Ranks of the 256 codes of a one-byte type, whose codes need not stand in the order of their values."""
    values = formats.decode(np.arange(256, dtype=np.uint8), kind)
    known = np.unique(values[~np.isnan(values)])
    # a NaN has no neighbour
    lost = np.isnan(values)
    table: Array = np.where(lost, 1000, np.searchsorted(known, np.where(lost, 0.0, values)))
    return table.astype(np.uint64)


def _saturated(actual: Array, expected: Array, kind: DType) -> Array:
    """One side holds what a saturating conversion gives, the other what an overflowing one gives."""
    if kind.kind == "bool":
        return np.zeros(actual.shape, np.bool_)
    a, e = formats.decode(actual, kind), formats.decode(expected, kind)
    if kind.is_integer:
        low, high = kind.range
        if kind.kind == "uint" and kind.width > 1:
            low = high  # no conversion clamps to the 0 of a wide unsigned type
        ends = ((a == low) | (a == high)) != ((e == low) | (e == high))
        distance = np.where(a > e, a - e, e - a)
        return np.asarray(ends & (distance != 1) & (a != e))
    top, infinite = _largest(kind)
    sides = ((a, e), (e, a))
    # what overflows is infinite, or NaN in a type without infinity
    overflow = [
        (x == np.sign(y) * top) & np.isinf(y) if infinite else (np.abs(x) == top) & np.isnan(y) for x, y in sides
    ]
    cleared = [(x == 0) & np.isnan(y) for x, y in sides]
    return np.asarray(overflow[0] | overflow[1] | cleared[0] | cleared[1])


@cache
def _largest(kind: DType) -> tuple[float, bool]:
    """The largest finite value of a floating type, and whether the type has an infinity."""
    if kind.width == 1:
        values = formats.decode(np.arange(256, dtype=np.uint8), kind)
        return float(values[np.isfinite(values)].max()), bool(np.isinf(values).any())
    infinity = int(formats.encode(np.array([np.inf]), kind)[0])
    return float(formats.decode([infinity - 1], kind)[0]), True
