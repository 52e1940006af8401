"""What the text leaves open is given with --assume: calls without arguments, members, fields of tiling data."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from ascmove.cli.app import app
from ascmove.reading import KernelCall, read_text

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


def test_the_command_line_takes_calls_and_members(tmp_path: Path) -> None:
    path = tmp_path / "kernel.cpp"
    path.write_text(TILED)
    words = ["--assume", "GetBlockNum()=8", "--assume", "totalLength=16384", "--assume", "this->tileLength=96"]
    result = CliRunner().invoke(app, ["read", str(path), *words])
    assert result.exit_code == 0
    assert "    count     96\n" in result.stdout
