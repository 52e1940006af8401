"""What an expression of a kernel is worth: a constant, something made of constants, or not known, with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ascmove.formats.dtype import DTYPES


@dataclass(frozen=True)
class Unknown:
    """A value that the source text does not decide; ``reason`` says which name and why."""

    reason: str


@dataclass(frozen=True)
class Named:
    """A name that stands for itself: a type, an enumerator."""

    name: str

    @property
    def width(self) -> int | None:
        """Bytes of the type of this name; None where it is none."""
        kind = DTYPES.get(self.name)
        return _CPP_WIDTHS.get(self.name) if kind is None else kind.width


@dataclass
class Struct:
    """An object of a known or local type; fields hold values by their C++ names."""

    kind: str
    fields: dict[str, Value] = field(default_factory=dict)
    template: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Made:
    """The result of a maker of the Tensor API: MakeTensor, MakeFrameLayout, Slice, with, ... ``base``: its object."""

    maker: str
    template: tuple[Value, ...]
    arguments: tuple[Value, ...]
    base: Value | None = None


@dataclass(frozen=True)
class TensorRef:
    """A tensor or a pointer. ``space``: GM or local, "" where the source does not say; ``position`` as in C++."""

    name: str
    space: str = ""
    dtype: Value = field(default_factory=lambda: Unknown("element type"))
    position: str = ""
    offset: Value = 0


Value: TypeAlias = "int | float | bool | Unknown | Named | Struct | Made | TensorRef | list[Value]"

_CPP_WIDTHS = {
    "char": 1,
    "signed char": 1,
    "unsigned char": 1,
    "short": 2,
    "unsigned short": 2,
    "int": 4,
    "unsigned": 4,
    "unsigned int": 4,
    "long": 8,
    "unsigned long": 8,
    "long long": 8,
    "unsigned long long": 8,
    "size_t": 8,
    "bfloat16": 2,
    "float16": 2,
    "fp8_e4m3_t": 1,
}


def copied(value: Value) -> Value:
    """An independent copy: structs and lists are changed in place by assignments."""
    if isinstance(value, Struct):
        return Struct(value.kind, {name: copied(v) for name, v in value.fields.items()}, value.template)
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value
