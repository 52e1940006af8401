"""Loops of a kernel: turn by turn where they are few and constant, first and last turn where they are many."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ascmove.reading.changes import name_of
from ascmove.reading.frames import End, Frame
from ascmove.reading.integers import LONG, Number
from ascmove.reading.program import descend
from ascmove.reading.scope import Scope, join, restore
from ascmove.reading.source import Node
from ascmove.reading.values import Struct, Unknown

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine
    from ascmove.reading.walker import Statements

#: loops of more turns are run at their first and last turn
EVERY = 64
_BOUNDS = ("<", "<=", ">", ">=")

#: what the names of a loop's head are worth
Turn = dict[str, int]


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
                return self._each_turn(node, *turns, inner)
        end = self._run_through(node, inner) if node.type != "for_range_loop" else None
        return self._open(node, inner) if end is None else end

    def _run_through(self, node: Node, scope: Scope) -> End | None:
        """Run a loop whose head does not count by itself, turn by turn; None, and nothing done, where that fails."""
        body, condition, update = (node.field(role) for role in ("body", "condition", "update"))
        if body is None or condition is None or self.machine.short:
            return None
        first = node.type == "do_statement"
        if not first and not isinstance(self.machine.values.value(condition, scope), (int, float)):
            return None
        calls, returned = self.machine.calls, self.statements.functions[-1].returned
        state, marks = scope.save(), (len(calls), len(returned))
        frame = self._enter()
        end: End | None = None
        for _ in range(EVERY + 1):
            goes_on = True if first else self.machine.values.value(condition, scope)
            if goes_on is False or (goes_on is not True and isinstance(goes_on, (int, float)) and not goes_on):
                end = ""
            if end is not None or not isinstance(goes_on, (int, float)) or self.machine.short:
                break
            first = False
            with self.machine.turn(self._head_text(condition, scope)):
                left = self.statements.visit(body, Scope(scope))
            if frame.left["continue"] or frame.left["break"]:  # nobody knows in which turn
                break
            if left in ("break", "return"):
                end = "return" if left == "return" else ""
                break
            if update is not None:
                self.machine.values.value(update, scope)
        self.statements.around.pop()
        if end is None:
            restore(state)
            del calls[marks[0] :], returned[marks[1] :]
        return end

    @staticmethod
    def _head_text(condition: Node, scope: Scope) -> str:
        names = dict.fromkeys(n.text for n in descend(condition) if n.type == "identifier")
        known = {name: scope.find(name) for name in names}
        return ", ".join(f"{name} = {value}" for name, value in known.items() if isinstance(value, int))

    # -- bounds that are constant -------------------------------------------------------------------------------------

    def _turns(self, node: Node, scope: Scope) -> tuple[list[Turn], int] | None:
        """(what the names of the head are worth in each turn, how many turns there are).

        Of many turns the first and the last. None where the text does not decide it.
        """
        body, condition, update = node.field("body"), node.field("condition"), node.field("update")
        if body is None or condition is None or update is None or self.machine.short:
            return None
        names = sorted({name for name, _ in self.machine.changes.of(update)})
        head = {*names} | {n.text for n in descend(condition) if n.type in ("identifier", "field_identifier")}
        if not names or head & {name for name, _ in self.machine.changes.of(body)}:
            return None
        before = {name: scope.find(name) for name in names}
        try:
            found: list[Turn] = []
            while len(found) <= EVERY:
                goes_on = self.machine.values.value(condition, scope)
                now = {name: scope.find(name) for name in names}
                if not isinstance(goes_on, (int, float)) or not all(isinstance(v, int) for v in now.values()):
                    return None
                if not goes_on:
                    return found, len(found)
                found.append({name: value for name, value in now.items() if isinstance(value, int)})
                self.machine.values.value(update, scope)
            return self._many(found, condition, scope)
        finally:
            for name, value in before.items():
                if value is not None:
                    scope.assign(name, value)

    def _many(self, found: list[Turn], condition: Node, scope: Scope) -> tuple[list[Turn], int] | None:
        """First and last turn of a loop that goes on evenly, up to a bound; None for others."""
        first, steps = found[0], {name: found[1][name] - value for name, value in found[0].items()}
        even = all(turn == {n: first[n] + k * steps[n] for n in first} for k, turn in enumerate(found))
        if not even or condition.type != "binary_expression" or condition.tokens[0] not in _BOUNDS:
            return None

        def goes_on(turn: int) -> bool:
            for name in first:
                scope.assign(name, first[name] + turn * steps[name])
            return bool(self.machine.values.value(condition, scope) is True)

        longest = min(_turns_that_fit(first[name], steps[name]) for name in first)
        if goes_on(longest):
            return None
        count = bisect_left(range(longest), True, key=lambda turn: not goes_on(turn))
        return [first, {name: first[name] + (count - 1) * steps[name] for name in first}], count

    def _each_turn(self, node: Node, turns: list[Turn], count: int, scope: Scope) -> End:
        body = node.field("body")
        assert body is not None
        reason = f"changes in the loop in line {node.line}"
        every = len(turns) == count
        if not every:
            self._forget(body, scope, reason)
            if any(n.type == "return_statement" for n in descend(body)):
                left = Unknown(f"a turn of the loop in line {node.line} may return")
                self.statements.functions[-1].returned.append(left)
        frame = self._enter()
        end: End = ""
        for turn in turns:
            for name, value in turn.items():
                scope.assign(name, value)
            text = ", ".join(f"{name} = {value}" for name, value in turn.items())
            with self.machine.turn(text, 0 if every else count):
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
        self.statements.functions[-1].doubts += 1
        if body is not None:
            self.statements.visit(body, Scope(scope))
        self.statements.functions[-1].doubts -= 1
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


def _turns_that_fit(first: int, step: int) -> int:
    """Turns until a number leaves its type."""
    kind = first.kind if isinstance(first, Number) else LONG
    end = kind.high if step > 0 else kind.low
    return (end - first) // step if step else kind.high
