"""An installation without a native engine that fits: one notice, the same bits, and a refusal of what is not there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ascmove import engine

HIDE = "import sys; sys.modules['ascmove._native'] = None\n"
OLD = """
import sys, types
old = sys.modules['ascmove._native'] = types.ModuleType('ascmove._native')
for name in ('Plan', 'copy_by_library', 'copy_by_streaming', 'level', 'levels', 'set_limits'):
    setattr(old, name, type('Plan', (), {'add_copy': None, 'add_fill': None, 'require_words': None, 'run': None}))
"""
LACKING = "cannot be used: it is of another version of ascmove and lacks use_level, tuning, use_tuning, add_convert"
RUN = """
import numpy as np, ascmove as am
from ascmove import engine
core = am.Core("ascend-950")
x, y = core.global_tensor(np.arange(16, dtype=np.float32)), core.local_tensor("VECIN", "float", 16)
am.data_copy(y, x, 16), am.data_copy(y, x, 8)
print(engine.available(), engine.name(), y.to_numpy().sum())
"""


def python(code: str, *flags: str, before: str = HIDE) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "ASCMOVE_ENGINE"}
    command = [sys.executable, *flags, "-c", before + code]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_one_notice_at_the_first_run() -> None:
    done = python(RUN)
    assert done.stdout.split("\n")[0] == "('numpy',) numpy 120.0"
    assert done.stderr.count("ascmove runs on its NumPy engine: the native extension was not built") == 1


def test_an_extension_of_another_version_is_left_alone() -> None:
    done = python(RUN, before=OLD)
    assert done.stdout.split("\n")[0] == "('numpy',) numpy 120.0"
    assert done.stderr.count(f"ascmove runs on its NumPy engine: the native extension {LACKING}") == 1
    done = python("from ascmove import engine; engine.use('native')", before=OLD)
    assert f"BadArgument: the native engine {LACKING}" in done.stderr
    done = python("from ascmove.cli import main; main(['--version'])", before=OLD)
    assert f"engine     numpy; the native engine {LACKING}" in done.stdout


def test_native_cannot_be_asked_for() -> None:
    done = python("from ascmove import engine; engine.use('native')")
    assert "BadArgument: the native engine was not built" in done.stderr
    assert "install ascmove on a machine with a C++ compiler" in done.stderr


def test_the_commands_say_so() -> None:
    done = python("from ascmove.cli import main; main(['run', 'examples/cases/slice_gm_to_ub.yaml'])")
    assert done.stderr.startswith("note: ascmove runs on its NumPy engine: the native extension was not built (set ")
    assert done.stderr.count("\n") == 1
    done = python("from ascmove.cli import main; main(['--version'])")
    assert "engine     numpy; the native engine was not built" in done.stdout
    done = python("from ascmove.cli import main; main(['bench'])")
    assert (done.returncode, done.stderr) == (
        2,
        "error: the native engine was not built, so there is nothing to time\n",
    )


@pytest.mark.skipif("native" not in engine.available(), reason="the native engine was not built")
def test_an_extension_without_short_ways_runs_plans() -> None:
    code = RUN + "from ascmove.engine import quick\nprint(quick.native)"
    done = python(code, before="import ascmove._native as old\ndel old.Fields\n")
    assert (done.stdout, done.stderr) == ("('numpy', 'native') native 120.0\nNone\n", "")
