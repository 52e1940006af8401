"""The products, by the keys used in files, on the command line and in `Core(...)`."""

from __future__ import annotations

from enum import Enum

from ascmove.errors import BadArgument, nearest_name


class Product(str, Enum):
    """An Ascend product; the value is its key."""

    ASCEND_950 = "ascend-950"
    ATLAS_A3 = "atlas-a3"
    ATLAS_A2 = "atlas-a2"
    ATLAS_200I_500_A2 = "atlas-200i-500-a2"
    ATLAS_INFERENCE_AICORE = "atlas-inference-aicore"
    ATLAS_INFERENCE_VECTORCORE = "atlas-inference-vectorcore"
    ATLAS_TRAINING = "atlas-training"

    @property
    def full_name(self) -> str:
        """The name in the vendor's documents."""
        return _FACTS[self][0]

    @property
    def arch(self) -> int:
        """The `__NPU_ARCH__` number."""
        return _FACTS[self][1]

    @property
    def core_model(self) -> str:
        """How cube and vector units are arranged in a core."""
        return _FACTS[self][2]

    def __str__(self) -> str:
        return self.value


_SPLIT = "separate cube and vector cores, 1 : 2"
_FUSED = "one fused core"

# title, __NPU_ARCH__, core model (model notes, memory and products, 1.1)
_FACTS: dict[Product, tuple[str, int, str]] = {
    Product.ASCEND_950: ("Ascend 950PR / Ascend 950DT (Atlas 350 accelerator card)", 3510, _SPLIT),
    Product.ATLAS_A3: ("Atlas A3 training / inference products", 2201, _SPLIT),
    Product.ATLAS_A2: ("Atlas A2 training / inference products", 2201, _SPLIT),
    Product.ATLAS_200I_500_A2: ("Atlas 200I/500 A2 inference product", 3002, _FUSED),
    Product.ATLAS_INFERENCE_AICORE: ("Atlas inference product, AI Core", 2002, _FUSED),
    Product.ATLAS_INFERENCE_VECTORCORE: ("Atlas inference product, Vector Core", 2002, "vector core only"),
    Product.ATLAS_TRAINING: ("Atlas training product", 1001, _FUSED),
}


def product(spec: Product | str) -> Product:
    """The product meant by a key such as "ascend-950"; BadArgument with a suggestion otherwise.

    >>> product("atlas-a2").arch
    2201
    """
    try:
        return Product(spec)
    except ValueError:
        keys = [p.value for p in Product]
        raise BadArgument(f"unknown product {str(spec)!r}{nearest_name(str(spec), keys)}") from None
