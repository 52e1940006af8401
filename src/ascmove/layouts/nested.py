"""Nested integers: the shapes, strides and coordinates of the Tensor API.

All three are the same kind of object, an ordered tuple whose items are integers or tuples. This module reads
them strictly and answers structural questions; the algebra itself is that of ``tensor_layouts``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, cast

import numpy as np
import tensor_layouts as tl

from ascmove.errors import BadArgument

#: an integer, or a tuple of nested integers
Nested: TypeAlias = "int | tuple[Nested, ...]"
#: a nested integer that is a tuple, as every whole shape, stride and coordinate is
NestedTuple: TypeAlias = "tuple[Nested, ...]"


class Static(int):
    """An integer known when the kernel is compiled (``Int<v>``, ``_1`` in C++).

    It counts and compares as the plain integer. A plain integer is a run-time value, as a literal in a C++ call is.
    The difference is seen by ``squeeze`` alone: it never removes a static extent other than 1.
    """

    __slots__ = ()


def static(value: int) -> Static:
    """The compile-time integer ``value``.

    >>> static(3) == 3, is_static(static(3)), is_static(3)
    (True, True, False)
    """
    return Static(integer(value, "a static value"))


def is_static(value: object) -> bool:
    """True for an integer made by ``static``."""
    return isinstance(value, Static)


def ceil_div(value: int, by: int) -> int:
    """``value / by`` rounded up; static when both are, as in the Tensor API."""
    result = -(-value // by)
    return Static(result) if is_static(value) and is_static(by) else result


def integer(value: object, what: str, least: int | None = 0) -> int:
    """``value`` as an int (a Static stays one). Raises BadArgument for a bool, a non-integer or less than ``least``."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise BadArgument(f"{what} must be an integer, not {value!r}")
    result = value if isinstance(value, Static) else int(value)
    if least is not None and result < least:
        raise BadArgument(f"{what} is {result}, the least is {least}")
    return result


def nested(value: object, what: str, least: int | None = 0) -> Nested:
    """``value`` as nested integers: lists become tuples. Raises BadArgument as ``integer`` does, and for ``()``."""
    if not isinstance(value, (tuple, list)):
        return integer(value, f"an entry of {what}", least)
    if not value:
        raise BadArgument(f"{what} has an empty level")
    return tuple(nested(item, what, least) for item in value)


def nested_tuple(value: object, what: str, least: int | None = 0) -> NestedTuple:
    """``value`` as nested integers with at least one level."""
    if not isinstance(value, (tuple, list)):
        raise BadArgument(f"{what} must be a tuple, not {value!r}; write ({value!r},) for a single entry")
    return cast(NestedTuple, nested(value, what, least))


def leaves(value: Nested) -> tuple[int, ...]:
    """All integers from left to right.

    >>> leaves(((16, 2), (16, 4)))
    (16, 2, 16, 4)
    """
    return cast("tuple[int, ...]", tl.flatten(value))


def product(value: Nested) -> int:
    """Product of all integers."""
    return cast(int, tl.size(value))


def same_nesting(a: Nested, b: Nested) -> bool:
    """True when both have the same levels with the same lengths."""
    return bool(tl.congruent(a, b))


def fits(coord: Nested, shape: Nested) -> bool:
    """True when ``coord`` is ``shape``'s nesting, with an integer allowed in place of any level."""
    return bool(tl.weakly_congruent(coord, shape))


def alike(a: Nested, b: Nested) -> bool:
    """The Tensor API's "same structure": equally many integers and equally many top-level entries."""
    return isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) and len(leaves(a)) == len(leaves(b))


def combine(a: NestedTuple, b: NestedTuple, how: Callable[[int, int], int]) -> NestedTuple:
    """``how`` of each pair of integers of two values of the same nesting."""
    return cast(NestedTuple, tl.zip_transform(a, b, how))


def pairs(shape: Nested, stride: Nested) -> Iterator[tuple[int, int]]:
    """(extent, stride) of every integer of a shape, left to right."""
    return zip(leaves(shape), leaves(stride), strict=True)


def as_tuple(value: Nested) -> NestedTuple:
    """``value``, an integer wrapped into a tuple of one."""
    return value if isinstance(value, tuple) else (value,)


def at_path(value: NestedTuple, path: Sequence[int], what: str) -> Nested:
    """The entry of ``value`` reached by following ``path``. Raises BadArgument where there is none."""
    here: Nested = value
    for step in path:
        if not isinstance(here, tuple):
            raise BadArgument(f"{what} {text(value)} has no level below {text(here)} for the path {tuple(path)}")
        here = here[mode_number(step, len(here), f"{what} {text(here)}")]
    return here


def mode_number(index: object, count: int, what: str) -> int:
    """``index`` as the number of one of ``count`` modes. Raises BadArgument when it is none."""
    number = integer(index, "a mode number")
    if number >= count:
        raise BadArgument(f"{what} has no mode {number}; modes are 0 to {count - 1}")
    return number


def text(value: Nested) -> str:
    """The compact notation of the documents.

    >>> text(((16, 2), (16, 4)))
    '((16,2),(16,4))'
    """
    return f"({','.join(text(item) for item in value)})" if isinstance(value, tuple) else str(int(value))
