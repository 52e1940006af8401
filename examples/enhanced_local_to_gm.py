"""Third call of the enhanced-transfer page: 512 half from VECOUT to global memory.

A plain copy, like every route but CO1 to CO2: `blockLen = 512 * sizeof(half) / 32` means 512 elements.
"""

from __future__ import annotations

import numpy as np

import ascmove as am

PARAMS = am.DataCopyParams(block_count=1, block_len=512 * 2 // 32, src_gap=0, dst_gap=0)
ENHANCED = am.DataCopyEnhancedParams(
    block_mode="BLOCK_MODE_MATRIX",
    deq_scale="DEQ_NONE",
    deq_value=0,
    deq_tensor_addr=0,
    sid_store_mode=0,
    is_relu=False,
    pad_mode="PAD_NONE",
)


def main() -> None:
    """Run the call on every product and compare with a NumPy slice."""
    x = np.arange(512, dtype=np.float16)
    for product in am.Product:
        core = am.Core(product)
        result = np.full(1024, -1, np.float16)
        local = core.local_tensor("VECOUT", "half", data=x)
        done = am.data_copy(core.global_tensor(result), local, PARAMS, ENHANCED)
        if not np.array_equal(result, np.concatenate([x, np.full(512, -1, np.float16)])):
            raise SystemExit(f"{product}: differs")
        print(f"{product}: {done.bytes_written} B, findings: {', '.join(f.code for f in done.findings)}")


if __name__ == "__main__":
    main()
