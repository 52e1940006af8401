"""From intention to parameters: say in NumPy which elements go where, get the call that does it.

>>> import numpy as np
>>> from ascmove import derive
>>> x, y = np.zeros((16, 64), np.float32), np.zeros((64, 16), np.float32)
>>> derive.nddma(x, y.T).params.loop_info.loop_dst_stride       # a transpose
(16, 1)
"""

from ascmove.derive.gaps import data_copy
from ascmove.derive.l0c import l0c2gm
from ascmove.derive.loops import nddma
from ascmove.derive.result import Derivation
from ascmove.derive.slices import slice

__all__ = ["Derivation", "data_copy", "l0c2gm", "nddma", "slice"]
