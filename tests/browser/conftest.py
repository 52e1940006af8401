"""Headless Chromium for the tests of the pages: skipped, with the reason, where there is none."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ascmove.draw import Scene, to_html

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if find_spec("playwright") is None:
        pytest.skip("playwright is not installed: pip install 'ascmove[browser]'")
    if CHROMIUM is None:
        pytest.skip("no Chromium on the path: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


class Watched:
    """A page whose console errors and requests are noted; ``check`` fails for any that should not be."""

    def __init__(self, page: Any, allowed: str) -> None:
        self.page = page
        self.errors: list[str] = []
        self.foreign: list[str] = []
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("request", lambda r: self._note(r.url, allowed))

    def _note(self, url: str, allowed: str) -> None:
        if not url.startswith((allowed, "data:", "blob:")):
            self.foreign.append(url)

    def check(self) -> None:
        assert self.errors == []
        assert self.foreign == []


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """open_page(scene or address, width, height) -> page; at the end nothing was complained of, nothing left."""
    watched: list[Watched] = []
    contexts = []

    def opened(what: Scene | str, width: int = 1280, height: int = 800, fragment: str = "") -> Any:
        address = what if isinstance(what, str) else (tmp_path / f"{len(watched)}.html").as_uri()
        if isinstance(what, Scene):
            (tmp_path / f"{len(watched)}.html").write_text(to_html(what), "utf-8")
        context = browser.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        page = context.new_page()
        watched.append(Watched(page, address.split("#")[0]))
        page.goto(address + fragment)
        page.wait_for_selector("html[data-ready=yes]")
        return page

    yield opened
    for one in watched:
        one.check()
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def live() -> Iterator[str]:
    """Address of a running live page."""
    pytest.importorskip("uvicorn", reason="the live page needs uvicorn: pip install 'ascmove[serve]'")
    import uvicorn

    from ascmove.serve.app import make_app
    from ascmove.serve.server import address_of, listen, port_of

    listener = listen(0)
    server = uvicorn.Server(uvicorn.Config(make_app(port_of(listener)), log_level="warning", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield address_of(listener)
    server.should_exit = True
    thread.join(10)
