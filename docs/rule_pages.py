"""The pages of the rules, from the catalogue and the example cases, and the page of the disagreements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pieces import code, paragraphs, table

import ascmove
from ascmove import hardware
from ascmove.cases import Case
from ascmove.findings import SEVERITIES, Finding, block_lines
from ascmove.rules.books import BOOKS
from ascmove.rules.catalogue import catalogue
from ascmove.rules.disagreements import DISAGREEMENTS, disagreements_for
from ascmove.rules.rule import ALL, Rule, RuleBook
from ascmove.rules.sources import TITLES

EXAMPLES = Path(ascmove.__file__).parent / "rules" / "examples"

STAGES = {
    1: "product, position, route",
    2: "element types",
    3: "single fields",
    4: "relations between fields",
    5: "start addresses and capacity",
    6: "what the whole transfer touches",
}


def rules_tables() -> str:
    """What rules there are: families, stages, documents, all codes."""
    rules = catalogue()
    counts = [
        [f"[{b.prefix}]({b.prefix.lower()}.md)", b.title, len(list(b)), *(_count(b, s) for s in SEVERITIES)]
        for b in BOOKS
    ]
    documents = [[f"*{title}*", text] for title, text in TITLES.items()]
    lines = [[f"[{r.code}]({_anchor(r.code)})", r.severity, r.title] for r in rules.values()]
    return paragraphs(
        table(["family", "about", "rules", "errors", "warnings", "notes"], counts),
        f"The {len(rules)} rules are asked in six stages: " + "; ".join(f"{n} {t}" for n, t in STAGES.items()) + ".",
        "An error of stage 1 or 2 ends the check; a broken field hides the rules that need it; all other findings come "
        "at once.",
        "## Documents",
        table(["cited as", "what it is"], documents),
        "## All rules",
        table(["code", "severity", "about"], lines),
    )


def _count(book: RuleBook, severity: str) -> int:
    return sum(rule.severity == severity for rule in book)


def _anchor(rule: str) -> str:
    return f"{rule[:3].lower()}.md#{rule}"


def rule_page(book: RuleBook) -> str:
    """All rules of one family, each under an anchor of its own."""
    return paragraphs(f"# {book.prefix}: {book.title}", *(rule_section(rule) for rule in book))


def rule_section(rule: Rule) -> str:
    """One rule: what it asks, why, where that is written, a case that breaks it and one that does not."""
    facts = [
        ["severity", rule.severity + "".join(_marks(rule))],
        ["stage", f"{rule.stage}, {STAGES[rule.stage]}"],
        ["fields", code(rule.fields)],
        ["products", "all" if rule.products == ALL else code(p for p in hardware.Product if p in rule.products)],
        ["source", f"{rule.source} ({rule.evidence})"],
    ]
    if others := disagreements_for(rule.code):
        facts.append(["disagreement", ", ".join(f"[{d.point}](../disagreements.md#{d.key})" for d in others)])
    return paragraphs(
        f"## {rule.code}: {rule.title} {{#{rule.code}}}",
        _sentence(rule.statement),
        table(["", ""], facts),
        f"**Why:** {rule.why}" if rule.why else "",
        f"**Mend it:** {rule.fix}" if rule.fix else "",
        *(_example(path) for path in example_cases(rule.code)),
    ).rstrip()


def _marks(rule: Rule) -> Iterator[str]:
    if rule.encoding:
        yield "; a note with `limits=host`"
    if rule.unenforced:
        yield "; a warning in relaxed mode"


def _sentence(text: str) -> str:
    return text if text.endswith((".", ":", ")")) else text + "."


def example_cases(rule: str) -> list[Path]:
    """The example cases of a rule, breaking ones first."""
    return sorted(EXAMPLES.glob(f"{rule}_*.yaml"), key=lambda p: (not p.stem.endswith("bad"), p.stem))


def _example(path: Path) -> str:
    bad = path.stem.endswith("bad")
    title = f"{path.name} breaks it" if bad else f"{path.name}: the nearest call that does not"
    text = f'```yaml title="{title}"\n{path.read_text(encoding="utf-8").rstrip()}\n```'
    return f"{text}\n\n```text\n{_findings(Case.load(path).diagnose())}\n```" if bad else text


def _findings(findings: Iterable[Finding]) -> str:
    return "\n\n".join("\n".join(block_lines(f, 92)) for f in findings)


def disagreements_tables() -> str:
    """The points on which manual, code and checker of the vendor disagree."""
    sections = [
        paragraphs(
            f"## {d.point} {{#{d.key}}}",
            table(
                ["", ""],
                [
                    ["the sources", d.sources],
                    ["our choice", d.choice],
                    ["because", d.reason],
                    ["rules", ", ".join(f"[{c}](rules/{_anchor(c)})" for c in d.codes) or "none"],
                ],
            ),
        ).rstrip()
        for d in DISAGREEMENTS
    ]
    return paragraphs(f"There are {len(DISAGREEMENTS)} points.", *sections)
