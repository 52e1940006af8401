"""`ascmove run`: check one case, move its bytes, compare, show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ascmove.cases import Case
from ascmove.cases.files import write_content
from ascmove.cli.arguments import AsJson, CaseFile, Limits, ModeName, one_of
from ascmove.cli.config import settings_for
from ascmove.cli.console import put_json, say, show_findings
from ascmove.cli.report import run_report
from ascmove.cli.summary import summary_lines
from ascmove.errors import CaseError


def run(
    case: CaseFile,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the whole destination: .npy, or .bin (raw elements)."),
    ] = None,
    as_json: AsJson = False,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine", metavar="native|numpy", help="What moves the bytes.", autocompletion=one_of("native", "numpy")
        ),
    ] = None,
    mode: ModeName = None,
    limits: Limits = "device",
) -> None:
    """Run a case and print what moved.

    Exit status: 0 done and equal to `expect`, 1 a rule is broken or the output differs, 2 unusable arguments or file.
    """
    if out is not None and out.suffix.lower() not in (".npy", ".bin"):
        raise CaseError(f"{out}: the suffix is .npy or .bin")
    chosen = settings_for(case, mode=mode)
    loaded = Case.load(case)
    done = loaded.run(engine, mode=chosen.mode, limits=limits)  # type: ignore[arg-type]  # Core refuses other names
    if out is not None and not done.broken:
        write_content(out, loaded.shaped(done.output))
    if as_json:
        put_json(run_report(done))
    else:
        show_findings(done.findings)
        say("\n".join(summary_lines(loaded, done)))
    raise typer.Exit(0 if done.ok else 1)
