"""Colours can be told apart: contrast after WCAG, patterns beside colours, hues under colour blindness."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from ascmove.draw.looks import BLUE, GROUPS, INK, LOOKS, PAPER, RAMP, RED, Kind, contrast, luminance, rgb, text_on


@pytest.mark.parametrize("colour", GROUPS)
def test_black_text_reads_on_every_group(colour: str) -> None:
    assert contrast(INK, colour) >= 7


@pytest.mark.parametrize("colour", RAMP)
def test_text_reads_on_the_ramp(colour: str) -> None:
    assert contrast(text_on(colour), colour) >= 4.5


@pytest.mark.parametrize("colour", [RED, BLUE, INK])
def test_lines_and_labels_read_on_paper(colour: str) -> None:
    assert contrast(colour, PAPER) >= 4.5


def test_every_kind_but_moved_has_a_pattern_of_its_own_in_visible_ink() -> None:
    patterns = [look.pattern for kind, look in LOOKS.items() if kind is not Kind.MOVED]
    assert len(set(patterns)) == len(patterns) == len(Kind) - 1
    assert "solid" not in patterns
    for kind, look in LOOKS.items():
        if kind is not Kind.MOVED:
            assert contrast(look.ink, look.fill) >= 2.8


def test_the_ramp_rises_in_lightness() -> None:
    steps = [luminance(c) for c in RAMP]
    assert steps == sorted(steps)


# how a dichromat sees linear red, green, blue (Viénot, Brettel and Mollon 1999), enough to compare colours
_DEUTAN = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
_PROTAN = ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0))


@pytest.mark.parametrize("matrix", [_DEUTAN, _PROTAN])
def test_neighbouring_groups_differ_for_dichromats(matrix: tuple[tuple[float, ...], ...]) -> None:
    def seen(colour: str) -> list[float]:
        linear = [(c / 255) ** 2.2 for c in rgb(colour)]
        return [max(0.0, sum(m * c for m, c in zip(row, linear, strict=True))) ** (1 / 2.2) * 255 for row in matrix]

    ring = [*GROUPS, GROUPS[0]]
    for one, other in pairwise(ring):
        assert sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5 > 50, (one, other)


def test_all_groups_differ() -> None:
    for one, other in combinations(GROUPS, 2):
        assert sum((a - b) ** 2 for a, b in zip(rgb(one), rgb(other), strict=True)) ** 0.5 > 25
