"""Running the benchmarks and putting what was found into a table or JSON."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

import ascmove._native as _native
from ascmove.engine import native
from ascmove.engine.bench.contenders import (
    LOOKED,
    MEMCPY,
    NATIVE,
    NUMPY,
    STATES,
    STREAM,
    TORCH,
    engines,
    own_pages,
    yardsticks,
)
from ascmove.engine.bench.contenders import naive_seconds_per_element as naive
from ascmove.engine.bench.jobs import Job, all_jobs, from_nz
from ascmove.engine.bench.measure import measure
from ascmove.plan import Access, Plan, Step

Ratio = tuple[float, float, float]  # median, smallest, largest
Growth = dict[str, float]  # nanoseconds per KB of each contender, and a ratio


@dataclass(frozen=True)
class Result:
    """One job: ratios of the native engine with their spread, and what others took (times the native engine)."""

    job: str
    floor: str
    microseconds: float
    gigabytes_per_second: float
    to_floor: Ratio
    to_memcpy: Ratio
    to_streaming: Ratio
    target: float
    gate: float
    others: dict[str, float]

    @property
    def verdict(self) -> str:
        """Whether the target is met, or at least the gate."""
        return "target" if self.to_floor[0] <= self.target else "gate" if self.to_floor[0] <= self.gate else "MISSED"


def run_job(job: Job, rounds: int, *, others: bool) -> Result:
    """Time one job beside its yardsticks; ``others`` adds NumPy, torch, byte states and the loop over elements."""
    small = job.traffic < 1 << 20
    timings = measure({**yardsticks(job), **engines(job, others=False)}, rounds if not small else 3 * rounds)
    own, memcpy, stream = timings[NATIVE], timings[MEMCPY], timings[STREAM]
    floor = (memcpy, stream) if job.floor == "copy" else (memcpy,)
    slower: dict[str, float] = {}
    if others:
        more = measure(engines(job, others=True), 3)
        slower = {name: more[name].ratio(more[NATIVE])[0] for name in (STATES, LOOKED, NUMPY, TORCH) if name in more}
        slower["loop over elements"] = naive(job) * job.plan.elements_written / more[NATIVE].median
    return Result(
        job.name,
        job.floor,
        own.median * 1e6,
        job.traffic / own.median / 1e9,
        own.ratio(*floor),
        own.ratio(memcpy),
        own.ratio(stream),
        job.target,
        job.gate,
        slower,
    )


def run_jobs(pattern: str = "", rounds: int = 9, *, others: bool = False, askew: int = 0) -> Iterable[Result]:
    """The jobs whose name holds ``pattern``, one after the other; their arrays begin ``askew`` bytes behind a page."""
    for job in all_jobs():
        if pattern in job.name:
            yield run_job(replace(job, askew=askew), rounds, others=others)


def growth(rounds: int = 5, sides: Iterable[int] = (512, 1024, 2048, 4096, 8192, 16384)) -> dict[str, Growth]:
    """Nanoseconds per KB of an NZ relayout by size of its destination, and of copies of as many bytes.

    What fits into a cache is faster, for copies, too: cost grows linearly where the ratio to them stays.
    """
    found = {}
    for side in sides:
        job = Job("", from_nz(side, side, "float", "float"), "copy", 0, 0)
        timings = measure({**yardsticks(job), **engines(job, others=False)}, rounds)
        kilobytes = 4 * side * side / 1024
        per_kb = {name: round(timing.median * 1e9 / kilobytes, 2) for name, timing in timings.items()}
        ratio = timings[NATIVE].ratio(timings[MEMCPY], timings[STREAM])[0]
        found[f"{4 * side * side >> 20} MB"] = {**per_kb, "ratio to the faster copy": round(ratio, 3)}
    return found


def extra_memory(side: int = 8192) -> float:
    """Memory that a relayout of ``side`` x ``side`` floats takes beside its operands, as a share of them.

    Measured in a process of its own, so that nothing else has raised the peak before.
    """
    code = f"from ascmove.engine.bench.report import _extra_memory; print(_extra_memory({side}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def _extra_memory(side: int) -> float:
    import resource  # not on Windows

    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    job = Job("", from_nz(side, side, "float", "float"), "copy", 0, 0)
    dst, src = own_pages(job.plan.dst_extent.stop)
    made = native.compiled(job.plan)
    assert made is not None
    before = peak()
    made.run(dst, src, None, None)
    return (peak() - before) / job.traffic


def speed_up(threads: int = 2, rounds: int = 5) -> dict[str, float]:
    """How many times faster an NZ relayout of 64 MB is with ``threads`` threads, by the wall, and a copy of 64 MB.

    Where a copy gains little, the processors share what brings them bytes from memory.
    """
    relayout = from_nz(4096, 4096, "float", "float")
    copy = Plan((Step((4096 * 4096,), Access(0, (1,)), Access(0, (1,))),), relayout.src_type, relayout.dst_type)
    with _all_processors():
        return {name: _speed_up(plan, threads, rounds) for name, plan in (("relayout", relayout), ("copy", copy))}


def _speed_up(plan: Plan, threads: int, rounds: int) -> float:
    works = engines(Job("", plan, "memcpy", 0, 0), others=False)
    seconds = []
    for count in (1, threads):
        native.set_limits(0, 0, 0, count)
        seconds.append(min(measure(works, rounds, wall=True)[NATIVE].seconds))
    native.set_limits(0, 0, 0, 0)
    return round(seconds[0] / seconds[1], 2)


@contextmanager
def _all_processors() -> Iterator[None]:
    """A benchmark that was pinned to one processor may use all of them here."""
    pinned = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    try:
        if pinned:
            os.sched_setaffinity(0, range(os.cpu_count() or 1))
        yield
    finally:
        if pinned:
            os.sched_setaffinity(0, pinned)


def conditions() -> dict[str, str]:
    """What the figures depend on."""
    built = {"level": _native.level(), "tuning": _native.tuning()}
    return {**built, "machine": platform.machine(), "python": platform.python_version()}


def as_json(results: Iterable[Result]) -> str:
    """All figures, one object."""
    return json.dumps({**conditions(), "results": [asdict(result) for result in results]}, indent=2)


def history_line(version: str, results: Iterable[Result], **more: object) -> str:
    """One line for `benchmarks/history.jsonl`: the median ratio of each job, and whatever else is to be kept."""
    ratios = {result.job: round(result.to_floor[0], 3) for result in results}
    return json.dumps({"version": version, **conditions(), "ratios": ratios, **more})


def row(result: Result) -> tuple[Any, ...]:
    """The cells of a table: job, time, rate, ratio to its floor with spread, to memcpy, target, verdict."""
    middle, low, high = result.to_floor
    return (
        result.job,
        f"{result.microseconds:,.1f}",
        f"{result.gigabytes_per_second:.1f}",
        f"{middle:.2f} ({low:.2f}-{high:.2f})",
        f"{result.to_memcpy[0]:.2f}",
        f"{result.to_streaming[0]:.2f}",
        f"{result.target:g} / {result.gate:g}",
        result.verdict,
    )


HEADINGS = ("job", "us", "GB/s", "ratio to floor", "memcpy", "streaming", "target / gate", "met")
