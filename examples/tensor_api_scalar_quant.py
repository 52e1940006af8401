"""One quantisation word for all elements.

Page: Copy (L0C Buffer to Global Memory), example "output with scalar quantisation". The page passes the number 1 as the
word. A word holds the *bits* of a float, and those of 1 are a denormal number, which acts as zero: the sample compiles
and writes zeros. The model says so (L0C015); the multiplier 1.0 is the word 0x3F800000.
"""

import warnings

import numpy as np

import ascmove as am
from ascmove import te

m, n = 32, 64

accumulators = np.random.default_rng(0).integers(-40000, 40000, (m, n), dtype=np.int32)
core = am.Core("ascend-950")
l0c = te.from_numpy(accumulators, te.make_frame_layout(te.NZLayoutPtn, m, n, c0=16), core=core)
out = np.full((m, n), 7, np.float16)
gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(out)), te.make_frame_layout(te.NDExtLayoutPtn, m, n))
atom = te.make_copy(te.CopyL0C2GM()).with_(te.FixpipeParams())

# the page's own word
with warnings.catch_warnings():
    warnings.simplefilter("ignore", am.MoveWarning)
    transfer = te.copy(atom, gm, l0c, te.u64(1))
if [finding.code for finding in transfer.findings] != ["L0C015"] or out.any():
    raise SystemExit("the word 1 has to give zeros and a warning")
print(transfer.findings[0].message)

# 0.5 as a multiplier: product in float, then half to nearest even
transfer = te.copy(atom, gm, l0c, te.u64(am.DeqValue(0.5)))
if not np.array_equal(out, (accumulators.astype(np.float32) * np.float32(0.5)).astype(np.float16)):
    raise SystemExit("the scaled result differs")
print(f"{transfer.instructions[0].quant_mode}: QUANT_PRE = {transfer.instructions[0].quant_pre:#x}")
