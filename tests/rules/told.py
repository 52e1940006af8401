"""What findings say, call by call. `python -m tests.rules.told` writes told.txt anew; read what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ascmove.cases import Case
from ascmove.findings import Finding
from ascmove.rules import explain as readers
from ascmove.rules.catalogue import catalogue

from . import edges, enhanced_pairs, l0c_calls, l0c_pairs, test_enhanced_rules, test_lay_rules
from . import test_mutants_enh as enh
from . import test_mutants_l0c as l0c
from . import test_mutants_lay as lay
from . import test_mutants_ndd as ndd
from . import test_mutants_sli as sli
from . import test_mutants_ten as ten
from . import test_tensor_nddma_slice_rules as loops

FILE = Path(__file__).with_name("told.txt")
EXAMPLES = (Path(readers.__file__).parent / "examples", Path(__file__).parents[1] / "rule_cases")

#: breaking calls as rows (code, fields, ...), with what makes findings of the fields
TABLES: list[tuple[Callable[..., list[Finding]], list[tuple[Any, Any]]]] = [
    (l0c_calls.found, [(code, bad) for code, bad, *_ in l0c_pairs.PAIRS]),
    (l0c_calls.found, [(code, bad) for code, bad, *_ in test_lay_rules.PAIRS]),
    (test_enhanced_rules.found, [(code, bad) for code, bad, *_ in enhanced_pairs.PAIRS]),
    (loops.nddma, [(code, bad) for bad, code, *_ in loops.NDDMA_CASES]),
    (loops.slices, [(code, bad) for bad, code, *_ in loops.SLICE_CASES]),
]

#: calls on the edge of a rule, by the name of their table
EDGES: list[tuple[str, Callable[..., list[Finding]], list[edges.Edge]]] = [
    ("slice", edges.slices, [*sli.EDGES, *ten.SLICES]),
    ("nddma", edges.nddma, [*ndd.EDGES, *ten.LOOPS]),
    ("data_copy", edges.basic, [*ten.EDGES, *enh.COUNTS]),
    ("enhanced", test_enhanced_rules.found, enh.EDGES),
    ("l0c2gm", l0c_calls.found, [*l0c.EDGES, *lay.EDGES]),
]


Told = Callable[[], list[Finding]]


def calls() -> Iterator[tuple[str, Told]]:
    """(name of a breaking call, what gives its findings)."""
    for folder in EXAMPLES:
        for path in sorted(folder.glob("*_bad.yaml")):
            yield path.stem, Case.load(path).diagnose
    seen: Counter[str] = Counter()
    for find, rows in TABLES:
        for code, fields in rows:
            seen[code] += 1
            yield f"{code} pair {seen[code]}", partial(find, **fields)
    for table, find, edge in EDGES:
        for title, fields, found in edge:
            if found:
                yield f"{' '.join(sorted(found))} {table}: {title}", partial(find, **fields)


def text(findings: list[Finding]) -> str:
    """Findings without what stands in the record of their rule."""
    return "\n".join(line for finding in findings for line in _lines(finding))


def _lines(finding: Finding) -> Iterator[str]:
    cause = f" from {finding.cause}" if finding.cause else ""
    yield f"{finding.severity} {finding.code}{cause}: {finding.message}"
    yield f"  {finding.field} = {finding.value!r}" + (f", {finding.shown}" if finding.shown else "")
    help = "" if finding.help == catalogue()[finding.code].fix else finding.help
    shown = {"limit": finding.limit, "nearest": finding.nearest, "effect": finding.effect, "help": help}
    yield from (f"  {name} {value}" for name, value in shown.items() if value)
    plain = tuple({finding.field: value} for value in finding.nearest)
    if finding.offers != plain:
        yield f"  offers {' or '.join(map(str, finding.offers)) or 'nothing'}"
    if finding.replacement is not None:
        changes = ", ".join(f"{c.field} = {c.new!r}" for c in finding.replacement.changes)
        yield f"  mended by {changes}: {', '.join(finding.replacement.mends)}"
    yield from (f"  disputed {dispute.key}" for dispute in finding.disagreements)


def stored() -> dict[str, str]:
    """The content of told.txt."""
    blocks = FILE.read_text("utf-8").strip().split("\n\n")
    return dict(block.removeprefix("# ").split("\n", 1) for block in blocks)


if __name__ == "__main__":
    FILE.write_text("\n\n".join(f"# {name}\n{text(told())}" for name, told in calls()) + "\n", "utf-8")
