"""NDDMA parameters from views: the derived call moves what NumPy assigns, and says why where it cannot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import derive
from ascmove.derive.views import owner
from ascmove.errors import BadArgument, RuleViolation

from .views import Array, assigned, regular_views, run


@settings(max_examples=120, deadline=None)
@given(regular_views())
def test_random_views_move_what_numpy_assigns(views: tuple[Array, Array]) -> None:
    src, dst = views
    assume(owner(dst).nbytes <= 253952)  # larger ones are no tensors in UB
    try:
        derived = derive.nddma(src, dst)
    except BadArgument as refused:  # no loop to cut whose parts all start on a multiple of 32 B
        assert "the views need 6 loops; one call has 5" in str(refused)
        assert "not a multiple of 32 B (rule TEN003)" in str(refused)
        return
    moved = run(derived, src, dst)
    np.testing.assert_array_equal(moved, assigned(src, dst))


@settings(max_examples=60, deadline=None)
@given(
    shape=st.lists(st.integers(1, 5), min_size=1, max_size=4),
    nearest=st.booleans(),
    data=st.data(),
)
def test_random_pads_are_numpys_pads(shape: list[int], nearest: bool, data: st.DataObject) -> None:
    widths = [tuple(data.draw(st.lists(st.integers(0, 3), min_size=2, max_size=2))) for _ in shape]
    src = np.arange(1, 1 + np.prod(shape), dtype=np.int32).reshape(shape)
    mode: dict[str, Any] = {"mode": "edge"} if nearest else {"constant_values": 77}
    expected = np.pad(src, widths, **mode)
    dst = np.zeros(expected.shape, np.int32)
    derived = derive.nddma(src, dst, pad=widths, constant_value=0 if nearest else 77, nearest=nearest)
    np.testing.assert_array_equal(run(derived, src, dst), expected.reshape(-1))


def test_the_pages_transpose() -> None:
    x, y = np.zeros((16, 64), np.float16), np.zeros((64, 16), np.float16)
    params, config = derive.nddma(x, y.T)
    assert params.loop_info == am.NdDmaLoopInfo([1, 64], [16, 1], [64, 16])
    assert config == am.NdDmaConfig()


def test_the_pages_broadcast_and_frame() -> None:
    row = np.zeros(16, np.float32)
    assert derive.nddma(row, np.zeros((3, 16), np.float32)).params.loop_info == am.NdDmaLoopInfo(
        [1, 0], [1, 16], [16, 3]
    )
    frame = derive.nddma(np.zeros((16, 32), np.float32), np.zeros((32, 64), np.float32), pad=((13, 3), (15, 17)))
    assert frame.params.loop_info == am.NdDmaLoopInfo([1, 32], [1, 64], [32, 16], [15, 13], [17, 3])


def test_overlapping_windows_are_legal_in_the_source() -> None:
    line = np.arange(20, dtype=np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(line, 5)[::3]
    dst = np.zeros((6, 5), np.float32)
    derived = derive.nddma(windows, dst)
    assert derived.params.loop_info == am.NdDmaLoopInfo([1, 3], [1, 5], [5, 6])
    np.testing.assert_array_equal(run(derived, windows, dst), windows.reshape(-1))


def test_interleaving_destinations_are_put_in_an_order_that_is_legal() -> None:
    src, dst = np.arange(6, dtype=np.int32).reshape(2, 3), np.zeros(8, np.int32)
    view = np.lib.stride_tricks.as_strided(dst, (2, 3), (12, 8))  # elements 0 2 4 and 3 5 7
    derived = derive.nddma(src, view)
    assert derived.params.loop_info.loop_dst_stride == (3, 2)
    assert run(derived, src, view).tolist() == [0, 0, 1, 3, 2, 4, 0, 5]


def test_seven_loops_take_the_fewest_calls() -> None:
    shape = (2, 3, 2, 2, 3, 2, 2)
    src = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    view = src.transpose(6, 4, 2, 0, 5, 3, 1)
    dst = np.zeros(tuple(2 * n for n in view.shape), np.float32)[tuple([slice(None, None, 2)] * 7)]
    derived = derive.nddma(view, dst)
    assert len(derived.calls) == 4  # over two of the loops of two turns
    np.testing.assert_array_equal(run(derived, view, dst), assigned(view, dst))
    with pytest.raises(BadArgument, match=r"4 can; they stand in \.calls"):
        _ = derived.params


def test_offsets_are_those_of_the_views() -> None:
    x, y = np.arange(64, dtype=np.float32).reshape(8, 8), np.zeros((8, 16), np.float32)
    derived = derive.nddma(x[2:4, 3:], y[1:3, :5])
    assert (derived.src_offset, derived.dst_offset) == (19, 16)
    core = am.Core("ascend-950")
    local = core.local_tensor("VECIN", "float", 128, fill=0)
    am.data_copy(local[derived.dst_offset :], core.global_tensor(x)[derived.src_offset :], *derived)
    assert local.to_numpy()[16:21].tolist() == x[2, 3:].tolist()


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda x, y: derive.nddma(x[::-1], y), "TEN013"),
        (lambda x, y: derive.nddma(x, np.lib.stride_tricks.as_strided(y, (8, 8), (0, 4))), "NDD016"),
        (lambda x, y: derive.nddma(x, np.lib.stride_tricks.as_strided(y, (8, 8), (4, 4))), "NDD015"),
        (lambda x, y: derive.nddma(x[:, :1], y, pad=((0, 0), (0, 7))[:2], constant_value=1e9), "NDD024"),
        (lambda x, y: derive.nddma(x, np.zeros((8, 300), np.int32), pad=((0, 0), (0, 292))), "NDD009"),
        (lambda x, y: derive.nddma(np.zeros(70000, np.int32), np.zeros(70000, np.int32)), "TEN006"),
        (lambda x, y: derive.nddma(x.astype(np.uint8), y.astype(np.uint8), dtype="hifloat8_t"), "NDD003"),
    ],
)
def test_what_the_hardware_cannot_is_refused_with_the_rule(make: Any, code: str) -> None:
    x, y = (
        np.ones((8, 8), np.int8 if code == "NDD024" else np.int32),
        np.zeros((8, 8), np.int8 if code == "NDD024" else np.int32),
    )
    with pytest.raises(RuleViolation) as caught:
        make(x, y)
    assert code in {f.code for f in caught.value.findings}


@pytest.mark.parametrize(
    ("src", "dst", "pad", "message"),
    [
        (np.zeros(3), np.zeros((2, 2)), None, "does not fill dst_view"),
        (np.zeros(3, np.int32), np.zeros(3, np.float32), None, "convert nothing"),
        (np.zeros(3), np.zeros(3), ((1,), (2, 3), (4, 5)), "pad = "),
        (np.zeros(3), np.zeros(4), (-1, 2), "0 or more"),
        (np.zeros(0), np.zeros(0), None, "nothing to copy"),
        ([1, 2], np.zeros(2), None, "src_view is a list"),
    ],
)
def test_views_that_do_not_fit_are_refused(src: Any, dst: Any, pad: Any, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        derive.nddma(src, dst, pad)


def test_a_structured_view_with_odd_strides_is_refused() -> None:
    records = np.zeros(4, np.dtype([("a", "u1"), ("b", "<u4")]))
    with pytest.raises(BadArgument, match="whole elements"):
        derive.nddma(records["b"], np.zeros(4, np.uint32))
