"""Mending in a small world: copies by the findings that they give, offers by what comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import ascmove as am
from ascmove.calls import BasicCall, Call, NdDmaCall
from ascmove.calls.changing import value_of
from ascmove.findings import Finding
from ascmove.formats.dtype import dtype
from ascmove.rules.mending import mended

#: block_count, block_len, src_gap and dst_gap of a copy; all of the world that is not silent
Copy = tuple[object, ...]
Fields = dict[str, object]
World = Mapping[Copy, list[Finding]]
FIELDS = ("block_count", "block_len", "src_gap", "dst_gap")
START: Copy = (1, 9, 0, 0)

#: rules about a field, what a field can hold, where tensors start and end, what memory holds
ANY, OTHER, WIDTH, PLACE, BOUND, MEMORY = "ENH010", "ENH011", "ENH008", "TEN003", "TEN009", "TEN011"


def said(code: str, *offers: Mapping[str, object], **more: Any) -> Finding:
    """A finding about the length of bursts, an error unless told; offers by the names of FIELDS."""
    named = tuple({f"data_copy.{name}": value for name, value in offer.items()} for offer in offers)
    about: dict[str, Any] = {"field": "data_copy.block_len", "value": 9, **more}
    return Finding(code, about.pop("severity", "error"), "", offers=named, **about)


def warned(code: str, *offers: Mapping[str, object]) -> Finding:
    return said(code, *offers, severity="warning")


def copy(length: int, src_gap: int = 0, dst_gap: int = 0) -> Copy:
    """A copy of one burst."""
    return (1, length, src_gap, dst_gap)


def mend(world: World) -> tuple[dict[str, Finding], list[Copy]]:
    """The findings of START with what mends them, and the copies that were tried."""
    core = am.Core("ascend-950")
    x, y = (core.declare_local(place, dtype("half"), 64) for place in ("VECIN", "VECOUT"))
    tried: list[Copy] = []

    def look(call: Call) -> list[Finding]:
        tried.append(tuple(value_of(call, f"data_copy.{name}") for name in FIELDS))
        return world.get(tried[-1], [])

    call = BasicCall(y, x, am.DataCopyParams(1, 9))
    return {f.code: f for f in mended(call, world[START], look)}, tried


def changed(finding: Finding) -> Fields | None:
    """What the replacement sets, by the names of FIELDS."""
    made = finding.replacement
    return None if made is None else {change.field.removeprefix("data_copy."): change.new for change in made.changes}


SHORTER: Fields = {"block_len": 4}
SHORTEST: Fields = {"block_len": 3}
APART: Fields = {"src_gap": 1}
MANY: list[Fields] = [{"block_len": 9 + k} for k in range(1, 34)]

#: the world, and what mends the first finding of START
WAYS: list[tuple[str, World, Fields | None]] = [
    ("no offer", {START: [said(ANY)]}, None),
    ("an offer", {START: [said(ANY, SHORTER)]}, SHORTER),
    ("the first of two", {START: [said(ANY, SHORTER, SHORTEST)]}, SHORTER),
    ("an offer that does not help", {START: [said(ANY, SHORTER)], copy(4): [said(ANY)]}, None),
    ("an offer with another error", {START: [said(ANY, SHORTER)], copy(4): [said(OTHER)]}, None),
    ("the one without an error", {START: [said(ANY, SHORTER, SHORTEST)], copy(4): [said(OTHER)]}, SHORTEST),
    ("an offer with a warning", {START: [said(ANY, SHORTER)], copy(4): [warned(OTHER)]}, SHORTER),
    ("the one without a warning", {START: [said(ANY, SHORTER, SHORTEST)], copy(4): [warned(OTHER)]}, SHORTEST),
    (
        "the first of two with a warning",
        {START: [said(ANY, SHORTER, SHORTEST)], copy(4): [warned(OTHER)], copy(3): [warned(BOUND)]},
        SHORTER,
    ),
    ("an error that was there", {START: [said(ANY, SHORTER), said(OTHER)], copy(4): [said(OTHER)]}, SHORTER),
    (
        "the one that mends both",
        {START: [said(ANY, SHORTER, SHORTEST), said(OTHER)], copy(4): [said(OTHER)]},
        SHORTEST,
    ),
    ("what memory holds is not new", {START: [said(ANY, SHORTER, SHORTEST)], copy(4): [said(MEMORY)]}, SHORTER),
    ("no such field", {START: [said(ANY, {"blocks": 1}, SHORTER)]}, SHORTER),
    ("a field that is as it was", {START: [said(ANY, {"block_count": 1, "block_len": 4})]}, SHORTER),
    # what another finding offers, on top
    (
        "an error that is mended",
        {START: [said(ANY, SHORTER)], copy(4): [said(OTHER, APART)]},
        {"block_len": 4, "src_gap": 1},
    ),
    ("a warning that is mended", {START: [said(ANY, SHORTER)], copy(4): [warned(OTHER, SHORTEST)]}, SHORTEST),
    (
        "the finding that offers more",
        {START: [said(ANY, SHORTER)], copy(4): [said(ANY, APART)]},
        {"block_len": 4, "src_gap": 1},
    ),
    (
        "the shorter way",
        {START: [said(ANY, SHORTER, SHORTEST)], copy(4): [said(OTHER, APART)]},
        SHORTEST,
    ),
    (
        "the way that adds no field",
        {
            START: [said(ANY, SHORTER, APART)],
            copy(4): [said(OTHER, {"dst_gap": 1})],
            copy(9, 1): [said(OTHER, {"src_gap": 2})],
        },
        {"src_gap": 2},
    ),
    (
        "the way that adds one field",
        {
            START: [said(ANY, SHORTER, APART)],
            copy(4): [said(OTHER, {"src_gap": 1, "dst_gap": 1})],
            copy(9, 1): [said(OTHER, {"dst_gap": 2})],
        },
        {"src_gap": 1, "dst_gap": 2},
    ),
    (
        "the way that adds one field in all",
        {
            START: [said(ANY, SHORTER, APART)],
            copy(4): [said(OTHER, {"src_gap": 3})],
            copy(4, 3): [said(OTHER, {"dst_gap": 3})],
            copy(9, 1): [said(OTHER, {"src_gap": 2})],
            copy(9, 2): [said(OTHER, {"dst_gap": 2})],
        },
        {"src_gap": 2, "dst_gap": 2},
    ),
    (
        "the way that mends both, though it adds a field",
        {
            START: [said(ANY, SHORTER, APART), said(WIDTH)],
            copy(4): [said(OTHER, {"dst_gap": 1})],
            copy(9, 1): [said(OTHER, {"src_gap": 2})],
            copy(9, 2): [said(WIDTH)],
        },
        {"block_len": 4, "dst_gap": 1},
    ),
    (
        "four in a row",
        {
            START: [said(ANY, {"block_len": 8})],
            **{copy(n): [said(OTHER, {"block_len": n - 1})] for n in (8, 7, 6)},
        },
        {"block_len": 5},
    ),
    (
        "five in a row",
        {
            START: [said(ANY, {"block_len": 8})],
            **{copy(n): [said(OTHER, {"block_len": n - 1})] for n in (8, 7, 6, 5)},
        },
        None,
    ),
    # how many are tried
    ("the 32nd", {START: [said(ANY, *MANY)], **{copy(9 + k): [said(OTHER)] for k in range(1, 32)}}, {"block_len": 41}),
    ("the 33rd", {START: [said(ANY, *MANY)], **{copy(9 + k): [said(OTHER)] for k in range(1, 33)}}, None),
    (
        "the 32nd, in two rounds",
        {
            START: [said(ANY, *MANY[:20])],
            **{copy(9 + k): [said(OTHER, {"src_gap": k})] for k in range(1, 21)},
            **{copy(9 + k, k): [said(OTHER)] for k in range(1, 12)},
        },
        {"block_len": 21, "src_gap": 12},
    ),
    (
        "the 33rd, in two rounds",
        {
            START: [said(ANY, *MANY[:20])],
            **{copy(9 + k): [said(OTHER, {"src_gap": k})] for k in range(1, 21)},
            **{copy(9 + k, k): [said(OTHER)] for k in range(1, 13)},
        },
        None,
    ),
    (
        "32 with a warning, and one without behind it",
        {
            START: [said(ANY, *MANY[:32])],
            **{copy(9 + k): [warned(OTHER, APART)] for k in range(1, 33)},
        },
        {"block_len": 10},
    ),
    # with care
    ("the widest value, with an error", {START: [said(WIDTH, SHORTER)], copy(4): [said(OTHER, APART)]}, None),
    (
        "the widest value, with a warning",
        {START: [said(WIDTH, SHORTER)], copy(4): [warned(OTHER, APART)]},
        {"block_len": 4, "src_gap": 1},
    ),
    (
        "the widest value, not wide enough, and then an error",
        {
            START: [said(WIDTH, SHORTER)],
            copy(4): [said(WIDTH, APART)],
            copy(4, 1): [said(OTHER, {"dst_gap": 1})],
        },
        None,
    ),
    (
        "an error for a warning",
        {
            START: [said(ANY, SHORTER)],
            copy(4): [warned(OTHER, APART)],
            copy(4, 1): [said(BOUND, {"dst_gap": 1})],
        },
        SHORTER,
    ),
    (
        "an error for an error",
        {
            START: [said(ANY, SHORTER)],
            copy(4): [said(OTHER, APART)],
            copy(4, 1): [said(BOUND, {"dst_gap": 1})],
        },
        {"block_len": 4, "src_gap": 1, "dst_gap": 1},
    ),
    (
        "an error on the way to the end of the finding",
        {
            START: [said(ANY, SHORTER)],
            copy(4): [said(ANY, APART)],
            copy(4, 1): [said(BOUND, {"dst_gap": 1})],
        },
        {"block_len": 4, "src_gap": 1, "dst_gap": 1},
    ),
]


@pytest.mark.parametrize(("world", "way"), [pytest.param(*row[1:], id=row[0]) for row in WAYS])
def test_which_way_is_taken(world: World, way: Fields | None) -> None:
    found, tried = mend(world)
    first = world[START][0]
    assert changed(found[first.code]) == way
    assert len(tried) <= 32 * len(found)
    assert len(tried) == len(set(tried)), "a call is judged once"


NEAR: dict[str, Any] = {"nearest": (4, 3)}

#: the world, and the nearest values of the first finding of START
NEAREST: list[tuple[str, World, tuple[object, ...]]] = [
    ("all legal", {START: [said(ANY, SHORTEST, **NEAR)]}, (4, 3)),
    ("out of bounds", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(BOUND)]}, (3,)),
    ("behind a start", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(PLACE)]}, (3,)),
    ("with an error of another field", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(OTHER)]}, (4, 3)),
    ("with a warning", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [warned(BOUND)]}, (4, 3)),
    (
        "with an error that was there",
        {START: [said(ANY, SHORTEST, **NEAR), said(BOUND)], copy(4): [said(BOUND)]},
        (4, 3),
    ),
    ("with the finding", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(ANY, value=4)]}, (3,)),
    ("with the finding elsewhere", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(ANY)]}, (4, 3)),
    (
        "with the finding about another field",
        {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(ANY, value=4, field="data_copy.src_gap")]},
        (4, 3),
    ),
    (
        "with another finding about it",
        {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(OTHER, value=4)]},
        (4, 3),
    ),
    # what stands in
    ("a smaller one", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(BOUND, {"block_len": 2})]}, (2, 3)),
    ("the next", {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(BOUND, SHORTEST)]}, (3,)),
    (
        "the value that it has",
        {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(BOUND, {"block_len": 9})]},
        (3,),
    ),
    (
        "the same and a smaller one",
        {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(BOUND, SHORTER, {"block_len": 2})]},
        (2, 3),
    ),
    (
        "another field and a smaller one",
        {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(BOUND, APART, {"block_len": 2})]},
        (2, 3),
    ),
    (
        "a smaller one with another field",
        {START: [said(ANY, SHORTEST, **NEAR)], copy(4): [said(BOUND, {"block_len": 2, "src_gap": 1})]},
        (3,),
    ),
    (
        "the fourth",
        {
            START: [said(ANY, SHORTEST, nearest=(8, 3))],
            **{copy(n): [said(BOUND, {"block_len": n - 1})] for n in (8, 7, 6)},
        },
        (5, 3),
    ),
    (
        "the fifth",
        {
            START: [said(ANY, SHORTEST, nearest=(8, 3))],
            **{copy(n): [said(BOUND, {"block_len": n - 1})] for n in (8, 7, 6, 5)},
        },
        (3,),
    ),
    # what is believed
    ("no replacement", {START: [said(ANY, **NEAR)], copy(4): [said(BOUND)]}, (4, 3)),
    ("no replacement, with the finding", {START: [said(ANY, **NEAR)], copy(4): [said(ANY, value=4)]}, (3,)),
    (
        "legal with what else the replacement sets",
        {START: [said(ANY, {"block_len": 4, "src_gap": 1}, **NEAR)], copy(4): [said(BOUND)]},
        (4, 3),
    ),
    (
        "legal with another value of another field",
        {START: [said(ANY, {"block_len": 2, "src_gap": 4}, **NEAR)], copy(4): [said(BOUND)]},
        (3,),
    ),
    (
        "no field of the call",
        {START: [said(ANY, SHORTEST, nearest=(4,), field="data_copy.blocks")], copy(4): [said(BOUND)]},
        (4,),
    ),
    (
        "words",
        {
            START: [said(ANY, SHORTEST, nearest=("block_len 4", True, 4))],
            copy(4): [said(BOUND)],
            copy(True): [said(BOUND)],
        },
        ("block_len 4", True),
    ),
    (
        "an offer of another field",
        {START: [said(ANY, {"src_gap": 4}, nearest=(4,))], copy(4): [said(BOUND)], copy(9, 4): [said(OTHER)]},
        (4,),
    ),
]


@pytest.mark.parametrize(("world", "nearest"), [pytest.param(*row[1:], id=row[0]) for row in NEAREST])
def test_which_values_are_near(world: World, nearest: tuple[object, ...]) -> None:
    found, _ = mend(world)
    assert found[world[START][0].code].nearest == nearest


def test_a_consequence_is_mended_with_its_cause_where_that_helps() -> None:
    consequence = said(BOUND, SHORTEST, cause=ANY)
    found, _ = mend({START: [consequence, said(ANY, SHORTER)]})
    assert [changed(f) for f in found.values()] == [SHORTER, SHORTER]
    assert found[BOUND].replacement == found[ANY].replacement
    found, _ = mend({START: [consequence, said(ANY, SHORTER)], copy(4): [consequence]})
    assert [changed(f) for f in found.values()] == [SHORTEST, SHORTER]
    found, _ = mend({START: [consequence, said(ANY)]})
    assert [changed(f) for f in found.values()] == [SHORTEST, None]


def test_nothing_is_tried_behind_a_call_that_is_silent() -> None:
    _, tried = mend({START: [said(ANY, SHORTER, SHORTEST)], copy(3): [said(OTHER, APART)]})
    assert tried == [copy(4), copy(3)]


def test_what_a_replacement_tells() -> None:
    found, _ = mend(
        {START: [said(ANY, {"block_len": 4, "src_gap": 1}), said(OTHER), said(BOUND)], copy(4, 1): [said(BOUND)]}
    )
    made = found[ANY].replacement
    assert made is not None and (made.code, made.mends) == (ANY, (ANY, OTHER))
    assert [(change.field, change.old, change.new) for change in made.changes] == [
        ("data_copy.block_len", 9, 4),
        ("data_copy.src_gap", 0, 1),
    ]
    assert made.lines() == [
        *("- data_copy.block_len: 9", "- data_copy.src_gap: 0"),
        *("+ data_copy.block_len: 4", "+ data_copy.src_gap: 1"),
    ]


def loops(*findings: Finding, after: Mapping[tuple[int, ...], list[Finding]] | None = None) -> tuple[Finding, ...]:
    """The findings about two loops of eight turns, mended; ``after`` by the turns of each loop."""
    core = am.Core("ascend-950")
    x, y = core.declare_global(dtype("float"), 0), core.declare_local("VECIN", dtype("float"), 64)
    call = NdDmaCall(y, x, am.NdDmaParams([[1, 8], [1, 8], [8, 8]]))

    def look(call: Call) -> list[Finding]:
        turns: Any = value_of(call, "loop_size")
        return (after or {}).get(tuple(turns), [])

    return mended(call, findings, look)


def of_turns(*offers: Mapping[str, object], **more: Any) -> Finding:
    return Finding(ANY, "error", "", "loop_size", (8, 8), offers=offers, **more)


def test_entries_of_a_list_are_told_as_one_line() -> None:
    (finding,) = loops(of_turns({"loop_size[0]": 4, "loop_size[1]": 2}))
    assert finding.replacement is not None
    assert finding.replacement.lines() == ["- loop_size: [8, 8]", "+ loop_size: [4, 2]"]


def test_numbers_of_a_list_are_tried_where_they_are_offered() -> None:
    offered = of_turns({"loop_size[0]": 4}, {"loop_size[1]": 4}, {"loop_size[1]": 3}, nearest=(4, 3))
    assert loops(offered)[0].nearest == (4, 3)
    bound = Finding(BOUND, "error", "")
    assert loops(offered, after={(4, 8): [bound]})[0].nearest == (4, 3)
    assert loops(offered, after={(4, 8): [bound], (8, 4): [bound]})[0].nearest == (3,)
    assert loops(offered, after={(8, 3): [bound]})[0].nearest == (4,)


@pytest.mark.parametrize(
    ("field", "word"), [("config.is_nearest_value_mode", True), ("src.dtype", "half"), ("nd_dma_dci", None)]
)
def test_words_are_not_tried(field: str, word: object) -> None:
    named = Finding(ANY, "error", "", field, nearest=(word,), offers=({"loop_size[0]": 4},))
    bound = Finding(BOUND, "error", "")
    assert loops(named, after={(8, 8): [bound]})[0].nearest == (word,)
