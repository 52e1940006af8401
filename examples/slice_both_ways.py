"""The slice page's two calls: four segments of a 3 x 87 matrix into UB, and the packed result back to global memory."""

from __future__ import annotations

import numpy as np

import ascmove as am

SRC = [am.SliceInfo(16, 70, 7, 3, 87), am.SliceInfo(0, 2, 1, 1, 3)]
DST = [am.SliceInfo(0, 47, 0, 3, 48), am.SliceInfo(0, 1, 0, 1, 2)]


def main() -> None:
    """Run both calls and compare with NumPy slices."""
    core = am.Core("ascend-950")
    x = np.arange(3 * 87, dtype=np.int32).reshape(3, 87)
    local = core.local_tensor("VECIN", "int32_t", 96)
    into = am.data_copy(local, core.global_tensor(x), DST, SRC, 2)
    packed = local.to_numpy().reshape(2, 48)
    if not np.array_equal(packed, np.hstack([x[::2, 16:40], x[::2, 47:71]])):
        raise SystemExit("GM -> UB: differs")
    print(into, into.plan, sep="\n")

    out = core.local_tensor("VECOUT", "int32_t", 96, address=local.address)
    result = np.zeros((2, 48), np.int32)
    back = am.data_copy(core.global_tensor(result), out, DST, DST, 2)
    if not np.array_equal(result, packed):
        raise SystemExit("UB -> GM: differs")
    print(back, back.plan, sep="\n")


if __name__ == "__main__":
    main()
