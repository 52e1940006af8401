"""What a file defines: functions, classes and macros, found before anything is evaluated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ascmove.reading.scope import Scope
from ascmove.reading.source import Node, parse

#: nodes around declarations that open no scope
TRANSPARENT = (
    "linkage_specification",
    "declaration_list",
    "preproc_if",
    "preproc_ifdef",
    "preproc_else",
    "preproc_elif",
    "ERROR",
)
_CLASSES = ("class_specifier", "struct_specifier", "union_specifier")


@dataclass(frozen=True, eq=False)
class Function:
    """A function with a body. ``owner``: the class that it is a method of. ``template``: its template parameters."""

    name: str
    node: Node
    scope: Scope
    owner: str = ""
    template: Node | None = None

    @cached_property
    def body(self) -> Node | None:
        """Its statements."""
        return self.node.field("body")

    @cached_property
    def parameters(self) -> list[Node]:
        """Its parameters, `void` left out."""
        declarator = declarator_of(self.node)
        listed = declarator.field("parameters") if declarator is not None else None
        found = [] if listed is None else [p for p in listed.named if "parameter" in p.type]
        return [p for p in found if p.field("declarator") is not None or p.text != "void"]

    def takes(self, count: int) -> bool:
        """True when it can be called with this many arguments."""
        most = len(self.parameters)
        optional = sum(p.type == "optional_parameter_declaration" for p in self.parameters)
        return most - optional <= count <= most


@dataclass(frozen=True, eq=False)
class ClassInfo:
    """A class with its body."""

    name: str
    node: Node
    scope: Scope
    template: Node | None = None

    @property
    def bases(self) -> list[Node]:
        """The types that it inherits from."""
        clause = next((c for c in self.node.named if c.type == "base_class_clause"), None)
        kinds = ("type_identifier", "template_type", "qualified_identifier")
        return [] if clause is None else [c for c in clause.named if c.type in kinds]

    @property
    def members(self) -> list[Node]:
        """What stands in its body, whatever `#if` is around it."""
        body = self.node.field("body")
        return [] if body is None else list(flat(body))


@dataclass(frozen=True, eq=False)
class Macro:
    """A macro whose body is an expression. ``parameters``: None for one without parentheses."""

    name: str
    parameters: tuple[str, ...] | None
    body: Node


class Program:
    """Everything that a file defines, by name."""

    def __init__(self) -> None:
        self.functions: dict[str, list[Function]] = {}
        self.classes: dict[str, list[ClassInfo]] = {}
        self.macros: dict[str, Macro | None] = {}
        self._class_at: dict[str, dict[int, ClassInfo]] = {}
        self._methods: dict[str, list[Function]] = {}
        self._at: dict[tuple[str, str], dict[int, list[Function]]] = {}

    def add(self, function: Function) -> None:
        """One more function."""
        self.functions.setdefault(function.name, []).append(function)
        self._at.setdefault((function.name, function.owner), {}).setdefault(id(function.scope), []).append(function)
        if function.owner:
            self._methods.setdefault(function.owner, []).append(function)

    def callable(self, name: str, scope: Scope, count: int, owner: str = "") -> Function | None:
        """The function that a call means: of this class, or free; None where there is none or more than one."""
        known = self._at.get((name, owner))
        if known is None:
            return None
        near = next((known[id(one)] for one in scope.chain() if id(one) in known), None)
        fits = [f for f in near or [f for found in known.values() for f in found] if f.takes(count)]
        return fits[0] if len(fits) == 1 else None

    def class_of(self, name: str, scope: Scope) -> ClassInfo | None:
        """The class that a name means here: the nearest one."""
        known = self.classes.get(name)
        if not known or len(known) == 1:
            return known[0] if known else None
        places = self._class_at[name]
        return next((places[id(one)] for one in scope.chain() if id(one) in places), known[0])

    def methods(self, info: ClassInfo) -> list[Function]:
        """The methods of a class, in the order of the text."""
        found = [f for f in self._methods.get(info.name, ()) if self.class_of(f.owner, f.scope) is info]
        return sorted(found, key=lambda f: f.node.start)

    # -- collecting ---------------------------------------------------------------------------------------------------

    def collect(self, node: Node, scope: Scope, owner: str = "", template: Node | None = None) -> None:
        """One definition, with what stands inside it."""
        if node.type == "template_declaration":
            for child in node.named[1:]:
                self.collect(child, scope, owner, node.field("parameters"))
        elif node.type in _CLASSES:
            self._class(node, scope, template)
        elif node.type == "function_definition":
            self._function(node, scope, owner, template)
        elif node.type in ("declaration", "type_definition"):
            kind = node.field("type")
            if kind is not None and kind.type in _CLASSES:
                self._class(kind, scope, template)
        elif node.type in ("preproc_def", "preproc_function_def"):
            self.macro(node)

    def _class(self, node: Node, scope: Scope, template: Node | None) -> None:
        name = node.field("name")
        if node.field("body") is None or name is None:
            return
        info = ClassInfo(name.text.split("<")[0], node, scope, template)
        self.classes.setdefault(info.name, []).append(info)
        self._class_at.setdefault(info.name, {})[id(scope)] = info
        for child in info.members:
            self.collect(child, scope, info.name)

    def _function(self, node: Node, scope: Scope, owner: str, template: Node | None) -> None:
        declarator = declarator_of(node)
        name = declarator.field("declarator") if declarator is not None else None
        if name is None or node.field("body") is None:
            return
        if name.type == "qualified_identifier":
            outer, inner = name.field("scope"), name.field("name")
            text = "" if outer is None else outer.text.split("<")[0]
            owner = text if text in self.classes else owner
            name = inner if inner is not None else name
        self.add(Function(name.text.split("<")[0].split("::")[-1], node, scope, owner, template))

    def macro(self, node: Node) -> None:
        """`#define NAME expression` or `#define NAME(a, b) expression`."""
        name, body, listed = node.field("name"), node.field("value"), node.field("parameters")
        if name is not None and body is not None:
            parameters = None if listed is None else tuple(p.text for p in listed.named)
            self.define(name.text, parameters, body.text)

    def define(self, name: str, parameters: tuple[str, ...] | None, text: str) -> None:
        """A macro of a file, kept where its body is one expression."""
        text = text.replace("\\\n", " ").split("//")[0].strip().rstrip(";")
        source = parse(f"auto macro = ({text});")
        init = next((n for n in descend(source.root) if n.type == "init_declarator"), None)
        body = None if init is None or source.odd else init.field("value")
        made = None if body is None or not text else Macro(name, parameters, body)
        known = self.macros.get(name, made)
        other = known is not None and made is not None and known.body.text != made.body.text
        self.macros[name] = None if other else made


def declarator_of(node: Node) -> Node | None:
    """The function declarator of a definition, behind pointers and references."""
    declarator = node.field("declarator")
    while declarator is not None and declarator.type not in ("function_declarator", "abstract_function_declarator"):
        inner = declarator.field("declarator")
        declarator = inner if inner is not None else next(iter(declarator.named), None)
    return declarator


def flat(node: Node) -> Iterator[Node]:
    """The children of a body, those inside of `#if` among them."""
    for child in node.named:
        if child.type in TRANSPARENT:
            yield from flat(child)
        else:
            yield child


def descend(node: Node) -> Iterator[Node]:
    """A node and all nodes below it."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.named))
