"""Calls that the extension makes again do what Python makes of them: the same bytes, states, findings and refusals."""

from __future__ import annotations

import gc
import sys
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import engine
from ascmove.calls.nddma import Bits
from ascmove.engine import quick
from ascmove.moves import prepared
from tests.short_ways import front, only_python

native = pytest.mark.skipif(quick.native is None, reason="the native engine was not built, or is not asked for")

BOX = ([1, 8], [1, 16], [8, 4], [3, 1], [5, 2])
KEPT = am.DataCopyParams(2, 2, 1, 2)
#: arguments behind dst and src, made anew by each call
FORMS: tuple[Callable[[], tuple[Any, ...]], ...] = (
    lambda: (64,),
    lambda: (256,),
    lambda: (True,),
    lambda: (KEPT,),
    lambda: (am.DataCopyParams(2, 2, 1, 2),),
    lambda: (am.DataCopyParams(2, 2, src_stride=1, dst_stride=2),),
    lambda: (am.DataCopyParams(2, 2, 2, src_stride=1),),
    lambda: (am.DataCopyParams(1, 200),),
    lambda: (am.DataCopyParams(2, 2), am.DataCopyEnhancedParams()),
    lambda: (am.NdDmaParams(am.NdDmaLoopInfo(*BOX), 7),),
    lambda: (am.NdDmaParams(am.NdDmaLoopInfo(*BOX), 7.0),),
    lambda: (am.NdDmaParams(am.NdDmaLoopInfo(*BOX), Bits(7)),),
    lambda: (am.NdDmaParams(BOX[:3]),),
    lambda: (am.NdDmaParams(am.NdDmaLoopInfo(*BOX)), am.NdDmaConfig(True)),
    lambda: (am.NdDmaParams(am.NdDmaLoopInfo(*BOX), 7), None),
    lambda: ([[0, 63, 0, 8, 64]], [[0, 63, 0, 8, 64]]),
    lambda: ("64",),
)


class World:
    """A core with two arrays and two tensors of its own."""

    def __init__(self, *, track: bool, cache: bool) -> None:
        self.core = am.Core("ascend-950", track=track, nddma_cache=cache)
        self.arrays = [np.arange(256, dtype=np.float32), np.zeros(256, np.float32)]
        tensors: list[Any] = [self.core.global_tensor(array) for array in self.arrays]
        tensors += [self.core.local_tensor("VECIN", "float", 256), self.core.local_tensor("VECOUT", "float", 256)]
        self.tensors = [*tensors, tensors[2][64:], tensors[3][8:]]

    def copy(self, dst: int, src: int, form: int) -> object:
        try:
            done = am.data_copy(self.tensors[dst], self.tensors[src], *FORMS[form]())
        except am.AscMoveError as refused:
            return type(refused), str(refused)
        assert self.core.trace[-1] is done
        return done.findings, done.plan, repr(done), done.call.signature

    def refresh(self) -> None:
        am.nd_dma_dci(self.core)

    def fill(self, tensor: int, value: int) -> None:
        if tensor < 2:
            self.arrays[tensor][:] = value
        else:
            self.tensors[tensor].fill(value)

    def forget(self, tensor: int, byte: int) -> None:
        states = self.tensors[tensor].states()
        if states is not None:
            states[byte] = 0

    def look(self) -> list[object]:
        return [t.states().tolist() for t in self.tensors if t.states() is not None]

    def mode(self, mode: Any) -> None:
        self.core.mode = mode

    def caching(self, holds: bool) -> None:
        self.core.nddma_cache.holds_data = holds

    def trace(self) -> None:
        self.core.trace = deque(maxlen=3)

    def seen(self) -> list[object]:
        cache = self.core.nddma_cache
        return [[t.buffer().tobytes() for t in self.tensors], len(self.core.trace), cache._read, cache._overwritten]


