"""Values of a case file: whole numbers (hexadecimal too), flags, names and elements, each with its own message."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer

from ascmove.cases.reading import clipped, kind_of
from ascmove.errors import nearest_name
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.hardware import Product, position_name
from ascmove.hardware import product as as_product

_HEX = re.compile(r"^[-+]?0[xX][0-9a-fA-F_]+$")
_WIDEST = 128


class Strict(BaseModel):
    """A part of a case: frozen, every key known."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, protected_namespaces=())


def read_whole(value: Any) -> int:
    """A whole number; text in hexadecimal counts (JSON has no other way to write it)."""
    if isinstance(value, str) and _HEX.match(value):
        return int(value, 16)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"{clipped(value)} is {kind_of(value)}; it is a whole number")
    number = int(value.__index__())
    if number.bit_length() > _WIDEST:
        raise ValueError(f"a whole number of {number.bit_length()} bits; at most {_WIDEST} are taken")
    return number


def _size(value: Any) -> int:
    number = read_whole(value)
    if number < 0:
        raise ValueError(f"{number} is negative; it is 0 or more")
    return number


def read_flag(value: Any) -> bool:
    """True or false; 0 and 1 count, as in C++."""
    if isinstance(value, bool) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise ValueError(f"{clipped(value)} is {kind_of(value)}; it is true or false")


def read_element(value: Any) -> Any:
    """A number, true or false, [re, im] or {bits: n}; whether it fits its type is asked where the type is known."""
    if isinstance(value, dict):
        if set(value) != {"bits"}:
            raise ValueError(f"{clipped(value)} is no element; write {{bits: n}} for a bit pattern")
        return {"bits": read_whole(value["bits"])}
    if isinstance(value, (list, tuple)):
        if len(value) != 2 or not all(_is_number(v) for v in value):
            raise ValueError(f"{clipped(value)} is no element; a complex one is [real, imaginary]")
        return list(value)
    if isinstance(value, str) and _HEX.match(value):
        return int(value, 16)
    if isinstance(value, bool) or _is_number(value):
        return value
    raise ValueError(f"{clipped(value)} is {kind_of(value)}; an element is a number, [re, im] or {{bits: n}}")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _text(read: Callable[[str], Any]) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if not isinstance(value, str):
            raise ValueError(f"{clipped(value)} is {kind_of(value)}; it is a name")
        if len(value) > 60:
            raise ValueError(f"{clipped(value, 40)} is no name of anything")
        return read(value)

    return checked


def one_of(choices: type[Enum]) -> BeforeValidator:
    """A name of an Enum."""

    def read(value: str) -> str:
        if value not in choices.__members__:
            raise ValueError(f"unknown {choices.__name__} {value!r}{nearest_name(value, choices.__members__)}")
        return value

    return BeforeValidator(_text(read))


Whole = Annotated[int, BeforeValidator(read_whole)]
Size = Annotated[int, BeforeValidator(_size)]
Flag = Annotated[bool, BeforeValidator(read_flag)]
Element = Annotated[Any, BeforeValidator(read_element)]
Name = Annotated[str, BeforeValidator(_text(str))]
Position = Annotated[str, BeforeValidator(_text(position_name))]
Kind = Annotated[
    DType,
    BeforeValidator(lambda value: value if isinstance(value, DType) else _text(as_dtype)(value)),
    PlainSerializer(lambda kind: kind.name, return_type=str),
]
ProductKey = Annotated[
    Product, BeforeValidator(lambda value: value if isinstance(value, Product) else _text(as_product)(value))
]
