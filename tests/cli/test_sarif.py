"""SARIF 2.1.0: the parts that the standard requires, and the places that editors show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from ascmove.findings.sarif import line_of
from ascmove.rules.catalogue import catalogue
from tests.cli.conftest import Command

EXAMPLES = Path(__file__).parents[2] / "src" / "ascmove" / "rules" / "examples"

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
PLACE = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "format": "uri-reference"}},
                },
                "region": {"required": ["startLine"], "properties": {"startLine": {"type": "integer", "minimum": 1}}},
            },
        }
    },
}
#: the required members of the standard and the types of those we write, in our own words
REQUIRED: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name"],
                                "properties": {
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "required": ["id"],
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": TEXT,
                                                "fullDescription": TEXT,
                                                "help": TEXT,
                                                "defaultConfiguration": {"properties": {"level": LEVEL}},
                                            },
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "invocations": {
                        "type": "array",
                        "items": {
                            "required": ["executionSuccessful"],
                            "properties": {
                                "executionSuccessful": {"type": "boolean"},
                                "toolExecutionNotifications": {
                                    "type": "array",
                                    "items": {"required": ["message"], "properties": {"message": TEXT, "level": LEVEL}},
                                },
                            },
                        },
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": LEVEL,
                                "message": TEXT,
                                "locations": {"type": "array", "items": PLACE},
                                "partialFingerprints": {"additionalProperties": {"type": "string"}},
                                "properties": {"type": "object"},
                            },
                        },
                    },
                },
            },
        },
    },
}


def log_of(ascmove: Command, *paths: object) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(ascmove("check", *paths, "--sarif").out)
    jsonschema.Draft7Validator(REQUIRED, format_checker=jsonschema.FormatChecker()).validate(log)
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
