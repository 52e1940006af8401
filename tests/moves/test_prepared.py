"""A repeated call does what the first one did, and notices everything that changed since."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import engine
from ascmove.calls.nddma import Bits
from ascmove.errors import BadArgument, MoveWarning, RuleViolation

native = pytest.mark.skipif("native" not in engine.available(), reason="the native engine was not built")
front = importlib.import_module("ascmove.moves.data_copy")  # the package shows the function under this name
PARAMS = am.DataCopyParams(4, 2, 1, 3)
BOX = am.NdDmaLoopInfo([1, 8], [1, 16], [8, 4], [3, 1], [5, 2])


def _pair(core: am.Core) -> tuple[am.LocalTensor, am.GlobalTensor]:
    src = core.global_tensor(np.arange(256, dtype=np.float32))
    return core.local_tensor("VECIN", "float", 256), src


def _count_long_ways(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []
    perform = front.perform

    def counted(*args: Any, **kwargs: Any) -> Any:
        calls.append(1)
        return perform(*args, **kwargs)

    monkeypatch.setattr(front, "perform", counted)
    return calls


@native
@pytest.mark.parametrize("params", [64, PARAMS, am.NdDmaParams(BOX, 7)])
def test_the_second_call_is_short_and_does_the_same(params: object, monkeypatch: pytest.MonkeyPatch) -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    long = _count_long_ways(monkeypatch)
    first = am.data_copy(dst, src, params)
    expected, states = dst.buffer().copy(), dst.state()
    dst.buffer()[:] = 0
    second = am.data_copy(dst, src, params)
    assert len(long) == 1
    zeros = np.where(states == 0, 0, expected)
    np.testing.assert_array_equal(dst.buffer(), zeros)
    np.testing.assert_array_equal(dst.state(), states)
    assert second is not first
    assert (second.plan, second.findings) == (first.plan, first.findings)
    assert list(core.trace) == [first, second]


@pytest.mark.parametrize(
    "make",
    [
        lambda: (int("2048") // 8,),
        lambda: (am.DataCopyParams(4, 2, 1, 3),),
        lambda: (am.DataCopyParams(4, 2, src_stride=1, dst_stride=3),),
        lambda: (am.NdDmaParams([[1, 8], [1, 16], [8, 4], [3, 1], [5, 2]], 0.5),),
        lambda: (am.NdDmaParams([[1, 8], [1, 16], [8, 4]]), am.NdDmaConfig(False, 1, 2)),
        lambda: (am.DataCopyParams(4, 2), am.DataCopyEnhancedParams("NORMAL")),  # a note says that they do nothing here
    ],
)
def test_equal_parameters_made_anew_are_known(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    long = _count_long_ways(monkeypatch)
    first = am.data_copy(dst, src, *make())
    expected = dst.buffer().copy()
    dst.buffer()[:] = 0xE7
    second = am.data_copy(dst, src, *make())
    assert len(long) == 1
    assert second.plan is first.plan
    assert second.findings == first.findings
    np.testing.assert_array_equal(dst.buffer(), expected)


@pytest.mark.parametrize(
    ("params", "more"),
    [
        (am.NdDmaParams([[1, 8], [1, 16], [8, 4]]), {"config": am.NdDmaConfig(False, 1, 2)}),
        (am.DataCopyParams(4, 2), {"enhanced": am.DataCopyEnhancedParams()}),
    ],
)
def test_named_arguments_are_known_by_their_place(
    params: Any, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    long = _count_long_ways(monkeypatch)
    for _ in range(3):
        am.data_copy(dst, src, params, **more)
    am.data_copy(dst, src, params, *more.values())
    assert len(long) == 1
    with pytest.raises(BadArgument, match="given unknown"):
        am.data_copy(dst, src, params, unknown=1)
    with pytest.raises(BadArgument, match=f"given {'config' if 'enhanced' in more else 'enhanced'}"):
        am.data_copy(dst, src, params, **{"config" if "enhanced" in more else "enhanced": 1})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (am.NdDmaParams(BOX, 0.0), am.NdDmaParams(BOX, -0.0)),
        (am.NdDmaParams(BOX, 1), am.NdDmaParams(BOX, Bits(1))),
        (am.DataCopyParams(4, 2, 1, 3), am.DataCopyParams(4, 2, 3, 1)),
        (64, 72),
    ],
)
def test_parameters_that_differ_are_not_taken_for_equal(one: Any, other: Any) -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    am.data_copy(dst, src, one)
    am.data_copy(dst, src, other)
    alone, source = _pair(am.Core("ascend-950"))
    am.data_copy(alone, source, other)
    states = alone.state()
    np.testing.assert_array_equal(dst.buffer()[states != 0], alone.buffer()[states != 0])


def test_true_is_not_taken_for_one() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    am.data_copy(dst, src, 8)
    dst.prepared[("equal", id(src), 1)] = next(iter(dst.prepared.values()))
    with pytest.raises(BadArgument, match="count = True is a bool"):
        am.data_copy(dst, src, True)


@native
def test_states_are_written_again_where_they_changed() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    for _ in range(3):
        am.data_copy(dst, src, PARAMS)
    states = dst.states()
    assert states is not None
    expected = states.copy()
    states[:] = 0
    am.data_copy(dst, src, PARAMS)
    np.testing.assert_array_equal(dst.state(), expected)


@native
def test_pads_over_data_are_noticed() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    calls: tuple[Any, Any] = (am.NdDmaParams(BOX, 7), 64)
    wanted = []
    for params in calls:
        am.data_copy(dst, src, params)
        wanted.append(dst.state())
    for _ in range(3):
        for params, states in zip(calls, wanted, strict=True):
            am.data_copy(dst, src, params)
            np.testing.assert_array_equal(dst.state()[: 64 * 4], states[: 64 * 4])


@pytest.mark.parametrize("name", engine.available())
def test_states_written_late_are_those_written_at_once(name: engine.Engine) -> None:
    """Copies with and without pads over each other, views included; one core is looked at after each of them."""
    before = engine.name()
    engine.use(name)
    try:
        rng = np.random.default_rng(6)
        params = [am.NdDmaParams(BOX, 7), PARAMS, *range(8, 96, 8), am.NdDmaParams([[1], [1], [8], [1], [2]], 3)]
        looked, late = (_pair(am.Core("ascend-950")) for _ in range(2))
        for turn in range(300):
            start = int(rng.integers(0, 8)) * 16
            chosen = params[int(rng.integers(0, len(params)))]
            for dst, src in (looked, late):
                am.data_copy(dst[start:] if turn % 3 else dst, src, chosen)
            states = looked[0].state()
            if turn % 90 == 89:  # more than a block lets wait
                np.testing.assert_array_equal(late[0].state(), states)
        np.testing.assert_array_equal(late[0].state(), states)
    finally:
        engine.use(before)


def test_states_written_late_are_known_to_a_reader() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    out = core.local_tensor("VECOUT", "float", 256)
    am.data_copy(dst, src, 64)
    assert not am.data_copy(out, dst, 64).findings
    with pytest.warns(MoveWarning, match="TEN011"):
        am.data_copy(out, dst, 128)


@native
def test_a_source_that_becomes_undefined_warns_again() -> None:
    core = am.Core("ascend-950")
    src = core.local_tensor("VECIN", "float", 64, fill=1)
    dst = core.local_tensor("VECOUT", "float", 64)
    for _ in range(3):
        assert not am.data_copy(dst, src, 64).findings
    states = src.states()
    assert states is not None
    states[10] = 0
    with pytest.warns(MoveWarning, match="TEN011"):
        assert am.data_copy(dst, src, 64).findings[0].code == "TEN011"
    src.fill(2)
    assert not am.data_copy(dst, src, 64).findings


def test_a_call_that_warns_warns_every_time() -> None:
    core = am.Core("ascend-950")
    src = core.local_tensor("VECIN", "float", 64)
    dst = core.local_tensor("VECOUT", "float", 64)
    for _ in range(3):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert am.data_copy(dst, src, 64).findings[0].code == "TEN011"
        assert len(caught) == 1


def test_a_refused_call_is_refused_every_time() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    for _ in range(3):
        with pytest.raises(RuleViolation):
            am.data_copy(dst, src, 512)


@native
def test_a_change_of_mode_or_engine_takes_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    before = engine.name()
    try:
        engine.use("native")
        am.data_copy(dst, src, PARAMS)
        long = _count_long_ways(monkeypatch)
        engine.use("numpy")
        am.data_copy(dst, src, PARAMS)
        assert len(long) == 1
        am.data_copy(dst, src, PARAMS)
        assert len(long) == 1, "what is kept is kept for every engine"
        core.mode = "relaxed"
        am.data_copy(dst, src, PARAMS)
        assert len(long) == 2
    finally:
        engine.use(before)


@native
def test_stale_nddma_reads_are_noticed() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    params = am.NdDmaParams(BOX, 7)
    out = core.local_tensor("VECOUT", "float", 256, fill=3)
    for _ in range(3):
        am.data_copy(dst, src, params)
    am.data_copy(src, out, 64)
    assert [f.code for f in am.data_copy(dst, src, params).findings] == ["NDD022"]
    am.nd_dma_dci(core)
    assert not am.data_copy(dst, src, params).findings


def test_lists_and_other_objects_are_not_kept() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    rows = [[0, 63, 0, 8, 64]]
    am.data_copy(dst, src, rows, rows)
    assert not dst.prepared
    rows[0][1] = 31
    rows[0][3] = 4
    assert am.data_copy(dst, src, rows, rows).bytes_written == 128


@native
def test_few_calls_are_kept() -> None:
    core = am.Core("ascend-950")
    dst, src = _pair(core)
    kept = [am.DataCopyParams(1, 1 + k % 8) for k in range(200)]
    for params in kept:
        am.data_copy(dst, src, params)
    for params in kept[-8:] * 3:
        am.data_copy(dst, src, params)
    assert 0 < len(dst.prepared) <= 3 * 64 + 1
