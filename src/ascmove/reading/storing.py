"""Assignments: what they put where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from ascmove.reading.scope import Scope
from ascmove.reading.source import Node
from ascmove.reading.structs import FIELD_ALIASES, made, struct_kind
from ascmove.reading.values import Struct, TensorRef, Unknown, Value, copied, fitted

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine


class Storing(ABC):
    """The expressions that change something; part of `Values`."""

    machine: Machine

    @abstractmethod
    def value(self, node: Node, scope: Scope) -> Value:
        """What an expression is worth."""

    @abstractmethod
    def part(self, node: Node, role: str, scope: Scope) -> Value:
        """The value of the child with a role."""

    @abstractmethod
    def folded(self, symbol: str, left: Value, right: Value, node: Node) -> Value:
        """An operator on two values."""

    def _assignment_expression(self, node: Node, scope: Scope) -> Value:
        left, right = node.field("left"), node.field("right")
        if left is None or right is None:
            return Unknown(f"`{node.short()}` is not read")
        symbol = next(iter(node.tokens), "=")
        value = self.value(right, scope)
        if symbol != "=":
            value = self.folded(symbol[:-1], self.value(left, scope), value, node)
        self.store(left, copied(value), scope)
        return value

    def _update_expression(self, node: Node, scope: Scope) -> Value:
        operand = node.field("argument")
        if operand is None:
            return Unknown(f"`{node.short()}` is not read")
        old = self.value(operand, scope)
        symbol = next(iter(node.tokens), "++")
        new = self.folded(symbol[0], old, 1, node)
        self.store(operand, new, scope)
        before = node.text.endswith(symbol)
        return old if before else new

    def store(self, left: Node, value: Value, scope: Scope) -> None:
        """Put a value where an expression to the left of `=` says."""
        while left.type == "parenthesized_expression" and left.named:
            left = left.named[0]
        if left.type == "identifier":
            self._set_name(left.text, value, scope)
        elif left.type == "field_expression":
            self._set_field(left, value, scope)
        elif left.type == "subscript_expression":
            self._set_entry(left, value, scope)
        elif left.type == "pointer_expression":
            inner = left.field("argument")
            if inner is not None:
                self.store(inner, value, scope)

    def _set_name(self, name: str, value: Value, scope: Scope) -> None:
        old = scope.find(name)
        if isinstance(old, TensorRef) and not isinstance(value, TensorRef):
            if isinstance(value, Unknown):
                scope.assign(name, replace(old, offset=value, nbytes=value))
            return
        if isinstance(old, Struct) and struct_kind(old.kind) and isinstance(value, (list, Struct)):
            value = made(old.kind, value, old.template)
        if isinstance(old, Struct) and isinstance(value, Struct) and old.kind == value.kind:
            fields = dict(value.fields)  # of the same object, perhaps
            old.fields.clear()
            old.fields.update(fields)
            return
        if isinstance(old, TensorRef) and isinstance(value, TensorRef):
            value = self.machine.buffers.seen_as(value, old)
        scope.assign(name, value)

    def _set_field(self, left: Node, value: Value, scope: Scope) -> None:
        member = left.field("field")
        owner = self.part(left, "argument", scope)
        if member is None:
            return
        name = FIELD_ALIASES.get(member.text, member.text)
        if isinstance(owner, Struct):
            old = owner.fields.get(name)
            if isinstance(old, Struct) and struct_kind(old.kind) and isinstance(value, (list, Struct)):
                value = made(old.kind, value, old.template)
            elif owner.kind == "NdDmaParams" and name == "loopInfo":
                value = made("NdDmaLoopInfo", value, owner.template[1:2]) if not isinstance(value, Unknown) else value
            owner.fields[name] = fitted(value, owner.kinds.get(name, ""))
        elif (left.field("argument") or left).type == "this":
            self._set_name(member.text, value, scope)

    def _set_entry(self, left: Node, value: Value, scope: Scope) -> None:
        listed, target = left.field("indices"), left.field("argument")
        if target is None or listed is None:
            return
        owner = self.value(target, scope)
        at = self.value(listed.named[0], scope) if listed.named else Unknown("no index")
        if isinstance(owner, list):
            if isinstance(at, int) and 0 <= at < len(owner):
                old = owner[at]
                if isinstance(old, Struct) and struct_kind(old.kind) and isinstance(value, (list, Struct)):
                    value = made(old.kind, value, old.template)
                owner[at] = value
            elif not isinstance(at, int):
                why = at if isinstance(at, Unknown) else Unknown("an entry that is not constant")
                owner[:] = [why] * len(owner)
        elif isinstance(owner, TensorRef) and owner.space == "queue" and isinstance(value, TensorRef):
            self.store(target, _either(owner, value), scope)


def _either(one: TensorRef, other: TensorRef) -> TensorRef:
    """One of several queues that share a name: its size is known where all have the same."""
    unset = isinstance(one.nbytes, Unknown) and one.nbytes.unset
    if unset or one.nbytes == other.nbytes:
        return other
    return replace(one, nbytes=Unknown(f"{one.name} are buffers of several sizes"))


def moved(tensor: TensorRef, by: Value) -> TensorRef:
    """The tensor some elements further on."""
    offset = tensor.offset
    if isinstance(offset, Unknown):
        return tensor
    if isinstance(by, Unknown):
        return replace(tensor, offset=by)
    if isinstance(offset, int) and isinstance(by, int):
        return replace(tensor, offset=offset + by)
    return replace(tensor, offset=Unknown("an index that is no number"))
