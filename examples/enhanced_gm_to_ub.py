"""First call of the enhanced-transfer page: 512 half from global memory to VECIN.

The enhanced parameters have no effect on this route: `blockLen = 512 * sizeof(half) / 32` counts blocks of 32 B and
means what its comment says, 512 elements.
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
    x = np.arange(1024, dtype=np.float16)
    for product in am.Product:
        core = am.Core(product)
        local = core.local_tensor("VECIN", "half", 512)
        done = am.data_copy(local, core.global_tensor(x), PARAMS, ENHANCED)
        if not np.array_equal(local.to_numpy(), x[:512]):
            raise SystemExit(f"{product}: differs")
        print(f"{product}: {done.bytes_written} B, findings: {', '.join(f.code for f in done.findings)}")
    print(done.findings[0])


if __name__ == "__main__":
    main()
