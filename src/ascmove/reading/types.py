"""Types of a kernel and the objects that are made of them: parameter structs, classes of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ascmove.reading.changes import is_constant, name_of
from ascmove.reading.program import ClassInfo
from ascmove.reading.scope import Scope
from ascmove.reading.source import Node
from ascmove.reading.structs import FIELD_ALIASES, made, struct_kind
from ascmove.reading.values import Named, Struct, Unknown, Value, copied

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine

Template = tuple[Value, ...]


class Types:
    """Reads types, makes objects."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._scopes: dict[tuple[int, str], Scope] = {}

    def of(self, node: Node | None, scope: Scope) -> tuple[str, Template]:
        """(name, template arguments) of a type, names given by `using` followed."""
        if node is None:
            return "", ()
        if node.type == "type_descriptor":
            return self.of(node.field("type"), scope)
        if node.type in ("class_specifier", "struct_specifier", "enum_specifier"):
            return self.of(node.field("name"), scope)
        name, template = self.machine.values.named(node, scope)
        meant = scope.find(name)
        if isinstance(meant, Named):
            return meant.name, template
        if isinstance(meant, Struct) and meant.kind.startswith("using "):
            return meant.kind.removeprefix("using "), meant.template
        return name, template

    def alias(self, node: Node, scope: Scope) -> None:
        """`using T = half;` and `typedef half T;`."""
        name = node.field("name") or node.field("declarator")
        if name is None or node.field("type") is None:
            return
        if "template_declaration" in node.tokens:
            return
        kind, template = self.of(node.field("type"), scope)
        meant: Value = Struct(f"using {kind}", {}, template) if template else Named(kind)
        known = scope.find(kind)
        if isinstance(known, Unknown) and not template:
            meant = known  # an open template parameter stays open under its other name
        scope.declare(name.text, meant)

    # -- parameter structs --------------------------------------------------------------------------------------------

    def construct(self, kind: str, template: Template, init: Node | None, scope: Scope) -> Value:
        """An object of a type from an initialiser list, an argument list or another value."""
        known = struct_kind(kind)
        if known is None:
            return self._local(kind, template, init, scope)
        if init is None:
            return made(known, None, template)
        if init.type == "initializer_list":
            return made(known, self.initialiser(init, scope) or None, template)
        if init.type == "argument_list":
            return made(known, self.machine.values.arguments(init, scope) or None, template)
        return made(known, self.machine.values.value(init, scope), template)

    def initialiser(self, node: Node, scope: Scope) -> Value:
        """What stands in braces: a list, or fields by name."""
        pairs = [c for c in node.named if c.type == "initializer_pair"]
        if not pairs:
            return self.machine.values.arguments(node, scope)
        fields: dict[str, Value] = {}
        for pair in pairs:
            name, value = pair.field("designator"), pair.field("value")
            if name is not None and value is not None:
                text = name.text.lstrip(".")
                fields[FIELD_ALIASES.get(text, text)] = self.machine.values.value(value, scope)
        return Struct("", fields)

    def _local(self, kind: str, template: Template, init: Node | None, scope: Scope) -> Value:
        info = self.machine.program.class_of(kind, scope)
        if info is not None:
            return self.instance(info, template, init, scope)
        if kind in ("CopyL0C2GM", "CopyL0C2UB"):
            return Named(kind)
        values = self.machine.values.arguments(init, scope) if init is not None else []
        return values[0] if len(values) == 1 else Unknown(f"an object of type {kind}")

    # -- classes of the file ------------------------------------------------------------------------------------------

    def instance(self, info: ClassInfo, template: Template, init: Node | None, scope: Scope) -> Value:
        """An object of a class, its members as they are before any method ran."""
        made = self.blank(info, template)
        if init is not None and init.type == "initializer_list":
            given = self.initialiser(init, scope)
            if isinstance(given, Struct) and given.kind in ("", info.name):
                made.fields.update(given.fields)
                return made
            if isinstance(given, list) and not self.machine.program.callable(info.name, scope, len(given), info.name):
                made.fields.update(dict(zip(made.fields, given, strict=False)))
                return made
        arguments = init if init is not None and init.type in ("argument_list", "initializer_list") else None
        if init is not None and arguments is None:
            other = self.machine.values.value(init, scope)
            return copied(other)
        self.machine.calling.constructor(made, info, arguments, scope)
        return made

    def blank(self, info: ClassInfo, template: Template) -> Struct:
        """An object whose members hold what their declarations say."""
        made = Struct(info.name, {}, template)
        layers = list(self._layers(info, template))
        made.layers = tuple((layer.name, inner) for layer, inner in layers)
        for layer, inner in reversed(layers):
            scope = Scope(inner, made.fields, object=made)
            for member in layer.members:
                if member.type == "field_declaration" and not self._static(member):
                    self.machine.declarations.member(member, scope, layer)
        return made

    def _layers(self, info: ClassInfo, template: Template, depth: int = 0) -> list[tuple[ClassInfo, Scope]]:
        inner = self.scope_of(info, template)
        found = [(info, inner)]
        for base in info.bases if depth < 8 else ():
            kind, arguments = self.of(base, inner)
            known = self.machine.program.class_of(kind, info.scope)
            if known is not None and known is not info:
                found += self._layers(known, arguments, depth + 1)
        return found

    def scope_of(self, info: ClassInfo, template: Template = ()) -> Scope:
        """The constants, types and enumerators of a class, its template parameters bound."""
        key = (id(info), repr(template))
        if key not in self._scopes:
            inner = Scope(info.scope, fixed=True)
            self.bind(info.template, template, inner)
            self._scopes[key] = inner
            for member in info.members:
                if member.type in ("alias_declaration", "type_definition"):
                    self.alias(member, inner)
                elif member.type == "enum_specifier":
                    self.machine.declarations.enumerators(member, inner)
                elif member.type == "field_declaration" and self._static(member):
                    self.machine.declarations.member(member, inner, info)
        return self._scopes[key]

    @staticmethod
    def _static(member: Node) -> bool:
        words = {c.text for c in member.named if c.type == "storage_class_specifier"}
        kind = member.field("type")
        enum = kind is not None and kind.type == "enum_specifier"
        return "static" in words or (is_constant(member) and "constexpr" in member.text.split()) or enum

    def bind(self, parameters: Node | None, given: Template, scope: Scope) -> None:
        """Template parameters: what is given, else the default, else open."""
        for k, parameter in enumerate(parameters.named if parameters is not None else ()):
            name = template_name(parameter)
            if not name or name in scope.names:
                continue
            default = parameter.field("default_type") or parameter.field("default_value")
            value: Value = Unknown(f"{name} is a template parameter")
            if k < len(given):
                value = given[k]
            elif default is not None:
                value = self.machine.values.value(default, scope)
            scope.declare(name, self.machine.assume(name, value))


def template_name(node: Node) -> str:
    """The name of a template parameter."""
    if node.type in ("type_parameter_declaration", "optional_type_parameter_declaration"):
        name = node.field("name")
        found = [name] if name is not None else [c for c in node.named if c.type == "type_identifier"]
        return found[0].text if found else ""
    return name_of(node.field("declarator"))
