"""Legal plain copies, and the ways to break exactly one of their rules."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ascmove.calls import BLOCK, BasicCall, Call, DataCopyParams
from ascmove.core import Core
from ascmove.hardware import BASIC_ROUTES, Product, basic_types
from ascmove.strategies.illegal import Edit, numbers, on_tensors
from ascmove.strategies.tensors import declared, filled, kinds


@st.composite
def gaps(draw: st.DrawFn) -> DataCopyParams:
    """A few short bursts."""
    small = st.integers(0, 4)
    return DataCopyParams(draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(small), draw(small))


@st.composite
def data_copy_calls(draw: st.DrawFn) -> BasicCall:
    """Any product, route and type of the plain copy; bursts with gaps, or an element count."""
    product = draw(st.sampled_from(list(Product)))
    src_at, dst_at = draw(st.sampled_from(BASIC_ROUTES[product]))
    kind = draw(kinds(basic_types(product, src_at, dst_at)))
    c0 = BLOCK // kind.width
    params: DataCopyParams | int = draw(gaps() | st.integers(1, 6).map(lambda blocks: blocks * c0))
    core = Core(product)
    sizes = [_blocks(params, side, c0) * c0 + draw(st.integers(0, 9)) for side in ("src", "dst")]
    source = draw(filled(declared(core, src_at, kind, sizes[0])))
    return BasicCall(declared(core, dst_at, kind, sizes[1]), source, params)


def _blocks(params: DataCopyParams | int, side: str, c0: int) -> int:
    if isinstance(params, int):
        return params // c0
    gap: int = getattr(params, f"{side}_gap")
    return params.block_count * params.block_len + (params.block_count - 1) * gap


# -- just illegal -----------------------------------------------------------------------------------------------------


def _number(name: str, *values: int) -> Edit:
    return lambda call, draw: numbers(call, {name: draw(st.sampled_from(values))})


def _both_names(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, BasicCall)
    old = call.geometry
    params = DataCopyParams(old.block_count, old.block_len, old.src_gap, old.dst_gap, dst_stride=old.dst_gap + 1)
    return BasicCall(call.dst, call.src, params)


def _ragged(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, BasicCall) and call.count is not None
    return BasicCall(call.dst, call.src, call.count - 1)


def no_route(call: Call, draw: st.DrawFn) -> Call:
    """Global memory to global memory, which no copy does."""
    core, kind = call.core, call.src.dtype
    return on_tensors(
        call, dst=declared(core, "GM", kind, call.dst.count), src=declared(core, "GM", kind, call.src.count)
    )


def _lacking_type(call: Call, draw: st.DrawFn) -> Call:
    from ascmove.formats.dtype import DTYPES

    held = basic_types(call.product, call.src.position, call.dst.position)
    kind = draw(
        st.sampled_from([k for name, k in DTYPES.items() if name not in held and k.width == call.src.dtype.width])
    )
    made = {s: declared(call.core, t.position, kind, t.count) for s, t in (("src", call.src), ("dst", call.dst))}
    return on_tensors(call, **made)


def lacks_a_type(call: Call) -> bool:
    """True where some type of the same width has no plain copy on this product and route."""
    from ascmove.formats.dtype import DTYPES

    held = basic_types(call.product, call.src.position, call.dst.position)
    return any(name not in held and kind.width == call.src.dtype.width for name, kind in DTYPES.items())


def _bursts(call: Any) -> bool:
    return call.params is not None


def _counted(call: Any) -> bool:
    return call.count is not None and call.src.dtype.width < BLOCK


EDITS: dict[str, tuple[Edit, Any]] = {
    "ENH003": (no_route, None),
    "ENH006": (_lacking_type, lacks_a_type),
    "ENH008": (_number("block_count", 4096, 9999), _bursts),
    "ENH009": (_number("src_gap", 65536, 1 << 20), _bursts),
    "ENH011": (_both_names, _bursts),
    "ENH039": (_ragged, _counted),
    "TEN013": (_number("dst_gap", -1, -32), _bursts),
}
