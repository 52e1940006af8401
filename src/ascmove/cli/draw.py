"""`ascmove draw`: a case as a page, a drawing, or a grid in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascmove.cases import Case
from ascmove.cli.arguments import CaseFile, Limits, ModeName, one_of
from ascmove.cli.config import settings_for
from ascmove.cli.console import coloured, show_findings, width
from ascmove.errors import BadArgument, CaseError, nearest_name

if TYPE_CHECKING:
    from ascmove.draw.scene import Scene

_TEXTS = ("value", "element", "order", "none")
_PLAIN_ROWS = 40  # lines of one operand where the output is no window
_KINDS = (".html", ".svg", ".png")


def draw(
    case: CaseFile,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write .html, .svg or .png; without it: draw in the terminal."),
    ] = None,
    colour: Annotated[
        str,
        typer.Option(
            "--colour",
            metavar="NAME",
            help="What has one colour: burst, fractal, loop:NAME, order or value.",
            autocompletion=one_of("burst", "fractal", "loop:", "order", "value"),
        ),
    ] = "burst",
    text: Annotated[
        str,
        typer.Option(
            "--text", metavar="|".join(_TEXTS), help="What stands in the cells.", autocompletion=one_of(*_TEXTS)
        ),
    ] = "value",
    element: Annotated[
        int | None,
        typer.Option("--element", metavar="N", min=0, help="Destination element whose arrow and values are drawn."),
    ] = None,
    mode: ModeName = None,
    limits: Limits = "device",
) -> None:
    """Draw a case, broken or not.

    Findings stand in the picture, at the element they are about.

    Exit status: 0 drawn, 1 drawn and a rule is broken, 2 unusable arguments or file.
    """
    if out is not None and out.suffix.lower() not in _KINDS:
        raise CaseError(f"{out}: the suffix is {', '.join(_KINDS)}")
    if text not in _TEXTS:
        raise BadArgument(f"--text {text!r}{nearest_name(text, _TEXTS)}")
    from ascmove.draw.colouring import colourings  # pictures are loaded by this command alone
    from ascmove.serve.pictures import case_scene

    chosen = settings_for(case, mode=mode)
    loaded = Case.load(case)
    seen = case_scene(loaded, chosen.mode, limits, element)  # type: ignore[arg-type]  # Core refuses other names
    if colour not in colourings(seen):
        raise BadArgument(f"--colour {colour!r}{nearest_name(colour, colourings(seen))}")
    if out is None:
        _print(seen, colour, text)
    else:
        _write(out, seen, colour, text)
        show_findings(seen.findings)
    raise typer.Exit(1 if any(f.severity == "error" for f in seen.findings) else 0)


def _write(out: Path, seen: Scene, colour: str, text: str) -> None:
    from ascmove.draw import to_html, to_png, to_svg

    suffix = out.suffix.lower()
    try:
        if suffix == ".html":
            out.write_text(to_html(seen), "utf-8")
        elif suffix == ".svg":
            out.write_text(to_svg(seen, colour=colour, shown=text) + "\n", "utf-8")
        else:
            out.write_bytes(to_png(seen, colour=colour, shown=text))
    except OSError as error:
        raise CaseError(f"{out}: cannot be written: {error.strerror or error}") from None


def _print(seen: Scene, colour: str, text: str) -> None:
    from rich.console import Console

    from ascmove.draw.terminal import TerminalScene

    plain = not coloured(sys.stdout)
    console = Console(
        file=sys.stdout, force_terminal=not plain, no_color=plain, width=width(sys.stdout) or 100, highlight=False
    )
    console.print(TerminalScene(seen, colour=colour, shown=text, rows=None if sys.stdout.isatty() else _PLAIN_ROWS))
