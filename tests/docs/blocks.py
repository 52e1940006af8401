"""Fenced code blocks of Markdown pages, as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)(?P<options>[^`]*)$")
_TITLE = re.compile(r'title="([^"]*)"')
_ELSEWHERE = re.compile(r"<!-- run by (\S+) -->")


@dataclass(frozen=True)
class Block:
    """One fenced block: language, title, content, the line its fence stands on.

    ``elsewhere`` is the file that runs this block instead of the page's own test.
    """

    page: Path
    line: int
    language: str
    title: str
    text: str
    elsewhere: str = ""

    @property
    def file(self) -> str:
        """The file that the block shows; empty when its title is no file name."""
        return self.title if re.fullmatch(r"[\w/.-]+\.\w+", self.title) else ""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    opened: re.Match[str] | None = None
    start, body, last = 0, [""], ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if opened is None:
            if found := _FENCE.match(line):
                opened, start, body = found, number, []
            elif line.strip():
                last = line
            continue
        indent = opened["indent"]
        if line == f"{indent}```":
            title = _TITLE.search(opened["options"])
            elsewhere = _ELSEWHERE.search(last)
            text = "\n".join(body) + "\n"
            yield Block(
                page, start, opened["language"], title[1] if title else "", text, elsewhere[1] if elsewhere else ""
            )
            opened, last = None, ""
        else:
            body.append(line.removeprefix(indent))
    assert opened is None, f"{page}:{start}: the fence is never closed"
