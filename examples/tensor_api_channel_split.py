"""A trait of one's own: float results in fractals of 16 x 8 (channel split).

Page: Copy (L0C Buffer to Global Memory), example of a custom trait.
"""

import numpy as np

import ascmove as am
from ascmove import te

m, n = 64, 32

accumulators = np.arange(m * n, dtype=np.float32).reshape(m, n)
core = am.Core("ascend-950")
l0c = te.from_numpy(accumulators, te.make_frame_layout(te.NZLayoutPtn, m, n), core=core)
out = np.zeros(m * n, np.float32)
gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(out)), te.make_frame_layout(te.NZLayoutPtn, m, n, c0="float"))

trait = te.CopyL0C2GMTrait(te.RoundMode.DEFAULT, False, True)
transfer = te.copy(te.make_copy(te.CopyL0C2GM(), trait), gm, l0c)

expected = accumulators.reshape(m // 16, 16, n // 8, 8).transpose(2, 0, 1, 3)
if not np.array_equal(out, expected.reshape(-1)):
    raise SystemExit("the fractals differ")
if not np.array_equal(gm.to_matrix(), accumulators):
    raise SystemExit("the matrix differs")
(instruction,) = transfer.instructions
print(f"split {instruction.channel_split}: n_size {instruction.n_size}, dst_stride {instruction.dst_stride}")
print(transfer.to_cpp())
