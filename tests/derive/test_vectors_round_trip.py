"""Every vector whose Plan is one assignment of NumPy views: the views of its Plan give a call with the same Plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from ascmove import derive
from ascmove.calls import BasicCall, Call, EnhancedCall, L0cCall, NdDmaCall, SliceCall
from ascmove.cases import Case
from ascmove.derive.search import shifted
from ascmove.formats.dtype import DType
from ascmove.moves.lowering import lower
from ascmove.plan import Access, Plan, Role

VECTORS = Path(__file__).parents[1] / "vectors"


def calls(family: str) -> Iterator[tuple[str, Call, Plan]]:
    for path in sorted((VECTORS / family).glob("*.yaml")):
        call = Case.load(path).call()
        yield path.stem, call, lower(call)


def view(count: int, kind: DType, start: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    """A view of a fresh array; shape and element strides innermost first."""
    array = np.zeros(count, kind.bits)
    return as_strided(array[start:], shape[::-1], tuple(s * kind.width for s in strides[::-1]))


def test_nddma() -> None:
    done = 0
    for name, call, plan in calls("nddma"):
        assert isinstance(call, NdDmaCall)
        step = next(s for s in plan.steps if s.role is Role.DATA)
        src = view(call.src.count, call.src.dtype, step.reads.offset, step.shape, step.reads.strides)
        dst = view(call.dst.count, call.dst.dtype, 0, call.turns, call.loops.loop_dst_stride)
        pads = tuple(zip(call.left, call.right, strict=True))[::-1]
        found = derive.nddma(
            src,
            dst,
            pads,
            constant_value=call.params.constant_value,
            nearest=call.config.is_nearest_value_mode,
            dtype=call.src.dtype,
        )
        assert shifted(found.call) == plan, name
        done += 1
    assert done == 72


@pytest.mark.parametrize("family", ["slice", "enhanced"])
def test_slices_and_plain_copies(family: str) -> None:
    done = 0
    for name, call, plan in calls(family):
        if why_not(call, plan):
            continue
        assert isinstance(call, (SliceCall, BasicCall, EnhancedCall))
        step = plan.steps[0]
        src = view(call.src.count, call.src.dtype, step.reads.offset, step.shape, step.reads.strides)
        dst = view(call.dst.count, call.dst.dtype, step.dst.offset, step.shape, step.dst.strides)
        make = derive.slice if family == "slice" else derive.data_copy
        route = (call.src.position, call.dst.position)
        found = make(src, dst, route=route, product=call.product.value, dtype=call.src.dtype)
        assert shifted(found.call) == plan, name
        done += 1
    assert done == {"slice": 50, "enhanced": 12}[family]


def why_not(call: Call, plan: Plan) -> str:
    """Why a Plan is no assignment of views by a plain or slice copy; "" where it is one."""
    if isinstance(call, L0cCall):
        return ""  # by layouts, conversions too
    if not plan.steps:
        return "nothing moves"
    if any(step.convert is not None for step in plan.steps):
        return "it converts on the way from CO1 to CO2"
    return "fractals from CO1 to CO2 go by the enhanced copy only" if call.src.position == "CO1" else ""


def test_what_no_derivation_gives_is_known_by_its_reason() -> None:
    reasons = Counter(
        why_not(call, plan) for family in ("nddma", "slice", "enhanced", "l0c2gm") for _, call, plan in calls(family)
    )
    assert reasons == {
        "": 72 + 50 + 12 + 147,
        "it converts on the way from CO1 to CO2": 102,
        "fractals from CO1 to CO2 go by the enhanced copy only": 11,
        "nothing moves": 2,
    }


def test_l0c_to_gm() -> None:
    done = 0
    for name, call, plan in calls("l0c2gm"):
        assert isinstance(call, L0cCall)
        assert call.geometry is not None
        src, dst, more = l0c_views(call)
        words = words_of(call)
        found = derive.l0c2gm(
            src, dst, quant=words, trait=call.trait, src_dtype=call.src.dtype, dst_dtype=call.dst.dtype, **more
        )
        made = lower(found.call)
        assert pairs(made) == pairs(plan), name
        assert quantised(made) == quantised(plan), name
        assert [s.convert for s in made.steps] == [s.convert for s in plan.steps], name
        done += 1
    assert done == 147


def words_of(call: L0cCall) -> Any:
    """The word, or the rows of words, of a call as NumPy has them."""
    operand = call.quant_operand
    if operand is None:
        return None if call.word is None else np.uint64(call.word)
    array = operand.tensor.whole.to_numpy()[operand.offset :]
    rows = operand.batches
    shape = (operand.layout.columns,) if rows is None else (rows, operand.layout.columns)
    pitch = operand.batch_stride
    return as_strided(array, shape, (8,) if rows is None else (8 * pitch, 8))


def quantised(plan: Plan) -> list[tuple[int, int]]:
    """(destination, word) of every element that a word of a tensor acts on."""
    found: list[tuple[int, int]] = []
    for step in plan.steps:
        if step.quant is not None:
            found += zip(flat(step.shape, step.dst), flat(step.shape, step.quant), strict=True)
    return sorted(found)


def l0c_views(call: L0cCall) -> tuple[Any, Any, dict[str, Any]]:
    """Views of both operands and the pattern of the destination where it has axes of its own."""
    geometry, src, dst = call.geometry, call.src_operand, call.dst_operand
    assert geometry is not None
    layout = dst.layout.resolved()
    assert layout.pattern is not None
    m, n, batches = geometry.m_size, geometry.n_size, src.batches
    lead = ((batches,), (src.batch_stride,), (dst.batch_stride,)) if batches else ((), (), ())
    rows = -(-m // 16) * 16
    fractals = (16, rows, -(-n // 16), *lead[0])
    source = view(call.src.count, call.src.dtype, src.offset, fractals, (1, 16, geometry.src_stride * 16, *lead[1]))
    name = layout.pattern.name
    if layout.pattern.is_convolution:
        axes: tuple[Any, Any] = (layout.shape[::-1], layout.stride[::-1])
    elif name == "NZ":
        c0 = dst.matrix.c0 or 16
        axes = ((c0, rows, -(-n // c0), *lead[0]), (1, c0, geometry.dst_stride, *lead[2]))
    else:
        own = (1, geometry.dst_stride) if geometry.walk == "ND" else (geometry.dst_stride, 1)
        axes = ((n, m, *lead[0]), (*own, *lead[2]))
        name = ""
    return source, view(call.dst.count, call.dst.dtype, dst.offset, *axes), {"pattern": name} if name else {}


def pairs(plan: Plan) -> list[tuple[int, int]]:
    """(destination, source) of every element, sorted."""
    found: list[tuple[int, int]] = []
    for step in plan.steps:
        found += zip(flat(step.shape, step.dst), flat(step.shape, step.reads), strict=True)
    return sorted(found)


def flat(shape: tuple[int, ...], access: Access) -> list[int]:
    numbers = np.full((), access.offset)
    for n, stride in zip(shape, access.strides, strict=True):
        numbers = numbers[..., None] + np.arange(n) * stride
    return [int(x) for x in numbers.ravel()]
