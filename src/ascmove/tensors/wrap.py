"""Foreign arrays: anything with the buffer protocol, `__array_interface__` or DLPack, seen in place as NumPy bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ascmove.errors import BadArgument
from ascmove.formats.dtype import DType, dtype
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]


def wrap(array: object, element: DType | None) -> tuple[Bytes, DType, Array]:
    """The bytes of ``array`` in place, its element type, and the NumPy array that owns the view.

    Raises BadArgument for arrays that are not C-contiguous, not in native byte order, or whose bytes do not
    divide into elements of the type asked for.
    """
    seen, implied = _as_numpy(array)
    if not seen.dtype.isnative:
        raise BadArgument(f"array of {seen.dtype.str} is not in native byte order; convert it with .astype('=')")
    if not seen.flags.c_contiguous:
        raise BadArgument(
            f"array of shape {seen.shape} with strides {seen.strides} B is not contiguous; "
            "a global tensor is one run of memory: pass np.ascontiguousarray(array)"
        )
    if seen.dtype.hasobject:
        raise BadArgument("array of Python objects has no elements in memory")
    kind = element or implied or dtype(seen.dtype)
    if seen.nbytes % kind.width:
        raise BadArgument(f"{seen.nbytes} B do not divide into elements of {kind} ({kind.width} B)")
    return seen.reshape(-1).view(np.uint8), kind, seen


def _as_numpy(array: object) -> tuple[Array, DType | None]:
    if isinstance(array, np.ma.MaskedArray):
        raise BadArgument("a masked array is no plain memory; pass array.data")
    if isinstance(array, np.ndarray):
        return np.asarray(array), None  # subclasses may reshape in ways of their own
    if type(array).__module__.split(".")[0] == "torch":
        return _from_torch(array)
    try:
        if hasattr(array, "__array_interface__"):
            return np.asarray(array), None
        if hasattr(array, "__dlpack__"):
            return np.from_dlpack(array), None
        return np.asarray(memoryview(array)), None  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        raise BadArgument(f"{type(array).__name__} cannot be wrapped in place: {error}") from None


def _from_torch(tensor: Any) -> tuple[Array, DType | None]:
    """A CPU torch tensor through its bytes, since NumPy cannot name all of its types (bfloat16, float8)."""
    if tensor.device.type != "cpu":
        raise BadArgument(f"torch tensor on {tensor.device} is not in host memory; pass tensor.cpu()")
    if not tensor.is_contiguous():
        raise BadArgument("torch tensor is not contiguous; pass tensor.contiguous()")
    import torch  # present, since the tensor is one

    name = str(tensor.dtype).removeprefix("torch.")
    kind = dtype({"complex64": "complex64"}.get(name, name))
    flat = tensor.detach().reshape(-1).view(torch.uint8) if tensor.numel() else tensor.detach().reshape(-1)
    return flat.numpy(), kind
