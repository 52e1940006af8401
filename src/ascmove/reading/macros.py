"""Macros of a kernel whose bodies are expressions, evaluated where they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ascmove.reading.scope import Scope
from ascmove.reading.source import Node
from ascmove.reading.values import Unknown, Value

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine


#: macros that are expanded for one that stands in the text
_MOST = 2_000


class Macros:
    """Expands macros. ``at``: where the outermost one stands that is being expanded."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.at: Node | None = None
        self._open: list[str] = []
        self._expanded = 0

    def value(self, name: str, nodes: list[Node] | None, at: Node, scope: Scope) -> Value:
        """The value of a macro; ``nodes``: its arguments, None for one without parentheses."""
        m, found = self.machine, self.machine.program.macros[name]
        if found is None:
            return m.assume(name, Unknown(f"the macro {name} is not read"))
        if name in self._open or (nodes is None) != (found.parameters is None):
            return Unknown(f"the macro {name} is not read")
        inner = Scope(scope)
        for parameter, node in zip(found.parameters or (), nodes or (), strict=False):
            inner.declare(parameter, m.values.value(node, scope))
        outermost = self.at is None
        if outermost:
            self.at, self._expanded = at, 0
        self._expanded += 1
        if self._expanded > _MOST:  # each may name the next one twice
            return Unknown(f"the macro {name} is not expanded this often")
        self._open.append(name)
        try:
            return m.assume(name, m.values.value(found.body, inner))
        finally:
            self._open.pop()
            if outermost:
                self.at = None
