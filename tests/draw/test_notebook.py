from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from html import unescape

import numpy as np
import pytest

import ascmove as am
from ascmove import te
from ascmove.draw import scene
from ascmove.draw.layouts import layout_scene
from ascmove.errors import BadArgument, NotModelled
from ascmove.layouts import make_frame_layout, make_layout


def transfer() -> am.Transfer:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(16, dtype=np.float32))
    return am.data_copy(core.local_tensor("VECIN", "float", 16), x, 16)


def test_transfers_and_plans_show_the_page() -> None:
    done = transfer()
    for what in (done, done.plan):
        html = what._repr_html_()
        assert html.startswith("<iframe") and 'sandbox="allow-scripts"' in html
        assert "<!doctype html>" in unescape(html)


def test_layouts_and_tensors_show_a_drawing() -> None:
    core = am.Core("ascend-950")
    matrix = te.from_numpy(np.arange(64, dtype=np.float32).reshape(8, 8), te.make_frame_layout("NZ", 8, 8), core=core)
    for what in (matrix, matrix.layout, core.local_tensor("VECIN", "half", 32, fill=1)):
        html = what._repr_html_()
        ElementTree.fromstring(html)
        assert html.startswith("<div><svg")


def test_findings_show_their_lines() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(8, np.float32))
    (finding, *_) = am.diagnose(core.local_tensor("VECIN", "float", 16), x, 16)
    html = finding._repr_html_()
    assert finding.code in html and "required" in html
    assert set(finding._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_a_bundle_holds_text_html_and_svg_and_obeys_the_front_end() -> None:
    done = transfer()
    assert set(done._repr_mimebundle_()) == {"text/plain", "text/html", "image/svg+xml"}
    assert set(done._repr_mimebundle_(include={"text/plain"})) == {"text/plain"}
    assert set(done._repr_mimebundle_(exclude={"text/html"})) == {"text/plain", "image/svg+xml"}


def test_what_cannot_be_drawn_shows_its_text() -> None:
    overlapping = make_layout((4, 4), (1, 1))
    assert overlapping._repr_html_().startswith("<pre>")
    with pytest.raises(NotModelled, match="share elements"):
        layout_scene(overlapping)
    with pytest.raises(BadArgument, match="a int cannot be drawn"):
        scene(3)


def test_what_is_large_shows_its_text_until_it_is_asked_for() -> None:
    large = make_layout((1 << 12, 1 << 11))
    assert large._repr_html_().startswith("<pre>")
    assert "ascmove.draw.scene" in large._repr_html_()
    assert set(large._repr_mimebundle_()) == {"text/plain", "text/html"}
    assert scene(large).panel("src").tiles


@pytest.mark.parametrize("pattern", ["NZ", "ZN", "ZZ", "ND", "DN", "NDExt", "DNExt"])
def test_the_matrix_of_a_layout_has_each_element_in_its_row_and_column(pattern: str) -> None:
    layout = make_frame_layout(pattern, 32, 48)
    grid = layout_scene(layout).panel("src").grid
    for row in range(0, 32, 5):
        for column in range(0, 48, 7):
            element = layout((row, column))
            assert grid.cell(element) == (column, row)
            assert grid.coordinate(element) == {"row": row, "column": column}
