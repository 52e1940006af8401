"""Layouts of copies out of L0C from views."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import derive, te
from ascmove.calls import L0cCall
from ascmove.derive.views import owner
from ascmove.errors import BadArgument, RuleViolation


def fractals(blocks: int, rows: int, batch: int | None = None) -> np.ndarray:
    shape = (blocks, rows, 16) if batch is None else (batch, blocks, rows, 16)
    return np.arange(1, 1 + np.prod(shape), dtype=np.float32).reshape(shape)


def matrix(acc: np.ndarray) -> np.ndarray:
    """([batch,] rows, columns) of an array of fractals."""
    moved = np.moveaxis(acc, -3, -2)
    return moved.reshape(*moved.shape[:-2], -1)


def moved(derived: Any, acc: np.ndarray, out: np.ndarray) -> np.ndarray:
    core = am.Core("ascend-950")
    local = core.local_tensor("CO1", "float", owner(acc).size, data=owner(acc).reshape(-1))
    result = np.zeros(owner(out).size, owner(out).dtype)
    derived.run(core.global_tensor(result), local)
    return result


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_row_and_column_major_with_any_pitch(data: st.DataObject) -> None:
    draw = data.draw
    batch = draw(st.none() | st.integers(1, 3))
    blocks, m1 = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    acc = fractals(blocks, 16 * m1, batch)
    m, n = draw(st.integers(1, 16 * m1)), draw(st.integers(1, 16 * blocks))
    lead = () if batch is None else (batch,)
    whole = np.zeros((*lead, m + draw(st.integers(0, 3)), n + draw(st.integers(0, 3))), np.float32)
    out = whole[..., :m, :n]
    if draw(st.booleans()):
        whole = np.zeros((*lead, n + draw(st.integers(0, 3)), m + draw(st.integers(0, 3))), np.float32)
        out = whole[..., :n, :m].swapaxes(-1, -2)
    derived = derive.l0c2gm(acc, out)
    result = moved(derived, acc, out)
    out[...] = matrix(acc)[..., :m, :n]
    np.testing.assert_array_equal(result, owner(out).reshape(-1))


def test_allocated_rows_beyond_the_valid_ones() -> None:
    acc, out = fractals(2, 64)[:, :32], np.zeros((20, 32), np.float32)
    dst_layout, src_layout = derive.l0c2gm(acc, out)
    assert src_layout.stride == ((16, 256), (1, 1024))
    assert dst_layout == te.make_frame_layout("ND", 20, 32)


@pytest.mark.parametrize(
    ("pattern", "shape", "order"),
    [("NHWC", (1, 4, 8, 32), None), ("NCHW", (1, 32, 4, 8), None), ("NC1HWC0", (1, 2, 4, 8, 16), None)],
)
def test_convolution_patterns(pattern: str, shape: tuple[int, ...], order: None) -> None:
    acc, out = fractals(2, 32), np.zeros(shape, np.float32)
    derived = derive.l0c2gm(acc, out, pattern=pattern)
    result = moved(derived, acc, out).reshape(shape)
    image = matrix(acc).reshape(4, 8, 32)
    expected = {
        "NHWC": image[None],
        "NCHW": image.transpose(2, 0, 1)[None],
        "NC1HWC0": image.reshape(4, 8, 2, 16).transpose(2, 0, 1, 3)[None],
    }[pattern]
    np.testing.assert_array_equal(result, expected)


def test_fractals_to_fractals_of_another_type() -> None:
    acc, out = fractals(2, 32), np.zeros((3, 32, 16), np.float16)[:2]
    derived = derive.l0c2gm(acc, out, pattern="NZ")
    assert derived.dst_layout == te.make_frame_layout("NZ", 32, 32)
    np.testing.assert_array_equal(moved(derived, acc, out).reshape(3, 32, 16)[:2], acc.astype(np.float16))


def test_a_word_is_passed_on_and_checked() -> None:
    acc, out = fractals(1, 16), np.zeros((16, 16), np.int8)
    with pytest.raises(RuleViolation) as caught:
        derive.l0c2gm(acc, out)
    assert [f.code for f in caught.value.findings if f.severity == "error"] == ["L0C005"]
    derived = derive.l0c2gm(acc, out, quant=np.uint64(0x3F800000 | 1 << 46))
    assert isinstance(derived.call, L0cCall)
    assert derived.call.word == 0x3F800000 | 1 << 46


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_word_for_each_column(data: st.DataObject) -> None:
    """Each column is multiplied by its own scale; batches share one row of words or have a row each."""
    draw = data.draw
    batch = draw(st.none() | st.integers(1, 3))
    blocks, m = draw(st.integers(1, 3)), draw(st.integers(1, 20))
    n = draw(st.integers(1, 16 * blocks))
    shape = (blocks, 16 * -(-m // 16), 16)
    acc = np.ones(shape if batch is None else (batch, *shape), np.float32)
    rows = draw(st.sampled_from([None, batch]))
    scales = 2.0 ** np.arange(-3, 4).astype(np.float32)
    chosen = scales[np.array(draw(st.lists(st.integers(0, 6), min_size=n, max_size=n)))]
    if rows is not None:
        chosen = np.stack([np.roll(chosen, k) for k in range(rows)])
    pitch = n + 4 * draw(st.integers(0, 2)) + -n % 4  # each row of words starts on 32 B
    words = np.zeros((rows or 1, pitch), np.uint64)
    words[:, :n] = chosen.view(np.uint32)
    view = words[:, :n] if rows is not None else words[0, :n]
    out = np.zeros((m, n) if batch is None else (batch, m, n), np.float16)
    derived = derive.l0c2gm(acc, out, quant=view)
    assert derived.call.quant_kind == "tensor"  # type: ignore[attr-defined]
    wanted = np.broadcast_to(chosen[:, None, :] if rows is not None else chosen, out.shape).astype(np.float16)
    np.testing.assert_array_equal(moved(derived, acc, out), wanted.reshape(-1))


def test_words_are_laid_out_and_printed() -> None:
    acc, out = fractals(2, 32, 3), np.zeros((3, 32, 32), np.int8)
    words = np.full((3, 32), 0x3F800000 | 1 << 46, np.uint64)
    derived = derive.l0c2gm(acc, out, quant=words)
    assert derived.quant_layout == te.make_frame_layout("NDExt", 3, 1, 32)
    assert "MakeMemPtr(quantAddr), MakeFrameLayout<NDExtLayoutPtn>(3, 1, 32)" in derived.to_cpp()
    with pytest.raises(BadArgument, match=r"quant has 2 rows of words, src_view 3 matrices"):
        derive.l0c2gm(acc, out, quant=words[:2])
    with pytest.raises(BadArgument, match=r"quant has 16 words, dst_view 32 columns"):
        derive.l0c2gm(acc, out, quant=words[:, :16])
    with pytest.raises(BadArgument, match=r"words lie 2 apart"):
        derive.l0c2gm(acc, out, quant=np.full((3, 64), 1, np.uint64)[:, ::2])
    with pytest.raises(BadArgument, match=r"words are uint64"):
        derive.l0c2gm(acc, out, quant=words.astype(np.int64))


def test_columns_beyond_twelve_bits_take_two_calls() -> None:
    acc, out = fractals(256, 16), np.zeros((16, 4096), np.float32)
    derived = derive.l0c2gm(acc, out)
    assert [call.geometry.n_size for call in derived.calls] == [4080, 16]  # type: ignore[attr-defined]
    np.testing.assert_array_equal(moved(derived, acc, out).reshape(16, 4096), matrix(acc))


def test_what_cannot_be_laid_out_says_why() -> None:
    acc = fractals(2, 32)
    with pytest.raises(BadArgument, match="row stride 64 and column stride 2"):
        derive.l0c2gm(acc, np.zeros((32, 64), np.float32)[:, ::2])
    with pytest.raises(BadArgument, match=r"holds \(batch, rows, columns\)"):
        derive.l0c2gm(acc, np.zeros((33, 32), np.float32))
    with pytest.raises(BadArgument, match="fractals of 16 columns"):
        derive.l0c2gm(np.zeros((2, 32, 8), np.float32), np.zeros((32, 16), np.float32))
    with pytest.raises(BadArgument, match="axes"):
        derive.l0c2gm(acc, np.zeros((2, 32, 32), np.float32))
    for reversed_view in (np.zeros((32, 32), np.float32)[::-1], np.zeros((32, 32), np.float32)[:, ::-1]):
        with pytest.raises(BadArgument, match="an axis of a view goes backwards; copies go forward only"):
            derive.l0c2gm(acc, reversed_view)
