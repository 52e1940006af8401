"""Findings as text: order by cause, wrapping, what is left out."""

from __future__ import annotations

from dataclasses import replace

from ascmove.findings import Finding, by_cause, render_text, worst

FULL = Finding(
    "ENH012",
    "warning",
    "`block_len` = 32 looks counted in 32 B; from CO1 to CO2 it counts fractals of 512 B",
    field="data_copy.block_len",
    value=32,
    shown="32 fractals x 512 B = 16384 B",
    limit="2 for the 512 elements of src",
    nearest=(2,),
    source="Enhanced Data Transfer, Table 4",
    evidence="documented",
    call="CO1[half, 512] -> CO2[half, 512]",
    product="atlas-inference-aicore",
    effect="16 times too much is read",
    help="write block_len = 2",
)


def test_facts_that_are_not_there_are_left_out() -> None:
    assert render_text([Finding("TEN001", "error", "no such memory")]) == "error[TEN001]: no such memory"


def test_plain_text_is_not_wrapped() -> None:
    lines = render_text([FULL]).splitlines()
    assert lines[0].endswith("fractals of 512 B")
    assert lines[1] == "  copy      CO1[half, 512] -> CO2[half, 512]    product  atlas-inference-aicore"
    assert lines[-1] == "help: write block_len = 2"


def test_terminals_get_wrapped_lines() -> None:
    lines = render_text([FULL], 60).splitlines()
    assert max(map(len, lines)) <= 60
    assert lines[0] == "warning[ENH012]: `block_len` = 32 looks counted in 32 B;"
    assert lines[1] == "  from CO1 to CO2 it counts fractals of 512 B"
    assert " ".join(" ".join(lines).split()) == " ".join(render_text([FULL]).split())


def test_consequences_stand_behind_their_cause() -> None:
    read = Finding("TEN008", "error", "reads too much", cause="ENH012")
    written = Finding("TEN009", "error", "writes too much", cause="ENH012")
    other = Finding("ENH009", "error", "too large")
    note = Finding("ENH001", "note", "no effect")
    found = [read, written, other, FULL, note]
    assert [f.code for f in by_cause(found)] == ["ENH012", "TEN008", "TEN009", "ENH009", "ENH001"]
    assert "  cause     follows from ENH012" in render_text(found)
    assert [f.code for f in by_cause([read, other])] == ["TEN008", "ENH009"], "a cause that was left out"
    assert worst(found) == "error"
    assert worst([]) is None


def test_plain_data() -> None:
    data = replace(FULL, value=float("nan"), nearest=(1, "x", None, (2, 3), float("inf"))).to_dict()
    assert data["value"] == "nan"
    assert data["nearest"] == [1, "x", None, "(2, 3)", "inf"]
