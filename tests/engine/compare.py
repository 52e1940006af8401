"""Run a Job by both engines and compare every byte."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from ascmove import engine
from ascmove.engine import numpy as oracle

from .plans import Job

native = pytest.importorskip("ascmove.engine.native", exc_type=ImportError)
LEVELS = native.levels()


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each instruction-set level that this processor has."""
    before = native.level()
    assert native.use_level(request.param)
    yield request.param
    native.use_level(before)


def assert_same(job: Job, *, compiled: bool = True) -> None:
    """Destination and byte states are the same, bit for bit; the native engine itself ran where ``compiled``."""
    expected, states = job.dst.copy(), job.state.copy()
    oracle.run(job.plan, expected, job.src, job.quant, states)
    found, found_states = job.dst, job.state.copy()  # where the job says: how it is aligned matters
    native.run(job.plan, found, job.src, job.quant, found_states)
    if compiled:
        assert job.plan.compiled["native"] is not None
    if not np.array_equal(found, expected):
        width = job.plan.dst_type.width
        where = int(np.flatnonzero(found != expected)[0]) // width * width
        raise AssertionError(
            f"{native.level()}, byte {where}: {bytes(found[where : where + width]).hex()} is not "
            f"{bytes(expected[where : where + width]).hex()} in {job}"
        )
    np.testing.assert_array_equal(found_states, states)
    marked = job.state.copy()
    engine.mark(job.plan, marked)
    np.testing.assert_array_equal(marked, states)


assert engine.available() == ("numpy", "native")
