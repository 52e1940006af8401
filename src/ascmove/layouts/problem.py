"""What can be wrong with a layout or a slice, as data: a rule reads it, a strict function raises it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ascmove.errors import BadArgument

#: ``zero-extent`` an extent is 0 · ``odd-extent`` an extent that is cut into pairs is odd
#: ``form`` a slice has not the form the layout takes · ``outside`` a slice starts outside the layout
#: ``unaligned`` a slice starts inside a fractal · ``partial`` a slice is rounded up to whole fractals
#: ``clipped`` a slice reaches past the end · ``no-pattern`` no pattern is given and none can be inferred
#: ``contradiction`` the strides are not those of the pattern
ProblemKind = Literal[
    "zero-extent",
    "odd-extent",
    "form",
    "outside",
    "unaligned",
    "partial",
    "clipped",
    "no-pattern",
    "contradiction",
]


@dataclass(frozen=True)
class LayoutProblem:
    """One thing wrong with a layout or a slice.

    ``field`` is where (``m``, ``n``, ``batch``, ``extents[i]``, ``shape[i]…``, ``coord``, ``stride`` …), ``value`` what
    is there, ``limit`` what is allowed, ``nearest`` what would do.
    """

    kind: ProblemKind
    field: str
    message: str
    value: object = None
    limit: object = None
    nearest: tuple[object, ...] = ()

    @property
    def is_error(self) -> bool:
        """False for what the device does without harm to the rest: rounding up and clipping."""
        return self.kind not in ("partial", "clipped")


def refuse(problems: Iterable[LayoutProblem]) -> None:
    """Raise BadArgument with one line per error, if there is any."""
    messages = [problem.message for problem in problems if problem.is_error]
    if messages:
        raise BadArgument("\n".join(messages))
