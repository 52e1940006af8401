"""Float accumulators to global memory without quantisation, as float and as half.

Page: Copy (L0C Buffer to Global Memory), example "output without quantisation".
"""

import numpy as np

import ascmove as am
from ascmove import te

m, n = 20, 28

accumulators = np.random.default_rng(0).standard_normal((m, n)).astype(np.float32)
core = am.Core("ascend-950")
l0c = te.from_numpy(accumulators, te.make_frame_layout(te.NZLayoutPtn, m, n, c0=16), core=core)

for kind in (np.float32, np.float16):
    out = np.zeros((m, n), kind)
    gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(out)), te.make_frame_layout(te.NDExtLayoutPtn, m, n))

    params = te.FixpipeParams()
    atom = te.make_copy(te.CopyL0C2GM()).with_(params)
    transfer = te.copy(atom, gm, l0c)

    if not np.array_equal(out, accumulators.astype(kind)):
        raise SystemExit(f"{kind.__name__} differs")
    print(f"{transfer.instructions[0].quant_mode}: {transfer.bytes_written} B, {m * n} elements")
