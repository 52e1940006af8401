"""Names and what they are worth at one place of a kernel; states that are saved, taken back and joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ascmove.reading.values import Struct, TensorRef, Unknown, Value, copied, fitted

#: the names of each scope at one moment: the value itself, and a copy of what was in it
State = list[tuple["Scope", dict[str, tuple[Value, Value]]]]


class Scope:
    """Names of one block and of the blocks around it.

    ``fixed``: names of a file, a namespace or a class; only those in ``assigned`` ever change. ``object``: whose
    members the names are.
    """

    def __init__(
        self,
        outer: Scope | None = None,
        names: dict[str, Value] | None = None,
        *,
        fixed: bool = False,
        object: Struct | None = None,
    ) -> None:
        self.outer = outer
        self.names: dict[str, Value] = {} if names is None else names
        self.fixed = fixed
        self.object = object
        self.kinds: dict[str, str] = {} if object is None else object.kinds
        self.assigned: frozenset[str] = frozenset() if outer is None else outer.assigned

    def chain(self) -> Iterator[Scope]:
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def find(self, name: str) -> Value | None:
        """The value of a name; None where it was never declared."""
        for scope in self.chain():
            if name in scope.names:
                return scope.names[name]
        return None

    def this(self) -> Struct | None:
        """The object whose method this is."""
        return next((scope.object for scope in self.chain() if scope.object is not None), None)

    def declare(self, name: str, value: Value, kind: str = "") -> None:
        """A new name of this block; ``kind``: the type of a number."""
        self.kinds[name] = kind
        self.names[name] = fitted(value, kind)

    def assign(self, name: str, value: Value) -> None:
        """Another value for a name, as its type holds it, where it was declared; here when it never was."""
        owner = next((scope for scope in self.chain() if name in scope.names), self)
        owner.names[name] = fitted(value, owner.kinds.get(name, ""))

    def forget(self, name: str, field: str, reason: str) -> None:
        """A name, or one field of it, is not known any more."""
        value = self.find(name)
        if value is None:
            return
        if isinstance(value, Struct):
            for known in [field] if field else list(value.fields):
                if known in value.fields:
                    value.fields[known] = _open(value.fields[known], f"{name}.{known} {reason}")
        else:
            self.assign(name, _open(value, f"{name} {reason}"))

    # -- states -------------------------------------------------------------------------------------------------------

    def save(self) -> State:
        """All names from here outwards as they are now."""
        saved: State = []
        for scope in self.chain():
            names = scope.assigned & scope.names.keys() if scope.fixed else scope.names.keys()
            saved.append((scope, {name: (scope.names[name], copied(scope.names[name])) for name in names}))
        return saved


def restore(state: State) -> None:
    """The names as they were."""
    for scope, names in state:
        if not scope.fixed:
            for name in scope.names.keys() - names.keys():
                del scope.names[name]
        for name, (value, content) in names.items():
            scope.names[name] = _put(value, copied(content))


def join(scope: Scope, states: Sequence[State], reason: str) -> None:
    """What holds whichever of the states is the real one; the rest is not known."""
    for one in scope.chain():
        found = [names for state in states for s, names in state if s is one]
        if not found:
            continue
        for name in set.union(*({*names} for names in found)):
            there = [names[name] for names in found if name in names]
            value = joined([content for _, content in there], f"{name} {reason}")
            one.names[name] = _put(there[0][0], fitted(value, one.kinds.get(name, "")))


def joined(values: Sequence[Value], reason: str) -> Value:
    """The value that all of them are; Unknown, field by field, where they differ."""
    kept = [v for v in values if not (isinstance(v, Unknown) and v.unset)] or list(values)
    first = kept[0]
    if all(value == first for value in kept[1:]):
        return first
    if isinstance(first, Struct) and all(isinstance(v, Struct) and v.kind == first.kind for v in kept):
        structs = [v for v in kept if isinstance(v, Struct)]
        fields = {
            name: joined([s.fields[name] for s in structs if name in s.fields], _inner(reason, name))
            for name in first.fields
        }
        return Struct(first.kind, fields, first.template, first.layers, first.kinds)
    if isinstance(first, list) and all(isinstance(v, list) and len(v) == len(first) for v in kept):
        lists = [v for v in kept if isinstance(v, list)]
        return [joined([items[k] for items in lists], reason) for k in range(len(first))]
    if isinstance(first, TensorRef) and all(isinstance(v, TensorRef) for v in kept):
        tensors = [v for v in kept if isinstance(v, TensorRef)]
        return TensorRef(
            first.name,
            first.space if all(t.space == first.space for t in tensors) else "",
            joined([t.dtype for t in tensors], reason),
            first.position if all(t.position == first.position for t in tensors) else "",
            joined([t.offset for t in tensors], reason),
            joined([t.nbytes for t in tensors], reason),
        )
    return Unknown(reason)


def same_names(names: Mapping[str, Value]) -> dict[str, Value]:
    """Independent copies of all values."""
    return {name: copied(value) for name, value in names.items()}


def _inner(reason: str, name: str) -> str:
    owner, _, rest = reason.partition(" ")
    return f"{owner}.{name} {rest}"


def _open(value: Value, reason: str) -> Value:
    if isinstance(value, TensorRef):
        return replace(value, offset=Unknown(reason), nbytes=Unknown(reason))
    if isinstance(value, Struct):
        fields = {name: _open(v, reason) for name, v in value.fields.items()}
        return Struct(value.kind, fields, value.template, value.layers, value.kinds)
    return Unknown(reason)


def _put(value: Value, content: Value) -> Value:
    """The object itself with this content: others may hold it, too."""
    if isinstance(value, Struct) and isinstance(content, Struct) and value.kind == content.kind:
        fields = dict(content.fields)
        value.fields.clear()
        value.fields.update(fields)
        return value
    if isinstance(value, list) and isinstance(content, list):
        value[:] = content
        return value
    return content
