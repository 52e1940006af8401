"""Cells: what each element of an operand is, and which turn of the Plan touches it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ascmove.draw.looks import Kind
from ascmove.errors import NotModelled
from ascmove.plan import Access, Plan, Role, Step
from ascmove.tensors import ByteState

Side = Literal["src", "dst"]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

#: elements of an operand and turns of a Plan up to which every cell is kept by itself
EXACT_CELLS = 1 << 16
#: elements of an operand that a picture covers at most
LARGEST = 1 << 29


@dataclass(frozen=True, eq=False)
class Cells:
    """Arrays over the elements ``start`` to ``start + len(kind)`` of one operand.

    ``order`` is the running number of the turn that writes the element last (destination) or reads it first (source),
    ``partner`` the element on the other side, ``step`` the number of the Step; -1 where there is none.
    """

    start: int
    kind: Bytes
    order: Ints
    partner: Ints
    step: Ints


def kind_map(plan: Plan | None, side: Side, start: int, stop: int, undefined: npt.NDArray[np.bool_] | None) -> Bytes:
    """The `Kind` of each element, without knowing which turn made it. Raises NotModelled above ``LARGEST`` elements.

    ``undefined`` flags the elements of the tensor that were never written before; elements behind its end are OUTSIDE
    when they are touched.
    """
    if stop - start > LARGEST:
        raise NotModelled(f"a picture of {stop - start} elements; at most {LARGEST} are drawn, draw a part of it")
    kinds: Bytes = np.full(stop - start, Kind.UNTOUCHED, np.uint8)
    if undefined is not None:
        part = undefined[start:stop]
        kinds[: part.size][part] = Kind.UNDEFINED
    before = kinds.copy() if side == "src" and undefined is not None else None
    for step in plan.steps if plan else ():
        access = step.src if side == "src" else step.dst
        if access is not None:
            padded = side == "dst" and step.role is Role.PAD
            _window(kinds, access, step.shape, start)[...] = Kind.PAD if padded else Kind.MOVED
    if before is not None:
        kinds[(before == Kind.UNDEFINED) & (kinds == Kind.MOVED)] = Kind.UNKNOWN
    return kinds


def _window(buffer: npt.NDArray[Any], access: Access, shape: tuple[int, ...], start: int) -> npt.NDArray[Any]:
    """The elements of a nest as a strided view of ``buffer``, outermost loop first."""
    width = buffer.dtype.itemsize
    strides = tuple(s * width for s in reversed(access.strides))
    view: npt.NDArray[Any] = np.ndarray(
        shape[::-1], buffer.dtype, buffer.data, (access.offset - start) * width, strides
    )
    return view


def is_exact(plan: Plan | None, *lengths: int) -> bool:
    """True when the operands and the Plan are small enough to keep every cell."""
    turns = plan.elements_written if plan else 0
    return max(turns, *lengths) <= EXACT_CELLS


def exact_cells(plan: Plan | None, side: Side, start: int, kinds: Bytes) -> Cells:
    """Cells of one operand, turn by turn in the order of the call."""
    order, partner, step_of = (np.full(kinds.size, -1, np.int64) for _ in range(3))
    for number, first, step in numbered(plan):
        here = step.src if side == "src" else step.dst
        there = step.dst if side == "src" else step.src
        if here is None:
            continue
        at = offsets(here, step.shape) - start
        turns = np.arange(first, first + step.elements)
        other = offsets(there, step.shape) if there is not None else np.full(at.size, -1)
        if side == "src":  # the first reading counts: go backwards and leave what is earlier
            at, turns, other = at[::-1], turns[::-1], other[::-1]
            fresh = (order[at] < 0) | (order[at] > turns)
            at, turns, other = at[fresh], turns[fresh], other[fresh]
        order[at], partner[at], step_of[at] = turns, other, number
    return Cells(start, kinds, order, partner, step_of)


def numbered(plan: Plan | None) -> Iterator[tuple[int, int, Step]]:
    """Each Step with its number and the running number of its first turn."""
    first = 0
    for number, step in enumerate(plan.steps if plan else ()):
        yield number, first, step
        first += step.elements


def offsets(access: Access, shape: tuple[int, ...]) -> Ints:
    """Element offset of every turn of a nest, innermost loop fastest."""
    total: Ints = np.full((1,) * len(shape), access.offset, np.int64)
    for k, (extent, stride) in enumerate(zip(shape, access.strides, strict=True)):
        at = [1] * len(shape)
        at[len(shape) - 1 - k] = extent
        total = total + (np.arange(extent, dtype=np.int64) * stride).reshape(at)
    return total.reshape(-1)


def undefined_elements(states: Bytes | None, width: int) -> npt.NDArray[np.bool_] | None:
    """Flags of elements of which some byte was never written; None where states are not kept."""
    if states is None:
        return None
    whole = states[: states.size // width * width].reshape(-1, width)
    found: npt.NDArray[np.bool_] = (whole == ByteState.UNDEFINED).any(axis=1)
    return found
