"""Colouring: which colour a moved element gets, by group or by its place on a ramp."""

from __future__ import annotations

from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from ascmove.draw.cells import Cells, Ints
from ascmove.draw.looks import GROUPS, ramp
from ascmove.draw.scene import Panel, Scene
from ascmove.errors import BadArgument, nearest_name

Colouring = Literal["burst", "fractal", "order", "value"] | str  # or "loop:NAME"


def colourings(scene: Scene) -> tuple[str, ...]:
    """The colourings that mean something for a scene."""
    loops = tuple(f"loop:{name}" for name in scene.loops)
    fractal = ("fractal",) if _fractal_panel(scene) else ()
    value = ("value",) if any(p.values for p in scene.panels) else ()
    return ("burst", *fractal, *loops, "order", *value)


def colours(scene: Scene, panel: Panel, by: str) -> list[str]:
    """The colour of each shown element as if it were moved. Raises BadArgument for an unknown colouring.

    Needs the exact cells of the panel.
    """
    if by not in colourings(scene):
        raise BadArgument(f"colour {by!r}{nearest_name(by, colourings(scene))}")
    cells = cast(Cells, panel.cells)
    if by == "order":
        total = max(1, scene.plan.elements_written - 1) if scene.plan else 1
        return _ramped(cells.order / total)
    if by == "value":
        return _ramped(_value_shares(scene, panel))
    return [GROUPS[number % len(GROUPS)] for number in groups(scene, panel, by).tolist()]


def groups(scene: Scene, panel: Panel, by: str) -> Ints:
    """The number of the group of each shown element, -1 where no turn touches it."""
    cells = cast(Cells, panel.cells)
    if by == "fractal":
        return _fractals(scene, panel, cells)
    found = np.full(cells.order.size, -1, np.int64)
    bursts = first = 0
    for number, step in enumerate(scene.plan.steps if scene.plan else ()):
        mine = cells.step == number
        turn = cells.order[mine] - first
        if by == "burst":
            found[mine] = bursts + turn // step.shape[0]
        else:
            k = scene.loops.index(by.removeprefix("loop:"))
            weight = int(np.prod(step.shape[:k], dtype=np.int64))
            found[mine] = turn // weight % step.shape[k] if k < len(step.shape) else 0
        first += step.elements
        bursts += step.elements // step.shape[0]
    return found


def _fractal_panel(scene: Scene) -> Panel | None:
    return next((p for p in scene.panels if any(d.border == "fractal" for d in p.grid.digits)), None)


def _fractals(scene: Scene, panel: Panel, cells: Cells) -> Ints:
    """Fractal of the side that has fractals: the source's where both have."""
    owner = cast(Panel, _fractal_panel(scene))
    here = np.arange(panel.start, panel.stop)
    element = here if owner is panel else cells.partner
    digits = owner.grid.digits
    first = next(k for k, d in enumerate(digits) if d.border == "fractal")
    number: Any = 0
    for digit, value in list(zip(digits, owner.grid.values(np.maximum(element, 0)), strict=True))[: first - 1 : -1]:
        number = number * digit.size + value
    return np.where(element < 0, -1, number)


def _value_shares(scene: Scene, panel: Panel) -> npt.NDArray[np.float64]:
    every = [_numbers(p) for p in scene.panels]
    finite = np.concatenate([n[np.isfinite(n)] for n in every])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    found = (_numbers(panel) - low) / (high - low or 1.0)
    return np.nan_to_num(found, nan=0.0, posinf=1.0, neginf=0.0)


def _numbers(panel: Panel) -> npt.NDArray[np.float64]:
    found = np.full(panel.stop - panel.start, np.nan)
    for k, text in enumerate(panel.values.texts if panel.values else ()):
        try:
            found[k] = float(text)
        except ValueError:
            continue  # a complex number or an element that was never written has no place on the ramp
    return found


def _ramped(shares: npt.NDArray[np.float64]) -> list[str]:
    table = [ramp(k / 255) for k in range(256)]
    return [table[k] for k in np.clip(shares * 255, 0, 255).astype(int).tolist()]
