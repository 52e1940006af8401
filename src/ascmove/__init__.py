"""ascmove: run, check and see Ascend C data movement on a laptop.

Bit-exact models of the copy calls that Ascend NPU kernels use, with every documented rule checked::

    import numpy as np, ascmove as am

    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(261, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 96)
    am.data_copy(y, x, [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]], [[16, 70, 7, 3, 87], [0, 2, 1, 1, 3]], 2)
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ascmove import derive, strategies  # strategies: needs the extra `test`
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
    from ascmove.compare import compare
    from ascmove.core import Core
    from ascmove.errors import AscMoveError, BadArgument, CaseError, MoveWarning, NotModelled, RuleViolation
    from ascmove.findings import Finding
    from ascmove.formats import DeqValue
    from ascmove.hardware import Product
    from ascmove.moves import Transfer
    from ascmove.moves.data_copy import data_copy, diagnose, nd_dma_dci, plan
    from ascmove.plan import Plan
    from ascmove.rules.explain import explain, rules
    from ascmove.tensors import ByteState, GlobalMemory, GlobalTensor, LocalTensor

__version__ = "0.1.0"

#: where the public names live; each is loaded when it is first asked for, so that the import itself costs nothing
_HOMES = {
    "ascmove.calls": "Bits BlockMode DataCopyEnhancedParams DataCopyParams DeqScale NdDmaConfig NdDmaLoopInfo "
    "NdDmaParams PadMode SliceInfo",
    "ascmove.compare": "compare",
    "ascmove.core": "Core",
    "ascmove.errors": "AscMoveError BadArgument CaseError MoveWarning NotModelled RuleViolation",
    "ascmove.findings": "Finding",
    "ascmove.formats": "DeqValue",
    "ascmove.hardware": "Product",
    "ascmove.moves": "Transfer",
    "ascmove.moves.data_copy": "data_copy diagnose nd_dma_dci plan",
    "ascmove.plan": "Plan",
    "ascmove.rules.explain": "explain rules",
    "ascmove.tensors": "ByteState GlobalMemory GlobalTensor LocalTensor",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}
#: one thread loads at a time: the modules of a package wait for each other where several do
_LOADING = RLock()

if not TYPE_CHECKING:  # a type checker knows the names from above, and that there are no others

    def __getattr__(name: str) -> Any:
        with _LOADING:
            if name in _HOME:
                found = globals()[name] = getattr(import_module(_HOME[name]), name)
                return found
            if name.isidentifier() and not name.startswith("_") and find_spec(f"ascmove.{name}"):
                return import_module(f"ascmove.{name}")  # a whole room, as in `am.derive`
        raise AttributeError(f"module 'ascmove' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})  # rooms are there once they are loaded: one needs an extra


class _House(ModuleType):
    """The package: a room that is loaded does not take the place of the function of the same name (``am.plan``)."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _House

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
