from __future__ import annotations

from itertools import product
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove.draw.lookup import Turn, turn_at, turns_of
from ascmove.formats.dtype import dtype
from ascmove.plan import Access, Plan, Step

FLOAT = dtype("float")


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    steps = []
    for _ in range(draw(st.integers(1, 3))):
        shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
        strides = st.tuples(*[st.integers(0, 9)] * len(shape))
        dst = Access(draw(st.integers(0, 9)), draw(strides))
        src = Access(draw(st.integers(0, 9)), draw(strides))
        steps.append(Step(shape, dst, fill=7) if draw(st.booleans()) else Step(shape, dst, src))
    return Plan(tuple(steps), FLOAT, FLOAT)


def every_turn(plan: Plan) -> list[Turn]:
    """All turns, one by one in the order of the call."""
    found: list[Turn] = []
    for number, step in enumerate(plan.steps):
        for backwards in product(*(range(n) for n in step.shape[::-1])):
            index = backwards[::-1]
            src = step.src.at(index) if step.src else -1
            found.append(Turn(number, index, len(found), src, step.dst.at(index)))
    return found


@settings(deadline=None, max_examples=60)
@given(plans())
def test_turn_at_walks_the_call(plan: Plan) -> None:
    turns = every_turn(plan)
    assert [turn_at(plan, k) for k in range(len(turns))] == turns
    assert turn_at(plan, len(turns)) is None


@settings(deadline=None, max_examples=60)
@given(plans(), st.sampled_from(["src", "dst"]))
def test_turns_of_finds_all_and_only_them(plan: Plan, side: Literal["src", "dst"]) -> None:
    turns = every_turn(plan)
    for element in range(60):
        wanted = [t for t in turns if getattr(t, side) == element]
        assert turns_of(plan, side, element, most=1000) == wanted


def test_a_broadcast_element_lists_at_most_so_many() -> None:
    plan = Plan((Step((1000,), Access(0, (1,)), Access(5, (0,))),), FLOAT, FLOAT)
    assert len(turns_of(plan, "src", 5)) == 64
