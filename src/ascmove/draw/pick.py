"""Pick: the scene of whatever is to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

import ascmove.te as te
from ascmove.calls import Call
from ascmove.draw.compose import call_scene
from ascmove.draw.layouts import layout_scene, memory_scene, tensor_scene
from ascmove.draw.plans import plan_scene
from ascmove.draw.scene import Scene
from ascmove.errors import BadArgument
from ascmove.findings import Finding
from ascmove.layouts import Layout
from ascmove.moves.transfer import Transfer, diagnose_call
from ascmove.plan import Plan
from ascmove.tensors import Tensor


def scene(what: object, *, findings: Sequence[Finding] | None = None, element: int | None = None) -> Scene:
    """The scene of a Transfer, a Call, a Plan, a Layout, a Tensor API tensor or a tensor of a core.

    ``findings`` replace those of a Transfer or Call; ``element`` is the destination element whose arrow and value
    pipeline are drawn. Raises BadArgument for anything else.

    >>> from ascmove.layouts import make_frame_layout
    >>> [panel.heading for panel in scene(make_frame_layout("NZ", 32, 32)).panels]
    ['matrix', 'memory']
    """
    return _scene(what, findings, element)


@singledispatch
def _scene(what: Any, findings: Sequence[Finding] | None, element: int | None) -> Scene:
    raise BadArgument(f"a {type(what).__name__} cannot be drawn; Transfers, Calls, Plans, Layouts and tensors can")


@_scene.register
def _(what: Transfer, findings: Sequence[Finding] | None, element: int | None) -> Scene:
    found = what.findings if findings is None else findings
    return call_scene(what.call, what.plan, found, moved=True, element=element)


@_scene.register
def _(what: Call, findings: Sequence[Finding] | None, element: int | None) -> Scene:
    return call_scene(what, None, diagnose_call(what) if findings is None else findings, element=element)


@_scene.register
def _(what: Plan, findings: Sequence[Finding] | None, element: int | None) -> Scene:
    return plan_scene(what, element)


@_scene.register
def _(what: Layout, findings: Sequence[Finding] | None, element: int | None) -> Scene:
    return layout_scene(what)


@_scene.register
def _(what: te.Tensor, findings: Sequence[Finding] | None, element: int | None) -> Scene:
    return tensor_scene(what)


@_scene.register
def _(what: Tensor, findings: Sequence[Finding] | None, element: int | None) -> Scene:
    return memory_scene(what)
