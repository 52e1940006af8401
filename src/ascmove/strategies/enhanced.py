"""Legal copies from L0C to UB with conversion, and the ways to break exactly one of their rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ascmove.calls import Call, DataCopyEnhancedParams, DataCopyParams, EnhancedCall
from ascmove.calls.enhanced import WORDS
from ascmove.calls.enhanced_units import SLOT, units
from ascmove.core import Core
from ascmove.formats.deq_value import DeqValue
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.formats.modes import ENHANCED_PAIRS
from ascmove.strategies.basic import gaps, no_route
from ascmove.strategies.illegal import Edit, numbers
from ascmove.strategies.tensors import declared, filled
from ascmove.tensors import Tensor

_MODES = [(mode, pair) for mode, pairs in ENHANCED_PAIRS.items() for pair in pairs]
_MULTIPLIERS = st.sampled_from([1.0, 0.5, -0.25, 2.0**-10, 0.1, 3.75])


@st.composite
def enhanced_calls(draw: st.DrawFn) -> EnhancedCall:
    """L0C to UB on the Atlas inference AI Core: every mode and type pair, both block shapes, all stores, words."""
    mode, (src_name, dst_name) = draw(st.sampled_from(_MODES))
    src, dst = as_dtype(src_name), as_dtype(dst_name)
    params = draw(gaps())
    block = draw(st.sampled_from(["MATRIX", "VECTOR"]))
    store = draw(st.integers(0, 2)) if dst.width == 1 else 0
    relu = draw(st.booleans()) and mode not in ("DEQ",) and src.name != "uint32_t"
    core = Core("atlas-inference-aicore")
    sizes = _sizes(params, block == "MATRIX", src, dst, store)
    source = draw(filled(declared(core, "CO1", src, sizes[0])))
    target = declared(core, "CO2", dst, sizes[1])
    vector = mode.startswith("V")
    words = draw(_tensor_of_words(core, mode, dst, relu, params.block_count)) if vector else None
    word = 0 if vector or mode == "DEQ_NONE" else draw(word_of(mode, dst, relu))
    enhanced = DataCopyEnhancedParams(block, mode, word, store, relu)
    return EnhancedCall(target, source, params, enhanced, words)


def _sizes(params: DataCopyParams, matrix: bool, src: DType, dst: DType, store: int) -> tuple[int, int]:
    """Elements of both tensors: whole slots."""
    unit = units(matrix, src, dst, store)
    blocks, between = params.block_count * params.block_len, params.block_count - 1
    read = (blocks + between * params.src_gap) * unit.src_block
    written = -(-(blocks * unit.dst_block + between * params.dst_gap * SLOT) // SLOT) * SLOT
    return read // src.width, written // dst.width


@st.composite
def word_of(draw: st.DrawFn, mode: str, dst: DType, relu: bool, shifts: bool | None = None) -> int:
    """A word that the mode takes without complaint; ``shifts`` fixes the mode bit."""
    if mode.endswith("DEQ"):
        return DeqValue.pack_half(draw(_MULTIPLIERS))
    eight = dst.width == 1
    mcb = (draw(st.booleans()) if shifts is None else shifts) and dst.name != "int16_t"
    offset = draw(st.integers(-256, 255)) if eight else 0
    if relu and eight:
        offset = -128 if dst.name == "int8_t" else 0
    word = DeqValue(
        draw(_MULTIPLIERS),
        n=draw(st.integers(1, 16)) if mcb or dst.name == "int16_t" else 1,
        mcb=int(mcb),
        offset=offset,
        sign=int(dst.name == "int8_t"),
        relu=int(relu),
    ).pack()
    return word & ~0xFFFFFFFF if dst.name == "int16_t" else word


@st.composite
def _tensor_of_words(draw: st.DrawFn, core: Core, mode: str, dst: DType, relu: bool, count: int) -> Tensor:
    half = mode == "VDEQ"
    kind = as_dtype("half" if half else "uint64_t")
    tensor = core.declare_local("VECIN", kind, count * WORDS)
    words: list[int] = []
    for _ in range(count):
        shifts = draw(st.booleans())
        few = [draw(word_of(mode, dst, relu, shifts)) for _ in range(3)]
        words += [few[k % 3] for k in range(WORDS)]
    tensor.write(np.array(words, kind.bits).view(kind.carrier))
    return tensor


# -- just illegal -----------------------------------------------------------------------------------------------------


def _with(**fields: Any) -> Edit:
    """Other enhanced parameters."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, EnhancedCall)
        return EnhancedCall(call.dst, call.src, call.params, replace(call.enhanced, **fields), call.deq_tensor)

    return edit


