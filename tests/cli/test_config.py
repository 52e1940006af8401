"""`[tool.ascmove]`: found upwards from the first case, replaced by the command line, checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascmove.cli.config import project_settings
from tests.cli.conftest import Command


def test_settings_of_the_nearest_project(ascmove: Command, folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.ascmove]\nignore = ["TEN009"]\nseverity = "error"\n')
    inner = folder / "a" / "b"
    inner.mkdir(parents=True)
    (folder / "a" / "pyproject.toml").write_text("[tool.ruff]\n")  # no section of ours: the search goes on
    (inner / "broken.yaml").write_text((folder / "broken.yaml").read_text())
    assert ascmove("check", inner / "broken.yaml").out.splitlines()[1].endswith("TEN008")
    assert ascmove("check", inner / "broken.yaml", "--ignore", "NDD").out.splitlines()[1].endswith("TEN008 TEN009")
    assert ascmove("check", folder).out.splitlines()[-1] == "4 cases, 2 errors, 0 warnings, 0 notes, 3 ignored"


def test_mode_of_the_project(ascmove: Command, folder: Path) -> None:
    source = Path(__file__).parents[2] / "src" / "ascmove" / "rules" / "examples" / "ENH027_bad.yaml"
    (folder / "bits.yaml").write_text(source.read_text())
    assert ascmove("run", "bits.yaml").status == 1
    (folder / "pyproject.toml").write_text('[tool.ascmove]\nmode = "relaxed"\n')
    assert ascmove("run", "bits.yaml").status == 0
    assert ascmove("run", "bits.yaml", "--mode", "strict").status == 1


def test_defaults_without_a_project(folder: Path) -> None:
    settings = project_settings(folder / "good.yaml")
    assert (settings.severity, settings.mode, settings.selection.keeps("NDD001")) == ("note", "strict", True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[tool.ascmove]\nignor = ["TEN"]\n', "[tool.ascmove]: unknown key 'ignor'; did you mean 'ignore'?"),
        ('[tool.ascmove]\nignore = "TEN"\n', "[tool.ascmove]: ignore is a list of codes"),
        ("[tool.ascmove]\nignore = [1]\n", "[tool.ascmove]: ignore is a list of codes"),
        ('[tool.ascmove]\nselect = ["TEN999"]\n', "[tool.ascmove]: select: no rule begins with 'TEN999'"),
        (
            '[tool.ascmove]\nseverity = "fatal"\n',
            "[tool.ascmove]: severity: unknown value 'fatal'; known: error, warning, note",
        ),
        ("[tool.ascmove]\nmode = 3\n", "[tool.ascmove]: mode: unknown value '3'; known: strict, relaxed"),
        ("[tool]\nascmove = 3\n", "tool.ascmove is not a table"),
        ("[tool.ascmove\n", "cannot be read"),
    ],
)
def test_broken_settings(ascmove: Command, folder: Path, text: str, message: str) -> None:
    (folder / "pyproject.toml").write_text(text)
    result = ascmove("check", "good.yaml")
    assert result.status == 2
    assert message in result.err
