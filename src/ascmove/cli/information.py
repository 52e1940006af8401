"""`ascmove products` and `ascmove formats`: what the hardware is and what its numbers are."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from typing import Annotated, Any

import numpy as np
import typer

import ascmove.engine as engine
import ascmove.formats as number_formats
from ascmove import __version__
from ascmove.cli.arguments import AsJson, types
from ascmove.cli.console import put_json, say, table
from ascmove.hardware import Product, Space, capacity

_LOCAL = tuple(space for space in Space if space is not Space.GM)


def version_lines() -> Iterator[str]:
    """The version, the engine that runs here, and what it runs on."""
    yield f"ascmove {__version__}"
    if "native" in engine.available():
        from ascmove.engine.native import level, levels

        yield f"engine     {engine.name()}; available: {', '.join(engine.available())}"
        yield f"processor  {platform.machine()}; native engine: {level()}, best of {', '.join(levels())}"
    else:
        yield f"engine     {engine.name()}; the native engine {engine.absence()}"
        yield f"processor  {platform.machine()}"
    yield f"python     {platform.python_version()}, NumPy {np.__version__}, {platform.system()}"


def products(as_json: AsJson = False) -> None:
    """List the products, with the memories of one core in bytes."""
    if as_json:
        put_json([_product(p) for p in Product])
        return
    table(
        ("key", "arch", *map(str, _LOCAL), "core", "product"),
        ((p.value, str(p.arch), *(_bytes(p, s) for s in _LOCAL), p.core_model, p.full_name) for p in Product),
    )


def _product(product: Product) -> dict[str, Any]:
    memories = {space.value: capacity(product, space) for space in _LOCAL}
    facts = {"key": product.value, "title": product.full_name, "arch": product.arch, "core": product.core_model}
    return {**facts, "memories": {name: size for name, size in memories.items() if size is not None}}


def _bytes(product: Product, space: Space) -> str:
    size = capacity(product, space)
    return "-" if size is None else str(size)


def formats(
    type_name: Annotated[
        str,
        typer.Argument(
            metavar="TYPE",
            help="Element type, or deq_value for a quantisation word.",
            show_default=False,
            autocompletion=types(["deq_value"]),
        ),
    ],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="VALUE", help="Numbers, or bit patterns: 1.5, -inf, 1+2j, 0x3F.", show_default=False),
    ] = None,
) -> None:
    """Take values apart: bits, fields, exact value, neighbours.

    Without values: what the type can hold. Put -- before values that begin with a minus.
    """
    if not values:
        say("\n".join(number_formats.overview_lines(type_name)))
        return
    blocks = ["\n".join(number_formats.describe_lines(type_name, value)) for value in values]
    say("\n\n".join(blocks))
