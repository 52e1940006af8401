"""Parameter structs are the same, and refuse the same with the same words, whether or not the extension sets them."""

from __future__ import annotations

import copy
import dataclasses
import gc
import inspect
import pickle
import sys
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove.calls import basic
from ascmove.calls.nddma import Bits
from ascmove.engine import quick
from tests.short_ways import SETTERS, only_python

native = pytest.mark.skipif(quick.native is None, reason="the native engine was not built, or is not asked for")


class Whole(int):
    """An int with a class of its own."""


class Row(list[Any]):
    """A list with a class of its own."""


class Pair(tuple[Any, ...]):
    """A tuple with a class of its own."""


class Name(str):
    """Text with a class of its own."""


class Index:
    """What stands for an int."""

    def __index__(self) -> int:
        return 3


class Other(Enum):
    """An enumeration of somebody else's."""

    MATRIX = 1


STRUCTS: dict[type, tuple[str, ...]] = {
    am.DataCopyParams: ("block_count", "block_len", "src_gap", "dst_gap", "src_stride", "dst_stride"),
    am.NdDmaLoopInfo: ("loop_src_stride", "loop_dst_stride", "loop_size", "loop_lp_size", "loop_rp_size"),
    am.NdDmaParams: ("loop_info", "constant_value"),
    am.DataCopyEnhancedParams: tuple(f.name for f in dataclasses.fields(am.DataCopyEnhancedParams)),
}

EDGES = (2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**200, -(2**63), -(2**63) - 1)
NAMES = ("MATRIX", "BLOCK_MODE_VECTOR", "AscendC::BlockMode::BLOCK_MODE_NORMAL", "VDEQ8", "PAD_MODE1", "MATRX")
MEMBERS = (am.BlockMode.MATRIX, am.DeqScale.DEQ, am.PadMode.PAD_MODE2, Other.MATRIX)
THINGS = (np.bool_(True), np.float32(1), np.array(3), Index(), Bits(7), Bits(True), am.DeqValue(1.0), int, range(3))

whole = st.integers(-2, 300) | st.sampled_from(EDGES)
odd = st.one_of(
    *(st.booleans(), st.none(), st.floats(), st.complex_numbers(), st.text(max_size=3), st.binary(max_size=3)),
    *(whole.map(Whole), st.integers(0, 255).map(np.uint8), st.integers(-9, 9).map(np.int64)),
    *(st.sampled_from(NAMES), st.sampled_from(NAMES).map(Name), st.sampled_from(MEMBERS), st.sampled_from(THINGS)),
)
wholes = st.lists(whole, max_size=6)
items = wholes | st.lists(whole | odd, max_size=3)
row = st.one_of(items, items.map(tuple), items.map(Row), items.map(Pair), st.just(np.arange(3)), odd)
loops = st.lists(wholes, min_size=2, max_size=6) | st.lists(row, max_size=6)
anything = st.one_of(whole, odd, row, loops)
#: what a caller means, what it might mean, and anything
ARGUMENTS: dict[type, st.SearchStrategy[list[Any]]] = {
    am.DataCopyParams: st.lists(whole, max_size=5) | st.lists(whole | odd, max_size=7),
    am.NdDmaLoopInfo: loops | st.lists(anything, max_size=6),
    am.NdDmaParams: st.tuples(loops | loops.map(tuple) | loops.map(Row), anything).map(list),
    am.DataCopyEnhancedParams: st.lists(st.sampled_from(MEMBERS + NAMES) | whole, max_size=8)
    | st.lists(anything, max_size=9),
}
KINDS = pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
#: one of each as a kernel makes it, behind a function
PLAIN: dict[type, Callable[[], Any]] = {
    am.DataCopyParams: lambda: am.DataCopyParams(1000, 2000, 0, 3000),
    am.NdDmaLoopInfo: lambda: am.NdDmaLoopInfo([1, 1000], [1, 2000], [1000, 2], [3, 3]),
    am.NdDmaParams: lambda: am.NdDmaParams([[1], [1000], [2000]], 0.5),
    am.DataCopyEnhancedParams: lambda: am.DataCopyEnhancedParams("MATRIX", am.DeqScale.DEQ8, 70369809530880),
}


