"""Every L0C rule: the call that breaks it, the nearest one that does not, the numbers told."""

from __future__ import annotations

from typing import Any

import pytest

import ascmove as am
from ascmove import te
from ascmove.rules.catalogue import catalogue

from .l0c_calls import INT8_ONE, ONE, Fields, arguments, codes, found
from .l0c_pairs import BATCHES, GLUED, INT, INT8, NZ32, PAIRS, WORDS, W


@pytest.mark.parametrize(
    ("code", "bad", "good", "beside", "left"), PAIRS, ids=[f"{k}-{p[0]}" for k, p in enumerate(PAIRS)]
)
def test_pair(code: str, bad: Fields, good: Fields, beside: list[str], left: list[str]) -> None:
    findings = found(**bad)
    assert codes(findings) == sorted([code, *beside])
    mine = next(f for f in findings if f.code == code)
    assert mine.severity == catalogue()[code].severity
    assert mine.field
    assert mine.limit
    assert mine.nearest
    assert mine.source
    assert mine.message[0] in "`abcdefghijklmnopqrstuvwxyz0123456789" or mine.message.startswith("CopyL0C")
    assert codes(found(**good)) == left


def test_every_rule_of_the_family_has_a_pair() -> None:
    assert {pair[0] for pair in PAIRS} == {code for code in catalogue() if code.startswith("L0C")}


NUMBERS: list[tuple[str, Fields, str, tuple[object, ...]]] = [
    ("L0C005", {**INT8, "quant": None}, "int32_t -> int8_t needs `quant`", ("te.u64(0x40003F800000)",)),
    (
        "L0C010",
        {**INT8, "src": ("NZ", 32, 80), "dst": ("NZ", 32, 80, NZ32)},
        "nSize = 80 columns into a 1-byte NZ destination: the last 16",
        (64, 96),
    ),
    ("L0C011", {"src": ("NZ", 20, 16), "dst": ("NZ", 20, 16)}, "rows 20 to 31", (16, 32)),
    ("L0C012", {"dst": ("NZ", 16, 16), "addresses": (None, 48)}, "byte 48 of GM", (32, 64)),
    ("L0C013", {**INT, "quant": 7}, "`quant` = 7 is a plain int", ("te.u64(0x7)",)),
    ("L0C016", {**INT8, "quant": W}, "bit 46 clear", ("0x40003f800000",)),
    ("L0C017", {**INT, "quant": te.u64(ONE | 0x1FF << 37)}, "holds the offset -1", ("0x3f800000",)),
    ("L0C018", {**INT, "quant": te.u64(0x3DCCCCCD)}, "acts as 0.0999755859375", ("0x3dccc000", "0x3dcce000")),
    ("L0C023", {**WORDS, "quant": {"count": 24}}, "24 words x 8 B = 192 B for 32 columns", (32,)),
    ("L0C027", {**BATCHES, "dst": ("ND", 2, 16, 32), "counts": (None, 1536)}, "3 batches, `dst` has room for 2", (2,)),
    ("L0C029", {"src": ("NZ", 4, 16, 1024), "dst": ("NZ", 4, 16, 1024)}, "4096 columns in one instruction", (3,)),
    ("L0C030", {"src": ("NZ", 16, 4096), "dst": ("NZ", 16, 4096)}, "nSize = 4096 does not fit 12 bits", (4080,)),
    ("L0C039", {"src": ("NZ", 30, 30), "dst": ("ND", 64, 64)}, "padding of L0C moves as rows 30 to 31", (30,)),
    (
        "L0C040",
        {"src": ("NZ", 16, 32), "dst": ("ND", 16, 32), "counts": (1024, None)},
        "1024 elements = 32 rows of 32 columns",
        (32,),
    ),
]


@pytest.mark.parametrize(("code", "fields", "message", "nearest"), NUMBERS, ids=[n[0] for n in NUMBERS])
def test_messages_tell_the_numbers(code: str, fields: Fields, message: str, nearest: tuple[object, ...]) -> None:
    mine = next(f for f in found(**fields) if f.code == code)
    assert message in mine.message
    assert mine.nearest == nearest


