"""The NumPy engine: every Step as one strided assignment."""

from __future__ import annotations

from typing import Any

import numpy as np

from ascmove.engine.states import states_of
from ascmove.formats.convert import convert
from ascmove.plan import Access, Plan, Step
from ascmove.tensors.arena import Bytes

Array = np.ndarray[Any, Any]

#: elements converted at a time, so that a whole matrix needs no second copy of itself
_CHUNK = 1 << 18


def run(plan: Plan, dst: Bytes, src: Bytes, quant: Bytes | None = None, state: Bytes | None = None) -> None:
    """Execute ``plan`` on flat byte buffers that begin where its operands begin.

    ``state`` holds the byte states of dst and is updated with it. The source of a Step is read before its
    destination is written, so that buffers may share memory. Raises IndexError when the Plan leaves a buffer;
    nothing is written then.
    """
    _inside(plan, dst, src, quant, state)
    for step in plan.executable:
        _run_step(plan, step, dst, _apart(src, dst), None if quant is None else _apart(quant, dst))
    if state is not None:
        run(states_of(plan), state, dst)


def _apart(buffer: Bytes, dst: Bytes) -> Bytes:
    """The buffer, or a copy where it shares memory with ``dst``: a Step reads before it writes."""
    return buffer.copy() if np.may_share_memory(buffer, dst) else buffer


def _inside(plan: Plan, dst: Bytes, src: Bytes, quant: Bytes | None, state: Bytes | None) -> None:
    pairs = [("dst", plan.dst_extent, dst), ("src", plan.src_extent, src), ("quant", plan.quant_extent, quant)]
    if state is not None:
        pairs.append(("state", plan.dst_extent, state))
    for name, extent, buffer in pairs:
        size = 0 if buffer is None else buffer.size
        if extent.stop > size:
            raise IndexError(f"plan touches {name} bytes up to {extent.stop}, the buffer has {size}")


def _run_step(plan: Plan, step: Step, dst: Bytes, src: Bytes, quant: Bytes | None) -> None:
    bits = plan.dst_type.bits
    if step.convert is not None:
        _convert_step(plan, step, dst, src, quant)
    elif step.src is None:
        _window(dst, step.dst, step.shape, bits)[...] = bits.type(step.fill)
    elif plan.self_overlapping:
        _one_by_one(plan, step, dst, _window(src, step.src, step.shape, bits))
    else:
        _window(dst, step.dst, step.shape, bits)[...] = _window(src, step.src, step.shape, bits)


def _convert_step(plan: Plan, step: Step, dst: Bytes, src: Bytes, quant: Bytes | None) -> None:
    assert step.convert is not None
    values = _window(src, step.reads, step.shape, plan.src_type.carrier)
    target = _window(dst, step.dst, step.shape, plan.dst_type.bits)
    words = None
    if step.quant is not None:
        assert quant is not None and plan.quant_type is not None
        words = _window(quant, step.quant, step.shape, plan.quant_type.bits)
    if plan.self_overlapping:
        _one_by_one(plan, step, dst, convert(step.convert, values, words))
        return
    turns = max(1, _CHUNK // max(1, step.elements // step.shape[-1]))
    for start in range(0, step.shape[-1], turns):
        part = slice(start, start + turns)
        target[part] = convert(step.convert, values[part], None if words is None else words[part])


def _one_by_one(plan: Plan, step: Step, dst: Bytes, values: Array) -> None:
    """Turns that may collide: in the order of the call, the last write stays."""
    bits = plan.dst_type.bits
    elements = dst[: dst.size // bits.itemsize * bits.itemsize].view(bits)
    where = _window(np.arange(elements.size, dtype=np.int64).view(np.uint8), step.dst, step.shape, np.dtype(np.int64))
    elements[where.reshape(-1)] = values.reshape(-1)


def _window(buffer: Bytes, access: Access, shape: tuple[int, ...], kind: Any) -> Array:
    """The elements of a nest as a strided view, outermost loop first."""
    kind = np.dtype(kind)
    width = kind.itemsize
    strides = tuple(s * width for s in reversed(access.strides))
    seen: Array = np.ndarray(shape[::-1], kind, buffer, access.offset * width, strides)
    return seen
