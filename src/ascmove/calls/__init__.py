"""Copy calls as their callers write them: parameter structs, and each call with its operands."""

from ascmove.calls.basic import BLOCK, BasicCall, DataCopyParams
from ascmove.calls.call import Call, Family
from ascmove.calls.enhanced import DataCopyEnhancedParams, EnhancedCall
from ascmove.calls.enhanced_modes import BlockMode, DeqScale, PadMode
from ascmove.calls.l0c import L0cCall
from ascmove.calls.l0c_params import CopyL0C2GMTrait, CopyL0C2UBTrait, FixpipeParams, RoundMode
from ascmove.calls.nddma import Bits, NdDmaCall, NdDmaConfig, NdDmaLoopInfo, NdDmaParams
from ascmove.calls.slice import SliceCall, SliceInfo

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
