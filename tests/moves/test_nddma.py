from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import formats
from ascmove.calls import NdDmaCall
from ascmove.hardware import NDDMA_TYPES
from ascmove.moves.transfer import diagnose_call
from ascmove.tensors import ByteState

from . import naive

CONFIG_UNSET = am.NdDmaConfig.UNSET_PAD


def anything(make: Any, *arguments: Any) -> Any:
    """Call with arguments of any type, as a user without a type checker does."""
    return make(*arguments)


@st.composite
def legal_calls(draw: st.DrawFn) -> dict[str, Any]:
    """Parameters of a legal call: dst strides dense or stretched, in a random order of the loops."""
    dim = draw(st.integers(1, 5))
    sizes = [draw(st.integers(1, 4)) for _ in range(dim)]
    pads = st.integers(0, 2)
    left, right = [draw(pads) for _ in range(dim)], [draw(pads) for _ in range(dim)]
    everywhere = [draw(st.sampled_from([CONFIG_UNSET, CONFIG_UNSET, 0, 1])) for _ in range(2)]
    real = [side if e == CONFIG_UNSET else [e] * dim for side, e in zip((left, right), everywhere, strict=True)]
    turns = [a + n + b for a, n, b in zip(real[0], sizes, real[1], strict=True)]
    dst_strides = [0] * dim
    stride = draw(st.integers(1, 2))
    for k in draw(st.permutations(range(dim))):
        dst_strides[k] = stride
        stride = stride * turns[k] + draw(st.integers(0, 3))
    src_strides = [draw(st.integers(0, 9)) for _ in range(dim)]
    return {
        "loops": [src_strides, dst_strides, sizes, left, right],
        "config": everywhere,
        "pads": real,
        "turns": turns,
        "nearest": draw(st.booleans()),
        "dtype": draw(st.sampled_from(sorted(NDDMA_TYPES))),
        "seed": draw(st.integers(0, 2**32 - 1)),
    }


@settings(max_examples=150, deadline=None)
@given(legal_calls())
def test_equals_the_naive_loop(case: dict[str, Any]) -> None:
    kind = formats.dtype(case["dtype"])
    wide = kind.width == 8
    nearest = case["nearest"] and not wide
    rng = np.random.default_rng(case["seed"])
    src_strides, dst_strides, sizes, _, _ = case["loops"]
    reach = 1 + sum((n - 1) * s for n, s in zip(sizes, src_strides, strict=True))
    written = 1 + sum((n - 1) * s for n, s in zip(case["turns"], dst_strides, strict=True))
    # bool keeps to 0 and 1, everything else is any bit pattern
    top = 2 if kind.kind == "bool" else 1 << (8 * kind.width)
    bits = rng.integers(0, top, reach, np.uint64).astype(kind.bits)
    pattern = 0 if wide else int(rng.integers(0, top, dtype=np.uint64))
    core = am.Core("ascend-950")
    x = core.global_tensor(bits, kind)
    before = rng.integers(0, 2, written + 5, np.uint8).astype(kind.bits)
    y = core.local_tensor("VECIN", kind, written + 5)
    y.buffer().view(kind.bits)[:] = before
    config = am.NdDmaConfig(nearest, *case["config"])
    transfer = am.data_copy(y, x, am.NdDmaParams(case["loops"], am.Bits(pattern)), config=config)
    expected = before.copy()
    left, right = case["pads"]
    naive.nddma(expected, bits, src_strides, dst_strides, sizes, left, right, pattern, nearest)
    assert np.array_equal(y.buffer().view(kind.bits), expected)
    assert not [f for f in transfer.findings if f.severity == "error"]


@settings(max_examples=150, deadline=None)
@given(legal_calls(), st.data())
def test_illegal_parameters_leave_dst_alone(case: dict[str, Any], data: st.DataObject) -> None:
    loops = [list(values) for values in case["loops"]]
    array = data.draw(st.integers(0, 4))
    k = data.draw(st.integers(0, len(loops[0]) - 1))
    illegal = {0: [-1, 1 << 40], 1: [-1, 1 << 20], 2: [0, -3, 1 << 20], 3: [256, -1], 4: [999, -1]}[array]
    loops[array][k] = data.draw(st.sampled_from(illegal))
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(500, np.int16))
    y = core.local_tensor("VECIN", "int16_t", 500, fill=7)
    with pytest.raises(am.RuleViolation) as caught:
        am.data_copy(y, x, am.NdDmaParams(loops))
    assert caught.value.findings[0].severity == "error"
    assert set(y.to_numpy().tolist()) == {7}
    assert set(y.state().tolist()) == {ByteState.DATA}


