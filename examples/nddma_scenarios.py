"""The five scenarios of the NDDMA page: constant pad, nearest pad, transpose, broadcast, slice.

Each call is run and compared with a plain NumPy expression for what its parameters say. (The page's comments speak of
other sizes in scenarios 1, 2, 3 and 5; the parameters count.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

import ascmove as am

Array = np.ndarray[Any, Any]


def run(
    name: str, x: Array, loops: list[list[int]], shape: tuple[int, int], expected: Array, nearest: bool = False
) -> None:
    """Run one NDDMA call and compare the UB tensor with ``expected``."""
    core = am.Core("ascend-950")
    source = core.global_tensor(x)
    target = core.local_tensor("VECIN", "float", shape[0] * shape[1])
    am.nd_dma_dci(core)  # refresh the cache, as the page asks
    config = am.NdDmaConfig(is_nearest_value_mode=nearest)
    transfer = am.data_copy(target, source, am.NdDmaParams(loops, 0), config=config)
    got = target.to_numpy().reshape(shape)
    if not np.array_equal(got, expected):
        raise SystemExit(f"{name}: differs")
    print(f"{name}: {x.shape} -> {shape}, {transfer.bytes_read} B read, {transfer.bytes_written} B written")
    print(transfer.plan, end="\n\n")


def matrix(rows: int, columns: int) -> Array:
    """1, 2, 3, ... row by row."""
    return np.arange(1, rows * columns + 1, dtype=np.float32).reshape(rows, columns)


def main() -> None:
    """Run all five."""
    x = matrix(16, 32)
    padded = np.pad(x, ((13, 3), (15, 17)))
    run("constant pad", x, [[1, 32], [1, 64], [32, 16], [15, 13], [17, 3]], (32, 64), padded)

    x = matrix(28, 15)
    padded = np.pad(x, ((3, 1), (11, 6)), mode="edge")
    run("nearest pad", x, [[1, 15], [1, 32], [15, 28], [11, 3], [6, 1]], (32, 32), padded, nearest=True)

    x = matrix(16, 64)
    run("transpose", x, [[1, 64], [16, 1], [64, 16], [0, 0], [0, 0]], (64, 16), x.T)

    x = matrix(1, 16)
    run("broadcast", x, [[1, 0], [1, 16], [16, 3], [0, 0], [0, 0]], (3, 16), np.repeat(x, 3, axis=0))

    x = matrix(32, 64)
    run("slice", x, [[1, 64], [1, 16], [16, 16], [0, 0], [0, 0]], (16, 16), x[:16, :16])


if __name__ == "__main__":
    main()
