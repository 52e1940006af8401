"""Constant expressions of C++: literals, arithmetic, sizeof, casts, enumerators, initialisers, makers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ascmove.reading.arithmetic import BINARY, UNARY
from ascmove.reading.scope import Scope
from ascmove.reading.source import Node, Source
from ascmove.reading.structs import CONSTANTS, FIELD_ALIASES, made, struct_kind
from ascmove.reading.values import Made, Named, Struct, TensorRef, Unknown, Value

#: functions of the Tensor API and methods of its objects that are kept as they are
MAKERS = frozenset(
    {
        *("MakeTensor", "MakeMemPtr", "MakeFrameLayout", "MakePatternLayout", "MakeLayout", "MakeCopy"),
        *("MakeCoord", "MakeShape", "MakeStride", "Slice", "with"),
    }
)
_FOLDS: dict[str, Callable[..., Any]] = {"min": min, "max": max, "Min": min, "Max": max}
_CASTS = ("static_cast", "reinterpret_cast", "const_cast")
_SUFFIX = re.compile(r"(?<=[0-9a-fA-F.])(?:[uUlLzZ]+)$")


class Evaluator:
    """Values of expression nodes. ``classes``: scopes of the classes of the file, for members by qualified name."""

    def __init__(self, source: Source, classes: dict[str, Scope]) -> None:
        self.source = source
        self.classes = classes

    def value(self, node: Node, scope: Scope) -> Value:
        """What an expression is worth; Unknown with the reason where the text does not decide it."""
        handler = getattr(self, f"_{node.type}", None)
        if handler is None:
            return Unknown(f"`{self._short(node)}` is not read")
        found: Value = handler(node, scope)
        return found

    def arguments(self, node: Node | None, scope: Scope) -> list[Value]:
        """The values of an argument list or initialiser list."""
        if node is None:
            return []
        return [self.value(child, scope) for child in node.named_children if child.type != "comment"]

    def template(self, node: Node | None, scope: Scope) -> tuple[Value, ...]:
        """Template arguments: types as names, names of constants as their values."""
        return tuple(self.arguments(node, scope))

    # -- literals and names -------------------------------------------------------------------------------------------

    def _number_literal(self, node: Node, scope: Scope) -> Value:
        text = self.source.of(node).replace("'", "")
        if re.search(r"[.]|[eEpP][-+]?\d+[fF]?$", text) and not text.lower().startswith("0x"):
            return float(text.rstrip("fFlL"))
        text = _SUFFIX.sub("", text)
        if re.fullmatch(r"0[0-7]+", text):
            return int(text, 8)
        try:
            return int(text, 0)
        except ValueError:
            return Unknown(f"`{text}` is no number that is read")

    def _true(self, node: Node, scope: Scope) -> Value:
        return True

    def _false(self, node: Node, scope: Scope) -> Value:
        return False

    def _null(self, node: Node, scope: Scope) -> Value:
        return 0

    def _identifier(self, node: Node, scope: Scope) -> Value:
        name = self.source.of(node)
        found = scope.find(name)
        if found is not None:
            return found
        if name in CONSTANTS:
            return CONSTANTS[name]
        if Named(name).width is not None or struct_kind(name) is not None or name.endswith("LayoutPtn"):
            return Named(name)
        return Unknown(f"{name} is not declared in this file")

    _type_identifier = _field_identifier = _primitive_type = _identifier

    def _sized_type_specifier(self, node: Node, scope: Scope) -> Value:
        return Named(" ".join(self.source.of(node).split()))

    def _type_descriptor(self, node: Node, scope: Scope) -> Value:
        kinds = [c for c in node.named_children if c.type not in ("type_qualifier", "abstract_pointer_declarator")]
        return self.value(kinds[0], scope) if kinds else Unknown(f"`{self._short(node)}` is not read")

    def _qualified_identifier(self, node: Node, scope: Scope) -> Value:
        name, owner = node.child_by_field_name("name"), node.child_by_field_name("scope")
        if name.type not in ("identifier", "type_identifier", "field_identifier"):
            return self.value(name, scope)
        text = self.source.of(name)
        members = self.classes.get(self.source.of(owner).split("<")[0]) if owner is not None else None
        if members is not None and text in members.names:
            return members.names[text]
        found = scope.find(text)
        if found is not None and not isinstance(found, (Unknown, TensorRef)):
            return found
        return CONSTANTS.get(text, Named(text))

    # -- operators ----------------------------------------------------------------------------------------------------

    def _parenthesized_expression(self, node: Node, scope: Scope) -> Value:
        inner = [c for c in node.named_children if c.type != "comment"]
        return self.value(inner[0], scope) if inner else Unknown("empty parentheses")

    def _unary_expression(self, node: Node, scope: Scope) -> Value:
        value = self.value(node.child_by_field_name("argument"), scope)
        fold = UNARY.get(self.source.of(node.child_by_field_name("operator")))
        return fold(value) if fold and isinstance(value, (int, float)) else self._not_known(value, node)

    def _binary_expression(self, node: Node, scope: Scope) -> Value:
        left, right = (self.value(node.child_by_field_name(side), scope) for side in ("left", "right"))
        fold = BINARY.get(self.source.of(node.child_by_field_name("operator")))
        if fold is not None and isinstance(left, (int, float)) and isinstance(right, (int, float)):
            try:
                folded: Value = fold(left, right)
                return folded
            except (ArithmeticError, ValueError, TypeError):
                return Unknown(f"`{self._short(node)}` cannot be computed")
        return self._not_known(left if isinstance(left, Unknown) else right, node)

    def _conditional_expression(self, node: Node, scope: Scope) -> Value:
        condition = self.value(node.child_by_field_name("condition"), scope)
        if isinstance(condition, (int, float)):
            return self.value(node.child_by_field_name("consequence" if condition else "alternative"), scope)
        return self._not_known(condition, node)

    def _cast_expression(self, node: Node, scope: Scope) -> Value:
        return self.value(node.child_by_field_name("value"), scope)

    def _pointer_expression(self, node: Node, scope: Scope) -> Value:
        return self.value(node.child_by_field_name("argument"), scope)

    def _sizeof_expression(self, node: Node, scope: Scope) -> Value:
        inner = node.child_by_field_name("type") or node.child_by_field_name("value")
        value = self.value(inner, scope)
        if isinstance(value, Named) and value.width is not None:
            return value.width
        return self._not_known(value, node)

    def _field_expression(self, node: Node, scope: Scope) -> Value:
        owner = self.value(node.child_by_field_name("argument"), scope)
        name = self.source.of(node.child_by_field_name("field"))
        if isinstance(owner, Struct) and (owner.fields or struct_kind(owner.kind)):
            return owner.fields.get(FIELD_ALIASES.get(name, name), Unknown(f"{owner.kind} has no {name}"))
        if self.source.of(node.child_by_field_name("argument")) == "this":
            found = scope.find(name)
            return found if found is not None else Unknown(f"{name} is not declared in this file")
        return Unknown(f"{self._short(node)} is a member that is set elsewhere")

    def _subscript_expression(self, node: Node, scope: Scope) -> Value:
        owner = self.value(node.child_by_field_name("argument"), scope)
        index = self.arguments(node.child_by_field_name("indices"), scope)
        at: Value = index[0] if index else Unknown("no index")
        if isinstance(owner, TensorRef):
            return _moved(owner, at)
        if isinstance(owner, list) and isinstance(at, int) and 0 <= at < len(owner):
            return owner[at]
        if isinstance(owner, Unknown) and "is not declared" in owner.reason:
            return _moved(TensorRef(self.source.of(node.child_by_field_name("argument"))), at)
        return self._not_known(at, node)

    # -- initialisers and calls ---------------------------------------------------------------------------------------

    def _initializer_list(self, node: Node, scope: Scope) -> Value:
        pairs = [c for c in node.named_children if c.type == "initializer_pair"]
        if pairs:
            return Unknown("designated initialisers are read where the struct is known")
        return self.arguments(node, scope)

    def _compound_literal_expression(self, node: Node, scope: Scope) -> Value:
        kind, template = self.type_of(node.child_by_field_name("type"), scope)
        return self.construct(kind, template, node.child_by_field_name("value"), scope)

    def construct(self, kind: str, template: tuple[Value, ...], init: Node | None, scope: Scope) -> Value:
        """An object of a type from an initialiser list, an argument list or another value."""
        known = struct_kind(kind)
        if known is None:
            return self._local_object(kind, init, scope)
        if init is not None and init.type == "initializer_list":
            named = {
                self.source.of(c.child_by_field_name("designator")).lstrip("."): self.value(
                    c.child_by_field_name("value"), scope
                )
                for c in init.named_children
                if c.type == "initializer_pair"
            }
            if named:
                result = made(known, None, template)
                result.fields.update({FIELD_ALIASES.get(k, k): v for k, v in named.items()})
                return result
        if init is None:
            return made(known, None, template)
        if init.type in ("initializer_list", "argument_list"):
            values = self.arguments(init, scope)
            return made(known, values or None, template)
        return made(known, self.value(init, scope), template)

    def _local_object(self, kind: str, init: Node | None, scope: Scope) -> Value:
        members = self.classes.get(kind)
        if members is not None:
            return Struct(kind, dict(members.names))
        if kind in ("CopyL0C2GM", "CopyL0C2UB"):
            return Named(kind)
        values = self.arguments(init, scope) if init is not None else []
        return values[0] if len(values) == 1 else Unknown(f"an object of type {kind}")

    def _call_expression(self, node: Node, scope: Scope) -> Value:
        name, template, owner = self.callee(node.child_by_field_name("function"), scope)
        arguments = node.child_by_field_name("arguments")
        if name in _CASTS:
            return self._parenthesized_expression(arguments, scope)
        if struct_kind(name) is not None:
            return self.construct(name, template, arguments, scope)
        values = self.arguments(arguments, scope)
        if name in MAKERS:
            return Made(name, template, tuple(values), owner)
        if name in _FOLDS and values and all(isinstance(v, (int, float)) for v in values):
            folded: Value = _FOLDS[name](values)
            return folded
        meant = scope.find(name)
        converts = isinstance(meant, Named) or (isinstance(meant, Unknown) and "template parameter" in meant.reason)
        if len(values) == 1 and (converts or Named(name).width is not None):
            return values[0]
        return Unknown(f"{name}() is not evaluated")

    def callee(self, node: Node, scope: Scope) -> tuple[str, tuple[Value, ...], Value | None]:
        """(name, template arguments, object) of what is called."""
        if node.type == "field_expression":
            owner_node, member = node.child_by_field_name("argument"), node.child_by_field_name("field")
            name, template, _ = self.callee(member, scope)
            return name, template, self.value(owner_node, scope)
        if node.type == "qualified_identifier":
            return self.callee(node.child_by_field_name("name"), scope)
        if node.type in ("template_function", "template_method", "template_type"):
            name = self.source.of(node.child_by_field_name("name"))
            return name, self.template(node.child_by_field_name("arguments"), scope), None
        return self.source.of(node), (), None

    def type_of(self, node: Node | None, scope: Scope) -> tuple[str, tuple[Value, ...]]:
        """(name, template arguments) of a type."""
        if node is None:
            return "", ()
        if node.type == "type_descriptor":
            return self.type_of(node.child_by_field_name("type"), scope)
        name, template, _ = self.callee(node, scope)
        meant = scope.find(name)
        return (meant.name if isinstance(meant, Named) else name), template

    def _not_known(self, value: Value, node: Node) -> Unknown:
        return value if isinstance(value, Unknown) else Unknown(f"`{self._short(node)}` is not constant")

    def _short(self, node: Node) -> str:
        text = " ".join(self.source.of(node).split())
        return text if len(text) <= 40 else text[:37] + "..."


def _moved(tensor: TensorRef, by: Value) -> TensorRef:
    known = isinstance(tensor.offset, int) and isinstance(by, int)
    offset: Value = tensor.offset + by if known else (by if isinstance(by, Unknown) else tensor.offset)  # type: ignore[operator]
    return TensorRef(tensor.name, tensor.space, tensor.dtype, tensor.position, offset)