def test_corner_values_of_nearest_padding() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(420, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 1024)
    params = am.NdDmaParams([[1, 15], [1, 32], [15, 28], [11, 3], [6, 1]])
    am.data_copy(y, x, params, config=am.NdDmaConfig(True))
    got = y.to_numpy().reshape(32, 32)
    corners = {
        (0, 0): 0,
        (3, 10): 0,
        (3, 26): 14,
        (3, 31): 14,
        (30, 11): 405,
        (31, 31): 419,
        (10, 0): 105,
        (10, 31): 119,
    }
    assert {at: got[at] for at in corners} == corners


def test_every_element_counts_once() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(16, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 64)
    for nearest in (False, True):
        transfer = am.data_copy(
            y, x, am.NdDmaParams([[1, 8], [1, 16], [8, 2], [3, 1], [5, 1]]), am.NdDmaConfig(nearest)
        )
        assert (transfer.bytes_written, transfer.plan.bytes_padded) == (256, 192)


def test_states_tell_pads_from_data_and_untouched() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(4, dtype=np.uint8))
    y = core.local_tensor("VECIN", "uint8_t", 32)
    am.data_copy(y, x, am.NdDmaParams([[1, 2], [1, 8], [2, 2], [1, 0], [1, 0]], 9))
    assert y.state()[:16].tolist() == [1, 2, 2, 1, 0, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 0]
    assert y.to_numpy()[:4].tolist() == [9, 0, 1, 9]


def test_constant_is_a_bit_pattern() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(1, np.float32))
    y = core.local_tensor("VECIN", "float", 8, fill=0)
    for value, bits in ((-0.0, 0x80000000), (0.0, 0), (am.Bits(0x7FC12345), 0x7FC12345), (float("inf"), 0x7F800000)):
        am.data_copy(y, x, am.NdDmaParams([[1], [1], [1], [1], [0]], value))
        assert y.to_numpy().view(np.uint32)[0] == bits


def test_minus_zero_is_no_zero_for_eight_bytes() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(1))
    y = core.local_tensor("VECIN", "double", 8, fill=0)
    findings = am.diagnose(y, x, am.NdDmaParams([[1], [1], [1], [1], [0]], -0.0))
    assert [f.code for f in findings] == ["NDD012"]


def test_config_pads_of_eight_byte_types_do_the_intended_thing() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.array([5, 7], np.int64))
    y = core.local_tensor("VECIN", "int64_t", 4, fill=9)
    with pytest.warns(am.MoveWarning, match="NDD018"):
        transfer = am.data_copy(y, x, am.NdDmaParams([[1], [1], [2]]), config=am.NdDmaConfig(False, 1, 1))
    assert y.to_numpy().tolist() == [0, 5, 7, 0]
    assert [f.code for f in transfer.findings] == ["NDD018"]


def test_colliding_writes_in_relaxed_mode_keep_the_last_one() -> None:
    core = am.Core("ascend-950", mode="relaxed")
    x = core.global_tensor(np.arange(8, dtype=np.int32))
    y = core.local_tensor("VECIN", "int32_t", 8, fill=-1)
    with pytest.warns(am.MoveWarning, match="NDD015"):
        am.data_copy(y, x, am.NdDmaParams([[1, 4], [1, 2], [4, 2]]))
    assert y.to_numpy().tolist() == [0, 1, 4, 5, 6, 7, -1, -1]


def test_host_limits_keep_the_meaning() -> None:
    core = am.Core("ascend-950", limits="host")
    n = 1 << 20
    x = core.global_tensor(np.arange(n, dtype=np.uint8))
    y = core.local_tensor("VECIN", "uint8_t", n + 300)
    transfer = am.data_copy(y, x, am.NdDmaParams([[1], [1], [n], [300], [0]], 1))
    assert {f.severity for f in transfer.findings} == {"note"}
    assert np.array_equal(y.to_numpy()[300:], np.arange(n, dtype=np.uint8))


def test_all_findings_at_once() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(4, np.float32))
    y = core.local_tensor("VECIN", "float", 64)
    findings = am.diagnose(
        y[3:],
        x,
        am.NdDmaParams([[1 << 40, 1], [1, 1 << 20], [0, 2], [0, 256], [0, 0]]),
        config=am.NdDmaConfig(False, 300),
    )
    assert {f.code for f in findings} == {"NDD006", "NDD007", "NDD008", "NDD009", "NDD010", "TEN003"}


