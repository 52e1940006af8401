"""Looks: how each kind of cell is drawn in every output, by pattern as well as by colour.

Group colours are light enough for black text (contrast of at least 7 to 1) and differ for the common kinds of colour
blindness; the ramp is perceptually even and reads in greyscale.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What an element of an operand is to the transfer."""

    UNTOUCHED = 0  # holds a value, is neither read nor written
    UNDEFINED = 1  # never written, not touched either
    MOVED = 2  # read (source) or written with source data (destination)
    PAD = 3  # written as padding
    UNKNOWN = 4  # moved, but its source was never defined
    OUTSIDE = 5  # touched behind the end of the tensor


class Look(NamedTuple):
    """``fill`` is the ground, ``pattern`` is drawn over it in ``ink``; moved cells take the colour of their group."""

    label: str
    fill: str
    pattern: str  # "solid", "dots", "hatch", "back", "cross", "waves"
    ink: str
    symbol: str  # for terminals


LOOKS: dict[Kind, Look] = {
    Kind.UNTOUCHED: Look("untouched", "#f4f4f2", "dots", "#8f8f88", "·"),
    Kind.UNDEFINED: Look("undefined", "#d6d6d6", "cross", "#6d6d6d", "?"),
    Kind.MOVED: Look("moved", "#bcd6f2", "solid", "#1a1a1a", "■"),
    Kind.PAD: Look("padding", "#fff3d6", "hatch", "#8a5a00", "/"),
    Kind.UNKNOWN: Look("moved, undefined", "#d6d6d6", "waves", "#3b3b3b", "!"),
    Kind.OUTSIDE: Look("behind the end", "#ffffff", "back", "#b00020", "X"),
}

#: group colours in the order in which neighbours differ most under the common kinds of colour blindness
GROUPS: tuple[str, ...] = (
    "#8fc1f0",
    "#f7b98a",
    "#d9b8ea",
    "#f0d9a0",
    "#b7d9f7",
    "#f3a6bd",
    "#dfe07a",
    "#a6dfc0",
)

#: stops of the ramp for order and value, dark to light
RAMP: tuple[str, ...] = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")

RED = "#b00020"
INK = "#1a1a1a"
PAPER = "#ffffff"
BLUE = "#0b4f8a"  # dimension lines


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ramp(share: float) -> str:
    """The colour at ``share`` (0 to 1) of the ramp.

    >>> ramp(0.0), ramp(1.0)
    ('#00224e', '#fee838')
    """
    at = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    k = min(int(at), len(RAMP) - 2)
    mixed = [round(a + (b - a) * (at - k)) for a, b in zip(rgb(RAMP[k]), rgb(RAMP[k + 1]), strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2."""
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio after WCAG 2; AA asks for 4.5 (text) and 3 (graphics).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def text_on(colour: str) -> str:
    """Black or white, whichever reads better on ``colour``."""
    return INK if contrast(INK, colour) >= contrast(PAPER, colour) else PAPER
