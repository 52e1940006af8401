"""C++ out: what `to_cpp` prints compiles, for calls of every family."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import ascmove as am
from ascmove import derive, strategies
from ascmove.calls import Call, L0cCall
from ascmove.calls.l0c_params import CopyL0C2GMTrait
from ascmove.reading import read_text

STUB = Path(__file__).parent / "stub"
COMPILER = shutil.which("g++") or shutil.which("clang++")


def function(call: Call, name: str, text: str = "") -> str:
    """The call, or a text with such calls, as the body of a function that is given its tensors."""
    text = text or call.to_cpp()
    if isinstance(call, L0cCall):
        tensors = ", ".join(f"{o.tensor.dtype}* {n}Addr" for n, o in call.layouts)
        outside, _, inside = f"\n\n{text}".rpartition("\n\n")  # a trait stands outside of the function
        body = f"void copy({tensors}) {{\n{inside}\n}}"
        return f"namespace {name} {{\nusing namespace AscendC::Te;\n{outside}\n{body}\n}}"

    def tensor(side: str) -> str:
        own = getattr(call, side)
        return f"AscendC::{'Global' if own.position == 'GM' else 'Local'}Tensor<{own.dtype}> {side}"

    return f"void {name}({tensor('dst')}, {tensor('src')}) {{\n{text}\n}}"


def compile_text(folder: Path, functions: Iterable[str]) -> None:
    source = folder / "calls.cpp"
    head = '#include "kernel_operator.h"\n#include "tensor_api/tensor.h"\n'
    source.write_text(head + "\n".join(functions))
    command = [str(COMPILER), "-std=c++17", "-fsyntax-only", "-Wno-narrowing", f"-I{STUB}", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[:4000]


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
@pytest.mark.parametrize("family", strategies.FAMILIES)
def test_drawn_calls_compile(family: str, tmp_path: Path) -> None:
    calls: list[Call] = []

    @settings(
        max_examples=40,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategies.calls(family))
    def collect(call: Call) -> None:
        calls.append(call)

    collect()
    assert len(calls) >= 30
    compile_text(tmp_path, (function(call, f"copy{k}") for k, call in enumerate(calls)))


def derived() -> dict[str, derive.Derivation]:
    """Copies that take several calls, and layouts that no frame has."""
    x = np.zeros((2, 3, 2, 3, 2, 4), np.float32)
    acc = np.zeros((2, 2, 48, 16), np.float32)[:, :, :32]
    relu = CopyL0C2GMTrait(enable_relu=True)
    wide = np.zeros((256, 16, 16), np.float32)
    return {
        "nddma": derive.nddma(x.transpose(5, 3, 1, 4, 2, 0), np.zeros((4, 3, 3, 2, 2, 2), np.float32)),
        "slice": derive.slice(np.zeros((9000, 8), np.float32)[::2], np.zeros((4500, 8), np.float32)),
        "data_copy": derive.data_copy(np.zeros((4, 11), np.float32)[:, :8], np.zeros((4, 8), np.float32)),
        "rows": derive.l0c2gm(acc, np.zeros((2, 20, 40), np.float32)[:, :, :28]),
        "columns": derive.l0c2gm(acc, np.zeros((2, 28, 40), np.float32)[:, :, :20].swapaxes(1, 2)),
        "words": derive.l0c2gm(acc, np.zeros((2, 32, 32), np.int8), quant=np.full((2, 32), 1, np.uint64)),
        "traits": derive.l0c2gm(wide, np.zeros((16, 4096), np.float32), trait=relu),
    }


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_derivations_compile(tmp_path: Path) -> None:
    found = derived()
    assert {name: len(one.calls) for name, one in found.items()} == {
        "nddma": 3,
        "slice": 2,
        "data_copy": 4,
        "rows": 1,
        "columns": 1,
        "words": 1,
        "traits": 2,
    }
    compile_text(tmp_path, (function(one.calls[0], name, one.to_cpp()) for name, one in found.items()))


@pytest.mark.parametrize("name", ["nddma", "slice", "data_copy", "traits"])
def test_several_calls_are_read_back(name: str) -> None:
    found = derived()[name]
    outside, _, inside = f"\n\n{found.to_cpp()}".rpartition("\n\n")
    calls = read_text(f"{outside}\nvoid f() {{\n{inside}\n}}").calls
    assert len(calls) == len(found.calls)
    if name in ("nddma", "slice", "data_copy"):
        assert all(call.constant for call in calls)


def nddma(kind: str, value: Any) -> str:
    core = am.Core("ascend-950")
    x, y = core.declare_global(am_dtype(kind), 8), core.declare_local("VECIN", am_dtype(kind), 16)
    return am.data_copy(y, x, am.NdDmaParams([[1], [1], [8], [1], [1]], value)).to_cpp()


def am_dtype(kind: str) -> Any:
    from ascmove.formats.dtype import dtype

    return dtype(kind)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("float", 7, "params{loopInfo, 7};"),
        ("float", 0.5, "params{loopInfo, float(0.5)};"),
        ("half", -1.25, "params{loopInfo, half(-1.25)};"),
        ("int16_t", am.Bits(0xFFFF), "params{loopInfo, -1};"),
        ("bool", True, "params{loopInfo, true};"),
        ("float", float("inf"), "uint32_t constantBits = 0x7f800000;"),
        ("bfloat16_t", am.Bits(0x7FC1), "params{loopInfo, *reinterpret_cast<bfloat16_t*>(&constantBits)};"),
        ("complex32", (1, -2), "uint32_t constantBits = 0xc0003c00;"),
        ("complex32", 0, "*reinterpret_cast<complex32*>(&constantBits)"),
    ],
)
def test_pad_constants_of_every_kind(kind: str, value: Any, text: str, tmp_path: Path) -> None:
    printed = nddma(kind, value)
    assert text in printed
    if COMPILER is not None:
        tensors = f"AscendC::LocalTensor<{kind}> dst, AscendC::GlobalTensor<{kind}> src"
        compile_text(tmp_path, [f"void copy({tensors}) {{\n{printed}\n}}"])


def test_views_are_printed_with_their_offset() -> None:
    core = am.Core("atlas-a2")
    x, y = core.global_tensor(np.zeros(64, np.float32)), core.local_tensor("VECIN", "float", 64)
    assert am.data_copy(y[16:], x[3:], 8).to_cpp() == "AscendC::DataCopy(dst[16], src[3], 8);"
    assert am.data_copy(y, x[8:], am.DataCopyParams(1, 1)).to_cpp().endswith("AscendC::DataCopy(dst, src[8], params);")
