"""L0C rules about convolution outputs: NC1HWC0, NHWC, NCHW."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_geometry import conv_sizes
from ascmove.findings.wording import several
from ascmove.layouts import Layout, Pattern
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.rule import ONLY_950, Broken, Offer


def _target(call: L0cCall) -> Layout | None:
    """The convolution layout that the call writes; None for other destinations and broken layouts."""
    layout = call.dst_operand.layout
    tag = layout.pattern
    if tag is None or not tag.is_convolution or not call.dst_operand.sound:
        return None
    return layout


@L0C.rule(
    "L0C032",
    "error",
    3,
    title="NC1HWC0 takes one word",
    statement="quant into an NC1HWC0 destination is a scalar: a tensor of words does not compile.",
    fields=("quant",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.10 (5) and 8 (A9)",
    fix="use one word for all channels, or an NZ or ND destination",
    why="the five axes of the layout look like a batched matrix to the static check",
)
def words_into_nc1hwc0(call: L0cCall) -> Iterator[Broken]:
    if call.dst_operand.layout.pattern is Pattern.NC1HWC0 and call.quant_kind == "tensor":
        yield Broken(
            "`quant` is a tensor, the destination is NC1HWC0",
            field="quant",
            value="tensor",
            limit="a scalar word, or none",
            nearest=(Offer("scalar"),),
        )


@L0C.rule(
    "L0C033",
    "error",
    3,
    title="NHWC and NCHW take no quant",
    statement="quant of any kind is not given for an NHWC or NCHW destination.",
    fields=("quant",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, constraints",
    fix="leave quant out (float → half, bfloat16_t, float), or use NC1HWC0 with a scalar word",
    why="only the call form without quant has a route to these patterns; the others do not compile",
)
def quant_into_feature_map(call: L0cCall) -> Iterator[Broken]:
    tag = call.dst_operand.layout.pattern
    if tag in (Pattern.NHWC, Pattern.NCHW) and call.quant_kind != "none":
        yield Broken(
            f"`quant` is given, the destination is {tag.name}",
            field="quant",
            value=call.quant_kind,
            limit="none",
            nearest=(None,),
        )


@L0C.rule(
    "L0C034",
    "error",
    3,
    title="one image per call",
    statement=(
        "A convolution destination (NC1HWC0, NHWC, NCHW) has N = 1, and neither it nor the source has a batch of its own."
    ),
    fields=("dst.layout.extents", "dst.layout.batch", "src.layout.batch"),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Function and constraints; {doc.N_TENSOR_API}, 4.12",
    fix="use N = 1 and one call per image, with the destination moved by one image",
    why="the axis N is never read: only the first image would be written",
)
def one_image(call: L0cCall) -> Iterator[Broken]:
    if call.dst_operand.batched_images is not None:
        yield Broken(
            f"`dst` has {several(call.dst_operand.batched_images, 'batch')} of feature maps; a copy writes one image",
            field="dst.layout.batch",
            value=call.dst_operand.batched_images,
            limit="no batch",
            nearest=(None,),
        )
        return
    layout = _target(call)
    if layout is None:
        return
    n = layout.shape[0]
    if n != 1:
        yield Broken(
            f"`dst` is laid out for {n} images; a copy writes one",
            field="dst.layout.extents[0]",
            value=n,
            limit="N = 1",
            nearest=(1,),
        )
    elif call.src_operand.batches is not None:
        yield Broken(
            f"`src` has {several(call.src_operand.batches, 'batch')}, the destination is one image",
            field="src.layout.batch",
            value=call.src_operand.batches,
            limit="no batch",
            nearest=(None,),
        )


@L0C.rule(
    "L0C035",
    "error",
    3,
    title="a feature map of the source's size",
    statement=(
        "The source of a convolution destination is (H·W, C): its rows are H·W and its columns C (C1·C0 for NC1HWC0)."
    ),
    fields=("dst.layout.extents", "src.layout.m", "src.layout.n"),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, constraints; {doc.N_TENSOR_API}, 4.4 and 8 (A19)",
    fix="give extents that make the source's m and n, or a source of (H·W, C)",
    why="the sizes come from the destination alone: missing rows and columns are read from whatever lies in L0C",
    unenforced=True,
)
def same_size(call: L0cCall) -> Iterator[Broken]:
    layout = _target(call)
    source = call.src_operand.seen
    if layout is None or not call.src_operand.sound or source.pattern is not Pattern.NZ:
        return
    pixels, channels = conv_sizes(layout)
    rows, columns = source.matrix
    name = "C1·C0" if layout.pattern is Pattern.NC1HWC0 else "C"
    for what, mine, field, theirs in (("H·W", pixels, "m", rows), (name, channels, "n", columns)):
        if mine != theirs:
            yield Broken(
                f"`dst` has {what} = {mine}, `src` has {theirs} {'rows' if field == 'm' else 'columns'}",
                field="dst.layout.extents",
                value=str(layout.shape).replace(" ", ""),
                limit=f"{what} = {theirs}",
                nearest=(
                    Offer(f"{what} = {theirs}"),
                    Offer(f"src.layout.{field} = {mine}", {f"src.layout.{field}": mine}),
                ),
            )
