"""Predicates of layouts and slices for rules: each gives the problems as data and raises nothing for a broken rule."""

from __future__ import annotations

from ascmove.layouts import infer
from ascmove.layouts.frames import PAIRED_AXIS
from ascmove.layouts.layout import Layout
from ascmove.layouts.nested import leaves, text
from ascmove.layouts.patterns import Pattern
from ascmove.layouts.problem import LayoutProblem
from ascmove.layouts.slice_checks import window_problems


def slice_problems(layout: Layout, coord: object, shape: object) -> list[LayoutProblem]:
    """All that is wrong or doubtful with ``layout.slice(coord, shape)``, errors first; empty when nothing is.

    Kinds: ``form``, ``outside``, ``unaligned``, ``zero-extent`` (errors), ``clipped``, ``partial``.

    >>> from ascmove.layouts import NDLayoutPtn, make_frame_layout
    >>> print(slice_problems(make_frame_layout(NDLayoutPtn, 64, 64), (50, 0), (20, 64))[0].message)
    slice asks for 20 rows from row 50 of 64, 14 remain
    """
    return window_problems(layout.shape, coord, shape)


def frame_problems(tag: Pattern, extents: tuple[int, ...]) -> list[LayoutProblem]:
    """Extents of a frame layout that are 0, or odd where the pattern cuts pairs.

    >>> [problem.field for problem in frame_problems(Pattern.ND, (3, 0, 16))]
    ['m']
    """
    names = axis_names(tag, len(extents))
    found = [zero_extent(name) for name, extent in zip(names, extents, strict=True) if extent == 0]
    if tag in PAIRED_AXIS:
        at = len(extents) - 2 + PAIRED_AXIS[tag]
        if extents[at] % 2:
            message = f"{names[at]} of pattern {tag.name} is {extents[at]}, it is cut into pairs; make it even"
            near = (extents[at] - 1, extents[at] + 1)
            found.append(LayoutProblem("odd-extent", names[at], message, extents[at], 2, near))
    return found


def axis_names(tag: Pattern, count: int) -> tuple[str, ...]:
    """Names of the extents of a frame layout: m, n, batch; ``extents[i]`` for the convolution patterns."""
    if tag.is_convolution:
        return tuple(f"extents[{i}]" for i in range(count))
    return ("batch", "m", "n")[-count:]


def layout_problems(layout: Layout) -> list[LayoutProblem]:
    """What is wrong with a layout by itself: empty extents, no pattern, strides that contradict the pattern.

    >>> from ascmove.layouts import Layout
    >>> [problem.kind for problem in layout_problems(Layout((16, 16), (32, 2)))]
    ['no-pattern']
    """
    return [*_empty_extents(layout), *_pattern_problems(layout.resolved())]


def zero_extent(name: str) -> LayoutProblem:
    """The problem of an extent of 0 called ``name``."""
    return LayoutProblem("zero-extent", name, f"{name} is 0, the least is 1", 0, 1)


def _empty_extents(layout: Layout) -> list[LayoutProblem]:
    if layout.declared is not None:
        named = dict(zip(("batch", "m", "n"), (layout.batch, *layout.declared), strict=True))
        return [zero_extent(name) for name, extent in named.items() if extent == 0]
    part = "extents" if layout.pattern is not None and layout.pattern.is_convolution else "shape"
    return [zero_extent(f"{part}[{i}]") for i, extent in enumerate(leaves(layout.shape)) if extent == 0]


def _pattern_problems(layout: Layout) -> list[LayoutProblem]:
    tag, stride = layout.pattern, text(layout.stride)
    if tag is None or layout.c0 is None:
        message = f"no pattern is given and stride {stride} shows none; use stride (k, 1) for ND or (1, k) for DN"
        return [LayoutProblem("no-pattern", "stride", message, layout.stride, None, ("(k, 1)", "(1, k)"))]
    found = infer.contradictions(tag, layout.shape, layout.stride, layout.c0)
    if found is None:
        message = f"shape {text(layout.shape)} has not the nesting of pattern {tag.name}"
        return [LayoutProblem("contradiction", "pattern", message, tag.name)]
    return [
        LayoutProblem(
            "contradiction",
            "stride",
            f"stride {at} of pattern {tag.name} is {step}, copies take it as {promised} whatever the layout says",
            step,
            promised,
            (promised,),
        )
        for at, step, promised in found
    ]
