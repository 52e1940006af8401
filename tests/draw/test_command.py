"""`ascmove draw` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascmove.cli.app import app
from ascmove.serve.examples import examples

RUN = CliRunner()


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(next(e.text for e in examples() if e.name == "nddma_broadcast"), "utf-8")
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.yaml"
    path.write_text(next(e.text for e in examples() if e.name == "broken_overlap"), "utf-8")
    return path


@pytest.mark.parametrize(("suffix", "start"), [("html", "<!doctype html>"), ("svg", "<svg ")])
def test_files(case: Path, suffix: str, start: str) -> None:
    out = case.with_suffix(f".{suffix}")
    done = RUN.invoke(app, ["draw", str(case), "--out", str(out)])
    assert (done.exit_code, done.output) == (0, "")
    assert out.read_text("utf-8").startswith(start)


def test_png(case: Path) -> None:
    pytest.importorskip("resvg_py")
    out = case.with_suffix(".png")
    assert RUN.invoke(app, ["draw", str(case), "--out", str(out)]).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_the_terminal(case: Path) -> None:
    done = RUN.invoke(app, ["draw", str(case), "--text", "element", "--colour", "loop:i0"])
    assert done.exit_code == 0
    assert " 0  1  2  3  4  5  6  7│ 8  9 10 11 12 13 14 15│" in done.output
    assert "\x1b" not in done.output


def test_a_broken_case_is_drawn_and_ends_with_1(broken: Path) -> None:
    out = broken.with_suffix(".svg")
    done = RUN.invoke(app, ["draw", str(broken), "--out", str(out)])
    assert done.exit_code == 1
    assert "error[NDD015]" in done.output
    assert "NDD015" in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "x.pdf"], "x.pdf: the suffix is .html, .svg, .png"),
        (["--colour", "brst"], "--colour 'brst'; did you mean 'burst'?"),
        (["--text", "valu"], "--text 'valu'; did you mean 'value'?"),
        (["--out", "no/such/folder/x.svg"], "no/such/folder/x.svg: cannot be written: No such file or directory"),
    ],
)
def test_mistakes_end_with_2_and_one_message(case: Path, arguments: list[str], message: str) -> None:
    done = RUN.invoke(app, ["draw", str(case), *arguments])
    assert done.exit_code == 2
    assert done.output == f"error: {message}\n"


def test_a_missing_case(tmp_path: Path) -> None:
    assert RUN.invoke(app, ["draw", str(tmp_path / "none.yaml")]).exit_code == 2


def test_serve_names_a_port_that_is_taken() -> None:
    pytest.importorskip("starlette")
    from ascmove.serve.server import listen, port_of

    taken = listen(0)
    port = port_of(taken)
    done = RUN.invoke(app, ["serve", "--no-browser", "--port", str(port)])
    taken.close()
    assert done.exit_code == 2
    assert done.output.startswith(f"error: port {port} of 127.0.0.1 cannot be used: ")
    assert "choose another with --port" in done.output
