"""Paper: SVG elements as text, and how wide text is."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

FONT = "ui-monospace, 'DejaVu Sans Mono', monospace"
_LETTER = 0.605  # width of a letter of the monospaced font over its size


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(3.0), number(1.23456)
    ('3', '1.23')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, *content: str, **attributes: object) -> str:
    """One element. Underscores in attribute names become hyphens; floats are shortened; None is left out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, float) else str(value)
            parts.append(f"{key.strip('_').replace('_', '-')}={quoteattr(text)}")
    inner = "".join(content)
    return f"<{' '.join(parts)}>{inner}</{name}>" if inner else f"<{' '.join(parts)}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """A rectangle."""
    return tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), **attributes)


def path(lines: Iterable[tuple[float, float, float, float]], **attributes: object) -> str:
    """Straight lines as one path; "" for none."""
    data = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for a, b, c, d in lines)
    return tag("path", d=data, fill="none", **attributes) if data else ""


def text(x: float, y: float, words: str, size: float = 11, **attributes: object) -> str:
    """A line of text whose middle is at height ``y``."""
    return tag("text", escape(words), x=float(x), y=y + size * 0.35, font_size=float(size), **attributes)


def text_width(words: str, size: float = 11) -> float:
    """Pixels that a line of text takes."""
    return len(words) * size * _LETTER
