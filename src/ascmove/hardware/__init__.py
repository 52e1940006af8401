"""What the hardware is: products, memories, positions, routes and element types. Data only, each with its source."""

from ascmove.hardware.memory import (
    ALIGNMENT,
    NDDMA_CACHE_BYTES,
    RESERVED_TAIL,
    Space,
    capacity,
)
from ascmove.hardware.positions import POSITIONS, position_name, space_of
from ascmove.hardware.products import Product, product
from ascmove.hardware.routes import BASIC_ROUTES, Route, basic_types, route_label
from ascmove.hardware.typesets import NDDMA_TYPES, SLICE_TYPES

__all__ = [
    "ALIGNMENT",
    "BASIC_ROUTES",
    "NDDMA_CACHE_BYTES",
    "NDDMA_TYPES",
    "POSITIONS",
    "RESERVED_TAIL",
    "SLICE_TYPES",
    "Product",
    "Route",
    "Space",
    "basic_types",
    "capacity",
    "position_name",
    "product",
    "route_label",
    "space_of",
]
