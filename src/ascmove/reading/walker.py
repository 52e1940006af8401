"""Walking through a kernel in the order of its text: declarations, assignments, branches, loops, copy calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ascmove.reading.declarations import Declarations
from ascmove.reading.evaluate import Evaluator
from ascmove.reading.found import CopyCall
from ascmove.reading.scope import Scope
from ascmove.reading.source import Node, Source, place
from ascmove.reading.structs import FIELD_ALIASES, made
from ascmove.reading.values import Struct, TensorRef, Unknown, Value, copied

_COPIES = ("DataCopy", "Copy")
_LOOPS = ("for_statement", "while_statement", "do_statement", "for_range_loop")
_SKIPPED = (
    "comment",
    "preproc_include",
    "using_declaration",
    "access_specifier",
    "break_statement",
    "continue_statement",
)


class Walker:
    """One pass over a file. ``assumed``: values that the user gives to names the text leaves open."""

    def __init__(self, source: Source, assumed: Mapping[str, Value]) -> None:
        self.source = source
        self.calls: list[CopyCall] = []
        self.classes: dict[str, Scope] = {}
        self.values = Evaluator(source, self.classes)
        self.declarations = Declarations(source, self.values, self.classes, assumed)
        self._refreshed = False

    def walk(self) -> list[CopyCall]:
        """All copy calls in order."""
        top = Scope(names=self.declarations.assumed)
        self._each(self.source.root, top)
        return self.calls

    def _each(self, node: Node, scope: Scope) -> None:
        for child in node.named_children:
            self.visit(child, scope)

    def visit(self, node: Node, scope: Scope) -> None:
        """One statement or declaration."""
        handler = getattr(self, f"_{node.type}", None)
        if handler is not None:
            handler(node, scope)
        elif node.type in _LOOPS:
            self._loop(node, scope)
        elif node.type not in _SKIPPED:
            self._each(node, scope)

    # -- declarations -------------------------------------------------------------------------------------------------

    def _declaration(self, node: Node, scope: Scope) -> None:
        self.declarations.declare(node, scope)
        for init in (c for c in node.named_children if c.type == "init_declarator"):
            self._calls_within(init, scope)

    def _alias_declaration(self, node: Node, scope: Scope) -> None:
        self.declarations.alias(node, scope)

    _type_definition = _alias_declaration

    def _enum_specifier(self, node: Node, scope: Scope) -> None:
        self.declarations.enumerators(node, scope)

    def _preproc_def(self, node: Node, scope: Scope) -> None:
        self.declarations.macro(node, scope)

    def _template_declaration(self, node: Node, scope: Scope) -> None:
        inner = self.declarations.template_scope(node, scope)
        body = node.named_children[-1]
        self.visit(body, inner)

    def _class_specifier(self, node: Node, scope: Scope) -> None:
        members = self.declarations.class_scope(node, scope)
        body = node.child_by_field_name("body")
        if body is not None and members is not None:
            for child in body.named_children:
                if child.type in ("function_definition", "template_declaration", "class_specifier", "struct_specifier"):
                    self.visit(child, members)

    _struct_specifier = _class_specifier

    def _function_definition(self, node: Node, scope: Scope) -> None:
        body = node.child_by_field_name("body")
        if body is None:
            return
        self._refreshed = False
        inner = self.declarations.function_scope(node, scope).snapshot()
        self._each(body, Scope(inner))

    def _lambda_expression(self, node: Node, scope: Scope) -> None:
        self._each(node.child_by_field_name("body"), Scope(scope))

    # -- statements ---------------------------------------------------------------------------------------------------

    def _compound_statement(self, node: Node, scope: Scope) -> None:
        self._each(node, Scope(scope))

    def _expression_statement(self, node: Node, scope: Scope) -> None:
        for child in node.named_children:
            if child.type == "assignment_expression":
                self._assignment(child, scope)
            elif child.type == "update_expression":
                self._forget(child, scope, "changes")
            self._calls_within(child, scope)

    def _assignment(self, node: Node, scope: Scope) -> None:
        left = node.child_by_field_name("left")
        symbol = self.source.of(node.child_by_field_name("operator"))
        value = copied(self.values.value(node.child_by_field_name("right"), scope))
        if symbol != "=":
            self._forget(node, scope, f"changes by {symbol}")
        elif left.type == "identifier":
            self._set_name(self.source.of(left), value, scope)
        elif left.type == "field_expression":
            self._set_field(left, value, scope)
        elif left.type == "subscript_expression":
            self._set_entry(left, value, scope)

    def _set_name(self, name: str, value: Value, scope: Scope) -> None:
        old = scope.find(name)
        if isinstance(old, TensorRef) and not isinstance(value, TensorRef):
            return
        if isinstance(old, Struct) and isinstance(value, list) and old.kind in self.declarations.known_structs:
            value = made(old.kind, value, old.template)
        scope.assign(name, value)

    def _set_field(self, left: Node, value: Value, scope: Scope) -> None:
        owner = self.values.value(left.child_by_field_name("argument"), scope)
        name = self.source.of(left.child_by_field_name("field"))
        if isinstance(owner, Struct):
            owner.fields[FIELD_ALIASES.get(name, name)] = value
        elif self.source.of(left.child_by_field_name("argument")) == "this":
            self._set_name(name, value, scope)

    def _set_entry(self, left: Node, value: Value, scope: Scope) -> None:
        owner = self.values.value(left.child_by_field_name("argument"), scope)
        index = self.values.arguments(left.child_by_field_name("indices"), scope)
        if isinstance(owner, list):
            if index and isinstance(index[0], int) and 0 <= index[0] < len(owner):
                owner[index[0]] = value
            else:
                why = index[0] if index and isinstance(index[0], Unknown) else Unknown("an entry that is not constant")
                owner[:] = [why] * len(owner)

    def _if_statement(self, node: Node, scope: Scope) -> None:
        condition = node.child_by_field_name("condition")
        value = self.values.value(condition.named_children[0], scope) if condition.named_children else Unknown("")
        branches = [node.child_by_field_name(side) for side in ("consequence", "alternative")]
        if isinstance(value, (int, float)):
            chosen = branches[0 if value else 1]
            if chosen is not None:
                self.visit(chosen, Scope(scope))
            return
        self._branches([b for b in branches if b is not None], node, scope)

    def _switch_statement(self, node: Node, scope: Scope) -> None:
        self._branches(list(node.child_by_field_name("body").named_children), node, scope)

    def _branches(self, branches: list[Node], node: Node, scope: Scope) -> None:
        """Each branch from the same start; what any of them changes is open behind them."""
        before = scope.snapshot()
        for branch in branches:
            self.visit(branch, Scope(scope))
            scope.restore(before.snapshot())
        self._forget(
            node, scope, f"depends on the {'if' if 'if' in node.type else 'switch'} in line {self._line(node)}"
        )

    def _loop(self, node: Node, scope: Scope) -> None:
        """What a loop changes is open inside of it, until it is set there, and behind it."""
        inner = Scope(scope)
        start = node.child_by_field_name("initializer")
        if start is not None:
            self.visit(start, inner)
        if node.type == "for_range_loop":
            name = node.child_by_field_name("declarator")
            inner.declare(self.source.of(name).lstrip("&* "), Unknown(f"{self.source.of(name)} runs in a loop"))
        reason = f"changes in the loop in line {self._line(node)}"
        self._forget(node, inner, reason)
        body = node.child_by_field_name("body")
        if body is not None:
            self.visit(body, inner)
        self._forget(node, inner, reason)

    def _forget(self, node: Node, scope: Scope, reason: str) -> None:
        for name, field in set(self._changed(node)):
            scope.forget(name, field, reason)

    def _changed(self, node: Node) -> Iterator[tuple[str, str]]:
        """(name, field) of everything that a subtree assigns."""
        if node.type in ("assignment_expression", "update_expression"):
            target = node.child_by_field_name("left") or node.child_by_field_name("argument")
            field = ""
            while target is not None and target.type in (
                "field_expression",
                "subscript_expression",
                "parenthesized_expression",
            ):
                if target.type == "field_expression":
                    field = self.source.of(target.child_by_field_name("field"))
                target = target.child_by_field_name("argument") or (
                    target.named_children[0] if target.named_children else None
                )
            if target is not None:
                yield self.source.of(target), FIELD_ALIASES.get(field, field)
        for child in node.named_children:
            yield from self._changed(child)

    # -- calls --------------------------------------------------------------------------------------------------------

    def _calls_within(self, node: Node, scope: Scope) -> None:
        if node.type == "call_expression":
            self._call(node, scope)
        for child in node.named_children:
            if child.type == "lambda_expression":
                self.visit(child, scope)
            else:
                self._calls_within(child, scope)

    def _call(self, node: Node, scope: Scope) -> None:
        name, template, owner = self.values.callee(node.child_by_field_name("function"), scope)
        if owner is not None:
            return
        if name in ("NdDmaDci", "MultiCopyDci"):
            self._refreshed = True
        elif name in _COPIES:
            arguments_node = node.child_by_field_name("arguments")
            nodes = [c for c in arguments_node.named_children if c.type != "comment"]
            values = tuple(copied(self._operand(c, scope)) for c in nodes)
            text = " ".join(self.source.of(node).split())
            line, column = place(self.source, node)
            self.calls.append(CopyCall(name, line, column, text, template, values, self._refreshed))
            self._refreshed = False
        else:
            self._passed_on(node, scope, name)

    def _operand(self, node: Node, scope: Scope) -> Value:
        value = self.values.value(node, scope)
        if isinstance(value, Unknown) and node.type == "identifier" and "is not declared" in value.reason:
            return TensorRef(self.source.of(node))
        return value

    def _passed_on(self, node: Node, scope: Scope, name: str) -> None:
        """A struct that another function is given may be changed there."""
        for child in node.child_by_field_name("arguments").named_children:
            if child.type == "identifier" and isinstance(scope.find(self.source.of(child)), (Struct, list)):
                for field in list(getattr(scope.find(self.source.of(child)), "fields", {})) or [""]:
                    scope.forget(self.source.of(child), field, f"may be changed by {name}()")
            elif child.type == "pointer_expression":
                scope.forget(self.source.of(child).lstrip("& "), "", f"may be changed by {name}()")

    def _line(self, node: Node) -> int:
        return place(self.source, node)[0]
