"""Declarations of a kernel: constants, enumerations, macros, parameter structs, tensors, classes, functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ascmove.reading.evaluate import Evaluator
from ascmove.reading.scope import Scope
from ascmove.reading.source import Node, Source, parse
from ascmove.reading.structs import FIELDS, struct_kind
from ascmove.reading.values import Named, Struct, TensorRef, Unknown, Value, copied

_QUEUES = ("TQue", "TQueBind", "TBuf")
_DECLARATORS = (
    "pointer_declarator",
    "reference_declarator",
    "array_declarator",
    "parenthesized_declarator",
    "function_declarator",
)


class Declarations:
    """Puts declared names into scopes. ``assumed`` values win over what the text leaves open."""

    known_structs = frozenset(FIELDS)

    def __init__(
        self, source: Source, values: Evaluator, classes: dict[str, Scope], assumed: Mapping[str, Value]
    ) -> None:
        self.source = source
        self.values = values
        self.classes = classes
        self.assumed = dict(assumed)

    def declare(self, node: Node, scope: Scope) -> None:
        """The names of one declaration."""
        kind, template = self.values.type_of(node.child_by_field_name("type"), scope)
        self._inner_enum(node, scope)
        for child in node.children_by_field_name("declarator"):
            name = self._name(child)
            if name:
                scope.declare(name, self._assumed(name, self._value(child, node, kind, template, scope)))

    def _value(self, child: Node, node: Node, kind: str, template: tuple[Value, ...], scope: Scope) -> Value:
        init = child.child_by_field_name("value") if child.type == "init_declarator" else None
        inner = child.child_by_field_name("declarator") if child.type == "init_declarator" else child
        name = self._name(child)
        tensor = self._tensor(name, kind, template, node, inner, init, scope)
        if tensor is not None:
            return tensor
        known = struct_kind(kind)
        if known is not None:
            if inner.type == "array_declarator":
                return self._array_of(known, template, init, scope)
            if inner.type == "function_declarator":  # Type name(a, b); parsed as a function
                init = inner.child_by_field_name("parameters")
                return Unknown(f"{name} is declared in a form that is not read")
            return copied(self.values.construct(kind, template, init, scope))
        braced = init is not None and init.type == "initializer_list"
        if (init is None or braced) and self._is_object(kind, inner):
            return Struct(kind, {}, template)  # of a type that is not read, but known by name
        if init is None:
            return Unknown(f"{name} is not initialised")
        if init.type == "argument_list":
            values = self.values.arguments(init, scope)
            return values[0] if len(values) == 1 else Unknown(f"{name} is an object of type {kind}")
        value = copied(self.values.value(init, scope))
        if isinstance(value, list) and inner.type != "array_declarator" and len(value) == 1:
            return value[0]
        if isinstance(value, Unknown) and not self._reads_on(value.reason):
            return Unknown(f"{name}: {value.reason}")
        return value

    def _is_object(self, kind: str, inner: Node) -> bool:
        """True for objects of types that are neither numbers nor declared in this file."""
        number = Named(kind).width is not None or kind in ("auto", "")
        return not number and kind not in self.classes and inner.type == "identifier"

    @staticmethod
    def _reads_on(reason: str) -> bool:
        return ":" in reason or len(reason) > 60

    def _array_of(self, kind: str, template: tuple[Value, ...], init: Node | None, scope: Scope) -> Value:
        if init is None:
            return Unknown("an array that is not initialised")
        items = [c for c in init.named_children if c.type != "comment"]
        return [copied(self.values.construct(kind, template, item, scope)) for item in items]

    def _tensor(
        self,
        name: str,
        kind: str,
        template: tuple[Value, ...],
        node: Node,
        inner: Node,
        init: Node | None,
        scope: Scope,
    ) -> TensorRef | None:
        dtype: Value = template[0] if template else Unknown(f"element type of {name}")
        if kind == "GlobalTensor":
            return TensorRef(name, "GM", dtype, "GM")
        if kind == "LocalTensor":
            return TensorRef(name, "local", dtype, self._queue_position(init, scope))
        if kind in _QUEUES:
            position = template[0].name if template and isinstance(template[0], Named) else ""
            return TensorRef(name, "queue", Unknown(""), position)
        space = self.source.space(node)
        if space and inner.type in ("pointer_declarator", "array_declarator"):
            return TensorRef(name, "GM" if space == "GM" else "local", Named(kind), space)
        if kind == "auto" and init is not None and init.type == "call_expression":
            called, template, owner = self.values.callee(init.child_by_field_name("function"), scope)
            if called in ("AllocTensor", "DeQue", "Get") and isinstance(owner, TensorRef) and template:
                return TensorRef(name, "local", template[0], owner.position)
        return None

    def _queue_position(self, init: Node | None, scope: Scope) -> str:
        if init is None or init.type != "call_expression":
            return ""
        _, _, owner = self.values.callee(init.child_by_field_name("function"), scope)
        return owner.position if isinstance(owner, TensorRef) and owner.space == "queue" else ""

    def _name(self, node: Node) -> str:
        while node is not None and node.type not in ("identifier", "field_identifier", "type_identifier"):
            inner = node.child_by_field_name("declarator")
            if inner is None and node.type in _DECLARATORS:
                inner = node.named_children[-1] if node.named_children else None
            node = inner
        return "" if node is None else self.source.of(node)

    def _assumed(self, name: str, value: Value) -> Value:
        if name not in self.assumed:
            return value
        if isinstance(value, Unknown):
            return self.assumed[name]
        return value

    # -- types and constants ------------------------------------------------------------------------------------------

    def alias(self, node: Node, scope: Scope) -> None:
        """`using T = half;` and `typedef half T;`."""
        name = node.child_by_field_name("name") or node.child_by_field_name("declarator")
        if name is not None:
            kind, _ = self.values.type_of(node.child_by_field_name("type"), scope)
            scope.declare(self.source.of(name), Named(kind))

    def enumerators(self, node: Node, scope: Scope) -> None:
        """The enumerators of an enumeration, counted on where they have no value."""
        body = node.child_by_field_name("body")
        following: Value = 0
        for item in (c for c in (body.named_children if body is not None else ()) if c.type == "enumerator"):
            given = item.child_by_field_name("value")
            value = following if given is None else self.values.value(given, scope)
            scope.declare(self.source.of(item.child_by_field_name("name")), value)
            following = value + 1 if isinstance(value, int) else value

    def _inner_enum(self, node: Node, scope: Scope) -> None:
        kind = node.child_by_field_name("type")
        if kind is not None and kind.type == "enum_specifier":
            self.enumerators(kind, scope)

    def macro(self, node: Node, scope: Scope) -> None:
        """`#define NAME expression`."""
        body = node.child_by_field_name("value")
        if body is None:
            return
        name = self.source.of(node.child_by_field_name("name"))
        text = self.source.of(body).split("//")[0].strip()
        inner = parse(f"auto macro = ({text});")
        evaluator = Evaluator(inner, self.classes)
        init = next((n for n in _descend(inner.root) if n.type == "init_declarator"), None)
        if init is not None and not inner.root.has_error:
            scope.declare(name, self._assumed(name, evaluator.value(init.child_by_field_name("value"), scope)))

    # -- scopes -------------------------------------------------------------------------------------------------------

    def template_scope(self, node: Node, scope: Scope) -> Scope:
        """A scope in which the template parameters are open."""
        inner = Scope(scope)
        for parameter in node.child_by_field_name("parameters").named_children:
            name = self._parameter_name(parameter)
            if name:
                inner.declare(name, self._assumed(name, Unknown(f"{name} is a template parameter")))
        return inner

    def _parameter_name(self, node: Node) -> str:
        if node.type in ("type_parameter_declaration", "optional_type_parameter_declaration"):
            names = [c for c in node.named_children if c.type == "type_identifier"]
            return self.source.of(names[0]) if names else ""
        declarator = node.child_by_field_name("declarator")
        return self._name(declarator) if declarator is not None else ""

    def class_scope(self, node: Node, scope: Scope) -> Scope | None:
        """A scope with the members of a class: constants are known, variables are not."""
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if body is None:
            return None
        members = Scope(scope)
        for child in body.named_children:
            if child.type == "field_declaration":
                self._member(child, members)
            elif child.type in ("alias_declaration", "type_definition"):
                self.alias(child, members)
            elif child.type == "enum_specifier":
                self.enumerators(child, members)
        if name is not None:
            self.classes[self.source.of(name).split("<")[0]] = members
        return members

    def _member(self, node: Node, members: Scope) -> None:
        self._inner_enum(node, members)
        kind, template = self.values.type_of(node.child_by_field_name("type"), members)
        constant = {"const", "constexpr"} & {
            self.source.of(c) for c in node.named_children if c.type == "type_qualifier"
        }
        default = node.child_by_field_name("default_value")
        for child in node.children_by_field_name("declarator"):
            name = self._name(child)
            value: Value = Unknown(f"{name} is a member that is set elsewhere")
            tensor = self._tensor(name, kind, template, node, child, None, members)
            if tensor is not None:
                value = tensor
            elif constant and default is not None:
                value = self.values.value(default, members)
            elif struct_kind(kind) is not None:
                fields = dict.fromkeys(
                    FIELDS[struct_kind(kind) or ""], Unknown(f"{name} is a member that is set elsewhere")
                )
                value = Struct(struct_kind(kind) or kind, dict(fields), template)
            members.declare(name, self._assumed(name, value))

    def function_scope(self, node: Node, scope: Scope) -> Scope:
        """A scope with the parameters of a function, inside of its class where it is defined outside of it."""
        declarator = node.child_by_field_name("declarator")
        while declarator is not None and declarator.type != "function_declarator":
            declarator = declarator.child_by_field_name("declarator")
        if declarator is None:
            return Scope(scope)
        own = declarator.child_by_field_name("declarator")
        if own is not None and own.type == "qualified_identifier":
            name = self.source.of(own.child_by_field_name("scope")).split("<")[0]
            members = self.classes.get(name)
            if members is not None:
                scope = Scope(members, scope.names)
        inner = Scope(scope)
        for parameter in declarator.child_by_field_name("parameters").named_children:
            self._parameter(parameter, inner)
        return inner

    def _parameter(self, node: Node, scope: Scope) -> None:
        declarator = node.child_by_field_name("declarator")
        if declarator is None:
            return
        name = self._name(declarator)
        kind, template = self.values.type_of(node.child_by_field_name("type"), scope)
        tensor = self._tensor(name, kind, template, node, declarator, None, scope)
        value: Value = tensor if tensor is not None else Unknown(f"{name} is a parameter of the function")
        known = struct_kind(kind)
        if tensor is None and known is not None and name not in self.assumed:
            value = Struct(
                known, {f: Unknown(f"{name}.{f} is a parameter of the function") for f in FIELDS[known]}, template
            )
        scope.declare(name, self._assumed(name, value))


def _descend(node: Node) -> Iterator[Node]:
    yield node
    for child in node.named_children:
        yield from _descend(child)
