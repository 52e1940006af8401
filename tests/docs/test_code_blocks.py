"""Every code block of the site and of the README does what the page says.

The blocks of a page share one directory and one Python namespace and run in order:

* a block whose title is a file name is written to that file (and a case is read as one);
* ``python`` is executed; ``sh`` is run by bash and ends with status 0, or N where its title says "exit status N";
* ``yaml`` can be read, and a case is judged; ``json`` and ``toml`` can be read;
* ``text`` with the title "prints" is what the block before it printed (``...`` stands for anything).
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from ascmove.cases import Case
from tests.docs.blocks import PAGES, ROOT, Block, blocks

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_SHOWN = {"", "text", "cpp", "mermaid", "diff", "html", "svg", "console"}


class Reader:
    """A reader of one page who does everything it says."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.names: dict[str, Any] = {"__name__": "__page__"}
        self.printed = ""

    def follow(self, block: Block) -> None:
        """Do what one block says."""
        if block.file:
            target = self.directory / block.file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        if block.language in _SHOWN:
            if block.title == "prints":
                self.compare(block)
            return
        getattr(self, f"follow_{block.language}")(block)

    def compare(self, block: Block) -> None:
        """The output shown is the output of the block before."""
        checker = doctest.OutputChecker()
        example = doctest.Example("", block.text)
        if not checker.check_output(block.text, self.printed, _FLAGS):
            raise AssertionError(f"{block}\n{checker.output_difference(example, self.printed, _FLAGS)}")

    def follow_python(self, block: Block) -> None:
        """Execute it, unless it is a file that a later block runs."""
        if block.file:
            return
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile("\n" * block.line + block.text, str(block.page), "exec"), self.names)
        self.printed = out.getvalue()

    def follow_sh(self, block: Block) -> None:
        """Run it by bash, output and errors together."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-eu", "-o", "pipefail", "-c", block.text],
            cwd=self.directory,
            env={
                **os.environ,
                "PATH": path,
                "COLUMNS": "120",
                "NO_COLOR": "1",
                "PYTHONWARNINGS": "ignore::RuntimeWarning",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        self.printed = done.stdout
        wanted = re.fullmatch(r"exit status (\d+)", block.title)
        assert done.returncode == (int(wanted[1]) if wanted else 0), f"{block}\n{done.stdout}"

    def follow_yaml(self, block: Block) -> None:
        """Read it; a case is judged."""
        data = yaml.safe_load(block.text)
        if isinstance(data, dict) and "product" in data:
            path = self.directory / (block.file or f"line_{block.line}.yaml")
            path.write_text(block.text, encoding="utf-8")
            Case.load(path).diagnose()

    def follow_json(self, block: Block) -> None:
        """Read it."""
        json.loads(block.text)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_blocks_of_the_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("examples", "src", "docs"):
        (tmp_path / name).symlink_to(ROOT / name, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    reader = Reader(tmp_path)
    for block in blocks(page):
        if not block.elsewhere:
            reader.follow(block)


@pytest.mark.parametrize("block", [b for page in PAGES for b in blocks(page) if b.elsewhere], ids=str)
def test_block_is_run_elsewhere(block: Block) -> None:
    """A block that another file runs is named there, by its page or by its last command."""
    text = (ROOT / block.elsewhere).read_text(encoding="utf-8")
    command = block.text.strip().splitlines()[-1].split("/")[-1]
    assert block.page.name in text or command in text