copies = st.tuples(st.just("copy"), st.integers(0, 5), st.integers(0, 5), st.integers(0, len(FORMS) - 1))
legal = st.tuples(st.just("copy"), st.just(2), st.integers(0, 1), st.integers(0, 13))
local = st.tuples(st.just("copy"), st.just(3), st.just(2), st.integers(0, 8))
out = st.tuples(st.just("copy"), st.just(0), st.just(3), st.integers(0, 8))
changes = st.one_of(
    st.just(("refresh",)),
    st.just(("look",)),
    st.just(("trace",)),
    st.tuples(st.just("fill"), st.integers(0, 5), st.integers(0, 9)),
    st.tuples(st.just("forget"), st.integers(2, 5), st.integers(0, 700)),
    st.tuples(st.just("mode"), st.sampled_from(["strict", "relaxed", "".join(["str", "ict"])])),
    st.tuples(st.just("caching"), st.booleans()),
    st.tuples(st.just("engine"), st.sampled_from(engine.available())),
)


@settings(max_examples=150)
@given(
    track=st.booleans(),
    cache=st.booleans(),
    few=st.lists(st.one_of(legal, local, out, copies), min_size=1, max_size=5),
    between=st.lists(changes, max_size=4),
    turns=st.integers(3, 5),
)
def test_made_again_either_way(track: bool, cache: bool, few: list[Any], between: list[Any], turns: int) -> None:
    """A few calls in turn, undisturbed at first, then with something that changes behind each round."""
    before = engine.name()
    quickly, slowly = World(track=track, cache=cache), World(track=track, cache=cache)
    rounds = [few] * turns + [[*few, change] for change in between] + [few] * 2
    try:
        for name, *values in (step for steps in rounds for step in steps):
            if name == "engine":
                engine.use(values[0])
                continue
            found = getattr(quickly, name)(*values)
            with only_python():
                wanted = getattr(slowly, name)(*values)
            assert found == wanted
            assert quickly.seen() == slowly.seen()
        assert quickly.look() == slowly.look()
    finally:
        engine.use(before)


def kept_pair(track: bool = True) -> tuple[am.Core, am.LocalTensor, am.GlobalTensor]:
    core = am.Core("ascend-950", track=track)
    src = core.global_tensor(np.arange(256, dtype=np.float32))
    return core, core.local_tensor("VECIN", "float", 256), src


@native
@pytest.mark.parametrize("form", [0, 3, 4, 5, 8, 9, 10, 11, 12, 13])
def test_the_third_call_needs_no_python(form: int, monkeypatch: pytest.MonkeyPatch) -> None:
    _, dst, src = kept_pair()
    am.data_copy(dst, src, *FORMS[form]()), am.data_copy(dst, src, *FORMS[form]())
    monkeypatch.delattr(prepared.Prepared, "again")
    monkeypatch.setattr(front, "perform", None)
    assert am.data_copy(dst, src, *FORMS[form]()).plan.steps


@native
def test_another_source_or_destination_is_another_call() -> None:
    core, dst, src = kept_pair()
    other, more = core.global_tensor(np.ones(256, np.float32)), core.local_tensor("VECIN", "float", 256)
    for _ in range(3):
        am.data_copy(dst, src, 64)
    am.data_copy(more, src, 64)
    am.data_copy(dst, other, 64)
    assert dst.to_numpy()[:64].tolist() == [1] * 64
    assert more.to_numpy()[:64].tolist() == list(range(64))


def _values(arguments: tuple[Any, ...]) -> object:
    """What equal arguments have in common, with the types of them."""
    return [type(a) for a in arguments], prepared._by_value(None, arguments)  # type: ignore[arg-type]


sizes = st.integers(-1, 130) | st.sampled_from([2**31, 2**40, 2**63 - 1, -(2**63)])
small = st.integers(0, 1)
constants = st.sampled_from(
    [0, 0.0, -0.0, False, True, 1, 1.0, (0, 1), (0.0, 1), (True, False), float("nan"), Bits(0), Bits(1)]
)
structs = st.one_of(
    st.lists(sizes | small, max_size=4).map(lambda values: am.DataCopyParams(*values)),
    st.builds(
        am.DataCopyEnhancedParams, st.sampled_from(["NORMAL", "MATRIX"]), st.sampled_from(["DEQ", "VDEQ"]), sizes
    ),
    st.builds(am.DataCopyEnhancedParams, is_relu=st.booleans(), deq_tensor_addr=st.none() | small),
    st.builds(
        lambda rows, constant: am.NdDmaParams(rows, constant),
        st.lists(st.lists(small, max_size=2) | st.lists(sizes, max_size=3), min_size=3, max_size=5),
        constants,
    ),
    st.builds(am.NdDmaConfig, st.booleans(), small, small),
    sizes | small,
)


