"""The element types of Ascend C: names, widths and the NumPy arrays that carry them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from ascmove.errors import BadArgument, nearest_name

Kind = Literal["bool", "int", "uint", "float", "complex"]


@dataclass(frozen=True, eq=False)
class DType:
    """One element type, spelt as in C++.

    There is one object per type, so types compare and hash by identity. ``width`` is in bytes. ``carrier``
    is the NumPy type of ``to_numpy()``: NumPy's or ml_dtypes' own where there is one, else raw bits
    (``uint8`` for ``hifloat8_t``, a pair of halves for ``complex32``).

    >>> dtype("half").width
    2
    """

    name: str
    width: int
    kind: Kind
    _carrier: str

    @cached_property
    def carrier(self) -> np.dtype[Any]:
        """NumPy type of an array of these elements."""
        if self._carrier == "complex32":
            return np.dtype([("real", "<f2"), ("imag", "<f2")])
        if self._carrier.startswith("ml:"):
            import ml_dtypes  # imported on first use: most calls never need it

            found: np.dtype[Any] = np.dtype(getattr(ml_dtypes, self._carrier[3:]))
            return found
        return np.dtype(self._carrier)

    @cached_property
    def bits(self) -> np.dtype[Any]:
        """Unsigned integer of the same width: the element as raw bits."""
        return np.dtype(f"<u{self.width}")

    @property
    def is_integer(self) -> bool:
        """True for the signed and unsigned integers (not for bool)."""
        return self.kind in ("int", "uint")

    @property
    def range(self) -> tuple[int, int]:
        """Smallest and largest value of an integer type or bool."""
        if self.kind == "bool":
            return 0, 1
        size = 8 * self.width
        return (-(1 << (size - 1)), (1 << (size - 1)) - 1) if self.kind == "int" else (0, (1 << size) - 1)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return dtype, (self.name,)


_ROWS: tuple[tuple[str, int, Kind, str], ...] = (
    ("bool", 1, "bool", "?"),
    ("int8_t", 1, "int", "<i1"),
    ("uint8_t", 1, "uint", "<u1"),
    ("int16_t", 2, "int", "<i2"),
    ("uint16_t", 2, "uint", "<u2"),
    ("int32_t", 4, "int", "<i4"),
    ("uint32_t", 4, "uint", "<u4"),
    ("int64_t", 8, "int", "<i8"),
    ("uint64_t", 8, "uint", "<u8"),
    ("half", 2, "float", "<f2"),
    ("bfloat16_t", 2, "float", "ml:bfloat16"),
    ("float", 4, "float", "<f4"),
    ("double", 8, "float", "<f8"),
    ("hifloat8_t", 1, "float", "<u1"),
    ("fp8_e8m0_t", 1, "float", "ml:float8_e8m0fnu"),
    ("fp8_e5m2_t", 1, "float", "ml:float8_e5m2"),
    ("fp8_e4m3fn_t", 1, "float", "ml:float8_e4m3fn"),
    ("complex32", 4, "complex", "complex32"),
    ("complex64", 8, "complex", "<c8"),
)

#: every element type by its C++ name
DTYPES: dict[str, DType] = {name: DType(name, width, kind, carrier) for name, width, kind, carrier in _ROWS}

# NumPy and ml_dtypes names of the same types. "float" stays the C++ float (4 bytes).
_NUMPY_NAMES = {
    "bool_": "bool",
    **{f"{sign}int{size}": f"{sign}int{size}_t" for sign in ("", "u") for size in (8, 16, 32, 64)},
    "float16": "half",
    "bfloat16": "bfloat16_t",
    "float32": "float",
    "float64": "double",
    "float8_e8m0fnu": "fp8_e8m0_t",
    "float8_e5m2": "fp8_e5m2_t",
    "float8_e4m3fn": "fp8_e4m3fn_t",
}


def dtype(spec: object) -> DType:
    """The element type meant by ``spec``: a DType, a C++ name, or a NumPy / ml_dtypes type.

    Raises BadArgument when nothing is meant, with the nearest name.

    >>> dtype("float"), dtype(np.float16)
    (float, half)
    """
    if isinstance(spec, DType):
        return spec
    if isinstance(spec, str):
        found = DTYPES.get(spec) or DTYPES.get(_NUMPY_NAMES.get(spec, ""))
        if found is not None:
            return found
        raise BadArgument(f"unknown element type {spec!r}{nearest_name(spec, DTYPES)}")
    try:
        name = np.dtype(spec).name  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise BadArgument(f"{spec!r} is not an element type; types are {', '.join(DTYPES)}") from None
    found = DTYPES.get(_NUMPY_NAMES.get(name, name))
    if found is None:
        raise BadArgument(f"NumPy type {name} has no Ascend C element type; types are {', '.join(DTYPES)}")
    return found
