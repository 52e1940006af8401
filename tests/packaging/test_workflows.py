"""The hosted workflows run sessions that exist, on the Pythons that the project says it supports."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yaml"))
NOXFILE = (ROOT / "noxfile.py").read_text(encoding="utf-8")


def pythons() -> list[str]:
    found = re.search(r"^PYTHONS = \[(.+)\]$", NOXFILE, re.MULTILINE)
    assert found is not None
    return re.findall(r"3\.\d+", found[1])


def test_sessions_exist() -> None:
    sessions = set(re.findall(r"^def (\w+)\(session", NOXFILE, re.MULTILINE))
    used = {name for path in WORKFLOWS for name in re.findall(r"nox -s (\w+)", path.read_text(encoding="utf-8"))}
    assert used
    assert used <= sessions


def test_the_matrix_is_that_of_the_sessions() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yaml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == pythons()


def test_wheels_are_built_for_the_same_pythons() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert [f"cp{p.replace('.', '')}-*" for p in pythons()] == re.findall(r'"(cp3\d+-\*)"', project)
    assert f'requires-python = ">={pythons()[0]}"' in project
