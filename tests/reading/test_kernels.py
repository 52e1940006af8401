"""Realistic fragments: class members, templates, macros, loops and branches; what is not constant is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from typer.testing import CliRunner

from ascmove import strategies
from ascmove.calls import Call, L0cCall
from ascmove.cases import Case
from ascmove.cli.app import app
from ascmove.errors import BadArgument, CaseError
from ascmove.findings import Finding
from ascmove.reading import Kernel, KernelCall, read_kernel, read_text

KERNELS = Path(__file__).parent / "kernels"


def errors(kernel: Kernel, call: KernelCall) -> list[Finding]:
    """The findings of rules, without the notes about what was not checked."""
    return [finding for finding in kernel.findings(call) if not finding.code.startswith("KER")]


def test_members_enumerations_and_macros() -> None:
    kernel = read_kernel(KERNELS / "class_members.cpp")
    gaps, open_gap, listed, counted, number = kernel.calls
    assert gaps.params == {"data_copy": {"block_count": 12, "block_len": 3, "src_gap": 7, "dst_gap": 0}}
    assert kernel.unknown(gaps) == ["src.offset: total is a parameter of the function"]
    assert open_gap.unknown == ["dst_gap: total is a parameter of the function"]
    assert "dst_gap" not in open_gap.params["data_copy"]
    assert listed.params == {"data_copy": {"block_count": 2, "block_len": 3, "src_gap": 1}}
    assert listed.unknown == []
    assert listed.note == "made in 12 turns: data_copy.dst_gap 0 to 11"
    assert [turn.params["data_copy"]["dst_gap"] for turn in listed.turns] == list(range(12))
    assert (counted.family, counted.params) == ("data_copy", {})
    assert counted.unknown == ["count: total is a parameter of the function"]
    assert number.params == {"count": 5000 // 7 * 16}
    assert (gaps.dst.position, gaps.src.position) == ("VECIN", "GM")
    case = kernel.case(number)
    assert case is not None
    assert Case.from_dict(case).run().ok


def test_loops_and_branches() -> None:
    kernel = read_kernel(KERNELS / "loops_and_branches.cpp")
    first, inside, last, behind, passed, ext, rows = kernel.calls
    assert first.unknown == ["loop_size[1]: n is a parameter of the function"]
    assert first.params["loop_info"] == [[1, 64], [1, 64], [64, None], [0, 0], [0, 0]]
    assert first.params["config"]["loop_lp_size"] == 0
    assert [turn.params["loop_info"][0] for turn in inside.turns] == [[1, 64 * row] for row in range(4)]
    assert inside.note == "made in 4 turns: loop_info[0][1] 0, 64, 128, 192; dst.offset 0, 64, 128, 192"
    assert inside.params["constant_value"] == 0
    assert last.params["loop_info"][2] == [64, 8]
    (refused,) = errors(kernel, last)
    assert refused.code == "NDD007"
    assert refused.effect == "other types and positions are refused by NDD013"
    assert behind.unknown == ["loop_size[1]: fixed.loopSize depends on the if in line 33"]
    assert all("may be changed by Fill()" in text for text in passed.unknown)
    assert (ext.family, ext.note) == (
        None,
        "DataCopy with DataCopyExtParams is not one of the families that are modelled",
    )
    assert rows.params["src_slice_info"] == [[0, 31, 0, 4, 32]]
    assert rows.params["dim_value"] == 1


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("512 * sizeof(half) / 32", 32),
        ("(7 + 3) % 4 << 2 | 1", 9),
        ("-7 / 2 + 10", 7),
        ("0x1F & ~0x3", 28),
        ("1'000u", 1000),
        ("true ? 3 : n", 3),
        ("static_cast<uint16_t>(5)", 5),
        ("uint32_t(6)", 6),
        ("(uint16_t)7", 7),
        ("std::min(4, 9)", 4),
        ("sizeof(uint64_t) == 8 && !false", 1),
        ("010", 8),
        ("NdDmaConfig::unsetPad", 65535),
    ],
)
def test_constant_expressions(expression: str, value: int) -> None:
    kernel = read_text(
        f"void f(int n) {{ constexpr auto k = {expression}; DataCopy(a, b, DataCopyParams{{1, k, 0, 0}}); }}"
    )
    assert kernel.calls[0].params["data_copy"]["block_len"] == value


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("int k = n;", "n is a parameter of the function"),
        ("int k = tiling.length;", "tiling.length is a member that is set elsewhere"),
        ("int k = GetBlockIdx();", "GetBlockIdx() is not evaluated"),
        ("int k = 1; k += n;", "n is a parameter of the function"),
        ("int k = 1; while (n) { k++; }", "k changes in the loop in line 1"),
        ("int k = 1; switch (n) { case 1: k = 3; }", "k depends on the switch in line 1"),
        ("int k;", "k is not initialised"),
        ("int k = 5 / 0;", "`5 / 0` cannot be computed"),
        ("", "k is not declared in this file"),
        ("int k = sizeof(Unknown);", "Unknown is not declared in this file"),
    ],
)
def test_what_is_not_constant_is_named_with_the_reason(body: str, reason: str) -> None:
    (call,) = read_text(f"void f(int n) {{ {body} DataCopy(a, b, DataCopyParams{{1, k, 0, 0}}); }}").calls
    assert "block_len" not in call.params["data_copy"]
    assert len(call.unknown) == 1
    assert reason in call.unknown[0]


def test_structs_of_other_types_are_not_taken_for_gaps() -> None:
    (call,) = read_text("void f() { Nd2NzParams p{1, 16, 23, 0}; DataCopy(a, b, p); }").calls
    assert (call.family, call.note) == (None, "DataCopy with Nd2NzParams is not one of the families that are modelled")
    (read,) = read_text("void f() { Tiling t; DataCopy(a, b, {1, t.n, 0, 0}); }").calls
    assert read.unknown == ["block_len: t.n is a member that is set elsewhere"]


def test_equal_values_of_both_branches_and_shadowing() -> None:
    text = "void f() { int k = 3; { int k = 5; DataCopy(a, b, {1, k, 0, 0}); } DataCopy(a, b, {1, k, 0, 0}); }"
    assert [c.params["data_copy"]["block_len"] for c in read_text(text).calls] == [5, 3]


def test_members_defined_outside_of_their_class() -> None:
    text = """
    class K { void f(); static const int kLen = 4; GlobalTensor<float> gm; LocalTensor<float> ub; };
    void K::f() { DataCopy(ub, gm, {1, kLen, 0, 0}); }
    """
    kernel = read_text(text)
    (call,) = kernel.calls
    assert call.params["data_copy"]["block_len"] == 4
    assert kernel.unknown(call) == []


def test_offsets_are_part_of_the_call() -> None:
    kernel = read_text("void f(LocalTensor<half> ub, GlobalTensor<half> gm) { DataCopy(ub[2 * 4], gm[5], 16); }")
    (call,) = kernel.calls
    assert [f.code for f in errors(kernel, call)] == ["TEN003"]


def test_findings_hold_whatever_the_open_type_is() -> None:
    head = "template <typename T> void f() { NdDmaLoopInfo<1> i{{1}, {1}, {0}};"
    text = f"{head} NdDmaParams<T, 1> p{{i, 0}}; DataCopy<T, 1>(a, b, p); }}"
    kernel = read_text(text)
    assert [f.code for f in errors(kernel, kernel.calls[0])] == ["NDD008"]
    wide = read_text(text.replace("{1}, {0}", "{524288}, {1}"))
    assert errors(wide, wide.calls[0]) == []  # too large for types of 8 bytes only
    typed = read_text(text.replace("{1}, {0}", "{524288}, {1}"), assume={"T": "int64_t"})
    assert [f.code for f in errors(typed, typed.calls[0])] == ["NDD013"]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.calls())
def test_what_is_printed_is_read_back(call: Call) -> None:
    if isinstance(call, L0cCall):
        types = {"srcAddr": call.src.dtype, "dstAddr": call.dst.dtype}
        head = f"__cc__ {types['srcAddr']} srcAddr[1]; __gm__ {types['dstAddr']}* dstAddr;\n"
        parts = f"\n\n{call.to_cpp()}".rpartition("\n\n")
        text = f"{parts[0]}\nvoid f() {{ {head}{parts[2]} }}"
    else:
        text = f"void f() {{ {call.to_cpp()} }}"
    (read,) = read_text(text, product=call.product).calls
    assert read.family == call.family
    unread = [
        u for u in read.unknown if "MakeLayout" not in u and "MakePatternLayout" not in u and "constant_value" not in u
    ]
    assert not [u for u in unread if "layout" not in u and "quant" not in u], text


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [*map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def test_read_command_writes_cases(tmp_path: Path) -> None:
    code, out, _ = run("read", KERNELS / "class_members.cpp", "--out", tmp_path)
    assert code == 0
    assert "5 copy calls, 3 with constant parameters" in out
    assert "unknown   dst_gap: total is a parameter of the function" in out
    written = sorted(tmp_path.glob("*.yaml"))
    assert [p.name for p in written] == [f"class_members_{n}.yaml" for n in ("00_line36", "02_line41", "04_line43")]
    assert all(not Case.load(path).run().broken for path in written)


def test_read_command_as_data() -> None:
    code, out, _ = run("read", KERNELS / "loops_and_branches.cpp", "--json", "--assume", "T=float", "--assume", "n=16")
    assert code == 0
    calls = json.loads(out)["calls"]
    assert calls[0]["params"]["loop_info"][2] == [64, 16]
    assert calls[2]["findings"][0]["code"] == "NDD007"


def test_check_command_names_line_and_column() -> None:
    code, out, err = run("check", KERNELS / "wrong.cpp")
    assert code == 1
    assert "wrong.cpp:7:5" in out
    for text in ("error[ENH008]", "error[NDD015]", "error[ENH039]", "wrong.cpp:7:5  DataCopy(ub, gm, {5000, 1, 0, 0})"):
        assert text in err


def test_check_command_as_sarif() -> None:
    code, out, _ = run("check", KERNELS / "wrong.cpp", "--sarif")
    assert code == 1
    results = json.loads(out)["runs"][0]["results"]
    regions: dict[str, Any] = {
        r["ruleId"]: r["locations"][0]["physicalLocation"]["region"] for r in results if r["level"] == "error"
    }
    assert regions["ENH008"] == {"startLine": 7, "startColumn": 5}
    assert regions["NDD015"] == {"startLine": 9, "startColumn": 5}
    assert regions["ENH039"] == {"startLine": 10, "startColumn": 13}


def test_unusable_files_and_assumptions(tmp_path: Path) -> None:
    assert run("read", tmp_path / "none.cpp")[0] == 2
    assert run("check", tmp_path / "none.cpp")[0] == 2
    assert "write NAME=VALUE" in run("read", KERNELS / "wrong.cpp", "--assume", "T")[2]
    with pytest.raises(BadArgument, match="neither an element type nor a constant expression"):
        read_text("", assume={"T": "what ever"})
    with pytest.raises(CaseError, match="there is no such file"):
        read_kernel(tmp_path / "none.cpp")


@pytest.mark.parametrize(
    "text", ["", "}}}}((", "DataCopy(", "DataCopy();", "void f() { DataCopy(a, b", "#define X(", "\x00\xff", "Copy(a);"]
)
def test_broken_text_is_survived(text: str) -> None:
    assert all(call.params is not None for call in read_text(text).calls)


def test_full_memories_are_an_error_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_text("void f() { TPipe pipe; TBuf<TPosition::VECIN> b; pipe.InitBuffer(b, 300000); }")
    code, out, err = run("check", path)
    assert (code, "kernel.cpp:1:66  1" in out) == (1, True)
    assert "error[KER006]: buffers up to b take 300000 B of UB, which has 253952 B on ascend-950" in err
    report = json.loads(run("check", path, "--json")[1])
    assert report["ok"] is False
    assert (report["line"], report["findings"][0]["code"]) == (1, "KER006")
