"""Pages of the site that are made from the package's own data, when the site is built (a hook of MkDocs).

The pages of the rules, of the figures, of the command line and of the modules are never written by hand and never
committed: there is nothing that could be out of date. Pages that others link to are written, so that the links lead
somewhere in the repository, too; the site adds their tables. `pages` gives all of them as text, so that they can be
tested without MkDocs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile
from typing import Any

from figure_pages import figures_page
from hardware_pages import hardware_tables
from reference_pages import command_line_page, reference_index, room_page, rooms
from rule_pages import disagreements_tables, rule_page, rules_tables

from ascmove.rules.books import BOOKS
from ascmove.rules.catalogue import catalogue

#: written pages with a place for tables, and what makes the tables
TABLES: dict[str, Callable[[], str]] = {
    "rules/index.md": rules_tables,
    "hardware.md": hardware_tables,
    "disagreements.md": disagreements_tables,
}
PLACE = "<!-- the site puts its tables here -->"
DOCS = Path(__file__).parent
_FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!\[)`((?:TEN|ENH|NDD|SLI|L0C|LAY)\d{3})`")


def pages() -> dict[str, str]:
    """Every generated page: its path in the site's source, its Markdown."""
    catalogue()
    made = {path: filled(path) for path in TABLES}
    made["figures.md"] = figures_page()
    made |= {f"rules/{book.prefix.lower()}.md": rule_page(book) for book in BOOKS}
    made |= {f"reference/{room}.md": room_page(room, modules) for room, modules in rooms().items()}
    made |= {"reference/index.md": reference_index(), "reference/command-line.md": command_line_page()}
    return made


def on_files(files: Any, config: Any) -> Any:
    """MkDocs hook: put the generated pages among the files of the site."""
    from mkdocs.structure.files import File

    for path, text in pages().items():
        if path not in TABLES:
            files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, **kwargs: Any) -> str:
    """MkDocs hook: put tables in their place, and let the codes on written pages lead to their rules."""
    path = page.file.src_uri
    if path in TABLES:
        return filled(path)
    return linked(markdown, path) if (DOCS / path).exists() else markdown


def on_post_build(config: Any) -> None:
    """MkDocs hook: the list of pages where the language switch looks for it, so that it stays on the page."""
    site = Path(config.site_dir)
    copyfile(site / "sitemap.xml", site / "zh" / "sitemap.xml")


def filled(path: str) -> str:
    """A written page with its tables."""
    catalogue()
    return (DOCS / path).read_text(encoding="utf-8").replace(PLACE, TABLES[path]())


def linked(markdown: str, path: str) -> str:
    """The text of the page ``path`` with each code in code type, `NDD012`, as a link to its rule."""
    up = "../" * path.count("/")
    parts, last = [], 0
    for block in _FENCED.finditer(markdown):
        parts += [_linked(markdown[last : block.start()], up), block[0]]
        last = block.end()
    return "".join([*parts, _linked(markdown[last:], up)])


def _linked(text: str, up: str) -> str:
    return _CODE.sub(lambda found: f"[`{found[1]}`]({up}rules/{found[1][:3].lower()}.md#{found[1]})", text)
