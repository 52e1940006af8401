"""Parameter fields: whole numbers and flags as C++ structs hold them, taken from Python values without guessing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeGuard

from ascmove.engine.quick import Kind, setter
from ascmove.errors import BadArgument, index_of

_INT = frozenset((int,))


def whole(name: str, value: object) -> int:
    """``value`` as an int. Floats, bools, strings and None are refused: they are never what a C++ field holds."""
    if type(value) is int:
        return value
    number = index_of(value)
    if number is None:
        raise BadArgument(f"{name} = {value!r} is {_kind(value)}; it is a whole number")
    return number


def wholes(name: str, values: object) -> tuple[int, ...]:
    """A list of whole numbers."""
    if type(values) is not list and not is_list(values):
        raise BadArgument(
            f"{name} = {values!r} is {_kind(values)}; it is a list of whole numbers, innermost loop first"
        )
    found = tuple(values)
    if _INT.issuperset(map(type, found)):
        return found
    return tuple(whole(f"{name}[{k}]", value) for k, value in enumerate(found))


def is_list(value: object) -> TypeGuard[Iterable[Any]]:
    """True for what holds values one behind the other: no text, no single number in an array.

    >>> is_list([1, 2]), is_list("12")
    (True, False)
    """
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes)) and getattr(value, "shape", None) != ()


def flag(name: str, value: object) -> bool:
    """``value`` as a bool; 0 and 1 are accepted, as in C++."""
    if isinstance(value, bool) or index_of(value) in (0, 1):
        return bool(value)
    if type(value).__name__ in ("bool_", "bool"):  # NumPy's own bool
        return bool(value)
    raise BadArgument(f"{name} = {value!r} is {_kind(value)}; it is true or false")


def plain(**kinds: Kind) -> Callable[..., bool] | None:
    """A short way to set fields, where there is one: false, and nothing done, where a value has to be looked at.

    The function takes the dictionary of an instance and a value per field, in this order. Kinds: "whole"; "whole or 0",
    which None stands for; "word", of at most 64 bits; "word or none"; "flag"; "wholes"; "pads", the same, None for as
    many zeros as the last "wholes" holds; "number", of any kind, or a tuple; a class; members by their names.
    """
    return setter(kinds)


def settle(instance: Any, **values: object) -> None:
    """Set fields of a frozen dataclass while it is being made."""
    instance.__dict__.update(values)


def braces(values: Iterable[object]) -> str:
    """A C++ aggregate initialiser.

    >>> braces([1, 32])
    '{1, 32}'
    """
    return "{" + ", ".join(cpp(v) for v in values) + "}"


def cpp(value: object) -> str:
    """A value as a C++ literal."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
