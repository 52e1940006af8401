"""Help with examples, completion, suggestions, colours and progress on terminals only."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from ascmove.cli import console
from ascmove.cli.app import app
from tests.cli.conftest import Command

COMMANDS = sorted(getattr(typer.main.get_command(app), "commands", {}))


def shown(ascmove: Command, *arguments: str) -> str:
    result = ascmove(*arguments, "--help")
    assert result.status == 0
    return result.out


def examples(text: str) -> list[str]:
    return [line.strip() for line in text.split("Examples:\n")[1].splitlines() if line.strip()]


def test_all_commands_are_tried() -> None:
    assert {"run", "check", "compare", "doctor", "draw", "serve", "read", "explain", "rules", "formats"} <= set(
        COMMANDS
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_of_its_own_options(ascmove: Command, command: str) -> None:
    text = shown(ascmove, command)
    lines = examples(text)
    assert lines
    for line in lines:
        assert line.startswith(f"ascmove {command}")
        for option in re.findall(r"--[\w-]+", line):
            assert re.search(rf"{option}\b", text.split("Examples:")[0]), line


@pytest.mark.parametrize("command", COMMANDS)
def test_help_speaks_plainly(ascmove: Command, command: str) -> None:
    """No types of Python, no braces, no escape codes; each option has a help text."""
    text = shown(ascmove, command)
    assert not re.search(r"list\[|<(bool|str|int|float|path)|\{|\x1b", text)
    options = text.split("Options:\n")[1].split("Examples:")[0]
    assert re.findall(r"^  (-\S.*)$", options, re.MULTILINE)
    assert not re.findall(r"^  -\S+(?: \S+)?\n  -", options, re.MULTILINE)


def test_help_of_the_program_cuts_no_line(ascmove: Command) -> None:
    text = shown(ascmove)
    assert "..." not in text.split("Commands:")[1]
    assert "ascmove --install-completion" in examples(text)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("chek", "x.yaml"), "'check'"),
        (("rules", "--famly", "NDD"), "--family"),
        (("explain", "NDD112"), "'NDD012'"),
        (("rules", "--product", "ascend950"), "'ascend-950'"),
        (("rules", "--severity", "warnin"), "'warning'"),
        (("rules", "--family", "nddm"), "'nddma'"),
        (("formats", "hafl"), "'half'"),
        (("check", "good.yaml", "--severity", "eror"), "'error'"),
        (("run", "good.yaml", "--mode", "relaxd"), "'relaxed'"),
        (("run", "good.yaml", "--engine", "nativ"), "'native'"),
        (("check", "good.yaml", "--select", "NDD04"), "'NDD0"),
        (("draw", "good.yaml", "--colour", "brst"), "'burst'"),
        (("draw", "good.yaml", "--text", "valu"), "'value'"),
    ],
)
def test_suggestions(ascmove: Command, folder: Path, arguments: tuple[str, ...], meant: str) -> None:
    result = ascmove(*arguments)
    assert result.status == 2
    assert meant in result.err


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("chec", {"check"}),
        ("explain NDD00", {"NDD004", "NDD007"}),
        ("check --select TEN,SLI02", {"TEN,SLI024"}),
        ("run x.yaml --mode ", {"strict", "relaxed"}),
        ("run x.yaml --limits h", {"host"}),
        ("run x.yaml --engine n", {"native", "numpy"}),
        ("rules --product atlas-a", {"atlas-a2", "atlas-a3"}),
        ("read k.cpp --product asc", {"ascend-950"}),
        ("formats deq", {"deq_value"}),
        ("formats bf", {"bfloat16_t"}),
        ("draw x.yaml --colour f", {"fractal"}),
        ("compare a b --threshold eco", {"ecosystem"}),
    ],
)
def test_completion(ascmove: Command, monkeypatch: pytest.MonkeyPatch, words: str, wanted: set[str]) -> None:
    monkeypatch.setenv("_ASCMOVE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"ascmove {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
    assert wanted <= set(ascmove().out.split("\n"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown(ascmove: Command, monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    monkeypatch.setenv("_ASCMOVE_COMPLETE", f"source_{shell}")
    assert "_ASCMOVE_COMPLETE" in ascmove().out


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return monkeypatch


def test_colours_on_a_terminal_only(plain_environment: pytest.MonkeyPatch) -> None:
    assert console.paint("x", "1", Terminal()) == "\x1b[1mx\x1b[0m"
    assert console.paint("x", "1", io.StringIO()) == "x"
    assert console.width(io.StringIO()) is None
    assert console.width(Terminal()) is not None


@pytest.mark.parametrize(
    ("variables", "terminal", "wanted"),
    [
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": ""}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
)
def test_colours_as_the_environment_says(
    plain_environment: pytest.MonkeyPatch, variables: dict[str, str], terminal: bool, wanted: bool
) -> None:
    for name, value in variables.items():
        plain_environment.setenv(name, value)
    assert console.coloured(Terminal() if terminal else io.StringIO()) is wanted


@pytest.mark.parametrize("command", [("check", "broken.yaml"), ("draw", "good.yaml"), ("run", "broken.yaml")])
def test_output_through_a_pipe_has_no_colours(
    ascmove: Command, folder: Path, plain_environment: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    result = ascmove(*command)
    assert "\x1b" not in result.out + result.err
    plain_environment.setenv("FORCE_COLOR", "1")
    result = ascmove(*command)
    assert "\x1b[" in result.out + result.err


def works(items: Iterator[int]) -> tuple[list[int], str]:
    found = list(items)
    assert isinstance(sys.stderr, io.StringIO)
    return found, sys.stderr.getvalue()


def test_progress_on_a_terminal_only(plain_environment: pytest.MonkeyPatch) -> None:
    for stream, seen in ((Terminal(), True), (io.StringIO(), False)):
        plain_environment.setattr(sys, "stderr", stream)
        items, text = works(console.progress(range(5), "checking"))
        assert items == [0, 1, 2, 3, 4]
        assert ("checking" in text) is seen


def test_one_item_needs_no_bar(plain_environment: pytest.MonkeyPatch) -> None:
    plain_environment.setattr(sys, "stderr", Terminal())
    assert works(console.progress([7], "checking")) == ([7], "")
