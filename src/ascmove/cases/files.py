"""Data files of a case: raw little-endian elements in `.npy` or `.bin`, never values to be converted."""

from __future__ import annotations

from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np

from ascmove.cases.reading import clipped
from ascmove.errors import CaseError

Array = np.ndarray[Any, Any]

_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def located(name: str, base: Path) -> Path:
    """The data file ``name`` of a case in the folder ``base``.

    It lies in that folder, below it, or below the folder above; CaseError for any other place, for a missing file
    and for what is no regular file.
    """
    if "\0" in name or len(name) > 1024:
        raise CaseError(f"{clipped(name)} is no file name")
    folder = base.resolve()
    try:
        path = (folder / name).resolve()
        inside = path.is_relative_to(folder.parent)
        if not inside:
            raise CaseError(f"data file {name} lies outside of {folder.parent}; keep it beside the case")
        if path.suffix.lower() not in (".npy", ".bin"):
            raise CaseError(f"data file {name}: the suffix is .npy or .bin (raw little-endian elements)")
        if not path.exists():
            raise CaseError(f"data file {name}: there is no {path}")
        if not path.is_file():
            raise CaseError(f"data file {name}: not a regular file")
    except (OSError, RuntimeError) as error:
        raise CaseError(f"data file {name}: {getattr(error, 'strerror', None) or error}") from None
    return path


def content_bytes(path: Path) -> int:
    """Bytes of elements in a data file, without reading them."""
    with _opened(path) as file:
        return _header(file, path)[0]


def read_content(path: Path) -> bytes:
    """The elements of a data file as bytes in C order."""
    with _opened(path) as file:
        nbytes, shape, fortran, kind = _header(file, path)
        raw: bytes = file.read(nbytes)
    if len(raw) != nbytes:
        raise CaseError(f"data file {path.name}: {len(raw)} B of elements, its header says {nbytes} B")
    if fortran:
        raw = np.frombuffer(raw, kind).reshape(shape, order="F").tobytes(order="C")
    return raw


def read_matrix(path: Path) -> Array:
    """The array of an `.npy` file with its shape and type."""
    if path.suffix.lower() != ".npy":
        raise CaseError(f"data file {path.name}: a matrix is an .npy file, which knows its shape")
    with _opened(path) as file:
        _, shape, _, kind = _header(file, path)
    return np.frombuffer(read_content(path), kind).reshape(shape)


def write_content(path: Path, elements: Array) -> None:
    """Write a flat array as `.npy` or `.bin`, whole or not at all. Raises CaseError where that cannot be done."""
    if path.suffix.lower() not in (".npy", ".bin"):
        raise CaseError(f"{path}: the suffix is .npy or .bin")
    partial = path.with_name(path.name + ".part")
    try:
        with partial.open("wb") as file:
            if path.suffix.lower() == ".npy":
                np.save(file, storable(elements))
            else:
                file.write(elements.tobytes())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise CaseError(f"{path}: cannot be written: {error.strerror or error}") from None


def storable(elements: Array) -> Array:
    """The elements in a type that every NumPy can load: its own where there is one, else raw bits."""
    if elements.dtype.kind == "V" or elements.dtype.isbuiltin != 1:
        return elements.view(f"<u{elements.dtype.itemsize}")
    return elements


@contextmanager
def _opened(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise CaseError(f"data file {path.name}: cannot be read: {error.strerror or error}") from None


def _header(file: IO[bytes], path: Path) -> tuple[int, tuple[int, ...], bool, np.dtype[Any]]:
    """(bytes of elements, shape, Fortran order, type); the file stands at the first element then."""
    size = path.stat().st_size
    if path.suffix.lower() == ".bin":
        return size, (size,), False, np.dtype(np.uint8)
    try:
        version = np.lib.format.read_magic(file)
    except ValueError:
        raise CaseError(f"data file {path.name}: not an .npy file") from None
    if version not in _HEADERS:
        raise CaseError(f"data file {path.name}: .npy of version {version}, versions 1.0 and 2.0 are read")
    try:
        shape, fortran, kind = _HEADERS[version](file)
    except Exception as error:  # NumPy lets whatever Python's own parser raises through
        raise CaseError(f"data file {path.name}: damaged .npy header ({type(error).__name__})") from None
    if kind.hasobject:
        raise CaseError(f"data file {path.name}: holds Python objects; only plain elements are read")
    if kind.byteorder == ">":
        raise CaseError(f"data file {path.name}: big-endian {kind}; save it with .astype('<{kind.str[1:]}')")
    nbytes = prod(shape) * kind.itemsize
    held = size - file.tell()
    if nbytes > held or nbytes < 0:
        raise CaseError(f"data file {path.name}: {held} B of elements, its header says {nbytes} B")
    return nbytes, shape, fortran, kind