@native
@settings(max_examples=500)
@given(st.lists(st.lists(structs, min_size=1, max_size=2).map(tuple), min_size=2, max_size=6))
def test_keys_are_equal_where_the_values_are(calls: list[tuple[Any, ...]]) -> None:
    assert prepared._quick is not None
    keys = [prepared._quick.key(..., call) for call in calls]
    values = [_values(call) for call in calls]
    assert None not in keys
    for key, value in zip(keys, values, strict=True):
        for other, another in zip(keys, values, strict=True):
            assert (key == other) == (value == another)


@native
def test_values_out_of_the_ordinary_have_no_key() -> None:
    assert prepared._quick is not None
    changed = am.DataCopyParams(1, 2)
    vars(changed)["more"] = 1
    turned = am.DataCopyParams(1, 2)
    held = dict(vars(turned))
    vars(turned).clear()
    vars(turned).update(reversed(held.items()))
    empty = object.__new__(am.DataCopyParams)
    deep: Any = ()
    for _ in range(500):
        deep = (deep,)
    mine = type("Mine", (am.DataCopyParams,), {})(1, 2)
    odd = [2**63, np.int64(1), "1", [1], 1j, Bits(1j), int, changed, turned, empty, mine, deep, (1,) * 300]  # type: ignore[arg-type]
    odd += [am.DataCopyParams(1, 2**64), am.DataCopyParams(1, 1, 2, src_stride=1)]
    for value in odd:
        assert prepared._quick.key(..., (value,)) is None
    nothing: tuple[Any, ...] = ()
    for wrong in (nothing, (1, 2), (1, 2, [])):
        with pytest.raises(TypeError):
            prepared._quick.again(*wrong)


@native
def test_problems_are_told() -> None:
    """What fails behind the run fails as in Python, and leaves the call as it was."""
    core, dst, src = kept_pair()
    for _ in range(3):
        am.data_copy(dst, src, 64)
    trace = core.trace
    del core.trace
    with pytest.raises(AttributeError, match="trace"):
        am.data_copy(dst, src, 64)
    core.trace = None  # type: ignore[assignment]
    with pytest.raises(AttributeError, match="append"):
        am.data_copy(dst, src, 64)
    core.trace = trace
    out = core.local_tensor("VECOUT", "float", 256, fill=1)
    for _ in range(3):
        am.data_copy(src, out, 64)
    core.gm.note_write = None  # type: ignore[assignment, method-assign]
    with pytest.raises(TypeError, match="not callable"):
        am.data_copy(src, out, 64)
    del core.gm.note_write
    assert am.data_copy(src, out, 64).bytes_written == am.data_copy(dst, src, 64).bytes_written == 256


@native
def test_what_is_kept_goes_with_its_core() -> None:
    gone = []
    for track in (True, False):
        core, dst, src = kept_pair(track)
        for form in (0, 3, 4, 9, 13):
            for _ in range(3):
                am.data_copy(dst, src, *FORMS[form]())
        gone.append(weakref.ref(core))
        del core, dst, src
    gc.collect()
    assert [ref() for ref in gone] == [None, None]


@pytest.mark.parametrize("form", [0, 3, 4, 8, 9, 10, 11, 12, 13])
def test_nothing_is_left_behind(form: int) -> None:
    core, dst, src = kept_pair()
    core.trace = deque(maxlen=1)
    arguments = FORMS[form]()
    for _ in range(10):
        kept = am.data_copy(dst, src, *FORMS[form]())
    watched = [
        core,
        dst,
        src,
        core.trace,
        kept.call,
        kept.plan,
        *arguments,
        type(kept),
        *map(type, arguments),
        None,
        True,
    ]

    def counted() -> tuple[list[int], int]:
        gc.collect()
        return [sys.getrefcount(each) for each in watched], sys.getallocatedblocks()

    before = counted()
    for _ in range(1000):
        am.data_copy(dst, src, *arguments)
        am.data_copy(dst, src, *FORMS[form]())
    after = counted()
    differences = [b - a for a, b in zip(before[0], after[0], strict=True)]
    assert max(map(abs, differences)) < 100
    assert abs(after[1] - before[1]) < 500
