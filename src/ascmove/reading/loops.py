"""Loops of a kernel: turn by turn where they are few and constant, first and last turn where they are many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ascmove.reading.changes import name_of
from ascmove.reading.frames import End, Frame
from ascmove.reading.scope import Scope, join
from ascmove.reading.source import Node
from ascmove.reading.values import Struct, Unknown, Value

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine
    from ascmove.reading.walker import Statements

#: loops of more turns are run at their first and last turn; of still more turns they are not counted
EVERY, COUNTED = 64, 1 << 16


class Loops:
    """Runs loops."""

    def __init__(self, machine: Machine, statements: Statements) -> None:
        self.machine = machine
        self.statements = statements

    def run(self, node: Node, scope: Scope) -> End:
        """One loop statement."""
        inner = Scope(scope)
        start = node.field("initializer")
        if start is not None:
            self.statements.visit(start, inner)
        if node.type == "for_statement":
            turns = self._turns(node, inner)
            if turns is not None:
                return self._each_turn(node, turns, inner)
        return self._open(node, inner)

    # -- bounds that are constant -------------------------------------------------------------------------------------

    def _turns(self, node: Node, scope: Scope) -> list[dict[str, Value]] | None:
        """What the names of the head are worth in each turn; None where the text does not decide it."""
        body, condition, update = node.field("body"), node.field("condition"), node.field("update")
        if body is None or condition is None or update is None or self.machine.short:
            return None
        changes = self.machine.changes
        names = {name for name, _ in changes.of(update)}
        if not names or names & {name for name, _ in changes.of(body)}:
            return None
        before = {name: scope.find(name) for name in names}
        found: list[dict[str, Value]] = []
        values = self.machine.values
        try:
            while len(found) <= COUNTED:
                goes_on = values.value(condition, scope)
                if not isinstance(goes_on, (int, float)):
                    return None
                if not goes_on:
                    return found
                now: dict[str, Value] = {}
                for name in names:
                    value = scope.find(name)
                    if not isinstance(value, (int, float)):
                        return None
                    now[name] = value
                found.append(now)
                values.value(update, scope)
            return None
        finally:
            for name, value in before.items():
                if value is not None:
                    scope.assign(name, value)

    def _each_turn(self, node: Node, turns: list[dict[str, Value]], scope: Scope) -> End:
        body = node.field("body")
        assert body is not None
        reason = f"changes in the loop in line {node.line}"
        every = len(turns) <= EVERY and self.machine.spend(0)
        chosen = list(range(len(turns))) if every else [0, len(turns) - 1]
        if not every:
            self._forget(body, scope, reason)
        frame = self._enter()
        end: End = ""
        for k in chosen:
            for name, value in turns[k].items():
                scope.assign(name, value)
            text = ", ".join(f"{name} = {value}" for name, value in turns[k].items())
            with self.machine.turn(text, 0 if every else len(turns)):
                end = self.statements.visit(body, Scope(scope))
            if frame.left["continue"]:
                join(scope, [*frame.left["continue"], scope.save()], reason)
                frame.left["continue"].clear()
            if end in ("break", "return"):
                break
            if not every:
                self._forget(body, scope, reason)
        self.statements.around.pop()
        if frame.left["break"]:
            join(scope, [*frame.left["break"], scope.save()], reason)
        if frame.left["break"] or not every:
            self._forget(node, scope, reason)
        elif end != "break" and turns:
            update = node.field("update")
            if update is not None:
                self.machine.values.value(update, scope)
        return "return" if end == "return" else ""

    # -- bounds that are not ------------------------------------------------------------------------------------------

    def _open(self, node: Node, scope: Scope) -> End:
        """What a loop changes is open inside of it, until it is set there, and behind it."""
        if node.type == "for_range_loop":
            declarator = node.field("declarator")
            name = name_of(declarator)
            scope.declare(name, Unknown(f"{name} runs in a loop"))
            self.statements.machine.values.part(node, "right", scope)
        reason = f"changes in the loop in line {node.line}"
        self._forget(node, scope, reason)
        condition, body = node.field("condition"), node.field("body")
        if condition is not None and node.type != "do_statement":
            self.machine.values.value(condition, scope)
        self._enter()
        if body is not None:
            self.statements.visit(body, Scope(scope))
        self.statements.around.pop()
        self._forget(node, scope, reason)
        return ""

    def _enter(self) -> Frame:
        frame = Frame()
        self.statements.around.append(frame)
        return frame

    def _forget(self, node: Node, scope: Scope, reason: str) -> None:
        for name, field in sorted(self.machine.changes.of(node)):
            scope.forget(name, field, reason)
        for name in self._passed(node, scope):
            scope.forget(name, "", reason)

    def _passed(self, node: Node, scope: Scope) -> Iterator[str]:
        """Structs that a function outside of this file is given in the loop."""
        for name in sorted(self.machine.changes.passed(node)):
            if isinstance(scope.find(name), Struct):
                yield name
