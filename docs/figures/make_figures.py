"""The figures of the documentation, drawn from the model: `python docs/figures/make_figures.py` writes them anew.

Each stands for a figure that the vendor's pages refer to, or that text cannot show. A test draws them again and
compares, so that figure and code cannot disagree.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ascmove.cases import Case
from ascmove.cases.reading import parse
from ascmove.draw import to_svg
from ascmove.serve.pictures import case_scene

HERE = Path(__file__).parent


class Figure(NamedTuple):
    """One figure: its case among the examples of the live page, and how it is drawn."""

    case: str
    caption: str
    colour: str = "burst"
    shown: str = "value"
    element: int | None = None


FIGURES: dict[str, Figure] = {
    "padding-constant": Figure("nddma_constant_pad", "2-D padding with a constant"),
    "padding-nearest": Figure("nddma_nearest_pad", "2-D padding with the nearest value", "value"),
    "transpose": Figure("nddma_transpose", "2-D transpose", "loop:i1", element=337),
    "broadcast": Figure("nddma_broadcast", "2-D broadcast", "loop:i0", element=20),
    "slice": Figure("nddma_slice", "2-D slice"),
    "five-loops": Figure("nddma_five_loops", "five loops as nested planes", "loop:i2"),
    "slice-parameters": Figure("slice_gm_to_ub", "the parameters of a slice copy"),
    "sid-store-mode-0": Figure("enhanced_sid_store_mode_0", "sid_store_mode 0: first half of every 32 bytes"),
    "sid-store-mode-1": Figure("enhanced_sid_store_mode_1", "sid_store_mode 1: second half of every 32 bytes"),
    "sid-store-mode-2": Figure("enhanced_sid_store_mode_2", "sid_store_mode 2: whole 32 bytes"),
    "l0c-nd": Figure("l0c_to_nd", "L0C to GM: NZ to ND", "fractal"),
    "l0c-dn": Figure("l0c_to_dn", "L0C to GM: NZ to DN", "fractal"),
    "l0c-nz": Figure("l0c_to_nz", "L0C to GM: NZ to NZ", "fractal"),
    "l0c-ragged": Figure("l0c_ragged_nd", "L0C to GM: a matrix that does not fill its fractals", "fractal"),
    "l0c-nhwc": Figure("l0c_to_nhwc", "L0C to GM: convolution output NHWC", "fractal"),
    "l0c-nchw": Figure("l0c_to_nchw", "L0C to GM: convolution output NCHW", "fractal"),
    "l0c-nc1hwc0": Figure("l0c_to_nc1hwc0", "L0C to GM: convolution output NC1HWC0", "fractal"),
    "l0c-batch": Figure("l0c_batch", "L0C to GM: a batch of 3 into a batch of 9", "fractal"),
    "l0c-scalar-quant": Figure("l0c_scalar_quant", "L0C to GM: one word for all elements", "value", element=700),
    "l0c-tensor-quant": Figure("l0c_tensor_quant", "L0C to GM: one word per column", "value", element=700),
    "channel-split": Figure("l0c_channel_split", "channel split: fractals of 16 x 8", "fractal"),
    "channel-merge": Figure("l0c_channel_merge", "channel merge: fractals of 16 x 32", "fractal", element=999),
}


def draw(figure: Figure) -> str:
    """The SVG text of one figure."""
    text = (files("ascmove") / "serve" / "examples" / f"{figure.case}.yaml").read_text("utf-8")
    scene = case_scene(Case.from_dict(parse(text)), "strict", "device", figure.element)
    return to_svg(scene, colour=figure.colour, shown=figure.shown) + "\n"


def main() -> None:
    """Write every figure."""
    for name, figure in FIGURES.items():
        (HERE / f"{name}.svg").write_text(draw(figure), "utf-8")


if __name__ == "__main__":
    main()
