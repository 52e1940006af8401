"""Files that are no kernels, broken, deep, long: a clean message or a note, in time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascmove.cli.app import app
from ascmove.errors import CaseError
from ascmove.reading import read_kernel, read_text

KERNELS = Path(__file__).parent / "kernels"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"x" * 10_000_000, "10000000 B; kernels of at most 2097152 B are read"),
        (b"\x7fELF" + b"\0" * 100, "this is no text: 100 control characters in the first 104 B"),
        (random.Random(1).randbytes(100_000), "this is no text"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_bytes(content)
    with pytest.raises(CaseError, match=message):
        read_kernel(path)
    for command in ("read", "check"):
        done = CliRunner().invoke(app, [command, str(path)])
        assert done.exit_code == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("class K { void f() { DataCopy(ub, gm, 16); ", 1),
        ("void f() { DataCopy(ub, gm, 16); }\n}}}}", 2),
        ("void f() {\n  DataCopy(ub, gm, 16);\n  if (x { }\n}", 3),
        ("void f() { DataCopy(ub, gm, 16) }", 1),
    ],
)
def test_unbalanced_text_is_read_and_named(text: str, line: int, tmp_path: Path) -> None:
    kernel = read_text(text)
    assert [call.params for call in kernel.calls] == [{"count": 16}]
    (((row, _), note),) = kernel.odd
    assert (row, note.code) == (line, "KER004")
    path = tmp_path / "kernel.cpp"
    path.write_text(text)
    done = CliRunner().invoke(app, ["check", str(path)])
    assert done.exit_code == 0
    assert "KER004" in done.stdout


def test_junk_without_control_characters_has_no_calls() -> None:
    text = "".join(chr(random.Random(k).randrange(33, 256)) for k in range(20_000))
    kernel = read_text(text)
    assert kernel.calls == ()
    assert [note.code for _, note in kernel.odd] == ["KER004"]


def test_depth_is_limited_with_a_message() -> None:
    deep = "void f() { int k = " + "(" * 500 + "16" + ")" * 500 + "; DataCopy(a, b, k); }"
    assert read_text(deep).calls[0].params == {"count": 16}
    with pytest.raises(CaseError, match="nested too deeply"):
        read_text("void f() { int k = " + "(" * 50_000 + "1" + ")" * 50_000 + "; }")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "int f(int n) { return f(n - 1) + f(n - 2); } void g() { DataCopy(a, b, f(64)); }",
            "is not followed this deep",
        ),
        ("void g() { DataCopy(a, b, 1 << 100000000); }", "`1 << 100000000` cannot be computed"),
        ("void g() { int k = 9; for (int i = 0; i < 60; i++) k = k * k; DataCopy(a, b, k); }", "does not fit 32 bits"),
        ("void g() { DataCopy(a, b, 99999999999999999999999999); }", "does not fit 64 bits"),
        ("void g() { DataCopy(a, b, 1e400); }", "a form of DataCopy that is not read"),
        ("#define A A\nvoid g() { DataCopy(a, b, A); }", "the macro A is not read"),
        (
            "#define A0 1\n"
            + "".join(f"#define A{k} (A{k - 1} + A{k - 1})\n" for k in range(1, 40))
            + "void g() { DataCopy(a, b, A39); }",
            "is not expanded this often",
        ),
        ("int k = k; void g() { DataCopy(a, b, k); }", "k is not declared in this file"),
    ],
)
def test_what_has_no_end_is_left_open(text: str, reason: str) -> None:
    (call,) = read_text(text).calls
    assert reason in (call.note or call.open_parameters[0])


def test_loops_without_end_are_walked_once() -> None:
    text = "void g() { for (int i = 0;; i++) { DataCopy(a, b, 16); } while (true) { } for (int i = 0; i < 10;) { } }"
    assert len(read_text(text).calls) == 1


def test_deep_loops_stop_and_say_so() -> None:
    loops = "".join(f"for (int {n} = 0; {n} < 64; {n}++) " for n in "ijk")
    kernel = read_text(f"void f() {{ {loops} {{ DataCopy(u, g, 16 * k + 16 + i + j); }} }}")
    (call,) = kernel.calls
    assert any(line.startswith("count: ") for line in call.open_parameters)
    assert "KER003" in {f.code for f in kernel.findings(call)}


def test_five_thousand_lines_are_read_whole() -> None:
    body = (KERNELS / "add_tiles.cpp").read_text()
    count = 5000 // len(body.splitlines()) + 1
    text = "\n".join(f"namespace n{k} {{\n{body}\n}}" for k in range(count))
    assert len(text.splitlines()) >= 5000
    assert len(read_text(text).calls) == 3 * count


def test_sizes_beyond_all_measure_are_findings() -> None:
    """A dimension that no list has room for is refused, not counted to."""
    kernel = read_text("void g() { SliceInfo s[] = {{0, 7, 0, 1, 8}}; DataCopy(ub, gm, s, s, 1000000000); }")
    (call,) = kernel.calls
    assert call.params["dim_value"] == 1_000_000_000
    assert {"SLI004", "SLI005"} <= {finding.code for finding in kernel.findings(call)}