def test_dci_note_and_refresh() -> None:
    core = am.Core("ascend-950")
    data = np.arange(16, dtype=np.float32)
    x = core.global_tensor(data)
    y = core.local_tensor("VECIN", "float", 16)
    z = core.local_tensor("VECOUT", "float", 16, fill=5)
    params = am.NdDmaParams([[1], [1], [16]])
    assert not am.data_copy(y, x, params).findings
    am.data_copy(x, z, 16)
    assert [(f.code, f.severity) for f in am.diagnose(y, x, params)] == [("NDD022", "note")]
    assert am.data_copy(y, x, params).findings[0].code == "NDD022"
    am.nd_dma_dci(core)
    assert not am.data_copy(y, x, params).findings
    assert y.to_numpy().tolist() == [5] * 16


def test_cache_model_serves_stale_lines() -> None:
    gm = am.GlobalMemory()
    reader, writer = am.Core("ascend-950", gm=gm, nddma_cache=True), am.Core("ascend-950", gm=gm)
    data = np.arange(64, dtype=np.float32)
    x = reader.global_tensor(data)
    y = reader.local_tensor("VECIN", "float", 64)
    params = am.NdDmaParams([[1], [1], [64]])
    am.data_copy(y, x, params)
    z = writer.local_tensor("VECOUT", "float", 16, fill=-1)
    am.data_copy(writer.global_tensor(data[16:32]), z, 16)
    assert data[16] == -1
    transfer = am.data_copy(y, x, params)
    assert y.to_numpy().tolist() == list(range(64)), "old lines are served"
    (finding,) = transfer.findings
    assert finding.code == "NDD022"
    assert "stale" in finding.message
    am.nd_dma_dci(reader)
    assert not am.data_copy(y, x, params).findings
    assert np.array_equal(y.to_numpy(), data)


def test_cache_holds_32_kilobytes() -> None:
    core = am.Core("ascend-950", nddma_cache=True)
    data = np.zeros(40 * 1024, np.uint8)
    x = core.global_tensor(data)
    y = core.local_tensor("VECIN", "uint8_t", data.size)
    whole = am.NdDmaParams([[1], [1], [data.size]])
    am.data_copy(y, x, whole)
    data[:] = 1
    am.data_copy(y, x, am.NdDmaParams([[1], [1], [32]]))
    assert set(y.to_numpy()[:32].tolist()) == {1}, "the oldest lines were replaced"
    am.data_copy(y, x[39 * 1024 :], am.NdDmaParams([[1], [1], [32]]))
    assert set(y.to_numpy()[:32].tolist()) == {0}, "the newest lines are held"


def test_case_flag_for_the_refresh() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(16, np.float32))
    y = core.local_tensor("VECIN", "float", 16)
    call = NdDmaCall(y, x, am.NdDmaParams([[1], [1], [16]]), None, False)
    assert [f.code for f in diagnose_call(call)] == ["NDD022"]
    call = NdDmaCall(y, x, am.NdDmaParams([[1], [1], [16]]), None, True)
    assert not diagnose_call(call)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: anything(am.NdDmaParams, [[1.0], [1], [16]]), r"loop_src_stride\[0\] = 1.0 is a float"),
        (lambda: anything(am.NdDmaParams, [[1], [1]]), "loop_info holds the arrays"),
        (lambda: anything(am.NdDmaParams, "abc"), "loop_info holds the arrays"),
        (lambda: anything(am.NdDmaParams, [1, 1, 16]), "it is a list of whole numbers"),
        (lambda: anything(am.NdDmaConfig, "yes"), "it is true or false"),
        (lambda: anything(am.NdDmaConfig, False, None), "is nothing; it is a whole number"),
    ],
)
def test_wrong_python_types(make, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(am.BadArgument, match=text):
        make()


def test_numpy_integers_are_integers() -> None:
    a = anything(am.NdDmaParams, np.array([[1], [1], [16], [0], [0]]))
    assert a.loop_info == am.NdDmaLoopInfo([1], [1], [16])


def test_cpp_text() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(512, np.float32))
    y = core.local_tensor("VECIN", "float", 2048)
    params = am.NdDmaParams([[1, 32], [1, 64], [32, 16], [15, 13], [17, 3]])
    assert am.data_copy(y, x, params).to_cpp().splitlines() == [
        "AscendC::NdDmaLoopInfo<2> loopInfo{{1, 32}, {1, 64}, {32, 16}, {15, 13}, {17, 3}};",
        "AscendC::NdDmaParams<float, 2> params{loopInfo, 0};",
        "static constexpr AscendC::NdDmaConfig config{false, 65535, 65535, false};",
        "AscendC::DataCopy<float, 2, config>(dst, src, params);",
    ]
