"""`ascmove check`: many files, selection, exit status, JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_summary_of_many_files(ascmove: Command, folder: Path) -> None:
    result = ascmove("check", "good.yaml", "broken.yaml", "warned.yaml")
    assert result.status == 1
    assert result.out.splitlines() == [
        "case         errors  warnings  notes  codes",
        "good.yaml    0       0         0      -",
        "broken.yaml  2       0         0      TEN008 TEN009",
        "warned.yaml  0       1         0      ENH010",
        "3 cases, 2 errors, 1 warning, 0 notes",
    ]
    assert result.err.count("error[") == 2
    assert result.err.count("warning[") == 1


def test_folder(ascmove: Command, folder: Path) -> None:
    assert ascmove("check", ".").out.splitlines()[-1] == "3 cases, 2 errors, 1 warning, 0 notes"
    (folder / "empty").mkdir()
    empty = ascmove("check", "empty")
    assert (empty.status, empty.err) == (
        2,
        "error: empty: no .yaml cases and no kernels with copy calls in this folder\n",
    )


def test_folder_with_kernels(ascmove: Command, folder: Path) -> None:
    """Kernels are taken where they call a copy, like cases; other C++ is left alone."""
    (folder / "in" / "deep").mkdir(parents=True)
    (folder / "in" / "deep" / "k.cpp").write_text("void f() { DataCopy(ub, gm, {0, 1, 0, 0}); }")
    (folder / "in" / "host.h").write_text("int main() { copy(a, b); DataCopyParams p; return 0; }")
    found = ascmove("check", "in")
    assert (found.status, [line.split()[0] for line in found.out.splitlines()]) == (0, ["case", "in/deep/k.cpp:1:12"])
    assert "folders with .yaml cases and kernels" in " ".join(ascmove("check", "--help").out.split())


@pytest.mark.parametrize(
    ("arguments", "status", "codes"),
    [
        ((), 1, "TEN008 TEN009"),
        (("--ignore", "TEN008"), 1, "TEN009"),
        (("--ignore", "TEN008,TEN009"), 0, "-"),
        (("--ignore", "TEN"), 0, "-"),
        (("--ignore", "TEN", "--select", "TEN009"), 1, "TEN009"),
        (("--select", "NDD"), 0, "-"),
        (("--select", "ten008"), 1, "TEN008"),
        (("--select", "ALL", "--ignore", "TEN009"), 1, "TEN008"),
        (("--severity", "error"), 1, "TEN008 TEN009"),
    ],
)
def test_selection(ascmove: Command, folder: Path, arguments: tuple[str, ...], status: int, codes: str) -> None:
    result = ascmove("check", "broken.yaml", *arguments)
    assert result.status == status
    assert result.out.splitlines()[1].split(maxsplit=4)[-1] == codes


@pytest.mark.parametrize(
    ("arguments", "ends"),
    [
        (("broken.yaml",), "broken.yaml  2       0         0      TEN008 TEN009"),
        (("broken.yaml", "--ignore", "TEN"), "2 ignored"),
        (("broken.yaml", "--ignore", "TEN008"), "1 ignored"),
        (("warned.yaml", "--severity", "error"), "1 ignored"),
        (("broken.yaml", "warned.yaml", "--ignore", "TEN"), ", 2 ignored"),
        (("k.cpp", "--ignore", "KER"), "1 ignored"),
    ],
)
def test_what_is_ignored_is_counted(ascmove: Command, folder: Path, arguments: tuple[str, ...], ends: str) -> None:
    (folder / "k.cpp").write_text("void f() { DataCopy(ub, gm, {n, 1, 0, 0}); }")
    assert ascmove("check", *arguments).out.splitlines()[-1].endswith(ends)


def test_severity_hides_warnings(ascmove: Command, folder: Path) -> None:
    assert "ENH010" in ascmove("check", "warned.yaml", "--severity", "warning").out
    assert "ENH010" not in ascmove("check", "warned.yaml", "--severity", "error").out


def test_status_0_without_errors(ascmove: Command, folder: Path) -> None:
    assert ascmove("check", "good.yaml", "warned.yaml").status == 0


def test_one_unusable_file_does_not_hide_the_others(ascmove: Command, folder: Path) -> None:
    (folder / "junk.yaml").write_text("[1, 2]")
    result = ascmove("check", "junk.yaml", "broken.yaml")
    assert result.status == 2
    assert "error: junk.yaml: a case is a mapping" in result.err
    assert "error[TEN008]" in result.err
    assert "unusable" in result.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("check", "good.yaml", "--select", "XYZ"),
        ("check", "good.yaml", "--ignore", "NDD999"),
        ("check", "good.yaml", "--severity", "fatal"),
        ("check", "good.yaml", "--json", "--sarif"),
        ("check", "missing.yaml"),
    ],
)
def test_unusable_arguments(ascmove: Command, folder: Path, arguments: tuple[str, ...]) -> None:
    assert ascmove(*arguments).status == 2


def test_json_of_one_case(ascmove: Command, folder: Path) -> None:
    result = ascmove("check", "broken.yaml", "--json")
    assert result.status == 1
    report = json.loads(result.out)
    assert set(report) == {"ok", "findings", "bytes_read", "bytes_written", "dst"}
    assert [f["code"] for f in report["findings"]] == ["TEN008", "TEN009"]
    assert report["dst"] == {"position": "VECIN", "dtype": "half", "count": 64, "address": 0, "bytes": 128}
    assert result.err == ""


def test_json_of_many_cases(ascmove: Command, folder: Path) -> None:
    (folder / "junk.yaml").write_text("[1, 2]")
    result = ascmove("check", "good.yaml", "broken.yaml", "junk.yaml", "--json")
    assert result.status == 2
    report = json.loads(result.out)
    assert report["ok"] is False
    assert [(c["case"], c["ok"]) for c in report["cases"]] == [
        ("good.yaml", True),
        ("broken.yaml", False),
        ("junk.yaml", False),
    ]
    assert report["cases"][0]["bytes_read"] == 96
    assert "a mapping" in report["cases"][2]["error"]


def test_nothing_is_allocated(ascmove: Command, folder: Path) -> None:
    """A tensor of a petabyte is judged, not made; running it is refused in one line."""
    text = (folder / "good.yaml").read_text().replace("count: 64, data: {arange: [0, 64]}", "count: 1000000000000000")
    (folder / "huge.yaml").write_text(text)
    assert ascmove("check", "huge.yaml").status == 0
    result = ascmove("run", "huge.yaml")
    assert result.status == 2
    assert result.err == (
        "error: huge.yaml: src: 1000000000000000 elements of half are 2000000000000000 B; at most 1073741824 B can be "
        "run, larger tensors can only be checked\n"
    )
