"""Index tables: which element every (batch, row, column) of a matrix is, and whether a call moves exactly those."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ascmove.calls import Call
from ascmove.layouts import Pattern
from ascmove.moves.lowering import lower
from ascmove.plan import Access

Table = np.ndarray[Any, np.dtype[np.int64]]


class Strided(Protocol):
    """Something with a shape, element strides and a first element."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents, outermost first."""

    @property
    def stride(self) -> tuple[int, ...]:
        """Elements from one index to the next, per axis."""

    @property
    def offset(self) -> int:
        """First element."""


def table(side: Strided, tag: Pattern | None) -> Table:
    """Element numbers of a view as (batch, rows, columns)."""
    found = _numbers(side.shape, side.stride, side.offset)
    if tag is Pattern.NCHW:  # (1, c, h, w)
        found = found.reshape(found.shape[0], found.shape[1], -1).swapaxes(1, 2)
    elif tag is Pattern.NHWC:  # (1, h, w, c)
        found = found.reshape(found.shape[0], -1, found.shape[3])
    elif tag is Pattern.NC1HWC0:  # (1, c1, h, w, c0)
        n, c1, h, w, c0 = found.shape
        found = found.transpose(0, 2, 3, 1, 4).reshape(n, h * w, c1 * c0)
    elif tag is Pattern.NZ:  # ([batch,] column block, row, c0)
        found = found if found.ndim == 4 else found[None]
        batch, blocks, rows, c0 = found.shape
        found = found.transpose(0, 2, 1, 3).reshape(batch, rows, blocks * c0)
    return found if found.ndim == 3 else found[None]


def moves(call: Call, target: Table, source: Table) -> bool:
    """True when the call writes exactly the elements ``target``, each from the same place of ``source``."""
    plan = lower(call)
    written = [_flat(step.shape, step.dst) for step in plan.steps]
    read = [_flat(step.shape, step.reads) for step in plan.steps]
    if not written:
        return False
    return _pairs(np.concatenate(written), np.concatenate(read)) == _pairs(target.reshape(-1), source.reshape(-1))


def _pairs(dst: Table, src: Table) -> bytes:
    order = np.argsort(dst, kind="stable")
    return np.stack((dst[order], src[order])).astype("<i8").tobytes()


def _flat(shape: tuple[int, ...], access: Access) -> Table:
    return _numbers(shape[::-1], access.strides[::-1], access.offset).reshape(-1)


def _numbers(shape: tuple[int, ...], stride: tuple[int, ...], offset: int) -> Table:
    found: Table = np.full((), offset, np.int64)
    for n, step in zip(shape, stride, strict=True):
        found = found[..., None] + np.arange(n, dtype=np.int64) * step
    return found
