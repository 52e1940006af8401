"""`explain`, `rules`, `products`, `formats`, help and version."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ascmove as am
from ascmove import engine
from ascmove.findings import SEVERITIES
from ascmove.hardware import Product
from ascmove.reading.remarks import NOTES
from ascmove.rules.catalogue import catalogue
from tests.cli.conftest import Command


@pytest.mark.parametrize("code", catalogue())
def test_every_rule_can_be_explained(ascmove: Command, code: str) -> None:
    result = ascmove("explain", code)
    assert result.status == 0
    rule = catalogue()[code]
    for part in (f"{code} ({rule.severity}): {rule.title}", rule.statement, "why  ", "fix  ", "source  ", "evidence  "):
        assert part in result.out
    for part in ("breaks it: ", "keeps it: ", "in C++:", f"{rule.severity}[{code}]: "):
        assert part in result.out


def test_explain_as_json(ascmove: Command) -> None:
    found = json.loads(ascmove("explain", "ndd004", "--json").out)
    assert (found["code"], found["severity"], found["calls"]) == ("NDD004", "error", ["nddma"])
    assert "call: nddma" in found["bad"]


def test_explain_unknown(ascmove: Command) -> None:
    result = ascmove("explain", "NDD99")
    assert (result.status, result.err) == (2, "error: unknown rule 'NDD99'; did you mean 'NDD019'?\n")


@pytest.mark.parametrize("code", ["CODE", "?", ""])
def test_explain_names_the_families_where_no_code_is_near(ascmove: Command, code: str) -> None:
    result = ascmove("explain", code)
    known = "known: TEN, ENH, NDD, SLI, L0C, LAY, KER; `ascmove rules` lists them"
    assert (result.status, result.err) == (2, f"error: unknown rule {code!r}; {known}\n")


def test_findings_of_reading_kernels_are_listed_and_explained_as_rules_are(ascmove: Command) -> None:
    lines = ascmove("rules", "--family", "KER").out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == [note.code for note in NOTES]
    for note in NOTES:
        assert ascmove("explain", note.code).out.startswith(f"{note.code} ({note.severity}): {note.title}\n")
    assert "did you mean 'KER00" in ascmove("explain", "KER0009").err


def test_in_python() -> None:
    assert [rule.code for rule in am.rules()] == list(catalogue())
    explanation = am.explain("SLI013")
    assert explanation.rule is catalogue()["SLI013"]
    assert str(explanation).startswith("SLI013 (error): ")
    assert explanation.example is not None
    assert any(line.startswith("-") for line in explanation.example.changes())
    with pytest.raises(am.BadArgument, match="did you mean 'SLI013'"):
        am.explain("SLI0133")


@pytest.mark.parametrize(
    ("arguments", "keep"),
    [
        ((), lambda r: True),
        (("--family", "NDD"), lambda r: r.code.startswith("NDD")),
        (("--family", "slice"), lambda r: "slice" in r.families),
        (("--product", "atlas-training"), lambda r: Product.ATLAS_TRAINING in r.products),
        (("--severity", "note"), lambda r: r.severity == "note"),
        (("--family", "l0c", "--severity", "warning"), lambda r: r.code[:3] == "L0C" and r.severity == "warning"),
    ],
)
def test_rules(ascmove: Command, arguments: tuple[str, ...], keep: object) -> None:
    rules = [rule.code for rule in catalogue().values() if keep(rule)]  # type: ignore[operator]
    severities = arguments[1:] if "--severity" in arguments else SEVERITIES
    notes = [note.code for note in NOTES if "--family" not in arguments and note.severity in severities]
    expected = [*rules, *notes]
    lines = ascmove("rules", *arguments).out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == expected
    assert lines[-1] == f"{len(rules)} rules" + (f", {len(notes)} findings of reading kernels" if notes else "")
    assert [rule["code"] for rule in json.loads(ascmove("rules", *arguments, "--json").out)] == expected


@pytest.mark.parametrize("arguments", [("--family", "XYZ"), ("--severity", "bad"), ("--product", "ascend-951")])
def test_rules_that_do_not_exist(ascmove: Command, arguments: tuple[str, str]) -> None:
    result = ascmove("rules", *arguments)
    assert result.status == 2
    assert result.err.startswith("error: ")


def test_products(ascmove: Command) -> None:
    lines = ascmove("products").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [p.value for p in Product]
    found = {p["key"]: p for p in json.loads(ascmove("products", "--json").out)}
    assert found["ascend-950"]["memories"]["UB"] == 253952
    assert "L1" not in found["atlas-inference-vectorcore"]["memories"]


def test_formats(ascmove: Command) -> None:
    assert "hifloat8_t 0x3f = 0.234375" in ascmove("formats", "hifloat8_t", "0.23").out
    assert ascmove("formats", "half", "1.5", "0x7C00").out.count("\n\n") == 1
    assert ascmove("formats", "deq_value", "70369809530880").out.startswith("word 0x000040003f800000")
    assert ascmove("formats", "half", "--", "-2.5").out.startswith("half 0xc100 = -2.5")
    assert ascmove("formats", "bfloat16_t").out.startswith("bfloat16_t: float, 2 bytes")


@pytest.mark.parametrize("arguments", [("hafl",), ("int8_t", "300"), ("half", "x"), ("deq_value", "-1"), ()])
def test_formats_that_do_not_exist(ascmove: Command, arguments: tuple[str, ...]) -> None:
    assert ascmove("formats", *arguments).status == 2


def test_version_names_engine_and_processor(ascmove: Command) -> None:
    first, second, third, fourth = ascmove("--version").out.splitlines()
    assert first == f"ascmove {am.__version__}"
    assert second.split()[:2] == ["engine", f"{engine.name()};"]
    assert third.split()[:1] == ["processor"]
    assert f"NumPy {np.__version__}" in fourth
    if "native" in engine.available():
        from ascmove.engine import native

        assert f"native engine: {native.level()}, best of {', '.join(native.levels())}" in third


def test_version_without_the_native_engine(ascmove: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "available", lambda: ("numpy",))
    monkeypatch.setattr(engine, "absence", lambda: "was not built")
    assert "the native engine was not built" in ascmove("--version").out


def test_examples_are_packaged() -> None:
    from importlib import resources

    folder = resources.files("ascmove.rules") / "examples"
    assert len([p for p in folder.iterdir() if Path(str(p)).suffix == ".yaml"]) == 2 * len(catalogue())
