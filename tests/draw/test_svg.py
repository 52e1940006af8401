from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from ascmove.draw import to_svg
from ascmove.draw.colouring import colourings, colours, groups
from ascmove.draw.looks import GROUPS
from ascmove.draw.svg.lines import arrange
from ascmove.draw.svg.paper import text_width
from ascmove.errors import BadArgument
from tests.draw.scenes import EXAMPLES, example_scene, large_scene

SVG = "{http://www.w3.org/2000/svg}"


def words(drawing: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_drawn_with_all_its_dimension_texts(name: str) -> None:
    seen = example_scene(name)
    drawn = words(to_svg(seen, shown="none"))
    for panel in seen.panels:
        assert {d.text for d in panel.dimensions} <= set(drawn)
        assert f"{panel.heading}  {panel.title}" in drawn


@pytest.mark.parametrize("by", ["burst", "fractal", "loop:block", "order", "value"])
def test_colourings(by: str) -> None:
    seen = example_scene("enhanced_sid_store_mode_0")
    for panel in seen.panels:
        assert len(colours(seen, panel, by)) == panel.stop - panel.start
    assert to_svg(seen, colour=by)


def test_an_element_and_its_counterpart_share_a_colour() -> None:
    seen = example_scene("nddma_transpose")
    src, dst = seen.panels
    assert src.cells is not None
    for by in ("burst", "loop:i0", "loop:i1", "order"):
        there = colours(seen, dst, by)
        assert colours(seen, src, by) == [there[partner] for partner in src.cells.partner]


def test_groups_are_bursts_and_fractals() -> None:
    seen = example_scene("l0c_channel_merge")
    dst = seen.panel("dst")
    assert sorted(set(groups(seen, dst, "fractal").tolist())) == list(range(8))
    assert colours(seen, dst, "fractal")[0] == GROUPS[0]


def test_an_unknown_colouring_names_the_known_ones() -> None:
    seen = example_scene("nddma_slice")
    assert colourings(seen) == ("burst", "loop:i0", "loop:i1", "order", "value")
    with pytest.raises(BadArgument, match="did you mean 'order'"):
        to_svg(seen, colour="ordre")


@pytest.mark.parametrize("name", EXAMPLES)
def test_labels_of_dimension_lines_never_meet(name: str) -> None:
    for panel in example_scene(name).panels:
        for cell in (2.0, 7.0, 20.0):
            lines = arrange(panel.dimensions, cell, cell, cell * panel.grid.width)
            spans: dict[int, list[tuple[float, float]]] = {}
            for p in lines.x:
                d, label = p.dimension, text_width(p.dimension.text)
                a, b = d.low * cell, d.high * cell
                low, high = {"inside": (a, b), "right": (a, b + label), "left": (a - label, b)}[p.place]
                assert all(high <= c or low >= e for c, e in spans.get(p.tier, []))
                spans.setdefault(p.tier, []).append((low, high))


def test_a_finding_is_red_with_its_code() -> None:
    drawing = to_svg(example_scene("broken_overlap"))
    root = ElementTree.fromstring(drawing)
    (mark,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "finding"]
    assert [t.text for t in mark.iter(f"{SVG}text")] == ["NDD015"]
    assert {r.get("stroke") for r in mark.iter(f"{SVG}rect")} == {"#b00020", None}


def test_a_large_transfer_stays_a_small_drawing() -> None:
    drawing = to_svg(large_scene(1200))
    assert len(drawing) < 1_000_000
    ElementTree.fromstring(drawing)


def test_png_of_the_same_drawing() -> None:
    pytest.importorskip("resvg_py")
    from ascmove.draw import to_png

    data = to_png(example_scene("nddma_broadcast"), zoom=1)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 960
