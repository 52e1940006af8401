"""`ascmove bench`: how fast the native engine is here, as ratios to memcpy and to a streaming copy."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

import ascmove.engine as engine
from ascmove.cli.arguments import AsJson
from ascmove.cli.console import complain, progress, say, table
from ascmove.errors import BadArgument


def bench(
    only: Annotated[str, typer.Option("--only", metavar="TEXT", help="Only jobs with this text in their name.")] = "",
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="How often each job is timed; medians are shown.")
    ] = 9,
    others: Annotated[
        bool, typer.Option("--others", help="Also time NumPy, torch, byte states and a loop over elements.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write all figures as JSON to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Time the native engine beside memcpy.

    Each job, a whole matrix or a tile, runs in turn with memcpy and with a streaming copy of as many bytes. Exit
    status: 0 done, 1 a job is slower than its gate, 2 unusable arguments.
    """
    if "native" not in engine.available():
        raise BadArgument(f"the native engine {engine.absence()}, so there is nothing to time")
    from ascmove.engine.bench import report
    from ascmove.engine.bench.jobs import all_jobs

    jobs = [job for job in all_jobs() if only in job.name]
    if not jobs:
        raise BadArgument(f"no job has {only!r} in its name")
    if others and find_spec("torch") is None:
        complain("torch is left out: pip install 'ascmove[torch]'", "note")
    results = [report.run_job(job, rounds, others=others) for job in progress(jobs, "timing")]
    text = report.as_json(results)
    if out is not None:
        out.write_text(text + "\n", encoding="utf-8")
    if as_json:
        say(text)
    else:
        table(report.HEADINGS, map(report.row, results))
        for result in results:
            if result.others:
                slower = ", ".join(f"{name} {ratio:,.1f}" for name, ratio in result.others.items())
                say(f"{result.job}: times the native engine: {slower}")
        say(f"level {report.conditions()['level']}; ratios are medians of {rounds} rounds, lowest and highest behind")
    if any(result.verdict == "MISSED" for result in results):
        raise typer.Exit(1)
