"""One pass over a kernel: the parts that evaluate it and what they share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ascmove.reading.buffers import Buffers, Reserved
from ascmove.reading.calling import Calling
from ascmove.reading.changes import Changes
from ascmove.reading.declarations import Declarations
from ascmove.reading.evaluate import Values
from ascmove.reading.found import CopyCall
from ascmove.reading.macros import Macros
from ascmove.reading.program import ClassInfo, Program
from ascmove.reading.scope import Scope
from ascmove.reading.source import Node, Source
from ascmove.reading.types import Types
from ascmove.reading.values import Struct, Unknown, Value, fitted
from ascmove.reading.walker import Statements

#: statements in loops and followed functions after which none of them is run any more
MOST_STATEMENTS = 10_000


class Machine:
    """``assumed``: values that the user gives to names that the text leaves open, and to members of objects.

    ``calls``: the copies so far. ``turns``: the loops that are being run. ``reserved``: what each
    InitBuffer takes.
    """

    def __init__(self, source: Source, assumed: Mapping[str, Value]) -> None:
        self.source = source
        self.assumed = dict(assumed)
        self.program = Program()
        self.changes = Changes(self.program)
        self.spaces: dict[str, Scope] = {}
        self.top = Scope(fixed=True)
        self.calls: list[CopyCall] = []
        self.turns: list[tuple[str, int]] = []
        self.reserved: list[Reserved] = []
        self.visited: set[int] = set()
        self.lambdas: dict[int, tuple[Node, Scope]] = {}
        self.refreshed = False
        self._spent = 0
        self._set_in: dict[int, frozenset[str]] = {}
        self.values = Values(self)
        self.types = Types(self)
        self.buffers = Buffers(self)
        self.declarations = Declarations(self)
        self.calling = Calling(self)
        self.macros = Macros(self)
        self.statements = Statements(self)

    def assume(self, name: str, value: Value) -> Value:
        """The assumption about a name that the text leaves open, else its value."""
        return self.assumed[name] if name in self.assumed and isinstance(value, Unknown) else value

    def member(self, name: str, owner: Struct) -> Value:
        """A number that an object holds; what is assumed of it wins over all that the text does to it."""
        value = owner.fields[name]
        if name in self.assumed and isinstance(value, (int, float, Unknown)):
            return fitted(self.assumed[name], owner.kinds.get(name, ""))
        return value

    def found(self, name: str, scope: Scope) -> Value | None:
        """The value of a name as it is read; None where it was never declared."""
        holder = next((one for one in scope.chain() if name in one.names), None)
        if holder is None or holder.object is None:
            return None if holder is None else holder.names[name]
        return self.member(name, holder.object)

    def spend(self, steps: int) -> bool:
        """Count statements that are run again; False once there were too many to follow more."""
        if self.turns or self.calling.depth > 1:
            self._spent += steps
        return not self.short

    @property
    def short(self) -> bool:
        """True once too many statements were run."""
        return self._spent > MOST_STATEMENTS

    @contextmanager
    def turn(self, text: str, of: int = 0) -> Iterator[None]:
        """Copies in here are made in this turn of a loop; ``of``: its turns, where not all are looked at."""
        self.turns.append((text, of))
        try:
            yield
        finally:
            self.turns.pop()

    def set_in(self, info: ClassInfo) -> frozenset[str]:
        """The members that methods of a class change."""
        if id(info) not in self._set_in:
            methods = self.program.methods(info)
            self._set_in[id(info)] = frozenset(name for f in methods for name, _ in self.changes.outside(f))
        return self._set_in[id(info)]
