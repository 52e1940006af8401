"""The routes of the plain copy (`DataCopy` with a count or with gaps), product by product.

They are also the routes on which `DataCopyEnhancedParams` has no effect. Source: Enhanced Data Transfer, Table 9;
model notes, memory and products, 5, 6.1 and 6.2.
"""

from __future__ import annotations

from collections.abc import Iterable

from ascmove.hardware.memory import Space
from ascmove.hardware.positions import space_of
from ascmove.hardware.products import Product
from ascmove.hardware.typesets import S11, S12, V19

Route = tuple[str, str]

_VEC = ("VECIN", "VECCALC", "VECOUT")


def _to(sources: Iterable[str], targets: Iterable[str]) -> list[Route]:
    return [(s, t) for s in sources for t in targets]


_IN_OUT = [("GM", "VECIN"), ("VECOUT", "GM")]
_GM_TO_L1 = _to(["GM"], ["A1", "B1"])
_UB_TO_UB = [("VECIN", "VECCALC"), ("VECCALC", "VECOUT")]
_A2_A3 = [*_IN_OUT, *_GM_TO_L1, *_UB_TO_UB, *_to(_VEC, ["TSCM"]), *_to(["A1", "B1"], ["GM"])]

BASIC_ROUTES: dict[Product, tuple[Route, ...]] = {
    Product.ATLAS_TRAINING: (*_IN_OUT, *_GM_TO_L1, *_UB_TO_UB),
    Product.ATLAS_INFERENCE_AICORE: (*_IN_OUT, *_GM_TO_L1, *_UB_TO_UB, *_to(_VEC, ["A1", "B1"]), ("CO2", "GM")),
    Product.ATLAS_INFERENCE_VECTORCORE: tuple(_IN_OUT),
    Product.ATLAS_A2: tuple(_A2_A3),
    Product.ATLAS_A3: tuple(_A2_A3),
    Product.ATLAS_200I_500_A2: tuple(_IN_OUT),
    Product.ASCEND_950: (*_IN_OUT, *_GM_TO_L1, *_UB_TO_UB, ("VECIN", "VECOUT"), *_to(_VEC, ["TSCM"])),
}

_OLD_TYPES = frozenset(
    {Product.ATLAS_TRAINING, Product.ATLAS_INFERENCE_AICORE, Product.ATLAS_INFERENCE_VECTORCORE},
)


def basic_types(product: Product, src: str, dst: str) -> frozenset[str]:
    """Names of the element types that the plain copy takes on this product and route.

    >>> "bfloat16_t" in basic_types(Product.ATLAS_TRAINING, "GM", "VECIN")
    False
    """
    if product is Product.ASCEND_950:
        return V19
    if product in _OLD_TYPES:
        return S11
    to_l1 = src == "GM" and space_of(product, dst) is Space.L1
    return V19 if to_l1 else S12


def route_label(src: str, dst: str) -> str:
    """A route as text.

    >>> route_label("GM", "VECIN")
    'GM -> VECIN'
    """
    return f"{src} -> {dst}"
