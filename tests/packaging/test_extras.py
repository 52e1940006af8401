"""Optional features: each extra can be imported where it is installed, and says what to install where it is not."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ascmove import engine

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


#: extra: modules of the tools that only the project's own sessions use
TOOLS = {"docs": ("mkdocs", "mkdocstrings"), "dev": ("mypy", "ruff", "codespell_lib", "build", "pre_commit")}


def declared() -> set[str]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table = text.split("[project.optional-dependencies]\n")[1].split("\n[")[0]
    return set(re.findall(r"^([\w-]+) = ", table, re.MULTILINE))


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_all_extras_are_declared_and_tried() -> None:
    assert declared() == {*NEEDS, *TOOLS, "torch", "browser"}


@pytest.mark.parametrize(("extra", "module"), [(extra, module) for extra in TOOLS for module in TOOLS[extra]])
def test_tools_of_the_project_belong_to_an_extra(extra: str, module: str) -> None:
    """Tools are no part of the package, so nothing asks for them but the sessions, which install the extra."""
    sessions = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    assert re.search(rf'"-e", "\.\[(\w+,)*{extra}(,\w+)*\]"', sessions), f"no session installs {extra}"
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed: pip install 'ascmove[{extra}]'")


def test_torch_is_left_out_with_a_hint() -> None:
    """Nothing needs torch but who has tensors of it; the benchmark times it where it is there."""
    if "native" not in engine.available():
        pytest.skip("the native engine was not built")
    hide = "import sys; sys.modules['torch'] = None\n"
    done = python(
        f"{hide}from ascmove.cli import main; main(['bench', '--only', 'tile 32', '--rounds', '1', '--others'])"
    )
    assert done.stderr == "note: torch is left out: pip install 'ascmove[torch]'\n"
    assert "times the native engine" in done.stdout


def test_browser_tests_are_skipped_with_a_hint() -> None:
    hide = "import sys; sys.modules['playwright'] = None; import pytest; "
    done = python(f"{hide}pytest.main(['-q', '-p', 'no:cacheprovider', 'tests/browser/test_notebook.py'])")
    assert "pip install 'ascmove[browser]'" in done.stdout
    assert " passed" not in done.stdout


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
