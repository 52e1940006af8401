"""Random Plans: both engines write the same bytes and states on every instruction-set level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ascmove.engine.bench.jobs import aligned, all_jobs, epilogue, from_nz
from ascmove.formats import DTYPES, Conversion
from ascmove.plan import Access, Plan, Role, Step

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


def _padded_box(turns: list[int], left: list[int], data: list[int], src: list[int], width: int) -> Plan:
    """A fill of the whole box and a move into a part of it, as padded transfers are lowered."""
    kind = next(d for d in DTYPES.values() if d.width == width)
    dst = [int(np.prod(turns[:k])) for k in range(len(turns))]
    start = 3 + sum(a * b for a, b in zip(left, dst, strict=True))
    pad = Step(tuple(turns), Access(3, tuple(dst)), fill=0x5A % (1 << 8 * width), role=Role.PAD)
    return Plan((pad, Step(tuple(data), Access(start, tuple(dst)), Access(1, tuple(src)))), kind, kind)


@st.composite
def padded_boxes(draw: st.DrawFn) -> Job:
    turns, left, data, src = [], [], [], []
    long = draw(st.booleans())  # rows that need no block
    for k in range(draw(st.integers(1, 4))):
        most = 40 if not long else 8 if k else 900
        n, before, behind = draw(st.integers(1, most)), draw(st.integers(0, 5)), draw(st.integers(0, 5))
        data.append(n)
        left.append(before)
        turns.append(before + n + behind)
        src.append(1 if long and k == 0 else draw(st.sampled_from([0, 1, 2, 40, 41])))
    plan = _padded_box(turns, left, data, src, draw(st.sampled_from([1, 2, 4, 8])))
    return buffers_for(plan, draw(st.integers(0, 2**32)), draw(st.integers(0, 3)))


@pytest.fixture(params=[(1, "common"), (1, "amd"), (3, "amd")], ids=["common", "amd", "three threads"])
def large(request: pytest.FixtureRequest) -> Iterator[None]:
    """Small Plans go the ways of large ones: panels, streaming stores, threads, as each maker likes it."""
    threads, tuning = request.param
    before = native.tuning()
    native.set_limits(1, 1, 1, threads)
    assert native.use_tuning(tuning)
    yield
    native.use_tuning(before)
    native.set_limits(0, 0, 0, 0)


@FEW
@given(jobs(converting=False))
def test_moves_the_large_way(level: str, large: None, job: Job) -> None:  # noqa: F811
    assert_same(job)


@FEW
@given(jobs(converting=True, max_elements=1500))
def test_conversions_the_large_way(level: str, large: None, job: Job) -> None:  # noqa: F811
    assert_same(job)


@FEW
@given(padded_boxes())
def test_padded_boxes(level: str, large: None, job: Job) -> None:  # noqa: F811
    assert_same(job)


@pytest.mark.parametrize("askew", [0, 2, 16, 48])
@pytest.mark.parametrize("dst", ["float", "half", "bfloat16_t", "int8_t"])
def test_relayouts_around_the_caches_wherever_they_start(level: str, large: None, dst: str, askew: int) -> None:  # noqa: F811
    """Rows that begin on a line of the cache go out directly, others through a stage."""
    made = None if dst == "float" else epilogue(dst, "float", "scalar" if dst == "int8_t" else "none", 0x40053F400000)
    for cols in (256, 272):
        job = buffers_for(from_nz(48, cols, "float", dst, made), 5)
        dst_bytes = aligned(job.dst.size + 64)[askew:][: job.dst.size]
        dst_bytes[:] = job.dst
        assert_same(Job(job.plan, dst_bytes, job.src, job.quant, job.state))


@pytest.mark.parametrize("gap", [0, 6])
@pytest.mark.parametrize("cell", [257, 513, 770, 1030, 2100])
@pytest.mark.parametrize("made", {c.dst: c for c in CONVERSIONS}.values(), ids=lambda c: f"{c.mode}-{c.src}-{c.dst}")
def test_cells_converted_in_parts(level: str, large: None, made: Conversion, cell: int, gap: int) -> None:  # noqa: F811
    """Cells longer than what is converted at a time, beside one another or with gaps."""
    pitch = cell + gap
    step = Step((cell, 3, 2), Access(19, (1, pitch, 3 * pitch + 5)), Access(1, (1, 7, 770)), convert=made)
    if made.takes_word and made.word is None:
        step = replace(step, quant=Access(0, (0, 1, 3)))
    assert_same(buffers_for(Plan((step,), made.src, made.dst, DTYPES["uint64_t"]), cell))


@pytest.mark.parametrize("gap", [1, 2, 8, 16])
@pytest.mark.parametrize("made", {c.dst: c for c in CONVERSIONS}.values(), ids=lambda c: f"{c.mode}-{c.src}-{c.dst}")
def test_cells_anywhere_in_rows_on_lines(level: str, large: None, made: Conversion, gap: int) -> None:  # noqa: F811
    """Rows begin on lines of the cache, the cells in them wherever their gaps leave them."""
    for cell in (16, 64):
        step = Step((cell, 5, 3), Access(0, (1, cell + gap, 448)), Access(0, (1, cell, 5 * cell)), convert=made)
        if made.takes_word and made.word is None:
            step = replace(step, quant=Access(0, (1, 0, 0)))
        job = buffers_for(Plan((step,), made.src, made.dst, DTYPES["uint64_t"]), cell)
        dst = aligned(job.dst.size)
        dst[:] = job.dst
        assert_same(Job(job.plan, dst, job.src, job.quant, job.state))


@pytest.mark.parametrize("askew", [0, 16])
@pytest.mark.parametrize("run", [16, 32, 48, 64, 128])
@pytest.mark.parametrize("kind", ["int8_t", "half", "float", "double"])
def test_transposes_of_narrow_rows(level: str, large: None, kind: str, run: int, askew: int) -> None:  # noqa: F811
    """Rows of a quarter, a half and a whole line go without a buffer, whatever is left behind whole lines."""
    width = DTYPES[kind].width
    for rows in (64, 128 // width, 200 - 64 // width, 131):
        for pitch in (run // width, run // width + 16):
            move = Step((run // width, rows), Access(0, (rows + -rows % 64, 1)), Access(3, (1, pitch)))
            job = buffers_for(Plan((move,), DTYPES[kind], DTYPES[kind]), rows)
            dst = aligned(job.dst.size + 64)[askew:][: job.dst.size]
            dst[:] = job.dst
            assert_same(Job(job.plan, dst, job.src, job.quant, job.state))


def test_a_tuning_that_is_not_there() -> None:
    before = native.tuning()
    assert before in ("common", "amd")
    assert not native.use_tuning("none")
    assert native.tuning() == before


@pytest.mark.parametrize("name", [job.name for job in all_jobs()])
def test_benchmark_jobs(name: str) -> None:
    """What is timed is right, too."""
    job = next(j for j in all_jobs() if j.name == name)
    dst, src, quant = job.buffers()
    assert_same(Job(job.plan, dst, src, quant, np.zeros(dst.size, np.uint8)))
