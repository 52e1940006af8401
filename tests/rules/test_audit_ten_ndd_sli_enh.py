"""Findings on calls with odd values: which rules speak, and that the values they offer are legal ones."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

import ascmove as am
from ascmove.cases import Case

Fields = dict[str, Any]

SRC = [[16, 70, 7, 3, 87], [0, 2, 1, 1, 3]]
DST = [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]]
ENTRY = ("start_index", "end_index", "stride", "burst_len", "shape_value")


def tensor(position: str, dtype: str, count: int, **more: Any) -> Fields:
    content = {} if position == "GM" else {"fill": 0}
    return {"position": position, "dtype": dtype, "count": count, **content, **more}


def nddma(loops: list[list[int]], dtype: str = "float", dst: int = 256, **params: Any) -> Fields:
    return {
        "product": "ascend-950",
        "call": "nddma",
        "src": tensor("GM", dtype, 0),
        "dst": tensor("VECIN", dtype, dst),
        "params": {"loop_info": loops, **params},
    }


def slices(src: list[list[int]], dst: list[list[int]], counts: tuple[int, int] = (261, 96), dim: int = 0) -> Fields:
    return {
        "product": "ascend-950",
        "call": "slice",
        "src": tensor("GM", "float", counts[0]),
        "dst": tensor("VECIN", "float", counts[1]),
        "params": {"src_slice_info": src, "dst_slice_info": dst, "dim_value": dim or len(src)},
    }


def enhanced(types: tuple[str, str], counts: tuple[int, int], copy: list[int], words: int = 0, **more: Any) -> Fields:
    case: Fields = {
        "product": "atlas-inference-aicore",
        "call": "enhanced",
        "src": tensor("CO1", types[0], counts[0]),
        "dst": tensor("CO2", types[1], counts[1]),
        "params": {
            "data_copy": dict(zip(("block_count", "block_len", "src_gap", "dst_gap"), copy, strict=False)),
            "enhanced": {"block_mode": "MATRIX", **more},
        },
    }
    if words:
        case["params"]["deq_tensor"] = {"count": words, "fill": 0x3F800000}
    return case


def basic(src: Fields, dst: Fields, product: str = "ascend-950", **params: Any) -> Fields:
    return {"product": product, "call": "data_copy", "src": src, "dst": dst, "params": params}


def findings(case: Fields) -> dict[str, am.Finding]:
    return {finding.code: finding for finding in Case.from_dict(case).diagnose()}


def changed(infos: list[list[int]], axis: int, field: str, value: int) -> list[list[int]]:
    infos = deepcopy(infos)
    infos[axis][ENTRY.index(field)] = value
    return infos


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("field", ENTRY)
@pytest.mark.parametrize("side", ["src", "dst"])
def test_a_negative_entry_breaks_one_rule(side: str, field: str, axis: int) -> None:
    src, dst = (changed(i, axis, field, -1) if s == side else i for s, i in (("src", SRC), ("dst", DST)))
    assert list(findings(slices(src, dst))) == ["TEN013"]


def test_a_negative_count_offers_a_legal_one() -> None:
    loops = [[1, 8], [1, 8], [8, -1], [0, 0], [0, 0]]
    assert findings(nddma(loops))["TEN013"].nearest == (1,)


@pytest.mark.parametrize("product", ["ascend-950", "atlas-a2", "atlas-a3", "atlas-200i-500-a2"])
@pytest.mark.parametrize("call", ["data_copy", "enhanced"])
@pytest.mark.parametrize("route", [("VECOUT", "CO2"), ("CO2", "VECIN")])
def test_co2_in_global_memory_is_not_gm(product: str, call: str, route: tuple[str, str]) -> None:
    gap = {"block_count": 1, "block_len": 8}
    case = basic(tensor(route[0], "half", 128), tensor(route[1], "half", 128), product, data_copy=gap)
    case["call"] = call
    assert list(findings(case)) == ["ENH003"]


def test_entries_too_many_leave_the_declared_shape_open() -> None:
    assert list(findings(slices(SRC, [*DST, [0, 1, 0, 1, 2]], dim=2))) == ["SLI005"]


@pytest.mark.parametrize(
    ("arrays", "codes"),
    [
        ([[1, 8], [1, 8], [8, 8], [], []], ["NDD005"]),
        ([[1] * 6, [1], [1], [0], [0]], ["NDD005"]),
        ([[1] * 6, [1] * 6, [1] * 6, [0], [0]], ["NDD004", "NDD005"]),
        ([[], [], [], [], []], ["NDD004"]),
    ],
)
def test_the_number_of_loops_is_that_of_most_arrays(arrays: list[list[int]], codes: list[str]) -> None:
    assert list(findings(nddma(arrays))) == codes


@pytest.mark.parametrize(
    ("src", "dst", "warned"),
    [
        ([1, 8], [8, 1], True),  # A,R -> R,A with the pad on R
        ([1, 5], [1, 8], False),  # three more rows below a matrix of pitch 8
        ([0, 1], [8, 1], False),  # one row repeated, then three padded ones
    ],
)
def test_only_transposes_have_a_wrong_axis(src: list[int], dst: list[int], warned: bool) -> None:
    padded = 0 if dst[0] == 8 else 1
    sizes = [5, 8] if padded else [8, 5]
    pads = [0, 3] if padded else [3, 0]
    assert ("NDD023" in findings(nddma([src, dst, sizes, pads, [0, 0]]))) is warned


NEAREST = [
    # the only values offered are legal: no end outside its axis or at its start, no half burst, whole slots and blocks
    (slices(changed(SRC, 0, "end_index", 73), DST), "SLI010", "src_slice_info[0].end_index", (70,)),
    (slices([[0, 7, 0, 1, 8], [0, 3, 1, 1, 4]], [[0, 7, 0, 1, 8], [0, 1, 0, 1, 2]]), "SLI022", "", (2,)),
    (slices([[0, 7, 0, 1, 8], [0, 1, 1, 1, 4]], [[0, 7, 0, 1, 8], [0, 1, 1, 1, 3]]), "SLI022", "", (2,)),
    (slices(SRC, changed(changed(DST, 1, "start_index", 1), 1, "end_index", 2)), "SLI007", "", ("shape_value 3",)),
    (slices(SRC, changed(DST, 1, "shape_value", 4)), "SLI027", "", ("count 192", "dst_slice_info[1].shape_value 2")),
    (slices(SRC, DST, counts=(261, 95)), "SLI027", "", ("count 96",)),
    (slices([[0, 6, 0, 1, 8]], [[0, 7, 0, 1, 8]]), "SLI023", "src_slice_info[0].burst_len", ("end_index 7",)),
    (slices([[0, 15, 0, 3, 99]], [[0, 47, 0, 3, 48]]), "SLI023", "src_slice_info[0].burst_len", (2, "end_index 23")),
    (slices(changed(SRC, 0, "burst_len", 0), changed(DST, 0, "burst_len", 0)), "SLI014", "", (1,)),
    (slices([[0, 47, 0, 0, 48]], [[0, 47, 0, 0, 48]]), "SLI014", "", (1, 6)),
    (basic(tensor("GM", "half", 64), tensor("VECIN", "half", 64), count=0), "ENH010", "count", (16,)),
    (enhanced(("half", "half"), (512, 512), [2, 16]), "TEN008", "", ("src.count 8192", "block_len 1")),
    (enhanced(("half", "half"), (256, 4096), [2, 2]), "TEN008", "", ("src.count 1024", "block_count 1, block_len 1")),
    (
        enhanced(("half", "half"), (271, 64), [1, 2], block_mode="VECTOR"),
        "TEN008",
        "",
        ("src.count 512", "block_len 1"),
    ),
    (nddma([[1 << 40], [1], [1], [0], [0]], "int64_t"), "NDD006", "", ((1 << 39) - 1,)),
    (nddma([[1, 8, 0], [1, 8, 0], [8, 2, 2], [0] * 3, [0] * 3]), "NDD016", "loop_dst_stride[2]", (16,)),
    (nddma([[1], [1], [8], [1], [0]], "int64_t", constant_value=1 << 63), "NDD024", "", (0,)),
    # of three loops, one stride that parts all tuples; none where no single one does
    (nddma([[1, 3, 1], [9, 8, 1], [4, 5, 4], [0] * 3, [0] * 3]), "NDD017", "loop_dst_stride[0]", (36,)),
    (nddma([[1, 2, 1], [3, 1, 40], [4, 4, 2], [0] * 3, [0] * 3]), "NDD017", "loop_dst_stride[0]", (44,)),
    (nddma([[1, 2, 1, 1], [3, 1, 40, 40], [4, 4, 2, 2], [0] * 4, [0] * 4]), "NDD017", "loop_dst_stride[2]", ()),
]


@pytest.mark.parametrize(("case", "code", "field", "nearest"), NEAREST)
def test_values_offered_are_legal(case: Fields, code: str, field: str, nearest: tuple[object, ...]) -> None:
    finding = findings(case)[code]
    assert finding.nearest == nearest
    assert not field or finding.field == field


def test_counts_of_a_view_are_those_of_its_tensor() -> None:
    case = basic(tensor("GM", "float", 64, offset=8), tensor("VECIN", "float", 64), count=64)
    finding = findings(case)["TEN008"]
    assert (finding.value, finding.nearest) == (64, ("src.count 72", "count 56"))
    case["src"]["count"] = 72
    assert not findings(case)


def test_the_shape_info_is_offered_where_it_decides() -> None:
    src, dst = ([[*info[:4], 0] for info in infos] for infos in (SRC, DST))
    case = slices(src, dst)
    case["src"]["shape_info"], case["dst"]["shape_info"] = [87, 3], [48, 4]
    assert findings(case)["SLI027"].nearest == ("count 192", "shape_info[1] 2")


@pytest.mark.parametrize("copy", [[2, 2], [2, 3], [1, 4]])
def test_a_vector_for_each_fractal(copy: list[int]) -> None:
    fractals = copy[0] * copy[1]
    types, counts = ("int32_t", "half"), (256 * fractals, 256 * fractals)
    case = enhanced(types, counts, copy, 16 * fractals, deq_scale="VDEQ16")
    assert findings(case)["ENH025"].nearest[0] == f"block_count {fractals}, block_len 1"
    assert not findings(enhanced(types, counts, [fractals, 1], 16 * fractals, deq_scale="VDEQ16"))


def test_reserved_bytes_name_a_start_address() -> None:
    case = basic(tensor("GM", "float", 64), tensor("VECIN", "float", 64, address=196352), "atlas-a2", count=64)
    assert findings(case)["TEN007"].nearest == ("address 196096",)
    case["dst"]["address"] = 196096
    assert not findings(case)
