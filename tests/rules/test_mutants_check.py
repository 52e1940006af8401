"""How rules are asked: stages, what hides what, causes, severities; with rules made for the purpose."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

import ascmove as am
from ascmove.calls import Call
from ascmove.errors import NotModelled
from ascmove.formats import dtype
from ascmove.hardware import Product
from ascmove.plan import Plan
from ascmove.rules.catalogue import catalogue, find_rule, rules_for
from ascmove.rules.check import Verdict, judge, with_content
from ascmove.rules.numbers import around, counted, counted_view, elements, power
from ascmove.rules.placing import judge_placing
from ascmove.rules.rule import Broken, Offer, Rule, RuleBook

PLAN = cast(Plan, object())


def call(mode: str = "strict", host: bool = False, words: bool = False) -> Call:
    """As much of a call as the evaluation looks at."""
    core = SimpleNamespace(mode=mode, host=host)
    made = SimpleNamespace(family="slice", product=Product.ASCEND_950, core=core, words_in_memory=words)
    made.describe = lambda: "x -> y"
    return cast(Call, made)


def rule(code: str, stage: int, severity: Any = "error", field: str = "a", firm: bool = False, **marks: Any) -> Rule:
    """A rule that every call breaks, in one field."""
    told = {"title": "t", "statement": "s", "source": "d", "fix": "mend it", "why": "w", "evidence": "derived"}
    given: dict[str, Any] = {"products": frozenset(Product), "families": frozenset({"slice"}), "fields": (field,)}
    broken = (Broken(f"{code} at {field}", field=field, firm=firm), Broken("another place"))
    return Rule(code, severity, stage, check=lambda *_: broken, **{**told, **given, **marks})


def verdict(*rules: Rule, lower: Any = lambda call: PLAN, **settings: Any) -> Verdict:
    return judge(call(**settings), rules, lower)


def codes(*rules: Rule, **settings: Any) -> list[str]:
    return [finding.code for finding in verdict(*rules, **settings).findings]


@pytest.mark.parametrize("stage", [1, 2])
def test_an_error_of_product_or_type_ends_the_evaluation(stage: int) -> None:
    later = [rule(f"LATE{k}", k) for k in range(stage + 1, 7)]
    assert codes(rule("FIRST", stage), rule("BESIDE", stage), *later) == ["FIRST", "BESIDE"]
    assert len(codes(rule("FIRST", stage, "warning"), later[0])) == 2


def test_a_broken_field_hides_the_relations_that_need_it_and_the_plan() -> None:
    others = [rule("NEEDS", 4, needs=("b", "a")), rule("OTHER", 4, needs=("b",)), rule("PLACE", 5), rule("WHOLE", 6)]
    assert codes(rule("FIELD", 3), *others) == ["FIELD", "OTHER", "PLACE"]
    assert codes(rule("FIELD", 3, "warning"), *others) == ["NEEDS", "OTHER", "PLACE", "WHOLE", "FIELD"]
    assert codes(rule("RELATION", 4, field="b"), *others) == ["RELATION", "NEEDS", "OTHER", "PLACE", "WHOLE"]
    assert verdict(rule("FIELD", 3)).plan is None
    assert verdict(rule("PLACE", 5)).plan is PLAN


@pytest.mark.parametrize(
    ("field", "need", "hidden"),
    [
        ("loop_size[2]", "loop_size", True),
        ("loop_size[2]", "loop_lp_size", False),
        ("dst_slice_info[0].stride", "stride", True),
        ("dst_slice_info[0].stride", "dst_slice_info", True),  # the list stands for its entries
        ("dst_slice_info[0].stride", "burst_len", False),
        ("loop_info", "loop_dst_stride", True),
        ("dim_value", "shape_value", True),
        ("src_slice_info", "end_index", True),
        ("layout.c0", "c0", True),
        ("layout.c0", "layout", False),
    ],
)
def test_fields_are_known_by_their_last_name(field: str, need: str, hidden: bool) -> None:
    assert ("NEEDS" not in codes(rule("FIELD", 3, field=field), rule("NEEDS", 4, needs=(need,)))) is hidden


def test_only_rules_of_the_family_and_the_product_are_asked() -> None:
    elsewhere = frozenset({Product.ATLAS_A2})
    assert codes(
        rule("MINE", 3), rule("FAMILY", 3, families=frozenset({"nddma"})), rule("P", 3, products=elsewhere)
    ) == ["MINE"]


def test_a_call_that_is_refused_needs_no_model() -> None:
    def lower(call: Call) -> Plan:
        raise NotModelled("no")

    assert [f.code for f in verdict(rule("PLACE", 5), rule("WHOLE", 6), lower=lower).findings] == ["PLACE"]
    with pytest.raises(NotModelled):
        verdict(rule("PLACE", 5, "warning"), lower=lower)


def test_rules_of_the_last_stage_see_the_plan() -> None:
    seen: list[tuple[object, ...]] = []

    def check(*given: object) -> list[Broken]:
        seen.append(given)
        return []

    whole, field = rule("WHOLE", 6), rule("FIELD", 3)
    for one in (whole, field):
        object.__setattr__(one, "check", check)
    verdict(whole, field)
    assert [len(given) for given in seen] == [1, 2]
    assert seen[1][1] is PLAN


def test_what_depends_on_memory_is_asked_each_time() -> None:
    memory, words = rule("MEMORY", 4, content="memory"), rule("WORDS", 4, "warning", content="words")
    always = rule("ALWAYS", 4, "warning")
    first = verdict(memory, words, always)
    assert [f.code for f in first.findings] == ["WORDS", "ALWAYS"]
    assert [r.code for r in first.content_rules] == ["MEMORY"]
    assert [f.code for f in with_content(call(), first)] == ["MEMORY", "WORDS", "ALWAYS"]
    assert [r.code for r in verdict(memory, words, words=True).content_rules] == ["MEMORY", "WORDS"]
    object.__setattr__(memory, "check", lambda *_: ())
    assert with_content(call(), first) == first.findings
    assert with_content(call(), verdict(always)) == verdict(always).findings


def test_one_finding_of_a_rule_the_first_place() -> None:
    (finding,) = verdict(rule("ONE", 3, field="b")).findings
    assert (finding.message, finding.field, finding.severity) == ("ONE at b", "b", "error")
    assert (finding.help, finding.source, finding.evidence) == ("mend it", "d", "derived")
    assert (finding.call, finding.product) == ("x -> y", "ascend-950")


def test_worst_first_and_causes() -> None:
    note, warning = rule("NOTE", 1, "note"), rule("CAUSE", 3, "warning", field="b", explains=("ERROR",))
    found = verdict(note, warning, rule("ERROR", 4), rule("OTHER", 5)).findings
    assert [(f.code, f.cause) for f in found] == [("ERROR", "CAUSE"), ("OTHER", ""), ("CAUSE", ""), ("NOTE", "")]


@pytest.mark.parametrize(
    ("marks", "settings", "severity"),
    [
        ({"unenforced": True}, {}, "error"),
        ({"unenforced": True}, {"mode": "relaxed"}, "warning"),
        ({}, {"mode": "relaxed"}, "error"),
        ({"unenforced": True, "firm": True}, {"mode": "relaxed"}, "error"),
        ({"unenforced": True, "severity": "note"}, {"mode": "relaxed"}, "note"),
        ({"encoding": True}, {"host": True}, "note"),
        ({"encoding": True}, {}, "error"),
        ({}, {"host": True}, "error"),
        ({"encoding": True, "unenforced": True}, {"host": True, "mode": "relaxed"}, "note"),
    ],
)
def test_severities_of_cores(marks: dict[str, Any], settings: dict[str, Any], severity: str) -> None:
    found = verdict(rule("ONE", 3, **marks), **settings)
    assert [f.severity for f in found.findings] == [severity]
    assert found.refused is (severity == "error")


def test_a_book_fills_in_what_a_record_leaves_out() -> None:
    book = RuleBook("XYZ", "title", ["slice"])
    texts: Any = {"title": "t", "statement": "s", "source": "d", "fix": "f", "why": "w"}

    def check(call: Call) -> list[Broken]:
        return []

    assert book.rule("XYZ002", "error", 4, fields=("a",), **texts)(check) is check
    book.rule("XYZ001", "note", 6, fields=("a",), needs=("b",), families=("nddma",), encoding=True, **texts)(check)
    assert check.__doc__ == "s"
    second, first = book.rules.values()
    assert (book.prefix, book.title, second.code, second.severity, second.stage) == (
        "XYZ",
        "title",
        "XYZ002",
        "error",
        4,
    )
    assert {name: getattr(second, name) for name in texts} == texts
    assert (second.fields, second.check) == (("a",), check)
    assert (second.families, second.needs, second.products) == (frozenset({"slice"}), ("a",), frozenset(Product))
    assert (second.evidence, second.encoding, second.unenforced, second.explains) == ("documented", False, False, ())
    assert (first.families, first.needs, first.encoding) == (frozenset({"nddma"}), ("b",), True)
    assert [r.code for r in book] == ["XYZ001", "XYZ002"]
    for code in ("XYZ001", "ABC001"):
        with pytest.raises(AssertionError):
            book.rule(code, "error", 4, fields=("a",), **texts)(check)


def test_offers_are_values_of_the_field_or_changes_of_others() -> None:
    other = Offer("b 2", {"b": 2}, {"c": 3})
    assert Broken("m", field="a", nearest=(1, other)).offers() == ({"a": 1}, {"b": 2}, {"c": 3})
    assert Broken("m", field="a", nearest=(1, other), ways=()).offers() == ()
    assert Broken("m", field="a", nearest=(Offer("words"),)).offers() == ()
    assert (other, other.ways) == ("b 2", ({"b": 2}, {"c": 3}))


def test_rules_are_found_by_their_codes() -> None:
    assert find_rule("sli010") is find_rule("SLI010") is catalogue()["SLI010"]
    with pytest.raises(am.BadArgument, match=r"^unknown rule 'SLI01'; did you mean 'SLI0\d+'\?"):
        find_rule("SLI01")
    with pytest.raises(
        am.BadArgument, match=f"^unknown rule '{'X' * 40}'; known: TEN, ENH, NDD, SLI, L0C, LAY; `ascmove"
    ):
        find_rule("X" * 41)
    with pytest.raises(am.BadArgument, match=r"^the code of a rule is text such as 'NDD004', not 4$"):
        find_rule(4)  # type: ignore[arg-type]
    assert list(catalogue()) == sorted(catalogue(), key=lambda code: ("TENENHNDDSLIL0CLAY".index(code[:3]), code))
    assert {r.code[:3] for r in rules_for("slice")} == {"SLI", "TEN"}


def test_numbers() -> None:
    half = dtype("half")
    assert [elements(n, half) for n in (0, 1, 2)] == [
        "0 elements x 2 B = 0 B",
        "1 element x 2 B = 2 B",
        "2 elements x 2 B = 4 B",
    ]
    assert [counted(n, 32) for n in (1, 3)] == ["1 block x 32 B = 32 B", "3 blocks x 32 B = 96 B"]
    assert counted(2, 8, "word") == "2 words x 8 B = 16 B"
    assert [around(n, 32) for n in (1, 33, 63)] == [(0, 32), (32, 64), (32, 64)]
    assert power(3) == "2^3 = 8"
    tensor = am.Core("ascend-950").local_tensor("VECIN", "half", 48)
    assert counted_view(tensor) == "48 elements x 2 B = 96 B"
    assert counted_view(tensor[16:]) == "48 elements, 32 elements x 2 B = 64 B from element 16 on"


@pytest.mark.parametrize(
    ("position", "count", "address", "found"),
    [
        ("VECIN", 64, 32, []),
        ("VECIN", 64, 16, ["error TEN003"]),
        ("A1", 64, 16, ["error TEN003"]),
        ("CO1", 64, 32, ["error TEN004"]),
        ("CO1", 64, 64, []),
        ("A2", 64, 16, []),
        ("VECIN", 126976, 0, []),
        ("VECIN", 126977, 0, ["error TEN006"]),
        ("VECIN", 126977, 16, ["error TEN006", "error TEN003"]),
    ],
)
def test_places_of_tensors_are_judged_when_they_are_made(
    position: str, count: int, address: int, found: list[str]
) -> None:
    tensor = am.Core("ascend-950").declare_local(position, dtype("half"), count, address)
    findings = judge_placing(tensor)
    assert [f"{f.severity} {f.code}" for f in findings] == found
    assert all(f.call == f"{position}[half, {count}]" and f.product == "ascend-950" for f in findings)
    assert all(f.field.startswith("tensor.") for f in findings)
    keys = {f.code: [dispute.key for dispute in f.disagreements] for f in findings}
    assert keys.get("TEN003", []) == []  # said of NDDMA alone
    assert keys.get("TEN004", ["l0c-alignment"]) == ["l0c-alignment"]
    assert keys.get("TEN006", ["ub-capacity"]) == ["ub-capacity"]


def test_places_on_other_cores() -> None:
    host = am.Core("ascend-950", limits="host").declare_local("VECIN", dtype("half"), 126977, 0)
    assert [f"{f.severity} {f.code}" for f in judge_placing(host)] == ["note TEN006"]
    relaxed = am.Core("ascend-950", mode="relaxed").declare_local("VECIN", dtype("half"), 64, 16)
    assert [f"{f.severity} {f.code}" for f in judge_placing(relaxed)] == ["error TEN003"]
    nowhere = am.Core("atlas-inference-vectorcore").declare_local("CO1", dtype("half"), 64, 16)
    (finding,) = judge_placing(nowhere)
    assert (finding.severity, finding.code, finding.field) == ("error", "TEN001", "tensor.position")
    assert finding.message.startswith("`tensor` lies in CO1")
