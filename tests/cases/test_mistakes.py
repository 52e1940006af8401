"""What is said about values that cannot stand where they stand, one message for each kind of mistake."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ascmove.cases import Case
from ascmove.cases.files import located, read_content, read_matrix, storable, write_content
from ascmove.errors import CaseError
from ascmove.formats import dtype

PLAIN: dict[str, Any] = {
    "product": "ascend-950",
    "call": "data_copy",
    "src": {"position": "GM", "dtype": "half", "count": 64},
    "dst": {"position": "VECIN", "dtype": "half", "count": 64},
    "params": {"count": 48},
}
NDDMA: dict[str, Any] = {**PLAIN, "call": "nddma", "params": {"loop_info": [[1], [1], [64]], "constant_value": 0}}
SLICE: dict[str, Any] = {
    **PLAIN,
    "call": "slice",
    "params": {"src_slice_info": [[0, 63, 0, 4, 64]], "dst_slice_info": [[0, 63, 0, 4, 64]], "dim_value": 1},
}
L0C: dict[str, Any] = {
    "product": "ascend-950",
    "call": "l0c2gm",
    "src": {"position": "CO1", "dtype": "float", "layout": {"pattern": "NZ", "m": 16, "n": 16}},
    "dst": {"position": "GM", "dtype": "float", "layout": {"pattern": "ND", "m": 16, "n": 16}},
    "params": {},
}
ENHANCED: dict[str, Any] = {
    "product": "atlas-inference-aicore",
    "call": "enhanced",
    "src": {"position": "CO1", "dtype": "float", "count": 256},
    "dst": {"position": "CO2", "dtype": "half", "count": 256},
    "params": {"data_copy": {"block_count": 1, "block_len": 1}, "enhanced": {"deq_scale": "DEQ_NONE"}},
}


def message(case: dict[str, Any], way: str, value: Any) -> str:
    """What is said when ``value`` stands in the case at ``way``."""
    data = json.loads(json.dumps(case))
    *outer, last = way.split(".")
    place = data
    for key in outer:
        place = place[key]
    place[last] = value
    with pytest.raises(CaseError) as caught:
        Case.from_dict(data).run()
    return str(caught.value)


@pytest.mark.parametrize(
    ("case", "way", "value", "part"),
    [
        (PLAIN, "src.data", {"arange": 3}, "3 is no range; write [start, stop]"),
        (PLAIN, "src.data", {"arange": [0, 1 << 65]}, "is beyond 64 bits"),
        (PLAIN, "src.data", {"values": 3}, "3 is a whole number; values are a list"),
        (PLAIN, "src.data", {"arange": [0, 64], "low": 1}, "low and high belong to random"),
        (PLAIN, "src.data", {"random": 1, "low": 2, "high": 1}, "random half between 2.0 and 1.0"),
        (PLAIN, "src.data", {"random": 1, "low": {"bits": 3}}, "{'bits': 3} is no bound of random numbers"),
        (PLAIN, "src.data", {"file": "no.npy"}, "there is no "),
        (PLAIN, "src.data", {"values": [[1, 2, [3]]]}, "data hold 3 elements, src has 64"),
        (PLAIN, "src.count", None, "src: count is missing"),
        (PLAIN, "src.shape", [4, 4], "count 64 is not the product of shape [4, 4], 16"),
        (PLAIN, "dst.fill", [1], "[1] is no element; a complex one is [real, imaginary]"),
        (PLAIN, "src.dtype", "h" * 70, "is no name of anything"),
        (PLAIN, "params.count", 1 << 200, "a whole number of 201 bits; at most 128 are taken"),
        (NDDMA, "params.loop_info", [[1], [1]], "2 arrays; write loop_src_stride, loop_dst_stride, loop_size"),
        (NDDMA, "params.loop_info", 7, "a whole number; write loop_src_stride"),
        (NDDMA, "params.loop_info", {"loop_siz": [1]}, "unknown key 'loop_siz'; did you mean 'loop_size'?"),
        (NDDMA, "params.loop_info", {"loop_size": [1]}, "loop_src_stride is missing"),
        (NDDMA, "params.loop_info", [1, [1], [64]], "loop_src_stride: 1 is a whole number; it is a list"),
        (NDDMA, "params.config", {"is_nearest_value_mode": 2}, "2 is a whole number; it is true or false"),
        (SLICE, "params.src_slice_info", [{"strid": 1}], "unknown key 'strid'; did you mean 'stride'?"),
        (SLICE, "params.src_slice_info", [[0] * 6], "6 numbers; it is [start_index, end_index"),
        (L0C, "src.layout", {"pattern": "NZ", "m": 16}, "write m and n, or extents, or shape and stride"),
        (L0C, "src.layout", {"m": 16, "n": 16}, "'pattern' is missing"),
        (L0C, "src.layout", {"shape": 5}, "5 is a whole number; it is a list of whole numbers, nested as the layout"),
        (L0C, "src.layout", {"shape": [[[[[[[[1]]]]]]]]}, "is no coordinate or shape of a layout"),
        (L0C, "src.layout", {"shape": [16, 16], "m": 16}, "shape and stride stand beside keys of another form"),
        (ENHANCED, "params.enhanced.deq_scale", "DEQ_NON", "unknown deq_scale 'DEQ_NON'; did you mean 'DEQ_NONE'?"),
    ],
)
def test_message(case: dict[str, Any], way: str, value: Any, part: str) -> None:
    assert part in message(case, way, value)


def test_data_and_fill_exclude_each_other() -> None:
    case = {**PLAIN, "src": {**PLAIN["src"], "data": "zeros"}}
    assert "both data and fill are given" in message(case, "src.fill", 1)


def test_hexadecimal_text_counts_as_in_c() -> None:
    """JSON has no hexadecimal numbers of its own."""
    case = {
        **PLAIN,
        "dst": {**PLAIN["dst"], "fill": "0x2A"},
        "params": {"count": "0x10"},
        "src": {**PLAIN["src"], "data": {"values": ["0x07"] * 64}},
    }
    values = Case.from_dict(case).run().setup.dst.tensor.to_numpy().tolist()
    assert values == [7.0] * 16 + [42.0] * 48


def test_named_arrays_may_leave_out_the_pads() -> None:
    named = {"loop_src_stride": [1], "loop_dst_stride": [1], "loop_size": [64]}
    case = {
        **NDDMA,
        "params": {"loop_info": named, "constant_value": 0},
        "src": {**PLAIN["src"], "data": {"random": 3}},
    }
    done = Case.from_dict(case).run()
    assert done.ok
    assert done.transfer is not None
    assert done.output.tobytes() == done.transfer.call.src.to_numpy().tobytes()
    assert repr(done) == "<CaseRun ok=True, 0 findings, 0 differences>"


def test_a_range_below_zero() -> None:
    case = {**PLAIN, "src": {"position": "GM", "dtype": "int16_t", "count": 64, "data": {"arange": [-32, 32]}}}
    case["dst"] = {"position": "VECIN", "dtype": "int16_t", "count": 64}
    assert Case.from_dict(case).run().setup.dst.tensor.to_numpy()[:3].tolist() == [-32, -31, -30]


class Files:
    """Data files that cannot be used."""

    @staticmethod
    def said(path: Path, content: bytes) -> str:
        path.write_bytes(content)
        with pytest.raises(CaseError) as caught:
            read_content(path)
        return str(caught.value)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("a\0b.npy", "is no file name"),
        ("../../x.npy", "lies outside of"),
        ("x.txt", "the suffix is .npy or .bin"),
        ("x.npy", "there is no"),
        ("folder.npy", "not a regular file"),
    ],
)
def test_places_of_data_files(tmp_path: Path, name: str, part: str) -> None:
    (tmp_path / "folder.npy").mkdir()
    with pytest.raises(CaseError) as caught:
        located(name, tmp_path)
    assert part in str(caught.value)


def test_damaged_data_files(tmp_path: Path) -> None:
    np.save(tmp_path / "good.npy", np.arange(8, dtype=np.float32))
    good = (tmp_path / "good.npy").read_bytes()
    path = tmp_path / "x.npy"
    assert "not an .npy file" in Files.said(path, b"nothing")
    assert ".npy of version (9, 0), versions 1.0 and 2.0 are read" in Files.said(path, b"\x93NUMPY\x09\x00" + good[8:])
    assert "damaged .npy header" in Files.said(path, good[:20])
    assert "28 B of elements, its header says 32 B" in Files.said(path, good[:-4])
    big = np.arange(4, dtype=">f4")
    np.save(path, big)
    assert "big-endian >f4; save it with .astype('<f4')" in Files.said(path, path.read_bytes())
    with pytest.raises(CaseError, match="cannot be read"):
        read_content(tmp_path / "missing.npy")


def test_matrices_know_their_shape(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(bytes(8))
    with pytest.raises(CaseError, match=r"a matrix is an \.npy file, which knows its shape"):
        read_matrix(tmp_path / "x.bin")
    columns = np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3))
    np.save(tmp_path / "x.npy", columns)
    assert read_matrix(tmp_path / "x.npy").tolist() == [[0, 1, 2], [3, 4, 5]]


def test_writing_data_files(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match=r"the suffix is \.npy or \.bin"):
        write_content(tmp_path / "x.txt", np.zeros(2))
    with pytest.raises(CaseError, match="cannot be written"):
        write_content(tmp_path / "none" / "x.npy", np.zeros(2))
    strange = np.zeros(3, dtype("fp8_e5m2_t").carrier)
    assert storable(strange).dtype == np.uint8
    write_content(tmp_path / "x.npy", strange)
    assert np.load(tmp_path / "x.npy").tolist() == [0, 0, 0]
