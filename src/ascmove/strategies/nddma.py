"""Legal NDDMA calls, and the ways to break exactly one of their rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from ascmove.calls import Bits, Call, NdDmaCall, NdDmaConfig, NdDmaLoopInfo, NdDmaParams
from ascmove.core import Core
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.hardware import NDDMA_TYPES
from ascmove.strategies.illegal import Edit, numbers
from ascmove.strategies.tensors import declared, filled, kinds

#: bytes that a drawn destination may have: less than the UB of every product
_MOST = 1 << 17


@st.composite
def nddma_calls(draw: st.DrawFn) -> NdDmaCall:
    """One to five loops with pads, any type; destinations ascending, or permuted as in a transpose."""
    kind = draw(kinds(NDDMA_TYPES))
    dim = draw(st.integers(1, 5))
    wide = kind.width == 8
    nearest = draw(st.booleans()) and not wide
    config = draw(_configs(nearest))
    loops = [draw(_loop(st.integers(1, 5 if dim < 5 else 3))) for _ in range(dim)]
    strides, reach = [], 0
    for size, left, right, room in loops:
        turns = size + _pad(config.loop_lp_size, left) + _pad(config.loop_rp_size, right)
        strides.append(reach + 1 + room)
        reach += (turns - 1) * strides[-1]
    assume((reach + 10) * kind.width <= _MOST)
    order = draw(st.permutations(range(dim)))
    src = draw(st.lists(st.integers(0, 40), min_size=dim, max_size=dim))
    columns = [(src[k], strides[k], *loops[k][:3]) for k in order]
    info = NdDmaLoopInfo(*zip(*columns, strict=True))
    value = 0 if wide else draw(_constants(kind))
    core = Core("ascend-950")
    read = 1 + sum((size - 1) * step for step, _, size, _, _ in columns)
    target = declared(core, "VECIN", kind, reach + 1 + draw(st.integers(0, 9)))
    source = draw(filled(declared(core, "GM", kind, read + draw(st.integers(0, 9)))))
    return NdDmaCall(target, source, NdDmaParams(info, value), config)


def _pad(everywhere: int, own: int) -> int:
    return own if everywhere == NdDmaConfig.UNSET_PAD else everywhere


@st.composite
def _loop(draw: st.DrawFn, sizes: st.SearchStrategy[int]) -> tuple[int, int, int, int]:
    pads = st.integers(0, 2)
    return draw(sizes), draw(pads), draw(pads), draw(st.sampled_from([0, 0, 0, 1, 3]))


def _configs(nearest: bool) -> st.SearchStrategy[NdDmaConfig]:
    pads = st.sampled_from([NdDmaConfig.UNSET_PAD] * 3 + [0, 1])
    return st.builds(NdDmaConfig, is_nearest_value_mode=st.just(nearest), loop_lp_size=pads, loop_rp_size=pads)


def _constants(kind: DType) -> st.SearchStrategy[Any]:
    bits = st.integers(0, 1 if kind.kind == "bool" else (1 << 8 * kind.width) - 1).map(Bits)
    return st.just(0) | bits


# -- just illegal -----------------------------------------------------------------------------------------------------


def _params(call: NdDmaCall, **changed: Any) -> Call:
    params = NdDmaParams(changed.get("loops", call.loops), changed.get("value", call.params.constant_value))
    return NdDmaCall(call.dst, call.src, params, changed.get("config", call.config))


def _retyped(name: str) -> Edit:
    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, NdDmaCall)
        kind, core = as_dtype(name), call.core
        dst = declared(core, "VECIN", kind, call.dst.count)
        params = NdDmaParams(call.loops, 0)
        return NdDmaCall(dst, declared(core, "GM", kind, call.src.count), params, replace(call.config))

    return edit


def _elsewhere(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, NdDmaCall)
    core = Core(draw(st.sampled_from(["atlas-a2", "atlas-a3", "atlas-200i-500-a2", "atlas-inference-aicore"])))
    dst = declared(core, "VECIN", call.dst.dtype, call.dst.count)
    return NdDmaCall(dst, declared(core, "GM", call.src.dtype, call.src.count), call.params, call.config)


def _into_l1(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, NdDmaCall)
    dst = declared(call.core, draw(st.sampled_from(["A1", "B1"])), call.dst.dtype, call.dst.count)
    return NdDmaCall(dst, call.src, call.params, call.config)


def _six_loops(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, NdDmaCall)
    missing = 6 - call.loops.dim
    ones = ((0,) * missing, (1,) * missing, (1,) * missing, (0,) * missing, (0,) * missing)
    arrays = (old + new for old, new in zip(call.loops.arrays().values(), ones, strict=True))
    return _params(call, loops=NdDmaLoopInfo(*arrays))


def _short_array(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, NdDmaCall)
    arrays = list(call.loops.arrays().values())
    k = draw(st.sampled_from([0, 1, 3, 4]))
    arrays[k] = (*arrays[k], 1)
    return _params(call, loops=NdDmaLoopInfo(*arrays))


def _field(name: str, *values: int) -> Edit:
    """One entry of an array at a value that is too large or too small."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, NdDmaCall)
        k = draw(st.integers(0, call.loops.dim - 1))
        return numbers(call, {f"{name}[{k}]": draw(st.sampled_from(values))})

    return edit


