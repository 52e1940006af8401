"""Convolution outputs: a matrix (H·W, C) in L0C becomes an NHWC, NCHW or NC1HWC0 feature map in global memory.

Page: Copy (L0C Buffer to Global Memory), example "convolution output".
"""

import numpy as np

import ascmove as am
from ascmove import te

H, W, C = 8, 8, 16

pixels = np.arange(H * W * C, dtype=np.float32).reshape(H * W, C)
core = am.Core("ascend-950")
l0c = te.from_numpy(pixels, te.make_frame_layout(te.NZLayoutPtn, H * W, C, c0=16), core=core)
copy_l0c_to_gm = te.make_copy(te.CopyL0C2GM(), te.CopyL0C2GMTraitDefault())

targets = {
    "NHWC": (te.make_frame_layout(te.NHWCLayoutPtn, 1, H, W, C), pixels.reshape(1, H, W, C)),
    "NCHW": (te.make_frame_layout(te.NCHWLayoutPtn, 1, C, H, W), pixels.T.reshape(1, C, H, W)),
    "NC1HWC0": (te.make_frame_layout(te.NC1HWC0LayoutPtn, 1, C // 16, H, W, 16), pixels.reshape(1, 1, H, W, 16)),
}
for name, (layout, expected) in targets.items():
    out = np.zeros(expected.shape, np.float32)
    gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(out)), layout)
    transfer = te.copy(copy_l0c_to_gm, gm, l0c)
    if not np.array_equal(out, expected):
        raise SystemExit(f"{name} differs")
    (instruction,) = transfer.instructions
    print(f"{name:8} n_size {instruction.n_size}, m_size {instruction.m_size}, dst_stride {instruction.dst_stride}")
