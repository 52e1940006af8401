"""The facts of an advice: worked out by hand for ten calls, and counted element by element for drawn ones."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import advice as advising
from ascmove import strategies
from ascmove.calls import Call, NdDmaCall
from ascmove.cases import Case
from ascmove.hardware import Space
from ascmove.moves.lowering import lower
from ascmove.plan import Access, Plan, Role
from ascmove.reading import read_text
from ascmove.tensors import Tensor

P = am.DataCopyParams

#: call, runs, size, alignment in GM, useful bytes; each worked out with pencil and paper
BY_HAND: list[tuple[str, Any, str, int, int, str]] = [
    # 1: 1 x 8 elements, 32 B, from byte 0
    ("count 8", lambda y, x: (y, x, 8), "reads 1 run of 32 B, writes 1 run of 32 B", 32, 512, "32 B of the 32 B"),
    # 2: from byte 4 on, 32 B lie in two blocks of 32 B
    ("from 1", lambda y, x: (y, x[1:], 8), "reads 1 run of 32 B, writes 1 run of 32 B", 32, 4, "32 B of the 64 B"),
    # 3: 4 bursts of 2 blocks, 6 blocks of gap: starts 0, 256, 512, 768
    (
        "gaps",
        lambda y, x: (y, x, P(4, 2, 6, 0)),
        "reads 4 runs of 64 B, writes 1 run of 256 B",
        256,
        256,
        "256 B of the 256 B",
    ),
    # 4: 4 bursts, no gap: one run
    (
        "no gaps",
        lambda y, x: (y, x, P(4, 2, 0, 1)),
        "reads 1 run of 256 B, writes 4 runs of 64 B",
        256,
        512,
        "256 B of the 256 B",
    ),
    # 5: 3 bursts of 1 block, gap 2 blocks: starts 0, 96, 192
    (
        "odd gaps",
        lambda y, x: (y, x, P(3, 1, 2, 0)),
        "reads 3 runs of 32 B, writes 1 run of 96 B",
        96,
        32,
        "96 B of the 96 B",
    ),
    # 6: slice of the page: pieces of 24 elements at 16, 47, 190, 221; blocks 2-4 and 5-8 of row 0 ...
    (
        "slice",
        lambda y, x: (y, x, [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]], [[16, 70, 7, 3, 87], [0, 2, 1, 1, 3]], 2),
        "reads 4 runs of 96 B, writes 1 run of 384 B",
        384,
        4,
        "384 B of the 480 B",
    ),
    # 7: every second of 16 elements: 16 single ones in 4 blocks
    (
        "every second",
        lambda y, x: (y, x, am.NdDmaParams([[2], [1], [16], [0], [0]], 0)),
        "reads 16 runs of 4 B, writes 1 run of 64 B",
        64,
        8,
        "64 B of the 128 B",
    ),
    # 8: 3 rows of the same 16 elements
    (
        "broadcast",
        lambda y, x: (y, x, am.NdDmaParams([[1, 0], [1, 16], [16, 3], [0, 0], [0, 0]], 0)),
        "reads 3 runs of 64 B, writes 1 run of 192 B",
        192,
        512,
        "64 B of the 64 B",
    ),
    # 9: transpose of 2 x 3: six elements read one behind the other, written one by one
    (
        "transpose",
        lambda y, x: (y, x, am.NdDmaParams([[1, 3], [2, 1], [3, 2], [0, 0], [0, 0]], 0)),
        "reads 1 run of 24 B, writes 6 runs of 4 B",
        24,
        512,
        "24 B of the 32 B",
    ),
    # 10: 10 elements with 3 pads before and 3 behind: 64 B written, 40 B read from byte 20 on
    (
        "pads",
        lambda y, x: (y, x[5:], am.NdDmaParams([[1], [1], [10], [3], [3]], 7)),
        "reads 1 run of 40 B, writes 1 run of 64 B",
        64,
        4,
        "40 B of the 64 B",
    ),
]


@pytest.mark.parametrize(
    ("call", "runs", "size", "aligned", "useful"), [row[1:] for row in BY_HAND], ids=[r[0] for r in BY_HAND]
)
def test_by_hand(call: Any, runs: str, size: int, aligned: int, useful: str) -> None:
    core = am.Core("ascend-950")
    y, x = core.local_tensor("VECIN", "float", 8192, fill=0), core.global_tensor(np.zeros(40000, np.float32))
    facts = {item.topic: item.fact for item in am.data_copy(*call(y, x)).advice()}
    assert facts["bursts"] == runs
    assert facts["size"].startswith(f"{size} B in one call")
    assert facts["alignment"] == f"runs in global memory (src) start on multiples of {aligned} B"
    assert facts["useful bytes"].startswith(useful)


# -- element by element -----------------------------------------------------------------------------------------------


def elements(shape: tuple[int, ...], access: Access) -> list[int]:
    """Element numbers in the order of the loops, by counting."""
    found = [access.offset]
    for n, stride in reversed(list(zip(shape, access.strides, strict=True))):
        found = [at + k * stride for at in found for k in range(n)]
    return found


def order_of(call: Call, plan: Plan, operand: str) -> list[list[int]]:
    """The elements that an operand is read or written at, step by step."""
    if operand == "dst" and isinstance(call, NdDmaCall):
        return [elements(call.turns, Access(0, call.loops.loop_dst_stride))]
    steps = [step for step in plan.steps if step.role is Role.DATA]
    return [elements(step.shape, getattr(step, operand)) for step in steps if getattr(step, operand) is not None]


def runs(numbers: list[int]) -> list[tuple[int, int]]:
    """(first element, length) of each run of neighbours."""
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    listed = [[number for _, number in group] for _, group in groups]
    return [(group[0], len(group)) for group in listed]


def said(text: str) -> dict[int, int]:
    """{bytes: count} of a text such as '4 runs of 64 B and 1 run of 32 B'."""
    return {int(size): int(count) for count, size in re.findall(r"(\d+) runs? of (\d+) B", text)}


@pytest.mark.parametrize("family", ["data_copy", "slice", "nddma"])
def test_counted_element_by_element(family: str) -> None:
    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategies.calls(family))
    def check(call: Call) -> None:
        plan = lower(call)
        if not plan.steps or sum(step.elements for step in plan.steps) > 20_000:
            return
        (bursts,) = advising._bursts(call, plan)
        for text, operand, kind in zip(
            bursts.fact.split(", writes "), ("src", "dst"), (call.src.dtype, call.dst.dtype), strict=True
        ):
            lengths = Counter(n * kind.width for step in order_of(call, plan, operand) for _, n in runs(step))
            assert said(text) == dict(lengths), operand
        for name, tensor in call.operands()[:2]:
            if tensor.space is Space.GM:
                check_memory(call, plan, name, tensor)

    check()


def check_memory(call: Call, plan: Plan, name: str, tensor: Tensor) -> None:
    width, at = tensor.dtype.width, tensor.address
    order = order_of(call, plan, name)
    starts = []
    for step in order:
        shortest = min(n for _, n in runs(step))  # where two runs meet by chance, both starts count
        starts += [at + (first + k) * width for first, n in runs(step) for k in range(0, n, shortest)]
    (alignment,) = advising._alignment(call, plan, name, tensor)
    largest = max(1 << k for k in range(10) if all(start % (1 << k) == 0 for start in starts))
    assert alignment.fact.endswith(f"start on multiples of {largest} B")
    used = {at + k * width + b for step in order for k in step for b in range(width)}
    (useful,) = advising._useful(plan, name, tensor)
    assert useful.fact.startswith(
        f"{len(used)} B of the {32 * len({byte // 32 for byte in used})} B in the 32 B blocks"
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_one_call_moves_what_all_of_them_moved(data: st.DataObject) -> None:
    """Copies in one, two or three loops; the call in the hint is read back and compared, element by element."""
    draw = data.draw
    product = draw(st.sampled_from(["ascend-950", "atlas-a2"]))
    core = am.Core(product)
    y, x = core.local_tensor("VECIN", "float", 16384, fill=0), core.global_tensor(np.zeros(1 << 17, np.float32))
    turns = draw(st.lists(st.integers(2, 3), min_size=1, max_size=3))
    width = 8 * draw(st.integers(1, 2))
    dst_step, src_step, steps = width, width, []
    for n in turns:
        dst_step += 8 * draw(st.integers(0, 2))
        src_step += draw(st.integers(0, 5))
        steps.append((n, src_step, dst_step))
        dst_step, src_step = n * dst_step, n * src_step
    places = [(0, 0)]
    for n, src, dst in steps:
        places = [(a + k * src, b + k * dst) for k in range(n) for a, b in places]
    moved: list[tuple[int, int]] = []
    for src, dst in places:
        transfer = am.data_copy(y[dst:], x[src:], width)
        moved += [(dst + k, src + k) for k in range(width)]
    found = {item.topic: item for item in transfer.advice()}["fewer calls"]
    count = int(re.search(r"the last (\d+) copies", found.fact)[1])  # type: ignore[index]
    if product == "ascend-950":
        assert count == len(places)  # five loops are enough for all of them
    text = found.hint.partition("\n")[2]
    head = (
        "GlobalTensor<float> src; src.SetGlobalBuffer(p, 131072); LocalTensor<float> dst(TPosition::VECIN, 0, 16384);"
    )
    kernel = read_text(f"void f(GM_ADDR p) {{ {head}\n{text} }}", product=product)
    case = kernel.case(kernel.calls[0])
    assert case is not None
    call = Case.from_dict(case).call()
    pairs = {
        (call.dst.offset + d, call.src.offset + s)
        for step in lower(call).steps
        for d, s in zip(elements(step.shape, step.dst), elements(step.shape, step.reads), strict=True)
    }
    assert pairs == set(moved[-count * width :])
