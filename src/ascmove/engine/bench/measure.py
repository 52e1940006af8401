"""Timing: contenders take turns in one process, and every ratio is formed within a round.

Clock is the time that the thread has had a processor, so that a busy machine disturbs less; jobs that use several
threads are timed by the wall. A small job is repeated until a turn lasts about a millisecond.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Timing:
    """Seconds of one contender, one figure per round."""

    name: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle figure."""
        return statistics.median(self.seconds)

    def ratio(self, *others: Timing) -> tuple[float, float, float]:
        """Median, smallest and largest ratio to the fastest of ``others`` in the same round."""
        floors = [min(times) for times in zip(*(other.seconds for other in others), strict=True)]
        ratios = sorted(own / floor for own, floor in zip(self.seconds, floors, strict=True))
        return statistics.median(ratios), ratios[0], ratios[-1]


def measure(works: dict[str, Work], rounds: int, *, wall: bool = False, least: float = 1e-3) -> dict[str, Timing]:
    """Run every work once per round, in turns; the first round warms up and does not count."""
    clock = time.perf_counter if wall else time.thread_time
    repeats = {name: _repeats(work, least) for name, work in works.items()}
    found: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds + 1):
        for name, work in works.items():
            times = repeats[name]
            start = clock()
            for _ in range(times):
                work()
            if turn:
                found[name].append(max((clock() - start) / times, 1e-9))
    return {name: Timing(name, tuple(seconds)) for name, seconds in found.items()}


def _repeats(work: Work, least: float) -> int:
    """How often to run ``work`` in a turn, so that the clock's grain does not matter."""
    start = time.perf_counter()
    work()
    once = time.perf_counter() - start
    return max(1, min(10_000, int(least / max(once, 1e-7))))
