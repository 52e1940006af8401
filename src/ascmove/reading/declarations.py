"""Declarations of a kernel: variables, tensors, members, parameters, enumerations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ascmove.reading.changes import name_of
from ascmove.reading.program import ClassInfo
from ascmove.reading.scope import Scope
from ascmove.reading.source import Node
from ascmove.reading.structs import FIELDS, struct_kind
from ascmove.reading.types import Template
from ascmove.reading.values import Named, Struct, TensorRef, Unknown, Value, copied, fitted

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine

_QUEUES = ("TQue", "TQueBind", "TBuf")


class Declarations:
    """Puts declared names into scopes."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.values = machine.values
        self.types = machine.types

    def declare(self, node: Node, scope: Scope) -> None:
        """The names of one declaration."""
        kind, template = self.types.of(node.field("type"), scope)
        self._inner_enum(node, scope)
        for child in node.fields.get("declarator", ()):
            name = name_of(child)
            if child.type == "function_declarator" and not scope.find(name) and self._is_prototype(child):
                continue
            if name:
                value = self._value(name, child, node, kind, template, scope)
                scope.declare(name, self.machine.assume(name, value), _number_kind(child, kind))

    @staticmethod
    def _is_prototype(child: Node) -> bool:
        listed = child.field("parameters")
        return listed is None or all(p.field("declarator") is not None for p in listed.named) or not listed.named

    def _value(self, name: str, child: Node, node: Node, kind: str, template: Template, scope: Scope) -> Value:
        init = child.field("value") if child.type == "init_declarator" else None
        inner = (child.field("declarator") or child) if child.type == "init_declarator" else child
        tensor = self._tensor(name, kind, template, node, inner, scope)
        if tensor is not None:
            return self._filled(tensor, init, scope)
        known = struct_kind(kind)
        if known is not None or self.machine.program.class_of(kind, scope) is not None:
            return self._object(name, known or kind, template, inner, init, scope)
        braced = init is not None and init.type == "initializer_list"
        if (init is None or braced) and self._is_object(kind, inner):
            return Struct(kind, {}, template)  # of a type that is not read, but known by name
        if init is None:
            return Unknown(f"{name} is not initialised", unset=True)
        if init.type == "argument_list":
            values = self.values.arguments(init, scope)
            return fitted(values[0], kind) if len(values) == 1 else Unknown(f"{name} is an object of type {kind}")
        value = self.values.value(init, scope)
        if isinstance(value, TensorRef) and init.type == "call_expression":
            return replace(value, name=name)
        if not by_reference_type(inner):
            value = copied(value)
        if isinstance(value, list) and inner.type != "array_declarator" and len(value) == 1:
            value = value[0]
        if isinstance(value, Unknown) and not (":" in value.reason or len(value.reason) > 60):
            return Unknown(f"{name}: {value.reason}")
        return fitted(value, kind)

    def _object(self, name: str, kind: str, template: Template, inner: Node, init: Node | None, scope: Scope) -> Value:
        if inner.type == "array_declarator":
            return self._array_of(kind, template, inner, init, scope)
        if inner.type == "function_declarator":  # Type name(a, b); parsed as a function
            return Unknown(f"{name} is declared in a form that is not read")
        if inner.type in ("pointer_declarator", "reference_declarator") and init is not None:
            return self.values.value(init, scope)
        return copied(self.types.construct(kind, template, init, scope))

    @staticmethod
    def _is_object(kind: str, inner: Node) -> bool:
        """True for objects of types that are neither numbers nor declared in this file."""
        return Named(kind).width is None and kind not in ("auto", "", "bool") and inner.type == "identifier"

    def _array_of(self, kind: str, template: Template, inner: Node, init: Node | None, scope: Scope) -> Value:
        if init is None:
            size = inner.field("size")
            count = self.values.value(size, scope) if size is not None else None
            if isinstance(count, int) and 0 < count <= 64:
                return [self.types.construct(kind, template, None, scope) for _ in range(count)]
            return Unknown("an array that is not initialised")
        return [copied(self.types.construct(kind, template, item, scope)) for item in init.named]

    # -- tensors ------------------------------------------------------------------------------------------------------

    def _tensor(
        self, name: str, kind: str, template: Template, node: Node, inner: Node, scope: Scope
    ) -> TensorRef | None:
        """The tensor, pointer, queue or buffer that a declaration makes, before its initialiser is read."""
        dtype: Value = template[0] if template else Unknown(f"element type of {name}")
        open_size = Unknown(f"{name} is not set in this file", unset=True)
        if kind == "GlobalTensor":
            return TensorRef(name, "GM", dtype, "GM", nbytes=open_size)
        if kind == "LocalTensor":
            return TensorRef(name, "local", dtype, nbytes=open_size)
        if kind in _QUEUES:
            sides = [t.name for t in template[:2] if isinstance(t, Named)]
            position = sides[0] if sides and (kind != "TQueBind" or len(set(sides)) == 1) else ""
            never = Unknown(f"no InitBuffer of {name} in this file", unset=True)
            return TensorRef(name, "queue", Unknown(""), position, nbytes=never)
        space = self.machine.source.space(node)
        if space and inner.type in ("pointer_declarator", "array_declarator"):
            nbytes: Value = Unknown(f"{name} is a pointer")
            size = inner.field("size") if inner.type == "array_declarator" else None
            width = Named(kind).width
            if size is not None and width is not None:
                count = self.values.value(size, scope)
                nbytes = count * width if isinstance(count, int) else count
            meant = scope.find(kind)
            own: Value = meant if isinstance(meant, Unknown) else Named(kind)
            return TensorRef(name, "GM" if space == "GM" else "local", own, space, nbytes=nbytes)
        return None

    def _filled(self, tensor: TensorRef, init: Node | None, scope: Scope) -> TensorRef:
        if init is None:
            return tensor
        if init.type == "argument_list" or (init.type == "initializer_list" and len(init.named) > 1):
            return self.machine.buffers.made(tensor, self.values.arguments(init, scope))
        value = self.values.value(init, scope)
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if not isinstance(value, TensorRef):
            why = value if isinstance(value, Unknown) else Unknown(f"{tensor.name} is made in a way that is not read")
            if (
                tensor.space == "GM"
                and tensor.position == "GM"
                and tensor.offset == 0
                and init.type != "call_expression"
            ):
                return tensor
            return replace(tensor, offset=0 if init.type == "call_expression" else why, nbytes=why)
        name = tensor.name if value.space == "queue" or init.type == "call_expression" else value.name
        return self.machine.buffers.seen_as(replace(value, name=name), tensor)

    # -- members and parameters ---------------------------------------------------------------------------------------

    def member(self, node: Node, scope: Scope, owner: ClassInfo) -> None:
        """The members that one declaration in a class makes, with their initialisers."""
        self._inner_enum(node, scope)
        kind, template = self.types.of(node.field("type"), scope)
        changed = self.machine.set_in(owner)
        for child in node.fields.get("declarator", ()):
            if child.type == "function_declarator":
                continue
            name = name_of(child)
            default = _default_of(node, child)
            reason = Unknown(f"{name} is a member that is set elsewhere", unset=name in changed)
            tensor = self._tensor(name, kind, template, node, child, scope)
            value: Value = reason
            known = struct_kind(kind)
            if tensor is not None:
                value = replace(tensor, nbytes=_never_set(tensor, name in changed))
            elif default is not None:
                value = fitted(self._default(kind, template, default, scope), kind)
            elif known is not None:
                value = self.types.construct(kind, template, None, scope)
            elif child.type == "field_identifier":
                info = self.machine.program.class_of(kind, scope)
                if info is not None and info is not owner:
                    value = self.types.blank(info, template)
            scope.declare(name, self.machine.assume(name, value), _number_kind(child, kind))

    def _default(self, kind: str, template: Template, default: Node, scope: Scope) -> Value:
        if default.type != "initializer_list" or struct_kind(kind) is not None:
            return (
                self.types.construct(kind, template, default, scope)
                if struct_kind(kind)
                else self.values.value(default, scope)
            )
        values = self.values.arguments(default, scope)
        return (values[0] if values else 0) if len(values) < 2 else values

    def parameter(self, node: Node, scope: Scope) -> None:
        """A parameter of a function that nobody in this file calls with a value."""
        declarator = node.field("declarator")
        if declarator is None:
            return
        name = name_of(declarator)
        kind, template = self.types.of(node.field("type"), scope)
        reason = f"{name} is a parameter of the function"
        tensor = self._tensor(name, kind, template, node, declarator, scope)
        value: Value = Unknown(reason)
        known = struct_kind(kind)
        if tensor is not None:
            value = replace(tensor, nbytes=Unknown(reason))
        elif known is not None and name not in self.machine.assumed:
            value = Struct(
                known, {f: Unknown(f"{name}.{f} is a parameter of the function") for f in FIELDS[known]}, template
            )
        scope.declare(name, self.machine.assume(name, value), _number_kind(declarator, kind))

    # -- enumerations -------------------------------------------------------------------------------------------------

    def enumerators(self, node: Node, scope: Scope) -> None:
        """The enumerators of an enumeration, counted on where they have no value."""
        body = node.field("body")
        following: Value = 0
        for item in (c for c in (body.named if body is not None else ()) if c.type == "enumerator"):
            given, name = item.field("value"), item.field("name")
            value = following if given is None else self.values.value(given, scope)
            if name is not None:
                scope.declare(name.text, value)
            following = value + 1 if isinstance(value, int) else value

    def _inner_enum(self, node: Node, scope: Scope) -> None:
        kind = node.field("type")
        if kind is not None and kind.type == "enum_specifier":
            self.enumerators(kind, scope)


def _default_of(node: Node, declarator: Node) -> Node | None:
    """The initialiser behind one of several members of a declaration."""
    others = [d.start for d in node.fields["declarator"] if d.start > declarator.start]
    stop = min(others, default=node.end)
    return next((v for v in node.fields.get("default_value", ()) if declarator.end <= v.start < stop), None)


def _number_kind(declarator: Node, kind: str) -> str:
    """The type of the number that a declarator declares; "" for pointers and arrays."""
    inner = declarator.field("declarator") if declarator.type == "init_declarator" else declarator
    return (
        kind if inner is not None and inner.type in ("identifier", "field_identifier", "reference_declarator") else ""
    )


def by_reference_type(inner: Node) -> bool:
    """True for `T& name = ...` and `T* name = ...`."""
    return inner.type in ("reference_declarator", "pointer_declarator")


def _never_set(tensor: TensorRef, here: bool) -> Unknown:
    if tensor.space == "queue":
        return Unknown(f"no InitBuffer of {tensor.name} in this file", unset=True)
    if tensor.position == "GM":
        return Unknown(f"no SetGlobalBuffer of {tensor.name} in this file", unset=True)
    return Unknown(f"{tensor.name} is a member that is set elsewhere", unset=here)
