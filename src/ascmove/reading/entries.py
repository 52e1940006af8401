"""Where a kernel is entered: its own entry points first, then every function and class that they did not reach."""

from __future__ import annotations

from collections.abc import Mapping

from ascmove.reading.changes import called
from ascmove.reading.found import CopyCall
from ascmove.reading.machine import Machine
from ascmove.reading.program import ClassInfo, Function, descend
from ascmove.reading.scope import Scope, join, restore
from ascmove.reading.source import Node, Source
from ascmove.reading.types import Template
from ascmove.reading.values import Struct, Value

_BLOCKS = ("linkage_specification", "declaration_list", "ERROR", "preproc_else", "preproc_elif")


def run(source: Source, assumed: Mapping[str, Value]) -> Machine:
    """Everything that a kernel does, as far as its text says it."""
    machine = Machine(source, assumed)
    top = Scope(names=dict(assumed), fixed=True)
    top.assigned = frozenset(name for name, _ in machine.changes.of(source.root))
    machine.changes = type(machine.changes)(machine.program)
    pass_over = _Entries(machine)
    pass_over.collect(source.root, top)
    pass_over.declare(source.root, top)
    pass_over.enter()
    machine.top = top
    return machine


class _Entries:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.instances: list[tuple[Node, Scope]] = []
        self._scopes: dict[int, Scope] = {}

    # -- the file -----------------------------------------------------------------------------------------------------

    def collect(self, node: Node, scope: Scope) -> None:
        """Functions, classes and macros, each with the scope that it stands in."""
        for child in node.named:
            if child.type == "namespace_definition":
                self.collect(child.field("body") or child, self._namespace(child, scope))
            elif child.type in _BLOCKS or child.type in ("preproc_if", "preproc_ifdef"):
                self.collect(child, scope)
            elif child.type == "template_instantiation":
                self.instances.append((child, scope))
            else:
                self.machine.program.collect(child, scope)

    def _namespace(self, node: Node, scope: Scope) -> Scope:
        if id(node) not in self._scopes:
            name = node.field("name")
            text = "" if name is None else name.text.split("::")[-1]
            known = self.machine.spaces.get(text) if text else None
            inner = known if known is not None and known.outer is scope else Scope(scope, fixed=True)
            if not text:
                inner = scope
            self._scopes[id(node)] = self.machine.spaces[text] = inner
        return self._scopes[id(node)]

    def declare(self, node: Node, scope: Scope) -> None:
        """Constants, types and enumerators of the file, in the order of the text."""
        for child in node.named:
            if child.type == "namespace_definition":
                self.declare(child.field("body") or child, self._namespace(child, scope))
            elif child.type in _BLOCKS:
                self.declare(child, scope)
            elif child.type == "using_declaration" and "namespace" in child.tokens and child.named:
                other = self.machine.spaces.get(child.named[0].text.split("::")[-1])
                for name, value in (other.names if other is not None else {}).items():
                    scope.names.setdefault(name, value)
            else:
                self.machine.statements.visit(child, scope)

    # -- functions ----------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Run what nobody in the file calls, then what is left."""
        m = self.machine
        used = {called(n)[0] for n in descend(m.source.root) if n.type == "call_expression"}
        everything = [f for functions in m.program.functions.values() for f in functions]
        functions = sorted(everything, key=lambda f: f.node.start)
        self._explicit()
        for function in functions:
            if not function.owner and function.name not in used and id(function.node) not in m.visited:
                self._alone(function)
        for infos in list(m.program.classes.values()):
            for info in infos:
                self._object(info)
        for function in functions:
            if id(function.node) not in m.visited:
                self._alone(function)
        for node, scope in list(m.lambdas.values()):
            if id(node) not in m.visited:
                self._alone(Function("lambda", node, scope))

    def _explicit(self) -> None:
        """`template class Kernel<half>;` and `template void copy<half>(...);`."""
        m = self.machine
        for node, scope in self.instances:
            kind = node.field("type")
            name, template = m.types.of(kind, scope)
            info = m.program.class_of(name, scope)
            if kind is not None and kind.type in ("class_specifier", "struct_specifier") and info is not None:
                self._object(info, template)
                continue
            declarator = node.field("declarator")
            inner = declarator.field("declarator") if declarator is not None else None
            if inner is not None:
                name, template = m.values.named(inner, scope)
                for function in m.program.functions.get(name, ()):
                    self._alone(function, template)

    def _alone(self, function: Function, template: Template = (), this: Struct | None = None) -> None:
        """Run a function with its parameters open."""
        m = self.machine
        m.refreshed = False
        inner = m.calling.scope_for(function, this)
        if not function.owner or this is None:
            m.types.bind(function.template, template, inner)
        for parameter in function.parameters:
            m.declarations.parameter(parameter, inner)
        m.calling.run(function, inner)

    def _object(self, info: ClassInfo, template: Template = ()) -> None:
        """Run the methods of a class that nobody has run: first what sets it up, then each from there."""
        m = self.machine
        methods = m.program.methods(info)
        own = [f for f in methods if template or id(f.node) not in m.visited]
        if not own:
            return
        this = m.types.blank(info, template)
        start = Scope(Scope(None, this.fields, object=this))
        self._set_up(info, methods, this, start, own)
        first = start.save()
        called_here = {called(n)[0] for f in methods for n in descend(f.node) if n.type == "call_expression"}
        later = [f for f in own if f.name != info.name and not _is_init(f)]
        roots = [f for f in later if f.name not in called_here]
        for function in [*roots, *(f for f in later if f.name in called_here)]:
            if function not in roots and id(function.node) in m.visited and not template:
                continue
            if function not in roots and template and id(function.node) in m.visited:
                continue
            restore(first)
            for other in roots:
                for name, field in sorted(m.changes.outside(other)):
                    if name in this.fields:
                        start.forget(name, field, f"is set in {other.name}()")
            self._alone(function, this=this)

    def _set_up(
        self, info: ClassInfo, methods: list[Function], this: Struct, start: Scope, own: list[Function]
    ) -> None:
        """Run what sets an object up: the constructor, then the methods that begin with Init, each for itself."""
        for function in methods:
            if function.name == info.name:
                self._quietly(function, this, function not in own)
        calls = {(f.name, called(n)[0]) for f in methods for n in descend(f.node) if n.type == "call_expression"}
        inner = {name for caller, name in calls if name != caller}
        inits = [f for f in methods if _is_init(f) and f.name not in inner]
        before, states = start.save(), []
        for function in inits:
            restore(before)
            self._quietly(function, this, function not in own)
            states.append(start.save())
        if len(states) > 1:  # nobody knows which of them run
            join(start, states, "is set in several methods")
            self.machine.reserved = [one for one in self.machine.reserved if one.owner is not this]

    def _quietly(self, function: Function, this: Struct, quiet: bool) -> None:
        """Run a function; a second time for what it sets only."""
        m = self.machine
        calls: list[CopyCall] = m.calls
        if quiet:
            m.calls = []
        self._alone(function, this=this)
        m.calls = calls


def _is_init(function: Function) -> bool:
    return function.name.startswith(("Init", "init"))
