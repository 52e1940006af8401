"""The content of a tensor as a case writes it: zeros, a range, values, a file, random numbers."""

from __future__ import annotations

from math import ceil, isfinite
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, ModelWrapValidatorHandler, model_serializer, model_validator

import ascmove.formats as formats
from ascmove.cases.fields import Element, Name, Strict, Whole, read_element
from ascmove.cases.files import content_bytes, located, read_content
from ascmove.cases.reading import clipped, kind_of
from ascmove.errors import BadArgument, CaseError, nearest_name
from ascmove.formats.dtype import DTYPES, DType

Array = np.ndarray[Any, Any]

_FORMS = ("zeros", "arange", "values", "file", "random")
_PARTS = {"complex32": DTYPES["half"], "complex64": DTYPES["float"]}


def _range(value: Any) -> tuple[float, float]:
    ends = value if isinstance(value, (list, tuple)) else ()
    numbers = [v for v in ends if isinstance(v, (int, float)) and not isinstance(v, bool) and isfinite(_small(v))]
    if len(ends) != 2 or len(numbers) != 2:
        raise ValueError(f"{clipped(value)} is no range; write [start, stop]")
    return numbers[0], numbers[1]


def _small(value: float) -> float:
    if abs(value) >= 1 << 64:
        raise ValueError(f"{clipped(value)} is beyond 64 bits")
    return value


def _flat(value: Any) -> list[Any]:
    """Elements of nested lists; a list of two numbers inside a list stays, it may be complex."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{clipped(value)} is {kind_of(value)}; values are a list")
    return list(value)


class Data(Strict):
    """One of the five forms. ``low`` and ``high`` belong to ``random``."""

    zeros: bool | None = None
    arange: Annotated[tuple[float, float], BeforeValidator(_range)] | None = None
    values: Annotated[list[Any], BeforeValidator(_flat)] | None = None
    file: Name | None = None
    random: Whole | None = None
    low: Element = None
    high: Element = None

    @model_validator(mode="wrap")
    @classmethod
    def _one_form(cls, value: Any, handler: ModelWrapValidatorHandler[Data]) -> Data:
        if isinstance(value, str):
            if value != "zeros":
                if value in _FORMS:
                    raise ValueError(f"{value} says too little; write {{{value}: ...}}")
                raise ValueError(f"unknown content {clipped(value)}{nearest_name(value[:60], _FORMS)}")
            value = {"zeros": True}
        if isinstance(value, dict):
            given = [form for form in _FORMS if value.get(form) is not None]
            unknown = [key for key in value if key not in cls.model_fields]
            if len(given) != 1 and not unknown:
                raise ValueError(f"{len(given)} forms of content; write one of {', '.join(_FORMS)}")
            if "random" not in given and not unknown and not {"low", "high"}.isdisjoint(value):
                raise ValueError("low and high belong to random: {random: seed, low: a, high: b}")
        return handler(value)

    @model_serializer
    def _plain(self) -> Any:
        held = {name: getattr(self, name) for name in type(self).model_fields if getattr(self, name) is not None}
        return "zeros" if self.zeros else {k: list(v) if isinstance(v, tuple) else v for k, v in held.items()}

    def check(self, kind: DType) -> None:
        """ValueError where a written value is no element of the type."""
        if self.values is not None:
            for value in self._elements(kind):
                formats.encode_literal(value, kind)

    def size(self, kind: DType, base: Path) -> int | None:
        """How many elements this is by itself; None where the tensor decides."""
        if self.arange is not None:
            start, stop = self.arange
            return max(0, ceil(stop - start))
        if self.values is not None:
            return len(self._elements(kind))
        if self.file is not None:
            nbytes = content_bytes(located(self.file, base))
            if nbytes % kind.width:
                raise CaseError(f"data file {self.file}: {nbytes} B do not divide into {kind} ({kind.width} B each)")
            return nbytes // kind.width
        return None

    def bits(self, kind: DType, count: int, base: Path) -> Array:
        """``count`` elements as bit patterns. Raises CaseError where a value does not fit the type."""
        if self.file is not None:
            return np.frombuffer(read_content(located(self.file, base)), kind.bits)
        try:
            if self.values is not None:
                return np.array([formats.encode_literal(v, kind) for v in self._elements(kind)], kind.bits)
            if self.arange is not None:
                return formats.encode(_counted(*self.arange, count), kind)
            if self.random is not None:
                return self._random(kind, count)
        except BadArgument as error:
            raise CaseError(f"content: {'; '.join(str(error).splitlines())}") from None
        return np.zeros(count, kind.bits)

    def _elements(self, kind: DType) -> list[Any]:
        found: list[Any] = []
        _collect(self.values, kind.kind == "complex", found)
        return found

    def _random(self, kind: DType, count: int) -> Array:
        assert self.random is not None
        source = np.random.default_rng(abs(self.random))
        if kind.kind in ("int", "uint", "bool"):
            low, high = (_bound(v, d) for v, d in zip((self.low, self.high), kind.range, strict=True))
            if not kind.range[0] <= low <= high <= kind.range[1]:
                raise BadArgument(
                    f"random {kind} between {low} and {high}; bounds lie in {kind.range[0]} to {kind.range[1]}"
                )
            wide = np.uint64 if low >= 0 else np.int64
            return formats.encode(source.integers(low, high, count, dtype=wide, endpoint=True), kind)
        low, high = (float(_bound(v, d)) for v, d in zip((self.low, self.high), (-1, 1), strict=True))
        if not (isfinite(low) and isfinite(high) and low <= high):
            raise BadArgument(f"random {kind} between {low} and {high}")
        numbers = source.uniform(low, high, count)
        return formats.encode(numbers + 1j * source.uniform(low, high, count) if kind.name in _PARTS else numbers, kind)


def _bound(value: Any, default: int) -> Any:
    if value is None:
        return default
    if isinstance(value, (dict, list)):
        raise BadArgument(f"{clipped(value)} is no bound of random numbers")
    return value


def _counted(start: float, stop: float, count: int) -> Array:
    if isinstance(start, int) and isinstance(stop, int):
        return np.arange(count, dtype=np.uint64) + np.uint64(start) if start >= 0 else np.arange(count) + start
    return start + np.arange(count, dtype=np.float64)


def _collect(value: Any, pairs: bool, found: list[Any]) -> None:
    for item in value:
        is_list = isinstance(item, (list, tuple))
        if is_list and not (pairs and len(item) == 2 and not any(isinstance(v, (list, tuple, dict)) for v in item)):
            _collect(item, pairs, found)
        else:
            found.append(read_element(item))
