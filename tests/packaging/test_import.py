"""Loading the package is quick and silent."""

from __future__ import annotations

import subprocess
import sys

_CODE = """
import time
start = time.process_time()
{before}
middle = time.process_time()
import ascmove
print(middle - start, time.process_time() - start)
"""


def seconds(before: str = "") -> tuple[float, float]:
    """Processor seconds of ``before``, and of it together with the import; the best of some runs."""
    runs = [
        subprocess.run([sys.executable, "-c", _CODE.format(before=before)], capture_output=True, text=True, check=True)
        for _ in range(5)
    ]
    pairs = [[float(number) for number in run.stdout.split()] for run in runs]
    first, both = (min(numbers) for numbers in zip(*pairs, strict=True))
    return first, both


def test_import_is_quick() -> None:
    """Below 150 ms; on a slow or busy machine, at most twice what NumPy alone needs."""
    numpy, _ = seconds("import numpy")
    _, ours = seconds()
    assert ours < max(0.15, 2 * numpy)


def test_import_says_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import ascmove"],
        capture_output=True,
        text=True,
        check=True,
        env={"ASCMOVE_ENGINE": "numpy", "PATH": ""},
    )
    assert (done.stdout, done.stderr) == ("", "")
