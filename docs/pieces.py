"""Pieces of Markdown that generated pages are made of."""

from __future__ import annotations

from collections.abc import Iterable

Row = Iterable[object]


def table(head: Row, rows: Iterable[Row]) -> str:
    r"""A Markdown table; a bar inside a cell is escaped.

    >>> print(table(["a", "b"], [[1, "x | y"]]))
    | a | b |
    |---|---|
    | 1 | x \| y |
    """
    names = list(head)
    lines: list[list[object]] = [names, ["---"] * len(names), *(list(row) for row in rows)]
    texts = [[str(cell).replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines]
    return "\n".join(
        "|" + "|".join(cells) + "|" if cells == ["---"] * len(names) else "| " + " | ".join(cells) + " |"
        for cells in texts
    )


def code(names: Iterable[object]) -> str:
    """Names in code type, separated by commas."""
    return ", ".join(f"`{name}`" for name in names)


def paragraphs(*parts: str) -> str:
    """Parts of a page with empty lines between them; empty parts are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"
