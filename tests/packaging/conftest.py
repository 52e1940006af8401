"""What the slow tests of this folder share: the built distributions. They run with ``pytest -m packaging`` only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "site", "__pycache__", "*.so", "*.egg-info")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a clean environment; its whole output is in the failure."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCMOVE", "PYTEST", "PYTHON", "COV"))}
    done = subprocess.run(
        [str(c) for c in command], cwd=cwd, env={**kept, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project as it is in a fresh clone."""
    folder = tmp_path_factory.mktemp("project") / "ascmove"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    return folder


@pytest.fixture(scope="session")
def distributions(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, project, cwd=project)
    return folder


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The programs of a new virtual environment."""
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    return tmp_path / "venv" / "bin"
