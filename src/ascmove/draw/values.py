"""Values: the content of an operand as bit patterns and as text that fits a cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import ascmove.formats as formats
from ascmove.draw.scene import Values
from ascmove.formats.dtype import DType
from ascmove.tensors import Tensor

#: elements of an operand whose values are kept in a scene
MOST_VALUES = 1 << 14


def values_of(tensor: Tensor, start: int, stop: int, undefined: npt.NDArray[np.bool_] | None) -> Values | None:
    """Bits and texts of the elements ``start`` to ``stop`` that exist; None where there are too many to keep.

    Elements that were never written read "?".
    """
    stop = min(stop, tensor.count)
    if stop - start > MOST_VALUES or stop <= start:
        return None
    kind = tensor.dtype
    bits = tensor.buffer()[: tensor.count * kind.width].view(kind.bits)[start:stop].copy()
    texts = value_texts(bits, kind)
    if undefined is not None:
        texts = ["?" if missing else text for text, missing in zip(texts, undefined[start:stop], strict=True)]
    return Values(bits, tuple(texts))


def value_texts(bits: npt.NDArray[Any], kind: DType) -> list[str]:
    """Each element as the shortest text that still names its value.

    >>> from ascmove.formats.dtype import dtype
    >>> value_texts(np.array([0x3DCCCCCD, 0x3F800000, 0x7F800000], np.uint32), dtype("float"))
    ['0.1', '1', 'inf']
    """
    if kind.is_integer or kind.kind == "bool":
        return [str(int(v)) for v in formats.decode(bits, kind)]
    if kind.kind == "complex":
        return [f"{v.real:.6g}{v.imag:+.6g}i" for v in formats.decode(bits, kind).tolist()]
    if kind.carrier.kind == "u":  # raw bits carry a type that NumPy has not
        return [_short(f"{v:.6g}") for v in formats.decode(bits, kind).tolist()]
    return [_short(str(v)) for v in bits.view(kind.carrier)]


def _short(text: str) -> str:
    return text.removesuffix(".0")
