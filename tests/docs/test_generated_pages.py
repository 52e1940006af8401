"""The pages made from data: all of them can be made, every rule is on its page, every link inside the site leads
somewhere."""

from __future__ import annotations

import importlib
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

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
def maker() -> Any:
    """docs/generate.py."""
    sys.path.insert(0, str(DOCS))
    try:
        return importlib.import_module("generate")
    finally:
        sys.path.remove(str(DOCS))


@cache
def generated() -> dict[str, str]:
    """The pages that docs/generate.py makes."""
    made: dict[str, str] = maker().pages()
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


def test_what_is_generated_is_not_committed() -> None:
    """A page is either made whole, or written with a place that the site fills."""
    written = {page: (DOCS / page).read_text(encoding="utf-8") for page in generated() if (DOCS / page).exists()}
    assert set(written) == set(maker().TABLES)
    assert all(text.count(maker().PLACE) == 1 for text in written.values())
    assert not any(maker().PLACE in text for text in generated().values())


@pytest.mark.parametrize("page", sorted(str(p.relative_to(DOCS)) for p in DOCS.rglob("*.md")))
def test_codes_lead_to_their_rules(page: str) -> None:
    """In the repository a code stands alone, since its page is made for the site only; on the site it is a link."""
    made = maker().linked(site()[page], page)
    added = set(links(made, code=True)) - set(links(site()[page], code=True))
    named = {target.partition("#")[2] for target in added}
    assert named <= set(catalogue())
    for target in added:
        assert Path("/", page).parent.joinpath(target.partition("#")[0]).resolve().relative_to("/rules")
    written = (DOCS / page).read_text(encoding="utf-8")
    assert "](rules/" not in written.replace("](rules/index.md)", "")
    assert "](../rules/" not in written.replace("](../rules/index.md)", "")


def test_codes_in_blocks_stay() -> None:
    text = "see `NDD012`\n\n```text\n`NDD012`\n```\n[`NDD012`](x.md)"
    assert maker().linked(text, "a/b.md") == text.replace("`NDD012`", "[`NDD012`](../rules/ndd.md#NDD012)", 1)


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


def links(text: str, code: bool = False) -> list[str]:
    """Targets of links and pictures, those to other sites left out; ``code``: also links whose text is code."""
    found = [a or b for a, b in _LINK.findall(text if code else _CODE.sub("", text))]
    return [target for target in found if not target.startswith(("http:", "https:", "mailto:"))]
