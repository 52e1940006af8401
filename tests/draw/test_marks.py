"""Where a finding is marked in the picture: the element it is about."""

from __future__ import annotations

import pytest

from ascmove.cases import Case
from ascmove.serve.pictures import case_scene
from tests.docs.blocks import ROOT

EXAMPLES = ROOT / "src" / "ascmove" / "rules" / "examples"


def marked(code: str) -> tuple[int, int]:
    """Panel and element of the mark of this code in its breaking example."""
    scene = case_scene(Case.load(EXAMPLES / f"{code}_bad.yaml"), "strict", "device", None)
    (found,) = [(k, m.element) for k, panel in enumerate(scene.panels) for m in panel.marks if m.code == code]
    return found


@pytest.mark.parametrize(
    ("code", "place"),
    [("NDD015", (1, 34)), ("NDD016", (1, 0)), ("NDD017", (1, 4)), ("TEN008", (0, 1279)), ("TEN009", (1, 72))],
)
def test_mark(code: str, place: tuple[int, int]) -> None:
    """A stride at the end of its line, what leaves a tensor at the first element behind its end."""
    assert marked(code) == place
