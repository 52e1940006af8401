"""The Tensor API: matrices laid out in the memories of a core, and the copies out of L0C.

>>> import numpy as np
>>> import ascmove as am
>>> from ascmove import te
>>> core = am.Core("ascend-950")
>>> acc = te.from_numpy(np.arange(560, dtype=np.float32).reshape(20, 28), te.make_frame_layout("NZ", 20, 28), core=core)
>>> out = np.zeros((20, 28), np.float32)
>>> gm = te.make_tensor(te.make_mem_ptr(core.global_tensor(out)), te.make_frame_layout(te.NDExtLayoutPtn, 20, 28))
>>> te.copy(te.make_copy(te.CopyL0C2GM()), gm, acc).bytes_written
2240
>>> bool((out == np.arange(560).reshape(20, 28)).all())
True
"""

from ascmove.calls.l0c_geometry import Geometry
from ascmove.calls.l0c_instructions import FixpipeInstruction
from ascmove.calls.l0c_params import (
    CopyL0C2GMTrait,
    CopyL0C2UBTrait,
    DualDstMode,
    FixpipeParams,
    RoundMode,
)
from ascmove.layouts import (
    DNExtLayoutPtn,
    DNLayoutPtn,
    Layout,
    NC1HWC0LayoutPtn,
    NCHWLayoutPtn,
    NDExtLayoutPtn,
    NDLayoutPtn,
    NHWCLayoutPtn,
    NNLayoutPtn,
    NZLayoutPtn,
    Pattern,
    ScaleADNLayoutPtn,
    ScaleANDLayoutPtn,
    ScaleBDNLayoutPtn,
    ScaleBNDLayoutPtn,
    ZNLayoutPtn,
    ZZLayoutPtn,
    make_coord,
    make_frame_layout,
    make_layout,
    make_pattern_layout,
    make_shape,
    make_stride,
    static,
)
from ascmove.te.atom import CopyAtom, CopyL0C2GM, CopyL0C2UB, make_copy
from ascmove.te.copying import copy, diagnose, make_call, plan, u64
from ascmove.te.into_ub import DualTransfer
from ascmove.te.packing import from_numpy
from ascmove.te.pointer import MemPtr, make_mem_ptr
from ascmove.te.queries import capacity, coshape, cosize, get, rank, select, size, squeeze
from ascmove.te.tensor import Tensor, make_tensor

CopyL0C2GMTraitDefault = CopyL0C2GMTrait
CopyL0C2UBTraitDefault = CopyL0C2UBTrait

__all__ = [
    "CopyAtom",
    "CopyL0C2GM",
    "CopyL0C2GMTrait",
    "CopyL0C2GMTraitDefault",
    "CopyL0C2UB",
    "CopyL0C2UBTrait",
    "CopyL0C2UBTraitDefault",
    "DNExtLayoutPtn",
    "DNLayoutPtn",
    "DualDstMode",
    "DualTransfer",
    "FixpipeInstruction",
    "FixpipeParams",
    "Geometry",
    "Layout",
    "MemPtr",
    "NC1HWC0LayoutPtn",
    "NCHWLayoutPtn",
    "NDExtLayoutPtn",
    "NDLayoutPtn",
    "NHWCLayoutPtn",
    "NNLayoutPtn",
    "NZLayoutPtn",
    "Pattern",
    "RoundMode",
    "ScaleADNLayoutPtn",
    "ScaleANDLayoutPtn",
    "ScaleBDNLayoutPtn",
    "ScaleBNDLayoutPtn",
    "Tensor",
    "ZNLayoutPtn",
    "ZZLayoutPtn",
    "capacity",
    "copy",
    "coshape",
    "cosize",
    "diagnose",
    "from_numpy",
    "get",
    "make_call",
    "make_coord",
    "make_copy",
    "make_frame_layout",
    "make_layout",
    "make_mem_ptr",
    "make_pattern_layout",
    "make_shape",
    "make_stride",
    "make_tensor",
    "plan",
    "rank",
    "select",
    "size",
    "squeeze",
    "static",
    "u64",
]
