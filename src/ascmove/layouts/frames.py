"""The frame layouts: shape and stride of every pattern, from its extents and C0. All strides are in elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ascmove.layouts.nested import NestedTuple, ceil_div, pairs, product, static
from ascmove.layouts.patterns import FRACTAL_ROWS, Pattern

#: (shape, stride)
Frame: TypeAlias = "tuple[NestedTuple, NestedTuple]"

_ONE, _TWO, _ROWS = static(1), static(2), static(FRACTAL_ROWS)


def frame(tag: Pattern, extents: tuple[int, ...], c0: int) -> Frame:
    """Shape and stride of ``tag`` for (m, n), for (batch, m, n), or for the extents of a convolution pattern.

    The batch stride is the capacity of one matrix.

    >>> frame(Pattern.NZ, (20, 28), 16)
    (((16, 2), (16, 2)), ((16, 256), (1, 512)))
    """
    if tag.is_convolution:
        return _row_major(extents)
    m, n = extents[-2:]
    shape, stride = _MATRIX[tag](m, n, c0)
    if len(extents) == 2:
        return shape, stride
    return (extents[0], shape), (capacity(shape, stride), stride)


def capacity(shape: NestedTuple, stride: NestedTuple) -> int:
    """Largest extent times stride of all entries: the room the layout takes, and the next batch's distance."""
    return max(extent * step for extent, step in pairs(shape, stride))


def _row_major(extents: tuple[int, ...]) -> Frame:
    return extents, tuple(product(extents[i + 1 :]) for i in range(len(extents)))


def _nz(m: int, n: int, c0: int) -> Frame:
    m1, n1 = ceil_div(m, _ROWS), ceil_div(n, static(c0))
    return ((_ROWS, m1), (static(c0), n1)), ((c0, 16 * c0), (1, c0 * 16 * m1))


def _zn(m: int, n: int, c0: int) -> Frame:
    m1, n1 = ceil_div(m, static(c0)), ceil_div(n, _ROWS)
    return ((static(c0), m1), (_ROWS, n1)), ((1, c0 * 16 * n1), (c0, 16 * c0))


def _zz(m: int, n: int, c0: int) -> Frame:
    m1, n1 = ceil_div(m, _ROWS), ceil_div(n, static(c0))
    return ((_ROWS, m1), (static(c0), n1)), ((c0, 16 * c0 * n1), (1, 16 * c0))


def _nn(m: int, n: int, c0: int) -> Frame:
    return ((_TWO, m // 2), (_ROWS, ceil_div(n, _ROWS))), ((1, 32), (2, 16 * m))


def _nd(m: int, n: int, c0: int) -> Frame:
    return (m, n), (n, 1)


def _dn(m: int, n: int, c0: int) -> Frame:
    return (m, n), (1, m)


def _nd_ext(m: int, n: int, c0: int) -> Frame:
    return ((_ONE, m), (_ONE, n)), ((0, n), (0, 1))


def _dn_ext(m: int, n: int, c0: int) -> Frame:
    return ((_ONE, m), (_ONE, n)), ((0, 1), (0, m))


def _scale_adn(m: int, n: int, c0: int) -> Frame:
    return ((_ONE, m), (_TWO, n // 2)), ((0, 2), (1, 2 * m))


def _scale_bnd(m: int, n: int, c0: int) -> Frame:
    return ((_TWO, m // 2), (_ONE, n)), ((1, 2 * n), (0, 2))


_MATRIX: dict[Pattern, Callable[[int, int, int], Frame]] = {
    Pattern.NZ: _nz,
    Pattern.ND: _nd,
    Pattern.DN: _dn,
    Pattern.NDExt: _nd_ext,
    Pattern.DNExt: _dn_ext,
    Pattern.ZN: _zn,
    Pattern.ZZ: _zz,
    Pattern.NN: _nn,
    Pattern.ScaleAND: _nd_ext,
    Pattern.ScaleADN: _scale_adn,
    Pattern.ScaleBND: _scale_bnd,
    Pattern.ScaleBDN: _dn_ext,
}

#: the extent that a pattern cuts into pairs and so must be even: 0 for m, 1 for n
PAIRED_AXIS = {Pattern.NN: 0, Pattern.ScaleADN: 1, Pattern.ScaleBND: 0}
