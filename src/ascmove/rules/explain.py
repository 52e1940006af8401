"""The catalogue for readers: every rule in short, one rule at length with a pair of calls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ascmove.findings.text import wrapped
from ascmove.hardware import Product
from ascmove.rules.catalogue import catalogue, find_rule
from ascmove.rules.disagreements import disagreements_for
from ascmove.rules.rule import Rule

_EXAMPLES = "examples"


@dataclass(frozen=True)
class Example:
    """A minimal pair of cases: the text of two case files, and in a few words what is wrong and what is right."""

    bad: str
    ok: str
    bad_note: str = ""
    ok_note: str = ""

    def changes(self) -> list[str]:
        """The lines that differ, `-` as they break the rule, `+` as they keep it."""
        import difflib

        lines = difflib.ndiff(self.bad.splitlines(), self.ok.splitlines())
        return [line for line in lines if line[0] in "-+"]


@dataclass(frozen=True)
class Explanation:
    """One rule at length. ``example`` is None for a rule without a packaged pair."""

    rule: Rule
    example: Example | None

    def text(self, width: int | None = None) -> str:
        """The long form as text, wrapped to ``width`` columns where that is given."""
        rule = self.rule
        lines = [f"{rule.code} ({rule.severity}): {rule.title}", "", *_prose(rule.statement, width), ""]
        lines += _fact("why", rule.why, width)
        lines += _fact("fix", rule.fix, width)
        lines += _fact("fields", ", ".join(rule.fields), width)
        lines += _fact("calls", ", ".join(sorted(rule.families)), width)
        lines += _fact("products", products_text(rule), width)
        lines += _fact("source", rule.source, width)
        lines += _fact("evidence", rule.evidence, width)
        lines += _fact("explains", ", ".join(rule.explains), width)
        lines += _fact("modes", modes_text(rule), width)
        for point in disagreements_for(rule.code):
            lines += _fact("disputed", f"{point.point}: {point.sources}", width)
            lines += _fact("", f"our choice: {point.choice}; {point.reason}", width)
        if self.example is not None:
            bad, ok = self.example.bad.splitlines(), self.example.changes()
            lines += ["", f"breaks it: {self.example.bad_note}", *_indented(bad)]
            lines += ["", f"keeps it: {self.example.ok_note}", *_indented(ok)]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The long form as plain data, ready for JSON."""
        rule, example = self.rule, self.example
        return {
            "code": rule.code,
            "severity": rule.severity,
            "title": rule.title,
            "statement": rule.statement,
            "why": rule.why,
            "fix": rule.fix,
            "fields": list(rule.fields),
            "calls": sorted(rule.families),
            "products": [p.value for p in Product if p in rule.products],
            "source": rule.source,
            "evidence": rule.evidence,
            "explains": list(rule.explains),
            "disagreements": [point._asdict() | {"codes": list(point.codes)} for point in disagreements_for(rule.code)],
            "bad": None if example is None else example.bad,
            "ok": None if example is None else example.ok,
        }

    def __str__(self) -> str:
        return self.text()


def rules() -> list[Rule]:
    """Every rule of the catalogue, in the order of the families and their numbers.

    >>> rules()[0].code
    'TEN001'
    """
    return list(catalogue().values())


def explain(code: str) -> Explanation:
    """One rule at length. Raises BadArgument with a suggestion for an unknown code.

    >>> print(str(explain("SLI013")).splitlines()[0])
    SLI013 (error): outer dimensions have burst length 1
    """
    rule = find_rule(code)
    return Explanation(rule, find_example(rule.code))


def find_example(code: str) -> Example | None:
    """The packaged pair of a rule; None where there is none."""
    from importlib import resources

    folder = resources.files("ascmove.rules") / _EXAMPLES
    bad, ok = folder / f"{code}_bad.yaml", folder / f"{code}_ok.yaml"
    if not (bad.is_file() and ok.is_file()):
        return None
    texts = (bad.read_text(encoding="utf-8"), ok.read_text(encoding="utf-8"))
    return Example(*map(_body, texts), *map(_note, texts))


def products_text(rule: Rule) -> str:
    """The products of a rule in words."""
    missing = [p.value for p in Product if p not in rule.products]
    if not missing:
        return "all"
    if len(missing) <= 2:
        return f"all but {', '.join(missing)}"
    return ", ".join(p.value for p in Product if p in rule.products)


def modes_text(rule: Rule) -> str:
    """What `mode="relaxed"` and `limits="host"` make of the rule; empty where nothing changes."""
    texts = []
    if rule.unenforced and rule.severity == "error":
        texts.append('a warning with mode="relaxed": neither device nor toolchain checks it')
    if rule.encoding:
        texts.append('a note with limits="host": a limit of what one instruction can hold')
    return "; ".join(texts)


def _body(text: str) -> str:
    """A case file without the lines that say what it is an example of."""
    return re.sub(r"^(finding: |severity: |#).*\n?", "", text, flags=re.MULTILINE).strip()


def _note(text: str) -> str:
    """What the first line of a case file says about it: `# CODE broken: the note`."""
    return text.splitlines()[0].partition(": ")[2]


def _fact(name: str, text: str, width: int | None) -> list[str]:
    return wrapped(f"{name:<9} {text}", width, " " * 10) if text else []


def _prose(text: str, width: int | None) -> list[str]:
    return wrapped(text, width, "")


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
