"""Every LAY rule: the call that breaks it, the nearest one that does not, the numbers told."""

from __future__ import annotations

import pytest

from ascmove import te
from ascmove.rules.catalogue import catalogue

from .l0c_calls import INT8_ONE, Fields, codes, found

NZ8: Fields = {"c0": 8}
NZ32: Fields = {"c0": 32}
INT8: Fields = {"types": ("int32_t", "int8_t"), "quant": te.u64(INT8_ONE), "src": ("NZ", 32, 64)}
INT8_MAP: Fields = {**INT8, "src": ("NZ", 16, 32)}
SPLIT: Fields = {"types": ("float", "float"), "enable_channel_split": True}
LARGE: Fields = {"dst": ("ND", 64, 64)}
LARGE_NZ: Fields = {"src": ("NZ", 16, 32), "dst": ("NZ", 64, 64)}
FOUR: Fields = {"src": ("NZ", 2, 32, 32), "dst": ("ND", 4, 32, 32)}


def strided(stride: tuple[int, ...], shape: tuple[int, ...] = (16, 16)) -> te.Layout:
    return te.make_layout(shape, stride)


def tagged(pattern: str, stride: object, shape: object = (16, 16)) -> te.Layout:
    return te.make_pattern_layout(pattern, shape, stride)


#: code, what breaks it, what does not, codes that come with it, codes that stay with the good call
PAIRS: list[tuple[str, Fields, Fields, list[str], list[str]]] = [
    ("LAY001", {"dst": ("ND", 0, 16)}, {"dst": ("ND", 1, 16)}, [], []),
    ("LAY001", {"src": ("NZ", 16, 0)}, {}, [], []),
    ("LAY001", {"dst": ("NHWC", 1, 4, 0, 16)}, {"dst": ("NHWC", 1, 4, 4, 16)}, [], []),
    ("LAY001", {**FOUR, "dst": ("ND", 0, 32, 32)}, FOUR, [], []),
    ("LAY001", {**LARGE, "dst_cut": ((0, 0), (0, 16))}, {**LARGE, "dst_cut": ((0, 0), (1, 16))}, [], []),
    ("LAY002", {"src": ("NZ", 16, 16, NZ8)}, {"src": ("NZ", 16, 16, {"c0": 16})}, [], []),
    ("LAY003", {**INT8, "dst": ("NZ", 32, 64)}, {**INT8, "dst": ("NZ", 32, 64, NZ32)}, [], []),
    ("LAY004", {"dst": ("NZ", 16, 16, NZ8), "types": ("float", "float")}, {"dst": ("NZ", 16, 16)}, [], []),
    ("LAY004", {"dst": ("NZ", 16, 16, NZ32)}, {"dst": ("NZ", 16, 16)}, [], []),
    ("LAY005", {**SPLIT, "dst": ("NZ", 16, 16)}, {**SPLIT, "dst": ("NZ", 16, 16, NZ8)}, [], []),
    (
        "LAY006",
        {**INT8_MAP, "dst": ("NC1HWC0", 1, 2, 4, 4, 16)},
        {**INT8_MAP, "dst": ("NC1HWC0", 1, 1, 4, 4, 32)},
        [],
        [],
    ),
    ("LAY007", {**LARGE, "dst_cut": ((64, 0), (16, 16))}, {**LARGE, "dst_cut": ((48, 0), (16, 16))}, [], []),
    ("LAY007", {**LARGE, "dst_cut": ((0, -1), (16, 16))}, {**LARGE, "dst_cut": ((0, 1), (16, 16))}, [], []),
    (
        "LAY007",
        {**FOUR, "dst_cut": ((4, (0, 0)), (2, (32, 32)))},
        {**FOUR, "dst_cut": ((2, (0, 0)), (2, (32, 32)))},
        [],
        [],
    ),
    (
        "LAY008",
        {"src": ("NZ", 48, 16), "src_cut": ((8, 0), (16, 16))},
        {"src": ("NZ", 48, 16), "src_cut": ((16, 0), (16, 16))},
        [],
        [],
    ),
    (
        "LAY008",
        {**LARGE_NZ, "dst_cut": ((0, 8), (16, 32))},
        {**LARGE_NZ, "dst_cut": ((0, 16), (16, 32))},
        [],
        [],
    ),
    ("LAY009", {**LARGE_NZ, "dst_cut": ((0, 0), (16, 20))}, {**LARGE_NZ, "dst_cut": ((0, 0), (16, 32))}, [], []),
    ("LAY009", {**LARGE_NZ, "dst_cut": ((0, 0), (10, 32))}, {**LARGE_NZ, "dst_cut": ((0, 0), (16, 32))}, [], []),
    ("LAY010", {**LARGE, "dst_cut": ((56, 0), (16, 16))}, {**LARGE, "dst_cut": ((56, 0), (8, 16))}, [], []),
    (
        "LAY010",
        {**FOUR, "dst_cut": ((2, (0, 0)), (3, (32, 32)))},
        {**FOUR, "dst_cut": ((1, (0, 0)), (3, (32, 32)))},
        [],
        [],
    ),
    ("LAY011", {**FOUR, "dst_cut": ((0, 0), (32, 32))}, {**FOUR, "dst_cut": ((2, (0, 0)), (2, (32, 32)))}, [], []),
    ("LAY011", {**LARGE, "dst_cut": ((0, 0, 0), (16, 16))}, {**LARGE, "dst_cut": ((0, 0), (16, 16))}, [], []),
    ("LAY011", {**LARGE, "dst_cut": (("a", 0), (16, 16))}, {**LARGE, "dst_cut": ([0, 0], [16, 16])}, [], []),
    ("LAY012", {"dst": strided((32, 2))}, {"dst": strided((32, 1))}, [], []),
    ("LAY012", {"dst": strided((32, 2))}, {"dst": strided((1, 32))}, [], []),
    ("LAY013", {"dst": tagged("ND", (32, 2))}, {"dst": tagged("ND", (32, 1))}, [], []),
    ("LAY013", {"dst": tagged("DN", (2, 64))}, {"dst": tagged("DN", (1, 64))}, [], []),
    (
        "LAY013",
        {"dst": tagged("NZ", ((32, 512), (1, 1024)), ((16, 1), (16, 1)))},
        {"dst": tagged("NZ", ((16, 512), (1, 1024)), ((16, 1), (16, 1)))},
        [],
        [],
    ),
    (
        "LAY013",
        {"dst": ("NHWC", 1, 4, 8, 16), "dst_cut": ((0, 0, 0, 0), (1, 4, 4, 16))},
        {"dst": ("NHWC", 1, 8, 4, 16), "dst_cut": ((0, 4, 0, 0), (1, 4, 4, 16))},
        [],
        [],
    ),
    ("LAY014", {"dst": strided((8, 1))}, {"dst": strided((16, 1))}, [], []),
    ("LAY014", {"dst": tagged("DN", (1, 15))}, {"dst": tagged("DN", (1, 16))}, [], []),
    (
        "LAY014",
        {"src": ("NZ", 2, 16, 16), "dst": strided((100, (16, 1)), (2, (16, 16)))},  # type: ignore[arg-type]
        {"src": ("NZ", 2, 16, 16), "dst": strided((256, (16, 1)), (2, (16, 16)))},  # type: ignore[arg-type]
        [],
        [],
    ),
    (
        "LAY015",
        {"src": ("NZ", 16, 32), "dst": ("ND", 32, 32), "counts": (None, 512)},
        {"src": ("NZ", 16, 32), "dst": ("ND", 32, 32), "counts": (None, 1024)},
        [],
        [],
    ),
]


