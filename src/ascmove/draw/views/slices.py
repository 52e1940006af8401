"""View of the slice copy: rows of shape_value elements, the indices, gaps and bursts of every axis."""

from __future__ import annotations

from itertools import accumulate
from operator import mul

from ascmove.calls import BLOCK, SliceCall
from ascmove.calls.slice import Infos
from ascmove.draw.cells import Side
from ascmove.draw.grid import Level
from ascmove.draw.views.strides import stride_levels
from ascmove.draw.views.view import Line, View
from ascmove.plan import Plan
from ascmove.tensors import Tensor


def slice_view(call: SliceCall, plan: Plan) -> View:
    """One row of the picture is one row of axis 0, one plane a value of axis 2."""
    levels: dict[str, tuple[Level, ...]] = {}
    lines: list[Line] = []
    for side, (name, infos, tensor) in zip(("src", "dst"), call.sides, strict=True):
        shape = call.shape(infos, tensor)[: call.dim_value]
        pitches = list(accumulate(shape[:-1], mul))
        levels[side] = stride_levels(pitches, max(tensor.count, 1), max(1, BLOCK // tensor.dtype.width))
        lines += _axis_lines(side, name, infos, tensor, shape)  # type: ignore[arg-type]
    return View(levels["src"], levels["dst"], tuple(lines))


def _axis_lines(side: Side, name: str, infos: Infos, tensor: Tensor, shape: tuple[int, ...]) -> list[Line]:
    pitch = [1, *accumulate(shape[:-1], mul)]
    start = sum(info.start_index * p for info, p in zip(infos, pitch, strict=False))
    lines: list[Line] = []

    def line(k: int, field: str, unit: str, first: int, last: int) -> None:
        value = getattr(infos[k], field)
        lines.append(Line(side, f"{name}[{k}].{field}", f"[{k}].{field}", value, unit, first, last, step=pitch[k]))

    width = tensor.dtype.width
    length = infos[0].burst(width)
    for k, (info, p) in enumerate(zip(infos, pitch, strict=False)):
        unit = "elements" if k == 0 else "rows"
        base = start - info.start_index * p  # the same row or plane, at index 0 of this axis
        if info.start_index:
            line(k, "start_index", unit, base, base + (info.start_index - 1) * p)
        if k == 0 and length:
            line(0, "burst_len", "× 32 B", start, start + length - 1)
            if info.stride and info.bursts(width) > 1:
                gap = info.stride if tensor.position == "GM" else info.stride * width // BLOCK * (BLOCK // width)
                line(0, "stride", unit, start + length, start + length + gap - 1)
        elif k and info.stride and info.rows > 1:
            line(k, "stride", unit, start + p, start + info.stride * p)
        line(k, "end_index", "inclusive", base, base + info.end_index * p)
        if info.shape_value:
            line(k, "shape_value", unit, base, base + (info.shape_value - 1) * p)
    return lines
