"""Slice and plain copies from views of whole blocks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import derive
from ascmove.errors import BadArgument, RuleViolation

from .views import Array, assigned, run


@st.composite
def block_views(draw: st.DrawFn, any_gap: bool) -> tuple[Array, Array]:
    """Views whose innermost run is whole blocks; the source may have any gaps, the destination has whole blocks."""
    axes = draw(st.integers(1, 4))
    extents = [draw(st.integers(1, 3)) for _ in range(axes - 1)] + [8 * draw(st.integers(1, 3))]
    margins = [draw(st.integers(0, 3)) for _ in range(axes - 1)] + [
        draw(st.integers(0, 9)) if any_gap else 8 * draw(st.integers(0, 2))
    ]
    starts = [draw(st.integers(0, m)) for m in margins]
    if not any_gap:
        starts[-1] -= starts[-1] % 8
    src: Array = np.arange(np.prod([n + m for n, m in zip(extents, margins, strict=True)]), dtype=np.float32)
    src = src.reshape([n + m for n, m in zip(extents, margins, strict=True)])
    view = src[tuple(slice(s, s + n) for s, n in zip(starts, extents, strict=True))]
    room = [n + draw(st.integers(0, 2)) for n in extents[:-1]] + [extents[-1] + 8 * draw(st.integers(0, 2))]
    dst = np.zeros(room, np.float32)
    return view, dst[tuple(slice(0, n) for n in extents)]


@settings(max_examples=100, deadline=None)
@given(block_views(any_gap=True))
def test_slices_move_what_numpy_assigns(views: tuple[Array, Array]) -> None:
    src, dst = views
    derived = derive.slice(src, dst)
    np.testing.assert_array_equal(run(derived, src, dst), assigned(src, dst))


@settings(max_examples=80, deadline=None)
@given(block_views(any_gap=False))
def test_plain_copies_move_what_numpy_assigns(views: tuple[Array, Array]) -> None:
    src, dst = views
    derived = derive.data_copy(src, dst)
    np.testing.assert_array_equal(run(derived, src, dst), assigned(src, dst))


def test_the_pages_slice() -> None:
    x, y = np.arange(261, dtype=np.float32).reshape(3, 87), np.zeros((2, 48), np.float32)
    pieces = np.lib.stride_tricks.as_strided(x[0, 16:], (2, 2, 24), (2 * 87 * 4, 31 * 4, 4))
    derived = derive.slice(pieces, y.reshape(2, 2, 24))
    page = am.plan(
        am.Core("ascend-950").local_tensor("VECIN", "float", 96),
        am.Core("ascend-950").global_tensor(x),
        [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]],
        [[16, 70, 7, 3, 87], [0, 2, 1, 1, 3]],
        2,
    )
    assert am.plan(derived.call.dst, derived.call.src, *derived) == page


def test_back_to_global_memory() -> None:
    ub, gm = np.arange(64, dtype=np.float32).reshape(4, 16), np.zeros((4, 21), np.float32)
    derived = derive.slice(ub[:, :8], gm[:, 3:11], route=("VECOUT", "GM"), product="atlas-a2")
    core = am.Core("atlas-a2")
    local = core.local_tensor("VECOUT", "float", 64, data=ub.reshape(-1))
    derived.run(core.global_tensor(gm), local)
    expected = np.zeros((4, 21), np.float32)
    expected[:, 3:11] = ub[:, :8]
    np.testing.assert_array_equal(gm, expected)


def test_bursts_beyond_one_call_become_several() -> None:
    src, dst = np.zeros((9000, 8), np.float32)[::2], np.zeros((4500, 8), np.float32)
    found = derive.data_copy(src, dst)
    assert [call.params.block_count for call in found.calls] == [4095, 405]  # type: ignore[attr-defined]
    assert [call.src.offset for call in found.calls] == [0, 4095 * 16]
    assert [call.src_slice_info[0].bursts(4) for call in derive.slice(src, dst).calls] == [4095, 405]  # type: ignore[attr-defined]


def test_more_rows_than_one_call_takes() -> None:
    src = np.lib.stride_tricks.as_strided(np.arange(1600 * 21, dtype=np.float32), (1600, 2, 8), (84, 44, 4))
    dst = np.zeros((1600, 2, 8), np.float32)
    derived = derive.slice(src, dst)
    assert len(derived.calls) == 2
    np.testing.assert_array_equal(run(derived, src, dst), assigned(src, dst))


@pytest.mark.parametrize("family", [derive.slice, derive.data_copy])
def test_runs_of_part_of_a_block_are_refused(family) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadArgument, match=r"a run of 3 elements x 4 B = 12 B is not whole blocks of 32 B"):
        family(np.zeros((4, 5), np.float32)[:, :3], np.zeros((4, 3), np.float32))


def test_a_gap_of_part_of_a_block_is_one_call_per_row_for_the_plain_copy() -> None:
    src, dst = np.zeros((4, 11), np.float32)[:, :8], np.zeros((4, 8), np.float32)
    assert len(derive.data_copy(src, dst).calls) == 4
    assert len(derive.slice(src, dst).calls) == 1


@pytest.mark.parametrize("family", [derive.slice, derive.data_copy])
def test_reversed_axes_and_repeated_destinations_are_refused(family) -> None:  # type: ignore[no-untyped-def]
    src, dst = np.zeros((3, 8), np.float32), np.zeros((3, 8), np.float32)
    for view in (src[::-1], src[:, ::-1]):
        with pytest.raises(BadArgument, match="goes backwards"):
            family(view, dst)
    with pytest.raises(BadArgument, match="names an element twice"):
        family(src, np.lib.stride_tricks.as_strided(dst, (3, 8), (0, 4)))


def test_types_that_a_product_lacks_are_refused_with_the_rule() -> None:
    with pytest.raises(RuleViolation) as caught:
        derive.slice(np.zeros(8, np.int64), np.zeros(8, np.int64), product="atlas-a2")
    assert [f.code for f in caught.value.findings] == ["SLI003"]
