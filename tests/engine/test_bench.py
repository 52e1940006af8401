"""The benchmark counts what it says it counts; how fast anything is does not matter here."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ascmove import engine
from tests.cli.conftest import Command
from tests.cli.conftest import ascmove as ascmove

if "native" not in engine.available():
    pytest.skip("the native engine was not built", allow_module_level=True)

import numpy as np

from ascmove.engine.bench import contenders, report
from ascmove.engine.bench.jobs import Job, all_jobs
from ascmove.engine.bench.measure import Timing, measure

SMALL = "tile 32 x 64, float"


def small() -> Job:
    (job,) = (job for job in all_jobs() if job.name == SMALL)
    return job


def test_every_contender_runs_in_every_round() -> None:
    turns: dict[str, int] = {"a": 0, "b": 0}

    def count(name: str) -> None:
        turns[name] += 1
        time.sleep(0.001)

    found = measure({"a": lambda: count("a"), "b": lambda: count("b")}, 3, wall=True)
    assert {name: len(timing.seconds) for name, timing in found.items()} == {"a": 3, "b": 3}
    assert all(timing.median > 0.0005 for timing in found.values())
    assert turns["a"] >= 5  # once to see how long it takes, once to warm up


def test_ratio_is_taken_round_by_round_to_the_faster_yardstick() -> None:
    own, one, two = Timing("own", (2.0, 3.0, 8.0)), Timing("one", (1.0, 3.0, 4.0)), Timing("two", (2.0, 1.0, 2.0))
    assert own.ratio(one, two) == (3.0, 2.0, 4.0)
    assert own.median == 3.0


def test_the_contenders_move_the_same_bytes() -> None:
    job = small()
    works = contenders.engines(job, others=True)
    assert {contenders.NATIVE, contenders.STATES, contenders.NUMPY} <= set(works)
    assert set(contenders.yardsticks(job)) == {contenders.MEMCPY, contenders.STREAM}
    for work in works.values():
        work()
    assert contenders.naive_seconds_per_element(job, 64) > 0


def test_the_loop_over_elements_converts_too() -> None:
    """One job whose conversion is fixed, one that takes words, the smallest of each."""
    jobs = [(job, job.plan.steps[-1].convert) for job in all_jobs()]
    for takes_word in (False, True):
        fitting = [job for job, made in jobs if made is not None and made.takes_word is takes_word]
        job = min(fitting, key=lambda job: job.traffic)
        assert contenders.naive_seconds_per_element(job, 64) > 0


def test_result_of_a_job() -> None:
    result = report.run_job(small(), 1, others=True)
    middle, low, high = result.to_floor
    assert 0 < low <= middle <= high
    assert "loop over elements" in result.others
    assert replace(result, to_floor=(0.1, 0.1, 0.1)).verdict == "target"
    assert replace(result, to_floor=(result.gate, 1, 1)).verdict == "gate"
    assert replace(result, to_floor=(result.gate * 2, 1, 1)).verdict == "MISSED"
    assert len(report.row(result)) == len(report.HEADINGS)
    line = json.loads(report.history_line("1.2.3", [result]))
    assert line["version"] == "1.2.3"
    assert line["ratios"] == {SMALL: round(middle, 3)}


def test_the_loop_over_elements_writes_what_the_engine_writes() -> None:
    job = small()
    dst, src, quant = job.buffers()
    assert quant is None
    src[:] = np.arange(src.size)
    count = contenders._loop(job.plan, job.plan.steps[-1], dst, src, quant)
    assert count == job.plan.elements_written
    wanted = np.zeros_like(dst)
    engine.run(job.plan, wanted, src)
    assert np.array_equal(dst, wanted)


def test_command(ascmove: Command, tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    shown = ascmove("bench", "--only", SMALL, "--rounds", "1", "--others", "--out", out)
    data = json.loads(out.read_text())
    assert [result["job"] for result in data["results"]] == [SMALL]
    assert shown.status == int("MISSED" in shown.out)
    assert f"{SMALL}: times the native engine: " in shown.out
    plain = ascmove("bench", "--only", SMALL, "--rounds", "1", "--json")
    assert json.loads(plain.out)["level"] == data["level"]


def test_command_refuses(ascmove: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no job has 'nothing' in its name" in ascmove("bench", "--only", "nothing").err
    monkeypatch.setattr(engine, "available", lambda: ("numpy",))
    monkeypatch.setattr(engine, "absence", lambda: "was not built")
    assert "the native engine was not built" in ascmove("bench").err
