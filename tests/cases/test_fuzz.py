"""Garbage in: whatever stands in a case, there is an answer or one clear error, soon, and never anything else."""

from __future__ import annotations

import copy
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ascmove.cases import Case
from ascmove.cli import main
from ascmove.errors import AscMoveError, CaseError
from ascmove.findings import render_text
from ascmove.rules import explain as readers

SOURCES = sorted((Path(readers.__file__).parent / "examples").glob("*.yaml"))
DOCUMENTS: list[dict[str, Any]] = [yaml.safe_load(path.read_text()) for path in SOURCES]

BOUNDED = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])

_EDGES = [0, 1, 2, 15, 16, 31, 32, 255, 256, 4095, 4096, 65535, 65536, 1 << 20, 1 << 40, 1 << 63, 10**15, 10**30]
integers = st.sampled_from([*_EDGES, *(-n for n in _EDGES)]) | st.integers(-(1 << 70), 1 << 70) | st.integers(-3, 40)
_WORDS = (
    "GM",
    "VECIN",
    "CO1",
    "A1",
    "half",
    "float",
    "hifloat8_t",
    "NZ",
    "NDExt",
    "MATRIX",
    "VDEQ16",
    "zeros",
    "0x10",
    "",
)
names = st.sampled_from(_WORDS)
leaves = st.none() | st.booleans() | integers | st.floats() | names | st.text(max_size=8)
plain = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names | st.text(max_size=6), inner, max_size=4)
)
keys = st.sampled_from(["product", "call", "src", "dst", "params", "expect", "nd_dma_dci", "finding", "x"])
cases = st.dictionaries(keys, plain, max_size=8)


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values inside a case."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*way, key)
        yield from places(item, (*way, key))


@st.composite
def mutants(draw: st.DrawFn) -> dict[str, Any]:
    """A real case in which some values are something else, are gone, or stand twice."""
    data: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 4))):
        ways = [way for way in places(data) if way != ("call",)]
        *outer, last = draw(st.sampled_from(ways))
        place: Any = data
        for key in outer:
            place = place[key]
        change = draw(st.sampled_from(["value", "value", "value", "number", "number", "number", "drop", "twice"]))
        if change == "number" and isinstance(place[last], int):
            place[last] = draw(integers)
        elif change == "drop":
            del place[last]
        elif change == "twice" and isinstance(place, list):
            place.append(copy.deepcopy(place[last]))
        else:
            place[last] = draw(plain)
    return data


def judged(data: dict[str, Any]) -> None:
    """Checking and running a case ends in findings or in a CaseError, and the case can be written down again."""
    try:
        case = Case.from_dict(data)
    except CaseError as error:
        assert 0 < len(str(error)) < 4000
        return
    assert isinstance(case.to_dict(), dict)
    try:
        findings = case.diagnose()
    except AscMoveError as error:
        assert str(error)
        return
    assert isinstance(render_text(findings, 80), str)
    json.dumps([finding.to_dict() for finding in findings], allow_nan=False)
    try:
        run = case.run()
        assert run.broken is any(f.severity == "error" for f in findings)
        assert run.output.size == run.setup.dst.tensor.count
    except AscMoveError as error:
        assert str(error)


@BOUNDED
@given(cases)
def test_garbage(data: dict[str, Any]) -> None:
    judged(data)


@BOUNDED
@given(mutants())
def test_mutants(data: dict[str, Any]) -> None:
    judged(data)


@settings(BOUNDED, max_examples=25)
@given(data=mutants())
def test_command_line(tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]) -> None:
    """The same through a file and the commands: status 0, 1 or 2, and no partial output."""
    folder = tmp_path_factory.mktemp("fuzz")
    path, out = folder / "case.json", folder / "out.bin"
    path.write_text(json.dumps(data))
    for arguments in (["check", path, "--json"], ["run", path, "--out", out], ["check", path, "--sarif"]):
        with pytest.raises(SystemExit) as ended:
            main(list(map(str, arguments)))
        assert ended.value.code in (0, 1, 2)
    assert not list(folder.glob("*.part"))


@settings(BOUNDED, max_examples=100)
@given(st.binary(max_size=300), st.sampled_from([".yaml", ".json", ".toml"]))
def test_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes, suffix: str) -> None:
    path = tmp_path_factory.mktemp("fuzz") / f"case{suffix}"
    path.write_bytes(content)
    with pytest.raises(CaseError):
        Case.load(path)


@settings(BOUNDED, max_examples=100)
@given(st.text(alphabet="abc:-[]{}&*!|>'\"#%@,0x.~ \n\t?<", max_size=120))
def test_punctuation(tmp_path_factory: pytest.TempPathFactory, content: str) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "case.yaml"
    path.write_text(content)
    with pytest.raises(CaseError):
        Case.load(path)


def test_absurd_sizes_cost_nothing() -> None:
    """Numbers at the ends of their ranges in every field: judged within a bounded amount of memory."""
    tracemalloc.start()
    try:
        for document in DOCUMENTS:
            if document.get("finding", "")[:3] not in ("NDD", "SLI", "ENH", "TEN"):
                continue
            data = copy.deepcopy(document)
            for way in list(places(data)):
                *outer, last = way
                place = data
                for key in outer:
                    place = place[key]
                if isinstance(place[last], int) and not isinstance(place[last], bool) and "loop_info" not in way:
                    kept, place[last] = place[last], 1 << 41
                    try:
                        Case.from_dict(data).diagnose()
                    except AscMoveError as error:
                        assert str(error)
                    place[last] = kept
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()
