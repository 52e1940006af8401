"""The pages made from data: all of them can be made, every rule is on its page, every link inside the site leads
somewhere."""

from __future__ import annotations

import importlib
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from ascmove import hardware
from ascmove.formats import DTYPES
from ascmove.rules.catalogue import catalogue
from ascmove.rules.disagreements import DISAGREEMENTS
from tests.docs.blocks import ROOT

DOCS = ROOT / "docs"
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"^( *)```.*?^\1```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


@cache
def generated() -> dict[str, str]:
    """The pages that docs/generate.py makes."""
    sys.path.insert(0, str(DOCS))
    try:
        made: dict[str, str] = importlib.import_module("generate").pages()
    finally:
        sys.path.remove(str(DOCS))
    return made


@cache
def site() -> dict[str, str]:
    """Every page of the site: its path, its Markdown."""
    written = {str(p.relative_to(DOCS)): p.read_text(encoding="utf-8") for p in DOCS.rglob("*.md")}
    return written | generated()


@cache
def anchors(page: str) -> frozenset[str]:
    """Anchors of a page: those given, and those of its headings."""
    headings = re.findall(r"^#+ (.+?)(?: \{#(\S+)\})?$", _CODE.sub("", site()[page]), re.MULTILINE)
    return frozenset(given or re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", text.lower())) for text, given in headings)


def test_no_generated_page_is_committed() -> None:
    assert [page for page in generated() if (DOCS / page).exists()] == []


def test_every_rule_has_its_place() -> None:
    for rule in catalogue().values():
        page = generated()[f"rules/{rule.code[:3].lower()}.md"]
        assert f"{{#{rule.code}}}" in page
        assert rule.statement.rstrip(".") in page


def test_tables_hold_all_data() -> None:
    page = generated()["hardware.md"]
    assert all(f"`{p}`" in page for p in hardware.Product)
    assert all(f"`{n}`" in page for n in hardware.POSITIONS)
    assert all(f"{{#{d.key}}}" in generated()["disagreements.md"] for d in DISAGREEMENTS)


def test_every_command_is_shown() -> None:
    page = generated()["reference/command-line.md"]
    assert {"ascmove run", "ascmove check", "ascmove explain"} <= set(re.findall(r"^## (.+)$", page, re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
def test_links_of_the_repository(page: str) -> None:
    for target in links((ROOT / page).read_text(encoding="utf-8")):
        assert (ROOT / target.split("#")[0]).exists(), target


@pytest.mark.parametrize("page", sorted(site()))
def test_links_of_the_site(page: str) -> None:
    for target in links(site()[page]):
        path, _, anchor = target.partition("#")
        found = Path("/", page).parent.joinpath(path).resolve().relative_to("/") if path else Path(page)
        name = str(found)
        assert name in site() or (DOCS / name).is_file(), target
        if anchor:
            assert anchor in anchors(name), target


def test_every_decision_is_listed() -> None:
    index = (DOCS / "decisions" / "index.md").read_text(encoding="utf-8")
    records = sorted(p.name for p in (DOCS / "decisions").glob("0*.md"))
    assert re.findall(r"\((0\S+)\)", index) == records


def test_claims_of_the_readme_name_their_tests() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[^`]+)`", text)
    assert len(named) >= 5
    assert all((ROOT / name).is_file() or list((ROOT / name).glob("test_*.py")) for name in named)
    assert f"{len(DTYPES)} element types" in text


def links(text: str) -> list[str]:
    """Targets of links and pictures, those to other sites left out."""
    found = [a or b for a, b in _LINK.findall(_CODE.sub("", text))]
    return [target for target in found if not target.startswith(("http:", "https:", "mailto:"))]
