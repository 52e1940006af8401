"""Statements of a kernel in the order of its text: declarations, branches, returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ascmove.reading.frames import End, Frame
from ascmove.reading.loops import Loops
from ascmove.reading.program import Function
from ascmove.reading.scope import Scope, State, join, joined, restore
from ascmove.reading.source import Node
from ascmove.reading.values import Unknown, Value, copied, fitted

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine

_LOOPS = ("for_statement", "while_statement", "do_statement", "for_range_loop")
_SKIPPED = (
    *("preproc_include", "using_declaration", "access_specifier", "static_assert_declaration", "friend_declaration"),
    *("function_definition", "template_declaration", "template_instantiation", "preproc_function_def"),
    *("class_specifier", "struct_specifier", "union_specifier", "namespace_alias_definition", "namespace_definition"),
)


class Statements:
    """Runs statements."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.loops = Loops(machine, self)
        self.functions: list[Frame] = [Frame()]
        self.around: list[Frame] = []

    # -- functions ----------------------------------------------------------------------------------------------------

    def function(self, target: Function, scope: Scope) -> Value:
        """Run the body of a function; what it returns."""
        frame = Frame(scope.this())
        self.functions.append(frame)
        around, self.around = self.around, []
        self.machine.visited.add(id(target.node))
        try:
            self._initialisers(target, scope)
            body = target.body
            end = self.each(body, Scope(scope)) if body is not None else ""
        finally:
            self.functions.pop()
            self.around = around
        if frame.left["return"]:
            join(scope, [*frame.left["return"], scope.save()], f"depends on a return of {target.name}()")
        if not frame.returned:
            return Unknown(f"{target.name}() returns nothing")
        if end != "return":
            frame.returned.append(Unknown(f"{target.name}() may not return"))
        value = joined(frame.returned, f"{target.name}() depends on a condition that is not constant")
        kind, _ = self.machine.types.of(target.node.field("type"), scope)
        return fitted(value, kind)

    def _initialisers(self, target: Function, scope: Scope) -> None:
        """`: length(n), rows{4}` of a constructor."""
        listed = next((c for c in target.node.named if c.type == "field_initializer_list"), None)
        for item in listed.named if listed is not None else ():
            if len(item.named) != 2 or item.named[0].type != "field_identifier":
                continue
            name, values = item.named[0].text, self.machine.values.arguments(item.named[1], scope)
            this = scope.this()
            if this is not None and name in this.fields and not getattr(this.fields[name], "space", ""):
                this.fields[name] = values[0] if len(values) == 1 else this.fields[name]

    # -- statements ---------------------------------------------------------------------------------------------------

    def each(self, node: Node, scope: Scope) -> End:
        """The statements of a block, until one leaves it."""
        for child in node.named:
            end = self.visit(child, scope)
            if end:
                return end
        return ""

    def visit(self, node: Node, scope: Scope) -> End:
        """One statement or declaration."""
        self.machine.spend(1)
        if node.type in _LOOPS:
            return self.loops.run(node, scope)
        handler = getattr(self, f"_{node.type}", None)
        if handler is not None:
            end: End = handler(node, scope)
            return end
        if node.type in _SKIPPED:
            return ""
        if node.type.endswith(("_expression", "_literal", "identifier")):
            self.machine.values.value(node, scope)
            return ""
        return self.each(node, scope)

    def _declaration(self, node: Node, scope: Scope) -> End:
        self.machine.declarations.declare(node, scope)
        return ""

    def _alias_declaration(self, node: Node, scope: Scope) -> End:
        self.machine.types.alias(node, scope)
        return ""

    _type_definition = _alias_declaration

    def _enum_specifier(self, node: Node, scope: Scope) -> End:
        self.machine.declarations.enumerators(node, scope)
        return ""

    def _preproc_def(self, node: Node, scope: Scope) -> End:
        return ""

    def _compound_statement(self, node: Node, scope: Scope) -> End:
        return self.each(node, Scope(scope))

    def _expression_statement(self, node: Node, scope: Scope) -> End:
        for child in node.named:
            self.machine.values.value(child, scope)
        return ""

    def _return_statement(self, node: Node, scope: Scope) -> End:
        frame = self.functions[-1]
        if node.named:
            frame.returned.append(copied(self._returned(node.named[0], scope)))
        return "return"

    def _returned(self, node: Node, scope: Scope) -> Value:
        return self.machine.values.value(node, scope)

    def _break_statement(self, node: Node, scope: Scope) -> End:
        return "break"

    def _continue_statement(self, node: Node, scope: Scope) -> End:
        return "continue"

    # -- branches -----------------------------------------------------------------------------------------------------

    def _if_statement(self, node: Node, scope: Scope) -> End:
        condition = node.field("condition")
        inner = Scope(scope)
        first = condition.field("initializer") if condition is not None else None
        if first is not None:
            self.each(first, inner)
        value = self.machine.values.value(condition, inner) if condition is not None else Unknown("no condition")
        yes, no = node.field("consequence"), node.field("alternative")
        if isinstance(value, (int, float)):
            chosen = yes if value else no
            return self.visit(chosen, Scope(inner)) if chosen is not None else ""
        return self.branches(
            [[yes] if yes else [], [no] if no else []], inner, f"depends on the if in line {node.line}"
        )

    def _else_clause(self, node: Node, scope: Scope) -> End:
        return self.each(node, scope)

    def _switch_statement(self, node: Node, scope: Scope) -> End:
        value = self.machine.values.part(node, "condition", scope)
        body = node.field("body")
        cases = [c for c in body.named if c.type == "case_statement"] if body is not None else []
        first = next((k for k, c in enumerate(cases) if c.field("value") is None), None)
        if not isinstance(value, (int, float)):
            options: list[list[Node]] = [_statements(case) for case in cases] + ([[]] if first is None else [])
            return self.branches(options, scope, f"depends on the switch in line {node.line}", breaks=True)
        for k, case in enumerate(cases):
            label = case.field("value")
            if label is not None and self.machine.values.value(label, scope) == value:
                first = k
                break
        inner = Scope(scope)
        for case in cases[first:] if first is not None else ():
            for statement in _statements(case):
                end = self.visit(statement, inner)
                if end:
                    return "" if end == "break" else end
        return ""

    def branches(self, options: Sequence[Sequence[Node]], scope: Scope, reason: str, *, breaks: bool = False) -> End:
        """Each branch from the same start; where they differ, nothing is known behind them."""
        start = scope.save()
        ends: list[State] = []
        left: list[End] = []
        self.functions[-1].doubts += 1
        for option in options:
            end: End = ""
            inner = Scope(scope)
            for statement in option:
                end = self.visit(statement, inner)
                if end:
                    break
            if end == "" or (end == "break" and breaks):
                ends.append(scope.save())
            else:
                left.append(end)
                frames = self.functions if end == "return" else (self.around or self.functions)
                frames[-1].left[end].append(scope.save())
            restore(start)
        self.functions[-1].doubts -= 1
        if ends:
            join(scope, ends, reason)
            return ""
        return "return" if set(left) == {"return"} else "continue"

    def _preproc_if(self, node: Node, scope: Scope) -> End:
        """Both sides of an `#if` stand in the text; a name that only one of them declares is known."""
        options: list[list[Node]] = []
        one: Node | None = node
        while one is not None:
            marks = {id(n) for role in ("condition", "alternative", "name") for n in one.fields.get(role, ())}
            options.append([c for c in one.named if id(c) not in marks])
            one = one.field("alternative")
        start, ends = scope.save(), []
        for option in options:
            for statement in option:
                if self.visit(statement, scope):
                    break
            ends.append(scope.save())
            if len(options) > 1:
                restore(start)
        if len(options) > 1:
            join(scope, ends, f"depends on the #if in line {node.line}")
        return ""

    _preproc_ifdef = _preproc_if


def _statements(case: Node) -> list[Node]:
    label = case.field("value")
    return [c for c in case.named if c is not label]
