"""Buffers of a kernel: InitBuffer, SetGlobalBuffer, and the tensors that come out of queues and buffers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from ascmove.reading.scope import Scope
from ascmove.reading.source import Node, place
from ascmove.reading.values import Named, Struct, TensorRef, Unknown, Value

if TYPE_CHECKING:
    from ascmove.reading.machine import Machine

#: a buffer is a whole number of these
SLOT = 32
_TAKEN = ("AllocTensor", "DeQue", "Get", "GetWithOffset")


@dataclass(frozen=True)
class Reserved:
    """What one InitBuffer takes of a memory, for an object or a function."""

    place: tuple[int, int]
    queue: TensorRef
    nbytes: int
    owner: object


class Buffers:
    """What methods of pipes, queues, buffers and tensors do."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def method(
        self, name: str, template: tuple[Value, ...], owner: Value, owner_node: Node, nodes: list[Node], scope: Scope
    ) -> Value | None:
        """The value of a method call; None where it is no method of these objects."""
        pool = isinstance(owner, Struct) and "Pool" in owner.kind
        if name == "InitBuffer" and len(nodes) in (2, 3):
            return self._initialised(nodes, scope, pool)
        if name == "Reset":
            mine = self._reserving(scope)
            self.machine.reserved = [one for one in self.machine.reserved if one.owner is not mine]
        if not isinstance(owner, TensorRef):
            return None
        arguments = [self.machine.values.value(node, scope) for node in nodes]
        if owner.space == "queue" and name in _TAKEN:
            return self._taken(name, template, owner, nodes, arguments, scope)
        if name == "SetGlobalBuffer":
            self.machine.values.store(owner_node, self._set_global(owner, arguments), scope)
            return 0
        if name == "ReinterpretCast" and template:
            return reinterpreted(owner, template[0])
        if name in ("GetSize", "GetLength"):
            return self._size(owner)
        if name in ("GetPhyAddr", "GetAddr"):
            return owner
        return Unknown(f"{owner.name}.{name}() is not evaluated")

    def _initialised(self, nodes: list[Node], scope: Scope, pool: bool) -> Value:
        queue = self.machine.values.value(nodes[0], scope)
        number, size = self.machine.values.value(nodes[-2], scope), self.machine.values.value(nodes[-1], scope)
        if isinstance(queue, TensorRef):
            nbytes: Value = Unknown(f"InitBuffer of {queue.name}: {_why(size)}")
            if isinstance(size, int) and size >= 0:
                nbytes = -(-size // SLOT) * SLOT
                count = number if len(nodes) == 3 and isinstance(number, int) else 1
                if not pool and self._certain(scope):
                    taken = Reserved(place(nodes[0]), queue, count * nbytes, self._reserving(scope))
                    self.machine.reserved.append(taken)
            self.machine.values.store(nodes[0], replace(queue, nbytes=nbytes), scope)
        return 0

    def _reserving(self, scope: Scope) -> object:
        """The object whose buffers these are; outside of objects the function."""
        return scope.this() or self.machine.statements.functions[-1]

    def _certain(self, scope: Scope) -> bool:
        """True where no branch and no loop of the object's own methods makes it doubtful that a buffer is made."""
        this = scope.this()
        frames = reversed(self.machine.statements.functions)
        own = takewhile(lambda frame: frame.this is this, frames) if this is not None else islice(frames, 1)
        return not any(frame.doubts for frame in own)

    def _taken(
        self,
        name: str,
        template: tuple[Value, ...],
        owner: TensorRef,
        nodes: list[Node],
        arguments: list[Value],
        scope: Scope,
    ) -> Value:
        dtype: Value = template[0] if template else Unknown(f"element type of a tensor of {owner.name}")
        tensor = TensorRef(owner.name, "local", dtype, owner.position, nbytes=owner.nbytes)
        if (name == "Get" and arguments) or (name == "GetWithOffset" and len(arguments) == 2):
            tensor = replace(tensor, nbytes=_bytes(arguments[0], dtype))
        elif nodes and isinstance(arguments[0], TensorRef):  # the form that fills in a tensor
            given = arguments[0]
            self.machine.values.store(nodes[0], replace(tensor, name=given.name, dtype=given.dtype), scope)
        return tensor

    @staticmethod
    def _set_global(owner: TensorRef, arguments: list[Value]) -> TensorRef:
        if len(arguments) < 2:
            return replace(owner, nbytes=Unknown(f"SetGlobalBuffer of {owner.name} gives no count"), offset=0)
        nbytes = _bytes(arguments[1], owner.dtype)
        if isinstance(nbytes, Unknown):
            nbytes = Unknown(f"SetGlobalBuffer of {owner.name}: {nbytes.reason}")
        return replace(owner, nbytes=nbytes, offset=0)

    @staticmethod
    def _size(owner: TensorRef) -> Value:
        width = owner.dtype.width if isinstance(owner.dtype, Named) else None
        if isinstance(owner.nbytes, int) and width and isinstance(owner.offset, int):
            return owner.nbytes // width - owner.offset
        return Unknown(f"the size of {owner.name} is not known")

    @staticmethod
    def made(tensor: TensorRef, arguments: list[Value]) -> TensorRef:
        """`LocalTensor<T> x(TPosition::VECIN, address, count)`."""
        if len(arguments) == 3 and isinstance(arguments[0], Named) and tensor.space == "local":
            return replace(tensor, position=arguments[0].name, nbytes=_bytes(arguments[2], tensor.dtype))
        if len(arguments) == 1 and isinstance(arguments[0], TensorRef):
            return Buffers.seen_as(arguments[0], tensor)
        return replace(tensor, nbytes=Unknown(f"{tensor.name} is made in a way that is not read"))

    @staticmethod
    def seen_as(value: TensorRef, declared: TensorRef) -> TensorRef:
        """A tensor under a declared type; what one of both says is known."""
        dtype = declared.dtype if isinstance(value.dtype, Unknown) else value.dtype
        space = value.space if value.space not in ("", "queue") else declared.space
        return replace(value, dtype=dtype, space=space, position=value.position or declared.position)


def reinterpreted(tensor: TensorRef, dtype: Value) -> TensorRef:
    """The same bytes as another element type."""
    old = tensor.dtype.width if isinstance(tensor.dtype, Named) else None
    new = dtype.width if isinstance(dtype, Named) else None
    offset = tensor.offset
    if isinstance(offset, int) and offset:
        if old is None or new is None or offset * old % new:
            offset = Unknown(f"the offset of {tensor.name} as another element type")
        else:
            offset = offset * old // new
    return replace(tensor, dtype=dtype, offset=offset)


def _bytes(count: Value, dtype: Value) -> Value:
    if not isinstance(count, int):
        return count if isinstance(count, Unknown) else Unknown("a count that is no number")
    width = dtype.width if isinstance(dtype, Named) else None
    if width is None:
        return Unknown(dtype.reason if isinstance(dtype, Unknown) else "an element type that is not known")
    return count * width


def _why(value: Value) -> str:
    return value.reason if isinstance(value, Unknown) else "a size that is no number"
