"""LAY rules about where a layout reaches: colliding elements, layouts larger than their tensor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ascmove.calls import L0cCall
from ascmove.calls.l0c_geometry import Geometry
from ascmove.findings.wording import several
from ascmove.plan import Plan
from ascmove.plan.collide import first_collision
from ascmove.rules import sources as doc
from ascmove.rules.books import LAY
from ascmove.rules.l0c.sizes import fractal_columns
from ascmove.rules.lay.places import instead
from ascmove.rules.numbers import elements
from ascmove.rules.rule import ONLY_950, Broken, Offer


@LAY.rule(
    "LAY014",
    "error",
    4,
    title="destination elements do not collide",
    statement=(
        "Destination elements do not collide: ND row stride ≥ nSize with mSize > 1, DN column stride ≥ mSize with nSize > 1, "
        "NZ column stride ≥ C0·mSize with several column blocks, and batches that do not meet."
    ),
    fields=("dst.layout.stride",),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 4.6 and 4.11",
    fix="use a row stride of at least nSize (DN: a column stride of at least mSize), batches one extent apart",
    why="elements are written twice; which value stays is not defined",
    needs=("dst.layout.stride", "c0", "extents", "pattern", "enable_channel_split"),
)
def collisions(call: L0cCall) -> Iterator[Broken]:
    geometry = call.geometry
    if geometry is None:
        return
    run, lines = _lines(call, geometry)
    if lines > 1 and geometry.dst_stride < run:
        what = {"ND": "row stride", "DN": "column stride", "NZ": "column block stride"}[geometry.walk]
        yield Broken(
            f"the {what} of `dst` is {geometry.dst_stride}, one {what.removesuffix(' stride')} takes {several(run, 'element')}",
            field="dst.layout.stride",
            value=geometry.dst_stride,
            limit=f">= {run}",
            nearest=(run,),
            ways=_strides(call, geometry.dst_stride, run),
        )
        return
    if first_collision((run, lines, geometry.matrices), (1, geometry.dst_stride, geometry.dst_batch_stride)):
        extent = (lines - 1) * geometry.dst_stride + run
        yield Broken(
            f"the batches of `dst` lie {several(geometry.dst_batch_stride, 'element')} apart, one takes {extent}",
            field="dst.layout.stride",
            value=geometry.dst_batch_stride,
            limit=f">= {extent}",
            nearest=(extent,),
            ways=_strides(call, geometry.dst_batch_stride, extent),
        )


def _strides(call: L0cCall, stride: int, wider: int) -> tuple[Mapping[str, object], ...]:
    return instead("dst.layout.stride", call.dst_operand.frame.stride, stride, (wider,))


def _lines(call: L0cCall, geometry: Geometry) -> tuple[int, int]:
    """(elements of one contiguous line of the destination, number of lines)."""
    if geometry.walk == "ND":
        return geometry.n_size, geometry.m_size
    if geometry.walk == "DN":
        return geometry.m_size, geometry.n_size
    width = fractal_columns(call)
    return width * geometry.m_size, -(-geometry.n_size // width)


@LAY.rule(
    "LAY015",
    "warning",
    6,
    title="a layout fits its tensor",
    statement="The layout stays inside its tensor: largest offset + 1 ≤ count, even where this copy touches less.",
    fields=("layout", "count"),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 1.3 and 3.3",
    fix="use the layout's cosize as count, or a smaller layout",
    why="the tensor is smaller than the kernel believes; the next copy with this layout leaves it",
)
def larger_than_tensor(call: L0cCall, plan: Plan) -> Iterator[Broken]:
    for name, operand, touched in (
        ("src", call.src_operand, plan.src_extent.stop),
        ("dst", call.dst_operand, plan.dst_extent.stop),
    ):
        tensor = operand.tensor
        reach = operand.frame_offset + operand.frame.cosize  # slices lie inside their frame
        if tensor.sized and touched <= tensor.nbytes and reach > tensor.count:
            yield Broken(
                f"the layout of `{name}` reaches element {reach - 1}, its tensor has {tensor.count}",
                field=f"{name}.layout",
                value=str(operand.frame),
                shown=f"cosize {elements(reach, tensor.dtype)}",
                limit=f"at most {elements(tensor.count, tensor.dtype)}",
                nearest=(Offer(f"{name}.count {reach}", {f"{name}.count": reach}),),
            )
