"""Compose: the scene of a call, from its Plan, its operands, their content and its findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ascmove.calls import Call
from ascmove.draw.cells import LARGEST, Side, exact_cells, is_exact, kind_map, undefined_elements
from ascmove.draw.grid import Grid
from ascmove.draw.looks import Kind
from ascmove.draw.lookup import Turn, turn_at, turns_of
from ascmove.draw.marks import marks
from ascmove.draw.pipelines import MOST_PIPELINES, pipelines
from ascmove.draw.scene import Arrow, Field, Mark, Panel, Scene
from ascmove.draw.tiles import tile_maps
from ascmove.draw.values import values_of
from ascmove.draw.views import View, boxes, dimensions, view_of
from ascmove.errors import AscMoveError, BadArgument
from ascmove.findings import Finding
from ascmove.moves.lowering import lower
from ascmove.plan import Plan
from ascmove.tensors import Tensor

#: turns of a Plan that a picture follows at most
_MOST_TURNS = 1 << 30
#: a tensor is shown as a whole up to this many elements, beyond that as the touched part if it is much smaller
_WHOLE = 1 << 12


def call_scene(
    call: Call,
    plan: Plan | None = None,
    findings: Sequence[Finding] = (),
    *,
    moved: bool = False,
    element: int | None = None,
) -> Scene:
    """The scene of a call.

    Without ``plan`` the call is lowered where that is possible; a call that is too broken for it shows its operands
    and findings. ``moved`` says that the call has run, so that the destination shows results. ``element`` is the
    destination element whose arrow and pipeline are drawn, by default the first one written with data.
    """
    plan = drawable(plan if plan is not None else _lowered(call))
    view = view_of(call, plan)
    places = marks(call, plan, view, tuple(findings))
    broken = frozenset(f.field for f in findings if f.severity == "error")
    sides: tuple[tuple[Side, Tensor], ...] = (("src", call.src), ("dst", call.dst))
    panels = tuple(operand_panel(name, tensor, plan, view, places[name], broken) for name, tensor in sides)
    chosen = chosen_turn(plan, element)
    return Scene(
        title=call.describe(),
        product=call.product.value,
        panels=_with_unknown(panels),
        plan=plan,
        loops=plan.loops if plan else (),
        fields=tuple(Field(name, str(value), name in broken) for name, value in _integers(call)),
        findings=tuple(findings),
        chosen=None if chosen is None else Arrow(chosen.order, chosen.src, chosen.dst),
        pipelines=() if plan is None else pipelines(call, plan, _traced(plan, chosen, call)),
        cpp=call.to_cpp(),
        moved=moved,
    )


def drawable(plan: Plan | None) -> Plan | None:
    """The Plan, or None when it reaches too far, runs backwards or turns too often for a picture."""
    if plan is None or plan.elements_written > _MOST_TURNS:
        return None
    every = (access for step in plan.steps for _, access in step.accesses())
    if any(access.offset < 0 or min(access.strides, default=0) < 0 for access in every):
        return None  # the rules refuse it; the picture shows the operands
    reach = max(plan.src_extent.stop // plan.src_type.width, plan.dst_extent.stop // plan.dst_type.width)
    return plan if reach <= LARGEST else None


def _lowered(call: Call) -> Plan | None:
    try:
        return lower(call)
    except (AscMoveError, ValueError, IndexError, ZeroDivisionError, AssertionError):
        return None  # the findings say why


def _integers(call: Call) -> list[tuple[str, int]]:
    return list(call.integers())


def operand_panel(
    name: Side, tensor: Tensor, plan: Plan | None, view: View, found: tuple[Mark, ...], broken: frozenset[str]
) -> Panel:
    """The panel of one operand."""
    kind = tensor.dtype
    start, stop = _range(name, tensor, plan)
    grid = Grid.of(view.levels(name), start, stop, view.coords(name))
    start = grid.start
    count = tensor.count if tensor.sized else stop
    held = tensor.sized and is_held(tensor)
    undefined = undefined_elements(tensor.states(), kind.width) if held else None
    kinds = kind_map(plan, name, start, stop, undefined)
    _mark_outside(kinds, start, count)
    exact = is_exact(plan, stop - start)
    return Panel(
        name=name,
        heading="source" if name == "src" else "destination",
        title=f"{tensor.position} {kind}[{tensor.count if tensor.sized else '?'}]",
        dtype=kind.name,
        width=kind.width,
        address=tensor.address,
        count=count,
        grid=grid,
        kinds=kinds,
        cells=exact_cells(plan, name, start, kinds) if exact else None,
        tiles=() if exact else tile_maps(grid, start, kinds),
        values=values_of(tensor, start, stop, undefined) if held else None,
        dimensions=dimensions(view, name, grid, broken),
        marks=tuple(replace(mark, element=min(max(mark.element, start), stop - 1)) for mark in found),
        boxes=boxes(view, name, grid),
    )


def is_held(tensor: Tensor) -> bool:
    """False for a tensor that does not fit its memory, so that it has no content."""
    try:
        tensor.buffer()
    except BadArgument:
        return False
    return True


def _range(name: Side, tensor: Tensor, plan: Plan | None) -> tuple[int, int]:
    """Elements to show: the whole tensor and all that is touched; the touched part alone where it is much smaller."""
    width = tensor.dtype.width
    count = tensor.count if tensor.sized else 0
    if plan is None:
        return 0, max(1, min(count, LARGEST))
    extent = plan.src_extent if name == "src" else plan.dst_extent
    first, last = extent.start // width, extent.stop // width
    whole = max(count, last)
    if whole <= max(_WHOLE, 4 * (last - first)):
        return 0, max(1, whole)
    return first, max(first + 1, last)


def _mark_outside(kinds: npt.NDArray[np.uint8], start: int, count: int) -> None:
    behind = kinds[max(0, count - start) :]
    behind[behind != Kind.UNTOUCHED] = Kind.OUTSIDE


def _with_unknown(panels: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Destination elements whose source was never defined become UNKNOWN."""
    src, dst = panels
    if src.cells is None or dst.cells is None:
        return panels
    partner = dst.cells.partner
    known = (partner >= src.start) & (partner < src.stop) & (dst.kinds == Kind.MOVED)
    origin = src.kinds[np.where(known, partner - src.start, 0)]
    dst.kinds[known & (origin == Kind.UNKNOWN)] = Kind.UNKNOWN
    return panels


def chosen_turn(plan: Plan | None, element: int | None) -> Turn | None:
    """The turn that writes ``element`` last; without one, the first turn that reads, well inside a conversion."""
    if plan is None:
        return None
    if element is not None:
        writes: list[Any] = turns_of(plan, "dst", element)
        return writes[-1] if writes else None
    first = 0
    for step in plan.steps:
        if step.src is not None:
            return turn_at(plan, first + (step.elements * 5 // 8 if step.convert else 0))
        first += step.elements
    return None


def _traced(plan: Plan, chosen: Turn | None, call: Call) -> list[Turn]:
    """Turns whose pipelines the scene holds: all of a small transfer, else the chosen one."""
    if not any(step.convert for step in plan.steps) or not (call.src.sized and is_held(call.src)):
        return []
    if plan.elements_written <= MOST_PIPELINES:
        turns = (turn_at(plan, order) for order in range(plan.elements_written))
        return [turn for turn in turns if turn is not None]
    return [chosen] if chosen else []
