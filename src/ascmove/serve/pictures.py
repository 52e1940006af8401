"""Pictures of cases: run a case and describe what is to be seen."""

from __future__ import annotations

from contextlib import suppress

from ascmove.cases import Case
from ascmove.core import Limits, Mode
from ascmove.draw.compose import call_scene
from ascmove.draw.scene import Scene
from ascmove.errors import CaseError


def case_scene(case: Case, mode: Mode = "strict", limits: Limits = "device", element: int | None = None) -> Scene:
    """The scene of a case: after the transfer, or before it where a rule is broken.

    ``element`` is the destination element whose arrow and value pipeline are drawn. Raises CaseError.
    """
    done = case.run(mode=mode, limits=limits)
    if done.transfer is not None:
        return call_scene(done.setup.call, done.transfer.plan, done.findings, moved=True, element=element)
    with suppress(CaseError):  # what is too large to be held is drawn without values
        done.setup.load_global()
    return call_scene(done.setup.call, None, done.findings, element=element)
