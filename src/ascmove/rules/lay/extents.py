"""LAY rules about extents, patterns and strides of a layout by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.layouts import LayoutProblem, ProblemKind, layout_problems
from ascmove.rules import sources as doc
from ascmove.rules.books import LAY
from ascmove.rules.lay.places import instead
from ascmove.rules.rule import ONLY_950, Broken


def _problems(operand: L0cOperand, kind: ProblemKind) -> list[LayoutProblem]:
    """Problems of the layout before it was sliced, then of what the slices left."""
    found = [problem for problem in layout_problems(operand.frame) if problem.kind == kind]
    if not found and operand.sliced and not operand.broken_cut:
        found = [problem for problem in layout_problems(operand.layout) if problem.kind == kind]
    return found


@LAY.rule(
    "LAY001",
    "error",
    3,
    title="no extent is 0",
    statement="No layout extent (m, n, batch, an entry of extents or shape) is 0.",
    fields=("layout",),
    products=ONLY_950,
    source=f"{doc.N_TENSOR_API}, 1.1",
    fix="use 1 or more",
    why="a static 0 does not compile; a run-time 0 makes an instruction that does nothing",
)
def empty(call: L0cCall) -> Iterator[Broken]:
    for name, operand in call.layouts:
        for problem in _problems(operand, "zero-extent"):
            yield Broken(
                f"`{name}.layout.{problem.field}` is 0",
                field=f"{name}.layout.{problem.field}",
                value=0,
                limit=">= 1",
                nearest=(1,),
            )
        for cut in operand.cuts:
            for problem in cut.problems:
                if problem.kind == "zero-extent":
                    yield Broken(
                        f"`{name}`: {problem.message}",
                        field=f"{name}.slice.shape",
                        value=problem.value,
                        limit=">= 1",
                        nearest=(1,),
                    )


@LAY.rule(
    "LAY012",
    "error",
    3,
    title="a layout has a pattern",
    statement=(
        "A layout given by shape and stride without pattern shows one: a flat (m, n) has column stride 1 (ND) or row stride "
        "1 (DN)."
    ),
    fields=("layout.stride",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 2.3",
    fix="use stride (k, 1) for ND or (1, k) for DN, or name the pattern with make_pattern_layout",
    why="copies choose what they do by the pattern; without one the call does not compile",
)
def no_pattern(call: L0cCall) -> Iterator[Broken]:
    for name, operand in call.layouts:
        for problem in _problems(operand, "no-pattern"):
            yield Broken(
                f"`{name}` has no pattern, and its stride {_text(problem.value)} shows none",
                field=f"{name}.layout.stride",
                value=_text(problem.value),
                limit="a stride of 1 on the contiguous axis, or a pattern",
                nearest=problem.nearest,
                ways=({f"{name}.layout.stride[1]": 1}, {f"{name}.layout.stride[0]": 1}),
            )


@LAY.rule(
    "LAY013",
    "error",
    3,
    title="strides are those of the pattern",
    statement=(
        "The strides of a layout are those of its pattern: the copy writes ND rows with column stride 1 and DN columns with "
        "row stride 1, whatever the layout says."
    ),
    fields=("layout.pattern", "layout.stride"),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 2.1, 4.4 and 4.6",
    fix="use stride 1 on the contiguous axis, or the other pattern",
    why="only one stride of the layout reaches the instruction; the others are taken from the pattern",
)
def contradiction(call: L0cCall) -> Iterator[Broken]:
    for name, operand in call.layouts:
        if operand.batched_images is not None:
            continue  # L0C034 says so
        for problem in _problems(operand, "contradiction"):
            yield Broken(
                f"`{name}`: {problem.message}",
                field=f"{name}.layout.{problem.field}",
                value=problem.value if problem.limit is not None else str(operand.layout),
                limit="the pattern's own nesting" if problem.limit is None else f"stride {problem.limit}",
                nearest=problem.nearest,
                ways=instead(f"{name}.layout.stride", operand.frame.stride, problem.value, problem.nearest),
            )


def _text(value: object) -> str:
    return str(value).replace(" ", "")
