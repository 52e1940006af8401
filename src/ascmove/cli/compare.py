"""`ascmove compare`: two results element by element."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ascmove.cli.arguments import AsJson, Before, Previous, one_file, one_of, types
from ascmove.cli.console import put_json, say
from ascmove.compare.thresholds import THRESHOLDS
from ascmove.errors import BadArgument, CaseError

if TYPE_CHECKING:
    from ascmove.formats.dtype import DType

Array = np.ndarray[Any, Any]

CASES = (".yaml", ".yml", ".json", ".toml")
_LAYOUT = re.compile(r"^(?:(?P<pattern>[A-Za-z]\w*?)(?:<(?P<c0>\d+)>)?:)?(?P<extents>\d+(?:x\d+)*)$")


def compare(
    actual: Annotated[
        Path, typer.Argument(metavar="ACTUAL", help="Result to judge: .npy or .bin (raw elements).", show_default=False)
    ],
    expected: Annotated[
        Path,
        typer.Argument(
            metavar="EXPECTED", help="What it should be: .npy, .bin, or a case that is run.", show_default=False
        ),
    ],
    dtype: Annotated[
        str | None,
        typer.Option(
            "--dtype", metavar="TYPE", help="Element type of both files.", show_default=False, autocompletion=types()
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(
            "--layout", metavar="LAYOUT", help="Names of elements: 4x5, or NZ:32x64, NZ<32>:32x64.", show_default=False
        ),
    ] = None,
    before: Before = None,
    previous: Previous = None,
    threshold: Annotated[
        str | None,
        typer.Option(
            "--threshold",
            metavar="NAME",
            help='"ecosystem", "double 1/1000" or "double 1/10000".',
            show_default=False,
            autocompletion=one_of(*THRESHOLDS),
        ),
    ] = None,
    show_map: Annotated[bool, typer.Option("--map", help="Show the map of differences.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the map as an image.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two results: kinds of difference, shift, thresholds.

    Exit status: 0 equal bit for bit or within the threshold, 1 not, 2 unusable arguments or files.
    """
    from ascmove.cases.results import read_elements
    from ascmove.compare import compare as compared

    sides = _Sides(actual, expected, dtype)
    old = one_file(before, previous)
    held = sides.previous if old is None else read_elements(old, sides.kind)
    where = sides.layout if layout is None else layout_of(layout)
    found = compared(sides.actual, sides.expected(), where, dtype=sides.kind, previous=held, threshold=threshold)
    if svg is not None:
        svg.write_text(found.to_svg(), encoding="utf-8")
    if as_json:
        put_json(found.to_dict())
    else:
        say("\n".join(found.lines()))
        if show_map and not found.equal:
            say("\n" + found.picture())
    raise typer.Exit(0 if found.ok else 1)


class _Sides:
    """The two files with their element type; a case brings type, layout and previous content along."""

    def __init__(self, actual: Path, expected: Path, dtype: str | None) -> None:
        from ascmove.cases import Case
        from ascmove.cases.results import Result
        from ascmove.formats.dtype import dtype as as_dtype

        self._expected = expected
        self.layout: Any = None
        self.previous: Array | None = None
        self._output: Array | None = None
        if expected.suffix.lower() in CASES:
            case = Case.load(expected)
            run = case.run()
            if run.broken:
                raise CaseError(f"{expected}: the case breaks a rule and gives no result; ascmove check {expected}")
            operand = run.setup.dst
            self.kind: DType = operand.tensor.dtype
            self._output = run.output
            self.previous = operand.initial(run.setup.base) if operand.spec.known else None
            self.layout = getattr(run.setup.call, "dst_operand", None) and _whole_layout(run.setup.call)
            found = Result(actual)
        else:
            found = Result(actual)
            self.kind = as_dtype(dtype) if dtype is not None else found.own_type()
        self.actual = found.elements(self.kind)
        if self.layout is None:
            self.layout = found.shape

    def expected(self) -> Array:
        """The elements that should be there."""
        from ascmove.cases.results import read_elements

        return read_elements(self._expected, self.kind) if self._output is None else self._output


def layout_of(text: str) -> Any:
    """A shape ``4x5``, or a frame layout ``NZ:32x64`` with optional C0 ``NZ<32>:32x64``. Raises BadArgument.

    >>> str(layout_of("NZ<32>:32x64")), layout_of("4x5")
    ('NZ<32> ((16,2),(32,2)):((32,512),(1,1024))', (4, 5))
    """
    from ascmove.layouts import make_frame_layout

    match = _LAYOUT.match(text)
    if match is None:
        raise BadArgument(f"--layout {text[:60]!r}; write a shape (4x5) or a pattern with extents (NZ:32x64)")
    extents = tuple(int(n) for n in match["extents"].split("x"))
    if match["pattern"] is None:
        return extents
    return make_frame_layout(match["pattern"], *extents, c0=int(match["c0"]) if match["c0"] else None)


def _whole_layout(call: Any) -> Any:
    """The destination layout of a Tensor API case, where it covers the buffer from its start."""
    operand = call.dst_operand
    return operand.frame if operand.frame_offset == 0 and not operand.broken_cut else None