def _bits(*ones: int, clear: int = 0, toggle: int = 0) -> Edit:
    """A scalar word with bits set, cleared, toggled."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, EnhancedCall)
        word = call.enhanced.deq_value & ~clear ^ toggle
        for bit in ones:
            word |= bit
        return numbers(call, {"deq_value": word})

    return edit


def _number(name: str, *values: int) -> Edit:
    return lambda call, draw: numbers(call, {name: draw(st.sampled_from(values))})


def _pairless(call: Call, draw: st.DrawFn) -> Call:
    """uint32_t to half: there is no such conversion."""
    assert isinstance(call, EnhancedCall)
    core = call.core
    src = declared(core, "CO1", as_dtype("uint32_t"), call.src.count)
    dst = declared(core, "CO2", as_dtype("half"), call.src.count)
    return EnhancedCall(dst, src, call.params, DataCopyEnhancedParams("MATRIX"))


def _two_types_elsewhere(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, EnhancedCall)
    core = Core(draw(st.sampled_from(["atlas-a2", "ascend-950"])))
    src = declared(core, "GM", as_dtype("float"), 4096)
    dst = declared(core, "VECIN", as_dtype("half"), 4096)
    return EnhancedCall(dst, src, DataCopyParams(1, 2), DataCopyEnhancedParams())


def _both_names(call: Call, draw: st.DrawFn) -> Call:
    """The destination gap under both of its names, with different values."""
    assert isinstance(call, EnhancedCall)
    old = call.params
    params = DataCopyParams(old.block_count, old.block_len, old.src_gap, old.dst_gap, dst_stride=old.dst_gap + 1)
    return EnhancedCall(call.dst, call.src, params, call.enhanced, call.deq_tensor)


def _slot(call: Call, draw: st.DrawFn) -> Call:
    """The destination ends in the half of the last slot that is not written."""
    assert isinstance(call, EnhancedCall)
    dst = declared(call.core, "CO2", call.dst.dtype, call.dst.count - 1)
    return EnhancedCall(dst, call.src, call.params, call.enhanced, call.deq_tensor)


def _words_off(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, EnhancedCall) and call.deq_tensor is not None
    old = call.deq_tensor
    step = old.dtype.width * draw(st.integers(1, 3))
    moved = call.core.declare_local(old.position, old.dtype, old.count + 64, old.address + 4096 + step)
    moved.buffer().view(old.dtype.bits)[: old.count] = old.buffer().view(old.dtype.bits)
    return EnhancedCall(call.dst, call.src, call.params, call.enhanced, moved)


def _few_words(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, EnhancedCall) and call.deq_tensor is not None
    return EnhancedCall(
        call.dst, call.src, call.params, call.enhanced, call.deq_tensor.view(0, call.deq_tensor.count - 1)
    )


def _mixed_mode_bits(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, EnhancedCall) and call.deq_tensor is not None
    words = call.deq_tensor.buffer().view(np.uint64)
    words[draw(st.integers(0, WORDS - 1))] ^= np.uint64(1 << 36)
    return call


def _scalar(*modes: str, dst: str = "", relu: bool | None = None) -> Any:
    def fits(call: Any) -> bool:
        own = call.enhanced
        named = own.deq_scale.name in modes and (not dst or call.dst.dtype.name == dst)
        return named and (relu is None or own.is_relu is relu)

    return fits


def _vector(call: Any) -> bool:
    return bool(call.deq_tensor is not None)


def _word_vector(call: Any) -> bool:
    return bool(call.deq_tensor is not None and call.enhanced.deq_scale.name != "VDEQ")


def _plain(call: Any) -> bool:
    return bool(call.enhanced.deq_scale.name == "DEQ_NONE" and call.src.dtype is call.dst.dtype)


_INF, _OFFSET, _SIGN = 0x7F800000, 0x1FF << 37, 1 << 46

EDITS: dict[str, tuple[Edit, Any]] = {
    "ENH003": (no_route, lambda call: call.src.dtype is call.dst.dtype),
    "ENH004": (_two_types_elsewhere, None),
    "ENH005": (_pairless, None),
    "ENH007": (_with(block_mode="NORMAL"), None),
    "ENH008": (_number("block_count", 4096, 9999), None),
    "ENH009": (_number("src_gap", 65536, 1 << 20), None),
    "ENH011": (_both_names, None),
    "ENH015": (_slot, lambda call: call.units.half_slots and call.enhanced.sid_store_mode == 0),
    "ENH017": (_with(deq_scale="DEQ_NONE", deq_value=0), _scalar("DEQ8", "DEQ16")),
    "ENH018": (_with(deq_scale="DEQ16"), _plain),
    "ENH019": (_number("sid_store_mode", 3, 7), _scalar("DEQ8")),
    "ENH023": (_words_off, _vector),
    "ENH024": (_few_words, _vector),
    "ENH027": (_mixed_mode_bits, _word_vector),
    "ENH028": (_bits(1 << 37, clear=_OFFSET), _scalar("DEQ8", relu=True)),
    "ENH030": (_bits(_SIGN), _scalar("DEQ8", dst="uint8_t")),
    "ENH032": (_bits(_INF), _scalar("DEQ8")),
    "TEN013": (_number("dst_gap", -1, -32), None),
}
