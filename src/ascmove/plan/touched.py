"""Touched-byte maps: which bytes of an operand a Plan reads or writes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ascmove.plan.plan import Plan
from ascmove.plan.step import Access

Map = np.ndarray[Any, np.dtype[np.bool_]]


def touched(plan: Plan, operand: str) -> Map:
    """One flag per byte from the operand's start to the last byte touched.

    >>> from ascmove.formats.dtype import dtype
    >>> from ascmove.plan.step import Step
    >>> half = dtype("half")
    >>> plan = Plan((Step((2,), Access(0, (2,)), Access(0, (1,))),), half, half)
    >>> touched(plan, "dst").tolist()
    [True, True, False, False, True, True]
    """
    kinds = {"dst": plan.dst_type, "src": plan.src_type, "quant": plan.quant_type or plan.src_type}
    width = kinds[operand].width
    extent = {"dst": plan.dst_extent, "src": plan.src_extent, "quant": plan.quant_extent}[operand]
    found: Map = np.zeros(extent.stop, np.bool_)
    for step in plan.executable:
        access: Access | None = getattr(step, operand)
        if access is not None:
            shape = (*step.shape[::-1], width)
            strides = (*(s * width for s in reversed(access.strides)), 1)
            np.ndarray(shape, np.bool_, found.data, access.offset * width, strides)[...] = True
    return found
