"""A tensor of a case: where it lies, what it is made of, what it holds."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import model_validator

import ascmove.formats as formats
from ascmove.cases.data import Data
from ascmove.cases.fields import Element, Kind, Position, Size, Strict
from ascmove.errors import CaseError
from ascmove.findings.wording import several
from ascmove.formats.dtype import DType
from ascmove.tensors import ByteState

Array = np.ndarray[Any, Any]

#: bytes of one tensor that a case may ask to be allocated
LARGEST_TENSOR = 1 << 30


class RowsSpec(Strict):
    """What an earlier copy left: rows of ``pitch`` elements, ``data`` of them written and ``pads`` behind as pads."""

    pitch: Size
    data: Size
    pads: Size = 0

    @model_validator(mode="after")
    def _fits(self) -> RowsSpec:
        if not 0 < self.data + self.pads <= self.pitch:
            raise ValueError(f"data {self.data} and pads {self.pads} are not 1 to pitch = {self.pitch} elements")
        return self

    def states(self, count: int, width: int) -> Array:
        """The state of each byte of ``count`` elements."""
        column = np.arange(count) % self.pitch
        padded = np.where(column < self.data + self.pads, ByteState.PAD, ByteState.UNDEFINED)
        return np.repeat(np.where(column < self.data, ByteState.DATA, padded).astype(np.uint8), width)


class TensorSpec(Strict):
    """``count`` or ``shape`` in elements; ``address`` in bytes; ``offset`` in elements makes the operand a view.

    ``rows`` says which part of a local tensor's content was written; all of it where it is left out.
    """

    position: Position
    dtype: Kind
    count: Size | None = None
    shape: list[Size] | None = None
    address: Size | None = None
    offset: Size = 0
    shape_info: list[Size] | None = None
    data: Data | None = None
    fill: Element = None
    rows: RowsSpec | None = None

    @model_validator(mode="after")
    def _consistent(self) -> TensorSpec:
        if self.data is not None and self.fill is not None:
            raise ValueError("both data and fill are given; fill is one value for all elements")
        if self.rows is not None and (self.position == "GM" or not self.known):
            raise ValueError("rows is for local tensors with data or fill; global memory is defined everywhere")
        for name, check in (("fill", self._check_fill), ("data", self._check_data)):
            try:
                check()
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        if self.count is not None and self.shape is not None and prod(self.shape) != self.count:
            raise ValueError(f"count {self.count} is not the product of shape {self.shape}, {prod(self.shape)}")
        return self

    def _check_fill(self) -> None:
        if self.fill is not None:
            formats.encode_literal(self.fill, self.dtype)

    def _check_data(self) -> None:
        if self.data is not None:
            self.data.check(self.dtype)

    def implied_count(self) -> int | None:
        """Elements that follow from something else than count, shape and data; None here."""
        return None

    def elements(self, name: str, base: Path) -> int:
        """How many elements the tensor has; CaseError where nothing says so or its content has another size."""
        try:
            held = self.held(base)
        except CaseError as error:
            raise CaseError(f"{name}: {error}") from None
        count = self.count if self.shape is None else prod(self.shape)
        if count is None:
            count = self.implied_count()
        if count is None:
            count = held
        if count is None:
            raise CaseError(f"{name}: count is missing")
        if held is not None and held != count and not self.partial(held, count):
            raise CaseError(f"{name}: data hold {several(held, 'element')}, {name} has {count}")
        return count

    def held(self, base: Path) -> int | None:
        """Elements that the content has by itself; None where it is as long as the tensor."""
        return None if self.data is None else self.data.size(self.dtype, base)

    def partial(self, held: int, count: int) -> bool:
        """True for a data file with less than the tensor: enough if the call reads nothing of the rest."""
        return held < count and self.data is not None and self.data.file is not None

    @property
    def known(self) -> bool:
        """True when the case says what the tensor holds."""
        return self.data is not None or self.fill is not None

    def bits(self, name: str, count: int, base: Path) -> Array | None:
        """The content as bit patterns, None where the case leaves it open. CaseError where it is too much to hold."""
        if not self.known:
            return None
        check_size(name, count, self.dtype)
        if self.data is not None:
            try:
                return self.data.bits(self.dtype, count, base)
            except CaseError as error:
                raise CaseError(f"{name}: {error}") from None
        return np.full(count, formats.encode_literal(self.fill, self.dtype), self.dtype.bits)


def check_size(name: str, count: int, kind: DType) -> None:
    """CaseError for a tensor that is too large to be allocated."""
    if count * kind.width > LARGEST_TENSOR:
        raise CaseError(
            f"{name}: {count} elements of {kind} are {count * kind.width} B; at most {LARGEST_TENSOR} B can be run, "
            "larger tensors can only be checked"
        )
