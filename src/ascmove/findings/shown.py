"""Shown: what makes an object draw itself in a notebook."""

from __future__ import annotations

from typing import Any


class Shown:
    """Base of objects that notebooks show as pictures; `draw`, which makes them, is imported when one is asked for."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from ascmove.draw.notebook import html_of

        return html_of(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from ascmove.draw.notebook import bundle_of

        return bundle_of(self, include, exclude)
