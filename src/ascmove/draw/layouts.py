"""Layouts and tensors: the matrix as its layout means it, beside the memory it lies in, element by element."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import ascmove.te as te
from ascmove.draw.cells import exact_cells, is_exact, undefined_elements
from ascmove.draw.grid import Grid
from ascmove.draw.looks import Kind
from ascmove.draw.plans import plan_scene
from ascmove.draw.scene import Box, Panel, Scene, Values
from ascmove.draw.tiles import tile_maps
from ascmove.draw.values import MOST_VALUES, values_of
from ascmove.draw.views.frames import Frame, frame
from ascmove.draw.views.strides import stride_levels
from ascmove.errors import NotModelled
from ascmove.findings.wording import several
from ascmove.formats.dtype import DType, dtype
from ascmove.layouts import Layout
from ascmove.layouts.nested import leaves
from ascmove.plan import Access, Plan, Step
from ascmove.tensors import Tensor

_BLOCK = 32


def layout_scene(layout: Layout, kind: DType | None = None) -> Scene:
    """Left the matrix by rows and columns, right the memory by rising element; each cell knows its counterpart.

    Cells of the matrix read their element, those of the memory their coordinate. ``kind`` gives the element's width;
    without it C0 elements make 32 bytes. Raises NotModelled for a layout that puts two coordinates on one element.
    """
    found = frame(layout)
    if found is None:
        raise NotModelled(f"a picture of {layout}: its coordinates share elements or leave no element in between")
    kind = kind or dtype({32: "int8_t", 16: "half", 8: "float"}.get(layout.c0 or 8, "float"))
    drawn = plan_scene(_identity(layout, found, kind))
    matrix = _matrix(drawn.panel("src"), layout, found)
    memory = drawn.panel("dst")
    linear = stride_levels((), memory.stop, max(1, _BLOCK // kind.width))
    memory = replace(
        memory, heading="memory", title=several(memory.stop, "element"), grid=Grid.of(linear, 0, memory.stop)
    )
    if memory.stop <= MOST_VALUES:
        names = tuple(",".join(str(v) for v in matrix.grid.coordinate(e).values()) for e in range(memory.stop))
        memory = replace(memory, values=Values(None, names))
        matrix = replace(matrix, values=Values(None, tuple(str(e) for e in range(matrix.stop))))
    return replace(drawn, title=str(layout), product="layout", panels=(matrix, memory), chosen=None, cpp="")


def _identity(layout: Layout, found: Frame, kind: DType) -> Plan:
    """Every element of the layout onto itself, in the order of memory."""
    loops = sorted(
        (stride, extent)
        for extent, stride in zip(leaves(layout.shape), leaves(layout.stride), strict=True)
        if extent > 1
    )
    access = Access(0, tuple(stride for stride, _ in loops))
    step = Step(tuple(extent for _, extent in loops), access, access)
    names = tuple(level.name for level in found.levels)
    return Plan((step,), kind, kind, loops=names if len(names) == len(loops) else ())


def _matrix(panel: Panel, layout: Layout, found: Frame) -> Panel:
    grid = Grid.of(found.levels, 0, panel.stop, found.coords)
    title = f"{layout.pattern.name if layout.pattern else ''} {grid.height} x {grid.width} cells".strip()
    boxes: tuple[Box, ...] = ()
    if layout.batch is None and layout.declared not in (None, (grid.height, grid.width)):
        rows, columns = layout.matrix
        boxes = (Box(f"declared {rows} x {columns}", 0, 0, columns, rows),)
    return replace(panel, heading="matrix", title=title, grid=grid, boxes=boxes)


def tensor_scene(tensor: te.Tensor) -> Scene:
    """A Tensor API tensor: its layout with the values that the memory holds now."""
    drawn = layout_scene(tensor.layout, tensor.dtype)
    matrix, memory = drawn.panels
    seen = tensor.memory[tensor.offset :] if tensor.offset else tensor.memory
    states = seen.states()
    values = values_of(seen, 0, memory.stop, undefined_elements(states, tensor.dtype.width))
    address = seen.address
    panels = tuple(replace(p, values=values, address=address) for p in (matrix, memory))
    title = f"{tensor.position} {tensor.dtype} {tensor.layout}"
    return replace(drawn, title=title, product="tensor", panels=panels)


def memory_scene(tensor: Tensor) -> Scene:
    """A tensor of a core: its elements in rows of whole 32-byte blocks, and which were never written."""
    kind, count = tensor.dtype, max(1, tensor.count)
    grid = Grid.of(stride_levels((), count, max(1, _BLOCK // kind.width)), 0, count)
    undefined = undefined_elements(tensor.states(), kind.width)
    kinds = np.full(count, Kind.UNTOUCHED, np.uint8)
    if undefined is not None:
        kinds[: undefined.size][undefined] = Kind.UNDEFINED
    exact = is_exact(None, count)
    panel = Panel(
        name="dst",
        heading="memory",
        title=f"{tensor.position} {kind}[{tensor.count}]",
        dtype=kind.name,
        width=kind.width,
        address=tensor.address,
        count=tensor.count,
        grid=grid,
        kinds=kinds,
        cells=exact_cells(None, "dst", 0, kinds) if exact else None,
        tiles=() if exact else tile_maps(grid, 0, kinds),
        values=values_of(tensor, 0, count, undefined),
    )
    return Scene(panel.title, "tensor", (panel,))
