"""Optional features: each extra can be imported where it is installed, and says what to install where it is not."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASE = "examples/cases/slice_gm_to_ub.yaml"
KERNEL = "tests/reading/kernels/class_members.cpp"

#: extra: the module it brings, and what needs it
NEEDS = {
    "viz": ("resvg_py", f"main(['draw', '{CASE}', '--out', 'FOLDER/x.png'])"),
    "serve": ("starlette", "main(['serve', '--no-browser'])"),
    "cpp": ("tree_sitter", f"main(['read', '{KERNEL}'])"),
    "test": ("hypothesis", "import ascmove.strategies"),
}


def declared() -> set[str]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table = text.split("[project.optional-dependencies]\n")[1].split("\n[")[0]
    return set(re.findall(r"^([\w-]+) = ", table, re.MULTILINE))


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_all_extras_are_declared() -> None:
    assert {"viz", "serve", "cpp", "torch", "docs", "dev", "test"} <= declared()


@pytest.mark.parametrize("extra", NEEDS)
def test_extra_is_there(extra: str) -> None:
    module, _ = NEEDS[extra]
    assert find_spec(module), f"the tests need the extra {extra}"


@pytest.mark.parametrize("extra", NEEDS)
def test_missing_extra_names_itself(extra: str, tmp_path: Path) -> None:
    """One line that can be pasted, and no traceback from a command."""
    module, use = NEEDS[extra]
    hide = f"import sys; sys.modules[{module!r}] = None; from ascmove.cli import main\n"
    done = python(hide + use.replace("FOLDER", tmp_path.as_posix()))
    assert done.returncode != 0
    assert f"pip install 'ascmove[{extra}]'" in done.stderr, done.stderr
    if "main(" in use:
        assert "Traceback" not in done.stderr
