"""`data_copy`: the one name under which Ascend C offers four copies, told apart by their parameters."""

from __future__ import annotations

from typing import Any

from ascmove.calls import (
    BasicCall,
    Call,
    DataCopyEnhancedParams,
    DataCopyParams,
    EnhancedCall,
    NdDmaCall,
    NdDmaConfig,
    NdDmaParams,
    SliceCall,
)
from ascmove.core import Core
from ascmove.errors import BadArgument
from ascmove.findings import Finding
from ascmove.hardware import Space
from ascmove.moves.prepared import remember, repeated
from ascmove.moves.transfer import Transfer, diagnose_call, perform, plan_call
from ascmove.plan import Plan
from ascmove.tensors import Tensor

#: what may be named behind the parameters of a class, and stand there without a name
_SECOND = {DataCopyParams: "enhanced", NdDmaParams: "config"}


def data_copy(dst: Tensor, src: Tensor, *args: Any, **kwargs: Any) -> Transfer:
    """Copy from ``src`` to ``dst`` and return the Transfer; the data are in ``dst``.

    Call forms::

        data_copy(dst, src, count)                                          plain copy of whole 32 B blocks
        data_copy(dst, src, DataCopyParams(...))                            bursts with gaps
        data_copy(dst, src, DataCopyParams(...), DataCopyEnhancedParams(...))  L0C to UB with conversion;
                                                     deq_tensor=tensor: the words of a vector mode, in UB
        data_copy(dst, src, NdDmaParams(...), config=NdDmaConfig(...))      NDDMA, GM to UB
        data_copy(dst, src, dst_slice_info, src_slice_info, dim_value=1)    slices

    Raises RuleViolation with all findings when a rule is broken (dst is untouched then), BadArgument for arguments
    that are none of these forms. Warnings are on the Transfer and, once per call site, a Python MoveWarning.

    >>> import numpy as np, ascmove as am
    >>> core = am.Core("ascend-950")
    >>> x = core.global_tensor(np.arange(16, dtype=np.float32))
    >>> y = core.local_tensor("VECIN", "float", 16)
    >>> am.data_copy(y, x, 16).bytes_written
    64
    """
    if kwargs and len(args) == 1 and [*kwargs] == [_SECOND.get(type(args[0]))]:
        args, kwargs = (*args, *kwargs.values()), {}
    if kwargs:
        return perform(make_call(dst, src, *args, **kwargs))
    transfer = repeated(dst, src, args)
    if transfer is None:
        transfer = perform(make_call(dst, src, *args))
        remember(transfer, args)
    return transfer


def plan(dst: Any, src: Any, *args: Any, **kwargs: Any) -> Plan:
    """The Plan of a call with the same arguments; nothing moves. Raises RuleViolation like the call would."""
    return plan_call(make_call(dst, src, *args, **kwargs))


def diagnose(dst: Any, src: Any, *args: Any, **kwargs: Any) -> list[Finding]:
    """All findings of a call with the same arguments; nothing moves, no broken rule raises."""
    return diagnose_call(make_call(dst, src, *args, **kwargs))


def nd_dma_dci(core: Core) -> None:
    """Refresh (invalidate) the core's NDDMA cache, before reading GM that was rewritten since.

    Raises BadArgument for anything but a Core.
    """
    if not isinstance(core, Core):
        raise BadArgument(f"nd_dma_dci takes the core whose cache is refreshed, not a {type(core).__name__}")
    core.nddma_cache.refresh()


def make_call(dst: Tensor, src: Tensor, *args: Any, **kwargs: Any) -> Call:
    """The Call that these arguments mean."""
    for name, tensor in (("dst", dst), ("src", src)):
        if not isinstance(tensor, Tensor):
            raise BadArgument(
                f"{name} is a {type(tensor).__name__}; make a tensor of it with core.global_tensor or core.local_tensor"
            )
    if dst.core is not src.core and dst.space is not Space.GM and src.space is not Space.GM:
        raise BadArgument(
            f"dst lies in {dst.space} and src in {src.space} of two different cores; only global memory is shared"
        )
    if not args:
        raise BadArgument("data_copy needs a count or parameters behind dst and src")
    first, *rest = args
    if isinstance(first, NdDmaParams):
        return NdDmaCall(dst, src, first, _config(*rest, **kwargs))
    if isinstance(first, DataCopyParams):
        return _gap_copy(dst, src, first, *rest, **kwargs)
    if isinstance(first, (list, tuple)):
        return _slice(dst, src, first, *rest, **kwargs)
    if rest or kwargs:
        raise BadArgument(
            f"{type(first).__name__} followed by {len(rest) + len(kwargs)} more arguments is no form of data_copy"
        )
    return BasicCall(dst, src, first)


def _config(config: NdDmaConfig | None = None, *rest: Any, **unknown: Any) -> NdDmaConfig | None:
    if rest or unknown or not isinstance(config, (NdDmaConfig, type(None))):
        given = ", ".join(unknown) or type(rest[0] if rest else config).__name__
        raise BadArgument(f"NDDMA takes config=NdDmaConfig(...) behind its parameters, given {given}")
    return config


def _gap_copy(
    dst: Tensor,
    src: Tensor,
    params: DataCopyParams,
    /,
    enhanced: DataCopyEnhancedParams | None = None,
    *rest: Any,
    deq_tensor: Tensor | None = None,
    **unknown: Any,
) -> Call:
    if rest or unknown or not isinstance(enhanced, (DataCopyEnhancedParams, type(None))):
        given = ", ".join(unknown) or type(rest[0] if rest else enhanced).__name__
        raise BadArgument(f"DataCopyParams may be followed by enhanced=DataCopyEnhancedParams(...) only, given {given}")
    if not isinstance(deq_tensor, (Tensor, type(None))):
        raise BadArgument(f"deq_tensor is a {type(deq_tensor).__name__}; make a tensor of it with core.local_tensor")
    if enhanced is None:
        if deq_tensor is not None:
            raise BadArgument("deq_tensor belongs to DataCopyEnhancedParams; the plain copy converts nothing")
        return BasicCall(dst, src, params)
    return EnhancedCall(dst, src, params, enhanced, deq_tensor)


def _slice(
    dst: Tensor,
    src: Tensor,
    dst_info: Any,
    /,
    src_info: Any = None,
    dim_value: int = 1,
    *rest: Any,
    **unknown: Any,
) -> SliceCall:
    if rest or unknown or src_info is None:
        raise BadArgument("a slice copy takes dst_slice_info, src_slice_info and dim_value")
    return SliceCall(dst, src, dst_info, src_info, dim_value)
