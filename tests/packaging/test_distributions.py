"""Source distribution and wheel: what they hold, and that they install with and without a compiler."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.conftest import ROOT, run

pytestmark = pytest.mark.packaging

_SHOW = """
import numpy as np, ascmove as am
from ascmove import engine
core = am.Core("ascend-950")
x, y = core.global_tensor(np.zeros(16, np.float32)), core.local_tensor("VECIN", "float", 16)
am.data_copy(y, x, 16), am.data_copy(y, x, 8)
print(engine.name())
"""


def sdist(distributions: Path) -> Path:
    return next(distributions.glob("*.tar.gz"))


def wheel(distributions: Path) -> Path:
    return next(distributions.glob("*.whl"))


def test_source_distribution_holds_the_sources(distributions: Path) -> None:
    with tarfile.open(sdist(distributions)) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    for path in (
        "pyproject.toml",
        "CMakeLists.txt",
        "LICENSE",
        "README.md",
        "src/ascmove/core.py",
        "native/module.cpp",
    ):
        assert path in names
    assert not [n for n in names if n.endswith((".so", ".pyc", ".o")) or n.startswith((".venv", "build/", "site/"))]


def test_wheel_holds_the_package_and_its_data(distributions: Path, project: Path) -> None:
    names = set(zipfile.ZipFile(wheel(distributions)).namelist())
    package = project / "src" / "ascmove"
    kept = {f"ascmove/{p.relative_to(package)}" for p in package.rglob("*") if p.is_file()}
    assert kept <= names
    assert any(name.startswith("ascmove/_native.") and not name.endswith(".pyi") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "docs/", "native/"))]


def test_wheel_installs_and_runs(distributions: Path, environment: Path, tmp_path: Path) -> None:
    run(environment / "pip", "install", "-q", wheel(distributions), cwd=tmp_path)
    done = run(environment / "python", "-c", _SHOW, cwd=tmp_path)
    assert (done.stdout.strip(), done.stderr) == ("native", "")
    run(environment / "ascmove", "run", ROOT / "examples" / "cases" / "slice_gm_to_ub.yaml", cwd=tmp_path)


def test_without_a_compiler_numpy_runs_and_says_so_once(distributions: Path, environment: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "env", "uname"):  # what pip and CMake need; no compiler
        if found := shutil.which(name):
            (tools / name).symlink_to(found)
    path = {"PATH": f"{environment}:{tools}"}
    run(environment / "pip", "install", "-q", sdist(distributions), cwd=tmp_path, **path)

    done = run(environment / "python", "-c", _SHOW, cwd=tmp_path, **path)
    assert done.stdout.strip() == "numpy"
    assert done.stderr.count("NumPy engine") == 1
    quiet = run(environment / "python", "-c", _SHOW, cwd=tmp_path, ASCMOVE_ENGINE="numpy", **path)
    assert quiet.stderr == ""
    case = ROOT / "examples" / "cases" / "slice_gm_to_ub.yaml"
    assert run(environment / "ascmove", "run", case, cwd=tmp_path, **path).stderr.count("NumPy engine") == 1
