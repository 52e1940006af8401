"""Legal slice copies."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from hypothesis import strategies as st

from ascmove.calls import BLOCK, SliceCall, SliceInfo
from ascmove.core import Core
from ascmove.hardware import SLICE_TYPES
from ascmove.strategies.tensors import declared, filled, kinds

Infos = list[SliceInfo]


@st.composite
def slice_calls(draw: st.DrawFn) -> SliceCall:
    """Both directions, any product and type, up to three axes; shapes from the entries or from the tensors."""
    product = draw(st.sampled_from(list(SLICE_TYPES)))
    kind = draw(kinds(SLICE_TYPES[product]))
    into_ub = draw(st.booleans())
    burst, bursts = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    rows = draw(st.lists(st.integers(2, 3), max_size=2))
    block = BLOCK // kind.width
    sides: dict[str, Infos] = {}
    for side in ("src", "dst"):
        in_gm = (side == "src") is into_ub
        gap = draw(st.integers(0, 40)) if in_gm else block * draw(st.integers(0, 2))
        span = bursts * burst * block + (bursts - 1) * gap
        start = draw(st.integers(0, 9)) if in_gm else 0
        entries = [SliceInfo(start, start + span - 1, gap, burst, start + span + draw(st.integers(0, 9)))]
        entries += [draw(_rows(count)) for count in rows]
        sides[side] = entries
    return draw(_on_tensors(product, kind, into_ub, sides))


@st.composite
def _rows(draw: st.DrawFn, count: int) -> SliceInfo:
    skip, start = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    end = start + (count - 1) * (1 + skip)
    return SliceInfo(start, end, skip, 1, end + 1 + draw(st.integers(0, 2)))


@st.composite
def _on_tensors(draw: st.DrawFn, product: Any, kind: Any, into_ub: bool, sides: dict[str, Infos]) -> SliceCall:
    core = Core(product)
    by_tensor = draw(st.booleans())
    made = {}
    for side, infos in sides.items():
        in_gm = (side == "src") is into_ub
        position = "GM" if in_gm else "VECIN" if into_ub else "VECOUT"
        shape = tuple(info.shape_value for info in infos)
        made[side] = declared(core, position, kind, prod(shape), shape if by_tensor else None)
        if by_tensor:
            sides[side] = [replace(info, shape_value=0) for info in infos]
    source = draw(filled(made["src"]))
    return SliceCall(made["dst"], source, sides["dst"], sides["src"], len(sides["src"]))
