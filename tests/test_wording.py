"""Numbers of things in sentences: one row, two rows."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import ascmove as am
from ascmove.findings.wording import differing, several, span

TOLD = Path(__file__).parent / "rules" / "told.txt"
_THINGS = "elements|rows|columns|entries|loops|batches|bursts|words|blocks|fractals|lengths|copies|gaps|turns"
_ONE = re.compile(rf"(?<![\w.,<>=+*x-])\b1 ({_THINGS})\b")


def test_numbers_of_things() -> None:
    assert [several(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert [several(2, thing) for thing in ("batch", "entry", "axis")] == ["2 batches", "2 entries", "2 axes"]
    assert [span(2, 2, "batch"), span(2, 3, "batch")] == ["batch 2", "batches 2 to 3"]
    assert [differing(1, 1), differing(2, 2)] == ["1 of 1 element differs", "2 of 2 elements differ"]


def test_findings_count_as_people_do() -> None:
    text = TOLD.read_text(encoding="utf-8")
    assert _ONE.findall(text) == []
    assert not re.search(r"\w+s (\d+) to \1\b", text)


@pytest.mark.parametrize("wrong", [1, 2])
def test_results_count_as_people_do(wrong: int) -> None:
    good = np.zeros(4, np.float32)
    bad = good.copy()
    bad[:wrong] = 1
    lines = am.compare(bad, good).lines()
    assert lines[0] == f"{wrong} of 4 elements {'differs' if wrong == 1 else 'differ'}"
