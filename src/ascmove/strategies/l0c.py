"""Legal copies out of L0C to GM, and the ways to break exactly one of their rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ascmove.calls import Call, L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.calls.l0c_params import CopyL0C2GMTrait, FixpipeParams, RoundMode
from ascmove.core import Core
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.formats.modes import FIXPIPE_MODES
from ascmove.layouts import Layout, make_frame_layout
from ascmove.strategies.enhanced import word_of
from ascmove.strategies.illegal import Edit
from ascmove.strategies.tensors import declared, filled
from ascmove.tensors import Tensor

_FORMS = [
    (pair, quant)
    for pair, modes in FIXPIPE_MODES.items()
    for quant, mode in zip((False, True), modes, strict=True)
    if mode
]
_PLAIN = ("ND", "DN", "NDExt", "DNExt", "NZ")


@st.composite
def l0c2gm_calls(draw: st.DrawFn) -> L0cCall:
    """Every type pair and pattern, batches, pitches, scalar and tensor words, ReLU, channel split."""
    (src_name, dst_name), quantised = draw(st.sampled_from(_FORMS))
    src, dst = as_dtype(src_name), as_dtype(dst_name)
    convolution = draw(st.integers(0, 4)) == 0 and not quantised
    batch = None if convolution else draw(st.none() | st.integers(1, 3))
    split = src is dst and src.name == "float" and not quantised and draw(st.booleans()) and not convolution
    core = Core("ascend-950")
    if convolution:
        layouts = draw(_image())
    else:
        pattern = "NZ" if split else draw(st.sampled_from(_PLAIN))
        layouts = draw(_matrix(pattern, _c0(dst, split) if pattern == "NZ" else None, batch))
    trait = CopyL0C2GMTrait(
        draw(st.sampled_from(list(RoundMode))) if dst.name == "hifloat8_t" else RoundMode.DEFAULT,
        draw(st.booleans()),
        split,
    )
    params = FixpipeParams(0 if split else draw(st.sampled_from([0, 0, 2, 3])))
    quant: object = None
    if quantised:
        quant = draw(_words(core, dst, layouts[1].columns, batch))
    memory = draw(filled(declared(core, "CO1", src, max(layouts[0].capacity, layouts[0].cosize))))
    return L0cCall(
        _operand(_room(core, dst, layouts[1]), layouts[1]), _operand(memory, layouts[0]), quant, trait, params
    )


def _c0(dst: DType, split: bool) -> int:
    return 8 if split else 32 if dst.width == 1 else 16


@st.composite
def _matrix(draw: st.DrawFn, pattern: str, c0: int | None, batch: int | None) -> tuple[Layout, Layout]:
    """Source and destination layouts; fractal destinations in whole fractals, others ragged and with a pitch."""
    lead = () if batch is None else (batch,)
    if c0 is not None:
        m, n = 16 * draw(st.integers(1, 3)), 32 * draw(st.integers(1, 2))
        return make_frame_layout("NZ", *lead, m, n), make_frame_layout("NZ", *lead, m, n, c0=c0)
    m, n = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    source = make_frame_layout("NZ", *lead, m, n)
    if pattern.endswith("Ext") or draw(st.booleans()):
        return source, make_frame_layout(pattern, *lead, m, n)
    own, more = (n, m) if pattern == "ND" else (m, n)
    pitch = own + draw(st.integers(0, 9))
    stride = (pitch, 1) if pattern == "ND" else (1, pitch)
    if batch is None:
        return source, Layout((m, n), stride)
    return source, Layout((batch, (m, n)), (pitch * more + draw(st.integers(0, 9)), stride))


@st.composite
def _image(draw: st.DrawFn) -> tuple[Layout, Layout]:
    h, w, c1 = draw(st.integers(1, 5)), draw(st.integers(1, 5)), draw(st.integers(1, 2))
    source = make_frame_layout("NZ", h * w, 16 * c1)
    pattern = draw(st.sampled_from(["NHWC", "NCHW", "NC1HWC0"]))
    extents = {"NHWC": (1, h, w, 16 * c1), "NCHW": (1, 16 * c1, h, w), "NC1HWC0": (1, c1, h, w, 16)}[pattern]
    return source, make_frame_layout(pattern, *extents)


@st.composite
def _words(draw: st.DrawFn, core: Core, dst: DType, columns: int, batch: int | None) -> object:
    """A word, or a tensor of words in L1 that serves all batches or has a row for each."""
    word = word_of("DEQ8" if dst.width == 1 and dst.is_integer else "DEQ16", dst, False, False)
    masked = word.map(lambda w: w & ~(15 << 32) & ~(1 << 47))
    if draw(st.booleans()):
        return np.uint64(draw(masked))
    rows = draw(st.sampled_from([None, batch]))
    lead = () if rows is None else (rows,)
    few = draw(st.lists(masked, min_size=1, max_size=4))
    count = columns * (rows or 1)
    tensor = core.declare_local("A1", as_dtype("uint64_t"), count)
    tensor.write(np.array([few[k % len(few)] for k in range(count)], np.uint64))
    return _operand(tensor, make_frame_layout("NDExt", *lead, 1, columns))


def _operand(tensor: Tensor, layout: Layout) -> L0cOperand:
    return L0cOperand(tensor, layout, 0, layout, 0)


def _room(core: Core, kind: DType, layout: Layout) -> Tensor:
    return declared(core, "GM", kind, max(layout.capacity, layout.cosize))


# -- just illegal -----------------------------------------------------------------------------------------------------


def _made(call: L0cCall, **changed: Any) -> L0cCall:
    return L0cCall(
        changed.get("dst", call.dst_operand),
        changed.get("src", call.src_operand),
        changed.get("quant", call.quant),
        changed.get("trait", call.trait),
        changed.get("params", call.params),
    )


def _elsewhere(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    core = Core(draw(st.sampled_from(["atlas-a2", "atlas-a3"])))
    src, dst = call.src_operand, call.dst_operand
    return L0cCall(
        replace(dst, tensor=declared(core, "GM", call.dst.dtype, call.dst.count)),
        replace(src, tensor=declared(core, "CO1", call.src.dtype, call.src.count)),
        None,
        CopyL0C2GMTrait(),
    )


def _no_quant(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    return _made(call, quant=None)


def _typed(src: str, dst: str, quant: object = None) -> Edit:
    """Small matrices of these types."""

    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, L0cCall)
        m, n = draw(st.integers(1, 32)), draw(st.integers(1, 32))
        source, target = make_frame_layout("NZ", m, n), make_frame_layout("ND", m, n)
        memory = declared(call.core, "CO1", as_dtype(src), source.capacity)
        return L0cCall(_operand(_room(call.core, as_dtype(dst), target), target), _operand(memory, source), quant)

    return edit


def _trait(**fields: Any) -> Edit:
    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, L0cCall)
        return _made(call, trait=replace(call.trait, **fields))

    return edit


def _flag(value: int) -> Edit:
    def edit(call: Call, draw: st.DrawFn) -> Call:
        assert isinstance(call, L0cCall)
        return _made(call, params=FixpipeParams(value))

    return edit


def _infinite(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall) and call.word is not None
    return _made(call, quant=np.uint64(call.word | 0x7F800000))


def _python_int(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    return _made(call, quant=call.word)


def _few_words(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall) and isinstance(call.quant, L0cOperand)
    layout = make_frame_layout("NDExt", 1, call.quant.layout.columns - 1)
    return _made(call, quant=replace(call.quant, layout=layout, frame=layout))


def _words_in_ub(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall) and isinstance(call.quant, L0cOperand)
    old = call.quant.tensor
    tensor = call.core.declare_local("VECIN", old.dtype, old.count)
    tensor.buffer()[:] = old.buffer()
    return _made(call, quant=replace(call.quant, tensor=tensor))


def _wrong_c0(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    m, n = call.dst_operand.layout.rows, call.dst_operand.layout.columns
    layout = make_frame_layout("NZ", m, n, c0=8)
    return _made(call, dst=_operand(_room(call.core, call.dst.dtype, layout), layout))


def _one_batched(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    m, n = call.dst_operand.layout.matrix
    layout = make_frame_layout("ND", 2, m, n)
    return _made(call, dst=_operand(_room(call.core, call.dst.dtype, layout), layout))


def _more_batches(call: Call, draw: st.DrawFn) -> Call:
    """One batch fewer in the destination's layout, whose memory still has room for all."""
    assert isinstance(call, L0cCall)
    batch = call.src_operand.batches
    assert batch is not None
    m, n = call.dst_operand.layout.matrix
    layout = make_frame_layout("ND", batch - 1, m, n)
    room = _room(call.core, call.dst.dtype, make_frame_layout("ND", batch, m, n))
    return _made(call, dst=_operand(room, layout))


