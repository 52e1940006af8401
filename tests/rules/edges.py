"""Calls on the edge of a rule: tensors as plain fields, findings as codes with the values they offer."""

from __future__ import annotations

from typing import Any

import pytest

import ascmove as am
from ascmove.calls import NdDmaCall, SliceCall
from ascmove.findings import Finding
from ascmove.formats import dtype
from ascmove.moves.transfer import diagnose_call
from ascmove.tensors import Tensor

#: what stands at the edge, the fields of the call, the codes found with their nearest legal values
Edge = tuple[str, dict[str, Any], dict[str, tuple[object, ...]]]


def tensor(
    core: am.Core,
    position: str,
    kind: str,
    count: int,
    address: int | None = None,
    offset: int = 0,
    shape: tuple[int, ...] | None = None,
) -> Tensor:
    """A tensor declared without being judged; ``offset`` makes it a view from there on."""
    declare: Any = core.declare_local
    if position == "GM":
        made: Tensor = core.declare_global(dtype(kind), count, address, shape)
    else:
        made = declare(position, dtype(kind), count, address, shape)
    return made.view(offset) if offset else made


def slices(
    src: list[list[int]],
    dst: list[list[int]],
    *,
    dim: int | None = None,
    kinds: tuple[str, str] = ("float", "float"),
    route: tuple[str, str] = ("GM", "VECIN"),
    counts: tuple[int, int] = (1 << 22, 1 << 14),
    product: str = "ascend-950",
    shapes: tuple[Any, Any] = (None, None),
    offsets: tuple[int, int] = (0, 0),
    **core: Any,
) -> list[Finding]:
    """Findings of one slice copy."""
    made = am.Core(product, **core)
    x, y = (
        tensor(made, place, kind, count, None, offset, shape)
        for place, kind, count, offset, shape in zip(route, kinds, counts, offsets, shapes, strict=True)
    )
    return diagnose_call(SliceCall(y, x, dst, src, len(src) if dim is None else dim))


def nddma(
    loops: list[list[int]],
    *,
    constant: Any = 0,
    kinds: tuple[str, str] = ("float", "float"),
    route: tuple[str, str] = ("GM", "VECIN"),
    counts: tuple[int, int] = (0, 1 << 14),
    addresses: tuple[int | None, int | None] = (None, None),
    product: str = "ascend-950",
    refreshed: bool | None = None,
    core: dict[str, Any] | None = None,
    **config: Any,
) -> list[Finding]:
    """Findings of one NDDMA copy; the size of the source is not known unless given."""
    made = am.Core(product, **(core or {}))
    x, y = (tensor(made, *fields) for fields in zip(route, kinds, counts, addresses, strict=True))
    return diagnose_call(NdDmaCall(y, x, am.NdDmaParams(loops, constant), am.NdDmaConfig(**config), refreshed))


def basic(
    copy: Any,
    *,
    kinds: tuple[str, str] = ("half", "half"),
    route: tuple[str, str] = ("GM", "VECIN"),
    counts: tuple[int, int] = (64, 64),
    addresses: tuple[int | None, int | None] = (None, None),
    offsets: tuple[int, int] = (0, 0),
    filled: tuple[int, int] | None = None,
    product: str = "ascend-950",
    **core: Any,
) -> list[Finding]:
    """Findings of one data_copy: a count, or the fields of DataCopyParams. ``filled``: elements of a source in UB."""
    made = am.Core(product, **core)
    x, y = (tensor(made, *fields) for fields in zip(route, kinds, counts, addresses, offsets, strict=True))
    states = None if x.position == "GM" else x.states()
    if states is not None:
        low, high = filled or (0, max(0, x.count))
        states[low * x.dtype.width : high * x.dtype.width] = 2  # as data
    return am.diagnose(y, x, copy if isinstance(copy, int) else am.DataCopyParams(*copy))


def offered(findings: list[Finding]) -> dict[str, tuple[object, ...]]:
    """Codes with their nearest legal values."""
    return {finding.code: finding.nearest for finding in findings}


def params(edges: list[Edge]) -> list[Any]:
    """(fields, what is found) of each edge, named by what stands there and the codes that speak."""
    return [pytest.param(call, found, id=" ".join([title + ":", *found])) for title, call, found in edges]
