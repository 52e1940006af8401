"""Operators and functions of numbers; the types of integers stand in a module of theirs."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any


def divide(a: Any, b: Any) -> Any:
    """The quotient, towards zero for integers."""
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


Fold = Callable[[Any, Any], Any]

BINARY: dict[str, Fold] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divide,
    "%": lambda a, b: a - b * divide(a, b),
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "&&": lambda a, b: bool(a) and bool(b),
    "||": lambda a, b: bool(a) or bool(b),
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
    "!": operator.not_,
}


def _ceiling(a: Any, b: Any) -> Any:
    return divide(a + b - 1, b)


#: functions of numbers that the vendor's headers and the standard library bring along
FOLDS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "Min": min,
    "Max": max,
    "AlignUp": lambda a, b: _ceiling(a, b) * b,
    "CeilDivision": _ceiling,
    "DivCeil": _ceiling,
}
