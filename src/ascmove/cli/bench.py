"""`ascmove bench`: how fast the native engine is here, as ratios to memcpy and to a streaming copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ascmove import engine
from ascmove.cli.console import say, table
from ascmove.errors import BadArgument


def bench(
    only: Annotated[str, typer.Option("--only", help="Jobs whose name holds this text.")] = "",
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds; each contender runs once in each.")] = 9,
    others: Annotated[
        bool, typer.Option("--others", help="Also time NumPy, torch, byte states and a loop over elements.")
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Write all figures as JSON to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of the table.")] = False,
) -> None:
    """Time the engine on whole matrices and tiles, each beside memcpy and a streaming copy of the same traffic.

    Exit status 1 when a job exceeds its gate.
    """
    if "native" not in engine.available():
        raise BadArgument("the native engine was not built, so there is nothing to time")
    from ascmove.engine.bench import report

    results = list(report.run_jobs(only, rounds, others=others))
    if not results:
        raise BadArgument(f"no job has {only!r} in its name")
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
