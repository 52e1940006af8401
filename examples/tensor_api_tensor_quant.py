"""A quantisation word for every column, held in L1.

Page: Copy (L0C Buffer to Global Memory), example "output with tensor quantisation".
"""

import numpy as np

import ascmove as am
from ascmove import te

m, n = 32, 600  # more than 512 columns: the words are staged in two chunks

rng = np.random.default_rng(0)
accumulators = rng.integers(-40000, 40000, (m, n), dtype=np.int32)
scales = np.array([am.formats.truncate_multiplier(s) for s in rng.uniform(0.01, 2.0, n)], np.float32)

core = am.Core("ascend-950")
l0c = te.from_numpy(accumulators, te.make_frame_layout(te.NZLayoutPtn, m, n, c0=16), core=core)
out = np.zeros((m, n), np.float16)
gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(out)), te.make_frame_layout(te.NDExtLayoutPtn, m, n))
words = core.local_tensor("A1", "uint64_t", n, data=scales.view(np.uint32).astype(np.uint64))
quant = te.make_tensor(te.make_mem_ptr(words), te.make_frame_layout(te.NDExtLayoutPtn, 1, n))

atom = te.make_copy(te.CopyL0C2GM()).with_(te.FixpipeParams())
transfer = te.copy(atom, gm, l0c, quant)

with np.errstate(over="ignore"):
    expected = np.clip(accumulators.astype(np.float32) * scales, -65504, 65504).astype(np.float16)
if not np.array_equal(out, expected):
    raise SystemExit("the scaled result differs")
for i in transfer.instructions:
    print(f"{i.quant_mode}: n_size {i.n_size}, src {i.src_base}, dst {i.dst_base}, word {i.quant_base}")
