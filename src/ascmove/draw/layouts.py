"""Layouts and tensors: the matrix beside the memory it lies in, element by element."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ascmove import te
from ascmove.draw.cells import exact_cells, is_exact, undefined_elements
from ascmove.draw.grid import Coord, Grid, Level
from ascmove.draw.looks import Kind
from ascmove.draw.plans import plan_scene
from ascmove.draw.scene import Box, Panel, Scene, Values
from ascmove.draw.tiles import tile_maps
from ascmove.draw.values import values_of
from ascmove.draw.views.frames import frame
from ascmove.draw.views.strides import stride_levels
from ascmove.errors import NotModelled
from ascmove.formats.dtype import DType, dtype
from ascmove.layouts import Layout, offsets
from ascmove.plan import Access, Plan, Step
from ascmove.tensors import Tensor

#: coordinates of a layout that are written out
_MOST = 1 << 20


def layout_scene(layout: Layout, kind: DType | None = None) -> Scene:
    """Left the matrix by rows and columns, right the memory by rising element; each cell knows its counterpart.

    ``kind`` gives the element's width; without it C0 elements make 32 bytes. Raises NotModelled for a layout of more
    than 2^20 coordinates.
    """
    if layout.size > _MOST:
        raise NotModelled(f"a picture of a layout with {layout.size} coordinates; at most {_MOST} are drawn")
    kind = kind or dtype({32: "int8_t", 16: "half", 8: "float"}.get(layout.c0 or 8, "float"))
    table = offsets(layout, padded=True)
    plan = Plan((_map_step(table),), kind, kind, loops=_axis_names(layout, table.ndim)[::-1])
    drawn = plan_scene(plan)
    matrix = _matrix_panel(drawn.panel("src"), layout, table.shape)
    memory = _memory_panel(drawn.panel("dst"), layout)
    return replace(drawn, title=str(layout), product="layout", panels=(matrix, memory), chosen=None, cpp="")


def _map_step(table: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Step:
    """From the row-major number of a coordinate to its element, as a loop nest. Broken levels make it several loops."""
    shape: list[int] = []
    src: list[int] = []
    dst: list[int] = []
    weight = 1
    for axis in range(table.ndim - 1, -1, -1):
        line = table[tuple(slice(None) if k == axis else 0 for k in range(table.ndim))] - table.flat[0]
        for extent, stride, inner in _runs(line.tolist()):
            shape.append(extent)
            src.append(weight * inner)
            dst.append(stride)
        weight *= table.shape[axis]
    return Step(tuple(shape), Access(int(table.flat[0]), tuple(dst)), Access(0, tuple(src)))


def _runs(line: list[int]) -> list[tuple[int, int, int]]:
    """An axis as (extent, stride, coordinates per value), innermost first.

    >>> _runs([0, 1, 8, 9])
    [(2, 1, 1), (2, 8, 2)]
    """
    found, inner = [], 1
    while inner < len(line):
        stride = line[inner]
        extent = 1
        while (extent + 1) * inner <= len(line) and line[extent * inner] == extent * stride:
            extent += 1
        found.append((extent, stride, inner))
        inner *= extent
    return found or [(1, 0, 1)]


def _axis_names(layout: Layout, count: int) -> tuple[str, ...]:
    names = ("n", "c", "h", "w") if count == 4 else ("batch", "row", "column")[-count:] if count < 4 else ()
    return names if len(names) == count else tuple(f"axis{k}" for k in range(count))


def _matrix_panel(panel: Panel, layout: Layout, shape: tuple[int, ...]) -> Panel:
    names = _axis_names(layout, len(shape))
    pitch, levels = 1, []
    for k, (name, extent) in enumerate(zip(names[::-1], shape[::-1], strict=True)):
        if extent > 1 or k == 0:
            levels.append(Level(name, pitch, "x" if k in (0, 3) else "y", "plane" if k > 1 else "none"))
        pitch *= extent
    grid = Grid.of(levels, 0, panel.stop)
    sizes = " x ".join(str(n) for n in shape)
    boxes: tuple[Box, ...] = ()
    if layout.batch is None and layout.declared not in (None, shape):
        rows, columns = layout.matrix
        boxes = (Box(f"declared {rows} x {columns}", 0, 0, columns, rows),)
    return replace(panel, heading="matrix", title=sizes, grid=grid, boxes=boxes)


def _memory_panel(panel: Panel, layout: Layout) -> Panel:
    found = frame(layout)
    levels: tuple[Level, ...]
    coords: tuple[Coord, ...] = ()
    if found is None:
        levels = stride_levels((), panel.stop, max(1, 32 // panel.width))
    else:
        levels, coords = found
    return replace(panel, heading="memory", title=f"{panel.stop} elements", grid=Grid.of(levels, 0, panel.stop, coords))


def tensor_scene(tensor: te.Tensor) -> Scene:
    """A Tensor API tensor: its layout with the values that the memory holds now."""
    drawn = layout_scene(tensor.layout, tensor.dtype)
    matrix, memory = drawn.panels
    values = values_of(tensor.memory[tensor.offset :] if tensor.offset else tensor.memory, 0, memory.stop, None)
    if values is not None and memory.cells is not None and values.bits.size == memory.stop:
        assert matrix.cells is not None  # both sides of a map are equally large
        where = np.maximum(matrix.cells.partner, 0)
        seen = Values(values.bits[where], tuple(values.texts[k] for k in where))
        matrix, memory = replace(matrix, values=seen), replace(memory, values=values)
    address = tensor.memory.address + tensor.offset * tensor.dtype.width
    title = f"{tensor.position} {tensor.dtype} {tensor.layout}"
    return replace(drawn, title=title, product="tensor", panels=(matrix, replace(memory, address=address)))


def memory_scene(tensor: Tensor) -> Scene:
    """A tensor of a core: its elements in rows of whole 32-byte blocks, and which were never written."""
    kind, count = tensor.dtype, max(1, tensor.count)
    levels = stride_levels((), count, max(1, 32 // kind.width))
    undefined = undefined_elements(tensor.states(), kind.width)
    kinds = np.full(count, Kind.UNTOUCHED, np.uint8)
    if undefined is not None:
        kinds[: undefined.size][undefined] = Kind.UNDEFINED
    panel = Panel(
        name="dst",
        heading="memory",
        title=f"{tensor.position} {kind}[{tensor.count}]",
        dtype=kind.name,
        width=kind.width,
        address=tensor.address,
        count=tensor.count,
        grid=Grid.of(levels, 0, count),
        kinds=kinds,
        cells=None,
        values=values_of(tensor, 0, count, undefined),
    )
    return Scene(panel.title, "tensor", (with_cells(panel),))


def with_cells(panel: Panel) -> Panel:
    """The panel with cells that no turn touches, or with tiles where it is large."""
    if is_exact(None, panel.stop - panel.start):
        return replace(panel, cells=exact_cells(None, "dst", panel.start, panel.kinds))
    return replace(panel, tiles=tile_maps(panel.grid, panel.start, panel.kinds))
