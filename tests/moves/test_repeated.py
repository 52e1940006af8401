"""A call that is repeated takes a shorter way; what it does and says stays."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import engine
from ascmove.calls.nddma import Bits
from ascmove.errors import NotModelled
from ascmove.moves.lowering import LOWERINGS, lower


def test_a_repeated_copy_to_global_memory_is_heard_by_the_cache() -> None:
    """Every write counts, also one on the shorter way: NDDMA then reads stale data, and a finding says so."""
    core = am.Core("ascend-950", nddma_cache=True)
    memory = np.zeros(64, np.float32)
    gm, out = core.global_tensor(memory), core.local_tensor("VECOUT", "float", 64, fill=1)
    back = core.local_tensor("VECIN", "float", 64)
    loop = am.NdDmaParams([[1], [1], [64], [0], [0]], 0)
    am.nd_dma_dci(core)
    for value in (1, 2, 3):
        out.fill(value)
        am.data_copy(gm, out, 64)
        assert (memory == value).all()
        am.nd_dma_dci(core)
        am.data_copy(back, gm, loop)
        assert (back.to_numpy() == value).all()
    out.fill(4)
    am.data_copy(gm, out, 64)
    stale = am.data_copy(back, gm, loop)
    assert [finding.code for finding in stale.findings] == ["NDD022"]
    assert (back.to_numpy() == 3).all()


def test_another_engine_or_mode_judges_anew() -> None:
    core = am.Core("ascend-950")
    gm, ub = core.global_tensor(np.arange(64, dtype=np.float32)), core.local_tensor("VECIN", "float", 64)
    before = engine.name()
    try:
        for name in engine.available():
            engine.use(name)
            for _ in range(3):
                ub.fill(0)
                am.data_copy(ub, gm, 64)
                assert ub.to_numpy().tolist() == list(range(64))
    finally:
        engine.use(before)
    assert len(core.trace) == 3 * len(engine.available())


class Mine(am.DataCopyParams):
    """Parameters that are equal to others in all but what they say."""

    def to_cpp(self) -> str:
        """C++ initialiser."""
        return "Mine"


class Pretender:
    """No parameters at all, but with their key."""

    def __init__(self, key: object) -> None:
        self.key = key


def test_what_says_that_it_is_equal_is_not_the_same_call() -> None:
    core = am.Core("ascend-950")
    gm, ub = core.global_tensor(np.arange(64, dtype=np.float32)), core.local_tensor("VECIN", "float", 64)
    for _ in range(3):
        am.data_copy(ub, gm, am.DataCopyParams(2, 2))
    assert type(am.data_copy(ub, gm, Mine(2, 2)).call.params) is Mine  # type: ignore[attr-defined]
    for key in (am.DataCopyParams(2, 2).key, [1]):
        with pytest.raises(am.BadArgument, match=r"is a Pretender; it is a whole number"):
            am.data_copy(ub, gm, Pretender(key))


def test_a_pattern_is_taken_when_parameters_are_made() -> None:
    core = am.Core("ascend-950")
    gm, ub = core.global_tensor(np.zeros(64, np.float32)), core.local_tensor("VECIN", "float", 64)
    pattern = np.array(5, np.uint32)
    params = am.NdDmaParams([[1], [1], [8], [2], [0]], Bits(pattern))  # type: ignore[arg-type]
    assert params == am.NdDmaParams([[1], [1], [8], [2], [0]], Bits(5))
    for value in (5, 6, 7, 8):
        pattern[...] = value
        am.data_copy(ub, gm, params)
        assert ub.to_numpy().view(np.uint32)[:3].tolist() == [5, 5, 0]


class Answer(IntEnum):
    """A number with a name."""

    YES = 3


class Loud(int):
    """A number that looks like none."""

    def __str__(self) -> str:
        return "loud"

    __repr__ = __str__


@pytest.mark.parametrize(
    ("constant", "literal"),
    [(Answer.YES, "3"), (Loud(4), "4"), (np.float64(0.5), "float(0.5)"), (0.5, "float(0.5)"), (-1, "-1")],
)
def test_numbers_of_any_class_are_written_as_numbers(constant: Any, literal: str) -> None:
    core = am.Core("ascend-950")
    gm, ub = core.global_tensor(np.zeros(64, np.float32)), core.local_tensor("VECIN", "float", 64)
    params = am.NdDmaParams([[1], [1], [8], [2], [0]], constant)
    assert f"params{{loopInfo, {literal}}};" in am.data_copy(ub, gm, params).to_cpp()


def test_a_family_without_a_lowering_is_not_modelled(monkeypatch: pytest.MonkeyPatch) -> None:
    core = am.Core("ascend-950")
    gm, ub = core.global_tensor(np.zeros(64, np.float32)), core.local_tensor("VECIN", "float", 64)
    call = am.data_copy(ub, gm, 64).call
    monkeypatch.delitem(LOWERINGS, call.family)
    with pytest.raises(NotModelled, match="data_copy calls have no lowering"):
        lower(call)


def test_the_core_says_what_it_is() -> None:
    core = am.Core("ascend-950", limits="host")
    assert repr(core) == "Core('ascend-950', limits='host')"
    with pytest.raises(am.BadArgument, match=r"shape_info = 5; it is a list of axis lengths, innermost first"):
        core.local_tensor("VECIN", "float", 64, shape_info=5)  # type: ignore[arg-type]
