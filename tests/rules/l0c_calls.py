"""Copies out of L0C described by a few fields, for the tests of their rules."""

from __future__ import annotations

from typing import Any

import numpy as np

import ascmove as am
from ascmove import te
from ascmove.findings import Finding
from ascmove.formats.dtype import dtype

Fields = dict[str, Any]
ONE, INT8_ONE = 0x3F800000, 0x40003F800000


def layout(spec: Any) -> te.Layout:
    """A layout from (pattern, extents..., {"c0": ...}), or as it is."""
    if isinstance(spec, te.Layout):
        return spec
    pattern, *extents = spec
    options = extents.pop() if isinstance(extents[-1], dict) else {}
    return te.make_frame_layout(pattern, *extents, strict=False, **options)


def operand(
    core: am.Core, position: str, kind: str, spec: Any, count: int | None, address: int | None, cut: Any
) -> te.Tensor:
    """A tensor of zeros, declared without being judged."""
    seen, element = layout(spec), dtype(kind)
    elements = max(seen.capacity, seen.cosize) if count is None else count
    if position == "GM":
        memory: Any = core.global_tensor(np.zeros(elements, element.bits).view(element.carrier), kind, address=address)
    else:
        memory = core.declare_local(position, element, elements, address)
        if memory.space is not None and (address or 0) + memory.nbytes <= 262144:
            memory.fill(0)
    tensor = te.make_tensor(te.make_mem_ptr(memory), seen)
    return tensor if cut is None else tensor.slice(*cut)


def words(core: am.Core, spec: Fields) -> te.Tensor:
    """A tensor of words: count, fill, position, dtype, address, layout, batch, data; how many of them are written."""
    count, batch = spec.get("count", 1), spec.get("batch")
    shape = spec.get("layout", ("NDExt", *(() if batch is None else (batch,)), 1, count // (batch or 1)))
    kind = dtype(spec.get("dtype", "uint64_t"))
    memory = core.declare_local(spec.get("position", "A1"), kind, count, spec.get("address"))
    if "data" in spec:
        memory.write(np.array(spec["data"], kind.carrier))
    elif spec.get("fill", ONE) is not None:
        memory.fill(spec.get("fill", ONE))
    states = memory.states()
    if "written" in spec and states is not None:
        states[spec["written"] * kind.width :] = 0
    tensor = te.make_tensor(memory, layout(shape))
    return tensor if "cut" not in spec else tensor.slice(*spec["cut"])


def arguments(
    *,
    product: str = "ascend-950",
    positions: tuple[str, str] = ("CO1", "GM"),
    types: tuple[str, str] = ("float", "half"),
    src: Any = ("NZ", 16, 16),
    dst: Any = ("ND", 16, 16),
    counts: tuple[int | None, int | None] = (None, None),
    addresses: tuple[int | None, int | None] = (None, None),
    src_cut: Any = None,
    dst_cut: Any = None,
    quant: Any = None,
    unit_flag: int = 0,
    sub_block_id: bool = False,
    core: Fields | None = None,
    to_ub: bool = False,
    **trait: Any,
) -> tuple[te.CopyAtom, te.Tensor, te.Tensor, Any]:
    """The arguments of te.copy."""
    made = am.Core(product, **(core or {}))
    source = operand(made, positions[0], types[0], src, counts[0], addresses[0], src_cut)
    target = operand(made, positions[1], types[1], dst, counts[1], addresses[1], dst_cut)
    held = words(made, quant) if isinstance(quant, dict) else quant
    operation = te.CopyL0C2UB() if to_ub else te.CopyL0C2GM()
    chosen = te.CopyL0C2UBTrait(**trait) if to_ub else te.CopyL0C2GMTrait(**trait)
    atom = te.make_copy(operation, chosen).with_(te.FixpipeParams(unit_flag, sub_block_id))
    return atom, target, source, held


def found(**fields: Any) -> list[Finding]:
    """All findings of one call."""
    return te.diagnose(*arguments(**fields))


def codes(findings: list[Finding]) -> list[str]:
    """Their codes, sorted."""
    return sorted(f.code for f in findings)
