"""Where the sources disagree: the finding, the explanation and the page say so, and only where the point is touched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ascmove as am
from ascmove.cases import Case
from ascmove.findings import Finding
from ascmove.rules import explain as readers
from ascmove.rules.catalogue import catalogue
from ascmove.rules.disagreements import DISAGREEMENTS
from ascmove.rules.explain import explain

EXAMPLES = Path(readers.__file__).parent / "examples"
FURTHER = Path(__file__).parents[1] / "rule_cases"

#: points that no finding is about: what is accepted in silence, and comments of an example
SILENT = {"nddma-comments", "dn-alignment"}


def examples() -> list[Finding]:
    paths = [*EXAMPLES.glob("*_bad.yaml"), *FURTHER.glob("*_bad.yaml")]
    return [finding for path in paths for finding in Case.load(path).diagnose()]


def tile(product: str, position: str, call: str, params: dict[str, Any], **dst: Any) -> list[Finding]:
    """The findings of a copy of 64 halves into a tensor of UB or L1."""
    data = {
        "product": product,
        "call": call,
        "src": {"position": "GM", "dtype": "half", "count": 64},
        "dst": {"position": position, "dtype": "half", "count": 64, **dst},
        "params": params,
    }
    return Case.from_dict(data).diagnose()


NDDMA = {"loop_info": [[1], [1], [64]]}
CALLS = [
    *tile("ascend-950", "VECIN", "nddma", NDDMA, address=16),
    *tile("ascend-950", "A1", "data_copy", {"count": 64}, address=524288),
]


def test_every_point_is_reached_from_a_finding() -> None:
    told = {point.key for finding in [*examples(), *CALLS] for point in finding.disagreements}
    assert told == {point.key for point in DISAGREEMENTS} - SILENT


def test_codes_are_rules() -> None:
    assert {code for point in DISAGREEMENTS for code in point.codes} <= set(catalogue())
    assert len({point.key for point in DISAGREEMENTS}) == len(DISAGREEMENTS)


@pytest.mark.parametrize("finding", examples(), ids=lambda f: f.code)
def test_a_finding_says_what_it_touches(finding: Finding) -> None:
    points = {point.key: point for point in DISAGREEMENTS if finding.code in point.codes}
    for told in finding.disagreements:
        assert told.point == points[told.key].point
        assert f"  disputed  {told.point}; our choice: {told.choice}" in str(finding).splitlines()
    assert finding.to_dict()["disagreements"] == [
        {"key": p.key, "point": p.point, "choice": p.choice} for p in finding.disagreements
    ]


@pytest.mark.parametrize("code", sorted({code for point in DISAGREEMENTS for code in point.codes}))
def test_the_explanation_tells_both_sides(code: str) -> None:
    found = explain(code)
    points = [point for point in DISAGREEMENTS if code in point.codes]
    assert [told["key"] for told in found.to_dict()["disagreements"]] == [point.key for point in points]
    text = found.text()
    for point in points:
        for part in (point.point, point.sources, point.choice, point.reason):
            assert part in text


@pytest.mark.parametrize(
    ("findings", "told"),
    [
        (tile("ascend-950", "VECIN", "nddma", NDDMA, address=16), ["nddma-alignment"]),
        (tile("ascend-950", "VECIN", "data_copy", {"count": 64}, address=16), []),
        (tile("ascend-950", "VECIN", "data_copy", {"count": 64}, address=253952), ["ub-capacity"]),
        (tile("atlas-a2", "VECIN", "data_copy", {"count": 64}, address=196608), []),
        (tile("ascend-950", "A1", "data_copy", {"count": 64}, address=524288), ["l1-capacity"]),
        (tile("ascend-950", "VECCALC", "nddma", NDDMA), ["nddma-position"]),
    ],
)
def test_only_where_the_point_is_touched(findings: list[Finding], told: list[str]) -> None:
    assert len(findings) == 1
    assert [point.key for point in findings[0].disagreements] == told


def test_in_python_too() -> None:
    with pytest.raises(am.RuleViolation) as caught:
        am.Core("ascend-950").local_tensor("VECIN", "half", 64, address=253952)
    assert "disputed  UB of ascend-950; our choice: 253952 B" in str(caught.value)
