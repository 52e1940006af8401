"""Calls in a kernel: copies are noted, functions and methods of the file are followed, the rest is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ascmove.reading.arithmetic import FOLDS
from ascmove.reading.changes import by_reference, is_constant, name_of
from ascmove.reading.found import CopyCall, is_other_copy
from ascmove.reading.operators import fold_of
from ascmove.reading.program import ClassInfo, Function
from ascmove.reading.scope import Scope
from ascmove.reading.source import Node, place
from ascmove.reading.structs import made, struct_kind
from ascmove.reading.types import Template, template_name
from ascmove.reading.values import Made, Named, Struct, TensorRef, Unknown, Value, copied, fitted

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine

#: functions of the Tensor API and methods of its objects that are kept as they are
MAKERS = frozenset(
    {
        *("MakeTensor", "MakeMemPtr", "MakeFrameLayout", "MakePatternLayout", "MakeLayout", "MakeCopy"),
        *("MakeCoord", "MakeShape", "MakeStride", "Slice", "with"),
    }
)
COPIES = ("DataCopy", "Copy")
_CASTS = ("static_cast", "reinterpret_cast", "const_cast")
_DEEPEST = 24


class Calling:
    """Evaluates call expressions."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._stack: list[Function] = []
        self._lines: list[int] = []

    @property
    def depth(self) -> int:
        """How many functions are being run inside of each other."""
        return len(self._stack)

    def call(self, node: Node, scope: Scope) -> Value:
        """What a call gives; what it does is done."""
        m, function, listed = self.machine, node.field("function"), node.field("arguments")
        if function is None or listed is None:
            return Unknown(f"`{node.short()}` is not read")
        if function.type == "field_expression":
            return self._method(node, function, listed.named, scope)
        name, template = m.values.named(function, scope)
        if name in _CASTS:
            kind = function.field("arguments")
            value = m.values.value(listed.named[0], scope) if listed.named else Unknown("an empty cast")
            return m.values.cast(kind.named[0] if kind is not None and kind.named else None, value, scope)
        if name in m.program.macros and scope.find(name) is None:
            return m.macros.value(name, listed.named, node, scope)
        held = scope.find(name)
        if isinstance(held, Struct) and held.kind == "lambda":
            return self._closure_call(held, node, scope)
        target = self._target(function, name, scope, len(listed.named))
        if target is not None:
            return self._followed(target, template, node, scope)
        qualified = function.text.split("<")[0]
        if name in COPIES and "MicroAPI::" not in qualified and "Reg::" not in qualified:
            return self._copy(name, template, node, listed.named, scope)
        if name in COPIES or is_other_copy(name):
            return self._copy(qualified if name in COPIES else name, template, node, listed.named, scope, other=True)
        return self._plain(node, name, template, listed, scope)

    def _plain(self, node: Node, name: str, template: Template, listed: Node, scope: Scope) -> Value:
        """A function that this file does not define."""
        m = self.machine
        if name in ("NdDmaDci", "MultiCopyDci"):
            m.refreshed = True
            return 0
        meant = scope.find(name)
        kind = meant.name if isinstance(meant, Named) else name
        if struct_kind(kind) is not None or m.program.class_of(kind, scope) is not None:
            return m.types.construct(kind, template, listed, scope)
        values = m.values.arguments(listed, scope)
        if name in MAKERS:
            return Made(name, template, tuple(values))
        if name in FOLDS:
            return fold_of(name, values, node)
        open_type = isinstance(meant, Unknown) and "template parameter" in meant.reason
        if len(values) == 1 and (open_type or Named(kind).width is not None):
            return fitted(values[0], kind)
        if not values and (open_type or Named(kind).width is not None):
            return 0
        function = node.field("function")
        if function is not None and function.type == "qualified_identifier":  # of a class or space elsewhere
            self._passed_on(listed.named, scope, name)
        else:
            self._left_open(name, node, listed.named, scope)
        return Unknown(f"{name}() is not evaluated")

    def _passed_on(self, nodes: list[Node], scope: Scope, name: str) -> None:
        """A struct that another function is given may be changed there, and so may what is passed by address."""
        reason = f"may be changed by {name}()"
        for node in nodes:
            inner = node.field("argument") if node.type == "pointer_expression" else node
            this = scope.this() if inner is not None and inner.type == "this" else None
            if this is not None:
                for member in list(this.fields):
                    Scope(None, this.fields, object=this).forget(member, "", reason)
            if inner is None or inner.type != "identifier":
                continue
            held = scope.find(inner.text)
            if isinstance(held, (Struct, list)) or (inner is not node and not isinstance(held, TensorRef)):
                scope.forget(inner.text, "", reason)

    def _left_open(
        self, name: str, call: Node | None, nodes: list[Node], scope: Scope, this: Struct | None = None
    ) -> None:
        """What a function changes that is not followed: one of several, too deep, or of another file."""
        self._passed_on(nodes, scope, name)
        if call is None or name not in self.machine.program.functions:
            return
        owner = this if this is not None and this.layers else scope.this()
        members = None if owner is None else Scope(None, owner.fields, object=owner)
        for changed, field in sorted(self.machine.changes.of(call)):
            if members is not None and changed in members.names:
                members.forget(changed, field, f"may be changed by {name}()")
            else:
                scope.forget(changed, field, f"may be changed by {name}()")

    def _target(self, node: Node, name: str, scope: Scope, count: int) -> Function | None:
        """The function of this file that is meant: a method of the object around, or a free one."""
        this = scope.this()
        places = [*(this.layers if this is not None else ()), ("", scope)]
        if node.type == "qualified_identifier":
            kind, _ = self.machine.types.of(node.field("scope"), scope)
            places = [place for place in places if place[0] == kind]
            if kind in self.machine.spaces:
                places = [("", self.machine.spaces[kind])]
            elif not places and self.machine.program.class_of(kind, scope) is not None:
                places = [(kind, scope)]
        fits = (self.machine.program.callable(name, inner, count, owner) for owner, inner in places)
        return next((found for found in fits if found is not None), None)

    # -- copies -------------------------------------------------------------------------------------------------------

    def _copy(
        self, name: str, template: Template, node: Node, nodes: list[Node], scope: Scope, other: bool = False
    ) -> Value:
        m = self.machine
        operands = len(nodes) if name == "Copy" else 2
        values = tuple(
            copied(self._operand(n, scope) if k < operands else m.values.value(n, scope)) for k, n in enumerate(nodes)
        )
        shown = m.macros.at or node
        line, column = place(shown)
        text = " ".join(shown.text.split())
        turn = ", ".join(text for text, _ in m.turns)
        of = max((left_out for _, left_out in m.turns), default=0)
        via = tuple(self._lines)
        m.calls.append(CopyCall(name, line, column, text, template, values, m.refreshed, other, turn, via, of))
        m.refreshed = False
        return 0

    def _operand(self, node: Node, scope: Scope) -> Value:
        value = self.machine.values.value(node, scope)
        if isinstance(value, Unknown) and node.type == "identifier" and "is not declared" in value.reason:
            return TensorRef(node.text, nbytes=value)
        return value

    # -- functions of the file ----------------------------------------------------------------------------------------

    def _method(self, node: Node, function: Node, nodes: list[Node], scope: Scope) -> Value:
        m, owner_node, member = self.machine, function.field("argument"), function.field("field")
        if owner_node is None or member is None:
            return Unknown(f"`{node.short()}` is not read")
        name, template = m.values.named(member, scope)
        owner = m.values.value(owner_node, scope)
        if isinstance(owner, Struct) and owner.layers:
            for layer, inner in owner.layers:
                target = m.program.callable(name, inner, len(nodes), layer)
                if target is not None:
                    return self._followed(target, template, node, scope, owner)
        found = m.buffers.method(name, template, owner, owner_node, nodes, scope)
        if found is not None:
            return found
        values = m.values.arguments(node.field("arguments"), scope)
        if name in MAKERS:
            return Made(name, template, tuple(values), owner)
        self._left_open(name, node, nodes, scope, owner if isinstance(owner, Struct) else None)
        return Unknown(f"{name}() is not evaluated")

    def _followed(
        self, target: Function, template: Template, call: Node | None, scope: Scope, this: Struct | None = None
    ) -> Value:
        """The value of a function of the file, its statements run with the arguments of a call."""
        m = self.machine
        listed = call.field("arguments") if call is not None and call.type == "call_expression" else call
        nodes = [] if listed is None else listed.named
        values = [m.values.value(n, scope) for n in nodes]
        if len(self._stack) >= _DEEPEST or not m.spend(4):
            self._left_open(target.name, call, nodes, scope, this)
            return Unknown(f"{target.name}() is not followed this deep")
        inner = self.scope_for(target, this if this is not None else scope.this())
        self._bind(target, template, values, inner)
        for parameter, value in zip(target.parameters, values, strict=False):
            m.declarations.parameter(parameter, inner)
            self._given(parameter, value, inner)
        for parameter in target.parameters[len(values) :]:
            m.declarations.parameter(parameter, inner)
            default = parameter.field("default_value")
            if default is not None:
                self._given(parameter, m.values.value(default, inner), inner)
        self._lines.append(call.line if call is not None else 0)
        result = self.run(target, inner)
        self._lines.pop()
        for parameter, node in zip(target.parameters, nodes, strict=False):
            if by_reference(parameter) and not is_constant(parameter):
                after = inner.find(name_of(parameter.field("declarator")))
                if after is not None:
                    m.values.store(node, after, scope)
        return result

    def run(self, target: Function, inner: Scope) -> Value:
        """Run a function in the scope of its parameters."""
        self._stack.append(target)
        try:
            return self.machine.statements.function(target, inner)
        finally:
            self._stack.pop()

    def scope_for(self, target: Function, this: Struct | None) -> Scope:
        """A fresh scope for a call: inside of the object, its class, the place of the definition."""
        if this is not None and target.owner:
            layer = next((inner for name, inner in this.layers if name == target.owner), target.scope)
            return Scope(Scope(layer, this.fields, object=this))
        return Scope(target.scope)

    def _bind(self, target: Function, template: Template, values: list[Value], inner: Scope) -> None:
        """Template arguments of the call: written, deduced from the tensors and structs, by default."""
        if target.template is None or target.owner:
            self.machine.types.bind(target.template if not target.owner else None, template, inner)
            return
        names = [template_name(p) for p in target.template.named]
        for name, given in zip(names, template, strict=False):
            inner.declare(name, given)
        for parameter, value in zip(target.parameters, values, strict=False):
            kind = parameter.field("type")
            listed = kind.field("arguments") if kind is not None and kind.type == "template_type" else None
            known: Template = (value.dtype,) if isinstance(value, TensorRef) else ()
            known = value.template if isinstance(value, Struct) else known
            for node, argument in zip(listed.named if listed is not None else (), known, strict=False):
                if node.text in names and node.text not in inner.names and not isinstance(argument, Unknown):
                    inner.declare(node.text, argument)
        self.machine.types.bind(target.template, (), inner)

    def _given(self, parameter: Node, value: Value, inner: Scope) -> None:
        """What the caller gives wins over what the parameter says by itself."""
        m, declarator = self.machine, parameter.field("declarator")
        name = name_of(declarator)
        if not name or declarator is None:
            return
        by_value = declarator.type in ("identifier", "function_declarator")
        kind, template = m.types.of(parameter.field("type"), inner)
        known, old = struct_kind(kind), inner.find(name)
        if isinstance(old, TensorRef) and isinstance(value, TensorRef):
            value = m.buffers.seen_as(value, old)
        elif isinstance(old, TensorRef):
            return
        elif known is not None and isinstance(value, (list, Struct)) and not getattr(value, "layers", ()):
            value = made(known, value, template)
        if isinstance(value, Unknown) and name in m.assumed:
            return
        inner.declare(name, copied(value) if by_value else value, inner.kinds.get(name, ""))

    # -- constructors and lambdas -------------------------------------------------------------------------------------

    def constructor(self, this: Struct, info: ClassInfo, arguments: Node | None, scope: Scope) -> None:
        """Run the constructor that fits, its member initialisers first."""
        nodes = [] if arguments is None else arguments.named
        target = self.machine.program.callable(info.name, info.scope, len(nodes), info.name)
        if target is not None:
            self._followed(target, (), arguments, scope, this)

    def closure(self, node: Node, scope: Scope) -> Value:
        """A lambda; it is followed where it is called, and once as it stands when nobody calls it."""
        self.machine.lambdas[id(node)] = (node, scope)
        return Struct("lambda", {"node": Named(str(id(node)))})

    def _closure_call(self, held: Struct, call: Node, scope: Scope) -> Value:
        m, key = self.machine, held.fields["node"]
        node, around = m.lambdas[int(key.name if isinstance(key, Named) else 0)]
        target = Function("lambda", node, around)
        m.visited.add(id(node))
        return self._followed(target, (), call, scope)
