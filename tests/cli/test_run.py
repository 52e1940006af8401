"""`ascmove run`: exit status, streams, files, JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import COPY, Command

VECTORS = Path(__file__).parents[1] / "vectors"


def test_good_case(ascmove: Command, folder: Path) -> None:
    result = ascmove("run", "good.yaml")
    assert result.status == 0
    assert result.err == ""
    assert result.out.splitlines() == [
        "good.yaml: data_copy  GM[half, 64] -> VECIN[half, 64]  on ascend-950",
        "  moved     96 B read, 96 B written, 1 run of 96 B",
        "  findings  none",
        "  loops     for element in 0..47",
        "              dst[element] = src[element]",
        "  dst       [0]   0  1  2  3  4  5  6  7",
        "            [8]   8  9 10 11 12 13 14 15",
        "            [16] 16 17 18 19 20 21 22 23",
        "            [24] 24 25 26 27 28 29 30 31",
        "            [32] 32 33 34 35 36 37 38 39",
        "            [40] 40 41 42 43 44 45 46 47",
        "            [48] -1 -1 -1 -1 -1 -1 -1 -1",
        "            [56] -1 -1 -1 -1 -1 -1 -1 -1",
    ]


def test_broken_case_moves_nothing(ascmove: Command, folder: Path) -> None:
    result = ascmove("run", "broken.yaml", "--out", "out.npy")
    assert result.status == 1
    assert result.err.count("error[") == 2
    assert "nothing was moved" in result.out
    assert not Path("out.npy").exists()


def test_warning_does_not_change_the_status(ascmove: Command, folder: Path) -> None:
    result = ascmove("run", "warned.yaml")
    assert result.status == 0
    assert result.err.startswith("warning[ENH010]")


def test_out_holds_the_whole_buffer(ascmove: Command, folder: Path) -> None:
    assert ascmove("run", "good.yaml", "--out", "out.npy").status == 0
    assert ascmove("run", "good.yaml", "--out", "out.bin").status == 0
    expected = np.concatenate([np.arange(48), np.full(16, -1)]).astype(np.float16)
    np.testing.assert_array_equal(np.load("out.npy"), expected)
    np.testing.assert_array_equal(np.fromfile("out.bin", np.float16), expected)


def test_expect_that_differs(ascmove: Command, folder: Path) -> None:
    np.save("golden.npy", np.zeros(64, np.float16))
    Path("differs.yaml").write_text(COPY + "expect: {file: golden.npy}\n")
    result = ascmove("run", "differs.yaml", "--out", "out.npy")
    assert result.status == 1
    assert "63 of 64 elements differ" in result.out
    assert "dst[1] = 1.0 (0x3c00), expected 0.0 (0x0000)" in result.out
    assert Path("out.npy").exists()


def test_output_of_a_run_can_be_expected(ascmove: Command, folder: Path) -> None:
    ascmove("run", "good.yaml", "--out", "golden.npy")
    Path("equal.yaml").write_text(COPY + "expect: {file: golden.npy}\n")
    result = ascmove("run", "equal.yaml")
    assert result.status == 0
    assert "equal, all 64 elements" in result.out


def test_json_of_a_run(ascmove: Command, folder: Path) -> None:
    result = ascmove("run", "good.yaml", "--json")
    report = json.loads(result.out)
    assert set(report) == {"ok", "findings", "bytes_read", "bytes_written", "dst"}
    assert (report["ok"], report["findings"], report["bytes_read"], report["bytes_written"]) == (True, [], 96, 96)
    assert report["dst"]["position"] == "VECIN"
    assert report["dst"]["values"][:3] == [0, 1, 2]
    assert result.err == ""


def test_json_of_a_broken_case(ascmove: Command, folder: Path) -> None:
    result = ascmove("run", "broken.yaml", "--json")
    assert result.status == 1
    report = json.loads(result.out)
    assert report["ok"] is False
    assert report["bytes_written"] == 0
    wanted = {"code", "severity", "field", "message", "value", "limit", "nearest", "source", "evidence"}
    assert all(wanted <= set(finding) for finding in report["findings"])
    assert [finding["code"] for finding in report["findings"]] == ["TEN008", "TEN009"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("run",),
        ("run", "missing.yaml"),
        ("run", "good.yaml", "--out", "out.txt"),
        ("run", "good.yaml", "--out", "no/such/folder/out.npy"),
        ("run", "good.yaml", "--engine", "abacus"),
        ("run", "good.yaml", "--mode", "loose"),
        ("run", "good.yaml", "--limits", "none"),
        ("run", "good.yaml", "--unknown"),
        ("run", "."),
        ("fly",),
    ],
)
def test_unusable_arguments(ascmove: Command, folder: Path, arguments: tuple[str, ...]) -> None:
    result = ascmove(*arguments)
    assert result.status == 2
    assert result.out == ""
    assert result.err


def test_relaxed_mode(ascmove: Command, folder: Path) -> None:
    case = Path(__file__).parents[2] / "src" / "ascmove" / "rules" / "examples" / "ENH027_bad.yaml"
    assert ascmove("run", case).status == 1
    relaxed = ascmove("run", case, "--mode", "relaxed")
    assert relaxed.status == 0
    assert "warning[ENH027]" in relaxed.err


def test_rows_follow_the_shape_of_the_call(ascmove: Command) -> None:
    result = ascmove("run", VECTORS / "slice" / "005_notes_s2_unaligned.yaml")
    assert "  dst       [0]   16  17  18" in result.out
    assert "            [32] 176 177 178" in result.out


def test_undefined_elements_are_dots(ascmove: Command, folder: Path) -> None:
    Path("open.yaml").write_text(COPY.replace(", fill: -1", ""))
    assert "            [48]  .  .  .  .  .  .  .  ." in ascmove("run", "open.yaml").out


def test_as_a_process(folder: Path) -> None:
    """No colour codes where the streams are no terminal; the same status as in this process."""
    code = "from ascmove.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "run", "broken.yaml"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "error[TEN008]" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
