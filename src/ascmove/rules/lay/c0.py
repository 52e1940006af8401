"""LAY rules about C0: the width of a fractal that the layout declares and the hardware has."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.layouts import Layout, Pattern
from ascmove.rules import sources as doc
from ascmove.rules.books import LAY
from ascmove.rules.l0c.types import splits
from ascmove.rules.rule import ONLY_950, Broken


def _nz(operand: L0cOperand) -> Layout | None:
    """One matrix of the operand where it is NZ."""
    return operand.matrix if operand.matrix.pattern is Pattern.NZ else None


def _wrong(name: str, layout: Layout, right: int, why: str) -> Iterator[Broken]:
    if layout.c0 != right:
        yield Broken(
            f"`{name}` is NZ with C0 = {layout.c0}; {why} has C0 = {right}",
            field=f"{name}.layout.c0",
            value=layout.c0,
            limit=f"C0 = {right}",
            nearest=(right,),
        )


@LAY.rule(
    "LAY002",
    "error",
    3,
    title="L0C has fractals of 16 x 16",
    statement=(
        "An NZ source has C0 = 16: L0C fractals are 16×16 whatever the type; another C0 gives a wrong column-block pitch."
    ),
    fields=("src.layout.c0",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Function and examples; {doc.N_TENSOR_API}, 4.6.1 and 8 (A7)",
    fix="use C0 = 16 for the source",
    why="the column stride of the layout becomes the source stride of the instruction",
    unenforced=True,
)
def source(call: L0cCall) -> Iterator[Broken]:
    layout = _nz(call.src_operand)
    if layout is not None:
        yield from _wrong("src", layout, 16, "L0C")


@LAY.rule(
    "LAY003",
    "error",
    3,
    title="1-byte NZ destinations have C0 = 32",
    statement="An NZ destination of a 1-byte type has C0 = 32 (forgetting the type leaves the default 16).",
    fields=("dst.layout.c0",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.6.2 and 4.6.3",
    fix="use C0 = 32, for example c0='int8_t'",
    why="the hardware merges channels into rows of 32; the column blocks of a narrower layout overlap",
)
def one_byte(call: L0cCall) -> Iterator[Broken]:
    layout = _nz(call.dst_operand)
    if layout is not None and call.dst.dtype.width == 1 and not call.trait.enable_channel_split:
        yield from _wrong("dst", layout, 32, f"a destination of {call.dst.dtype}")


@LAY.rule(
    "LAY004",
    "error",
    3,
    title="other NZ destinations have C0 = 16",
    statement=(
        "An NZ destination of a 2-byte type, or of float/int32_t without channel split, has C0 = 16 (not the 8 that a 4-byte "
        "data type would select)."
    ),
    fields=("dst.layout.c0",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.6.3 and 8 (A3)",
    fix="use C0 = 16; C0 = 8 goes with enable_channel_split",
    why="the hardware writes rows of 16; the column blocks of a narrower layout overlap",
)
def other(call: L0cCall) -> Iterator[Broken]:
    layout = _nz(call.dst_operand)
    if layout is not None and call.dst.dtype.width > 1 and not call.trait.enable_channel_split:
        yield from _wrong("dst", layout, 16, f"a destination of {call.dst.dtype} without channel split")


@LAY.rule(
    "LAY005",
    "error",
    3,
    title="split channels have C0 = 8",
    statement="An NZ destination with enable_channel_split has C0 = 8.",
    fields=("dst.layout.c0",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.6.1 and 4.6.3",
    fix="use C0 = 8, for example c0='float', or no channel split",
    why="the hardware writes fractals of 16 x 8; the column blocks of a wider layout leave gaps in wrong places",
)
def split(call: L0cCall) -> Iterator[Broken]:
    layout = _nz(call.dst_operand)
    if layout is not None and splits(call):
        yield from _wrong("dst", layout, 8, "a destination with channel split")


@LAY.rule(
    "LAY006",
    "error",
    3,
    title="C0 of NC1HWC0",
    statement="The C0 of an NC1HWC0 destination is 16 (2- and 4-byte types) or 32 (1-byte types).",
    fields=("dst.layout.extents",),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 4.6.3 and 4.12",
    fix="use C0 = 16 or 32, with C1 = C / C0",
    why="the hardware writes rows of 16, or 32 after merging channels",
)
def feature_map(call: L0cCall) -> Iterator[Broken]:
    layout = call.dst_operand.layout
    if layout.pattern is not Pattern.NC1HWC0 or not call.dst_operand.sound:
        return
    c0 = layout.shape[4]
    right = 32 if call.dst.dtype.width == 1 else 16
    if c0 != right:
        yield Broken(
            f"`dst` is NC1HWC0 with C0 = {c0}; a destination of {call.dst.dtype} has C0 = {right}",
            field="dst.layout.extents[4]",
            value=c0,
            limit=f"C0 = {right}",
            nearest=(right,),
        )
