"""Names and what they are worth at one place of a kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ascmove.reading.values import Struct, TensorRef, Unknown, Value, copied


class Scope:
    """Names of one block and of the blocks around it."""

    def __init__(self, outer: Scope | None = None, names: Mapping[str, Value] | None = None) -> None:
        self.outer = outer
        self.names: dict[str, Value] = dict(names or {})

    def find(self, name: str) -> Value | None:
        """The value of a name; None where it was never declared."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def declare(self, name: str, value: Value) -> None:
        """A new name of this block."""
        self.names[name] = value

    def assign(self, name: str, value: Value) -> None:
        """Another value for a name, where it was declared; here when it never was."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                scope.names[name] = value
                return
            scope = scope.outer
        self.names[name] = value

    def forget(self, name: str, field: str, reason: str) -> None:
        """A name, or one field of it, is not known any more."""
        value = self.find(name)
        if field and isinstance(value, Struct):
            value = copied(value)
            assert isinstance(value, Struct)
            if field in value.fields:
                value.fields[field] = Unknown(f"{name}.{field} {reason}")
            self.assign(name, value)
        elif value is not None and not isinstance(value, TensorRef):
            self.assign(name, Unknown(f"{name} {reason}"))

    def snapshot(self) -> Scope:
        """A copy of all names from here outwards, so that a branch can be taken back."""
        outer = None if self.outer is None else self.outer.snapshot()
        return Scope(outer, {name: copied(value) for name, value in self.names.items()})

    def restore(self, other: Scope) -> None:
        """The names as they were in a snapshot."""
        mine: Scope | None = self
        old: Scope | None = other
        while mine is not None and old is not None:
            mine.names = old.names
            mine, old = mine.outer, old.outer

    def chain(self) -> Iterator[dict[str, Value]]:
        """The names of each block, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope.names
            scope = scope.outer
