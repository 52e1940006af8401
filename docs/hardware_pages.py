"""The page of products, memories, positions, routes and element types, from `ascmove.hardware`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pieces import Row, code, paragraphs, table

from ascmove import hardware
from ascmove.formats.dtype import DTYPES
from ascmove.hardware.memory import spaces_of


def hardware_tables() -> str:
    """Products, memories, positions, routes and element types."""
    products = list(hardware.Product)
    spaces = [s for s in hardware.Space if any(s in spaces_of(p) for p in products)]
    return paragraphs(
        "## Products",
        table(
            ["key", "product", "architecture", "core"],
            [[f"`{p}`", p.full_name, p.arch, p.core_model] for p in products],
        ),
        "## Memories",
        "Capacity in bytes; a dash where the product has no such memory. Global memory is not bounded. The last 256 B "
        "of UB and L1 of " + code(sorted({p.value for p, _ in hardware.RESERVED_TAIL})) + " belong to the platform.",
        table(["product", *spaces], [[f"`{p}`", *(_capacity(p, s) for s in spaces)] for p in products]),
        "A tensor starts at a multiple of:",
        table(["memory", "bytes"], hardware.ALIGNMENT.items()),
        "## Positions",
        "The memory behind each logical position.",
        table(
            ["product", *(f"`{n}`" for n in hardware.POSITIONS)],
            [[f"`{p}`", *(hardware.space_of(p, n) or "–" for n in hardware.POSITIONS)] for p in products],
        ),
        "## Routes of the plain copy",
        "Also the routes on which `DataCopyEnhancedParams` has no effect.",
        table(["product", "route", "element types"], _routes(products)),
        "## Element types of the other calls",
        table(["call", "product", "element types"], _call_types()),
        "## Element types",
        table(["type", "bytes"], [[f"`{d}`", d.width] for d in DTYPES.values()]),
    )


def _capacity(product: hardware.Product, space: hardware.Space) -> str:
    if space is hardware.Space.GM:
        return "∞"
    held = hardware.capacity(product, space)
    return "–" if held is None else f"{held:,}".replace(",", " ")


def _types(names: Iterable[str]) -> str:
    known = set(names)
    return "all" if known == set(DTYPES) else code(n for n in DTYPES if n in known)


def _routes(products: Iterable[hardware.Product]) -> Iterator[Row]:
    for product in products:
        by_types: dict[str, list[str]] = {}
        for src, dst in hardware.BASIC_ROUTES[product]:
            kinds = _types(hardware.basic_types(product, src, dst))
            by_types.setdefault(kinds, []).append(hardware.route_label(src, dst))
        for kinds, routes in by_types.items():
            yield f"`{product}`", "<br>".join(routes), kinds


def _call_types() -> Iterator[Row]:
    yield "NDDMA", "`ascend-950`", _types(hardware.NDDMA_TYPES)
    for product, kinds in hardware.SLICE_TYPES.items():
        yield "slice copy", f"`{product}`", _types(kinds)
