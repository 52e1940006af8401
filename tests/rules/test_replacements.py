"""Replacements: the call that a finding offers mends it, is judged by the same rules, and costs legal calls nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import ascmove as am
from ascmove import strategies
from ascmove.calls import BasicCall, Call, DataCopyParams, NdDmaParams
from ascmove.calls.changing import value_of, with_fields
from ascmove.cases import Case
from ascmove.cases.editing import corrected, edits_between, mended_text
from ascmove.errors import BadArgument
from ascmove.findings import Change, Finding, Replacement
from ascmove.formats.dtype import dtype
from ascmove.moves import diagnose_call
from ascmove.rules import explain as readers
from ascmove.rules import mending
from ascmove.rules.catalogue import catalogue
from ascmove.tensors import Tensor

PACKAGED = Path(readers.__file__).parent / "examples"
FURTHER = Path(__file__).parents[1] / "rule_cases"
BAD = sorted([*PACKAGED.glob("*_bad.yaml"), *FURTHER.glob("*_bad.yaml")])

#: rules whose breaking call has no replacement, and why
WORDS_ONLY = {
    "another product": {"NDD001", "SLI001", "L0C001"},
    "another route: the data lie where they lie": {"TEN001", "ENH003", "NDD002", "SLI002", "L0C002"},
    "another call": {"ENH001"},
    "no copy out of UB takes less than a block": {"TEN051"},
    "pads may be meant": {"TEN050"},
    "another layout of the data": {"L0C003", "L0C022", "SLI003", "ENH005"},
    "several calls instead of one": {"NDD004", "SLI004", "L0C028"},
    "what is meant is not known: lengths, words, coordinates": {
        *("SLI005", "SLI009", "SLI011", "ENH027", "L0C013", "L0C025", "L0C032", "LAY011"),
    },
}


def finding_of(path: Path) -> Finding:
    return next(f for f in Case.load(path).diagnose() if f.code == path.name[:6])


def test_which_rules_have_a_replacement() -> None:
    """Every warning has one; what has none is listed, with the reason."""
    without = {path.name[:6] for path in PACKAGED.glob("*_bad.yaml") if finding_of(path).replacement is None}
    assert without == set().union(*WORDS_ONLY.values())
    assert {code for code in without if catalogue()[code].severity == "warning"} == {"TEN051"}


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_the_replacement_mends_the_case(path: Path) -> None:
    """Written into the text of the case: the finding is gone, no error is there that was not, all else is as it was."""
    finding = finding_of(path)
    text = path.read_text()
    better = mended_text(text, finding, path)
    if finding.replacement is None:
        assert better is None
        return
    assert better is not None
    before, after = (Case.from_dict(readable(t)).diagnose() for t in (text, better))
    assert finding.code not in {f.code for f in after}
    assert {f.code for f in after if f.severity == "error"} <= {f.code for f in before if f.severity == "error"}
    assert {f.code for f in before} - {f.code for f in after} >= set(finding.replacement.mends) >= {finding.code}
    # every other line is as it was
    changed = {edit.start[0] for edit in edits_between(text, better)}
    assert len(changed) <= len(finding.replacement.changes)


def readable(text: str) -> dict[str, object]:
    from ascmove.cases.reading import parse

    return parse(text)


@pytest.mark.parametrize("family", strategies.FAMILIES)
def test_replacements_of_drawn_calls(family: str) -> None:
    """Applied to the call itself, each changes exactly what it says and mends what it says."""

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategies.illegal_calls(family))
    def check(illegal: strategies.Illegal) -> None:
        before = diagnose_call(illegal.call)
        for finding in before:
            made = finding.replacement
            if made is None:
                continue
            assert made.removed != made.added
            assert len(made.lines()) == len(made.removed) + len(made.added)
            assert finding.code in made.mends
            assert made.changes and all(change.old != change.new for change in made.changes)
            if not any(change.field.endswith(".slice") for change in made.changes):
                other = with_fields(illegal.call, {change.field: tuples(change.new) for change in made.changes})
                after = {f.code: f.severity for f in diagnose_call(other)}
                assert finding.code not in after
                assert {c for c, s in after.items() if s == "error"} <= {f.code for f in before}

    check()


def tuples(value: object) -> object:
    return tuple(tuples(item) for item in value) if isinstance(value, list) else value


def test_legal_calls_are_not_mended_and_findings_are_mended_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Call] = []
    mended = mending.mended

    def counted(call: Call, findings: object, look: object) -> tuple[Finding, ...]:
        asked.append(call)
        return mended(call, findings, look)  # type: ignore[arg-type]

    monkeypatch.setattr(mending, "mended", counted)
    core = am.Core("ascend-950")
    x, y = (core.local_tensor(position, "half", 128, fill=0) for position in ("VECIN", "VECOUT"))
    for _ in range(3):
        am.data_copy(y, x, DataCopyParams(1, 4))
        assert am.diagnose(y, x, DataCopyParams(1, 4)) == []
    assert asked == []
    first = am.diagnose(y, x, DataCopyParams(1, 9))
    assert first[0].replacement is not None
    assert am.diagnose(y, x, DataCopyParams(1, 9)) == first
    assert len(asked) == 1


def test_a_trial_leaves_the_core_as_it_was() -> None:
    core = am.Core("ascend-950")
    x = core.local_tensor("VECIN", "half", 64, fill=1)
    y = core.local_tensor("VECOUT", "half", 64, fill=2)
    taken = core.arena(x.space).taken
    findings = am.diagnose(y, x, DataCopyParams(1, 9))
    assert [f.code for f in findings] == ["TEN008", "TEN009"]
    assert core.arena(x.space).taken == taken
    assert (y.to_float() == 2).all()


def test_the_shorter_copy_is_preferred_where_it_mends_both_sides() -> None:
    core = am.Core("ascend-950")
    x, y = (core.local_tensor(position, "half", 64, fill=0) for position in ("VECIN", "VECOUT"))
    for finding in am.diagnose(y, x, DataCopyParams(1, 9)):
        assert finding.replacement == Replacement(
            finding.code,
            (Change("data_copy.block_len", 9, 4),),
            ("TEN008", "TEN009"),
            ("data_copy.block_len: 9",),
            ("data_copy.block_len: 4",),
        )


def test_an_array_of_the_host_is_as_large_as_it_is() -> None:
    import numpy as np

    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(40, np.float16))
    y = core.local_tensor("VECIN", "half", 64)
    (finding,) = am.diagnose(y, x, 48)
    assert finding.replacement is not None and finding.replacement.lines() == ["- count: 48", "+ count: 32"]


def test_a_view_moves_by_its_offset() -> None:
    core = am.Core("ascend-950")
    x, y = (core.local_tensor(position, "half", 128, fill=0) for position in ("VECIN", "VECOUT"))
    (finding,) = am.diagnose(y[8:], x, 16)
    assert finding.code == "TEN003"
    assert finding.replacement is not None and finding.replacement.lines() == ["- dst.offset: 8", "+ dst.offset: 16"]


def test_a_consequence_is_mended_with_its_cause() -> None:
    case = Case.load(PACKAGED / "ENH012_bad.yaml")
    found = {f.code: f for f in case.diagnose()}
    assert found["TEN008"].cause == "ENH012"
    assert found["TEN008"].replacement == found["ENH012"].replacement
    assert str(found["TEN008"]).count("\n  - ") == 0
    assert str(found["ENH012"]).count("\n  - ") == 1


def test_pads_that_leave_the_buffer_are_moved_to_the_axis_they_were_meant_for() -> None:
    """3 rows of 5 turned over, to be padded to a pitch of 8: the pads stand on the loop that steps by whole rows."""
    core = am.Core("ascend-950")
    x, y = core.declare_global(dtype("float"), 15), core.local_tensor("VECIN", "float", 40)
    wrong = NdDmaParams([[1, 5], [8, 1], [5, 3], [0, 0], [5, 0]])
    found = {f.code: f for f in am.diagnose(y, x, wrong)}
    assert set(found) == {"TEN009", "NDD023"} and found["TEN009"].cause == "NDD023"
    assert "each pad of loop 0 lies 8 elements on, and without its 5 the copy stays inside" in found["TEN009"].help
    made = found["TEN009"].replacement
    assert made is not None and made.lines() == ["- loop_rp_size: [5, 0]", "+ loop_rp_size: [0, 5]"]
    assert made.mends == ("TEN009", "NDD023")


@pytest.mark.parametrize(("count", "told"), [(32, True), (64, True), (65, False), (79, False)])
def test_pads_of_the_config_are_those_of_every_loop(count: int, told: bool) -> None:
    """Rows of 13 at a pitch of 16, padded by 3: said for all loops, the pads are 3 rows as well."""
    core = am.Core("ascend-950")
    x, y = core.declare_global(dtype("float"), 26), core.local_tensor("VECIN", "float", count)
    params = NdDmaParams([[1, 13], [1, 16], [13, 2]])
    (finding,) = am.diagnose(y, x, params, config=am.NdDmaConfig(loop_lp_size=0, loop_rp_size=3))
    assert finding.code == "TEN009"
    text = "each pad of loop 1 lies 16 elements on, and without its 3 the copy stays inside; the pads of the config are"
    assert (text in finding.help) is told


def test_what_else_a_replacement_mends_is_said() -> None:
    core = am.Core("ascend-950")
    x, y = (core.local_tensor(position, "half", 64, fill=0) for position in ("VECIN", "VECOUT"))
    source, target = map(str, am.diagnose(y, x, DataCopyParams(1, 9)))
    assert source.endswith("  + data_copy.block_len: 4\n  which mends TEN009 as well")
    assert target.endswith("  + data_copy.block_len: 4\n  which mends TEN008 as well")


def test_byte_strides_explain_that_both_tensors_are_left() -> None:
    core = am.Core("ascend-950")
    x, y = core.declare_global(dtype("float"), 64), core.local_tensor("VECIN", "float", 64)
    found = {f.code: f for f in am.diagnose(y, x, NdDmaParams([[4, 32], [4, 32], [8, 8]]))}
    assert {code: f.cause for code, f in found.items()} == {"TEN008": "NDD025", "TEN009": "NDD025", "NDD025": ""}
    assert {f.replacement.mends for f in found.values() if f.replacement} == {("TEN008", "TEN009", "NDD025")}


def test_fields_of_a_call() -> None:
    core = am.Core("ascend-950")
    x, y = (core.local_tensor(position, "half", 64, fill=0) for position in ("VECIN", "VECOUT"))
    call = BasicCall(y[16:], x, DataCopyParams(1, 1, src_gap=1, src_stride=2))
    assert [value_of(call, name) for name in ("data_copy.block_len", "dst.offset", "dst.count", "src.dtype")] == [
        *(1, 16, 64),
        x.dtype,
    ]
    assert (value_of(call, "data_copy.src_gap"), value_of(call, "data_copy.src_stride")) == (1, 2)
    other = with_fields(call, {"data_copy.src_stride": None, "dst.count": 96, "src.address": 64})
    assert isinstance(other, BasicCall) and other.geometry.conflicts == ()
    assert (other.dst.count, other.dst.offset, other.src.address) == (80, 16, 64)
    assert (call.dst.count, call.src.address) == (48, 0)
    for name in ("block_len", "data_copy.blocks", "src.size", "quant.count", "src_slice_info[0].stride", "product.x"):
        with pytest.raises(BadArgument):
            with_fields(call, {name: 1})


BLOCK_STYLE = """\
product: ascend-950   # the chip
call: nddma
src:
  position: GM
  dtype: int64_t
  count: 2
