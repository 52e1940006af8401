"""The memories of a core: spaces, capacities, start alignment.

Source: model notes, memory and products, 1.3 and 1.4.
"""

from __future__ import annotations

from enum import Enum

from ascmove.hardware.products import Product


class Space(str, Enum):
    """A physical memory."""

    GM = "GM"
    UB = "UB"
    L1 = "L1"
    L0A = "L0A"
    L0B = "L0B"
    L0C = "L0C"
    BT = "BT"  # bias table
    FB = "FB"  # fixpipe buffer

    def __str__(self) -> str:
        return self.value


_P = Product
_A2_A3 = (_P.ATLAS_A2, _P.ATLAS_A3)
_K = 1024

_2201 = {
    Space.UB: 192 * _K,
    Space.L1: 512 * _K,
    Space.L0A: 64 * _K,
    Space.L0B: 64 * _K,
    Space.L0C: 128 * _K,
    Space.BT: 1 * _K,
    Space.FB: 2 * _K,
}
_FUSED = {
    Space.UB: 256 * _K,
    Space.L1: 1024 * _K,
    Space.L0A: 64 * _K,
    Space.L0B: 64 * _K,
    Space.L0C: 256 * _K,
}

#: bytes per product and space; a space that is missing does not exist there. GM is not bounded.
_CAPACITY: dict[Product, dict[Space, int]] = {
    _P.ASCEND_950: {
        Space.UB: 253952,  # visible part of 256 KiB
        Space.L1: 512 * _K,
        Space.L0A: 64 * _K,
        Space.L0B: 64 * _K,
        Space.L0C: 256 * _K,
        Space.BT: 4 * _K,
        Space.FB: 4 * _K,
    },
    _P.ATLAS_A2: _2201,
    _P.ATLAS_A3: _2201,
    _P.ATLAS_200I_500_A2: {
        Space.UB: 253952,
        Space.L1: 1024 * _K,
        Space.L0A: 64 * _K,
        Space.L0B: 64 * _K,
        Space.L0C: 128 * _K,
        Space.BT: 1 * _K,
        Space.FB: 7 * _K,
    },
    _P.ATLAS_INFERENCE_AICORE: _FUSED,
    _P.ATLAS_TRAINING: _FUSED,
    _P.ATLAS_INFERENCE_VECTORCORE: {Space.UB: 256 * _K},
}

#: multiple that the start address of a tensor must have, in bytes
ALIGNMENT: dict[Space, int] = {
    Space.GM: 1,
    Space.UB: 32,
    Space.L1: 32,
    Space.L0A: 512,
    Space.L0B: 512,
    Space.L0C: 64,  # moves out of L0C; Mmad asks for more
    Space.BT: 64,
    Space.FB: 128,  # quantisation parameters
}

#: last bytes of a memory that the platform keeps for itself
RESERVED_TAIL: dict[tuple[Product, Space | None], int] = {(p, s): 256 for p in _A2_A3 for s in (Space.UB, Space.L1)}

#: read cache in front of NDDMA, per vector core of ascend-950; line size unverified
NDDMA_CACHE_BYTES = 32 * _K
NDDMA_CACHE_LINE = 64


def capacity(product: Product, space: Space | None) -> int | None:
    """Bytes of ``space`` on ``product``; None where the product has no such memory (and for GM, unbounded).

    >>> capacity(Product.ATLAS_A2, Space.L0C)
    131072
    """
    return None if space is None else _CAPACITY[product].get(space)


def spaces_of(product: Product) -> tuple[Space, ...]:
    """The memories of a product, GM first."""
    return (Space.GM, *_CAPACITY[product])
