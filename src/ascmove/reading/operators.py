"""Operators of C++: arithmetic in the types of its operands, comparison, choice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from ascmove.reading.arithmetic import BINARY, FOLDS, UNARY, Fold
from ascmove.reading.integers import Kind, common, kind_of, result_kind
from ascmove.reading.program import descend
from ascmove.reading.scope import Scope, joined
from ascmove.reading.source import Node
from ascmove.reading.storing import moved
from ascmove.reading.values import Named, TensorRef, Unknown, Value


class Operators(ABC):
    """The expressions that compute; part of `Values`."""

    @abstractmethod
    def value(self, node: Node, scope: Scope) -> Value:
        """What an expression is worth."""

    @abstractmethod
    def part(self, node: Node, role: str, scope: Scope) -> Value:
        """The value of the child with a role."""

    def _comma_expression(self, node: Node, scope: Scope) -> Value:
        self.part(node, "left", scope)
        return self.part(node, "right", scope)

    def _unary_expression(self, node: Node, scope: Scope) -> Value:
        value, symbol = self.part(node, "argument", scope), self.operator_of(node)
        fold = UNARY.get(symbol)
        if fold is None or not isinstance(value, (int, float)):
            return self.not_known(value, node)
        if symbol == "!" or isinstance(value, float):
            result: Value = fold(value)
            return result
        return self._typed(fold(int(value)), kind_of(value), node)

    def _typed(self, number: int, kind: Kind, node: Node) -> Value:
        """The result of arithmetic in a type: without a sign it wraps round, with one it has to fit."""
        if kind.signed and not kind.holds(number):
            return Unknown(f"`{node.short()}` does not fit {8 * kind.width} bits")
        return kind.wrapped(number)

    def _binary_expression(self, node: Node, scope: Scope) -> Value:
        left, right = self.part(node, "left", scope), self.part(node, "right", scope)
        return self.folded(self.operator_of(node), left, right, node)

    def folded(self, symbol: str, left: Value, right: Value, node: Node) -> Value:
        """An operator on two values; a pointer plus a number is a pointer further on."""
        fold = BINARY.get(symbol)
        if fold is not None and isinstance(left, (int, float)) and isinstance(right, (int, float)):
            try:
                return self._computed(symbol, fold, left, right, node)
            except (ArithmeticError, ValueError, TypeError):
                return Unknown(f"`{node.short()}` cannot be computed")
        if symbol in ("&&", "||"):
            decides = symbol == "||"
            if any(isinstance(v, (int, float)) and bool(v) is decides for v in (left, right)):
                return decides
        if symbol == "+" and isinstance(left, TensorRef):
            return moved(left, right)
        if symbol in ("==", "!=") and isinstance(left, Named) and isinstance(right, Named):
            return (left == right) is (symbol == "==")
        return self.not_known(left if isinstance(left, Unknown) else right, node)

    def _computed(self, symbol: str, fold: Fold, left: float, right: float, node: Node) -> Value:
        if not (isinstance(left, int) and isinstance(right, int)) or symbol in ("&&", "||"):
            result: Value = fold(left, right)
            return result
        kind = result_kind(symbol, left, right)
        if symbol in ("<<", ">>"):
            if not 0 <= right < 8 * kind.width:
                raise ValueError(symbol)
            return self._typed(fold(int(left), int(right)), kind, node)
        number = fold(int(kind.wrapped(left)), int(kind.wrapped(right)))
        return number if isinstance(number, bool) else self._typed(number, kind, node)

    def _conditional_expression(self, node: Node, scope: Scope) -> Value:
        condition = self.part(node, "condition", scope)
        if isinstance(condition, (int, float)):
            sides = ("consequence", "alternative") if condition else ("alternative", "consequence")
            chosen, other = self.part(node, sides[0], scope), node.field(sides[1])
            if isinstance(chosen, int) and other is not None and _is_pure(other):
                value = self.value(other, scope)  # it gives the type, too
                return common(chosen, value).wrapped(chosen) if isinstance(value, int) else chosen
            return chosen
        both = [self.part(node, side, scope) for side in ("consequence", "alternative")]
        unknown = self.not_known(condition, node)
        value = joined(both, unknown.reason)
        numbers = all(isinstance(v, int) or (isinstance(v, Unknown) and v.number) for v in both)
        return replace(unknown, number=numbers) if isinstance(value, Unknown) else value

    def not_known(self, value: Value, node: Node) -> Unknown:
        """The reason that a value has, or that the expression is not constant."""
        return value if isinstance(value, Unknown) else Unknown(f"`{node.short()}` is not constant")

    @staticmethod
    def operator_of(node: Node) -> str:
        """The symbol of an expression."""
        return next(iter(node.tokens), "")


def _is_pure(node: Node) -> bool:
    """True for expressions that do nothing but have a value."""
    return not any(n.type in ("call_expression", "assignment_expression", "update_expression") for n in descend(node))


def fold_of(name: str, values: list[Value], node: Node) -> Value:
    """A function of numbers that the vendor's headers or the standard library bring along."""
    numbers = values[0] if len(values) == 1 and isinstance(values[0], list) else values
    unknown = next((v for v in numbers if not isinstance(v, (int, float))), None)
    if unknown is not None or not numbers:
        return unknown if isinstance(unknown, Unknown) else Unknown(f"`{node.short()}` is not constant")
    try:
        result: Value = FOLDS[name](*numbers)
        return result
    except (TypeError, ValueError, ZeroDivisionError):
        return Unknown(f"`{node.short()}` cannot be computed")
