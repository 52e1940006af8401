"""The native engine: Plans compiled to `ascmove._native` and run there.

What it leaves to the NumPy engine: Plans that `stages` refuses (so that both engines raise the same BadArgument), plain
moves between types of different width, and conversions whose types are not those of the Plan. No call lowers to these.
"""

from __future__ import annotations

import os
import warnings
from typing import cast

import ascmove._native as _native  # says that there is no such module where it was not built
from ascmove.engine import numpy as oracle
from ascmove.engine.describe import describe_conversion, fits
from ascmove.engine.states import STATE
from ascmove.plan import Plan, Step
from ascmove.tensors.arena import Bytes

_KEY = "native"

#: what this module and the benchmarks use of the extension
_USED = {
    _native: (
        *("Plan", "copy_by_library", "copy_by_streaming", "set_limits"),
        *("level", "levels", "use_level", "tuning", "use_tuning"),
    ),
    getattr(_native, "Plan", None): ("add_convert", "add_copy", "add_fill", "require_words", "run"),
}
_lacking = [name for owner, names in _USED.items() for name in names if not hasattr(owner, name)]
if _lacking:
    raise ImportError(f"cannot be used: it is of another version of ascmove and lacks {', '.join(_lacking)}")

extension = _native
level = _native.level
levels = _native.levels
use_level = _native.use_level
tuning = _native.tuning
use_tuning = _native.use_tuning
set_limits = _native.set_limits


def run(plan: Plan, dst: Bytes, src: Bytes, quant: Bytes | None = None, state: Bytes | None = None) -> None:
    """Execute ``plan`` on flat byte buffers, like `ascmove.engine.run`."""
    made = compiled(plan)
    if made is None:
        oracle.run(plan, dst, src, quant, state)
    else:
        made.run(dst, src, quant, state)


def compiled(plan: Plan) -> _native.Plan | None:
    """The native form of ``plan``, made once; None for what is left to the NumPy engine."""
    try:
        found = plan.compiled[_KEY]
    except KeyError:
        found = plan.compiled[_KEY] = compile_plan(plan)
    return cast("_native.Plan | None", found)


def compile_plan(plan: Plan) -> _native.Plan | None:
    """Make the native form of ``plan``; None for what is left to the NumPy engine."""
    if not all(fits(plan, step) for step in plan.steps):
        return None
    reaches = (plan.dst_extent.stop, plan.src_extent.stop, plan.quant_extent.stop, plan.bytes_written)
    if max(reaches) >> 63:
        raise IndexError(f"plan touches bytes up to {max(reaches)}, beyond 64-bit addresses")
    quant_width = plan.quant_type.width if plan.quant_type else 8
    made = _native.Plan(plan.dst_type.width, plan.src_type.width, quant_width)
    for step in plan.steps:
        _add(made, plan, step)
    made.require_words(plan.quant_extent.stop)
    return made


def _add(made: _native.Plan, plan: Plan, step: Step) -> None:
    shape = list(step.shape)
    # one Step of a Plan that collides makes every Step keep its order, as in the NumPy engine
    common = (shape, step.dst.offset, list(step.dst.strides), STATE[step.role], plan.self_overlapping)
    if step.src is None:
        made.add_fill(*common, int(plan.dst_type.bits.type(step.fill)))
        return
    source = (step.src.offset, list(step.src.strides))
    if step.convert is None:
        made.add_copy(*common, *source)
        return
    words = (0, [0] * len(shape)) if step.quant is None else (step.quant.offset, list(step.quant.strides))
    made.add_convert(*common, *source, *words, describe_conversion(step.convert))


def _check_level() -> None:
    asked = os.environ.get("ASCMOVE_ISA")
    if asked and asked != level():
        warnings.warn(
            f"ASCMOVE_ISA={asked} is not available here; levels are {', '.join(levels())}; {level()} runs",
            RuntimeWarning,
            stacklevel=2,
        )


_check_level()
