"""The figures of the documentation are what the model draws today."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOM = Path(__file__).parents[2] / "docs" / "figures"


def _module() -> ModuleType:
    spec = spec_from_file_location("make_figures", ROOM / "make_figures.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = _module()


@pytest.mark.parametrize("name", MAKER.FIGURES)
def test_figures_are_up_to_date(name: str) -> None:
    drawn = MAKER.draw(MAKER.FIGURES[name])
    assert (ROOM / f"{name}.svg").read_text("utf-8") == drawn, "run docs/figures/make_figures.py"


def test_no_figure_is_left_over() -> None:
    assert {f.stem for f in ROOM.glob("*.svg")} == set(MAKER.FIGURES)


@pytest.mark.parametrize("file", sorted(ROOM.glob("*.svg")), ids=lambda f: f.stem)
def test_figures_are_whole_and_self_contained(file: Path) -> None:
    text = file.read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    addresses = [part for part in text.split('"') if "://" in part]
    assert addresses == ["http://www.w3.org/2000/svg"]
    assert len(text) < 150_000
