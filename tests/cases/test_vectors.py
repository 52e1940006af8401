"""Every reference vector, bit for bit: one case file each, with the whole expected destination."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascmove.cases import Case

VECTORS = Path(__file__).parents[1] / "vectors"
FILES = sorted(VECTORS.rglob("*.yaml"))


def test_vectors_are_here() -> None:
    found = {folder.name: len(list(folder.glob("*.yaml"))) for folder in VECTORS.iterdir() if folder.is_dir()}
    assert found == {"enhanced": 127, "l0c2gm": 147, "nddma": 72, "slice": 50}


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_vector(path: Path) -> None:
    case = Case.load(path)
    assert case.expect is not None
    run = case.run()
    assert not run.broken, [f.message for f in run.findings]
    assert not run.differences, "\n".join(run.differences.lines())
    assert run.ok
