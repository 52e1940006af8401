"""A Transfer in a notebook cell: the page works inside the frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import ascmove as am


def test_the_page_works_inside_a_cell(open_page: Any, tmp_path: Path) -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(16, dtype=np.float32))
    done = am.data_copy(core.local_tensor("VECIN", "float", 16), x, 16)
    cell = tmp_path / "cell.html"
    cell.write_text(f"<!doctype html><html data-ready=yes><body>{done._repr_html_()}</body></html>", "utf-8")
    page = open_page(cell.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("html[data-ready=yes]").wait_for()
    frame.get_by_label("one turn on (right arrow)").click()
    frame.get_by_label("one turn on (right arrow)").click()
    assert frame.locator("output").inner_text().startswith("2 /")
    frame.locator("#goto").fill("7")
    frame.get_by_role("button", name="go", exact=True).click()
    assert frame.locator('[data-side="src"] dd').nth(1).inner_text() == "7"