def told(make: Callable[[], Any]) -> tuple[object, ...]:
    """All that can be seen of an instance, or of the refusal."""
    try:
        made = make()
    except Exception as error:
        return type(error), str(error)
    seen = [(name, deep_type(value), repr(value)) for name, value in vars(made).items()]
    try:
        return type(made), seen, repr(made), hash(made), made == copy.copy(made)
    except (TypeError, ValueError) as error:  # of an array
        return type(made), seen, repr(made), str(error)


def deep_type(value: object) -> object:
    """The type of a value and of what it holds."""
    return (type(value), [deep_type(v) for v in value]) if isinstance(value, tuple) else type(value)


def same_either_way(kind: type, positional: list[Any], named: dict[str, Any]) -> None:
    quickly = told(lambda: kind(*positional, **named))
    with only_python():
        slowly = told(lambda: kind(*positional, **named))
    assert quickly == slowly


@KINDS
@settings(max_examples=300)
@given(data=st.data())
def test_an_instance_is_the_same_either_way(kind: type, data: st.DataObject) -> None:
    positional = data.draw(ARGUMENTS[kind])
    names = data.draw(st.lists(st.sampled_from([*STRUCTS[kind], "unknown"]), unique=True, max_size=4))
    same_either_way(kind, positional, {name: data.draw(whole | odd | row) for name in names})
    same_either_way(kind, positional, {})
    same_either_way(kind, [], dict(zip(STRUCTS[kind], positional, strict=False)))


@KINDS
def test_the_dataclass_is_one(kind: type) -> None:
    made = PLAIN[kind]()
    with only_python():
        slow = PLAIN[kind]()
    assert made == slow and hash(made) == hash(slow) and repr(made) == repr(slow)
    for other in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert other == made and vars(other) == vars(made)
    settable = [f.name for f in dataclasses.fields(kind) if f.init]
    assert dataclasses.replace(made, **{settable[0]: getattr(made, settable[0])}) == made
    assert list(vars(made)) == [f.name for f in dataclasses.fields(kind)]
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(made, settable[0], 1)
    assert list(inspect.signature(kind).parameters) == list(STRUCTS[kind])
    assert type("Mine", (kind,), {})(*(getattr(made, name) for name in settable)).key == made.key


@native
@KINDS
def test_plain_values_take_the_short_way(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[bool] = []

    def asked(setter: Callable[..., bool], *values: object) -> bool:
        answers.append(setter(*values))
        return answers[-1]

    for module, name in SETTERS:
        monkeypatch.setattr(module, name, partial(asked, getattr(module, name)))
    PLAIN[kind]()
    assert answers and all(answers)


@native
def test_a_setter_takes_what_it_is_made_for() -> None:
    setter = basic._plain
    assert setter is not None
    with pytest.raises(TypeError, match="one value for each field"):
        setter({}, 1, 2)
    with pytest.raises(TypeError):
        setter()
    held = {"block_count": 5}
    assert not setter(held, 1, 2, 3, 4.0, ())
    assert held == {"block_count": 5}, "nothing is set where not all is plain"
    assert not setter([], 1, 2, 3, 4, ())
    for kind in ("number of things", ""):
        with pytest.raises(ValueError, match="no such kind of field"):
            quick.setter({"field": kind})
    with pytest.raises(ValueError, match="too many fields"):
        quick.setter({f"field{k}": "whole" for k in range(17)})


@KINDS
def test_nothing_is_left_behind(kind: type) -> None:
    """References to what was given, and memory, are what they were after a thousand instances."""
    make = PLAIN[kind]
    constants = [c for c in make.__code__.co_consts if isinstance(c, (int, float, tuple))]
    for _ in range(10):
        make()
    before = [sys.getrefcount(c) for c in constants], len(gc.get_objects()), sys.getallocatedblocks()
    for _ in range(1000):
        make()
    after = [sys.getrefcount(c) for c in constants], len(gc.get_objects()), sys.getallocatedblocks()
    assert max(abs(a - b) for a, b in zip(after[0], before[0], strict=True)) < 100
    assert abs(after[1] - before[1]) < 500 and abs(after[2] - before[2]) < 500
