"""Integers with their C++ type: promotion, the usual conversions, what wraps round and what overflows.

A plain Python int stands for `int`, or for `long` where it is too large for that.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SUFFIX = re.compile(r"(?<=[0-9a-fA-F])[uUlLzZ]+$")


class Kind(NamedTuple):
    """An integer type: bytes, and whether it has a sign."""

    width: int
    signed: bool

    @property
    def low(self) -> int:
        """The least number."""
        return -(1 << (8 * self.width - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """The greatest number."""
        return self.low + (1 << (8 * self.width)) - 1

    def holds(self, number: int) -> bool:
        """True when the number is one of the type."""
        return self.low <= number <= self.high

    def wrapped(self, number: int) -> Number:
        """The number as a variable of the type holds it."""
        return Number((number - self.low) % (1 << (8 * self.width)) + self.low, self)

    @property
    def promoted(self) -> Kind:
        """The type in which arithmetic is done."""
        return INT if self.width < INT.width else self


INT, LONG = Kind(4, True), Kind(8, True)
UINT, ULONG = Kind(4, False), Kind(8, False)

_BY_NAME = {
    "char": Kind(1, True),
    "signed char": Kind(1, True),
    "unsigned char": Kind(1, False),
    "short": Kind(2, True),
    "unsigned short": Kind(2, False),
    "int": INT,
    "signed": INT,
    "unsigned": UINT,
    "unsigned int": UINT,
    "long": LONG,
    "unsigned long": ULONG,
    "long long": LONG,
    "unsigned long long": ULONG,
    "size_t": ULONG,
    **{f"{sign}int{8 * n}_t": Kind(n, not sign) for n in (1, 2, 4, 8) for sign in ("", "u")},
}


class Number(int):
    """A number of a type."""

    kind: Kind

    def __new__(cls, value: int, kind: Kind) -> Number:
        """The number; it has to be one of the type."""
        made = super().__new__(cls, value)
        made.kind = kind
        return made


def kind_named(name: str) -> Kind | None:
    """The integer type of a name; None for other types."""
    return _BY_NAME.get(name)


def kind_of(number: int) -> Kind:
    """The type in which arithmetic with this number is done."""
    if isinstance(number, Number):
        return number.kind.promoted
    return INT if isinstance(number, bool) or INT.holds(number) else LONG


def common(a: int, b: int) -> Kind:
    """The type that both operands are converted to."""
    one, other = sorted((kind_of(a), kind_of(b)), key=lambda kind: (kind.width, not kind.signed))
    return other if other.width > one.width or other.signed == one.signed else Kind(other.width, False)


def result_kind(symbol: str, left: int, right: int) -> Kind:
    """The type of an arithmetic expression: that of the left side for shifts, the common one else."""
    return kind_of(left) if symbol in ("<<", ">>") else common(left, right)


def literal(text: str) -> int:
    """A literal with its type. Raises ValueError for what is none, OverflowError for one that is too large."""
    found = _SUFFIX.search(text)
    ending = found.group().lower() if found else ""
    digits = text[: found.start()] if found else text
    octal = re.fullmatch(r"0[0-7]+", digits)
    number = int(digits, 8) if octal else int(digits, 0)
    decimal = not (octal or digits[:2].lower() in ("0x", "0b"))
    unsigned, wide = "u" in ending, "l" in ending or "z" in ending
    kinds = [k for k in (INT, UINT, LONG, ULONG) if not (wide and k.width < LONG.width)]
    kinds = [k for k in kinds if k.signed != unsigned or (not unsigned and not decimal)]
    fitting = next((k for k in kinds if k.holds(number)), None)
    if fitting is None:
        raise OverflowError(text)
    return Number(number, fitting)
