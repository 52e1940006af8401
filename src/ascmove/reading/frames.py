"""Functions and loops that are being run: what was returned, and how they were left."""

from __future__ import annotations

from typing import Literal

from ascmove.reading.scope import State
from ascmove.reading.values import Struct, Value

#: how a statement ends: "" goes on
End = Literal["", "break", "continue", "return"]


class Frame:
    """One function or loop that runs. ``left``: the states in which a branch left it.

    ``this``: the object whose method it is. ``doubts``: branches and loops around, of which nobody knows whether or
    how often they run.
    """

    def __init__(self, this: Struct | None = None) -> None:
        self.this = this
        self.doubts = 0
        self.returned: list[Value] = []
        self.left: dict[str, list[State]] = {"break": [], "continue": [], "return": []}
