"""Examples: the cases in the menu of the live page."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple


class Example(NamedTuple):
    """A case with the title from its first line."""

    name: str
    title: str
    text: str


def examples() -> list[Example]:
    """All examples, by title.

    >>> [e.title for e in examples() if e.name == "nddma_broadcast"]
    ['NDDMA: broadcast a row']
    """
    room = files("ascmove") / "serve" / "examples"
    found = []
    for file in room.iterdir():
        if file.name.endswith(".yaml"):
            text = file.read_text("utf-8")
            found.append(Example(file.name.removesuffix(".yaml"), text.splitlines()[0].lstrip("# "), text))
    return sorted(found, key=lambda example: example.title.lower())
