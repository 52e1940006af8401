"""SVG: a scene as one drawing for documents, without scripts and without anything from outside."""

from ascmove.draw.svg.document import to_svg

__all__ = ["to_svg"]
