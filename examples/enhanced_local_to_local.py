"""Second call of the enhanced-transfer page: half from local memory to local memory, `blockLen` 32.

Its comment says 512 elements. That is right where the unit is 32 B (VECIN to VECCALC). From CO1 to CO2 the unit is a
fractal of 512 B, and the same parameters move 16 times more.
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


def moved(route: tuple[str, str], params: am.DataCopyParams, expected: int) -> None:
    """Run the call and compare: the first ``expected`` half arrive, 256 more of dst stay as they were."""
    core = am.Core("atlas-inference-aicore")
    x = np.arange(expected + 256, dtype=np.uint16).view(np.float16)
    source = core.local_tensor(route[0], "half", data=x)
    target = core.local_tensor(route[1], "half", x.size, fill=-1)
    done = am.data_copy(target, source, params, ENHANCED)
    wanted = np.concatenate([x[:expected], np.full(256, -1, np.float16)])
    if target.to_numpy().tobytes() != wanted.tobytes():
        raise SystemExit(f"{' -> '.join(route)}: differs")
    print(f"{' -> '.join(route)}, block_len {params.block_len}: {done.bytes_written} B = {expected} half")


def main() -> None:
    """The trap on tensors of the size that the comment speaks of, then what the parameters really move."""
    core = am.Core("atlas-inference-aicore")
    source = core.local_tensor("CO1", "half", 512, fill=1)
    target = core.local_tensor("CO2", "half", 512)
    findings = am.diagnose(target, source, PARAMS, ENHANCED)
    if {f.code for f in findings} != {"ENH012", "TEN008", "TEN009"}:
        raise SystemExit(f"other findings than expected: {findings}")
    print(next(f for f in findings if f.code == "ENH012"), end="\n\n")

    moved(("VECIN", "VECCALC"), PARAMS, 512)
    moved(("CO1", "CO2"), PARAMS, 8192)
    moved(("CO1", "CO2"), am.DataCopyParams(1, 2), 512)


if __name__ == "__main__":
    main()
