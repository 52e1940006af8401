"""Whole matrices in one call, files mapped into memory, hardly any memory beside the data."""

from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest

import ascmove as am
from ascmove import engine
from ascmove.engine.bench.jobs import epilogue, from_nz

pytestmark = pytest.mark.skipif("native" not in engine.available(), reason="the native engine was not built")
SIDE = 2048


def _peak() -> int:
    """Most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_files_mapped_into_memory(tmp_path: Path) -> None:
    count = SIDE * SIDE
    src = np.memmap(tmp_path / "src.bin", np.float32, "w+", shape=count)
    src[:] = np.arange(count, dtype=np.float32)
    dst = np.memmap(tmp_path / "dst.bin", np.float16, "w+", shape=count)
    plan = from_nz(SIDE, SIDE, "float", "half", epilogue("half", "float", "none"))
    engine.run(plan, dst.view(np.uint8), src.view(np.uint8))
    expected = src.reshape(SIDE // 16, SIDE, 16).transpose(1, 0, 2).reshape(-1)
    np.testing.assert_array_equal(dst, np.clip(expected, None, 65504).astype(np.float16))


def test_one_call_for_a_matrix_needs_no_memory_of_its_own() -> None:
    core = am.Core("ascend-950", limits="host", track=False)
    rows, cols = 4096, 2048
    source = np.ones(rows * cols, np.float32)
    src = core.global_tensor(source)
    dst = core.local_tensor("VECIN", "float", rows * cols)
    params = am.NdDmaParams(am.NdDmaLoopInfo([cols, 1], [1, rows], [rows, cols]))
    dst.buffer()[:] = 0
    before = _peak()
    am.data_copy(dst, src, params)
    assert _peak() - before < source.nbytes // 100 + (1 << 20)
    assert (dst.to_float() == 1).all()


def test_threads_write_the_same() -> None:
    native = pytest.importorskip("ascmove.engine.native", exc_type=ImportError)
    plan = from_nz(SIDE, SIDE, "float", "int8_t", epilogue("int8_t", "float", "scalar", 0x400A3F400000))
    rng = np.random.default_rng(3)
    src = (rng.standard_normal(SIDE * SIDE) * 300).astype(np.float32).view(np.uint8)
    results = []
    for threads in (1, 2, 3, 7):
        native.set_limits(0, 0, 0, threads)
        dst = np.zeros(SIDE * SIDE, np.uint8)
        engine.run(plan, dst, src)
        results.append(dst)
    native.set_limits(0, 0, 0, 0)
    for other in results[1:]:
        np.testing.assert_array_equal(results[0], other)
