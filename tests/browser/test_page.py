"""The interactive page in a browser: links, stepping, keys, zoom, widths."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove.draw import Scene, scene
from ascmove.draw.looks import Kind
from ascmove.moves.data_copy import make_call
from tests.browser.scripts import BOXES, CELLS, CENTRE, CONTRAST, DRAW, FOCUSED, NEXT_FRAME, PIXEL, WITHIN
from tests.draw.scenes import EXAMPLES, example_scene, large_scene


def hover(page: Any, side: str, element: int) -> None:
    page.mouse.move(*page.evaluate(CENTRE, [side, element]))
    page.wait_for_timeout(50)


def facts(page: Any, side: str) -> dict[str, str]:
    """What the inspector says about one side."""
    names = page.locator(f'[data-side="{side}"] dt').all_inner_texts()
    values = page.locator(f'[data-side="{side}"] dd').all_inner_texts()
    return dict(zip(names, (v.replace("\u202f", "") for v in values), strict=True))


def same_cells(page: Any, seen: Scene) -> None:
    """The page works out kind, order and place of every element like `draw.cells` and `draw.grid` do."""
    for panel in seen.panels:
        assert panel.cells is not None
        x, y = panel.grid.place(np.arange(panel.start, panel.stop))
        wanted = zip(panel.kinds.tolist(), panel.cells.order.tolist(), x.tolist(), y.tolist(), strict=True)
        assert page.evaluate(CELLS, panel.name) == [[*row, True] for row in wanted]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_derives_the_same_cells_as_the_scene(open_page: Any, name: str) -> None:
    seen = example_scene(name)
    same_cells(open_page(seen), seen)


def test_undefined_sources_and_elements_behind_the_end(open_page: Any) -> None:
    core = am.Core("ascend-950")
    half = core.local_tensor("VECIN", "float", 48)
    half[16:32].write(np.ones(16, np.float32))
    undefined = scene(am.data_copy(core.local_tensor("VECOUT", "float", 32), half, 32))
    same_cells(open_page(undefined), undefined)
    x = core.global_tensor(np.arange(64, dtype=np.float32))
    beyond = scene(
        make_call(core.local_tensor("VECIN", "float", 40), x, am.NdDmaParams([[1, 16], [1, 16], [16, 4]], 0))
    )
    assert Kind.OUTSIDE in beyond.panel("dst").kinds
    same_cells(open_page(beyond), beyond)


def test_windows_overlapping_reads_and_colliding_writes(open_page: Any) -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(3000, dtype=np.float32))
    windows = scene(
        am.data_copy(
            core.local_tensor("VECIN", "float", 128), x, am.NdDmaParams([[1, 2, 1000], [1, 8, 40], [8, 5, 3]], 0)
        )
    )
    same_cells(open_page(windows), windows)
    colliding = scene(
        make_call(core.local_tensor("VECIN", "float", 64), x, am.NdDmaParams([[1, 8], [2, 3], [8, 5]], 0))
    )
    same_cells(open_page(colliding), colliding)


def test_hover_links_both_sides(open_page: Any) -> None:
    page = open_page(example_scene("nddma_transpose"))
    hover(page, "src", 70)  # row 1, column 6
    assert facts(page, "src") == {
        "coordinate": "row 1, column 6",
        "element": "70",
        "byte offset": "280 (address 280)",
        "value": "71",
        "raw bits": "0x428e0000",
    }
    assert facts(page, "dst")["coordinate"] == "row 6, column 1"
    assert facts(page, "dst")["element"] == "97"
    hover(page, "dst", 97)
    assert facts(page, "src")["element"] == "70"
    page.mouse.move(2, 2)
    page.wait_for_timeout(50)
    assert page.locator(".inspector .hint").count() == 1


def test_counterparts_are_drawn(open_page: Any) -> None:
    """The cell on the other side changes its pixels while its counterpart is pointed at."""
    page = open_page(example_scene("nddma_broadcast"))
    before = [page.evaluate(PIXEL, ["dst", e, 0.5, 0]) for e in (5, 21, 37)]
    hover(page, "src", 5)
    after = [page.evaluate(PIXEL, ["dst", e, 0.5, 0]) for e in (5, 21, 37)]
    assert all(a != b for a, b in zip(after, before, strict=True))
    assert "read 3 times" in page.locator(".inspector h2").inner_text()


def test_click_pins_and_escape_clears(open_page: Any) -> None:
    page = open_page(example_scene("nddma_slice"))
    page.mouse.click(*page.evaluate(CENTRE, ["dst", 17]))
    page.mouse.move(2, 2)
    page.wait_for_timeout(50)
    assert facts(page, "src")["element"] == "65"
    assert "pin=dst%3A17" in page.evaluate("location.hash")
    page.keyboard.press("Escape")
    page.wait_for_timeout(50)
    assert page.locator(".inspector .hint").count() == 1


def test_stepping_by_keys_buttons_and_slider(open_page: Any) -> None:
    page = open_page(example_scene("nddma_transpose"))
    page.keyboard.press("ArrowRight")
    assert page.locator("output").inner_text().startswith("1 /")
    page.keyboard.press("ArrowRight")
    assert facts(page, "dst")["element"] == "16"
    page.keyboard.press("Shift+ArrowRight")
    assert page.locator("output").inner_text().startswith("66 /")
    page.keyboard.press("ArrowLeft")
    page.get_by_label("one turn on (right arrow)").click()
    assert page.locator("output").inner_text().startswith("66 /")
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("output").inner_text().startswith("67 /")
    page.get_by_label("to the start (Home)").click()
    assert page.locator("output").inner_text().startswith("0 /")


def test_a_step_shows_only_what_has_moved(open_page: Any) -> None:
    page = open_page(example_scene("nddma_broadcast"))
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("AM.state.done") in (1, 16)
    page.evaluate("AM.stepTo(16)")
    texts = page.evaluate("[0, 15, 16, 47].map((e) => AM.cellText(AM.panels[1], e, AM.panels[1].cells.get(e)))")
    assert texts == ["1", "16", "", ""]


def test_the_keyboard_alone_does_everything(open_page: Any) -> None:
    page = open_page(example_scene("l0c_scalar_quant"))
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(FOCUSED))
    assert {
        "colour",
        "text",
        "step",
        "goto-side",
        "goto",
        "go",
        "parameters",
        "loop nest",
        "C++ initialiser",
        "keys",
    } <= reached
    assert {"zoom into src", "zoom out of dst", "show all of src"} <= reached
    canvas = page.locator("canvas[role=application]").nth(1)
    canvas.focus()
    for key in ("d", "d", "s"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    assert facts(page, "dst")["coordinate"] == "row 1, column 2"
    assert page.locator(".pipeline li").count() == 7
    size = page.evaluate("AM.panels[1].camera.cell")
    page.keyboard.press("+")
    assert page.evaluate("AM.panels[1].camera.cell") > size
    page.keyboard.press("0")
    assert page.evaluate("AM.panels[1].camera.cell") == pytest.approx(size)
    page.locator("#goto").fill("700")
    page.keyboard.press("Enter")
    assert facts(page, "dst")["element"] == "700"
    assert facts(page, "src")["element"] == "860"


def test_the_pipeline_of_the_pinned_element(open_page: Any) -> None:
    page = open_page(example_scene("l0c_scalar_quant"), fragment="#pin=dst:700")
    stages = page.locator(".pipeline li b").all_inner_texts()
    assert stages == ["348", "348", "87", "87", "87", "87", "87"]


def test_a_finding_is_shown_at_its_element(open_page: Any) -> None:
    page = open_page(example_scene("broken_overlap"))
    assert page.locator('.findings [data-code="NDD015"]').count() == 1
    shown = page.locator('.findings [data-code="NDD015"] pre.mending').inner_text().splitlines()
    assert [line[:2] for line in shown[:2]] == ["- ", "+ "]
    page.get_by_role("button", name="show at dst 34").click()
    assert facts(page, "dst")["element"] == "34"
    page.evaluate("AM.set({ pin: null, hover: null }), AM.panels[1].draw()")
    red = page.evaluate(PIXEL, ["dst", 34, 0.5, 0.5])
    assert red[0] > 120 and red[1] < 120 and red[2] < 120


def test_choices_stay_in_the_address(open_page: Any) -> None:
    page = open_page(example_scene("l0c_to_nd"), fragment="#colour=fractal&text=order&step=40")
    assert page.locator("#colour").input_value() == "fractal"
    assert page.locator("#text").input_value() == "order"
    assert page.evaluate("AM.state.done") == 40
    page.locator("#colour").select_option("value")
    assert "colour=value" in page.evaluate("location.hash")


@pytest.mark.parametrize("text", ["value", "element", "byte", "coordinate", "order", "bits", "none"])
def test_every_cell_text(open_page: Any, text: str) -> None:
    page = open_page(example_scene("nddma_broadcast"))
    page.locator("#text").select_option(text)
    shown = page.evaluate("AM.cellText(AM.panels[1], 18, AM.panels[1].cells.get(18))")
    wanted = {
        "value": "3",
        "element": "18",
        "byte": "72",
        "coordinate": "1,2",
        "order": "18",
        "bits": "40400000",
        "none": "",
    }
    assert shown == wanted[text]


def test_ten_million_elements_stay_responsive(open_page: Any) -> None:
    page = open_page(large_scene())
    assert page.locator(".zoom").all_inner_texts() == ["overview", "overview"]
    page.evaluate(DRAW)
    assert page.evaluate(DRAW) < 250
    box = page.locator("canvas[role=application]").nth(1).bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 150)
    slowest = 0.0
    for _ in range(24):
        page.mouse.wheel(0, -240)
        began = time.perf_counter()
        page.evaluate(NEXT_FRAME)
        slowest = max(slowest, time.perf_counter() - began)
    assert slowest < 1.5
    assert "px per element" in page.locator(".zoom").nth(1).inner_text()
    page.evaluate("AM.goTo('dst', 3400 * 1234 + 567)")
    page.wait_for_timeout(50)
    assert facts(page, "dst")["coordinate"] == "row 1234, column 567"
    assert facts(page, "src")["coordinate"] == "row 567, column 1234"
    assert page.evaluate("AM.panels[1].cells.get(3400 * 5 + 3300).kind") == int(Kind.UNDEFINED)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("name", ["nddma_five_loops", "slice_gm_to_ub", "l0c_batch", "enhanced_sid_store_mode_0"])
def test_nothing_is_cut_off_or_overlaps(open_page: Any, name: str, width: int, height: int) -> None:
    page = open_page(example_scene(name), width, height)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.evaluate(BOXES)
    for k, (a0, b0, a1, b1) in enumerate(boxes):
        assert a0 >= 0 and a1 <= width
        for c0, d0, c1, d1 in boxes[k + 1 :]:
            assert min(a1, c1) - max(a0, c0) <= 0.5 or min(b1, d1) - max(b0, d0) <= 0.5
    assert page.evaluate(WITHIN) == [True, True]


def test_text_of_the_page_has_contrast(open_page: Any) -> None:
    page = open_page(example_scene("broken_overlap"))
    assert page.evaluate(CONTRAST) >= 4.5
