"""Every example in a docstring runs; every module and public name has a docstring."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import ascmove
from ascmove import engine

# modules of optional features and command entry points are imported by their own tests
_OPTIONAL = (
    "__main__",
    "ascmove.serve",
    "ascmove._native",
    "ascmove.reading",
    "ascmove.strategies",
    "ascmove.pytest_plugin",
)


def modules() -> list[str]:
    names = [m.name for m in pkgutil.walk_packages(ascmove.__path__, "ascmove.") if not m.name.endswith("__main__")]
    return [n for n in ("ascmove", *names) if not n.startswith(_OPTIONAL)]


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    if name.startswith(("ascmove.engine.native", "ascmove.engine.bench")) and "native" not in engine.available():
        pytest.skip("the native engine was not built")
    module: ModuleType = importlib.import_module(name)
    assert module.__doc__, f"{name} has no docstring"
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.testmod(module, optionflags=flags).failed == 0
