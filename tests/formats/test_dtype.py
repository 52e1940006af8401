"""Element types: names, NumPy equivalents, identity."""

from __future__ import annotations

import pickle
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from ascmove.errors import BadArgument
from ascmove.formats import DTYPES, Conversion, dtype


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("float", "float"),
        ("float32", "float"),
        (np.float64, "double"),
        (float, "double"),
        (np.dtype("<u2"), "uint16_t"),
        (np.int64, "int64_t"),
        (bool, "bool"),
        (ml_dtypes.bfloat16, "bfloat16_t"),
        (ml_dtypes.float8_e4m3fn, "fp8_e4m3fn_t"),
        (np.complex64, "complex64"),
        (DTYPES["hifloat8_t"], "hifloat8_t"),
    ],
)
def test_what_names_a_type(spec: Any, name: str) -> None:
    assert dtype(spec) is DTYPES[name]


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("hifloat8", "did you mean 'hifloat8_t'"),
        ("xyz", "known: bool, int8_t"),
        (np.complex128, "NumPy type complex128 has no Ascend C element type"),
        (object(), "is not an element type"),
    ],
)
def test_what_does_not(spec: Any, text: str) -> None:
    with pytest.raises(BadArgument) as error:
        dtype(spec)
    assert text in str(error.value)


@pytest.mark.parametrize("kind", DTYPES.values(), ids=str)
def test_widths_and_identity(kind: Any) -> None:
    assert kind.carrier.itemsize == kind.bits.itemsize == kind.width
    assert pickle.loads(pickle.dumps(kind)) is kind


def test_ranges() -> None:
    assert DTYPES["bool"].range == (0, 1)
    assert DTYPES["int8_t"].range == (-128, 127)
    assert DTYPES["uint64_t"].range == (0, (1 << 64) - 1)


def test_conversions_are_values() -> None:
    one, other = (Conversion("m", dtype("float"), dtype("half")) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert not one.takes_word
