"""Findings as a SARIF 2.1.0 log, which editors and code hosts show beside the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ascmove.findings.finding import Finding, Severity, by_cause
from ascmove.findings.text import facts

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True, slots=True)
class Descriptor:
    """A rule as SARIF describes it."""

    code: str
    title: str
    statement: str
    why: str
    fix: str
    severity: Severity
    source: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: what stands from ``start`` to ``end`` (line and column, from 1) becomes ``text``."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was checked, or one place of it: its findings, or why it could not be read.

    ``place``: line and column from 1 of what the findings are about; without it the line that names their field.
    ``edits``: what mends a finding in the text of the file, by its code.
    """

    path: Path
    findings: Sequence[Finding]
    problem: str = ""
    place: tuple[int, int] | None = None
    edits: Mapping[str, Sequence[Edit]] = field(default_factory=dict)


def sarif_log(checked: Iterable[Checked], rules: Sequence[Descriptor], version: str) -> dict[str, Any]:
    """The log of one run over these files."""
    files = list(checked)
    index = {rule.code: k for k, rule in enumerate(rules)}
    driver = {"name": "ascmove", "version": version, "semanticVersion": version, "rules": [_rule(r) for r in rules]}
    invocation: dict[str, Any] = {"executionSuccessful": not any(file.problem for file in files)}
    notes = [_notification(file) for file in files if file.problem]
    if notes:
        invocation["toolExecutionNotifications"] = notes
    results = [_result(file, finding, index) for file in files for finding in by_cause(file.findings)]
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "results": results,
        "columnKind": "unicodeCodePoints",
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Descriptor) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.statement},
        "help": {"text": f"{rule.why}\nfix: {rule.fix}\nsource: {rule.source}"},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"evidence": rule.evidence},
    }


def _result(file: Checked, finding: Finding, index: dict[str, int]) -> dict[str, Any]:
    details = [f"{name}: {text}" for name, text in facts(finding)]
    help_text = [f"help: {finding.help}"] if finding.help else []
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": "\n".join([finding.message, *details, *help_text])},
        "locations": [{"physicalLocation": _location(file, finding.field)}],
        "partialFingerprints": {"place/v1": _fingerprint(file, finding)},
        "properties": finding.to_dict(),
    }
    if finding.code in index:
        result["ruleIndex"] = index[finding.code]
    if finding.code in file.edits:
        result["fixes"] = [_fix(file, finding, file.edits[finding.code])]
    return result


def _fix(file: Checked, finding: Finding, edits: Sequence[Edit]) -> dict[str, Any]:
    lines = [] if finding.replacement is None else finding.replacement.lines()
    change = {"artifactLocation": {"uri": uri(file.path)}, "replacements": [_replacement(edit) for edit in edits]}
    return {"description": {"text": "\n".join(lines)}, "artifactChanges": [change]}


def _replacement(edit: Edit) -> dict[str, Any]:
    region = dict(zip(("startLine", "startColumn", "endLine", "endColumn"), (*edit.start, *edit.end), strict=True))
    return {"deletedRegion": region, "insertedContent": {"text": edit.text}}


def _notification(file: Checked) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": file.problem},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(file.path)}}}],
    }


def _location(file: Checked, field: str) -> dict[str, Any]:
    region = {"startLine": line_of(file.path, field)}
    if file.place is not None:
        region = {"startLine": file.place[0], "startColumn": file.place[1]}
    return {"artifactLocation": {"uri": uri(file.path)}, "region": region}


def _fingerprint(file: Checked, finding: Finding) -> str:
    return ":".join([finding.code, finding.field, *map(str, file.place or ())])


def uri(path: Path) -> str:
    """The file relative to the working folder where it lies below it, else in full.

    >>> uri(Path("cases/a b.yaml"))
    'cases/a%20b.yaml'
    """
    full = path.absolute()
    if full.is_relative_to(Path.cwd()):
        return quote(full.relative_to(Path.cwd()).as_posix())
    return full.as_uri()


def line_of(path: Path, field: str) -> int:
    """The line of a case file that names the field, the last name in it, else an outer one."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return 1
    names = re.sub(r"\[\d+\]", "", field).split(".")
    for name in [*reversed(names), "params", "call"]:
        for number, text in enumerate(lines, 1):
            if name and re.search(rf"(?<![\w]){re.escape(name)}[\"']?\s*[:=]", text):
                return number
    return 1
