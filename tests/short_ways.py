"""The same with and without the short ways of the extension."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from ascmove.calls import basic, enhanced, nddma
from ascmove.moves import prepared

front = importlib.import_module("ascmove.moves.data_copy")  # the package shows the function under this name
#: the functions that set fields, by where they are kept
SETTERS = ((basic, "_plain"), (nddma, "_plain_loops"), (nddma, "_plain_params"), (enhanced, "_plain"))


@contextmanager
def only_python() -> Iterator[None]:
    """No short way: Python looks at every value and makes every call."""
    places: list[tuple[Any, str, object]] = [(module, name, None) for module, name in SETTERS]
    places += [(prepared, "_quick", None), (front, "repeated", prepared._repeated)]
    patches = [patch.object(module, name, new) for module, name, new in places]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()
