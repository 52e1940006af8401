"""LAY rules about slices: their form, where they start, what they round up and cut off."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import Cut
from ascmove.layouts import LayoutProblem, Pattern, ProblemKind
from ascmove.rules import sources as doc
from ascmove.rules.books import LAY
from ascmove.rules.lay.places import instead
from ascmove.rules.rule import ONLY_950, Broken


def _problems(call: L0cCall, kind: ProblemKind, only_nz: bool = False) -> Iterator[tuple[str, Cut, LayoutProblem]]:
    for name, operand in call.layouts:
        taken = (cut for cut in operand.cuts if not only_nz or cut.layout.resolved().pattern is Pattern.NZ)
        yield from ((name, cut, problem) for cut in taken for problem in cut.problems if problem.kind == kind)


def _broken(name: str, cut: Cut, problem: LayoutProblem, limit: str) -> Broken:
    return Broken(
        f"`{name}`: {problem.message}",
        field=f"{name}.slice.{problem.field}" if problem.field != "slice" else f"{name}.slice",
        value=problem.value if isinstance(problem.value, int) else str(problem.value).replace(" ", ""),
        limit=limit,
        nearest=problem.nearest,
        ways=instead(
            f"{name}.slice.{problem.field}", getattr(cut, problem.field, None), problem.value, problem.nearest
        ),
    )


@LAY.rule(
    "LAY007",
    "error",
    3,
    title="slices start inside",
    statement=(
        "A slice starts inside its layout: its coordinate is not negative and below the extent (rows, columns or batch; the "
        "padded extent for NZ)."
    ),
    fields=("slice.coord",),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 3.4",
    fix="start at the last row, column or batch at most",
    why="the extent that remains is negative or wraps; nothing checks it",
)
def outside(call: L0cCall) -> Iterator[Broken]:
    for name, cut, problem in _problems(call, "outside"):
        yield _broken(name, cut, problem, f"0 to {problem.limit}")


@LAY.rule(
    "LAY008",
    "error",
    3,
    title="NZ slices start on a fractal",
    statement="A slice of an NZ layout starts on a fractal: row a multiple of 16 and column a multiple of C0.",
    fields=("slice.coord",),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 3.4",
    fix="start on a fractal",
    why="the shape of the slice is counted in whole fractals from there on, so its rows and columns are others",
)
def unaligned(call: L0cCall) -> Iterator[Broken]:
    for name, cut, problem in _problems(call, "unaligned", only_nz=True):
        yield _broken(name, cut, problem, f"multiple of {problem.limit}")


@LAY.rule(
    "LAY009",
    "warning",
    4,
    title="slices of NZ destinations are whole fractals",
    statement=(
        "A slice of an NZ destination is whole fractals: rows a multiple of 16 and columns a multiple of C0. Otherwise it is "
        "rounded up and more is written than the slice says."
    ),
    fields=("dst.slice.shape",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 3.4 and 4.5",
    fix="take whole fractals, or use an ND destination",
    why="the instruction writes whole fractals",
    needs=("slice", "coord", "shape"),
)
def partial(call: L0cCall) -> Iterator[Broken]:
    for name, cut, problem in _problems(call, "partial", only_nz=True):
        if name == "dst":
            yield _broken(name, cut, problem, f"multiple of {problem.limit}")


@LAY.rule(
    "LAY010",
    "warning",
    4,
    title="slices end inside",
    statement=(
        "A slice ends inside its layout: coordinate + shape is at most the extent (padded extent for NZ). Otherwise fewer "
        "rows, columns or batches remain than asked for."
    ),
    fields=("slice.shape",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 3.4",
    fix="ask for what remains, or start earlier",
    why="the extent is cut off without a word; the copy then moves the smaller size",
    needs=("slice", "coord", "shape"),
)
def clipped(call: L0cCall) -> Iterator[Broken]:
    for name, cut, problem in _problems(call, "clipped"):
        yield _broken(name, cut, problem, f"at most {problem.limit}")


@LAY.rule(
    "LAY011",
    "error",
    3,
    title="slices have the layout's form",
    statement=(
        "Slice coordinate and shape are of a form that the layout takes: (row, col), or (b, (row, col)) when it is batched; "
        "the layout's own nesting, leaf by leaf, is accepted as well (so one entry per extent for the convolution layouts)."
    ),
    fields=("slice",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 3.4",
    fix="write coordinate and shape in the layout's form",
    why="the tuples do not match; the call does not compile",
)
def form(call: L0cCall) -> Iterator[Broken]:
    for name, cut, problem in _problems(call, "form"):
        yield _broken(name, cut, problem, f"the form {problem.limit}" if problem.limit else "nested integers")