@pytest.mark.parametrize(
    ("code", "bad", "good", "beside", "left"), PAIRS, ids=[f"{k}-{p[0]}" for k, p in enumerate(PAIRS)]
)
def test_pair(code: str, bad: Fields, good: Fields, beside: list[str], left: list[str]) -> None:
    findings = found(**bad)
    assert codes(findings) == sorted([code, *beside])
    mine = next(f for f in findings if f.code == code)
    assert mine.severity == catalogue()[code].severity
    assert mine.field
    assert mine.limit
    assert mine.source
    assert codes(found(**good)) == left


def test_every_rule_of_the_family_has_a_pair() -> None:
    assert {pair[0] for pair in PAIRS} == {code for code in catalogue() if code.startswith("LAY")}


def test_interleaved_batches_do_not_collide() -> None:
    """Batches side by side in the rows of one matrix: their extents meet, their elements do not."""
    assert found(src=("NZ", 2, 16, 16), dst=strided((16, (32, 1)), (2, (16, 16)))) == []  # type: ignore[arg-type]


NUMBERS: list[tuple[str, Fields, str, tuple[object, ...]]] = [
    ("LAY003", {**INT8, "dst": ("NZ", 32, 64)}, "NZ with C0 = 16; a destination of int8_t has C0 = 32", (32,)),
    ("LAY007", {**LARGE, "dst_cut": ((64, 0), (16, 16))}, "starts at row 64; the layout has 64 rows", (63,)),
    ("LAY008", {**LARGE_NZ, "dst_cut": ((0, 8), (16, 32))}, "column 8, inside a fractal of 16", (0, 16)),
    ("LAY009", {**LARGE_NZ, "dst_cut": ((0, 0), (16, 20))}, "slice of 20 columns is rounded up to 32", (16, 32)),
    ("LAY010", {**LARGE, "dst_cut": ((56, 0), (16, 16))}, "asks for 16 rows from row 56 of 64, 8 remain", (8,)),
    ("LAY014", {"dst": strided((8, 1))}, "row stride of `dst` is 8, one row takes 16", (16,)),
    (
        "LAY015",
        {"src": ("NZ", 16, 32), "dst": ("ND", 32, 32), "counts": (None, 512)},
        "reaches element 1023, its tensor has 512",
        ("dst.count 1024",),
    ),
]


@pytest.mark.parametrize(("code", "fields", "message", "nearest"), NUMBERS, ids=[n[0] for n in NUMBERS])
def test_messages_tell_the_numbers(code: str, fields: Fields, message: str, nearest: tuple[object, ...]) -> None:
    mine = next(f for f in found(**fields) if f.code == code)
    assert message in mine.message
    assert mine.nearest == nearest
