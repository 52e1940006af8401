"""Logical positions (TPosition) and the memory each one lies in. Source: model notes, memory and products, 2."""

from __future__ import annotations

from ascmove.errors import BadArgument, nearest_name
from ascmove.hardware.memory import Space, capacity
from ascmove.hardware.products import Product

#: positions in the order of the vendor's enumeration, then the aliases
POSITIONS: tuple[str, ...] = (
    "GM",
    "A1",
    "A2",
    "B1",
    "B2",
    "C1",
    "C2",
    "CO1",
    "CO2",
    "VECIN",
    "VECOUT",
    "VECCALC",
    "SPM",
    "TSCM",
    "C2PIPE2GM",
    "C2PIPE2LOCAL",
)
ALIASES: dict[str, str] = {"LCM": "VECCALC", "SHM": "SPM"}

_COMMON: dict[str, Space] = {
    "GM": Space.GM,
    "A1": Space.L1,
    "B1": Space.L1,
    "A2": Space.L0A,
    "B2": Space.L0B,
    "CO1": Space.L0C,
    "VECIN": Space.UB,
    "VECOUT": Space.UB,
    "VECCALC": Space.UB,
    "TSCM": Space.L1,
    "SPM": Space.L1,
    "C2PIPE2GM": Space.FB,
    "C2PIPE2LOCAL": Space.FB,
}
_OLD = {"C1": Space.UB, "C2": Space.L0C, "CO2": Space.UB}  # architectures 1001 and 2002
_NEW = {"C1": Space.L1, "C2": Space.BT, "CO2": Space.GM}  # 2201, 3002 and 3510


def position_name(spec: str) -> str:
    """The position's own name (aliases resolved); BadArgument with a suggestion for an unknown one.

    >>> position_name("LCM")
    'VECCALC'
    """
    name = ALIASES.get(spec, spec) if isinstance(spec, str) else ""
    if name not in POSITIONS:
        raise BadArgument(f"unknown position {spec!r}{nearest_name(str(spec), (*POSITIONS, *ALIASES))}")
    return name


def space_of(product: Product, position: str) -> Space | None:
    """The memory that a position lies in on this product; None where the product has no such memory.

    >>> space_of(Product.ATLAS_INFERENCE_AICORE, "CO2"), space_of(Product.ATLAS_A2, "CO2")
    (<Space.UB: 'UB'>, <Space.GM: 'GM'>)
    """
    name = position_name(position)
    space = {**_COMMON, **(_OLD if product.arch in (1001, 2002) else _NEW)}[name]
    return space if space is Space.GM or capacity(product, space) is not None else None
