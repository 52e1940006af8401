"""The house keeps its shape: imports point down only, modules stay small, the front door is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "ascmove"

# rooms from the ground up; a module imports its own room and rooms below it
FLOORS = (
    ("errors",),
    ("findings",),
    ("formats",),
    ("hardware",),
    ("layouts", "tensors"),
    ("plan",),
    ("engine",),
    ("calls",),
    ("rules",),
    ("core",),
    ("moves",),
    ("te",),
    ("cases", "draw", "derive", "compare", "advice"),
    ("doctor", "reading", "strategies"),
    ("serve",),
    ("cli", "pytest_plugin"),
)
LEVEL = {room: level for level, floor in enumerate(FLOORS) for room in floor}
LIMIT = 300


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_rooms(tree: ast.Module) -> set[str]:
    """Rooms imported when the module is loaded (not those imported inside functions or for types only)."""
    rooms = set()
    for node in tree.body:
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{a.name}" if node.module == "ascmove" else node.module for a in node.names]
        elif isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        rooms |= {n.split(".")[1] for n in names if n.startswith("ascmove.")}
    return rooms


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    assert room in LEVEL, f"{room} has no floor; add it to FLOORS"
    for other in imported_rooms(ast.parse(path.read_text())):
        if other != room and other in LEVEL:
            assert LEVEL[other] < LEVEL[room], f"{path.name} of {room} imports {other}, which is not below it"


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_modules_stay_small(path: Path) -> None:
    lines = len(path.read_text().splitlines())
    # rule modules are records and texts; they are split by idea, not by length
    assert lines <= (400 if room_of(path) == "rules" else LIMIT), f"{lines} lines; does it still hold one idea?"


def test_import_is_light() -> None:
    """The first copy brings in neither the command line, the case model nor anything heavy."""
    code = "import sys, ascmove; ascmove.Core, ascmove.data_copy; print(*sorted(sys.modules), sep='\\n')"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    heavy = {
        "pydantic",
        "typer",
        "rich",
        "yaml",
        "torch",
        "hypothesis",
        "pytest",
        "tensor_layouts",
        "matplotlib",
        "ml_dtypes",
    }
    assert not heavy & loaded
