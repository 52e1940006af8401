"""Loading the package is light and silent."""

from __future__ import annotations

import subprocess
import sys


def test_import_loads_few_modules() -> None:
    """What an import costs is what it loads: hardly more than NumPy itself, nothing that the rooms load on use."""
    code = "import sys, numpy; before = set(sys.modules); import ascmove; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert len(loaded) < 150
    assert not any(
        name.startswith(("ascmove.layouts", "ascmove.te.", "ascmove.cases", "ascmove.draw")) for name in loaded
    )


def test_import_says_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import ascmove"],
        capture_output=True,
        text=True,
        check=True,
        env={"ASCMOVE_ENGINE": "numpy", "PATH": ""},
    )
    assert (done.stdout, done.stderr) == ("", "")
