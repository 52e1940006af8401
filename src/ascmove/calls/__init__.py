"""Copy calls as their callers write them: parameter structs, and each call with its operands."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ascmove.calls.basic import BLOCK, BasicCall, DataCopyParams
from ascmove.calls.call import Call, Family
from ascmove.calls.enhanced import DataCopyEnhancedParams, EnhancedCall
from ascmove.calls.enhanced_modes import BlockMode, DeqScale, PadMode
from ascmove.calls.nddma import Bits, NdDmaCall, NdDmaConfig, NdDmaLoopInfo, NdDmaParams
from ascmove.calls.slice import SliceCall, SliceInfo

if TYPE_CHECKING:
    from ascmove.calls.l0c import L0cCall
    from ascmove.calls.l0c_params import CopyL0C2GMTrait, CopyL0C2UBTrait, FixpipeParams, RoundMode

#: copies out of L0C bring the layouts with them, so they are loaded when they are first asked for
_LAZY = {
    "CopyL0C2GMTrait": "ascmove.calls.l0c_params",
    "CopyL0C2UBTrait": "ascmove.calls.l0c_params",
    "FixpipeParams": "ascmove.calls.l0c_params",
    "L0cCall": "ascmove.calls.l0c",
    "RoundMode": "ascmove.calls.l0c_params",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'ascmove.calls' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


__all__ = [
    "BLOCK",
    "BasicCall",
    "Bits",
    "BlockMode",
    "Call",
    "CopyL0C2GMTrait",
    "CopyL0C2UBTrait",
    "DataCopyEnhancedParams",
    "DataCopyParams",
    "DeqScale",
    "EnhancedCall",
    "Family",
    "FixpipeParams",
    "L0cCall",
    "NdDmaCall",
    "NdDmaConfig",
    "NdDmaLoopInfo",
    "NdDmaParams",
    "PadMode",
    "RoundMode",
    "SliceCall",
    "SliceInfo",
]
