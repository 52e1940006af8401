"""Advice: facts that follow from the Plan and the addresses, with the rule of thumb they belong to."""

from __future__ import annotations

import numpy as np
import pytest

import ascmove as am
from ascmove.advice import Advice


def by_topic(advice: list[Advice]) -> dict[str, Advice]:
    return {item.topic: item for item in advice}


def tensors(product: str = "atlas-a2", count: int = 8192) -> tuple[am.LocalTensor, am.GlobalTensor]:
    core = am.Core(product)
    return core.local_tensor("VECIN", "float", count), core.global_tensor(np.arange(4 * count, dtype=np.float32))


def test_bursts_size_alignment_and_useful_bytes() -> None:
    y, x = tensors()
    advice = by_topic(am.data_copy(y, x, am.DataCopyParams(16, 4, 12, 0)).advice())
    assert advice["bursts"].fact == "reads 16 runs of 128 B, writes 1 run of 2048 B"
    assert advice["size"].fact == "2048 B in one call (0.125 x 16384 B)"
    assert advice["size"].hint == "move 16384 B or more per call where the memory has room"
    assert advice["alignment"].fact == "runs in global memory (src) start on multiples of 512 B"
    assert advice["alignment"].hint == ""
    assert advice["useful bytes"].fact == "2048 B of the 2048 B in the 32 B blocks that src touches (100%)"
    assert all(item.source for item in advice.values())


def test_rows_that_start_anywhere() -> None:
    y, x = tensors()
    transfer = am.data_copy(y, x[1:], [[0, 63, 0, 1, 64]], [[0, 70, 1, 1, 80]])
    advice = by_topic(transfer.advice())
    assert advice["alignment"].fact == "runs in global memory (src) start on multiples of 4 B"
    assert "start rows on multiples of 512 B" in advice["alignment"].hint
    assert advice["useful bytes"].fact == "256 B of the 288 B in the 32 B blocks that src touches (89%)"


def test_an_odd_alignment_counts_on_other_products_only_inside_a_block() -> None:
    y, x = tensors("ascend-950")
    transfer = am.data_copy(y, x[8:], am.DataCopyParams(4, 1, 1, 0))
    assert by_topic(transfer.advice())["alignment"] == Advice(
        "alignment",
        "runs in global memory (src) start on multiples of 32 B",
        "",
        "best practices, Using 512-Byte Alignment for the GM Address",
    )
    one = am.data_copy(y, x[3:], 16)
    assert by_topic(one.advice())["alignment"].hint == "rows that start inside a block of 32 B touch one block more"


def test_large_copies_need_no_hint() -> None:
    y, x = tensors(count=8192)
    assert by_topic(am.data_copy(y, x, 8192).advice())["size"] == Advice(
        "size", "32768 B in one call (2 x 16384 B)", "", "best practices, Transferring a Large Data Block at a Time"
    )


def test_bursts_that_are_one() -> None:
    y, x = tensors()
    advice = by_topic(am.data_copy(y, x, am.DataCopyParams(8, 2, 0, 0)).advice())
    assert advice["fewer bursts"].fact == "the 8 bursts are one run of 512 B on both sides"
    assert advice["fewer bursts"].hint == "AscendC::DataCopy(dst, src, 128);"
    assert "fewer bursts" not in by_topic(am.data_copy(y, x, am.DataCopyParams(8, 2, 1, 0)).advice())


def test_a_loop_over_rows_is_one_gap_copy() -> None:
    y, x = tensors()
    for row in range(16):
        transfer = am.data_copy(y[row * 32 :], x[row * 256 :], 32)
    advice = by_topic(transfer.advice())["fewer calls"]
    assert advice.fact == (
        "the last 16 copies are the same one, 256 source and 32 destination elements further each time"
    )
    assert "AscendC::DataCopyParams params{16, 4, 28, 0};" in advice.hint
    assert advice.source == "best practices, Using the Data Transfer API Efficiently"


def test_a_loop_of_gap_copies_is_one_nddma_call() -> None:
    y, x = tensors("ascend-950")
    for plane in range(3):
        transfer = am.data_copy(y[plane * 128 :], x[plane * 1000 :], am.DataCopyParams(4, 2, 6, 1))
    advice = by_topic(transfer.advice())["fewer calls"]
    assert "NdDmaLoopInfo<3> loopInfo{{1, 64, 1000}, {1, 24, 128}, {16, 4, 3}" in advice.hint
    assert advice.source == "best practices, Reducing the Number of Transfers in Non-contiguous Transfer Scenarios"


def test_loops_inside_of_each_other_are_one_nddma_call() -> None:
    y, x = tensors("ascend-950")
    for plane in range(3):
        for row in range(4):
            transfer = am.data_copy(y[plane * 128 + row * 24 :], x[plane * 1000 + row * 50 :], 16)
    advice = by_topic(transfer.advice())["fewer calls"]
    assert advice.fact == (
        "the last 12 copies are the same one: 4 times 50 source and 24 destination elements further, "
        "3 times 1000 source and 128 destination elements further"
    )
    assert "NdDmaLoopInfo<3> loopInfo{{1, 50, 1000}, {1, 24, 128}, {16, 4, 3}" in advice.hint


def test_rows_with_any_gap_are_one_slice_call_where_there_is_no_nddma() -> None:
    y, x = tensors("atlas-a2")
    for row in range(5):
        transfer = am.data_copy(y[row * 16 :], x[row * 21 :], 16)
    advice = by_topic(transfer.advice())["fewer calls"]
    assert "SliceInfo srcSliceInfo[]" in advice.hint
    assert advice.source == "best practices, Reducing the Number of Transfers in Non-contiguous Transfer Scenarios"


@pytest.mark.parametrize("offsets", [[0, 32, 96], [64, 32, 0], [0, 0]])
def test_uneven_or_returning_copies_are_not_joined(offsets: list[int]) -> None:
    y, x = tensors()
    for offset in offsets:
        transfer = am.data_copy(y[offset:], x[offset:], 32)
    found = by_topic(transfer.advice())
    assert "fewer calls" not in found or "the last 2 copies" in found["fewer calls"].fact


def test_pads_and_copies_of_nothing() -> None:
    y, x = tensors("ascend-950")
    transfer = am.data_copy(y, x, am.NdDmaParams([[1], [1], [10], [3], [3]], 7))
    assert by_topic(transfer.advice())["useful bytes"].fact.endswith("; 24 of 64 B written are pads")
    nothing = am.data_copy(y, x, am.DataCopyParams(0, 1))
    assert [a.fact for a in nothing.advice()] == ["nothing moves"]


def test_every_advice_is_text_with_its_source() -> None:
    y, x = tensors()
    text = "\n".join(map(str, am.data_copy(y, x, 8).advice()))
    assert "size: 32 B in one call" in text
    assert "    source: best practices, Transferring a Large Data Block at a Time" in text
