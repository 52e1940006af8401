"""Which function lowers which call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascmove.calls import BasicCall, Call, EnhancedCall, L0cCall, NdDmaCall, SliceCall
from ascmove.errors import NotModelled
from ascmove.moves.basic import lower_basic
from ascmove.moves.enhanced import lower_enhanced
from ascmove.moves.l0c_out import lower_l0c_out
from ascmove.moves.nddma import lower_nddma
from ascmove.moves.slice import lower_slice
from ascmove.plan import Plan

LOWERINGS: dict[type[Call], Callable[[Any], Plan]] = {
    BasicCall: lower_basic,
    EnhancedCall: lower_enhanced,
    L0cCall: lower_l0c_out,
    NdDmaCall: lower_nddma,
    SliceCall: lower_slice,
}


def lower(call: Call) -> Plan:
    """The Plan of a call that is sound enough to have one."""
    try:
        lowering = LOWERINGS[type(call)]
    except KeyError:
        raise NotModelled(f"{type(call).__name__} has no lowering") from None
    return lowering(call)
