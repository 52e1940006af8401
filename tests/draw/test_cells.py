from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from ascmove.draw.cells import LARGEST, exact_cells, kind_map
from ascmove.draw.looks import Kind
from ascmove.errors import NotModelled
from ascmove.plan import Plan, Role
from tests.draw.scenes import nddma_scene
from tests.draw.test_lookup import every_turn, plans


def reach(plan: Plan, side: str) -> int:
    return (plan.src_extent.stop if side == "src" else plan.dst_extent.stop) // 4 + 3


@settings(deadline=None, max_examples=60)
@given(plans())
def test_cells_are_what_walking_the_call_gives(plan: Plan) -> None:
    for side in ("src", "dst"):
        size = reach(plan, side)
        kinds = kind_map(plan, side, 0, size, None)
        cells = exact_cells(plan, side, 0, kinds)
        order = np.full(size, -1)
        wanted = np.full(size, Kind.UNTOUCHED)
        for turn in every_turn(plan):
            element = turn.src if side == "src" else turn.dst
            if element < 0:
                continue
            if side == "dst" or order[element] < 0:
                order[element] = turn.order
            pad = side == "dst" and plan.steps[turn.step].role is Role.PAD
            wanted[element] = Kind.PAD if pad else Kind.MOVED
        assert cells.order.tolist() == order.tolist()
        assert kinds.tolist() == wanted.tolist()


def test_pads_data_and_untouched_bytes_of_a_copy() -> None:
    seen = nddma_scene(np.arange(6, dtype=np.float32), 24, [[1, 3], [1, 8], [3, 2], [1, 0], [1, 0]])
    kinds = seen.panel("dst").kinds.reshape(3, 8)
    P, M, U = Kind.PAD, Kind.MOVED, Kind.UNDEFINED
    assert kinds.tolist() == [[P, M, M, M, P, U, U, U]] * 2 + [[U] * 8]
    assert seen.panel("dst").values is not None
    assert seen.panel("dst").values.texts[:6] == ("0", "0", "1", "2", "0", "?")  # type: ignore[union-attr]


def test_a_picture_has_a_largest_size() -> None:
    with pytest.raises(NotModelled, match="at most"):
        kind_map(None, "src", 0, LARGEST + 1, None)
