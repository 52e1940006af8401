"""`ascmove check`: findings of many cases, nothing moved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ascmove import __version__
from ascmove.cases import Case
from ascmove.cases.editing import corrected, edits_between, mended_text, read_text, unmended
from ascmove.cli.arguments import AsJson, Assumed, KernelProduct, ModeName, SeverityName, codes
from ascmove.cli.config import Settings, settings_for
from ascmove.cli.console import complain, progress, put_json, say, show_findings, table
from ascmove.cli.patch import patch_lines
from ascmove.cli.read import KERNELS, call_report, kernel_of, placed, require_named
from ascmove.cli.report import check_report
from ascmove.cli.selection import selected
from ascmove.core import Mode
from ascmove.errors import AscMoveError, BadArgument, CaseError
from ascmove.findings import Finding, Severity
from ascmove.findings.sarif import Checked, Descriptor, Edit, sarif_log
from ascmove.findings.wording import several
from ascmove.reading.remarks import NOTES
from ascmove.rules.catalogue import catalogue

#: a copy call in a text of C++
_COPY = re.compile(rb"\b(DataCopy\w*|Copy)\s*[(<]")


@dataclass(frozen=True)
class Checks:
    """One checked case, or one copy call of a kernel: its findings and its report, or what makes it unusable.

    ``place``: line and column of a call in a kernel. ``ignored``: findings that the selection leaves out.
    """

    path: Path
    findings: Sequence[Finding] = ()
    report: dict[str, Any] | None = None
    problem: str = ""
    place: tuple[int, int] | None = None
    ignored: int = 0

    @property
    def name(self) -> str:
        """The file, with line and column where there are some."""
        return ":".join([str(self.path), *map(str, self.place or ())])

    def count(self, severity: Severity) -> int:
        """How many findings of a severity."""
        return sum(f.severity == severity for f in self.findings)


def check(
    cases: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Case files, kernels (.cpp, .h), folders with .yaml cases and kernels.",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
    as_sarif: Annotated[bool, typer.Option("--sarif", help="Print a SARIF 2.1.0 log.")] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(
            "--select", metavar="CODES", help="Only these, or what begins so: NDD,TEN008.", autocompletion=codes
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="CODES", help="All but these.", autocompletion=codes)
    ] = None,
    severity: SeverityName = None,
    mode: ModeName = None,
    product: KernelProduct = "ascend-950",
    assume: Assumed = None,
    as_diff: Annotated[
        bool, typer.Option("--diff", help="Print the cases with their findings mended, as a patch.")
    ] = False,
) -> None:
    """Say what is wrong with cases and kernels; nothing is moved.

    Exit status: 0 no errors among the findings, 1 some, 2 a file is no case or the arguments are unusable.
    """
    if as_json + as_sarif + as_diff > 1:
        raise BadArgument("--json, --sarif and --diff exclude each other")
    settings = settings_for(cases[0], select=select, ignore=ignore, severity=severity, mode=mode)
    done: list[Checks] = []
    files = list(_files(cases))
    require_named(assume or [], [path for path in files if path.suffix.lower() in KERNELS])
    for path in progress(files, "checking"):
        if path.suffix.lower() in KERNELS:
            done += _checked_kernel(path, settings, product, assume or [])
        else:
            done.append(_checked(path, settings))
    if as_sarif:
        put_json(_sarif(done, settings))
    elif as_json:
        put_json(_json(done))
    elif as_diff:
        _put_patch(done, settings)
    for item in done:
        if item.problem:
            complain(item.problem)
    if not (as_sarif or as_json or as_diff):
        _show(done)
    raise typer.Exit(2 if any(c.problem for c in done) else int(any(c.count("error") for c in done)))


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(p for p in path.rglob("*") if p.is_file() and _is_wanted(p))
        if not found:
            raise CaseError(f"{path}: no .yaml cases and no kernels with copy calls in this folder")
        yield from found


def _is_wanted(path: Path) -> bool:
    """True for what a folder is searched for: a .yaml case, or a text of C++ in which a copy is called."""
    suffix = path.suffix.lower()
    return suffix in (".yaml", ".yml") or (suffix in KERNELS and _COPY.search(path.read_bytes()) is not None)


def _checked(path: Path, settings: Settings) -> Checks:
    try:
        setup = Case.load(path).setup(mode=settings.mode)
        found = setup.diagnose()
        findings = selected(found, settings.selection, settings.severity)
        return Checks(path, findings, check_report(setup, findings), ignored=len(found) - len(findings))
    except AscMoveError as error:
        text = str(error)
        return Checks(path, problem=text if text.startswith(str(path)) else f"{path}: {text}")


def _checked_kernel(path: Path, settings: Settings, product: str, assume: Sequence[str]) -> list[Checks]:
    """One entry per copy call with something to say, or one for the file."""
    try:
        kernel = kernel_of(path, product, assume)
    except AscMoveError as error:
        return [Checks(path, problem=str(error))]
    found = []
    for call in kernel.calls:
        told = placed(kernel, call)
        findings = selected(told, settings.selection, settings.severity)
        report, place = call_report(kernel, call, findings), (call.found.line, call.found.column)
        found.append(Checks(path, findings, report, place=place, ignored=len(told) - len(findings)))
    for place, note in kernel.odd:
        findings = selected([note], settings.selection, settings.severity)
        ok = not any(f.severity == "error" for f in findings)
        report = {"ok": ok, "line": place[0], "column": place[1], "findings": [f.to_dict() for f in findings]}
        found.append(Checks(path, findings, report, place=place, ignored=1 - len(findings)))
    return found or [Checks(path, report={"ok": True, "findings": [], "calls": 0})]


def _json(done: Sequence[Checks]) -> dict[str, Any]:
    """One file: its report. More: all reports, each with its file."""
    reports = [item.report or {"ok": False, "findings": [], "error": item.problem} for item in done]
    if len(done) == 1:
        return reports[0]
    return {
        "ok": all(report["ok"] for report in reports),
        "cases": [{"case": item.name, **report} for item, report in zip(done, reports, strict=True)],
    }


def _sarif(done: Sequence[Checks], settings: Settings) -> dict[str, Any]:
    rules = [
        Descriptor(r.code, r.title, r.statement, r.why, r.fix, r.severity, r.source, r.evidence)
        for r in catalogue().values()
    ]
    codes = {finding.code for item in done for finding in item.findings}
    rules += [note for note in NOTES if note.code in codes]
    checked = [
        Checked(item.path, item.findings, item.problem, item.place, _edits(item, settings.mode)) for item in done
    ]
    return sarif_log(checked, rules, __version__)


def _edits(item: Checks, mode: Mode) -> dict[str, Sequence[Edit]]:
    """What mends the findings of a case in its text; a kernel names parameters that no line needs to hold."""
    if item.problem or item.place is not None or not item.findings:
        return {}
    text = read_text(item.path)
    mended = ((finding.code, mended_text(text, finding, item.path, mode)) for finding in item.findings)
    return {code: edits_between(text, better) for code, better in mended if better is not None}


def _put_patch(done: Sequence[Checks], settings: Settings) -> None:
    """The differences between the cases and what they would be without findings that can be mended."""

    def keep(found: Sequence[Finding]) -> Sequence[Finding]:
        return selected(found, settings.selection, settings.severity)

    for item in {item.path.resolve(): item for item in done if item.findings}.values():  # a change applies once
        if item.place is not None:
            complain(f"{item.path}: --diff is for cases", "note")
            continue
        text = read_text(item.path)
        better = corrected(text, item.path, keep, settings.mode)
        for line in patch_lines(item.path, text, better):
            say(line)
        for code, why in unmended(better, item.path, keep, settings.mode):
            complain(f"not mended: {code} in {item.path}: {why}", "note")


def _show(done: Sequence[Checks]) -> None:
    for item in done:
        show_findings(item.findings)
    table(("case", "errors", "warnings", "notes", "codes"), (_row(item) for item in done))
    ignored = sum(item.ignored for item in done)
    parts = [f"{ignored} ignored"] if ignored else []
    if len(done) > 1:
        total = Counter(f.severity for item in done for f in item.findings)
        unusable = sum(bool(item.problem) for item in done)
        counts = [several(len(done), "case"), *(several(total[s], s) for s in ("error", "warning", "note"))]
        parts = [*counts, *([f"{unusable} unusable"] if unusable else []), *parts]
    if parts:
        say(", ".join(parts))


def _row(item: Checks) -> tuple[str, ...]:
    if item.problem:
        return item.name, "-", "-", "-", "unusable"
    codes = " ".join(dict.fromkeys(f.code for f in item.findings))
    return item.name, *(str(item.count(s)) for s in ("error", "warning", "note")), codes or "-"
