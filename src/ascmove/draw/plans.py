"""Plans: the scene of a Plan alone, without operands, values or names of parameters."""

from __future__ import annotations

from ascmove.draw.cells import Side, exact_cells, is_exact, kind_map
from ascmove.draw.compose import chosen_turn, drawable
from ascmove.draw.grid import Grid
from ascmove.draw.scene import Arrow, Panel, Scene
from ascmove.draw.tiles import tile_maps
from ascmove.draw.views import View, plan_view
from ascmove.errors import NotModelled
from ascmove.findings.wording import several
from ascmove.plan import Plan


def plan_scene(plan: Plan, element: int | None = None) -> Scene:
    """Rows and planes by the Plan's strides. Raises NotModelled for a Plan that reaches too far for a picture."""
    if drawable(plan) is None:
        raise NotModelled("the plan reaches too far for a picture")
    reach = (plan.src_extent.stop // plan.src_type.width, plan.dst_extent.stop // plan.dst_type.width)
    view = plan_view(plan, *reach)
    panels = tuple(
        _panel(side, plan, view, stop)  # type: ignore[arg-type]
        for side, stop in zip(("src", "dst"), reach, strict=True)
        if stop
    )
    chosen = chosen_turn(plan, element)
    arrow = None if chosen is None else Arrow(chosen.order, chosen.src, chosen.dst)
    title = f"{plan.src_type} -> {plan.dst_type}, {several(plan.elements_written, 'element')}"
    return Scene(title, "plan", panels, plan, plan.loops, chosen=arrow, cpp=plan.to_cpp())


def _panel(side: Side, plan: Plan, view: View, stop: int) -> Panel:
    kind = plan.src_type if side == "src" else plan.dst_type
    grid = Grid.of(view.levels(side), 0, stop)
    kinds = kind_map(plan, side, 0, stop, None)
    exact = is_exact(plan, stop)
    return Panel(
        name=side,
        heading="source" if side == "src" else "destination",
        title=f"{kind}[{stop}]",
        dtype=kind.name,
        width=kind.width,
        address=0,
        count=stop,
        grid=grid,
        kinds=kinds,
        cells=exact_cells(plan, side, 0, kinds) if exact else None,
        tiles=() if exact else tile_maps(grid, 0, kinds),
    )
