"""The difference of two texts of a file as `patch` and `git apply` take it, to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

_BOM = "\ufeff"


def patch_lines(path: Path, old: str, new: str) -> Iterator[str]:
    r"""The lines of a patch that turns the file with the text ``old`` into one with ``new``; none where they are equal.

    A line ends at its line feed alone: what stands before it, a carriage return, is part of the line.

    >>> list(patch_lines(Path("a b.yaml"), "x", "y"))[:2]
    ['--- a b.yaml\t', '+++ a b.yaml\t']
    """
    name = _shown(path)
    bom = _BOM if path.is_file() and path.read_bytes().startswith(_BOM.encode()) else ""
    before, after = (_lines(bom + text) for text in (old, new))
    for line in unified_diff(before, after, name, name):
        whole = line.endswith("\n")
        yield line.removesuffix("\n")
        if not whole:
            yield "\\ No newline at end of file"


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines


def _shown(path: Path) -> str:
    """The name from here on where the file lies below: patch refuses absolute ones. A tab ends a name with blanks."""
    here = Path.cwd()
    name = str(path.relative_to(here) if path.is_absolute() and path.is_relative_to(here) else path)
    return f"{name}\t" if " " in name else name
