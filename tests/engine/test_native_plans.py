"""Random Plans: both engines write the same bytes and states on every instruction-set level."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from ascmove.formats import DTYPES, Conversion
from ascmove.plan import Access, Plan, Step

from .compare import assert_same, level, native  # noqa: F401
from .plans import CONVERSIONS, Job, buffers_for, jobs

FEW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(jobs(converting=False))
def test_moves_and_fills(level: str, job: Job) -> None:  # noqa: F811
    assert_same(job)


@FEW
@given(jobs(converting=True, max_elements=1500))
def test_conversions(level: str, job: Job) -> None:  # noqa: F811
    assert_same(job)


@pytest.mark.parametrize("made", CONVERSIONS, ids=lambda c: f"{c.mode}-{c.src}-{c.dst}")
def test_every_conversion_every_tail(level: str, made: Conversion) -> None:  # noqa: F811
    for n in (*range(1, 18), 31, 32, 33, 47):
        step = Step((n, 3), Access(1, (1, n + 1)), Access(2, (1, n)), convert=made, quant=Access(0, (1, 0)))
        plan = Plan((step,), made.src, made.dst, DTYPES["uint64_t"])
        assert_same(buffers_for(plan, n, shift=n % 3))


@pytest.mark.parametrize("width", [1, 2, 4, 8])
def test_every_tail_of_a_plain_move(level: str, width: int) -> None:  # noqa: F811
    kind = next(d for d in DTYPES.values() if d.width == width)
    for n in range(1, 200):
        plan = Plan((Step((n, 4), Access(0, (1, n + 3)), Access(1, (1, n + 1))),), kind, kind)
        assert_same(buffers_for(plan, n, shift=n % 4, spare=n % 2))


@pytest.mark.parametrize(("src", "dst"), [(0, 0), (0, 8), (8, 0), (0, 40), (40, 0), (0, 4096)])
def test_shared_memory(level: str, src: int, dst: int) -> None:  # noqa: F811
    from ascmove.engine import numpy as oracle

    half = DTYPES["half"]
    plan = Plan((Step((100, 7), Access(0, (1, 100)), Access(0, (2, 3))),), half, half)
    memory = np.random.default_rng(1).integers(0, 256, 8192, dtype=np.uint8)
    expected = memory.copy()
    oracle.run(plan, expected[dst:], expected[src:].copy())
    for run in (oracle.run, native.run):
        found = memory.copy()
        run(plan, found[dst:], found[src:])
        np.testing.assert_array_equal(found, expected)
