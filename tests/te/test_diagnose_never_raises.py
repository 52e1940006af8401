"""Whatever is asked for: findings, or a copy that runs; never another exception."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import te
from ascmove.formats.dtype import dtype

sizes = st.sampled_from([0, 1, 2, 5, 8, 15, 16, 17, 24, 31, 32, 33, 48, 64])
pairs = st.sampled_from(
    [("float", "half"), ("float", "float"), ("int32_t", "half"), ("int32_t", "int8_t"), ("float", "hifloat8_t")]
)


@st.composite
def layouts(draw: Any, patterns: list[str]) -> te.Layout:
    pattern = draw(st.sampled_from(patterns))
    if draw(st.integers(0, 9)) == 0:
        shape, stride = draw(
            st.sampled_from([((4, 8), (8, 1)), ((4, 8), (1, 4)), ((4, 8), (16, 2)), ((2, 4, 8), (32, 8, 1))])
        )
        return te.Layout(shape, stride, draw(st.sampled_from([None, te.Pattern(pattern)])))
    if te.Pattern(pattern).is_convolution:
        inner = [draw(st.sampled_from([1, 2, 4, 16])) for _ in te.Pattern(pattern).axes[1:]]
        return te.make_frame_layout(pattern, draw(st.sampled_from([0, 1, 2])), *inner, strict=False)
    batch = draw(st.sampled_from([(), (), (0,), (1,), (3,)]))
    c0 = draw(st.sampled_from([None, 8, 16, 32]))
    return te.make_frame_layout(pattern, *batch, draw(sizes), draw(sizes), c0=c0, strict=False)


def nested(shape: Any, leaf: Any) -> Any:
    return tuple(nested(item, leaf) for item in shape) if isinstance(shape, tuple) else leaf()


@st.composite
def sliced(draw: Any, tensor: te.Tensor) -> te.Tensor:
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        form = draw(st.sampled_from([tensor.layout.shape, (0, 0), (0, (0, 0)), (0,)]))
        coord = nested(form, lambda: draw(st.sampled_from([0, 0, 1, 16, 32, -1])))
        shape = nested(form, lambda: draw(st.sampled_from([0, 1, 16, 20, 64])))
        tensor = tensor(coord) if draw(st.integers(0, 9)) == 0 else tensor.slice(coord, shape)
    return tensor


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_findings_or_a_copy(data: st.DataObject) -> None:
    draw = data.draw
    core = am.Core(
        draw(st.sampled_from(["ascend-950", "ascend-950", "atlas-a2"])),
        limits=draw(st.sampled_from(["device", "host"])),
        mode=draw(st.sampled_from(["strict", "relaxed"])),
    )
    types = draw(pairs)
    source, target = (
        draw(layouts(["NZ", "NZ", "NZ", "ND"])),
        draw(layouts(["NZ", "ND", "DN", "NDExt", "ZN", "NHWC", "NC1HWC0"])),
    )
    count = draw(st.sampled_from([None, None, 100]))
    tile = core.declare_local("CO1", dtype(types[0]), max(1, source.capacity) if count is None else count)
    tile.fill(1)
    out = np.zeros(max(1, target.capacity, target.cosize), dtype(types[1]).carrier)
    src = draw(sliced(te.make_tensor(tile, source)))
    dst = draw(sliced(te.make_tensor(core.global_tensor(out, types[1]), target)))
    quant: Any = draw(st.one_of(st.none(), st.integers(0, 2**64 - 1).map(te.u64), st.just(7), st.just("words")))
    if quant == "words":
        held = draw(layouts(["NDExt", "NDExt", "ND", "NZ", "NCHW"]))
        memory = core.declare_local("A1", dtype("uint64_t"), max(1, held.capacity))
        memory.fill(0x3F800000)
        quant = draw(sliced(te.make_tensor(memory, held)))
    trait = te.CopyL0C2GMTrait(
        draw(st.sampled_from(list(te.RoundMode))), draw(st.booleans()), draw(st.sampled_from([False, False, True]))
    )
    atom = te.make_copy(te.CopyL0C2GM(), trait).with_(te.FixpipeParams(draw(st.sampled_from([0, 0, 2, 1, -1]))))
    findings = te.diagnose(atom, dst, src, quant)
    assert all(str(finding) for finding in findings)
    assert te.make_call(atom, dst, src, quant).to_cpp().endswith(");")
    if not any(finding.severity == "error" for finding in findings):
        assert te.copy(atom, dst, src, quant).bytes_written > 0


def test_a_convolution_pattern_on_a_matrix_is_written_as_it_was_given() -> None:
    core = am.Core("ascend-950")
    tile = te.make_tensor(core.declare_local("CO1", dtype("float"), 256), te.make_frame_layout("NZ", 4, 8))
    odd = te.Layout((4, 8), (8, 1), te.Pattern("NCHW"))
    target = te.make_tensor(core.global_tensor(np.zeros(64, np.float16)), odd)
    atom = te.make_copy(te.CopyL0C2GM())
    assert [f.code for f in te.diagnose(atom, target, tile)] == ["LAY013"]
    text = te.make_call(atom, target, tile, None).to_cpp()
    assert "MakePatternLayout<NCHWLayoutPtn, Int<1>>(MakeShape(4, 8), MakeStride(8, 1))" in text
