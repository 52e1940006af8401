"""Kernels with planted mistakes: each is found at its line and column, nothing else is, in text and as SARIF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascmove.cli.app import app
from ascmove.reading import Kernel, read_kernel

KERNELS = Path(__file__).parent / "kernels"
AICORE = {"enhanced_dequant.cpp": "atlas-inference-aicore"}

#: per kernel: (line, column, codes) of every copy in it
EXPECTED: dict[str, list[tuple[int, int, str]]] = {
    "add_tiles.cpp": [(36, 9, ""), (37, 9, "TEN009"), (54, 9, "TEN012")],
    "enhanced_dequant.cpp": [
        (27, 9, "ENH033 ENH036"),
        (31, 9, "TEN008 TEN009 ENH033 ENH036 ENH012"),
        (35, 9, "ENH019 ENH033 ENH036 ENH038"),
        (37, 9, "ENH001"),
    ],
    "fields_by_field.cpp": [
        (39, 9, ""),
        (45, 9, "TEN009"),
        (48, 9, "TEN008 TEN009"),
        (56, 9, "ENH008"),
        (64, 9, "KER003"),
        (71, 9, ""),
        (72, 9, "ENH039"),
        (73, 9, "KER003"),
        (78, 9, ""),
    ],
    "l0c_frames.cpp": [
        (14, 5, "KER001"),
        (17, 5, "KER001"),
        (19, 5, "L0C036 KER001"),
        (21, 5, "KER003"),
        (29, 5, "TEN008 KER001"),
    ],
    "l0c_layouts.cpp": [
        (18, 5, "KER001"),
        (21, 5, "KER001"),
        (22, 5, "LAY010 KER001"),
        (26, 5, "KER001"),
        (28, 5, "L0C023 KER001"),
        (29, 5, "L0C008 KER001"),
    ],
    "local_buffers.cpp": [
        (19, 5, "KER001"),
        (20, 5, "TEN009 KER001"),
        (21, 5, "TEN009 KER001"),
        (25, 5, ""),
        (26, 5, "TEN009"),
        (27, 5, "TEN008"),
        (28, 5, "TEN003 KER001"),
        (31, 5, ""),
        (34, 5, "TEN008 TEN009"),
        (37, 5, ""),
        (38, 5, "TEN009"),
        (40, 5, "TEN006"),
    ],
    "many_turns.cpp": [
        (19, 13, "TEN012"),
        (22, 13, "TEN012 KER005"),
        (26, 17, ""),
        (30, 13, "KER001"),
        (31, 13, "TEN009"),
        (39, 13, "ENH039"),
        (43, 9, ""),
        (44, 9, "TEN009"),
        (47, 13, "KER003"),
    ],
    "multi_copy.cpp": [(12, 5, "NDD020 KER001"), (15, 5, "TEN006 NDD020 KER001"), (17, 5, "NDD008 KER001")],
    "nddma_frame.cpp": [(30, 9, "NDD019"), (33, 9, "TEN009"), (36, 9, ""), (37, 9, "TEN009")],
    "not_modelled.cpp": [(line, 9, "KER002") for line in (12, 13, 14, 15, 17, 18, 19, 20)] + [(22, 13, "KER002")],
    "shared_base.cpp": [(26, 5, "TEN008 TEN009"), (58, 40, "TEN009"), (61, 5, "TEN009")],
    "slice_rows.cpp": [(24, 9, ""), (27, 9, "SLI012"), (31, 9, "SLI007"), (39, 9, "SLI027 TEN009")],
    "tiling_fields.cpp": [(41, 9, "KER003"), (48, 9, "ENH039 KER001"), (49, 9, "TEN008 KER001")],
}


def kernel_of(name: str) -> Kernel:
    return read_kernel(KERNELS / name, product=AICORE.get(name, "ascend-950"))


def run(name: str, *more: str) -> tuple[int, str, str]:
    product = AICORE.get(name, "ascend-950")
    done = CliRunner().invoke(app, ["check", str(KERNELS / name), "--product", product, *more])
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("name", EXPECTED)
def test_findings(name: str) -> None:
    kernel = kernel_of(name)
    found = [
        (call.found.line, call.found.column, " ".join(f.code for f in kernel.findings(call))) for call in kernel.calls
    ]
    assert found == EXPECTED[name]
    assert kernel.odd == ()


@pytest.mark.parametrize("name", EXPECTED)
def test_text_names_each_place(name: str) -> None:
    code, out, err = run(name)
    codes = [set(codes.split()) for _, _, codes in EXPECTED[name]]
    rows = {line.split()[0]: set(line.split()[4:]) - {"-"} for line in out.splitlines() if f"{name}:" in line}
    assert rows == {f"{KERNELS / name}:{line}:{column}": set(c.split()) for line, column, c in EXPECTED[name]}
    for line, column, listed in EXPECTED[name]:
        assert err.count(f"{name}:{line}:{column} ") == len(listed.split())
    assert code == int(any(c[:3] in err and f"error[{c}]" in err for found in codes for c in found))


@pytest.mark.parametrize("name", EXPECTED)
def test_sarif_points_to_each_place(name: str) -> None:
    _, out, _ = run(name, "--sarif")
    log = json.loads(out)["runs"][0]
    described = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    found = set()
    for result in log["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        found.add((region["startLine"], region["startColumn"], result["ruleId"]))
        assert described[result["ruleIndex"]] == result["ruleId"]
    assert found == {(line, column, code) for line, column, codes in EXPECTED[name] for code in codes.split()}


def test_every_family_has_a_kernel() -> None:
    found = {call.family for name in EXPECTED for call in kernel_of(name).calls}
    assert found >= {"data_copy", "enhanced", "slice", "nddma", "l0c2gm", None}
    assert len(EXPECTED) >= 12


def test_a_loop_says_in_which_turn() -> None:
    kernel = kernel_of("add_tiles.cpp")
    (every,) = kernel.findings(kernel.calls[1])
    assert every.effect.endswith("in 16 of 16 turns, first with i = 0")
    (last,) = kernel.findings(kernel.calls[2])
    assert last.effect == "in 1 of 16 turns, first with i = 15"
    shared = kernel_of("shared_base.cpp")
    first, second = shared.findings(shared.calls[0])
    assert first.effect.endswith("in 1 of 4 calls, first from line 56")
    assert second.effect.endswith("in 1 of 4 calls, first from line 57")


def test_long_loops_are_checked_at_both_ends_and_say_so() -> None:
    kernel = kernel_of("many_turns.cpp")
    call = kernel.calls[1]
    assert [turn.found.turn for turn in call.turns] == ["r = 0", "r = 999"]
    assert [f.message for f in kernel.findings(call)][1] == "checked in the first and the last of 1000 turns"


def test_sizes_that_are_not_known_are_named_once_per_call() -> None:
    kernel = kernel_of("local_buffers.cpp")
    (note,) = kernel.findings(kernel.calls[0])
    assert note.message == "size of buffer open unknown: capacity and bounds were not checked"
    assert note.effect == "SetGlobalBuffer of open: n is a parameter of the function"
