"""Which function lowers which call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascmove.calls import Call
from ascmove.errors import NotModelled
from ascmove.moves.basic import lower_basic
from ascmove.moves.enhanced import lower_enhanced
from ascmove.moves.nddma import lower_nddma
from ascmove.moves.slice import lower_slice
from ascmove.plan import Plan


def _lower_l0c_out(call: Any) -> Plan:
    from ascmove.moves.l0c_out import lower_l0c_out  # brings the layouts with it

    return lower_l0c_out(call)


#: by the family of the call
LOWERINGS: dict[str, Callable[[Any], Plan]] = {
    "data_copy": lower_basic,
    "enhanced": lower_enhanced,
    "l0c2gm": _lower_l0c_out,
    "nddma": lower_nddma,
    "slice": lower_slice,
}


def lower(call: Call) -> Plan:
    """The Plan of a call that is sound enough to have one."""
    try:
        lowering = LOWERINGS[call.family]
    except KeyError:
        raise NotModelled(f"{call.family} calls have no lowering") from None
    return lowering(call)
