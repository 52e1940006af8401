"""Cases as data: content, views, addresses, saving, outputs."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ascmove.cases import Case
from ascmove.errors import CaseError
from ascmove.hardware import Space

VECTORS = Path(__file__).parents[1] / "vectors"

COPY: dict[str, Any] = {
    "product": "ascend-950",
    "call": "data_copy",
    "src": {"position": "GM", "dtype": "half", "count": 32, "data": {"arange": [0, 32]}},
    "dst": {"position": "VECIN", "dtype": "half", "count": 32, "fill": -1},
    "params": {"count": 32},
}


def made(**changes: dict[str, Any]) -> Case:
    data = copy.deepcopy(COPY)
    for name, change in changes.items():
        data[name] = {k: v for k, v in {**data[name], **change}.items() if v is not None}
    return Case.from_dict(data)


def content(dtype: str, data: Any, count: int) -> Any:
    """What a source with this content copies, as bit patterns."""
    kind = {"dtype": dtype, "count": count, "data": data}
    case = made(src=kind, dst={"dtype": dtype, "count": count, "fill": None}, params={"count": count})
    output = case.run().output
    return output.view(f"<u{output.dtype.itemsize}").tolist()


def test_zeros_and_gm_without_data() -> None:
    assert content("half", "zeros", 16) == [0] * 16
    assert made(src={"data": None}).run().output.tolist() == [0] * 32


def test_arange_is_converted_exactly() -> None:
    assert content("int8_t", {"arange": [-16, 16]}, 32) == [n & 0xFF for n in range(-16, 16)]
    assert content("half", {"arange": [2040, 2056]}, 16) == np.arange(2040, 2056).astype("<f2").view("<u2").tolist()
    assert content("float", {"arange": [0.5, 8.5]}, 8) == (np.arange(8) + 0.5).astype("<f4").view("<u4").tolist()
    with pytest.raises(CaseError, match="int8_t"):
        content("int8_t", {"arange": [100, 132]}, 32)


def test_values() -> None:
    assert (
        content("half", {"values": [[1, 2], [{"bits": 0x7E01}, -0.0]] * 4}, 16) == [0x3C00, 0x4000, 0x7E01, 0x8000] * 4
    )
    assert (
        content("complex32", {"values": [[1, 2], 3, {"bits": 5}, [0, -1]] * 2}, 8)
        == [
            0x40003C00,
            0x4200,
            5,
            0xBC000000,
        ]
        * 2
    )
    assert content("bool", {"values": [True, 0] * 16}, 32) == [1, 0] * 16


def test_random_is_repeatable_and_in_bounds() -> None:
    first = content("int32_t", {"random": 7, "low": -3, "high": 3}, 64)
    assert first == content("int32_t", {"random": 7, "low": -3, "high": 3}, 64)
    assert first != content("int32_t", {"random": 8, "low": -3, "high": 3}, 64)
    assert {n if n < 1 << 31 else n - (1 << 32) for n in first} == set(range(-3, 4))
    floats = np.array(content("float", {"random": 7, "low": 2, "high": 4}, 64), "<u4").view("<f4")
    assert ((floats >= 2) & (floats <= 4)).all()
    assert len(set(content("uint64_t", {"random": 1}, 16))) == 16
    with pytest.raises(CaseError, match="random uint8_t between -1 and 3"):
        content("uint8_t", {"random": 1, "low": -1, "high": 3}, 32)


def test_files_are_raw_bits(tmp_path: Path) -> None:
    values = np.arange(32, dtype=np.float16)
    np.save(tmp_path / "same.npy", values)
    np.save(tmp_path / "bits.npy", values.view(np.int16).reshape(4, 8))
    np.save(tmp_path / "fortran.npy", np.asfortranarray(values.reshape(4, 8)))
    values.tofile(tmp_path / "raw.bin")
    for name in ("same.npy", "bits.npy", "fortran.npy", "raw.bin"):
        data = copy.deepcopy(COPY)
        data["src"]["data"] = {"file": name}
        assert Case.from_dict(data, tmp_path).run().output.tolist() == values.tolist()


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("objects.npy", np.array([1, None], dtype=object), "holds Python objects"),
        ("big.npy", np.zeros(32, ">f2"), "big-endian"),
        ("short.npy", np.zeros(8, "<f2"), "data hold 8 elements, src has 32"),
        ("long.npy", np.zeros(40, "<f2"), "data hold 40 elements, src has 32"),
    ],
)
def test_unsuitable_files(tmp_path: Path, name: str, array: Any, message: str) -> None:
    np.save(tmp_path / name, array, allow_pickle=True)
    data = copy.deepcopy(COPY)
    data["src"]["data"] = {"file": name}
    with pytest.raises(CaseError, match=message):
        Case.from_dict(data, tmp_path).run()


def test_damaged_files(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.zeros(32, "<f2"))
    whole = (tmp_path / "x.npy").read_bytes()
    data = copy.deepcopy(COPY)
    data["src"]["data"] = {"file": "x.npy"}
    for damaged in (
        whole[:100],
        whole[:-2],
        b"",
        b"\x93NUMPY\x01\x00\xff\xff",
        whole.replace(b"(32,)", b"(9**9"),
        b"x" * 200,
    ):
        (tmp_path / "x.npy").write_bytes(damaged)
        with pytest.raises(CaseError, match=r"data file x\.npy"):
            Case.from_dict(data, tmp_path).run()


def test_a_file_may_end_behind_what_is_read(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(16, dtype=np.float16))
    data = copy.deepcopy(COPY)
    data["src"]["data"] = {"file": "x.npy"}
    data["params"] = {"count": 16}
    assert Case.from_dict(data, tmp_path).run().output[:16].tolist() == list(range(16))


def test_offset_is_a_view() -> None:
    run = made(dst={"offset": 16}, params={"count": 16}).run()
    assert run.output.tolist() == [-1] * 16 + list(range(16))
    run = made(src={"offset": 16}, params={"count": 16}).run()
    assert run.output.tolist() == list(range(16, 32)) + [-1] * 16


def test_local_tensors_are_undefined_until_written() -> None:
    case = made(src={"position": "VECCALC", "data": None}, dst={"position": "VECOUT"})
    assert [f.code for f in case.diagnose()] == ["TEN011"]
    assert made(src={"position": "VECCALC"}, dst={"position": "VECOUT"}).diagnose() == []
    untouched = made(dst={"fill": None}, params={"count": 16}).run().output
    assert untouched[16:].view(np.uint8).tolist() == [0xE7] * 32


def test_tensors_are_placed_clear_of_each_other() -> None:
    case = made(src={"position": "VECCALC"}, dst={"position": "VECOUT"})
    call = case.call()
    assert (call.src.address, call.dst.address) == (0, 1024)
    call = made(src={"position": "VECCALC"}, dst={"position": "VECOUT", "address": 0}).call()
    assert (call.src.address, call.dst.address) == (1024, 0)
    call = made(src={"position": "VECCALC"}, dst={"position": "VECOUT", "address": 253888}).call()
    assert (call.src.address, call.dst.address) == (0, 253888)
    assert call.dst.space is Space.UB


def test_words_are_placed_clear_of_dst() -> None:
    words = {"deq_tensor": {"count": 16, "fill": 0x3F800000}}
    base: dict[str, Any] = {
        "product": "atlas-inference-aicore",
        "call": "enhanced",
        "src": {"position": "CO1", "dtype": "int32_t", "count": 256, "data": "zeros"},
        "dst": {"position": "CO2", "dtype": "half", "count": 256, "fill": 0},
    }
    fields: dict[str, Any] = {
        "data_copy": {"block_len": 1},
        "enhanced": {"block_mode": "MATRIX", "deq_scale": "VDEQ16"},
    }
    assert Case.from_dict({**base, "params": {**fields, **words}}).diagnose() == []
    for address in (0, 512, 262016):
        at = {**fields, "enhanced": {**fields["enhanced"], "deq_tensor_addr": address}}
        call = Case.from_dict({**base, "params": at}).call()
        assert not (call.dst.address < address + 128 and address < call.dst.address + 512)


def test_call_allocates_nothing() -> None:
    call = made(src={"count": 10**15, "data": None}).call()
    assert call.src.nbytes == 2 * 10**15
    assert made(src={"count": 10**15, "data": None}).diagnose() == []
    with pytest.raises(CaseError, match="can only be checked"):
        made(src={"count": 10**15, "data": None}).run()


def test_broken_case_leaves_the_output_as_it_was() -> None:
    run = made(params={"count": 64}).run()
    assert run.broken and not run.ok and run.transfer is None
    assert run.output.tolist() == [-1] * 32
    assert made(dst={"fill": None}, params={"count": 64}).run().output.view(np.uint8).tolist() == [0xE7] * 64


def test_a_tensor_past_its_memory_is_judged() -> None:
    for data in ("zeros", None):
        case = made(src={"position": "VECCALC", "count": 10**12, "data": data}, dst={"position": "VECOUT"})
        assert [f.code for f in case.diagnose()] == ["TEN006"]


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".toml"])
@pytest.mark.parametrize(
    "vector",
    [
        "nddma/036_type_complex32.yaml",
        "nddma/070_nan_constant.yaml",
        "slice/028_gm2ub_fp8_e8m0_t.yaml",
        "enhanced/075_vector_int32_half_vdeq.yaml",
        "l0c2gm/132_ndext_batch_slice.yaml",
        "l0c2gm/019_notes_13_two_c1.yaml",
        "l0c2gm/028_numbers_req8_int8_relu.yaml",
    ],
)
def test_saved_cases_are_the_same(vector: str, suffix: str) -> None:
    """A case saved into another folder finds its files there and gives the same bits."""
    case = Case.load(VECTORS / vector)
    saved = VECTORS / "enhanced" / f"saved_{vector.replace('/', '_')}{suffix}"
    try:
        case.save(saved)
        again = Case.load(saved)
        assert again.run().ok
        again.save(VECTORS / vector.split("/")[0] / saved.name)
        assert Case.load(VECTORS / vector.split("/")[0] / saved.name).to_dict() == case.to_dict()
    finally:
        saved.unlink(missing_ok=True)
        (VECTORS / vector.split("/")[0] / saved.name).unlink(missing_ok=True)


def test_save_refuses(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match=r"not \.txt"):
        made().save(tmp_path / "x.txt")
    with pytest.raises(CaseError, match="cannot be written"):
        made().save(tmp_path / "no" / "x.yaml")


def test_arrays_by_name() -> None:
    arrays = {"loop_src_stride": [1, 4], "loop_dst_stride": [1, 8], "loop_size": [4, 4]}
    data = {**COPY, "call": "nddma", "params": {"loop_info": arrays}}
    data["src"] = {"position": "GM", "dtype": "float", "count": 16}
    data["dst"] = {"position": "VECIN", "dtype": "float", "count": 32, "fill": 0}
    assert (
        Case.from_dict(data).call().params_key
        == Case.from_dict({**data, "params": {"loop_info": [[1, 4], [1, 8], [4, 4], [0, 0], [0, 0]]}}).call().params_key
    )
    info = {"start_index": 0, "end_index": 15, "stride": 0, "burst_len": 1, "shape_value": 16}
    case = {**COPY, "call": "slice", "params": {"dst_slice_info": [info], "src_slice_info": [[0, 15, 0, 1, 16]]}}
    assert Case.from_dict(case).run().ok


def test_example_keys_change_nothing() -> None:
    marked = Case.from_dict({**COPY, "finding": "NDD001", "severity": "error"})
    assert marked.run().output.tolist() == made().run().output.tolist()


def test_host_limits_lift_capacities() -> None:
    large = {"position": "VECIN", "count": 200_000}
    case = made(dst=large, src={"count": 200_000, "data": None}, params={"count": 32})
    assert [f.code for f in case.diagnose()] == ["TEN006"]
    assert [f.severity for f in case.diagnose(limits="host")] == ["note"]
    assert case.run(limits="host").ok


def test_engines_give_the_same() -> None:
    from ascmove import engine

    outputs = [made().run(name).output.tolist() for name in engine.available()]
    assert all(output == outputs[0] for output in outputs)
    with pytest.raises(ValueError, match="unknown engine"):
        made().run("abacus")
