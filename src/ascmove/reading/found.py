"""A copy call as it stands in a kernel."""

from __future__ import annotations

from dataclasses import dataclass

from ascmove.reading.values import Value


@dataclass(frozen=True)
class CopyCall:
    """``name``: DataCopy or Copy. ``line`` and ``column`` count from 1. ``refreshed``: NdDmaDci came before it."""

    name: str
    line: int
    column: int
    text: str
    template: tuple[Value, ...]
    arguments: tuple[Value, ...]
    refreshed: bool
