"""How docstrings look on the reference pages (an extension of Griffe, which reads them).

The docstrings of the project are plain text with examples in them: `>>>` blocks, and indented blocks behind a line that
ends in ``::``. Both become fenced code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import griffe


class FencedExamples(griffe.Extension):  # type: ignore[misc]  # Griffe comes with the docs extra only
    """Fence the examples of every docstring."""

    def on_instance(self, *, obj: Any, **kwargs: Any) -> None:
        """Change the docstring of one object, when it has one of its own."""
        if not obj.is_alias and obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""``text`` with its examples fenced.

    >>> print(fenced("Twice::\n\n    a a\n\nExample.\n\n>>> 1\n1"))
    Twice:
    <BLANKLINE>
    ```python
    a a
    ```
    <BLANKLINE>
    Example.
    <BLANKLINE>
    ```pycon
    >>> 1
    1
    ```
    """
    paragraphs = re.split(r"\n{2,}", text.strip("\n"))
    return "\n\n".join(_fence(paragraphs))


def _fence(paragraphs: list[str]) -> Iterator[str]:
    literal: list[str] = []
    indent = ""
    for text in paragraphs:
        inside = re.match(r" +", text)
        if indent and inside:
            literal.append(text)
            continue
        yield from _literal(literal)
        literal, indent = [], ""
        if text.lstrip().startswith(">>>"):
            yield f"```pycon\n{_dedent(text)}\n```"
        elif text.endswith("::") and not text.startswith((".", " ")):
            yield text[:-1]
            indent = " "
        else:
            yield text
    yield from _literal(literal)


def _literal(parts: list[str]) -> Iterator[str]:
    if parts:
        text = _dedent("\n\n".join(parts))
        yield f"```{'pycon' if text.startswith('>>>') else 'python'}\n{text}\n```"


def _dedent(text: str) -> str:
    lines = text.split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[margin:] for line in lines)
