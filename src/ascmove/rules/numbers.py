"""Numbers in messages: values with their unit and bytes, and the nearest legal ones."""

from __future__ import annotations

from ascmove.findings.wording import several
from ascmove.formats.dtype import DType
from ascmove.tensors import Tensor


def elements(n: int, kind: DType) -> str:
    """A number of elements with its bytes.

    >>> from ascmove.formats.dtype import dtype
    >>> elements(33, dtype("half"))
    '33 elements x 2 B = 66 B'
    """
    return f"{several(n, 'element')} x {kind.width} B = {n * kind.width} B"


def counted_view(tensor: Tensor) -> str:
    """The elements of a tensor with their bytes; of a view, those that its tensor has behind the start of the view.

    >>> import ascmove as am
    >>> counted_view(am.Core("ascend-950").local_tensor("VECIN", "half", 48)[16:])
    '48 elements, 32 elements x 2 B = 64 B from element 16 on'
    """
    start, shown = tensor.offset, elements(tensor.count, tensor.dtype)
    return f"{several(start + tensor.count, 'element')}, {shown} from element {start} on" if start else shown


def counted(n: int, unit: int, name: str = "block") -> str:
    """A number of units with its bytes.

    >>> counted(3, 32)
    '3 blocks x 32 B = 96 B'
    """
    return f"{several(n, name)} x {unit} B = {n * unit} B"


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
