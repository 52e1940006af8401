"""What the page is told about a case."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

pytest.importorskip("starlette", reason="the live page needs starlette: pip install 'ascmove[serve]'")

from ascmove.cases import Case
from ascmove.cases.reading import parse
from ascmove.errors import CaseError
from ascmove.serve.answers import answer, drawing, read_case
from ascmove.serve.app import live_page
from ascmove.serve.examples import examples
from ascmove.serve.forms import forms

TEXT = next(e.text for e in examples() if e.name == "nddma_slice")


@pytest.mark.parametrize("example", examples(), ids=lambda e: e.name)
def test_every_example_is_answered_and_its_yaml_says_the_same(example: object) -> None:
    text = example.text  # type: ignore[attr-defined]
    told = answer({"text": text})
    assert "error" not in told
    assert [p["name"] for p in told["scene"]["panels"]] == ["src", "dst"]
    again = answer({"text": told["yaml"]})
    assert again == told
    assert answer({"case": told["case"]})["scene"] == told["scene"]


def test_the_menu_has_every_family_and_a_title_each() -> None:
    found = examples()
    assert {parse(e.text)["call"] for e in found} == set(Case.families)
    assert len({e.title for e in found}) == len(found)


def test_a_broken_rule_is_a_finding_not_an_error() -> None:
    told = answer({"text": TEXT.replace("[1, 16]", "[1, 8]")})
    assert not told["ok"]
    assert any(f["severity"] == "error" for f in told["scene"]["findings"])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "a case is a mapping"),
        ("call: nddma", "product"),
        ("{a: [", "not YAML"),
        ("call: nddmaa\n", "did you mean 'nddma'"),
    ],
)
def test_an_unreadable_case_says_why(text: str, part: str) -> None:
    assert part in answer({"text": text})["error"]


@pytest.mark.parametrize("where", ["src", "expect", "deq_tensor"])
def test_no_file_is_ever_read(where: str) -> None:
    data = parse(TEXT)
    if where == "expect":
        data["expect"] = {"file": "/etc/hostname"}
    elif where == "src":
        data["src"]["data"] = {"file": "x.npy"}
    else:
        data["params"]["deq_tensor"] = {"data": {"file": "../../x.bin"}}
    with pytest.raises(CaseError, match="reads no files"):
        read_case({"case": data})


def test_large_cases_are_left_to_the_command_line() -> None:
    text = TEXT.replace("shape: [32, 64]", "shape: [4096, 4096]").replace("arange: [1, 2049]", "random: 1")
    told = answer({"text": text})
    assert "`ascmove draw` takes more" in told["error"]


def test_drawings() -> None:
    assert ElementTree.fromstring(drawing({"text": TEXT}, "svg")).tag.endswith("svg")
    assert drawing({"text": TEXT}, "html").startswith("<!doctype html>")


def test_forms_hold_every_field_of_the_model() -> None:
    found = forms()
    assert set(found) == set(Case.families)
    paths = {".".join(f["path"]): f for f in found["enhanced"]}
    assert paths["params.enhanced.deq_scale"]["choices"][:2] == ["DEQ_NONE", "DEQ"]
    assert paths["params.data_copy.block_len"]["kind"] == "whole"
    assert paths["params.enhanced.is_relu"]["kind"] == "flag"
    rows = {".".join(f["path"]): f for f in found["nddma"]}["params.loop_info"]
    assert (rows["kind"], rows["rows"][0]) == ("rows", "loop_src_stride")
    for fields in found.values():
        assert {"product", "src.position", "dst.dtype"} <= {".".join(f["path"]) for f in fields}


def test_the_page_talks_to_its_own_address_only() -> None:
    page = live_page()
    assert "connect-src 'self'" in page
    assert len(page.encode()) < 400_000
