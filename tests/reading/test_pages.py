"""Every code block of the vendor pages is read as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ascmove.reading import Kernel, read_kernel

PAGES = Path(__file__).parent / "pages"
BLOCKS = sorted(path.name for path in PAGES.glob("*.cpp"))

LOOPS = {
    "nddma_constant_frame.cpp": [[1, 32], [1, 64], [32, 16], [15, 13], [17, 3]],
    "nddma_nearest_frame.cpp": [[1, 15], [1, 32], [15, 28], [11, 3], [6, 1]],
    "nddma_transpose.cpp": [[1, 64], [16, 1], [64, 16], [0, 0], [0, 0]],
    "nddma_broadcast.cpp": [[1, 0], [1, 16], [16, 3], [0, 0], [0, 0]],
    "nddma_slice.cpp": [[1, 64], [1, 16], [16, 16], [0, 0], [0, 0]],
}
CALLS = {
    **dict.fromkeys(LOOPS, 1),
    **dict.fromkeys((f"enhanced_{n}.cpp" for n in ("gm_to_local", "local_to_local", "local_to_gm", "converting")), 1),
    "slice_example.cpp": 2,
    **dict.fromkeys(
        (f"l0c2gm_{n}.cpp" for n in ("convolution", "no_quant", "scalar_quant", "tensor_quant", "batch")), 1
    ),
}


def block(name: str, **more: Any) -> Kernel:
    return read_kernel(PAGES / name, **more)


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_is_read(name: str) -> None:
    kernel = block(name)
    assert len(kernel.calls) == CALLS.get(name, 0)
    assert all(call.family is not None for call in kernel.calls)


@pytest.mark.parametrize("name", LOOPS)
def test_nddma(name: str) -> None:
    kernel = block(name)
    (call,) = kernel.calls
    assert call.params["loop_info"] == LOOPS[name]
    assert call.params["config"]["is_nearest_value_mode"] is (name == "nddma_nearest_frame.cpp")
    assert call.found.refreshed
    assert call.constant
    assert kernel.unknown(call) == [
        "dst.dtype: T is not declared in this file",
        "src.dtype: T is not declared in this file",
    ]
    assert kernel.case(call) is None
    typed = block(name, assume={"T": "half"})
    case = typed.case(typed.calls[0])
    assert case is not None
    assert case["src"]["dtype"] == "half"
    assert case["nd_dma_dci"] is True
    (note,) = typed.findings(typed.calls[0])
    assert (note.code, note.message) == (
        "KER001",
        "size of buffers xLocal and xGm unknown: capacity and bounds were not checked",
    )


def test_enhanced_with_field_assignments() -> None:
    kernel = block("enhanced_converting.cpp", product="atlas-inference-aicore")
    (call,) = kernel.calls
    assert (call.found.line, call.found.column) == (17, 1)
    assert call.params == {
        "data_copy": {"block_count": 1, "block_len": 32, "src_gap": 0, "dst_gap": 0},
        "enhanced": {
            "block_mode": "MATRIX",
            "deq_scale": "DEQ8",
            "deq_value": 70369809530880,
            "sid_store_mode": 2,
            "is_relu": False,
            "pad_mode": "PAD_NONE",
            "pad_value": 0,
        },
    }
    assert "dst.position: dstLocal is not declared in this file" in kernel.unknown(call)


def test_slices_in_both_directions() -> None:
    first, second = block("slice_example.cpp").calls
    page = {
        "src_slice_info": [[16, 70, 7, 3, 87], [0, 2, 1, 1, 3]],
        "dst_slice_info": [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]],
    }
    assert first.params == {**page, "dim_value": 2}
    assert second.params == {**page, "src_slice_info": page["dst_slice_info"], "dim_value": 2}
    assert (first.src.name, first.dst.name) == ("srcGlobal", "srcLocal")


def test_convolution_output_becomes_a_case() -> None:
    kernel = block("l0c2gm_convolution.cpp")
    case = kernel.case(kernel.calls[0])
    assert case is not None
    assert case["src"] == {
        "position": "CO1",
        "dtype": "float",
        "count": 64 * 16,
        "layout": {"pattern": "NZ", "m": 64, "n": 16, "c0": 16},
    }
    assert case["dst"] == {"position": "GM", "dtype": "float", "layout": {"pattern": "NHWC", "extents": [1, 8, 8, 16]}}


@pytest.mark.parametrize("name", ["no_quant", "scalar_quant", "tensor_quant"])
def test_sizes_of_run_time_are_unknown_until_they_are_given(name: str) -> None:
    open_call = block(f"l0c2gm_{name}.cpp").calls[0]
    assert "dst.layout.m: m is not declared in this file" in open_call.unknown
    assert not open_call.constant
    (call,) = block(f"l0c2gm_{name}.cpp", assume={"m": "32", "n": "64"}).calls
    assert call.constant
    assert call.dst_extra == {"layout": {"pattern": "NDExt", "m": 32, "n": 64}}
    quant = {"no_quant": None, "scalar_quant": 1, "tensor_quant": {"position": "A1", "dtype": "uint64_t", "count": 64}}
    assert call.params.get("quant") == quant[name]


def test_a_batch_loop_is_followed() -> None:
    (call,) = block("l0c2gm_batch.cpp").calls
    assert call.unknown == []
    assert call.dst_extra["slice"] == {"coord": [None, [0, 0]], "shape": [3, [32, 64]]}
    assert [turn.dst_extra["slice"]["coord"][0] for turn in call.turns] == [0, 3, 6]
    assert call.src_extra == {"layout": {"pattern": "NZ", "batch": 3, "m": 32, "n": 64}}


def test_the_custom_trait_is_followed(tmp_path: Path) -> None:
    text = (PAGES / "l0c2gm_custom_trait.cpp").read_text() + (PAGES / "l0c2gm_no_quant.cpp").read_text()
    text = text.replace("MakeCopy(CopyL0C2GM{})", "MakeCopy(CopyL0C2GM{}, CopyL0C2GMTraitCustom{})")
    (tmp_path / "kernel.cpp").write_text(text)
    (call,) = read_kernel(tmp_path / "kernel.cpp").calls
    assert call.params["enable_channel_split"] is True
    assert call.params["enable_relu"] is False
