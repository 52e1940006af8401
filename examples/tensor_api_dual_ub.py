"""Float accumulators from L0C into the UBs of two vector cores, half of the rows or columns each."""

import numpy as np

import ascmove as am
from ascmove import te

m, n = 32, 64

accumulators = np.arange(m * n, dtype=np.float32).reshape(m, n)
cube, vectors = am.Core("ascend-950"), [am.Core("ascend-950"), am.Core("ascend-950")]
l0c = te.from_numpy(accumulators, te.make_frame_layout(te.NZLayoutPtn, m, n), core=cube)

# both are declared with the full shape and start at the same byte of their UB
frame = te.make_frame_layout(te.NDExtLayoutPtn, m, n)
first, second = (te.make_tensor(core.local_tensor("VECOUT", "float", m * n, fill=0), frame) for core in vectors)

for mode, axis in ((te.DualDstMode.DUAL_DST_SPLIT_M, 0), (te.DualDstMode.DUAL_DST_SPLIT_N, 1)):
    atom = te.make_copy(te.CopyL0C2UB(), te.CopyL0C2UBTrait(dual_dst_ctl=mode))
    transfer = te.copy(atom, (first, second), l0c)
    for ub, half in zip((first, second), np.split(accumulators, 2, axis=axis), strict=True):
        rows, columns = half.shape
        if not np.array_equal(ub.to_matrix()[:rows, :columns], half):
            raise SystemExit(f"{mode.name} differs")
    (instruction,) = transfer.instructions
    print(f"{mode.name}: n_size {instruction.n_size}, m_size {instruction.m_size}, {transfer.bytes_written} B in both")
