"""Choosing the engine for one run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import ascmove.engine as engine


@contextmanager
def using(name: str | None) -> Iterator[None]:
    """Run with the engine called ``name``; None keeps the one in use. Raises BadArgument for one that is not here.

    >>> with using("numpy"):
    ...     engine.name()
    'numpy'
    """
    before = engine.name()
    if name is not None:
        engine.use(name)  # type: ignore[arg-type]  # it refuses other names
    try:
        yield
    finally:
        engine.use(before)