def _config(**fields: Any) -> Edit:
    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, NdDmaCall)
        return _params(call, config=replace(call.config, **fields), value=0)

    return edit


def _constant(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, NdDmaCall)
    kind = call.dst.dtype
    low, high = kind.range
    return _params(call, value=draw(st.sampled_from([low - 1, high + 1, 0.5])))


def _repeated(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, NdDmaCall)
    turning = [k for k, turns in enumerate(call.turns) if turns > 1]
    return numbers(call, {f"loop_dst_stride[{draw(st.sampled_from(turning))}]": 0})


def _overlapping(call: Call, draw: st.DrawFn) -> Call:
    """Two ascending loops, the second one element too tight."""
    assert isinstance(call, NdDmaCall)
    size = draw(st.integers(3, 6))
    loops = NdDmaLoopInfo([1, size], [1, size - 1], [size, 2])
    dst = declared(call.core, "VECIN", call.dst.dtype, 4 * size)
    src = declared(call.core, "GM", call.src.dtype, 2 * size)
    return NdDmaCall(dst, src, NdDmaParams(loops, 0), NdDmaConfig())


def _colliding(call: Call, draw: st.DrawFn) -> Call:
    """Two descending loops that meet in one element."""
    assert isinstance(call, NdDmaCall)
    a = draw(st.integers(2, 5))
    loops = NdDmaLoopInfo([1, 9], [a, 1], [3, a + 1])
    dst = declared(call.core, "VECIN", call.dst.dtype, 8 * a)
    src = declared(call.core, "GM", call.src.dtype, 9 * a + 3)
    return NdDmaCall(dst, src, NdDmaParams(loops, 0), NdDmaConfig())


def _span(call: Call, draw: st.DrawFn) -> Call:
    """A source of unknown size whose loops reach just past 2^40 bytes."""
    assert isinstance(call, NdDmaCall)
    stride = (1 << 40) // call.src.dtype.width // 4 + 1
    loops = NdDmaLoopInfo([1, stride], [1, 8], [4, 5])
    dst = declared(call.core, "VECIN", call.dst.dtype, 64)
    src = declared(call.core, "GM", call.src.dtype, 0)
    return NdDmaCall(dst, src, NdDmaParams(loops, 0), NdDmaConfig())


def _is(test: Any) -> Any:
    return lambda call: bool(test(call))


_wide = _is(lambda call: call.dst.dtype.width == 8)
_narrow = _is(lambda call: call.dst.dtype.width < 8)
_whole = _is(lambda call: call.dst.dtype.kind in ("int", "uint") and call.dst.dtype.width < 8)
_turning = _is(lambda call: any(n > 1 for n in call.turns))

#: code: (edit, which calls it can be done to)
EDITS: dict[str, tuple[Edit, Any]] = {
    "NDD001": (_elsewhere, None),
    "NDD002": (_into_l1, None),
    "NDD003": (_retyped("hifloat8_t"), None),
    "NDD004": (_six_loops, None),
    "NDD005": (_short_array, None),
    "NDD006": (_field("loop_src_stride", 1 << 40, (1 << 41) + 1), None),
    "NDD007": (_field("loop_dst_stride", 1 << 20, 1 << 24), _narrow),
    "NDD008": (_field("loop_size", 0, 1 << 20), None),
    "NDD009": (_field("loop_lp_size", 256, 1000), None),
    "NDD010": (_config(loop_rp_size=256), None),
    "NDD011": (_config(is_nearest_value_mode=True), _wide),
    "NDD012": (lambda call, draw: _params(call, value=Bits(1)), _wide),  # type: ignore[arg-type]
    "NDD013": (_field("loop_dst_stride", 1 << 19, 1 << 21), _wide),
    "NDD014": (_span, None),
    "NDD015": (_overlapping, None),
    "NDD016": (_repeated, _turning),
    "NDD017": (_colliding, None),
    "NDD024": (_constant, _whole),
    "TEN013": (_field("loop_src_stride", -1, -64), None),
}
