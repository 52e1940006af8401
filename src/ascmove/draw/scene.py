"""Scene: everything that is to be seen of a transfer, as data. Each output draws the same scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from ascmove.draw.cells import Bytes, Cells
from ascmove.draw.grid import Axis, Grid
from ascmove.draw.tiles import Tiles
from ascmove.findings import Finding
from ascmove.plan import Plan


@dataclass(frozen=True)
class Dimension:
    """A dimension line outside the grid: from cell edge ``low`` to cell edge ``high`` along ``axis``.

    ``field`` is the parameter's full name (``src_slice_info[0].stride``), ``label`` the name that fits the picture.
    """

    field: str
    label: str
    value: int
    unit: str
    axis: Axis
    low: int
    high: int
    broken: bool = False

    @property
    def text(self) -> str:
        """Label, value and unit."""
        return f"{self.label} = {self.value} {self.unit_text}".rstrip()

    @property
    def unit_text(self) -> str:
        """The unit, in the singular for 1."""
        return self.unit.removesuffix("s") if self.value == 1 else self.unit


@dataclass(frozen=True)
class Mark:
    """A finding at the element it is about."""

    code: str
    severity: str
    message: str
    field: str
    element: int


@dataclass(frozen=True)
class Box:
    """A named rectangle of cells around a part of an operand, for example the declared rows of a padded matrix."""

    label: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Arrow:
    """Where one element goes: the turn's running number, and its elements on both sides."""

    order: int
    src: int
    dst: int


@dataclass(frozen=True, eq=False)
class Values:
    """Content of the shown elements: raw bit patterns (None where there are none) and readable text."""

    bits: npt.NDArray[Any] | None
    texts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Panel:
    """One operand, ``name`` "src" or "dst" for its part in the Plan, ``heading`` for people.

    ``kinds`` covers the elements ``start`` to ``stop``, of which the first ``count`` exist. ``cells`` is None where the
    transfer is too large to keep every turn; ``tiles`` then hold the overview. ``address`` is the byte address of
    element 0.
    """

    name: str
    heading: str
    title: str
    dtype: str
    width: int
    address: int
    count: int
    grid: Grid
    kinds: Bytes
    cells: Cells | None = None
    tiles: tuple[Tiles, ...] = ()
    values: Values | None = None
    dimensions: tuple[Dimension, ...] = ()
    marks: tuple[Mark, ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def start(self) -> int:
        """First element shown."""
        return self.grid.start

    @property
    def stop(self) -> int:
        """One past the last element shown."""
        return self.start + len(self.kinds)

    def byte(self, element: int) -> int:
        """Byte offset of an element from the start of the operand."""
        return element * self.width


@dataclass(frozen=True)
class StageView:
    """One value of the pipeline of an element; ``parameter`` is what the stage took from its word."""

    name: str
    type: str
    value: str
    parameter: str = ""
    bits: str = ""


@dataclass(frozen=True)
class Pipeline:
    """What becomes of one element on its way, from the source value to the stored bits."""

    mode: str
    arrow: Arrow
    stages: tuple[StageView, ...]


@dataclass(frozen=True)
class Field:
    """One parameter of the call as a line of text."""

    name: str
    value: str
    broken: bool = False


@dataclass(frozen=True, eq=False)
class Scene:
    """Panels, the Plan between them, and words. ``moved`` tells whether the values are those after the transfer.

    ``loops`` names the loops of the first Step, innermost first. ``pipelines`` hold the value pipelines that were
    worked out, by turn.
    """

    title: str
    product: str
    panels: tuple[Panel, ...]
    plan: Plan | None = None
    loops: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    findings: tuple[Finding, ...] = ()
    chosen: Arrow | None = None
    pipelines: tuple[Pipeline, ...] = ()
    cpp: str = ""
    moved: bool = False

    def panel(self, name: str) -> Panel:
        """The panel of an operand. Raises KeyError when the scene has none of that name."""
        return {p.name: p for p in self.panels}[name]

    @property
    def nest(self) -> str:
        """The Plan as a loop nest in words."""
        return self.plan.loop_nest() if self.plan else ""
