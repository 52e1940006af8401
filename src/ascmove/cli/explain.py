"""`ascmove explain` and `ascmove rules`: the rule catalogue."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from ascmove.cases import Case
from ascmove.cases.reading import parse
from ascmove.cli.arguments import AsJson, one_of, products
from ascmove.cli.arguments import codes as rule_codes
from ascmove.cli.config import codes
from ascmove.cli.console import put_json, say, table, width
from ascmove.errors import BadArgument, nearest_name
from ascmove.findings import SEVERITIES, render_text
from ascmove.findings.sarif import Descriptor
from ascmove.findings.wording import several
from ascmove.hardware import Product
from ascmove.hardware import product as as_product
from ascmove.reading.remarks import BY_CODE, NOTES, note_text
from ascmove.rules import explain as long_form
from ascmove.rules.catalogue import catalogue, nearest_code
from ascmove.rules.rule import Rule


def explain(
    code: Annotated[
        str,
        typer.Argument(
            metavar="CODE", help="Code of a rule, e.g. NDD012.", show_default=False, autocompletion=rule_codes
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Explain one rule, with a call that breaks it.

    It says what the rule asks, why, what happens otherwise, and shows a call that keeps it, too.
    """
    note = BY_CODE.get(code.upper())
    if note is not None:
        put_json(asdict(note)) if as_json else say(note_text(note))
        return
    if code.upper() not in catalogue():
        raise BadArgument(f"unknown rule {code[:40]!r}{nearest_code(code[:40].upper(), BY_CODE)}")
    found = long_form.explain(code)
    if as_json:
        put_json(found.to_dict())
    else:
        say(found.text(width(sys.stdout)))
        if found.example is not None:
            _show_call(found.example.bad)


def _show_call(text: str) -> None:
    """The breaking call in C++, and the finding that it gives."""
    case = Case.from_dict(parse(text))
    columns = width(sys.stdout)
    say("\nin C++:")
    for line in case.call().to_cpp().splitlines():
        say(f"  {line}")
    say("\nfinding:")
    for line in render_text(case.diagnose(), None if columns is None else columns - 2).splitlines():
        say(f"  {line}".rstrip())


def rules(
    family: Annotated[
        str | None,
        typer.Option(
            "--family", metavar="NAME", help="Beginning of the code, or a call: NDD, slice.", show_default=False
        ),
    ] = None,
    product: Annotated[
        str | None,
        typer.Option(
            "--product", metavar="KEY", help="Only rules of this product.", show_default=False, autocompletion=products
        ),
    ] = None,
    severity: Annotated[
        str | None,
        typer.Option(
            "--severity",
            metavar="|".join(SEVERITIES),
            help="Only rules of this severity.",
            show_default=False,
            autocompletion=one_of(*SEVERITIES),
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rules, and what reading a kernel can find (KER)."""
    if severity is not None and severity not in SEVERITIES:
        raise BadArgument(f"--severity: unknown value {severity!r}{nearest_name(severity, SEVERITIES)}")
    device = None if product is None else as_product(product)
    every: list[Rule | Descriptor] = [*long_form.rules(), *NOTES]
    found: list[Rule | Descriptor] = [
        rule
        for rule in every
        if _in_family(rule, family)
        and (device is None or isinstance(rule, Descriptor) or device in rule.products)
        and severity in (None, rule.severity)
    ]
    if as_json:
        put_json([_plain(rule) for rule in found])
        return
    table(("code", "severity", "evidence", "rule"), ((r.code, r.severity, r.evidence, r.title) for r in found))
    kernels = sum(isinstance(rule, Descriptor) for rule in found)
    say(
        f"{several(len(found) - kernels, 'rule')}"
        + (f", {several(kernels, 'finding')} of reading kernels" if kernels else "")
    )


def _in_family(rule: Rule | Descriptor, family: str | None) -> bool:
    if family is None or (isinstance(rule, Rule) and family in rule.families):
        return True
    calls = {name for other in long_form.rules() for name in other.families}
    if family in calls:
        return False
    try:
        (beginning,) = codes("--family", [family])
    except (BadArgument, ValueError):
        known = [*sorted({name[:3] for name in (*catalogue(), *BY_CODE)}), *sorted(calls)]
        raise BadArgument(f"--family: unknown family {family[:40]!r}{nearest_name(family[:40], known)}") from None
    return rule.code.startswith(beginning)


def _plain(rule: Rule | Descriptor) -> dict[str, Any]:
    return {
        "code": rule.code,
        "severity": rule.severity,
        "title": rule.title,
        "statement": rule.statement,
        "fields": list(rule.fields) if isinstance(rule, Rule) else [],
        "products": [p.value for p in Product if not isinstance(rule, Rule) or p in rule.products],
        "calls": sorted(rule.families) if isinstance(rule, Rule) else [],
        "evidence": rule.evidence,
        "source": rule.source,
        "fix": rule.fix,
        "why": rule.why,
    }
