"""Findings on odd copies out of L0C: which rules speak, and that the values they offer are legal ones."""

from __future__ import annotations

from typing import Any

import pytest

import ascmove as am
from ascmove.cases import Case

Fields = dict[str, Any]

ONE, INT8_ONE = 0x3F800000, 0x40003F800000
FEATURE_MAPS = [("NHWC", [1, 4, 4, 16]), ("NCHW", [1, 16, 4, 4]), ("NC1HWC0", [1, 1, 4, 4, 16])]


def copy(
    src: Fields, dst: Fields, types: tuple[str, str] = ("float", "half"), words: Any = None, **params: Any
) -> Fields:
    """A case: layouts of source and destination, with ``slice`` or ``count`` beside the layout's keys."""
    if words is not None:
        params["quant"] = words

    def operand(position: str, kind: str, spec: Fields, **content: Any) -> Fields:
        own: Fields = {key: spec.pop(key) for key in ("slice", "count", "address") if key in spec}
        return {"position": position, "dtype": kind, "layout": spec, **own, **content}

    return {
        "product": "ascend-950",
        "call": "l0c2gm",
        "src": operand("CO1", types[0], dict(src), data="zeros"),
        "dst": operand("GM", types[1], dict(dst), fill=0),
        "params": params,
    }


def frame(pattern: str, m: int, n: int, **more: Any) -> Fields:
    return {"pattern": pattern, "m": m, "n": n, **more}


def findings(case: Fields) -> dict[str, am.Finding]:
    return {finding.code: finding for finding in Case.from_dict(case).diagnose()}


@pytest.mark.parametrize(("pattern", "extents"), FEATURE_MAPS)
def test_a_feature_map_with_a_batch_of_its_own_breaks_one_rule(pattern: str, extents: list[int]) -> None:
    case = copy(frame("NZ", 16, 16), {"pattern": pattern, "extents": extents, "batch": 2})
    found = findings(case)
    assert list(found) == ["L0C034"]
    assert (found["L0C034"].severity, found["L0C034"].field, found["L0C034"].value) == ("error", "dst.layout.batch", 2)
    del case["dst"]["layout"]["batch"]
    assert not findings(case)


def test_other_layouts_of_extents_take_no_batch() -> None:
    with pytest.raises(am.CaseError, match="keys of another form of layout"):
        findings(copy(frame("NZ", 16, 16), {"pattern": "ND", "extents": [16, 16], "batch": 2}))


@pytest.mark.parametrize(
    ("code", "src", "dst", "types", "word"),
    [
        ("LAY003", frame("NZ", 16, 16), frame("NZ", 16, 16), ("int32_t", "int8_t"), INT8_ONE),
        ("LAY004", frame("NZ", 16, 16), frame("NZ", 16, 16, c0=32), ("float", "half"), None),
        ("LAY004", frame("NZ", 16, 16, batch=2), frame("NZ", 16, 16, c0=32, batch=2), ("float", "half"), None),
        ("LAY002", frame("NZ", 16, 16, c0=32), frame("ND", 16, 32), ("float", "half"), None),
    ],
)
def test_a_wrong_c0_hides_the_rules_that_count_with_it(
    code: str, src: Fields, dst: Fields, types: tuple[str, str], word: Any
) -> None:
    assert list(findings(copy(src, dst, types, word))) == [code]


@pytest.mark.parametrize(("pattern", "most"), [("ND", 4095), ("DN", 4095), ("NZ", 4080)])
def test_the_widest_destination_is_offered(pattern: str, most: int) -> None:
    case = copy(frame("NZ", 16, 4096), frame(pattern, 16, 4096))
    found = findings(case)["L0C030"]
    assert (found.field, found.nearest) == ("dst.layout.n", (most,))
    case["dst"]["layout"]["n"] = most
    assert not findings(case)


def test_glued_batches_are_offered_widths_that_both_sides_take() -> None:
    merged = copy(frame("NZ", 16, 48, batch=2), frame("NZ", 16, 64, batch=2, c0=32), ("int32_t", "int8_t"), INT8_ONE)
    assert findings(merged)["L0C028"].nearest == ("one call per batch",)
    ragged = copy(frame("NZ", 16, 28, batch=2), frame("NZ", 16, 32, batch=2))
    assert findings(ragged)["L0C028"].nearest == (32,)
    ragged["src"]["layout"]["n"] = 32
    assert not findings(ragged)


@pytest.mark.parametrize(("code", "count"), [("L0C023", 30), ("L0C024", 34)])
def test_counts_of_batched_words_are_those_of_the_whole_tensor(code: str, count: int) -> None:
    words = {"count": count, "fill": ONE, "batch": 2}
    case = copy(frame("NZ", 16, 16, batch=2), frame("ND", 16, 16, batch=2), words=words)
    found = findings(case)[code]
    assert (found.value, found.nearest) == (count, (32,))
    words["count"] = 32
    assert not findings(case)


def test_the_way_out_of_split_with_unit_flag_breaks_no_other_rule() -> None:
    case = copy(frame("NZ", 16, 16), frame("NZ", 16, 16, c0=8), ("float", "float"), enable_channel_split=True)
    case["params"]["unit_flag"] = 2
    assert findings(case)["L0C009"].nearest[0] == "unit_flag = 0"
    case["params"]["unit_flag"] = 0
    assert not findings(case)
