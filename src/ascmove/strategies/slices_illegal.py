"""The ways to break exactly one rule of the slice copy."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from ascmove.calls import BLOCK, Call, SliceCall, SliceInfo
from ascmove.core import Core
from ascmove.formats.dtype import DTYPES
from ascmove.hardware import SLICE_TYPES, Product
from ascmove.strategies.basic import no_route
from ascmove.strategies.illegal import Edit, on_tensors
from ascmove.strategies.tensors import declared

Infos = list[SliceInfo]


def _lists(call: SliceCall) -> tuple[Infos, Infos]:
    return list(call.src_slice_info), list(call.dst_slice_info)


def _made(call: SliceCall, src: Infos, dst: Infos, dim: int | None = None) -> Call:
    return SliceCall(call.dst, call.src, dst, src, call.dim_value if dim is None else dim)


def _entry(side: str, axis: int, **values: int) -> Edit:
    """One entry of one list with other values."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, SliceCall)
        lists = dict(zip(("src", "dst"), _lists(call), strict=True))
        lists[side][axis] = replace(lists[side][axis], **values)
        return _made(call, lists["src"], lists["dst"])

    return edit


def _elsewhere(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    core = Core("atlas-200i-500-a2")
    at = [declared(core, t.position, t.dtype, t.count, t.shape_info) for t in (call.dst, call.src)]
    return SliceCall(at[0], at[1], call.dst_slice_info, call.src_slice_info, call.dim_value)


def _lacking_type(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    held = SLICE_TYPES[call.product]
    kind = draw(st.sampled_from([k for n, k in DTYPES.items() if n not in held and k.width == call.src.dtype.width]))
    at = [declared(call.core, t.position, kind, t.count, t.shape_info) for t in (call.dst, call.src)]
    return SliceCall(at[0], at[1], call.dst_slice_info, call.src_slice_info, call.dim_value)


def _lacks_a_type(call: Any) -> bool:
    held = SLICE_TYPES[call.product]
    return any(n not in held and k.width == call.src.dtype.width for n, k in DTYPES.items())


def _nine_axes(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    block = BLOCK // call.src.dtype.width
    infos = [SliceInfo(0, block - 1, 0, 1, block), *[SliceInfo(0, 1, 0, 1, 2)] * 8]
    at = [declared(call.core, t.position, t.dtype, block << 8) for t in (call.dst, call.src)]
    return SliceCall(at[0], at[1], infos, infos, 9)


def _fewer_entries(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    return _made(call, src, dst, call.dim_value + 1 if call.dim_value < 8 else call.dim_value - 1)


def _longer_burst(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    dst[0] = replace(dst[0], burst_len=dst[0].burst_len + draw(st.integers(1, 3)))
    return _made(call, src, dst)


def _row_lengths(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    axis, length = draw(st.integers(1, call.dim_value - 1)), draw(st.sampled_from([0, 2, 8]))
    src[axis], dst[axis] = (replace(infos[axis], burst_len=length) for infos in (src, dst))
    return _made(call, src, dst)


def _no_length(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    src[0], dst[0] = (replace(infos[0], burst_len=0) for infos in (src, dst))
    return _made(call, src, dst)


def _fewer_rows(call: Call, draw: st.DrawFn) -> Call:
    """The last row of an axis of dst left out."""
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    axis = draw(st.sampled_from([k for k, info in enumerate(dst) if k and info.rows > 2]))
    dst[axis] = replace(dst[axis], end_index=dst[axis].end_index - 1 - dst[axis].stride)
    return _made(call, src, dst)


def _three_rows(call: Any) -> bool:
    return any(info.rows > 2 for info in call.dst_slice_info[1:])


def _single(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    side = draw(st.sampled_from(["src", "dst"]))
    lists = dict(zip(("src", "dst"), _lists(call), strict=True))
    axis = draw(st.integers(1, call.dim_value - 1))
    lists[side][axis] = replace(lists[side][axis], end_index=lists[side][axis].start_index)
    return _made(call, lists["src"], lists["dst"])


def _past_axis(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    axis = draw(st.integers(0, call.dim_value - 1))
    src[axis] = replace(src[axis], shape_value=src[axis].end_index)
    return _made(call, src, dst)


def _mixed_shapes(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    dst[-1] = replace(dst[-1], shape_value=0)
    return _made(call, src, dst)


def _no_shape(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, SliceCall)
    return SliceCall(
        declared(call.core, call.dst.position, call.dst.dtype, call.dst.count),
        call.src,
        call.dst_slice_info,
        call.src_slice_info,
        call.dim_value,
    )


def _part_of_a_burst(call: Call, draw: st.DrawFn) -> Call:
    """The end of the GM side one element early: no whole number of bursts."""
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    own = src if call.src.position == "GM" else dst
    own[0] = replace(own[0], end_index=own[0].end_index - 1)
    return _made(call, src, dst)


def _other_count(call: Call, draw: st.DrawFn) -> Call:
    """One burst fewer in dst."""
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    pitch = dst[0].burst(call.dst.dtype.width) + dst[0].stride
    dst[0] = replace(dst[0], end_index=dst[0].end_index - pitch)
    return _made(call, src, dst)


def _short_burst(call: Call, draw: st.DrawFn) -> Call:
    """Bursts longer than the axis, on both sides."""
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    length = 1 + max(info[0].span for info in (src, dst)) * call.src.dtype.width // BLOCK
    src[0], dst[0] = (replace(info[0], burst_len=length) for info in (src, dst))
    return _made(call, src, dst)


def _ub_gap(call: Call, draw: st.DrawFn) -> Call:
    """The UB side with a gap of part of a block."""
    assert isinstance(call, SliceCall)
    src, dst = _lists(call)
    own = dst if call.src.position == "GM" else src
    bursts = own[0].bursts(call.src.dtype.width)
    own[0] = replace(own[0], stride=own[0].stride + 1, end_index=own[0].end_index + bursts - 1)
    grown = [
        replace(info, shape_value=info.shape_value + bursts) if k == 0 and info.shape_value else info
        for k, info in enumerate(own)
    ]
    own[:] = grown
    at = []
    for tensor in (call.dst, call.src):
        shape = tensor.shape_info
        if tensor.position != "GM":
            shape = None if shape is None else (shape[0] + bursts, *shape[1:])
            at.append(declared(call.core, tensor.position, tensor.dtype, 2 * tensor.count + 64, shape))
        else:
            at.append(tensor)
    return SliceCall(at[0], at[1], dst, src, call.dim_value)


def _small_ub(call: Call, draw: st.DrawFn) -> Call:
    """The UB tensor holds what is copied, but not its whole declared shape."""
    assert isinstance(call, SliceCall)
    side = "dst" if call.src.position == "GM" else "src"
    tensor = getattr(call, side)
    return on_tensors(
        call, **{side: declared(call.core, tensor.position, tensor.dtype, tensor.count - 1, tensor.shape_info)}
    )


def _roomy_ub(call: Any) -> bool:
    from ascmove.moves.lowering import lower

    plan = lower(call)
    tensor = call.ub_side[2]
    extent = plan.dst_extent if tensor is call.dst else plan.src_extent
    return bool(extent.stop <= (tensor.count - 1) * tensor.dtype.width)


def _short_gm(call: Call, draw: st.DrawFn) -> Call:
    """The tensor in global memory ends one element before what is copied."""
    from ascmove.moves.lowering import lower

    side = "src" if call.src.position == "GM" else "dst"
    plan, tensor = lower(call), getattr(call, side)
    extent = plan.src_extent if side == "src" else plan.dst_extent
    count = extent.stop // tensor.dtype.width - 1
    assume(count > 0)
    return on_tensors(call, **{side: declared(call.core, "GM", tensor.dtype, count, tensor.shape_info)})


def _many(rows: int, bursts: int, burst: int, gap: int) -> Edit:
    """Rows of bursts that lie behind each other in UB; entries and tensors as large as that needs.

    ``gap``: bytes between two bursts in GM.
    """

    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, SliceCall)
        core, kind = call.core, call.src.dtype
        length, skipped = burst * BLOCK // kind.width, gap // kind.width
        sides = {}
        for name, between in (("GM", skipped), ("UB", 0)):
            span = bursts * length + (bursts - 1) * between
            infos = [SliceInfo(0, span - 1, between, burst, span + 1)]
            infos += [SliceInfo(0, rows - 1, 0, 1, rows + 1)] if rows > 1 else []
            sides[name] = infos
        count = {name: prod(info.shape_value for info in infos) for name, infos in sides.items()}
        src = declared(core, "GM", kind, count["GM"])
        dst = declared(core, "VECIN", kind, count["UB"])
        return SliceCall(dst, src, sides["UB"], sides["GM"], len(sides["GM"]))

    return edit


def _bytes(call: Any) -> bool:
    return call.src.dtype.width == 1 and call.product is not Product.ATLAS_INFERENCE_AICORE


def _rows_in(call: Any) -> bool:
    return bool(call.dim_value > 1)


def _own_shapes(call: Any) -> bool:
    return not call.shapes_from_tensor


EDITS: dict[str, tuple[Edit, Any]] = {
    "SLI001": (_elsewhere, None),
    "SLI002": (no_route, None),
    "SLI003": (_lacking_type, _lacks_a_type),
    "SLI004": (_nine_axes, None),
    "SLI005": (_fewer_entries, None),
    "SLI006": (_single, _rows_in),
    "SLI007": (_past_axis, _own_shapes),
    "SLI009": (_mixed_shapes, _own_shapes),
    "SLI010": (_part_of_a_burst, lambda call: call.src_slice_info[0].bursts(call.src.dtype.width) > 1),
    "SLI011": (_no_shape, lambda call: call.shapes_from_tensor),
    "SLI012": (_longer_burst, None),
    "SLI013": (_row_lengths, _rows_in),
    "SLI014": (_no_length, None),
    "SLI015": (_fewer_rows, _three_rows),
    "SLI016": (_many(1537, 1, 1, 0), None),
    "SLI017": (_other_count, lambda call: call.src_slice_info[0].bursts(call.src.dtype.width) > 1),
    "SLI018": (_ub_gap, lambda call: call.src_slice_info[0].bursts(call.src.dtype.width) > 1),
    "SLI019": (_many(1, 2, 2048, 1), _bytes),
    "SLI020": (_many(1, 2, 1, 65536 + 31), _bytes),
    "SLI021": (_many(1, 4096, 1, 0), None),
    "SLI023": (_short_burst, None),
    "SLI027": (_small_ub, _roomy_ub),
    "TEN008": (_short_gm, lambda call: call.src.position == "GM"),
    "TEN009": (_short_gm, lambda call: call.dst.position == "GM"),
    "TEN013": (_entry("dst", 0, stride=-1), None),
}