def test_every_word_is_looked_at() -> None:
    data = [ONE] * 32
    data[5] = ONE | 1 << 40
    data[9] = ONE | 1 << 41
    (finding,) = found(**{**WORDS, "quant": {"count": 32, "data": data}})
    assert finding.code == "L0C017"
    assert "`quant[5]` (and 1 more)" in finding.message


def test_words_that_do_not_act_are_not_judged() -> None:
    data = [*[ONE] * 32, *[0x7F800000] * 8]
    assert codes(found(**{**WORDS, "quant": {"count": 40, "data": data}})) == ["L0C024"]


def test_unknown_words_are_not_judged() -> None:
    assert codes(found(**{**WORDS, "quant": {"count": 32, "fill": None}})) == ["TEN011"]


def test_words_are_looked_at_again_on_every_call() -> None:
    atom, dst, src, held = arguments(**WORDS)
    assert te.diagnose(atom, dst, src, held) == []
    held.memory.fill(0x7F800000)
    assert codes(te.diagnose(atom, dst, src, held)) == ["L0C014"]


#: legal, and nothing to say
QUIET: list[Fields] = [
    {"src": ("NZ", 64, 64), "dst": ("ND", 40, 20)},  # the smaller side wins
    {**BATCHES, "dst": ("ND", 9, 16, 32)},  # fewer source than destination batches
    {"types": ("int32_t", "int32_t"), "enable_relu": True},
    {"dst": ("ND", 16, 16), "addresses": (None, 2)},  # any byte for ND
    {"src": ("NZ", 3, 64, 32), "dst": ("DN", 3, 16, 32), "src_cut": ((0, (16, 0)), (3, (16, 32)))},
    {**WORDS, "src": ("NZ", 16, 600), "dst": ("ND", 16, 600), "quant": {"count": 600}},
    {**WORDS, **GLUED, "quant": {"count": 32}},
    {"types": ("float", "float"), "src": ("NZ", 25, 20), "dst": ("NCHW", 1, 20, 5, 5)},
    {"types": ("float", "float"), "quant": te.u64(ONE)},
]


@pytest.mark.parametrize("fields", QUIET)
def test_no_false_alarms(fields: Fields) -> None:
    assert found(**fields) == []


def test_type_errors_end_the_evaluation() -> None:
    assert codes(found(types=("half", "half"), src=("ND", 0, 16), quant=7)) == ["L0C004"]


def test_broken_layouts_hide_what_needs_them() -> None:
    assert codes(found(dst=("ND", 0, 16), unit_flag=3)) == ["L0C037", "LAY001"]


@pytest.mark.parametrize("quant", ["none", "scalar", "tensor"])
def test_type_table(quant: str) -> None:
    """2 sources and 10 destinations in each of the three forms: exactly the documented ones pass."""
    plain = {("float", t) for t in ("float", "half", "bfloat16_t")} | {("int32_t", "int32_t")}
    narrow = {"half", "bfloat16_t", "int8_t", "uint8_t"}
    scaled = {("float", t) for t in (*narrow, "float", "fp8_e4m3fn_t", "hifloat8_t")} | {("int32_t", t) for t in narrow}
    targets = (*narrow, "float", "int32_t", "int16_t", "fp8_e4m3fn_t", "fp8_e5m2_t", "hifloat8_t")
    for src in ("float", "int32_t", "half"):
        for dst in targets:
            word: Any = {"none": None, "scalar": te.u64(INT8_ONE if dst == "int8_t" else ONE)}.get(
                quant, {"count": 16, "fill": INT8_ONE if dst == "int8_t" else ONE}
            )
            legal = (src, dst) in (plain if quant == "none" else scaled)
            assert (codes(found(types=(src, dst), quant=word)) == []) is legal


def test_strict_call_raises_and_writes_nothing() -> None:
    atom, dst, src, _ = arguments(dst=("ZN", 16, 16))
    with pytest.raises(am.RuleViolation, match="L0C003"):
        te.copy(atom, dst, src)
    assert not dst.memory.to_numpy().any()
