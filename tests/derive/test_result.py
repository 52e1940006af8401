"""What a derivation gives: how it reads, unpacks, and refuses."""

from __future__ import annotations

import numpy as np
import pytest

import ascmove as am
from ascmove import derive
from ascmove.errors import BadArgument


def transposed() -> derive.Derivation:
    x = np.arange(64, dtype=np.float32).reshape(8, 8)
    return derive.nddma(x.T, np.zeros((8, 8), np.float32))


def test_it_reads_as_the_calls_it_holds() -> None:
    found = transposed()
    assert repr(found).startswith("<Derivation of 1 nddma call, ")
    assert "NdDmaParams" in found.to_cpp() or "DataCopy" in found.to_cpp()
    assert [f.severity for f in found.findings if f.severity == "error"] == []
    params, config = found
    assert (params, config) == (found.params, found.config) == found.arguments


def test_names_that_it_does_not_have() -> None:
    found = transposed()
    with pytest.raises(AttributeError, match="a Derivation has no attribute 'parameters'"):
        found.parameters  # noqa: B018  # asking is the point
    with pytest.raises(AttributeError, match="a nddma call has no dst_slice_info"):
        found.dst_slice_info  # noqa: B018


def test_it_runs_on_tensors_of_its_types_only() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(64, dtype=np.float32))
    done = transposed().run(core.local_tensor("VECIN", "float", 64), x)
    assert done[0].bytes_written == 256
    with pytest.raises(BadArgument, match="dst holds half, the views float"):
        transposed().run(core.local_tensor("VECIN", "half", 64), x)
    with pytest.raises(BadArgument, match="src holds half, the views float"):
        transposed().run(core.local_tensor("VECIN", "float", 64), core.global_tensor(np.zeros(64, np.float16)))


def test_it_prints_the_call() -> None:
    found = transposed()
    assert str(found) == found.to_cpp()
    assert repr(found).startswith("<Derivation of 1 nddma call, ")
