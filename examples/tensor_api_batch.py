"""Three batches in L0C go into a destination of nine, slice by slice.

Page: Copy (L0C Buffer to Global Memory), example "output in batch mode".
"""

import numpy as np

import ascmove as am
from ascmove import te

src_batch, dst_batch, m, n = 3, 9, 32, 64

results = np.random.default_rng(0).standard_normal((dst_batch, m, n)).astype(np.float32)
core = am.Core("ascend-950")
out = np.zeros((dst_batch, m, n), np.float16)
gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(out)), te.make_frame_layout(te.NDExtLayoutPtn, dst_batch, m, n))
frame = te.make_frame_layout(te.NZLayoutPtn, src_batch, m, n)

atom = te.make_copy(te.CopyL0C2GM()).with_(te.FixpipeParams())
for i in range(dst_batch // src_batch):
    # what Mmad would leave in L0C for these three batches
    core.reset("L0C")
    l0c = te.from_numpy(results[i * src_batch : (i + 1) * src_batch], frame, core=core)
    gm_slice = gm.slice(
        te.make_coord(i * src_batch, te.make_coord(0, 0)), te.make_shape(src_batch, te.make_shape(m, n))
    )
    (instruction,) = te.copy(atom, gm_slice, l0c).instructions
    print(
        f"base {instruction.dst_base}: ndNum {instruction.nd_num}, srcNdStride {instruction.src_nd_stride}, "
        f"dstNdStride {instruction.dst_nd_stride}"
    )

if not np.array_equal(out, results.astype(np.float16)):
    raise SystemExit("a batch differs")
