"""Pads of another constant: named as what they hold, for every type of NDDMA, whichever of the two calls is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove.calls import Bits, NdDmaCall
from ascmove.doctor import Kind, examine
from ascmove.formats import DTYPES
from ascmove.hardware import NDDMA_TYPES


def call_with(kind: str, pattern: int) -> NdDmaCall:
    core = am.Core("ascend-950")
    data = np.arange(16 * DTYPES[kind].width, dtype=np.uint8) % (2 if kind == "bool" else 251)
    src = core.global_tensor(data, kind)
    dst = core.local_tensor("VECIN", kind, 64, fill=0)
    loops = am.NdDmaLoopInfo([1, 8], [1, 16], [8, 2], [3, 1], [5, 1])
    return NdDmaCall(dst, src, am.NdDmaParams(loops, Bits(pattern)), None)


def result(call: NdDmaCall) -> Any:
    am.data_copy(call.dst, call.src, call.params)
    return call.dst.buffer().copy().view(call.dst.dtype.bits)


@pytest.mark.parametrize("kind", sorted(kind for kind in NDDMA_TYPES if DTYPES[kind].width < 8))  # those may have one
def test_every_type(kind: str) -> None:
    good, bad = (result(call_with(kind, pattern)) for pattern in (0, 1))
    found = examine(call_with(kind, 0), bad)
    assert found.best is not None
    assert found.best.exact
    assert (found.best.kinds, found.best.changes) == ((Kind.OTHER,), (("constant_value", "constant_value", "0x1"),))
    assert found.best.why.startswith("the pads are made of ")
    undone = examine(call_with(kind, 1), bad, expected=good)
    assert undone.best is not None
    assert undone.best.changes == (("constant_value", "constant_value", "0x0"),)


def test_what_it_says() -> None:
    bad = result(call_with("float", 0x40200000))
    best = examine(call_with("float", 0), bad).best
    assert best is not None
    assert best.why == "the pads are made of 2.5 (0x40200000), not of 0 (0x00000000)"


def test_other_calls_have_no_constant() -> None:
    core = am.Core("ascend-950")
    src = core.global_tensor(np.arange(64, dtype=np.float32))
    dst = core.local_tensor("VECIN", "float", 64)
    loops = am.NdDmaLoopInfo([1, 8], [1, 16], [8, 2], [3, 1], [5, 1])
    nearest = NdDmaCall(dst, src, am.NdDmaParams(loops, 0), am.NdDmaConfig(is_nearest_value_mode=True))
    found = examine(nearest, np.full(64, 7, np.float32))
    assert all(change[0] != "constant_value" for each in found.explanations for change in each.changes)
