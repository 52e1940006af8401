"""mutmut for the rules: `python .ci/mutate.py run`, `results`, `show NAME`; all of mutmut's commands.

mutmut leaves decorated functions alone, and every rule is one: its record is the decorator. Here the decorator stays
on the function that mutmut switches, outside the switch, so that the rule is recorded once and its predicate is
mutated. Plain texts of findings are left out: told.txt holds them word for word, and they decide nothing.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import libcst as cst
import libcst.matchers as m
import pytest
from _pytest.config import _prepareconfig
from _pytest.runner import runtestprotocol
from mutmut.__main__ import cli
from mutmut.mutation import file_mutation, mutators
from mutmut.runners.harness import PytestRunner
from mutmut.utils.file_utils import change_cwd
from mutmut.workers import isolation

#: arguments that are left alone: texts of findings, and the guard of zip
TEXTS = ("shown", "limit", "effect", "help")
GUARD = m.Arg(keyword=m.Name("strict"))
#: a failure is counted, not read
QUICK = ("-q", "--rootdir=.", "-p", "no:unraisableexception", "--assert=plain", "--tb=native")
CODE = re.compile(r"[A-Z][A-Z0-9]{2}\d{3}")
#: decorators that keep a function, or ask it when an attribute is read
KEEPS = m.Call(m.Attribute(attr=m.Name("rule"))) | m.Name("property")

_skips = file_mutation.MutationVisitor._skip_node_and_children
_arrange = file_mutation.function_trampoline_arrangement


def skips(self: Any, node: cst.CSTNode) -> bool:
    """Leave out what mutmut leaves out, except functions that are kept, and plain texts of findings."""
    if isinstance(node, cst.FunctionDef):
        return _skips(self, node.with_changes(decorators=[]) if _kept(node) else node)
    text = m.Arg(value=m.SimpleString() | m.ConcatenatedString(), keyword=m.OneOf(*(m.Name(t) for t in TEXTS)))
    return m.matches(node, text | GUARD) or _skips(self, node)


def arrange(function: cst.FunctionDef, mutants: Iterable[Any], class_name: str | None) -> Any:
    """What keeps a function goes around the switch, not around each mutant."""
    if not _kept(function):
        return _arrange(function, mutants, class_name)
    before, (switch, *copies), after, names = _arrange(function.with_changes(decorators=[]), mutants, class_name)
    switch = switch.with_changes(decorators=[*function.decorators, *switch.decorators])
    return before, [switch, *copies], after, names


def _kept(function: cst.FunctionDef) -> bool:
    return m.matches(function, m.FunctionDef(decorators=[m.Decorator(KEEPS)]))


def arguments(node: cst.Call) -> Iterable[cst.Call]:
    """Drop the arguments of calls; those of a finding one by one, except its texts."""
    if m.matches(node.func, m.Name("Broken")):
        for arg in node.args:
            if arg.keyword and arg.keyword.value not in TEXTS and not m.matches(arg.value, m.Name("None")):
                yield node.with_deep_changes(arg, value=cst.Name("None"))
        return
    guards = [arg for arg in node.args if m.matches(arg, GUARD)]
    for other in mutators.operator_arg_removal(node.with_changes(args=[a for a in node.args if a not in guards])):
        yield other.with_changes(args=[*other.args, *guards])


def strings(node: cst.BaseString) -> Iterable[cst.BaseString]:
    """One other string for each: the lower and upper case of it prove nothing more."""
    return islice(mutators.operator_string(node), 1)


class Forgetful:
    """Each test judges its calls anew: a verdict that is remembered would not meet the mutant."""

    def pytest_runtest_setup(self) -> None:
        """Forget the verdicts of the test before."""
        from ascmove.moves import transfer
        from ascmove.rules.l0c import known_words

        transfer._VERDICTS.clear()
        known_words._holds.cache_clear()


class Collected(PytestRunner):
    """Collects the tests once, in the process that forks for each mutant."""

    items: dict[str, pytest.Item] | None = None
    killer = Path("last_killer")  # the test that found the mutant before is asked first

    def execute_pytest(self, params: list[str], **more: Any) -> int:
        """Pytest with tests that do not hear of each other."""
        return super().execute_pytest(params, plugins=[Forgetful(), *more.pop("plugins", ())], **more)

    def warm_up(self) -> None:
        """Everything of pytest but the tests themselves, except one of each file."""
        with change_cwd("mutants"):
            args = [*QUICK, *self._pytest_add_cli_args, *self._pytest_add_cli_args_test_selection]
            config = _prepareconfig(args, [Forgetful()])
            config._do_configure()
            session = pytest.Session.from_config(config)
            config.hook.pytest_sessionstart(session=session)
            config.hook.pytest_collection(session=session)
            self.items = {item.nodeid: item for item in session.items}
            for item in {item.path: item for item in session.items}.values():
                runtestprotocol(item, log=False)  # what is imported late is imported now
            gc.collect()
            gc.freeze()

    def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        """1 when one of the tests fails, as pytest would say it."""
        if self.items is None:
            return super().run_tests(mutant_name=mutant_name, tests=tests)
        with change_cwd("mutants"):
            last = self.killer.read_text() if self.killer.exists() else ""
            mine, near = _codes(mutant_name or "")

            def likely(name: str) -> tuple[object, ...]:
                return (
                    name != last,
                    not mine.intersection(CODE.findall(name)),
                    not near.intersection(CODE.findall(name)),
                    "told" not in name,
                    name,
                )

            for name in sorted(tests, key=likely):
                if any(report.failed for report in runtestprotocol(self.items[name], log=False)):
                    self.killer.write_text(name)
                    return 1
        return 0


def _codes(mutant: str) -> tuple[set[str], set[str]]:
    """The rules that a mutated function is the predicate of, and those of its module."""
    from ascmove.rules.catalogue import catalogue

    module, _, name = mutant.rpartition(".")
    name = name.removeprefix("x_").rpartition("__mutmut_")[0]
    near = {code: rule.check.__name__ for code, rule in catalogue().items() if rule.check.__module__ == module}
    return {code for code, check in near.items() if check == name}, set(near)


def main() -> None:
    """Mutmut's command line with these rules of its own."""
    ours = {mutators.operator_arg_removal: arguments, mutators.operator_string: strings}
    mutators.mutation_operators[:] = [(kind, ours.get(op, op)) for kind, op in mutators.mutation_operators]
    file_mutation.MutationVisitor._skip_node_and_children = skips
    file_mutation.function_trampoline_arrangement = arrange
    isolation.PytestRunner = Collected
    cli()


if __name__ == "__main__":
    main()
