"""Loading the package is light and silent; its public names come when they are asked for."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

import ascmove as am

ROOT = Path(__file__).parents[2]


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_import_loads_nothing_else() -> None:
    loaded = python("import sys; before = set(sys.modules); import ascmove; print(*sorted(set(sys.modules) - before))")
    assert [name for name in loaded.split() if name.startswith("ascmove")] == ["ascmove"]
    assert "numpy" not in loaded.split()


def test_the_first_copy_loads_few_modules() -> None:
    """What it costs is what it loads: hardly more than NumPy itself, nothing that the rooms load on use."""
    code = (
        "import sys, numpy; before = set(sys.modules); import ascmove as am; am.Core, am.data_copy;"
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = python(code).split()
    assert len(loaded) < 150
    assert not any(
        name.startswith(("ascmove.layouts", "ascmove.te.", "ascmove.cases", "ascmove.draw")) for name in loaded
    )


def test_import_says_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import ascmove; ascmove.Core"],
        capture_output=True,
        text=True,
        check=True,
        env={"ASCMOVE_ENGINE": "numpy", "PATH": ""},
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_every_public_name_has_a_home_and_a_type() -> None:
    """`__all__`, the homes of the names and what type checkers read say the same."""
    tree = ast.parse((ROOT / "src" / "ascmove" / "__init__.py").read_text(encoding="utf-8"))
    (typed,) = (
        node.body for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    seen = {alias.name: node.module for node in typed if isinstance(node, ast.ImportFrom) for alias in node.names}
    rooms = {name for name, module in seen.items() if module == "ascmove"}
    assert seen == {**am._HOME, **dict.fromkeys(rooms, "ascmove")}
    assert sorted(am.__all__) == sorted(seen)
    assert all(name in dir(am) for name in am._HOME)
    assert all(getattr(am, name) is not None for name in am.__all__)


def test_help_needs_no_extra() -> None:
    shown = python("import sys; sys.modules['hypothesis'] = None; import pydoc; print(pydoc.render_doc('ascmove'))")
    assert "data_copy(" in shown


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'ascmove' has no attribute 'data_kopy'"):
        getattr(am, "data_kopy")  # noqa: B009  # a type checker knows that it is not there
    assert not any(hasattr(am, name) for name in ("", "a.b", "calls.nope", ".os", "x y"))


def test_threads_may_ask_for_names_at_once() -> None:
    code = (
        "import sys, ascmove as am; from threading import Barrier, Thread; sys.setswitchinterval(1e-5)\n"
        "names, start, found = [name for name in am.__all__ if name != 'strategies'], Barrier(16), []\n"
        "def ask(k): start.wait(); found.append([getattr(am, name) for name in names[k:] + names[:k]])\n"
        "threads = [Thread(target=ask, args=(2 * k,)) for k in range(16)]\n"
        "for t in threads: t.start()\n"
        "for t in threads: t.join()\n"
        "print(len(found))"
    )
    assert [python(code).strip() for _ in range(3)] == ["16"] * 3


def test_a_thread_that_imports_a_room_does_not_wait_for_one_that_asks_for_a_name() -> None:
    """One holds a module, the other the front door: nobody waits for both."""
    code = (
        "import sys, threading, ascmove\n"
        "begun, asked = threading.Event(), threading.Event()\n"
        "class Slow:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'ascmove.compare.classes' and threading.current_thread().name == 'room':\n"
        "            begun.set(); asked.wait()\n"
        "sys.meta_path.insert(0, Slow())\n"
        "def room(): import ascmove.compare\n"
        "def name():\n"
        "    begun.wait(); threading.Timer(0.2, asked.set).start(); ascmove.compare\n"
        "threads = [threading.Thread(target=f, name=f.__name__, daemon=True) for f in (room, name)]\n"
        "for t in threads: t.start()\n"
        "for t in threads: t.join(10)\n"
        "print(*(t.is_alive() for t in threads))"
    )
    assert python(code).split() == ["False", "False"]


def test_the_house_does_not_ask_its_own_front_door() -> None:
    """`from ascmove import formats` inside of the package would wait for a thread that asks for a name."""
    front = ROOT / "src" / "ascmove" / "__init__.py"
    for path in {*front.parent.rglob("*.py")} - {front}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "ascmove":
                assert [alias.name for alias in node.names] == ["__version__"], path


@pytest.mark.parametrize("name", ["plan", "rules", "compare"])
def test_a_loaded_room_does_not_hide_the_function_of_its_name(name: str) -> None:
    shown = python(f"import ascmove.{name}, ascmove.cases; from ascmove import {name}; print(type({name}).__name__)")
    assert shown.strip() == FunctionType.__name__


@pytest.mark.parametrize(
    "before", ["", "am.compare([1.0], [1.0]); am.rules(); am.plan", "import ascmove.compare, ascmove.rules"]
)
@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("from ascmove.compare import BitClass", "BitClass"),
        ("from ascmove.rules import check", "check.judge"),
        ("from ascmove.rules.check import judge", "judge"),
        ("import ascmove.rules.check", "am.rules"),
        ("from ascmove.plan import Step", "Step"),
    ],
)
def test_what_a_room_holds_beside_the_function_of_its_name(before: str, taken: str, name: str) -> None:
    """Taken before and behind the first use of the function."""
    head = "import ascmove as am"
    assert python(f"{head}; {before}\n{taken}; print(callable({name}))").strip() == "True"
    after = f"{head}\n{taken}\nprint(am.compare([1.0], [1.0]).equal, len(am.rules()) > 100, callable(am.plan))"
    assert python(after).split() == ["True"] * 3


def test_the_benchmark_of_the_import_runs() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "import_time.py"), "--rounds", "1", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert list(found) == ["import numpy", "import ascmove", "first copy"]
    assert all(set(figures) == {"median", "smallest", "to numpy"} for figures in found.values())
