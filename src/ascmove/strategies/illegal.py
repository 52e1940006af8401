"""Just-illegal calls: a legal call with one edit, after which exactly one rule refuses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from ascmove.calls import Call
from ascmove.formats.dtype import DTYPES
from ascmove.strategies.tensors import declared
from ascmove.tensors import Tensor

#: makes a call that the rule refuses out of a legal one
Edit = Callable[[Call, st.DrawFn], Call]


@dataclass(frozen=True)
class Illegal:
    """A call and the code of the only rule that refuses it."""

    call: Call
    code: str


def numbers(call: Call, values: Mapping[str, int]) -> Call:
    """The call with other numbers in its parameters."""
    from ascmove.doctor.fields import with_values  # a room beside this one

    return with_values(call, values)


def on_tensors(call: Call, dst: Tensor | None = None, src: Tensor | None = None) -> Call:
    """The call on other tensors."""
    from ascmove.doctor.fields import with_values

    return with_values(call, {}, dst=dst, src=src)


@st.composite
def edited(
    draw: st.DrawFn, legal: st.SearchStrategy[Call], edits: Mapping[str, tuple[Edit, Any]], codes: tuple[str, ...]
) -> Illegal:
    """An illegal call of one of ``codes``; legal calls that the edit does not fit are drawn again."""
    code = draw(st.sampled_from(codes))
    edit, fits = edits[code]
    call = draw(legal if fits is None else legal.filter(fits))
    return Illegal(edit(call, draw), code)


# -- what can be wrong with the tensors of every call -----------------------------------------------------------------


#: types that every copy of raw elements takes where it takes their width
_COMMON_TYPES = (*(f"{sign}int{size}_t" for sign in ("", "u") for size in (8, 16, 32, 64)), "half", "float")


def _other_type(call: Call, draw: st.DrawFn) -> Call:
    """The destination holds another type of the same width, so that nothing else changes."""
    kind = call.dst.dtype
    others = [DTYPES[name] for name in _COMMON_TYPES if DTYPES[name].width == kind.width and DTYPES[name] is not kind]
    dst = declared(call.core, call.dst.position, draw(st.sampled_from(others)), call.dst.count, call.dst.shape_info)
    return on_tensors(call, dst=dst)


def _short(side: str) -> Edit:
    """One tensor ends one element too early."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        from ascmove.moves.lowering import lower

        plan = lower(call)
        tensor = getattr(call, side)
        extent = plan.src_extent if side == "src" else plan.dst_extent
        count = extent.stop // tensor.dtype.width - 1
        assume(count > 0)
        return on_tensors(call, **{side: _cut(tensor, count)})

    return edit


def _cut(tensor: Tensor, count: int) -> Tensor:
    return declared(tensor.core, tensor.position, tensor.dtype, count, tensor.shape_info)  # type: ignore[arg-type]


def _misaligned(call: Call, draw: st.DrawFn) -> Call:
    """The UB or L1 side starts inside a block of 32 B."""
    side = "dst" if call.dst.position != "GM" else "src"
    tensor = getattr(call, side)
    step = draw(st.integers(1, 32 // tensor.dtype.width - 1)) if tensor.dtype.width < 32 else 1
    address = tensor.address + step * tensor.dtype.width
    moved = call.core.declare_local(tensor.position, tensor.dtype, tensor.count, address, tensor.shape_info)
    return on_tensors(call, **{side: moved})


def _inside_64(call: Call, draw: st.DrawFn) -> Call:
    """The L0C side starts inside a unit of 64 B."""
    tensor = call.src
    step = draw(st.integers(1, 64 // tensor.dtype.width - 1)) * tensor.dtype.width
    moved = call.core.declare_local(tensor.position, tensor.dtype, tensor.count, tensor.address + step)
    return on_tensors(call, src=moved)


def _too_large(side: str) -> Edit:
    """A local tensor that ends behind its memory."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        tensor = getattr(call, side)
        capacity = call.core.arena(tensor.space).capacity
        assume(capacity is not None)
        count = capacity // tensor.dtype.width + draw(st.integers(1, 4096))
        return on_tensors(call, **{side: declared(call.core, tensor.position, tensor.dtype, count, tensor.shape_info)})

    return edit


def _local_too_large(call: Call, draw: st.DrawFn) -> Call:
    return _too_large("src" if call.dst.position == "GM" else "dst")(call, draw)


def _empty_view(call: Call, draw: st.DrawFn) -> Call:
    """A view that starts where its tensor in global memory ends."""
    side = "src" if call.src.position == "GM" else "dst"
    tensor = getattr(call, side)
    return on_tensors(call, **{side: tensor.whole.view(tensor.count)})


def global_side(call: Call) -> bool:
    """True where one side lies in global memory."""
    return "GM" in (call.src.position, call.dst.position)


TENSOR_EDITS: dict[str, tuple[Edit, Any]] = {
    "TEN002": (_other_type, None),
    "TEN003": (_misaligned, None),
    "TEN004": (_inside_64, lambda call: call.src.position == "CO1"),
    "TEN006": (_local_too_large, None),
    "TEN008": (_short("src"), None),
    "TEN009": (_short("dst"), None),
    "TEN012": (_empty_view, global_side),
}
