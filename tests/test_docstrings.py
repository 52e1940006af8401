"""Every example in a docstring runs; every module and every public name has a docstring."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

import pytest

import ascmove
from ascmove import engine

#: what a module needs besides the package itself
_NEEDS = {
    "ascmove.engine.native": "",
    "ascmove.engine.bench": "",
    "ascmove.serve": "starlette",
    "ascmove.reading": "tree_sitter",
    "ascmove.strategies": "hypothesis",
}
_PLAIN = (FunctionType, property, cached_property, classmethod, staticmethod)


def modules() -> list[str]:
    names = [m.name for m in pkgutil.walk_packages(ascmove.__path__, "ascmove.")]
    return ["ascmove", *(n for n in names if not n.endswith(("__main__", "_native")))]


def loaded(name: str) -> ModuleType:
    for room, needed in _NEEDS.items():
        if name.startswith(room):
            if needed:
                pytest.importorskip(needed)
            elif "native" not in engine.available():
                pytest.skip("the native engine was not built")
    return importlib.import_module(name)


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The public functions and classes that a module defines, and the methods and properties of the classes."""
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if isinstance(value, (FunctionType, type)):
            yield name, value
        if isinstance(value, type):
            for inner, member in vars(value).items():
                if not inner.startswith("_") and isinstance(member, _PLAIN):
                    yield f"{name}.{inner}", getattr(value, inner)


def documented(value: Any) -> bool:
    """A class has a docstring of its own, not a base's nor a dataclass's; a method may do what its base's says."""
    if isinstance(value, type):
        return bool(value.__doc__) and not str(value.__doc__).startswith((f"{value.__name__}(", "An enumeration."))
    return bool(inspect.getdoc(value))


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    module = loaded(name)
    assert module.__doc__, f"{name} has no docstring"
    assert [what for what, value in public(module) if not documented(value)] == []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.testmod(module, optionflags=flags).failed == 0


def test_public_names_have_docstrings() -> None:
    """Names are looked at where they live; here, that the front door adds none without."""
    names = [name for name in ascmove.__all__ if not documented(getattr(ascmove, name))]
    assert names == []


def test_many_names_are_looked_at() -> None:
    """The test above this one looks at classes, methods, properties and rules."""
    found = {name for module in ("ascmove.core", "ascmove.formats.deq_value") for name, _ in public(loaded(module))}
    assert {"Core", "Core.local_tensor", "Core.limits", "DeqValue.pack", "DeqValue.unpack"} <= found
    assert len(list(public(loaded("ascmove.rules.sli.bursts")))) >= 5
