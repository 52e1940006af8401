"""The end of an int8 x int8 matmul: int32 accumulators become half with a scale for every output channel.

A kernel works in tiles that fit L0C (256 KiB). Each tile of accumulators is dequantised on its way out of L0C, by the
words of its own columns, and lands in its slice of the result. The same is then computed on a host core in one call.
"""

import numpy as np

import ascmove as am
from ascmove import te

M, N, K = 384, 640, 256
BASE_M, BASE_N = 128, 256

rng = np.random.default_rng(0)
a = rng.integers(-128, 128, (M, K), dtype=np.int8)
b = rng.integers(-128, 128, (K, N), dtype=np.int8)
scales = rng.uniform(1e-4, 2e-3, N).astype(np.float32)

# what acts is the float with its mantissa cut to 10 bits; rounding first halves the error
acting = np.array([am.formats.round_multiplier(float(s)) for s in scales], np.float32)
words = np.array([am.DeqValue(float(s)).pack() for s in acting], np.uint64)

product = a.astype(np.int32) @ b.astype(np.int32)
expected = (product.astype(np.float32) * acting).astype(np.float16)

# The kernel: tile by tile
core = am.Core("ascend-950")
result = np.zeros((M, N), np.float16)
gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(result)), te.make_frame_layout(te.NDExtLayoutPtn, M, N))
l1 = core.local_tensor("A1", "uint64_t", N, data=words)
quant = te.make_tensor(te.make_mem_ptr(l1), te.make_frame_layout(te.NDExtLayoutPtn, 1, N))
atom = te.make_copy(te.CopyL0C2GM()).with_(te.FixpipeParams(unit_flag=3))

for i in range(0, M, BASE_M):
    for j in range(0, N, BASE_N):
        core.reset("L0C")
        tile = a[i : i + BASE_M].astype(np.int32) @ b[:, j : j + BASE_N].astype(np.int32)  # Mmad
        rows, columns = tile.shape
        l0c = te.from_numpy(tile, te.make_frame_layout(te.NZLayoutPtn, rows, columns), core=core)
        part = gm.slice(te.make_coord(i, j), te.make_shape(rows, columns))
        transfer = te.copy(atom, part, l0c, quant.slice(te.make_coord(0, j), te.make_shape(1, columns)))

if not np.array_equal(result, expected):
    raise SystemExit("the tiled result differs")
print(f"{transfer.instructions[0].quant_mode} on {len(core.trace)} tiles: {result.nbytes} B of half")

# Golden data: the whole matrix in one call
host = am.Core("ascend-950", limits="host")
acc = te.from_numpy(product, te.make_frame_layout(te.NZLayoutPtn, M, N), core=host)
golden = np.zeros((M, N), np.float16)
whole = te.make_tensor(te.make_mem_ptr(host.global_tensor(golden)), te.make_frame_layout(te.NDExtLayoutPtn, M, N))
held = te.from_numpy(words[None], te.make_frame_layout(te.NDExtLayoutPtn, 1, N), core=host, position="A1")
transfer = te.copy(te.make_copy(te.CopyL0C2GM()), whole, acc, held)
if not np.array_equal(golden, expected):
    raise SystemExit("the host result differs")
print("host:", ", ".join(f"{f.severity} {f.code}" for f in transfer.findings))
print(f"scale 0: {scales[0]!r} given, {acting[0]!r} acts")
