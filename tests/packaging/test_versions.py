"""The version is the same wherever it stands."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

import ascmove

ROOT = Path(__file__).parents[2]


def test_one_version() -> None:
    project = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert project is not None
    assert ascmove.__version__ == project[1] == citation["version"]


def test_changelog_names_it() -> None:
    assert f"## {ascmove.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