dst: {position: VECIN, dtype: int64_t, count: 4}
params:
  loop_info:
    loop_src_stride: [1]
    loop_dst_stride: [1]
    loop_size: [2]   # two words
  config:
    loop_lp_size: 1
    loop_rp_size: 1
"""


def test_a_text_keeps_its_form_and_comments() -> None:
    path = Path("x.yaml")
    better = corrected(BLOCK_STYLE, path)
    assert better == BLOCK_STYLE.replace(
        "loop_size: [2]   # two words\n", "loop_size: [2]   # two words\n    loop_lp_size: [1]\n    loop_rp_size: [1]\n"
    ).replace("loop_lp_size: 1\n", "loop_lp_size: 65535\n").replace("loop_rp_size: 1\n", "loop_rp_size: 65535\n")
    assert corrected(better, path) == better
    assert Case.from_dict(readable(better)).diagnose() == []


def test_a_json_case_stays_one() -> None:
    import json

    data = readable((PACKAGED / "ENH017_bad.yaml").read_text())
    text = json.dumps(data, indent=1)
    better = json.loads(corrected(text, Path("x.json")))
    enhanced = better["params"]["enhanced"]
    assert (enhanced["deq_scale"], enhanced["deq_value"]) == ("DEQ", 0x3C00)


def test_edits_are_small() -> None:
    (edit,) = edits_between("a: 1\nb: [2, 3]\n", "a: 1\nb: [2, 45]\n")
    assert (edit.start, edit.end, edit.text) == ((2, 8), (2, 9), "45")
    assert len(edits_between("a: 1\nb: 2\nc: 3\n", "a: 9\nb: 2\nc: 9\n")) == 2
    assert edits_between("a", "a") == ()


def kept_number(call: Call, finding: Finding) -> object:
    """The first nearest number with which, set alone, the call keeps the finding; None where there is none."""
    for value in finding.nearest:
        if type(value) is not int:
            continue
        try:
            after = diagnose_call(with_fields(call, {finding.field: value}))
        except (am.AscMoveError, TypeError, ValueError):
            continue  # a list, of which the number is one entry
        if any((f.code, f.field, f.value) == (finding.code, finding.field, value) for f in after):
            return value
    return None


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_nearest_numbers_do_not_keep_the_finding(path: Path) -> None:
    call = Case.load(path).call()
    for finding in diagnose_call(call):
        assert kept_number(call, finding) is None


@pytest.mark.parametrize("family", strategies.FAMILIES)
def test_nearest_numbers_of_drawn_calls_do_not_keep_the_finding(family: str) -> None:
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategies.illegal_calls(family))
    def check(illegal: strategies.Illegal) -> None:
        for finding in diagnose_call(illegal.call):
            assert kept_number(illegal.call, finding) is None, str(finding)

    check()


def nearest_of(code: str, dst: Tensor, src: Tensor, count: int) -> tuple[object, ...]:
    return next(f.nearest for f in am.diagnose(dst, src, count) if f.code == code)


@pytest.mark.parametrize(
    ("whole", "offset", "nearest"),
    [(8192, 8192, (7680,)), (8192, 9000, (7680,)), (512, 512, (0,)), (500, 500, ())],
)
def test_the_last_offset_from_which_the_copy_stays_inside(whole: int, offset: int, nearest: tuple[int, ...]) -> None:
    core = am.Core("ascend-950")
    view = core.declare_global(dtype("half"), whole).view(offset)
    assert nearest_of("TEN012", core.local_tensor("VECIN", "half", 512), view, 512) == nearest


@pytest.mark.parametrize(
    ("count", "room", "nearest"),
    [(600, 512, (512,)), (600, 600, (592,)), (600, 608, (592, 608)), (500, 512, (496, 512))],
)
def test_the_nearest_count_fits_the_buffer(count: int, room: int, nearest: tuple[int, ...]) -> None:
    core = am.Core("ascend-950")
    source, target = core.declare_global(dtype("half"), 8192), core.local_tensor("VECIN", "half", room)
    assert nearest_of("ENH039", target, source, count) == nearest
