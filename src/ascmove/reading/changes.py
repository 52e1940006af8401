"""What a piece of a kernel may change: names and fields, through the functions that it calls."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.reading.found import is_other_copy
from ascmove.reading.program import Function, Program, descend
from ascmove.reading.source import Node
from ascmove.reading.structs import FIELD_ALIASES

#: (name, field); the field is "" for the whole
Change = tuple[str, str]

_WRITERS = ("assignment_expression", "update_expression")
_INTO = ("field_expression", "subscript_expression", "parenthesized_expression", "pointer_expression")
#: methods that change the object that they are given, or their own
_GIVEN, _OWN = ("InitBuffer",), ("SetGlobalBuffer",)


class Changes:
    """Answers are kept by node."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[int, frozenset[Change]] = {}

    def of(self, node: Node) -> frozenset[Change]:
        """Everything that a subtree may change."""
        if id(node) not in self._known:
            self._known[id(node)] = frozenset()  # a function that calls itself adds nothing
            self._known[id(node)] = frozenset(self._find(node))
        return self._known[id(node)]

    def passed(self, node: Node) -> set[str]:
        """Names that functions outside of this file are given below a node."""
        found = set()
        for one in descend(node):
            if one.type == "call_expression" and called(one)[0] not in self.program.functions:
                listed = one.field("arguments")
                found |= {a.text for a in (listed.named if listed is not None else ()) if a.type == "identifier"}
        return found - self.harmless(node)

    @staticmethod
    def harmless(node: Node) -> set[str]:
        """Names that only copies are given."""
        by_copies: set[str] = set()
        by_others: set[str] = set()
        for one in descend(node):
            if one.type == "call_expression":
                listed = one.field("arguments")
                names = {a.text for a in (listed.named if listed is not None else ()) if a.type == "identifier"}
                reads = called(one)[0] in ("DataCopy", "Copy") or is_other_copy(called(one)[0])
                (by_copies if reads else by_others).update(names)
        return by_copies - by_others

    def _find(self, node: Node) -> Iterator[Change]:
        for one in descend(node):
            if one.type in _WRITERS:
                yield from target(one.field("left") or one.field("argument"))
            elif one.type == "call_expression":
                yield from self._call(one)

    def _call(self, node: Node) -> Iterator[Change]:
        name, owner = called(node)
        listed = node.field("arguments")
        arguments = [] if listed is None else listed.named
        if name in _GIVEN and arguments:
            yield from target(arguments[0])
        if name in _OWN and owner is not None:
            yield from target(owner)
        for argument in arguments:
            if argument.type == "pointer_expression":
                yield from target(argument.field("argument"))
        for function in self.program.functions.get(name, ()):
            yield from self._of_function(function, arguments)

    def _of_function(self, function: Function, arguments: list[Node]) -> Iterator[Change]:
        for parameter, argument in zip(function.parameters, arguments, strict=False):
            if by_reference(parameter) and not is_constant(parameter):
                yield from target(argument)
        yield from self.outside(function)

    def outside(self, function: Function) -> frozenset[Change]:
        """What a function may change beside its parameters and its own names."""
        key = id(function)
        if key not in self._known and function.body is not None:
            self._known[key] = frozenset()
            own = {name_of(p.field("declarator")) for p in function.parameters}
            own |= {name_of(n) for n in declared(function.body)}
            self._known[key] = frozenset(change for change in self.of(function.body) if change[0] not in own)
        return self._known.get(key, frozenset())


def target(node: Node | None) -> Iterator[Change]:
    """The name, and the field of it, that an expression to the left of `=` means."""
    field = ""
    while node is not None and node.type in _INTO:
        if node.type == "field_expression":
            member = node.field("field")
            field = "" if member is None else member.text
            if (node.field("argument") or node).text == "this":
                yield field, ""
                return
        inner = node.field("argument")
        node = inner if inner is not None else next(iter(node.named), None)
    if node is not None:
        yield node.text, FIELD_ALIASES.get(field, field)


def called(node: Node) -> tuple[str, Node | None]:
    """(name, object) of what a call expression calls."""
    function = node.field("function")
    owner = None
    while function is not None:
        if function.type == "field_expression":
            owner, function = function.field("argument"), function.field("field")
        elif function.type in ("qualified_identifier", "template_function", "template_method", "template_type"):
            function = function.field("name")
        elif function.type == "dependent_name":
            function = next(iter(function.named), None)
        else:
            return function.text, owner
    return "", owner


def declared(body: Node) -> Iterator[Node]:
    """The declarators of everything that is declared inside."""
    for one in descend(body):
        if one.type == "declaration":
            yield from one.fields.get("declarator", ())


def name_of(node: Node | None) -> str:
    """The name that a declarator declares."""
    while node is not None and node.type not in ("identifier", "field_identifier", "type_identifier"):
        inner = node.field("declarator")
        node = inner if inner is not None else next(reversed(node.named), None)
    return "" if node is None else node.text


def by_reference(parameter: Node) -> bool:
    """True for `T& name`."""
    declarator = parameter.field("declarator")
    return declarator is not None and declarator.type == "reference_declarator"


def is_constant(node: Node) -> bool:
    """True for declarations with const or constexpr."""
    return any(c.type == "type_qualifier" and c.text in ("const", "constexpr", "constinit") for c in node.named)
