"""What the text leaves open is given with --assume: calls without arguments, members, fields of tiling data."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascmove.cli.app import app
from ascmove.reading import KernelCall, read_text
from ascmove.reading.remarks import BY_CODE

TILED = """
constexpr int32_t BUFFER_NUM = 2;
constexpr int32_t TILE_NUM = 8;
class KernelAdd {
public:
    __aicore__ inline void Init(GM_ADDR x, uint32_t totalLength)
    {
        this->blockLength = totalLength / AscendC::GetBlockNum();
        this->tileLength = this->blockLength / TILE_NUM / BUFFER_NUM;
        xGm.SetGlobalBuffer((__gm__ half*)x + this->blockLength * AscendC::GetBlockIdx(), this->blockLength);
        pipe.InitBuffer(inQueueX, BUFFER_NUM, this->tileLength * sizeof(half));
    }
    __aicore__ inline void Process()
    {
        for (int32_t i = 0; i < TILE_NUM * BUFFER_NUM; i++) {
            CopyIn(i);
        }
    }
private:
    __aicore__ inline void CopyIn(int32_t progress)
    {
        AscendC::LocalTensor<half> xLocal = inQueueX.AllocTensor<half>();
        AscendC::DataCopy(xLocal, xGm[progress * this->tileLength], this->tileLength);
        inQueueX.EnQue(xLocal);
    }
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, BUFFER_NUM> inQueueX;
    AscendC::GlobalTensor<half> xGm;
    uint32_t blockLength;
    uint32_t tileLength;
};
"""


def only_call(text: str = TILED, **assume: str) -> KernelCall:
    """The one copy of a kernel."""
    (call,) = read_text(text, assume=assume).calls
    return call


@pytest.mark.parametrize("name", ["GetBlockNum()", "GetBlockNum", "AscendC::GetBlockNum()", "AscendC::GetBlockNum"])
def test_a_call_without_arguments_is_given(name: str) -> None:
    call = only_call(**{name: "8", "totalLength": "16384"})
    assert (call.family, call.params) == ("data_copy", {"count": 16384 // 8 // 16})
    assert (call.dst.nbytes, call.src.nbytes) == (256, 4096)
    assert [turn.src.offset for turn in call.turns] == [128 * k for k in range(16)]


@pytest.mark.parametrize("name", ["tileLength", "this->tileLength", "KernelAdd::tileLength"])
def test_a_member_that_is_given_wins_over_what_the_kernel_assigns(name: str) -> None:
    call = only_call(**{name: "128"})
    assert (call.params, call.dst.nbytes) == ({"count": 128}, 256)
    assert not isinstance(call.src.nbytes, int)  # blockLength is still open
    call = only_call(**{name: "100", "GetBlockNum": "8", "totalLength": "16384"})
    assert (call.params, call.src.nbytes) == ({"count": 100}, 4096)


def test_other_members_follow_from_one_that_is_given() -> None:
    call = only_call(blockLength="1024")
    assert (call.params, call.src.nbytes) == ({"count": 64}, 2048)


def test_a_member_that_is_given_has_the_type_of_its_declaration() -> None:
    text = "class K { uint16_t n = 3; void Init() { DataCopy(ub, gm, n); DataCopy(ub, gm, this->n); } };"
    assert [call.params for call in read_text(text).calls] == [{"count": 3}] * 2
    assert [call.params for call in read_text(text, assume={"n": "65537"}).calls] == [{"count": 1}] * 2


def test_locals_of_the_same_name_keep_their_values() -> None:
    text = "class K { uint32_t n; void Init() { n = 4; uint32_t m = n; { uint32_t n = 7; DataCopy(ub, gm, n); } } };"
    assert only_call(text, n="128").params == {"count": 7}


def test_fields_of_tiling_data_are_given() -> None:
    text = "void f(GM_ADDR t) { GET_TILING_DATA(tiling, t); DataCopy(ub, gm, tiling.length); }"
    assert only_call(text).family is None
    assert only_call(text, length="96").params == {"count": 96}
    assert only_call(text, **{"tiling.length": "96"}).params == {"count": 96}


def test_without_assumptions_the_call_is_shown_and_its_open_count_is_named() -> None:
    call = only_call()
    assert (call.family, call.params, call.constant) == ("data_copy", {}, False)
    assert call.unknown == ["count: totalLength is a parameter of the function"]
    assert (call.dst.name, call.dst.position, call.src.name, call.src.position) == ("xLocal", "VECIN", "xGm", "GM")
    assert only_call(totalLength="4096").unknown == ["count: GetBlockNum() is not evaluated"]


@pytest.mark.parametrize(
    ("body", "family"),
    [
        ("DataCopy(a, b, n);", "data_copy"),
        ("DataCopy(a, b, n * 16);", "data_copy"),
        ("uint32_t k = 16; if (n) { k = Other(); } DataCopy(a, b, k);", "data_copy"),
        ("DataCopy(a, b, n ? n : 16);", "data_copy"),
        ("DataCopy(a, b, n ? one : other);", None),  # structs, perhaps
        ("auto k = Other(); DataCopy(a, b, k);", None),
        ("DataCopy(a, b, Other());", None),
    ],
)
def test_an_open_count_is_known_by_its_type(body: str, family: str | None) -> None:
    assert only_call(f"void f(uint32_t n) {{ {body} }}").family == family


def test_turns_and_ways() -> None:
    loop = "void f() {{ for (int k = 0; k < {}; k++) {{ DataCopy(a, b, {}); }} }}"
    assert only_call(loop.format(5, "16 * k + 16")).note == "made in 5 turns: count 16 to 80"
    assert only_call(loop.format(6, "16 + k % 2 * 16")).note == "made in 2 ways: count 16, 32"
    assert only_call(loop.format(99, "16 * k + 16")).note == "made in 2 ways: count 16, 1584"


def test_turns_that_are_left_out_are_those_that_the_note_describes() -> None:
    tensors = "TQue<TPosition::VECIN, 1> q; LocalTensor<T> a = q.AllocTensor<T>();"
    loop = "for (int k = 0; k < {}; k++) {{ DataCopy(a, b[64 * k], 64); }}"
    text = f"template <typename T> void f(GlobalTensor<T> b) {{{{ {tensors} {loop} }}}}"

    def left_out(turns: int, **assume: str) -> list[str]:
        kernel = read_text(text.format(turns), assume=assume)
        return [f.message for f in kernel.findings(kernel.calls[0]) if f.code == "KER005"]

    assert "more than 4 turns" in BY_CODE["KER005"].statement
    assert "up to 64 turns" in BY_CODE["KER005"].statement
    assert left_out(4) == []
    assert left_out(5) == ["checked in the first and the last of 5 turns"]
    assert left_out(64, T="half") == []
    assert left_out(65, T="half") == ["checked in the first and the last of 65 turns"]


def test_a_loop_over_a_member_that_is_given_ends() -> None:
    text = "class K { void Init() { while (n < 4) { n++; } DataCopy(ub, gm, n * 16); } int n; };"
    assert only_call(text, n="3").params == {"count": 48}


def test_a_loop_has_as_many_turns_as_are_given() -> None:
    text = "class K { void Init() { for (int i = 0; i < loops; i++) { DataCopy(ub, gm, 16 * i + 16); } } int loops; };"
    assert only_call(text).turns == ()
    assert [turn.params["count"] for turn in only_call(text, loops="3").turns] == [16, 32, 48]


def test_one_thing_is_one_thing() -> None:
    assert only_call("void f() { DataCopy(ub); }").note == "DataCopy with 1 argument is not read"
    assert only_call("void f() { DataCopy(ub, gm); }").note == "DataCopy with 2 arguments is not read"


def test_the_command_line_takes_calls_and_members(tmp_path: Path) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_text(TILED)
    words = ["--assume", "GetBlockNum()=8", "--assume", "totalLength=16384", "--assume", "this->tileLength=96"]
    result = CliRunner().invoke(app, ["read", str(path), *words])
    assert result.exit_code == 0
    assert "    count     96\n" in result.stdout


def test_names_that_occur_nowhere_are_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "kernel.cpp", tmp_path / "other.cpp"
    path.write_text(TILED)
    other.write_text("void f(uint32_t n) { DataCopy(ub, gm, n); }")

    def run(*words: object) -> tuple[int, str]:
        result = CliRunner().invoke(app, [str(word) for word in words])
        return result.exit_code, result.stderr.strip()

    wrong = f"error: --assume: `tileLenght` occurs nowhere in {path}; did you mean 'tileLength'?"
    for command in ("read", "check"):
        assert run(command, path, "--assume", "tileLenght=3") == (2, wrong)
        assert run(command, path, "--assume", "n0such=3") == (2, f"error: --assume: `n0such` occurs nowhere in {path}")
    assert run("check", path, other, "--assume", "n=16", "--assume", "tileLength=64")[0] == 0
    status, text = run("check", path, other, "--assume", "nosuch=3")
    assert (status, text) == (2, "error: --assume: `nosuch` occurs nowhere in 2 kernels")
    missing = tmp_path / "missing.cpp"
    assert run("read", missing, "--assume", "n=3") == (2, f"error: {missing}: there is no such file")


def test_parameters_are_printed_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_text("void f() { DataCopy(ub, gm, {4, 32, 1, 0}); }")
    lines = CliRunner().invoke(app, ["read", str(path)]).stdout.splitlines()
    assert lines[1:5] == ["    block_count 4", "    block_len 32", "    src_gap   1", "    dst_gap   0"]
    assert lines[-1] == "1 copy call, 1 with constant parameters"
