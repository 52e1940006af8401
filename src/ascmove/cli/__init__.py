"""The command line: thin commands over cases, rules and formats.

Exit status: 0 done, 1 a rule is broken or the output differs, 2 unusable arguments or file.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; ``arguments`` default to those of the process. Ends by raising SystemExit."""
    from ascmove.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows another one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the shell, as in `ascmove ... >&-`
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # open to the end
    with warnings.catch_warnings():
        warnings.showwarning = _note
        app(None if arguments is None else list(arguments), prog_name="ascmove")


def _note(message: Warning | str, *_: object, **__: object) -> None:
    """A Python warning as a line for a reader: what it says, not where in the code it was given."""
    from ascmove.cli.console import complain

    complain(str(message), "note")
