"""Serial: a scene as plain JSON data for the page. The page derives cells from the Steps as `cells` does."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from ascmove.draw import looks
from ascmove.draw.cells import Bytes
from ascmove.draw.looks import LOOKS, Kind
from ascmove.draw.scene import Panel, Pipeline, Scene
from ascmove.draw.tiles import Tiles
from ascmove.findings import mending_lines
from ascmove.plan import Access, Role, Step

#: runs of undefined elements that are written down for one operand
MOST_RUNS = 4096


def scene_data(scene: Scene) -> dict[str, Any]:
    """The scene as lists, dictionaries, numbers and strings."""
    return {
        "title": scene.title,
        "product": scene.product,
        "moved": scene.moved,
        "loops": list(scene.loops),
        "panels": [_panel(p) for p in scene.panels],
        "steps": [_step(s) for s in scene.plan.steps] if scene.plan else [],
        "fields": [[f.name, f.value, f.broken] for f in scene.fields],
        "findings": [{**f.to_dict(), "mending": mending_lines(f)} for f in scene.findings],
        "chosen": scene.chosen.order if scene.chosen else None,
        "pipelines": _pipelines(scene.pipelines),
        "nest": scene.nest,
        "cpp": scene.cpp,
    }


def look_data() -> dict[str, Any]:
    """Colours and patterns, by the numbers of `Kind`."""
    return {
        "kinds": {str(int(kind)): look._asdict() | {"name": kind.name} for kind, look in LOOKS.items()},
        "groups": list(looks.GROUPS),
        "ramp": list(looks.RAMP),
        "red": looks.RED,
        "ink": looks.INK,
        "blue": looks.BLUE,
    }


def _panel(panel: Panel) -> dict[str, Any]:
    grid, values = panel.grid, panel.values
    return {
        "name": panel.name,
        "heading": panel.heading,
        "title": panel.title,
        "dtype": panel.dtype,
        "width": panel.width,
        "address": panel.address,
        "count": panel.count,
        "start": panel.start,
        "stop": panel.stop,
        "columns": grid.width,
        "rows": grid.height,
        "digits": [list(d) for d in grid.digits],
        "coords": [[c.name, [list(t) for t in c.terms]] for c in grid.coords],
        "undefined": undefined_runs(panel),
        "texts": None if values is None else list(values.texts),
        "bits": None
        if values is None or values.bits is None
        else [f"{int(b):0{2 * panel.width}x}" for b in values.bits],
        "tiles": [_tiles(t) for t in panel.tiles],
        "dims": [[d.field, d.label, d.value, d.unit_text, d.axis, d.low, d.high, d.broken] for d in panel.dimensions],
        "marks": [[m.code, m.severity, m.message, m.field, m.element] for m in panel.marks],
        "boxes": [[b.label, b.x, b.y, b.width, b.height] for b in panel.boxes],
    }


def undefined_runs(panel: Panel) -> list[list[int]]:
    """Runs [first, stop) of undefined elements; touched ones in between count as either, the Steps tell them apart."""
    kinds = panel.kinds
    missing = np.isin(kinds, [Kind.UNDEFINED, Kind.UNKNOWN] if panel.name == "src" else [Kind.UNDEFINED])
    settled = np.flatnonzero(missing | (kinds == Kind.UNTOUCHED) | (panel.name == "src"))
    state = missing[settled]
    edges = np.flatnonzero(np.diff(state.astype(np.int8), prepend=0, append=0))
    bounds = np.append(settled, kinds.size)[edges] + panel.start
    runs = bounds.reshape(-1, 2)[:MOST_RUNS]
    return [[int(a), int(b)] for a, b in runs]


def _step(step: Step) -> dict[str, Any]:
    return {
        "shape": list(step.shape),
        "dst": _access(step.dst),
        "src": _access(step.src),
        "quant": _access(step.quant),
        "fill": None if step.fill is None else f"{step.fill:x}",
        "pad": step.role is Role.PAD,
        "mode": step.convert.mode if step.convert else None,
    }


def _access(access: Access | None) -> list[Any] | None:
    return None if access is None else [access.offset, list(access.strides)]


def _tiles(tiles: Tiles) -> dict[str, Any]:
    return {
        "side": tiles.side,
        "columns": tiles.columns,
        "rows": tiles.rows,
        "main": _base64(tiles.main),
        "share": _base64(tiles.share),
    }


def _base64(data: Bytes) -> str:
    return base64.b64encode(data.tobytes()).decode()


def _pipelines(found: tuple[Pipeline, ...]) -> dict[str, Any]:
    """Stages by turn, equal ones once: {"modes", "rows": [[number of mode, stage...]], "turns": {order: row}}."""
    rows: dict[tuple[Any, ...], int] = {}
    turns: dict[str, int] = {}
    for pipeline in found:
        stages = tuple((s.name, s.type, s.value, s.parameter, s.bits) for s in pipeline.stages)
        turns[str(pipeline.arrow.order)] = rows.setdefault((pipeline.mode, *stages), len(rows))
    return {"rows": [[mode, *map(list, stages)] for mode, *stages in rows], "turns": turns}
