"""Numbers in messages: values with their unit and bytes, and the nearest legal ones."""

from __future__ import annotations

from ascmove.formats.dtype import DType


def elements(n: int, kind: DType) -> str:
    """A number of elements with its bytes.

    >>> from ascmove.formats.dtype import dtype
    >>> elements(33, dtype("half"))
    '33 elements x 2 B = 66 B'
    """
    return f"{n} element{'' if n == 1 else 's'} x {kind.width} B = {n * kind.width} B"


def counted(n: int, unit: int, name: str = "block") -> str:
    """A number of units with its bytes.

    >>> counted(3, 32)
    '3 blocks x 32 B = 96 B'
    """
    return f"{n} {name}{'' if n == 1 else 's'} x {unit} B = {n * unit} B"


def around(value: int, step: int) -> tuple[int, int]:
    """The multiples of ``step`` below and above a value that is none.

    >>> around(33, 32)
    (32, 64)
    """
    below = value // step * step
    return below, below + step


def power(exponent: int) -> str:
    """A power of two as people write it.

    >>> power(20)
    '2^20 = 1048576'
    """
    return f"2^{exponent} = {1 << exponent}"
