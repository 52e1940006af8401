"""The catalogue: every rule of every family, by code."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from ascmove.errors import BadArgument, nearest_name
from ascmove.rules import enh, l0c, lay, ndd, sli, ten
from ascmove.rules.books import BOOKS
from ascmove.rules.rule import Rule


@cache
def catalogue() -> dict[str, Rule]:
    """All rules by code, in the order of the families and their numbers."""
    from pkgutil import iter_modules

    for folder in (ten, enh, ndd, sli, l0c, lay):
        for module in iter_modules(folder.__path__, f"{folder.__name__}."):
            import_module(module.name)
    return {rule.code: rule for book in BOOKS for rule in book}


@cache
def rules_for(family: str) -> tuple[Rule, ...]:
    """The rules that look at calls of a family."""
    return tuple(rule for rule in catalogue().values() if family in rule.families)


def find_rule(code: str) -> Rule:
    """The rule with this code; BadArgument with a suggestion for an unknown one.

    >>> find_rule("NDD004").severity
    'error'
    """
    if not isinstance(code, str):
        raise BadArgument(f"the code of a rule is text such as 'NDD004', not {code!r}")
    found = catalogue().get(code.upper())
    if found is None:
        given = code[:40]
        raise BadArgument(f"unknown rule {given!r}{nearest_code(given.upper())}")
    return found


def nearest_code(code: str, more: Iterable[str] = ()) -> str:
    """The tail of a message about an unknown code: the nearest one, or the families; ``more`` are codes of no rule.

    >>> nearest_code("NDD999"), nearest_code("X")
    ("; did you mean 'NDD019'?", '; known: TEN, ENH, NDD, SLI, L0C, LAY; `ascmove rules` lists them')
    """
    known = (*catalogue(), *more)
    close = get_close_matches(code, known)
    if close:
        return nearest_name(code, close)
    return f"; known: {', '.join(dict.fromkeys(name[:3] for name in known))}; `ascmove rules` lists them"
