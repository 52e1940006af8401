"""`ascmove doctor`: from a wrong result to the mistake that explains it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascmove.cli.arguments import AsJson, Before, CaseFile, Previous, one_file
from ascmove.cli.console import complain, put_json, say
from ascmove.errors import CaseError

if TYPE_CHECKING:
    from ascmove.cases.setup import Setup
    from ascmove.doctor import Diagnosis


def doctor(
    case: CaseFile,
    actual: Annotated[
        Path,
        typer.Option(
            "--actual", metavar="FILE", help="What the whole destination held: .npy or .bin.", show_default=False
        ),
    ],
    before: Before = None,
    previous: Previous = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", help="Time to look for pairs of mistakes.", min=0.1)
    ] = 1.2,
    most: Annotated[int, typer.Option("--most", metavar="N", help="Explanations to show.", min=1)] = 5,
    as_json: AsJson = False,
) -> None:
    """Find the parameter mistake that gives a wrong result.

    CASE is the call as it should be. Where no mistake fits, it says what is wrong where.

    Where the case itself gives the result and has an `expect`, the changes that lead to it are searched. Exit status:
    0 the result is right, 1 it is wrong, 2 unusable arguments or files.
    """
    before = one_file(before, previous)
    found = examined(case, actual, before, seconds)
    if as_json:
        put_json(found.to_dict())
    else:
        say("\n".join(found.lines(most)))
        if found.wrong and not found.exact and before is None and not _known_before(case):
            complain("the case does not say what dst held before; --before FILE does, and finds old content", "note")
    raise typer.Exit(1 if found.wrong else 0)


def examined(case: Path, actual: Path, before: Path | None, seconds: float) -> Diagnosis:
    """The diagnosis of a result file. Raises CaseError for files that cannot be used."""
    from ascmove.cases import Case
    from ascmove.cases.results import read_elements
    from ascmove.doctor import examine

    loaded = Case.load(case)
    setup = loaded.setup(mode="relaxed", limits="host")
    _load(setup)
    kind = setup.dst.tensor.dtype
    held = setup.dst.initial(setup.base) if before is None else read_elements(before, kind)
    expected: Any = None
    if loaded.expect is not None:
        expected = loaded.expect.bits(kind, setup.dst.tensor.count, setup.base)
    return examine(setup.call, read_elements(actual, kind), before=held, expected=expected, seconds=seconds)


def _known_before(case: Path) -> bool:
    from ascmove.cases import Case

    return Case.load(case).dst.known


def _load(setup: Setup) -> None:
    for operand in setup.operands:
        if not operand.fits:
            raise CaseError(f"{operand.name} does not fit its memory; ascmove check says more")
    setup.load_global()
    for operand in setup.operands:
        if not operand.is_global:
            operand.load(setup.base)
