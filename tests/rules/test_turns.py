"""The first turn outside of a tensor: by the names of the loops, or by their numbers where a Step has fewer of them."""

from __future__ import annotations

import numpy as np
import pytest

import ascmove as am


@pytest.mark.parametrize(("rows", "turn"), [(2, "axis1 1, burst 0, element 0"), (1, "i1 0, i0 0")])
def test_slices(rows: int, turn: str) -> None:
    core = am.Core("ascend-950")
    src = core.global_tensor(np.zeros(24, np.float32))
    dst = core.local_tensor("VECIN", "float", 8)
    into, out = [[0, 7, 0, 1, 8], [0, 2, 0, 1, 3]], [[0, 7, 0, 1, 8], [0, rows, 0, 1, 3]]
    effects = [finding.effect for finding in am.diagnose(dst, src, into, out, 2) if finding.code.startswith("TEN")]
    assert effects == [f"first written outside at {turn}: dst element 8 (byte 32), src element 8"]