def _tight_rows(call: Call, draw: st.DrawFn) -> Call:
    """Rows one element closer than they are long."""
    assert isinstance(call, L0cCall)
    m, n = call.dst_operand.layout.matrix
    layout = Layout((m, n), (n - 1, 1))
    return _made(call, dst=_operand(_room(call.core, call.dst.dtype, make_frame_layout("ND", m, n)), layout))


def _unaligned_fractals(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    old = call.dst
    moved = call.core.declare_global(old.dtype, old.count, old.address + old.dtype.width)
    return _made(call, dst=replace(call.dst_operand, tensor=moved))


def _two_images(call: Call, draw: st.DrawFn) -> Call:
    assert isinstance(call, L0cCall)
    old = call.dst_operand.layout
    extents = (2, *(n for n in old.shape[1:] if isinstance(n, int)))
    assert old.pattern is not None
    layout = make_frame_layout(old.pattern, *extents, strict=False)
    return _made(call, dst=_operand(_room(call.core, call.dst.dtype, layout), layout))


def _walk(*walks: str, quant: str = "", batched: bool | None = None) -> Any:
    def fits(call: Any) -> bool:
        layout = call.dst_operand.layout.resolved()
        if layout.pattern is None or layout.pattern.name not in walks:
            return False
        if quant and call.quant_kind != quant:
            return False
        return batched is None or (call.src_operand.batches is not None) is batched

    return fits


_ANY = (*_PLAIN, "NHWC", "NCHW", "NC1HWC0")
_wide = ("ND", "NDExt")

EDITS: dict[str, tuple[Edit, Any]] = {
    "L0C001": (_elsewhere, _walk(*_ANY, quant="none")),
    "L0C005": (
        _no_quant,
        lambda call: call.quant is not None and not FIXPIPE_MODES[call.src.dtype.name, call.dst.dtype.name][0],
    ),
    "L0C006": (_typed("int32_t", "int32_t", np.uint64(0x3F800000)), None),
    "L0C007": (_trait(round_mode=RoundMode.HYBRID), lambda call: call.dst.dtype.name != "hifloat8_t"),
    "L0C008": (
        _trait(enable_channel_split=True),
        lambda call: call.dst.dtype.name != "float" and not call.params.unit_flag,
    ),
    "L0C012": (_unaligned_fractals, _walk("NZ")),
    "L0C013": (_python_int, lambda call: call.word is not None),
    "L0C014": (_infinite, lambda call: call.word is not None),
    "L0C020": (_words_in_ub, lambda call: isinstance(call.quant, L0cOperand)),
    "L0C023": (
        _few_words,
        lambda call: isinstance(call.quant, L0cOperand) and call.quant.batches is None and call.geometry.n_size > 1,
    ),
    "L0C026": (_one_batched, _walk(*_wide, batched=False)),
    "L0C027": (_more_batches, lambda call: _walk(*_wide, batched=True)(call) and call.src_operand.batches > 1),
    "L0C034": (_two_images, _walk("NHWC", "NCHW", "NC1HWC0")),
    "L0C036": (_flag(1), lambda call: not call.trait.enable_channel_split),
    "LAY004": (
        _wrong_c0,
        lambda call: (
            _walk("NZ", batched=False)(call) and call.dst.dtype.width > 1 and not call.trait.enable_channel_split
        ),
    ),
    "LAY014": (
        _tight_rows,
        lambda call: _walk(*_wide, batched=False)(call) and min(call.geometry.n_size - 1, call.geometry.m_size) > 1,
    ),
}
