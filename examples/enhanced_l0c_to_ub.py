"""Fourth call of the enhanced-transfer page: int32_t accumulators to int8_t, from L0C to UB.

The page writes `blockLen = 512 * sizeof(half) / 32` and shows 1 to 512 going in and 1 to 512 coming out. From CO1 to
CO2 the unit is a fractal of 1024 B: 32 of them are 8192 elements, 32 times the bytes of the comment, 16 times its
elements. And an int8_t ends at 127.
"""

from __future__ import annotations

import numpy as np

import ascmove as am

PARAMS = am.DataCopyParams(block_count=1, block_len=512 * 2 // 32, src_gap=0, dst_gap=0)
ENHANCED = am.DataCopyEnhancedParams(
    block_mode="BLOCK_MODE_MATRIX",
    deq_scale="DEQ8",
    deq_value=70369809530880,  # 1.0 as float, and bit 46: a signed result
    deq_tensor_addr=0,
    sid_store_mode=2,
    is_relu=False,
    pad_mode="PAD_NONE",
)


def moved(params: am.DataCopyParams, count: int) -> None:
    """Run the call on 1, 2, ... ``count`` and compare with a saturating cast."""
    core = am.Core("atlas-inference-aicore")
    x = np.arange(1, count + 1, dtype=np.int32)
    source = core.local_tensor("CO1", "int32_t", data=x)
    target = core.local_tensor("CO2", "int8_t", count)
    done = am.data_copy(target, source, params, ENHANCED)
    if not np.array_equal(target.to_numpy(), np.clip(x, -128, 127).astype(np.int8)):
        raise SystemExit(f"block_len {params.block_len}: differs")
    print(f"block_len {params.block_len}: {done.bytes_read} B read, {done.bytes_written} B written, {count} elements")


def main() -> None:
    """The trap on tensors of the size that the page shows, then what the parameters really move."""
    core = am.Core("atlas-inference-aicore")
    source = core.local_tensor("CO1", "int32_t", data=np.arange(1, 513, dtype=np.int32))
    target = core.local_tensor("CO2", "int8_t", 512)
    findings = am.diagnose(target, source, PARAMS, ENHANCED)
    if {f.code for f in findings} != {"ENH012", "TEN008", "TEN009"}:
        raise SystemExit(f"other findings than expected: {findings}")
    print(next(f for f in findings if f.code == "ENH012"), end="\n\n")

    moved(PARAMS, 8192)
    moved(am.DataCopyParams(1, 2), 512)


if __name__ == "__main__":
    main()
