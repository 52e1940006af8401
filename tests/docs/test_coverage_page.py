"""The page that maps the vendor's sentences to code and tests names only what exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from ascmove.rules.catalogue import catalogue
from tests.docs.blocks import ROOT

PAGE = ROOT / "docs" / "coverage-of-the-pages.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "`" in line
]
_QUOTED = re.compile(r"`([^`]+)`")


@cache
def names(path: Path) -> frozenset[str]:
    """Names that a module defines at its top level."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {t.id for t in targets if isinstance(t, ast.Name)}
    return frozenset(found)


def exists(place: str, below: Path) -> bool:
    """Whether `file::name` is there."""
    path, _, name = place.partition("::")
    return (below / path).is_file() and name in names(below / path)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row[:-2])[:60])
def test_row(row: list[str]) -> None:
    code, test = row[-2:]
    rules = [each for each in _QUOTED.findall(code) if re.fullmatch(r"[A-Z0]{2}[A-Z0-9]\d{3}", each)]
    assert set(rules) <= set(catalogue())
    for place in _QUOTED.findall(code):
        assert place in rules or exists(place, ROOT / "src" / "ascmove"), place
    tests = _QUOTED.findall(test)
    for place in tests:
        assert exists(place, ROOT / "tests"), place
    pair = "pair" in re.sub(r"`[^`]*`", "", test)
    assert tests or pair
    assert not pair or rules, "a pair belongs to a rule"
    for rule in rules if pair else []:
        assert list((ROOT / "src" / "ascmove" / "rules" / "examples").glob(f"{rule}_bad.yaml")), rule
