"""What an expression of a kernel is worth: a constant, something made of constants, or not known, with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

from ascmove.formats.dtype import DTYPES
from ascmove.reading.integers import kind_named

if TYPE_CHECKING:
    from ascmove.reading.scope import Scope


@dataclass(frozen=True)
class Unknown:
    """A value that the source text does not decide; ``reason`` says which name and why.

    ``unset``: nothing was stored yet, so that whatever a branch stores is the only value there can be. ``number``: its
    type is one of integers.
    """

    reason: str
    unset: bool = field(default=False, compare=False)
    number: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True)
class Named:
    """A name that stands for itself: a type, an enumerator."""

    name: str

    @property
    def width(self) -> int | None:
        """Bytes of the type of this name; None where it is none."""
        kind = DTYPES.get(self.name)
        return _CPP_WIDTHS.get(self.name) if kind is None else kind.width


@dataclass(frozen=True)
class Raw:
    """A number by its bit pattern: `*reinterpret_cast<half*>(&bits)`."""

    bits: int


@dataclass
class Struct:
    """An object of a known or local type; fields hold values by their C++ names.

    ``layers``: names of its class and of the classes it inherits from, each with the scope of its constants. ``kinds``:
    the types of its numbers.
    """

    kind: str
    fields: dict[str, Value] = field(default_factory=dict)
    template: tuple[Value, ...] = ()
    layers: tuple[tuple[str, Scope], ...] = field(default=(), compare=False, repr=False)
    kinds: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def member(self, name: str) -> Value | None:
        """A field or a static member; None where there is none of this name."""
        if name in self.fields:
            return self.fields[name]
        return next((inner.names[name] for _, inner in self.layers if name in inner.names), None)


@dataclass(frozen=True)
class Made:
    """The result of a maker of the Tensor API: MakeTensor, MakeFrameLayout, Slice, with, ... ``base``: its object."""

    maker: str
    template: tuple[Value, ...]
    arguments: tuple[Value, ...]
    base: Value | None = None


@dataclass(frozen=True)
class TensorRef:
    """A tensor, a pointer, a queue or a buffer.

    ``space``: GM, local or queue, "" where the source does not say; ``position`` as in C++. ``offset``: elements from
    the start of the buffer. ``nbytes``: bytes of the buffer (of one buffer of a queue).
    """

    name: str
    space: str = ""
    dtype: Value = field(default_factory=lambda: Unknown("element type"))
    position: str = ""
    offset: Value = 0
    nbytes: Value = field(default_factory=lambda: Unknown(""))


Value: TypeAlias = "int | float | bool | Raw | Unknown | Named | Struct | Made | TensorRef | list[Value]"

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
_REAL = ("float", "double", "half", "bfloat16_t")


def copied(value: Value) -> Value:
    """An independent copy: structs and lists are changed in place by assignments."""
    if isinstance(value, Struct):
        fields = {name: copied(v) for name, v in value.fields.items()}
        return Struct(value.kind, fields, value.template, value.layers, value.kinds)
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value


def fitted(value: Value, kind: str) -> Value:
    """A number as a variable of a C++ type holds it: integers wrap round, fractions are cut."""
    if isinstance(value, Unknown) and kind_named(kind) is not None and kind != "bool":
        return replace(value, number=True)
    if not isinstance(value, (int, float)):
        return value
    if kind == "bool":
        return bool(value)
    if kind in _REAL:
        return float(value)
    integer = kind_named(kind)
    if integer is None or not isfinite(value):
        return value
    return integer.wrapped(int(value))
