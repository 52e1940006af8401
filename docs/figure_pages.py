"""The page of all figures, with the caption of each and the case that it is drawn from."""

from __future__ import annotations

import importlib.util
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from pieces import paragraphs

FIGURES = Path(__file__).parent / "figures"


def figures_page() -> str:
    """Every figure under its caption; the case behind it is folded away."""
    sections = []
    for name, figure in _drawings().FIGURES.items():
        case = (files("ascmove") / "serve" / "examples" / f"{figure.case}.yaml").read_text("utf-8").rstrip()
        folded = "\n".join(f"    {line}" for line in f"```yaml\n{case}\n```".splitlines())
        sections.append(
            f'## {figure.caption}\n\n![{figure.caption}](figures/{name}.svg)\n\n??? note "The case"\n\n{folded}'
        )
    return paragraphs(
        "# Figures",
        "What the vendor's pages show in pictures, and more. Each is drawn from a case, as `ascmove draw CASE` does. "
        "A test draws them again, so figure and code cannot disagree.",
        *sections,
    )


def _drawings() -> ModuleType:
    """The module that draws the figures; it stands beside them."""
    spec = importlib.util.spec_from_file_location("make_figures", FIGURES / "make_figures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
