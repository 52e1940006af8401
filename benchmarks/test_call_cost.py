"""What a call costs beside the bytes it moves: `pytest benchmarks --benchmark-only`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import engine
from ascmove.engine.bench.jobs import all_jobs

pytest.importorskip("pytest_benchmark")
Benchmark = Callable[..., Any]
TILE = next(job for job in all_jobs() if job.name.startswith("tile 32 x 64"))


def test_compiled_plan(benchmark: Benchmark) -> None:
    """8 KB by a compiled Plan alone."""
    dst, src, quant = TILE.buffers()
    made = engine.compiled(TILE.plan)
    assert made is not None
    benchmark(made.run, dst, src, quant, None)


def test_engine(benchmark: Benchmark) -> None:
    """8 KB by `engine.run`."""
    dst, src, quant = TILE.buffers()
    benchmark(engine.run, TILE.plan, dst, src, quant)


@pytest.mark.parametrize("track", [True, False], ids=["states", "no states"])
def test_data_copy_again(benchmark: Benchmark, track: bool) -> None:
    """8 KB by a repeated `data_copy`, all checks included."""
    core = am.Core("ascend-950", track=track)
    src = core.global_tensor(np.arange(2048, dtype=np.float32))
    dst = core.local_tensor("VECIN", "float", 2048)
    params = am.DataCopyParams(32, 8, 0, 0)
    benchmark(am.data_copy, dst, src, params)


def test_data_copy_with_new_parameters(benchmark: Benchmark) -> None:
    """8 KB with a parameter struct built for each call."""
    core = am.Core("ascend-950")
    src = core.global_tensor(np.arange(2048, dtype=np.float32))
    dst = core.local_tensor("VECIN", "float", 2048)
    benchmark(lambda: am.data_copy(dst, src, am.DataCopyParams(32, 8, 0, 0)))


def test_nddma_with_new_parameters(benchmark: Benchmark) -> None:
    """8 KB with both NDDMA structs built for each call, from lists."""
    core = am.Core("ascend-950")
    src = core.global_tensor(np.arange(2048, dtype=np.float32))
    dst = core.local_tensor("VECIN", "float", 2048)

    def call() -> None:
        loops = am.NdDmaLoopInfo([1, 64], [1, 64], [64, 32], [0, 0], [0, 0])
        am.data_copy(dst, src, am.NdDmaParams(loops, 0))

    benchmark(call)


def test_enhanced_with_new_parameters(benchmark: Benchmark) -> None:
    """8 KB out of L0C with both structs built for each call."""
    core = am.Core("atlas-inference-aicore")
    src = core.local_tensor("CO1", "float", data=np.arange(2048, dtype=np.float32))
    dst = core.local_tensor("CO2", "float", 2048)
    benchmark(lambda: am.data_copy(dst, src, am.DataCopyParams(1, 8), am.DataCopyEnhancedParams("MATRIX")))
