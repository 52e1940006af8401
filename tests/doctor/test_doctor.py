"""The doctor: planted mistakes, pairs, patterns, undoing a mistake in the call."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import ascmove as am
from ascmove.calls import BasicCall
from ascmove.cli.app import app
from ascmove.doctor import Diagnosis, Kind, examine
from ascmove.errors import BadArgument
from ascmove.moves.data_copy import make_call

from .planted import CALLS, PLANTED, Planted

FAMILIES = {name: call["call"] for name, call in CALLS.items()}


def diagnose(item: Planted) -> tuple[Diagnosis, float]:
    call, before = item.correct()
    actual = item.actual()
    start = perf_counter()
    found = examine(call, actual, before=before)
    return found, perf_counter() - start


def test_the_true_cause_comes_first_in_nine_of_ten() -> None:
    missed, slow = [], []
    for item in PLANTED:
        found, seconds = diagnose(item)
        if found.best is None or not found.best.exact or item.kind not in found.best.kinds:
            missed.append(item.name)
        if seconds > 2:
            slow.append((item.name, seconds))
    assert len(missed) <= len(PLANTED) // 10, missed
    assert not slow


def test_every_kind_that_a_family_knows_is_planted_twice() -> None:
    known = {
        "nddma": {Kind.UNIT, Kind.GAP, Kind.SWAPPED, Kind.VALID, Kind.ONE_OFF, Kind.MINUS_ONE, Kind.C0, Kind.STALE},
        "slice": {Kind.UNIT, Kind.PITCH, Kind.SWAPPED, Kind.VALID, Kind.ONE_OFF},
        "data_copy": {Kind.UNIT, Kind.PITCH, Kind.SWAPPED, Kind.VALID, Kind.ONE_OFF, Kind.MINUS_ONE, Kind.HALVED},
        "enhanced": {
            *(Kind.UNIT, Kind.PITCH, Kind.SWAPPED, Kind.VALID, Kind.ONE_OFF, Kind.HALVED),
            *(Kind.OFFSET_SIGN, Kind.SIGN_BIT, Kind.MULTIPLIER),
        },
        "l0c2gm": {
            *(Kind.UNIT, Kind.GAP, Kind.SWAPPED, Kind.VALID, Kind.ONE_OFF, Kind.C0, Kind.STALE),
            *(Kind.OFFSET_SIGN, Kind.SIGN_BIT, Kind.MULTIPLIER),
        },
    }
    for family, kinds in known.items():
        planted = [item.kind for item in PLANTED if FAMILIES[item.call] == family]
        assert all(planted.count(kind) >= 2 for kind in kinds), family


@pytest.mark.parametrize(
    ("call", "first", "second"),
    [
        ("half cut", {"params.loop_info.1.1": 33}, {"params.loop_info.2.1": 101}),
        ("transpose", {"params.loop_info.1": [1, 24]}, {"params.loop_info.2.1": 19}),
        ("bursts", {"params.data_copy.src_gap": 10}, {"params.data_copy.block_count": 11}),
        ("deq8", {"params.data_copy.src_gap": 5}, {"params.enhanced.is_relu": True}),
        (
            "int8 rows",
            {"params.quant": CALLS["int8 rows"]["params"]["quant"] ^ 1 << 46},
            {"dst.layout": {"pattern": "ND", "shape": [47, 64], "stride": [64, 1]}},
        ),
    ],
)
def test_two_mistakes_at_once(call: str, first: dict[str, Any], second: dict[str, Any]) -> None:
    found, seconds = diagnose(Planted(call, Kind.UNIT, {**first, **second}))
    assert found.best is not None
    assert found.best.exact
    assert len(found.best.changes) >= 2
    assert seconds < 2.5


def test_the_explanation_names_numbers_and_the_corrected_call() -> None:
    found, _ = diagnose(Planted("bursts", Kind.PITCH, {"params.data_copy.src_gap": 10}))
    assert found.best is not None
    assert found.best.changes == (("src_gap", 6, 10),)
    text = str(found)
    assert "pitch instead of gap: src_gap = 10 instead of 6; start to start instead of end to start" in text
    assert found.corrected.startswith("AscendC::DataCopyParams params{12, 4, 6, 2};")
    assert "{12, 4, 10, 2}" in found.mistaken(found.best)
    assert json.loads(json.dumps(found.to_dict()))["explanations"][0]["changes"] == [
        {"field": "src_gap", "should_be": 6, "was": 10}
    ]


def test_a_right_result_needs_no_doctor() -> None:
    call, before = Planted("slices", Kind.UNIT, {}).correct()
    found = examine(call, Planted("slices", Kind.UNIT, {}).actual(), before=before)
    assert found
    assert found.wrong == 0
    assert found.best is None
    assert str(found) == "the result is that of the call, all 1024 elements, bit for bit"


def plain(count: int = 256, rows: int = 16) -> BasicCall:
    core = am.Core("atlas-a2")
    x = core.global_tensor(np.arange(1, 1 + 40 * count, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", count, fill=0)
    return BasicCall(y, x, am.DataCopyParams(rows, count // rows // 8, 2, 0))


@pytest.mark.parametrize(
    ("places", "line"),
    [
        (np.s_[:, 5::16], "element every 16th from 5 on"),
        (np.s_[3:4, :], "burst 3"),
        (np.s_[12:, :], "burst 12 to 15 (the last 4)"),
        (np.s_[:2, :], "burst 0 to 1 (the first 2)"),
        (np.s_[::2, :8], "element 0 to 7 (the first 8), burst every second from 0 on"),
        (np.s_[15:, :], "burst 15 (the last)"),
    ],
)
def test_what_nothing_explains_is_described_by_loops(places: Any, line: str) -> None:
    call = plain(512, 16)
    am.data_copy(call.dst, call.src, call.params)
    actual = call.dst.to_numpy().reshape(16, 32)
    actual[places] = np.random.default_rng(0).standard_normal(actual[places].shape).astype(np.float32)
    found = examine(call, actual, before=np.zeros(512, np.float32), seconds=0.2)
    assert not found
    assert found.pattern[1] == line or set(line.split(", ")) == set(found.pattern[1].split(", "))
    assert "no single or double mistake that is known reproduces the result" in str(found)


def test_elements_outside_of_the_copy_are_told_apart() -> None:
    call = plain(256, 8)
    actual = np.zeros(256, np.float32)
    am.data_copy(call.dst, call.src, call.params)
    actual[:] = call.dst.to_numpy()
    call = BasicCall(call.dst, call.src, am.DataCopyParams(4, 4, 2, 0))
    found = examine(call, actual + np.float32(0.5), before=np.zeros(256, np.float32), seconds=0.1)
    assert any("that the copy does not write" in line for line in found.pattern)


def test_a_mistake_in_the_call_is_undone() -> None:
    wrong = BasicCall((right := plain()).dst, right.src, am.DataCopyParams(16, 2, 64, 0))
    results = []
    for call in (wrong, right):
        call.dst.fill(0)  # type: ignore[attr-defined]
        am.data_copy(call.dst, call.src, call.params)
        results.append(call.dst.to_numpy())
    found = examine(wrong, results[0], before=np.zeros(256, np.float32), expected=results[1])
    assert found.undo
    assert found.best is not None
    assert found.best.changes == (("src_gap", 64, 2),)
    assert "params{16, 2, 2, 0}" in found.corrected
    assert "the mistake is in its parameters" in str(found)


def test_what_lies_behind_a_tensor_is_unknown_and_said_so() -> None:
    core = am.Core("atlas-a2")
    numbers = np.arange(1, 2561, dtype=np.float32)
    x = core.global_tensor(numbers[:1400])
    call = BasicCall(core.local_tensor("VECIN", "float", 256, fill=0), x, am.DataCopyParams(8, 4, 18, 0))
    actual = np.concatenate([numbers[320 * burst :][:32] for burst in range(8)])  # bursts 5 to 7: behind the 1400
    found = examine(call, actual, before=np.zeros(256, np.float32))
    assert found.best is not None
    assert found.best.changes == (("src_gap", 18, 36),)
    assert found.best.unknown == 3 * 32
    assert "(96 elements would come from behind the end of a tensor: unknown)" in str(found)


def test_mistakes_that_the_bytes_do_not_tell_apart_are_called_so() -> None:
    core = am.Core("atlas-a2")
    x = core.global_tensor(np.arange(512, dtype=np.float32))
    call = BasicCall(core.local_tensor("VECIN", "float", 32, fill=0), x, am.DataCopyParams(2, 2, 3, 0))
    found = examine(call, np.arange(32, dtype=np.float32), before=np.zeros(32, np.float32))
    alike = found.equally_good
    assert {("src_gap", 3, 0), ("block_len", 2, 4)} <= {e.changes[0] for e in alike}
    assert f"the bytes do not tell the first {len(alike)} apart" in str(found)
    told = [e["as_good_as_the_first"] for e in found.to_dict()["explanations"]]
    assert told[: len(alike)] == [True] * len(alike)


SLICES = [[0, 145, 6, 2, 146], [1, 5, 1, 1, 7]], [[0, 127, 0, 2, 128], [0, 2, 0, 1, 3]]


def test_a_late_read_and_a_call_that_moves_nothing_are_not_told_apart() -> None:
    """Neither is there a reason to believe one of them: the text says how to know."""
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(146 * 7, dtype=np.float16))
    y = core.local_tensor("VECIN", "half", 128 * 3, fill=7)
    found = examine(make_call(y, x, *reversed(SLICES), 2), y.to_numpy())
    assert found.exact[0].kind is Kind.STALE
    assert {e.kind for e in found.equally_good} >= {Kind.STALE, Kind.UNIT}
    (line,) = [line for line in found.lines() if line.startswith("nothing was written")]
    assert "a read that comes too early and a call that moves nothing look alike" in line


@pytest.mark.parametrize("burst", [32, 64])
def test_a_call_that_moves_nothing_breaks_a_rule(burst: int) -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(146 * 7, dtype=np.float16))
    y = core.local_tensor("VECIN", "half", 128 * 3)
    src, dst = ([[*head[:3], burst, head[4]], last] for head, last in SLICES)
    assert any(f.severity == "error" for f in am.diagnose(y, x, dst, src, 2))


def test_a_number_without_a_known_reason_is_found() -> None:
    right = plain(1024, 16)
    right = BasicCall(right.dst, right.src, am.DataCopyParams(16, 3, 9, 4))
    actual = np.zeros(1024, np.float32)
    for burst in range(16):
        actual[56 * burst : 56 * burst + 24] = np.arange(1, 1 + 10240, dtype=np.float32)[8 * 28 * burst :][:24]
    found = examine(right, actual, before=np.zeros(1024, np.float32))
    assert found.best is not None
    assert found.best.kinds == (Kind.OTHER,)
    assert found.best.changes == (("src_gap", 9, 25),)


def test_the_mistaken_layout_of_a_matrix_is_shown() -> None:
    found, _ = diagnose(Planted("float rows", Kind.VALID, {"dst.layout.stride": [56, 1]}))
    assert found.best is not None
    assert "MakeShape(40, 56), MakeStride(104, 1)" in found.corrected
    assert "MakeShape(40, 56), MakeStride(56, 1)" in found.mistaken(found.best)
    fractal, _ = diagnose(Planted("fractals", Kind.C0, {"dst.layout.c0": 8}))
    assert fractal.best is not None
    assert "MakeFrameLayout<NZLayoutPtn, 8>(48, 64)" in fractal.mistaken(fractal.best)


def test_sizes_are_checked() -> None:
    with pytest.raises(BadArgument, match="actual holds 12 B, the destination 1024 B"):
        examine(plain(), np.zeros(3, np.float32))


CASE = """
product: atlas-a2
call: data_copy
src: {position: GM, dtype: half, count: 1024, data: {random: 3}}
dst: {position: VECIN, dtype: half, count: 512, fill: 0}
params: {data_copy: {block_count: 8, block_len: 2, src_gap: 4, dst_gap: 1}}
"""


def command(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["doctor", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def test_the_command(tmp_path: Path) -> None:
    from ascmove.cases import Case

    (tmp_path / "case.yaml").write_text(CASE)
    (tmp_path / "wrong.yaml").write_text(CASE.replace("src_gap: 4", "src_gap: 6"))
    np.save(tmp_path / "good.npy", Case.load(tmp_path / "case.yaml").run().output)
    np.save(tmp_path / "bad.npy", Case.load(tmp_path / "wrong.yaml").run().output)
    code, out, _ = command(tmp_path / "case.yaml", "--actual", tmp_path / "good.npy")
    assert (code, "bit for bit" in out) == (0, True)
    code, out, _ = command(tmp_path / "case.yaml", "--actual", tmp_path / "bad.npy")
    assert code == 1
    assert "1. pitch instead of gap: src_gap = 6 instead of 4" in out
    code, out, _ = command(tmp_path / "case.yaml", "--actual", tmp_path / "bad.npy", "--json", "--seconds", "0.5")
    assert code == 1
    assert json.loads(out)["wrong"] > 0
    code, _, err = command(tmp_path / "case.yaml", "--actual", tmp_path / "none.npy")
    assert code == 2
    assert "a result is a .npy or .bin file that exists" in err


def test_the_command_asks_for_what_was_there_before(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(CASE.replace(", fill: 0", ""))
    (tmp_path / "known.yaml").write_text(CASE)
    np.save(tmp_path / "zeros.npy", np.zeros(512, np.float16))
    asked = "note: the case does not say what dst held before; --before FILE does, and finds old content\n"
    assert command(tmp_path / "case.yaml", "--actual", tmp_path / "zeros.npy")[2] == asked
    for name in ("--before", "--previous"):
        code, out, err = command(
            tmp_path / "case.yaml", "--actual", tmp_path / "zeros.npy", name, tmp_path / "zeros.npy"
        )
        assert (code, err) == (1, "")
        assert "missing wait: previous content" in out
    assert command(tmp_path / "known.yaml", "--actual", tmp_path / "zeros.npy")[2] == ""
