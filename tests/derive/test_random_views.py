"""Any two views: the calls do what NumPy assigns, or a limit is named; and no shorter list of calls would do."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ascmove import derive
from ascmove.derive.views import nest_of
from ascmove.errors import BadArgument, RuleViolation

from .views import Array, assigned, regular_views, run

#: what a plain or slice copy cannot do, as it is said
LIMITS = (
    "is not whole blocks of 32 B",
    "one call has",
    "bursts overlap",
    "not a multiple of 32 B",
    "other elements",
    "no axes of one shape",
)

#: bytes of UB
UB = 253952


@pytest.mark.parametrize("family", [derive.slice, derive.data_copy])
def test_views_are_moved_or_a_limit_is_named(family: Any) -> None:
    outcomes = {"moved": 0, "refused": 0}

    @settings(max_examples=150, deadline=None)
    @given(regular_views(most_axes=4), st.integers(0, 3))
    def check(views: tuple[Array, Array], wide: int) -> None:
        src, dst = views
        if wide:  # a last axis of whole blocks, of which most such views have none
            count = 32 // src.dtype.itemsize * wide
            src, dst = with_last_axis(src, count), with_last_axis(dst, count)
            assume(derive.views.owner(dst).nbytes <= UB)
        try:
            derived = family(src, dst)
        except BadArgument as refused:
            assert any(limit in str(refused) for limit in LIMITS), str(refused)
            assert not wide, str(refused)
            outcomes["refused"] += 1
            return
        outcomes["moved"] += 1
        np.testing.assert_array_equal(run(derived, src, dst), assigned(src, dst))

    check()
    assert min(outcomes.values()) > 10, outcomes


def with_last_axis(view: Array, count: int) -> Array:
    """A view with the same gaps and one more axis, contiguous, of ``count`` elements."""
    base = derive.views.owner(view)
    wide = np.zeros((base.size, count), view.dtype)
    wide[...] = np.arange(wide.size).reshape(wide.shape).astype(view.dtype)
    start = view.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    strides = (*(count * stride for stride in view.strides), view.itemsize)
    return np.lib.stride_tricks.as_strided(
        wide.reshape(-1)[start // view.itemsize * count :], (*view.shape, count), strides
    )


@pytest.mark.parametrize("family", [derive.nddma, derive.slice, derive.data_copy])
def test_reversed_axes_are_refused(family: Any) -> None:
    @settings(max_examples=40, deadline=None)
    @given(regular_views(most_axes=4), st.data(), st.booleans())
    def check(views: tuple[Array, Array], data: st.DataObject, source: bool) -> None:
        src, dst = views
        view = src if source else dst
        turning = [k for k, n in enumerate(view.shape) if n > 1 and view.strides[k]]
        assume(turning)
        axis = data.draw(st.sampled_from(turning))
        turned = np.flip(view, axis)
        with pytest.raises((BadArgument, RuleViolation), match=r"backwards|is negative"):
            family(turned if source else src, dst if source else turned)

    check()


@settings(max_examples=60, deadline=None)
@given(regular_views(most_axes=8))
def test_no_shorter_list_of_calls(views: tuple[Array, Array]) -> None:
    """Every set of loops that could be left to calls is tried: of the ones that are legal, the shortest was found."""
    src, dst = views
    assume(derive.views.owner(dst).nbytes <= UB)
    loops = nest_of(src, dst).merged.loops
    width = dst.dtype.itemsize
    lists = [
        prod(loops[k].turns for k in left)
        for count in range(len(loops) + 1)
        for left in combinations(range(len(loops)), count)
        if len(loops) - count <= 5 and all(loops[k].dst * width % 32 == 0 for k in left)
    ]
    if not lists:
        with pytest.raises(BadArgument, match="one call has 5"):
            derive.nddma(src, dst)
        return
    assert len(derive.nddma(src, dst).calls) == min(lists)
