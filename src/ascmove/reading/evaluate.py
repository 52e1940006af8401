"""Expressions of C++: literals, names, arithmetic, sizeof, casts, members, entries; calls are handed on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ascmove.reading.changes import called
from ascmove.reading.integers import ULONG, Number, literal
from ascmove.reading.operators import Operators
from ascmove.reading.scope import Scope, joined
from ascmove.reading.source import Node
from ascmove.reading.storing import Storing, moved
from ascmove.reading.structs import CONSTANTS, FIELD_ALIASES, struct_kind
from ascmove.reading.values import Named, Raw, Struct, TensorRef, Unknown, Value, fitted

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine

#: templates that compare two types
_SAME = ("is_same", "is_same_v", "IsSameType")
_NAMES = ("identifier", "type_identifier", "field_identifier", "namespace_identifier")
Template = tuple[Value, ...]


class Values(Operators, Storing):
    """Values of expression nodes. What an expression does on the way (assignments, copies) is done."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def value(self, node: Node, scope: Scope) -> Value:
        """What an expression is worth; Unknown with the reason where the text does not decide it."""
        handler = getattr(self, f"_{node.type}", None)
        if handler is None:
            for child in node.named:  # copies may stand inside
                self.value(child, scope)
            return Unknown(f"`{node.short()}` is not read")
        found: Value = handler(node, scope)
        return found

    def part(self, node: Node, role: str, scope: Scope) -> Value:
        """The value of the child with a role."""
        child = node.field(role)
        return Unknown(f"`{node.short()}` is not read") if child is None else self.value(child, scope)

    def arguments(self, node: Node | None, scope: Scope) -> list[Value]:
        """The values of an argument list or initialiser list."""
        return [] if node is None else [self.value(child, scope) for child in node.named]

    def named(self, node: Node, scope: Scope) -> tuple[str, Template]:
        """(name, template arguments) of a type or a function, whatever it is qualified with."""
        while node.type in ("qualified_identifier", "dependent_name", "dependent_type"):
            inner = node.field("name")
            node = inner if inner is not None else node.named[-1]
        if node.type in ("template_function", "template_method", "template_type"):
            name = node.field("name")
            return "" if name is None else name.text, tuple(self.arguments(node.field("arguments"), scope))
        return node.text, ()

    # -- literals and names -------------------------------------------------------------------------------------------

    def _number_literal(self, node: Node, scope: Scope) -> Value:
        text = node.text.replace("'", "")
        if re.search(r"[.]|[eEpP][-+]?\d+[fF]?$", text) and not text.lower().startswith("0x"):
            return float(text.rstrip("fFlL"))
        try:
            return literal(text)
        except ValueError:
            return Unknown(f"`{node.short()}` is no number that is read")
        except OverflowError:
            return Unknown(f"`{node.short()}` does not fit 64 bits")

    def _char_literal(self, node: Node, scope: Scope) -> Value:
        text = node.text.strip("'")
        return ord(text) if len(text) == 1 else Unknown(f"`{node.short()}` is not read")

    def _true(self, node: Node, scope: Scope) -> Value:
        return True

    def _false(self, node: Node, scope: Scope) -> Value:
        return False

    def _null(self, node: Node, scope: Scope) -> Value:
        return 0

    def _this(self, node: Node, scope: Scope) -> Value:
        found = scope.this()
        return found if found is not None else Unknown("this is not known here")

    def _identifier(self, node: Node, scope: Scope) -> Value:
        name = node.text
        found = self.machine.found(name, scope)
        if found is not None:
            return found
        if name in self.machine.program.macros:
            return self.machine.macros.value(name, None, node, scope)
        if name in CONSTANTS:
            return CONSTANTS[name]
        if Named(name).width is not None or struct_kind(name) is not None or name.endswith("LayoutPtn"):
            return Named(name)
        return Unknown(f"{name} is not declared in this file")

    _type_identifier = _field_identifier = _primitive_type = _identifier

    def _sized_type_specifier(self, node: Node, scope: Scope) -> Value:
        return Named(" ".join(node.text.split()))

    def _type_descriptor(self, node: Node, scope: Scope) -> Value:
        kinds = [c for c in node.named if c.type not in ("type_qualifier", "abstract_pointer_declarator")]
        return self.value(kinds[0], scope) if kinds else Unknown(f"`{node.short()}` is not read")

    def _template_type(self, node: Node, scope: Scope) -> Value:
        name, template = self.named(node, scope)
        if name in ("Int", "C0Int", "integral_constant") and template and isinstance(template[-1], int):
            return template[-1]
        return Struct(name, {}, template)

    def _qualified_identifier(self, node: Node, scope: Scope) -> Value:
        name, owner = node.field("name"), node.field("scope")
        if name is None or name.type not in _NAMES:
            return Unknown(f"`{node.short()}` is not read") if name is None else self.value(name, scope)
        text = name.text
        if owner is not None and text == "value" and self.named(owner, scope)[0] in _SAME:
            return self._same(self.named(owner, scope)[1], node)
        if owner is not None:
            kind, template = self.machine.types.of(owner, scope)
            info = self.machine.program.class_of(kind, scope)
            members = None if info is None else self.machine.types.scope_of(info, template)
            members = members or self.machine.spaces.get(kind)
            if members is not None and text in members.names:
                return members.names[text]
        found = scope.find(text)
        if found is not None and not isinstance(found, (Unknown, TensorRef)):
            return found
        return CONSTANTS.get(text, Named(text))

    def _template_function(self, node: Node, scope: Scope) -> Value:
        name, template = self.named(node, scope)
        return self._same(template, node) if name in _SAME else Unknown(f"`{node.short()}` is not read")

    def _same(self, types: Template, node: Node) -> Value:
        """Whether two types are the same; open where one of them is."""
        known = len(types) == 2 and all(isinstance(t, Named) for t in types)
        return types[0] == types[1] if known else self.not_known(next(iter(types), 0), node)

    # -- operators ----------------------------------------------------------------------------------------------------

    def _parenthesized_expression(self, node: Node, scope: Scope) -> Value:
        return self.value(node.named[0], scope) if node.named else Unknown("empty parentheses")

    def _condition_clause(self, node: Node, scope: Scope) -> Value:
        return self.part(node, "value", scope)

    def _cast_expression(self, node: Node, scope: Scope) -> Value:
        return self.cast(node.field("type"), self.part(node, "value", scope), scope)

    def cast(self, kind: Node | None, value: Value, scope: Scope) -> Value:
        """A value as another type: numbers wrap round."""
        if kind is None or not isinstance(value, (int, float)) or "*" in kind.text:
            return value
        return fitted(value, self.machine.types.of(kind, scope)[0])

    def _pointer_expression(self, node: Node, scope: Scope) -> Value:
        value = self.part(node, "argument", scope)
        cast = node.field("argument")
        read = self.operator_of(node) == "*" and isinstance(value, int)
        if read and cast is not None and (cast.type == "cast_expression" or cast.text.startswith("reinterpret_cast")):
            return Raw(int(value))  # type: ignore[arg-type]
        return value

    def _sizeof_expression(self, node: Node, scope: Scope) -> Value:
        inner = node.field("type") or node.field("value")
        if inner is None:
            return Unknown(f"`{node.short()}` is not read")
        value = self.value(inner, scope)
        if isinstance(value, Named) and value.width is not None:
            return Number(value.width, ULONG)
        if isinstance(value, Named):
            return Unknown(f"sizeof({value.name}) is not known")
        return self.not_known(value, node)

    def _field_expression(self, node: Node, scope: Scope) -> Value:
        owner, member = node.field("argument"), node.field("field")
        if owner is None or member is None:
            return Unknown(f"`{node.short()}` is not read")
        value, name = self.value(owner, scope), member.text
        if isinstance(value, Struct) and value.layers and name in value.fields:
            return self.machine.member(name, value)
        return self.machine.assume(name, self._field(node, owner, value, name, scope))

    def _field(self, node: Node, owner: Node, value: Value, name: str, scope: Scope) -> Value:
        """A field of a struct, or of what the text does not declare."""
        if isinstance(value, Struct) and (value.fields or value.layers or struct_kind(value.kind)):
            found = value.member(FIELD_ALIASES.get(name, name))
            return found if found is not None else Unknown(f"{value.kind or 'the struct'} has no {name}")
        if owner.type == "this":
            found = scope.find(name)
            return found if found is not None else Unknown(f"{name} is not declared in this file")
        if isinstance(value, Unknown) and "is not declared" not in value.reason:
            return value if "depends" in value.reason else Unknown(f"{node.short()} is a member that is set elsewhere")
        return Unknown(f"{node.short()} is a member that is set elsewhere")

    def _subscript_expression(self, node: Node, scope: Scope) -> Value:
        owner, listed = node.field("argument"), node.field("indices")
        index = self.arguments(listed, scope)
        at: Value = index[0] if index else Unknown("no index")
        if owner is None:
            return Unknown(f"`{node.short()}` is not read")
        value = self.value(owner, scope)
        if isinstance(value, TensorRef):
            return value if value.space == "queue" else moved(value, at)
        if isinstance(value, list) and isinstance(at, int):
            return value[at] if 0 <= at < len(value) else Unknown(f"`{node.short()}` is outside of the array")
        if isinstance(value, list):
            return joined(value, self.not_known(at, node).reason) if value else self.not_known(at, node)
        if isinstance(value, Unknown) and "is not declared" in value.reason:
            return moved(TensorRef(owner.text, nbytes=Unknown(value.reason)), at)
        return value if isinstance(value, Unknown) else self.not_known(at, node)

    # -- initialisers and calls ---------------------------------------------------------------------------------------

    def _initializer_list(self, node: Node, scope: Scope) -> Value:
        return self.machine.types.initialiser(node, scope)

    def _compound_literal_expression(self, node: Node, scope: Scope) -> Value:
        kind, template = self.machine.types.of(node.field("type"), scope)
        return self.machine.types.construct(kind, template, node.field("value"), scope)

    def _call_expression(self, node: Node, scope: Scope) -> Value:
        value = self.machine.calling.call(node, scope)
        listed = node.field("arguments")
        return value if listed is not None and listed.named else self.machine.assume(called(node)[0], value)

    def _lambda_expression(self, node: Node, scope: Scope) -> Value:
        return self.machine.calling.closure(node, scope)
