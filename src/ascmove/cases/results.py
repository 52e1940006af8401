"""Result files: elements bit for bit, with the type and shape that an .npy file knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ascmove.cases.files import read_content, read_matrix
from ascmove.errors import BadArgument, CaseError
from ascmove.formats.dtype import DType, dtype

Array = np.ndarray[Any, Any]


class Result:
    """A result file. Raises CaseError for one that is missing or cannot be read."""

    def __init__(self, path: Path) -> None:
        if path.suffix.lower() not in (".npy", ".bin") or not path.is_file():
            raise CaseError(f"{path}: a result is a .npy or .bin file that exists")
        self.path = path
        self.raw = path.suffix.lower() == ".bin"
        self._held: Array = np.frombuffer(read_content(path), np.uint8) if self.raw else read_matrix(path)

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The shape of a matrix; None for what is flat, or raw bytes."""
        return self._held.shape if self._held.ndim > 1 and not self._bytes else None

    @property
    def _bytes(self) -> bool:
        """True for bytes of which only the command knows what they are."""
        return self.raw or self._held.dtype == np.uint8

    def own_type(self) -> DType:
        """The element type that the file names. Raises BadArgument where it names none."""
        if self.raw or self._held.dtype.kind == "V":
            raise BadArgument(f"{self.path}: the element type is not known; say it with --dtype")
        return dtype(self._held.dtype)

    def elements(self, kind: DType) -> Array:
        """The elements as bit patterns, flat. Raises CaseError for a file of another type."""
        held = self._held
        plain = held.dtype.kind in "uV" and held.dtype.itemsize == kind.width
        if not (plain or self._bytes or held.dtype == kind.carrier):
            raise CaseError(f"{self.path}: holds {held.dtype}, the comparison is of {kind}; save it with .astype")
        if held.nbytes % kind.width:
            raise CaseError(f"{self.path}: {held.nbytes} B do not divide into {kind} ({kind.width} B each)")
        return np.ascontiguousarray(held).reshape(-1).view(kind.bits)


def read_elements(path: Path, kind: DType) -> Array:
    """The elements of a result file, bit for bit. Raises CaseError for files that cannot be used."""
    return Result(path).elements(kind)
