"""PNG: the SVG drawing as pixels, by the optional library resvg-py."""

from __future__ import annotations

from ascmove.draw.scene import Scene
from ascmove.draw.svg import to_svg
from ascmove.errors import NotModelled


def to_png(scene: Scene, *, width: int = 960, zoom: int = 2, colour: str = "burst", shown: str = "value") -> bytes:
    """A scene as a PNG file, ``zoom`` times as many pixels as the SVG. Raises NotModelled without resvg-py."""
    try:
        import resvg_py
    except ImportError:
        raise NotModelled(
            "PNG needs the library resvg-py: pip install 'ascmove[viz]'; SVG and HTML need nothing"
        ) from None
    drawing = to_svg(scene, width=width, colour=colour, shown=shown)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, zoom=zoom, monospace_family="DejaVu Sans Mono"))
