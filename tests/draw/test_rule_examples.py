"""Every example of a broken rule can be drawn, with each finding at an element of its picture."""

from __future__ import annotations

from importlib.resources import files

import pytest

from ascmove.cases import Case
from ascmove.cases.reading import parse
from ascmove.draw import to_html, to_svg
from ascmove.serve.pictures import case_scene

ROOM = files("ascmove") / "rules" / "examples"
BROKEN = sorted(f.name for f in ROOM.iterdir() if f.name.endswith("_bad.yaml"))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_call_is_drawn_with_its_findings(name: str) -> None:
    seen = case_scene(Case.from_dict(parse((ROOM / name).read_text("utf-8"))))
    marked = sorted(mark.code for panel in seen.panels for mark in panel.marks)
    assert marked == sorted(f.code for f in seen.findings)
    for panel in seen.panels:
        assert all(panel.start <= mark.element < panel.stop for mark in panel.marks)
    assert len(to_html(seen)) < 400_000
    drawing = to_svg(seen, shown="none")
    assert all(f.code in drawing for f in seen.findings)
