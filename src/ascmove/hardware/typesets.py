"""Which element types each API takes. Source: model notes, memory and products, 1.2 and 6."""

from __future__ import annotations

from ascmove.formats.dtype import DTYPES
from ascmove.hardware.products import Product

_INTS = ("int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t")
_64BIT = ("int64_t", "uint64_t", "double")

S8 = frozenset((*_INTS, "half", "float"))
S9 = S8 | {"bfloat16_t"}
S11 = S8 | set(_64BIT)
S12 = S11 | {"bfloat16_t"}
V19 = frozenset(DTYPES)
V15 = V19 - {"hifloat8_t", "fp8_e8m0_t", "fp8_e5m2_t", "fp8_e4m3fn_t"}

#: NDDMA, ascend-950
NDDMA_TYPES = V15

#: slice copy per product; a product that is missing has none
SLICE_TYPES: dict[Product, frozenset[str]] = {
    Product.ASCEND_950: V19,
    Product.ATLAS_A3: S9,
    Product.ATLAS_A2: S9,
    Product.ATLAS_INFERENCE_AICORE: S8,
}
