"""Copies out of L0C that break exactly one rule about types, layouts, quantisation words or sizes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ascmove.calls import Call, L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.calls.l0c_params import CopyL0C2GMTrait, FixpipeParams
from ascmove.core import Core
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.layouts import Layout, make_frame_layout
from ascmove.strategies.illegal import Edit, on_tensors
from ascmove.strategies.tensors import declared

_ONE = np.uint64(0x3F800000)


def _operand(core: Core, position: str, kind: str, layout: Layout) -> L0cOperand:
    tensor = declared(core, position, as_dtype(kind), max(layout.capacity, layout.cosize))
    return L0cOperand(tensor, layout, 0, layout, 0)


def _call(types: tuple[str, str], src: Layout, dst: Layout, quant: object = None, **more: Any) -> Edit:
    """A copy between these layouts; ``quant`` may be the layout of a tensor of words."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        core = call.core
        words = quant
        if isinstance(quant, Layout):
            words = _operand(core, "A1", "uint64_t", quant)
            words.tensor.write(np.full(words.tensor.count, _ONE))  # type: ignore[attr-defined]
        source, target = _operand(core, "CO1", types[0], src), _operand(core, "GM", types[1], dst)
        return L0cCall(target, source, words, more.get("trait"), more.get("params"))

    return edit


def _frames(pattern: str, m: int, n: int, *lead: int, c0: int | None = None) -> tuple[Layout, Layout]:
    return make_frame_layout("NZ", *lead, m, n), make_frame_layout(pattern, *lead, m, n, c0=c0)


def _image(pattern: str, *extents: int) -> tuple[Layout, Layout]:
    layout = make_frame_layout(pattern, *extents)
    return make_frame_layout("NZ", 12, 16), layout


def _into_l1(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    return on_tensors(call, dst=declared(call.core, "A1", call.dst.dtype, call.dst.count))


def _words(call: Call, **changed: Any) -> Call:
    assert isinstance(call, L0cCall) and isinstance(call.quant, L0cOperand)
    quant = replace(call.quant, **changed)
    return L0cCall(call.dst_operand, call.src_operand, quant, call.trait, call.params)


def _words_off(call: Call, draw: st.DrawFn) -> Call:
    """The words start inside a block of 32 B."""
    assert isinstance(call, L0cCall) and isinstance(call.quant, L0cOperand)
    old = call.quant.tensor
    tensor = call.core.declare_local("A1", old.dtype, old.count, old.address + 8 * draw(st.integers(1, 3)))
    tensor.write(np.full(old.count, _ONE))
    return _words(call, tensor=tensor)


def _with_flag(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    params = FixpipeParams(draw(st.sampled_from([2, 3])))
    return L0cCall(call.dst_operand, call.src_operand, call.quant, call.trait, params)


def _has_words(call: Any) -> bool:
    return isinstance(call.quant, L0cOperand)


_SPLIT = CopyL0C2GMTrait(enable_channel_split=True)
_HALF, _BYTE, _SAME = ("float", "half"), ("float", "int8_t"), ("float", "float")
_ROW = make_frame_layout("NDExt", 1, 16)

EDITS: dict[str, tuple[Edit, Any]] = {
    "L0C002": (_into_l1, None),
    "L0C003": (_call(_SAME, make_frame_layout("ND", 16, 16), make_frame_layout("ND", 16, 16)), None),
    "L0C004": (_call(("float", "int16_t"), *_frames("ND", 16, 16)), None),
    "L0C009": (_with_flag, lambda call: call.trait.enable_channel_split),
    "L0C010": (_call(_BYTE, *_frames("NZ", 16, 48, c0=32), _ONE), None),
    "L0C021": (_words_off, _has_words),
    "L0C022": (_call(_HALF, *_frames("ND", 16, 16), make_frame_layout("NDExt", 2, 16)), None),
    "L0C025": (_call(_HALF, *_frames("ND", 16, 16), make_frame_layout("NDExt", 2, 1, 16)), None),
    "L0C031": (_call(_HALF, *_frames("NZ", 16, 528), make_frame_layout("NDExt", 1, 528)), None),
    "L0C032": (_call(_HALF, *_image("NC1HWC0", 1, 1, 3, 4, 16), _ROW), None),
    "L0C033": (_call(_HALF, *_image("NHWC", 1, 3, 4, 16), _ONE), None),
    "L0C035": (_call(_HALF, *_image("NHWC", 1, 4, 4, 16)), None),
    "LAY002": (_call(_SAME, make_frame_layout("NZ", 16, 16, c0=8), make_frame_layout("ND", 16, 16)), None),
    "LAY003": (_call(_BYTE, *_frames("NZ", 16, 32, c0=16), _ONE), None),
    "LAY005": (_call(_SAME, *_frames("NZ", 16, 32, c0=16), trait=_SPLIT), None),
    "LAY006": (_call(_HALF, *_image("NC1HWC0", 1, 2, 3, 4, 8)), None),
    "LAY012": (_call(_SAME, make_frame_layout("NZ", 16, 16), Layout((16, 16), (64, 2))), None),
}
