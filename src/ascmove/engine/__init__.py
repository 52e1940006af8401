"""Engines run Plans on buffers.

`numpy` is short and obviously right, and the oracle of every test. `native` is the C++ extension, the default where it
was built. The environment variable ``ASCMOVE_ENGINE`` (numpy or native) or ``use`` chooses.

>>> from ascmove import engine
>>> engine.name() in ("native", "numpy")
True
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Literal, Protocol

import numpy as np

from ascmove.engine import numpy as _numpy
from ascmove.engine.states import states_of
from ascmove.errors import BadArgument, nearest_name
from ascmove.plan import Plan
from ascmove.tensors.arena import Bytes

try:
    from ascmove.engine import native as _native

    _absence = ""
except ImportError as _problem:
    _native = None  # type: ignore[assignment]
    _absence = "was not built" if isinstance(_problem, ModuleNotFoundError) else str(_problem)

__all__ = ["Compiled", "Interpreted", "absence", "available", "compiled", "mark", "name", "run", "use"]

Engine = Literal["numpy", "native"]


class Compiled(Protocol):
    """A Plan that an engine has made ready."""

    def run(self, dst: Bytes, src: Bytes, quant: Bytes | None, state: Bytes | None) -> None:
        """Execute the Plan; see `ascmove.engine.run`."""


class Interpreted:
    """A Plan that the engine in use runs step by step, in the same form."""

    __slots__ = ("plan",)

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def run(self, dst: Bytes, src: Bytes, quant: Bytes | None, state: Bytes | None) -> None:
        """Execute the Plan; see `ascmove.engine.run`."""
        _run(self.plan, dst, src, quant, state)


Run = Callable[[Plan, Bytes, Bytes, "Bytes | None", "Bytes | None"], None]

_run: Run
_name: Engine
_NOTHING: Bytes = np.empty(0, np.uint8)


def available() -> tuple[Engine, ...]:
    """The engines of this installation."""
    return ("numpy",) if _native is None else ("numpy", "native")


def absence() -> str:
    """Why there is no native engine, as the end of a sentence about it; empty where there is one.

    >>> bool(absence()) == ("native" not in available())
    True
    """
    return _absence


def name() -> Engine:
    """The engine in use."""
    return _name


def use(engine: Engine) -> None:
    """Run Plans by ``engine`` from now on. Raises BadArgument for an unknown engine, or native where there is none.

    >>> before = name()
    >>> use("numpy")
    >>> name()
    'numpy'
    >>> use(before)
    """
    global _run, _name
    if not isinstance(engine, str) or engine not in ("numpy", "native"):
        raise BadArgument(f"unknown engine {engine!r}{nearest_name(str(engine), ('numpy', 'native'))}")
    if engine == "native":
        if _native is None:
            raise BadArgument(f"the native engine {_absence}\ninstall ascmove on a machine with a C++ compiler")
        _run = _native.run
    else:
        _run = _numpy.run
    _name = engine


def run(plan: Plan, dst: Bytes, src: Bytes, quant: Bytes | None = None, state: Bytes | None = None) -> None:
    """Execute ``plan`` on flat byte buffers that begin where its operands begin.

    ``state`` holds the byte states of dst and is updated with it. The source of a Step is read before its
    destination is written, so that buffers may share memory. Raises IndexError when the Plan leaves a buffer;
    nothing is written then.
    """
    _run(plan, dst, src, quant, state)


def mark(plan: Plan, state: Bytes) -> None:
    """Write the byte states that running ``plan`` leaves in its destination; nothing is moved.

    ``state`` begins where the destination begins. Raises IndexError when the Plan leaves it.
    """
    run(states_of(plan), state, _NOTHING)


def compiled(plan: Plan) -> Compiled | None:
    """``plan`` in the form that the native engine runs; None where NumPy runs it.

    Its method ``run`` takes what ``run`` takes behind the Plan, all four of them.
    """
    return None if _native is None or _name == "numpy" else _native.compiled(plan)


def _announced(plan: Plan, dst: Bytes, src: Bytes, quant: Bytes | None, state: Bytes | None) -> None:
    """The first run on an installation without the native engine says so."""
    use("numpy")
    warnings.warn(
        f"ascmove runs on its NumPy engine: the native extension {_absence} (set ASCMOVE_ENGINE=numpy to "
        "choose this engine without a warning)",
        RuntimeWarning,
        stacklevel=3,
    )
    _numpy.run(plan, dst, src, quant, state)


def _start() -> None:
    """Choose the engine of the environment, else the native one; without it, the first run says so."""
    global _run
    asked = os.environ.get("ASCMOVE_ENGINE", "")
    use(asked or ("numpy" if _native is None else "native"))  # type: ignore[arg-type]
    if not asked and _native is None:
        _run = _announced


_start()
