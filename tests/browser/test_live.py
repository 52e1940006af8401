"""The live page in a browser: form to finding, paste, menu, share link, exports."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


def until(page: Any, condition: str, seconds: float = 10) -> None:
    """Wait for a condition. (The page's policy forbids the driver's own waiting, which evaluates text in the page.)"""
    last = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < last, condition
        page.wait_for_timeout(20)


@contextmanager
def answered(page: Any) -> Iterator[None]:
    """Leave when the page has its next answer."""
    before = page.evaluate("document.documentElement.dataset.answers")
    yield
    until(page, f"document.documentElement.dataset.answers !== '{before}'")


def edit(page: Any, name: str, text: str) -> None:
    """Write into a field of the form and wait for the answer."""
    with answered(page):
        page.get_by_label(name, exact=True).first.fill(text)


def test_a_form_edit_becomes_a_finding_and_goes_away_again(open_page: Any, live: str) -> None:
    page = open_page(live)
    assert page.locator(".findings li").count() == 0
    edit(page, "loop_dst_stride", "1, 40")
    assert page.locator('.findings [data-code="NDD015"]').count() == 1
    field = page.get_by_label("loop_dst_stride", exact=True)
    assert field.get_attribute("aria-invalid") == "true"
    assert "NDD015" in page.locator("#" + (field.get_attribute("aria-describedby") or "")).inner_text()
    assert "40" in page.locator("#case").input_value()
    assert page.evaluate("AM.panels[1].data.marks.map((m) => m[0])") == ["NDD015"]
    edit(page, "loop_dst_stride", "1, 64")
    assert page.locator(".findings li").count() == 0
    assert field.get_attribute("aria-invalid") == "false"


def test_the_picture_follows_the_form(open_page: Any, live: str) -> None:
    page = open_page(live)
    edit(page, "loop_lp_size", "3, 13")
    dims = page.evaluate("AM.panels[1].data.dims.map((d) => `${d[1]} ${d[2]}`)")
    assert "loop_lp_size[0] 3" in dims


@pytest.mark.parametrize("text", ["1, x", "1,,2", "1.5, 2"])
def test_what_is_no_number_is_said_at_once(open_page: Any, live: str, text: str) -> None:
    page = open_page(live)
    field = page.get_by_label("loop_size", exact=True)
    field.fill(text)
    assert field.get_attribute("aria-invalid") == "true"
    assert "no whole number" in page.locator("#" + (field.get_attribute("aria-describedby") or "")).inner_text()


def test_a_pasted_case_fills_the_form(open_page: Any, live: str) -> None:
    page = open_page(live)
    case = """{"product": "ascend-950", "call": "data_copy", "params": {"count": 32},
      "src": {"position": "GM", "dtype": "half", "count": 32, "data": {"arange": [0, 32]}},
      "dst": {"position": "VECIN", "dtype": "half", "count": 32}}"""
    with answered(page):
        page.locator("#case").fill(case)
    assert page.locator("#family").input_value() == "data_copy"
    assert page.locator("#f-src-dtype").input_value() == "half"
    assert page.locator("#f-params-count").input_value() == "32"


def test_a_text_that_is_no_case_keeps_the_picture_and_says_why(open_page: Any, live: str) -> None:
    page = open_page(live)
    page.locator("#case").fill("call: nddma\nproduct: ascend-9500\n")
    page.wait_for_selector("#problem:not([hidden])")
    assert "ascend-950" in page.locator("#problem").inner_text()
    assert page.locator("canvas[role=application]").count() == 2


def test_every_family_can_be_picked(open_page: Any, live: str) -> None:
    page = open_page(live)
    for family in page.locator("#family option").all_inner_texts():
        with answered(page):
            page.locator("#family").select_option(family)
        assert page.locator("#problem").is_hidden()
        assert page.evaluate("AM.panels.length") == 2
        assert page.locator("fieldset legend").all_inner_texts() == ["call", "parameters", "source", "destination"]


def test_a_share_link_holds_the_case(open_page: Any, live: str) -> None:
    page = open_page(live)
    edit(page, "loop_lp_size", "9, 13")
    until(page, "location.hash.startsWith('#case=')")
    link = page.evaluate("location.href")
    again = open_page(link)
    assert again.get_by_label("loop_lp_size", exact=True).input_value() == "9, 13"


def test_exports(open_page: Any, live: str) -> None:
    page = open_page(live)
    for button, name, start in (
        ("save case", "case.yaml", b"product: ascend-950"),
        ("save SVG", "transfer.svg", b"<svg"),
        ("save page", "transfer.html", b"<!doctype html>"),
    ):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=button).click()
        assert waiting.value.suggested_filename == name
        assert start in Path(waiting.value.path()).read_bytes()[:4000]
    assert "AscendC::DataCopy" in page.evaluate("AM.scene.cpp")


def test_an_axis_can_be_added_and_removed(open_page: Any, live: str) -> None:
    page = open_page(live)
    with answered(page):
        page.locator("#example").select_option("slice_gm_to_ub")
    page.get_by_role("button", name="add an axis to src_slice_info").click()
    assert page.get_by_label("src_slice_info[2]", exact=True).count() == 1
    page.get_by_role("button", name="remove an axis from src_slice_info").click()
    assert page.get_by_label("src_slice_info[2]", exact=True).count() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_live_page_fits(open_page: Any, live: str, width: int, height: int) -> None:
    page = open_page(live, width, height)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
