"""Notebook: what layouts, tensors, Plans, Transfers and findings show in a notebook cell."""

from __future__ import annotations

import html
from typing import Any

import ascmove.te as te
from ascmove.draw.html import to_html
from ascmove.draw.looks import BLUE, RED
from ascmove.draw.pick import scene
from ascmove.draw.svg import to_svg
from ascmove.errors import AscMoveError
from ascmove.findings import Finding, block_lines
from ascmove.findings.wording import several
from ascmove.layouts import Layout
from ascmove.moves.transfer import Transfer
from ascmove.plan import Plan
from ascmove.tensors import Tensor

_HEIGHT = 760
#: elements that a cell draws without being asked; larger things show their text and can be drawn by `draw.scene`
MOST = 1 << 22


def html_of(what: object) -> str:
    """HTML for a cell: the interactive page for Transfers and Plans, a drawing for layouts and tensors.

    What cannot be drawn, or is larger than ``MOST`` elements, shows its text.
    """
    if isinstance(what, Finding):
        return finding_html(what)
    if extent(what) > MOST:
        return (
            f"<pre>{html.escape(repr(what))}\n{several(extent(what), 'element')}: draw it with ascmove.draw.scene</pre>"
        )
    try:
        drawn = scene(what)
        if isinstance(what, (Transfer, Plan)):
            return frame_html(to_html(drawn), drawn.title)
        return f"<div>{to_svg(drawn)}</div>"
    except AscMoveError:
        return f"<pre>{html.escape(repr(what))}</pre>"


def bundle_of(what: object, include: Any = None, exclude: Any = None) -> dict[str, str]:
    """The same in every form that a front end may choose from: text, HTML and, for pictures, SVG."""
    text = str(what) if isinstance(what, (Finding, Plan)) else repr(what)
    makers = {"text/plain": lambda: text, "text/html": lambda: html_of(what), "image/svg+xml": lambda: _svg_of(what)}
    wanted = [kind for kind in makers if (not include or kind in include) and kind not in (exclude or ())]
    return {kind: content for kind in wanted if (content := makers[kind]())}


def extent(what: object) -> int:
    """Elements that a picture of this would cover."""
    plan = what.plan if isinstance(what, Transfer) else what
    if isinstance(plan, Plan):
        reach = (plan.src_extent.stop // plan.src_type.width, plan.dst_extent.stop // plan.dst_type.width)
        return max(plan.elements_written, *reach)
    seen = what.layout if isinstance(what, te.Tensor) else what
    if isinstance(seen, Layout):
        return max(seen.size, seen.capacity)
    return seen.count if isinstance(seen, Tensor) else 0


def _svg_of(what: object) -> str:
    if isinstance(what, Finding) or extent(what) > MOST:
        return ""
    try:
        return to_svg(scene(what))
    except AscMoveError:
        return ""


def frame_html(page: str, title: str) -> str:
    """A page inside a notebook: a frame of its own, so that neither disturbs the other."""
    source = html.escape(page, quote=True)
    return (
        f'<iframe title="{html.escape(title, quote=True)}" srcdoc="{source}" sandbox="allow-scripts" '
        f'style="width:100%;height:{_HEIGHT}px;border:1px solid #c4c8cf;border-radius:6px"></iframe>'
    )


def finding_html(finding: Finding) -> str:
    """One finding as a block: headline and one fact per line."""
    head, *rest = block_lines(finding)
    colour = RED if finding.severity == "error" else BLUE
    facts = html.escape("\n".join(rest))
    return (
        f'<div style="border-left:6px solid {colour};padding:4px 12px;background:#ffffff;color:#1a1a1a">'
        f'<b style="color:{colour}">{html.escape(head)}</b>'
        f'<pre style="margin:4px 0;white-space:pre-wrap;color:#1a1a1a;background:none">{facts}</pre></div>'
    )
