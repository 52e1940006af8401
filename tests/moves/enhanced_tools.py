"""Making enhanced calls in few words."""

from __future__ import annotations

from typing import Any

import numpy as np

import ascmove as am

ONE = 0x3F800000
AICORE = "atlas-inference-aicore"
Array = np.ndarray[Any, Any]


def core(**settings: Any) -> am.Core:
    return am.Core(AICORE, **settings)


def carrier(dtype: str) -> Any:
    return {"half": np.float16, "float": np.float32}.get(dtype) or np.dtype(dtype.removesuffix("_t"))


def convert(
    values: Any, src: str, dst: str, scale: str, word: int = 0, *, relu: bool = False, words: Any = None
) -> Array:
    """Up to 16 values in row 0 of one fractal; the elements they become. ``words`` are those of a vector mode."""
    this = core()
    given = np.zeros(256, carrier(src))
    given[: len(values)] = np.asarray(values, carrier(src))
    x = this.local_tensor("CO1", src, 256, data=given)
    y = this.local_tensor("CO2", dst, 256, fill=7)
    tensor = None
    if words is not None:
        kind = "half" if scale == "VDEQ" else "uint64_t"
        bits = np.array([*words, *[words[-1]] * (16 - len(words))], np.uint16 if scale == "VDEQ" else np.uint64)
        tensor = this.local_tensor("VECIN", kind, 16, data=bits.view(carrier(kind)))
    enhanced = am.DataCopyEnhancedParams("MATRIX", scale, word, 2 if dst in ("int8_t", "uint8_t") else 0, relu)
    am.data_copy(y, x, am.DataCopyParams(1, 1), enhanced, deq_tensor=tensor)
    return y.to_numpy()[: len(values)]
