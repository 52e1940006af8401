"""ascmove: run, check and see Ascend C data movement on a laptop.

Bit-exact models of the copy calls that Ascend NPU kernels use, with every documented rule checked::

    import numpy as np, ascmove as am

    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(261, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 96)
    am.data_copy(y, x, [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]], [[16, 70, 7, 3, 87], [0, 2, 1, 1, 3]], 2)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ascmove.calls import (
    Bits,
    BlockMode,
    DataCopyEnhancedParams,
    DataCopyParams,
    DeqScale,
    NdDmaConfig,
    NdDmaLoopInfo,
    NdDmaParams,
    PadMode,
    SliceInfo,
)
from ascmove.core import Core
from ascmove.errors import AscMoveError, BadArgument, CaseError, MoveWarning, NotModelled, RuleViolation
from ascmove.findings import Finding
from ascmove.formats import DeqValue
from ascmove.hardware import Product
from ascmove.moves import Transfer, data_copy, diagnose, nd_dma_dci, plan
from ascmove.plan import Plan
from ascmove.rules.explain import explain, rules
from ascmove.tensors import ByteState, GlobalMemory, GlobalTensor, LocalTensor

if TYPE_CHECKING:
    from ascmove import derive as derive
    from ascmove import strategies as strategies  # needs the extra `test`
    from ascmove.compare import compare as compare

__version__ = "0.1.0"

#: loaded when they are first asked for: most programs only move data
_LAZY = {"compare": "ascmove.compare", "derive": "ascmove.derive", "strategies": "ascmove.strategies"}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'ascmove' has no attribute {name!r}")
    return import_module(_LAZY[name])


__all__ = [
    "AscMoveError",
    "BadArgument",
    "Bits",
    "BlockMode",
    "ByteState",
    "CaseError",
    "Core",
    "DataCopyEnhancedParams",
    "DataCopyParams",
    "DeqScale",
    "DeqValue",
    "Finding",
    "GlobalMemory",
    "GlobalTensor",
    "LocalTensor",
    "MoveWarning",
    "NdDmaConfig",
    "NdDmaLoopInfo",
    "NdDmaParams",
    "NotModelled",
    "PadMode",
    "Plan",
    "Product",
    "RuleViolation",
    "SliceInfo",
    "Transfer",
    "compare",
    "data_copy",
    "derive",
    "diagnose",
    "explain",
    "nd_dma_dci",
    "plan",
    "rules",
    "strategies",
]
