"""The commands of README.md and of the tutorials that install something, in a copy of the project as in a new clone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.docs.blocks import PAGES, blocks
from tests.packaging.conftest import run

pytestmark = pytest.mark.packaging

_HERE = "tests/packaging/test_readme.py"
BLOCKS = [b for page in PAGES for b in blocks(page) if b.elsewhere == _HERE]
#: what each page asks for, one page for each text (a page and its translation ask for the same)
TEXTS = {"\n".join(b.text for b in BLOCKS if b.page == page): page for page in dict.fromkeys(b.page for b in BLOCKS)}


def test_the_pages_say_so() -> None:
    assert {b.page.name for b in BLOCKS} == {"README.md", "tutorial.md"}


@pytest.mark.parametrize("text", TEXTS, ids=[page.name for page in TEXTS.values()])
def test_commands(text: str, project: Path) -> None:
    """The whole suite runs in CI; here its command is tried with few tests."""
    try:
        run("bash", "-euc", text, cwd=project, PYTEST_ADDOPTS="-k test_page_example_and_back")
    finally:
        shutil.rmtree(project / ".venv", ignore_errors=True)
