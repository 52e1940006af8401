"""Pages of the site that are made from the package's own data, when the site is built (a hook of MkDocs).

The pages of the rules, of the hardware, of the disagreements, of the command line and of the modules are never
written by hand and never committed: there is nothing that could be out of date. `pages` gives them as text, so that
they can be tested without MkDocs.
"""

from __future__ import annotations

import re
from typing import Any

from figure_pages import figures_page
from hardware_pages import hardware_page
from reference_pages import command_line_page, reference_index, room_page, rooms
from rule_pages import disagreements_page, rule_page, rules_index

from ascmove.rules.books import BOOKS
from ascmove.rules.catalogue import catalogue


def pages() -> dict[str, str]:
    """Every generated page: its path in the site's source, its Markdown."""
    catalogue()
    made = {"rules/index.md": rules_index(), "hardware.md": hardware_page(), "disagreements.md": disagreements_page()}
    made["figures.md"] = figures_page()
    made |= {f"rules/{book.prefix.lower()}.md": rule_page(book) for book in BOOKS}
    made |= {f"reference/{room}.md": room_page(room, modules) for room, modules in rooms().items()}
    made |= {"reference/index.md": reference_index(), "reference/command-line.md": command_line_page()}
    return made


def on_files(files: Any, config: Any) -> Any:
    """MkDocs hook: put the generated pages among the files of the site."""
    from mkdocs.structure.files import File

    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, **kwargs: Any) -> str:
    """MkDocs hook: the codes on the page of the vendor's sentences lead to their rules."""
    if page.file.src_uri != "coverage-of-the-pages.md":
        return markdown
    return re.sub(r"`((?:TEN|ENH|NDD|SLI|L0C|LAY)\d{3})`", _to_rule, markdown)


def _to_rule(found: re.Match[str]) -> str:
    return f"[{found[1]}](rules/{found[1][:3].lower()}.md#{found[1]})"
