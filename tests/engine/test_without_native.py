"""An installation without the native engine: one notice, the same bits, and a refusal of what is not there."""

from __future__ import annotations

import subprocess
import sys

HIDE = "import sys; sys.modules['ascmove._native'] = None\n"
RUN = """
import numpy as np, ascmove as am
from ascmove import engine
core = am.Core("ascend-950")
x, y = core.global_tensor(np.arange(16, dtype=np.float32)), core.local_tensor("VECIN", "float", 16)
am.data_copy(y, x, 16), am.data_copy(y, x, 8)
print(engine.available(), engine.name(), y.to_numpy().sum())
"""


def python(code: str, *flags: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *flags, "-c", HIDE + code], capture_output=True, text=True, check=False)


def test_one_notice_at_the_first_run() -> None:
    done = python(RUN)
    assert done.stdout.split("\n")[0] == "('numpy',) numpy 120.0"
    assert done.stderr.count("ascmove runs on its NumPy engine: the native extension was not built") == 1


def test_native_cannot_be_asked_for() -> None:
    done = python("from ascmove import engine; engine.use('native')")
    assert "BadArgument: the native engine was not built" in done.stderr
    assert "install ascmove on a machine with a C++ compiler" in done.stderr


def test_the_commands_say_so() -> None:
    done = python("from ascmove.cli import main; main(['--version'])")
    assert "engine     numpy; the native engine was not built" in done.stdout
    done = python("from ascmove.cli import main; main(['bench'])")
    assert (done.returncode, done.stderr) == (
        2,
        "error: the native engine was not built, so there is nothing to time\n",
    )
