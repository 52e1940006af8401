"""Choosing the engine for one run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ascmove.errors import BadArgument, nearest_name

ENGINES = ("numpy",)


@contextmanager
def using(name: str | None) -> Iterator[None]:
    """Run with the engine called ``name``; None keeps the default. Raises BadArgument for one that is not here."""
    if name is not None and name not in ENGINES:
        raise BadArgument(f"unknown engine {name!r}{nearest_name(name, ENGINES)}")
    yield
