"""What is wrong with a slice, entry by entry."""

from __future__ import annotations

from ascmove.errors import BadArgument
from ascmove.layouts.nested import NestedTuple, same_nesting, text
from ascmove.layouts.problem import LayoutProblem
from ascmove.layouts.window import Cut, arguments, forms, is_logical, window


def window_problems(shape: NestedTuple, coord: object, extent: object) -> list[LayoutProblem]:
    """All that is wrong or doubtful with a slice of a layout of ``shape``, errors first.

    >>> [problem.kind for problem in window_problems((64, 64), (50, 64), (20, 20))]
    ['outside', 'clipped']
    """
    try:
        at, asked = arguments(coord, extent)
    except BadArgument as error:
        return [LayoutProblem("form", "slice", str(error), (coord, extent))]
    found = form_problems(shape, at, asked)
    if not found:
        found = [problem for cut in window(shape, at, asked).cuts for problem in cut_problems(cut)]
    return sorted(found, key=lambda problem: not problem.is_error)


def form_problems(shape: NestedTuple, coord: NestedTuple, extent: NestedTuple) -> list[LayoutProblem]:
    """A ``form`` problem when ``coord`` and ``extent`` cannot cut a window out of ``shape``."""
    if is_logical(shape, coord, extent):
        return []
    accepted = " or ".join(forms(shape))
    found = []
    for field, value in (("coord", coord), ("shape", extent)):
        if not any(same_nesting(value, form) for form in forms(shape).values()):
            message = f"slice {field} {text(value)} does not fit the shape {text(shape)}; the form is {accepted}"
            found.append(LayoutProblem("form", field, message, value, accepted))
    if not found and not (same_nesting(coord, shape) and same_nesting(extent, shape)):
        message = f"slice coord {text(coord)} and shape {text(extent)} differ in form; write both as {accepted}"
        found.append(LayoutProblem("form", "coord", message, coord, accepted))
    return found


def cut_problems(cut: Cut) -> list[LayoutProblem]:
    """What is wrong with one axis of a window."""
    many = "batches" if cut.axis == "batch" else f"{cut.axis}s"
    found = []
    if cut.asked < 1:
        found.append(
            LayoutProblem("zero-extent", "shape", f"slice takes {cut.asked} {many}, the least is 1", cut.asked, 1)
        )
    if not cut.inside:
        last = cut.extent - 1
        message = f"slice starts at {cut.axis} {cut.start}; the layout has {cut.extent} {many}, the last is {last}"
        found.append(LayoutProblem("outside", "coord", message, cut.start, last, (last,) if cut.extent else ()))
    if found:
        return found
    if cut.start % cut.inner:
        near = tuple(at for at in _around(cut.start, cut.inner) if at < cut.extent)
        message = (
            f"slice starts at {cut.axis} {cut.start}, inside a fractal of {cut.inner} {many}; start at {_either(near)}"
        )
        found.append(LayoutProblem("unaligned", "coord", message, cut.start, cut.inner, near))
    if cut.taken < cut.asked:
        message = f"slice asks for {cut.asked} {many} from {cut.axis} {cut.start} of {cut.extent}, {cut.taken} remain"
        found.append(LayoutProblem("clipped", "shape", message, cut.asked, cut.taken, (cut.taken,)))
    if cut.taken % cut.inner:
        found.append(_partial(cut, many))
    return found


def _partial(cut: Cut, many: str) -> LayoutProblem:
    near = tuple(count for count in _around(cut.taken, cut.inner) if count)
    effect = f"is rounded up to {near[-1]}" if cut.rounds else "splits every fractal"
    message = f"slice of {cut.taken} {many} {effect}; a fractal has {cut.inner} {many}"
    return LayoutProblem("partial", "shape", message, cut.taken, cut.inner, near)


def _around(value: int, step: int) -> tuple[int, int]:
    below = value // step * step
    return below, below + step


def _either(values: tuple[int, ...]) -> str:
    return " or ".join(str(value) for value in values)
