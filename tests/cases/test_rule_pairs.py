"""Every rule has a minimal call that breaks it, and the nearest call that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascmove.cases import Case
from ascmove.rules import explain as readers
from ascmove.rules.catalogue import catalogue
from ascmove.rules.explain import find_example

PACKAGED = Path(readers.__file__).parent / "examples"
FURTHER = Path(__file__).parents[1] / "rule_cases"
BAD = sorted([*PACKAGED.glob("*_bad.yaml"), *FURTHER.glob("*_bad.yaml")])

#: rules that necessarily fire together with another one
COMES_WITH = {
    "TEN051": {"TEN011"},
    "ENH002": {"ENH001"},
    "ENH004": {"ENH001"},
    "ENH012": {"TEN008", "TEN009"},
    "ENH013": {"ENH001"},
    "SLI008": {"SLI010"},
    "SLI024": {"SLI023"},
    "SLI025": {"SLI010"},
    "L0C009": {"L0C037"},
}


@pytest.mark.parametrize("code", catalogue())
def test_rule_is_complete(code: str) -> None:
    rule = catalogue()[code]
    for name in ("title", "statement", "why", "source", "fix", "fields"):
        assert getattr(rule, name), f"{code} has no {name}"
    assert find_example(code) is not None, f"{code} has no pair of cases"


def test_every_example_has_a_rule() -> None:
    assert {path.name[:6] for path in [*PACKAGED.iterdir(), *FURTHER.iterdir()]} <= set(catalogue())


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_bad_case_gives_its_finding(path: Path) -> None:
    case = Case.load(path)
    code = path.name[:6]
    assert case.finding == code
    found = {finding.code: finding for finding in case.diagnose()}
    assert code in found
    assert found[code].severity == case.severity == catalogue()[code].severity
    assert set(found) - {code} <= COMES_WITH.get(code, set())


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_ok_case_is_silent(path: Path) -> None:
    case = Case.load(path.with_name(path.name.replace("bad.yaml", "ok.yaml")))
    found = {finding.code: finding.severity for finding in case.diagnose()}
    assert path.name[:6] not in found
    assert "error" not in found.values()


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_finding_can_be_acted_on(path: Path) -> None:
    """Each finding names a field, says how to mend the call, cites a document; only errors stop the copy."""
    case = Case.load(path)
    finding = next(f for f in case.diagnose() if f.code == path.name[:6])
    assert finding.field and finding.help and finding.source and finding.message
    assert finding.message == finding.message.strip().rstrip(".")
    run = case.run()
    assert run.broken is any(f.severity == "error" for f in case.diagnose())
    if run.broken:
        assert run.transfer is None
        assert not run.ok


def test_consequences_name_their_cause() -> None:
    found = {f.code: f for f in Case.load(PACKAGED / "ENH012_bad.yaml").diagnose()}
    assert found["TEN008"].cause == found["TEN009"].cause == "ENH012"
    assert found["ENH012"].cause == ""
