"""Rules of the copy out of L0C on both sides of their limits: types, sizes, batches, words."""

from __future__ import annotations

from typing import Any

import pytest

from ascmove import te
from ascmove.moves.transfer import diagnose_call
from ascmove.te.copying import make_call

from .edges import Edge, offered, params
from .l0c_calls import INT8_ONE, ONE, arguments, found
from .l0c_pairs import BATCHES, GLUED, INT, INT8, NC1HWC0, NHWC, NZ32, SPLIT, WORDS, W
from .test_lay_rules import strided, tagged
from .test_mutants_lay import TAKEN

UB: dict[str, Any] = {"to_ub": True, "positions": ("CO1", "VECIN")}
NZ_WORDS: dict[str, Any] = {"types": ("int32_t", "half"), "src": ("NZ", 16, 32), "dst": ("NZ", 16, 32)}
FINITE, NORMAL = ("0x7F7FFFFF", "0x3F800000 (1.0)"), ("0x00800000", "0x3F800000 (1.0)")
BF16: dict[str, Any] = {"types": ("int32_t", "bfloat16_t")}


def words(*changed: tuple[int, int]) -> dict[str, Any]:
    """32 words of the multiplier 1.0, some of them changed."""
    data = [ONE] * 32
    for k, word in changed:
        data[k] = word
    return {**WORDS, "quant": {"count": 32, "data": data}}


def words_as(pattern: Any, *extents: int) -> dict[str, Any]:
    """Infinite words in another layout."""
    return {
        **WORDS,
        "quant": {"count": 256, "data": [0x7F800000] * 256, "layout": (pattern, *extents) if extents else pattern},
    }


EDGES: list[Edge] = [
    # product, route, patterns
    ("into UB", UB, {}),
    ("into UB that is GM", {"to_ub": True}, {"L0C002": ("CO1 -> VECIN",)}),
    ("from L1 into UB", {"to_ub": True, "positions": ("A1", "VECIN")}, {"L0C002": ("CO1 -> VECIN",)}),
    ("from L1 into L1", {"positions": ("A1", "A1")}, {"L0C002": ("CO1 -> GM",)}),
    ("a feature map in UB", {**UB, **NHWC}, {"L0C003": ("ND", "NDExt", "DN", "DNExt", "NZ")}),
    ("unit_flag 0", {"unit_flag": 0}, {}),
    ("unit_flag 2", {"unit_flag": 2}, {"L0C037": (0,)}),
    ("unit_flag 5", {"unit_flag": 5}, {"L0C036": (2, 3)}),
    ("a negative unit_flag", {"unit_flag": -1}, {"TEN013": (0,)}),
    ("sub_block_id into UB", {**UB, "sub_block_id": True}, {}),
    # types
    ("bfloat16_t without words", {**BF16}, {"L0C005": ("te.u64(0x3F800000)",)}),
    ("bfloat16_t", {**BF16, "quant": W}, {}),
    ("uint8_t without words", {"types": ("float", "uint8_t")}, {"L0C005": ("te.u64(0x3F800000)",)}),
    ("half to float", {"types": ("half", "float")}, {"L0C004": ("float", "int32_t")}),
    ("words for int32_t as a tensor", {**WORDS, "types": ("int32_t", "int32_t")}, {"L0C006": (None,)}),
    ("HYBRID from int32_t", {**INT8, "round_mode": "HYBRID"}, {"L0C007": ("DEFAULT",)}),
    ("HYBRID into half", {"round_mode": "HYBRID", "quant": W}, {"L0C007": ("DEFAULT",)}),
    ("channel split of bytes", {**INT8, "enable_channel_split": True}, {"L0C008": (False,)}),
    (
        "channel split of bytes into NZ",
        {**INT8, "dst": ("NZ", 16, 32), "enable_channel_split": True},
        {"L0C008": (False,)},
    ),
    (
        "channel split with unit_flag 3",
        {**SPLIT, "unit_flag": 3},
        {"L0C009": ("unit_flag = 0", "enable_channel_split = false with C0 = 16"), "L0C037": (0,)},
    ),
    # whole fractals and field widths
    (
        "channel split into no pattern",
        {"dst": strided((3, 5), (16, 16)), "enable_channel_split": True},
        {"L0C008": (False,), "LAY012": ("(k, 1)", "(1, k)")},
    ),
    ("31 of 32 columns of bytes", {**INT8, "src": ("NZ", 32, 32), "dst": ("NZ", 32, 31, NZ32)}, {"L0C011": (32,)}),
    ("16 columns of bytes", {**INT8, "src": ("NZ", 32, 16), "dst": ("NZ", 32, 32, NZ32)}, {"L0C010": (32,)}),
    (
        "48 columns of bytes of a wider destination",
        {**INT8, "src": ("NZ", 32, 48), "dst": ("NZ", 32, 64, NZ32)},
        {"L0C010": (32, 64)},
    ),
    (
        "48 columns of bytes, relaxed",
        {**INT8, "src": ("NZ", 32, 48), "dst": ("NZ", 32, 64, NZ32), "core": {"mode": "relaxed"}},
        {"L0C010": (32, 64)},
    ),
    (
        "24 columns of bytes, relaxed",
        {**INT8, "src": ("NZ", 16, 24, {"c0": 8}), "dst": ("NZ", 16, 32, NZ32), "core": {"mode": "relaxed"}},
        {"L0C010": (32,), "LAY002": (16,)},
    ),
    ("a slice of ragged columns", {"src": ("NZ", 16, 28), "dst": ("NZ", 16, 28), "dst_cut": ((0, 0), (16, 16))}, {}),
    ("ragged columns of ND", {"dst": ("ND", 16, 15)}, {}),
    ("17 rows of NZ", {"src": ("NZ", 17, 16), "dst": ("NZ", 17, 16)}, {"L0C011": (16, 32)}),
    ("7 columns of split channels", {**SPLIT, "src": ("NZ", 16, 7), "dst": ("NZ", 16, 7, {"c0": 8})}, {"L0C011": (8,)}),
    ("4095 columns of ND", {"src": ("NZ", 16, 4095), "dst": ("ND", 16, 4095)}, {}),
    ("4097 columns of DN", {"src": ("NZ", 16, 4096), "dst": ("DN", 16, 4097)}, {"L0C030": (4095,)}),
    ("4096 channels", {"src": ("NZ", 16, 4096), "dst": ("NHWC", 1, 4, 4, 4096)}, {"L0C030": (4095,)}),
    (
        "4096 columns of a host",
        {"src": ("NZ", 16, 4096), "dst": ("ND", 16, 4096), "core": {"limits": "host"}},
        {"L0C030": (4095,)},
    ),
    (
        "4096 columns with words",
        {"types": ("int32_t", "half"), "src": ("NZ", 16, 4096), "dst": ("ND", 16, 4096), "quant": {"count": 4096}},
        {},
    ),
    (
        "513 columns with words into ND",
        {**WORDS, "src": ("NZ", 16, 528), "dst": ("ND", 16, 513), "quant": {"count": 513}},
        {},
    ),
    ("528 columns without words into NZ", {"src": ("NZ", 16, 528), "dst": ("NZ", 16, 528)}, {}),
    (
        "1024 columns with words into NZ",
        {**NZ_WORDS, "src": ("NZ", 32, 1024), "dst": ("NZ", 32, 1024), "quant": {"count": 1024}},
        {"L0C031": (512,)},
    ),
    (
        "1024 columns of bytes with words into NZ",
        {
            **NZ_WORDS,
            "types": ("int32_t", "int8_t"),
            "src": ("NZ", 32, 1024),
            "dst": ("NZ", 32, 1024, NZ32),
            "quant": {"count": 1024, "fill": INT8_ONE},
        },
        {"L0C031": (512,)},
    ),
    (
        "1024 columns with words into NZ, relaxed",
        {
            **NZ_WORDS,
            "src": ("NZ", 16, 1024),
            "dst": ("NZ", 16, 1024),
            "counts": (None, 1 << 19),
            "quant": {"count": 1024},
            "core": {"mode": "relaxed"},
        },
        {"L0C031": (512,)},
    ),
    (
        "1024 columns with words into NZ, relaxed host",
        {
            **NZ_WORDS,
            "src": ("NZ", 16, 1024),
            "dst": ("NZ", 16, 1024),
            "counts": (None, 1 << 19),
            "quant": {"count": 1024},
            "core": {"mode": "relaxed", "limits": "host"},
        },
        {"L0C031": (512,)},
    ),
    # batches
    ("a batch more in the destination", {**BATCHES, "dst": ("ND", 4, 16, 32)}, {}),
    (
        "a batch more in the source",
        {**BATCHES, "dst": ("ND", 2, 16, 32)},
        {"L0C027": (2,), "TEN009": ("dst.count 1536", "layout.batch 2")},
    ),
    ("a batched source for one matrix", {**BATCHES, "dst": ("ND", 16, 32)}, {"L0C026": (3,)}),
    (
        "glued batches of one column more",
        {"src": ("NZ", 2, 16, 17), "dst": ("NZ", 2, 16, 17)},
        {"L0C028": (32,), "L0C011": (16, 32)},
    ),
    (
        "glued batches of bytes of an odd half",
        {**INT8, "src": ("NZ", 2, 16, 48), "dst": ("NZ", 2, 16, 48, NZ32)},
        {"L0C010": (32, 64), "L0C028": ("one call per batch",)},
    ),
    (
        "glued batches of bytes of wider matrices",
        {**INT8, "src": ("NZ", 2, 16, 64), "dst": ("NZ", 2, 16, 32, NZ32)},
        {"L0C028": (64,)},
    ),
    (
        "glued batches of 16 rows of taller matrices",
        {**GLUED, "src": ("NZ", 3, 32, 32), "src_cut": ((0, (0, 0)), (3, (16, 32)))},
        {},
    ),
    (
        "batches of wider matrices with words",
        {**NZ_WORDS, "src": ("NZ", 3, 16, 64), "dst": ("NZ", 3, 16, 32), "quant": {"count": 32}},
        {},
    ),
    ("batches of wider matrices into ND", {"src": ("NZ", 3, 16, 64), "dst": ("ND", 3, 16, 32)}, {}),
    ("glued columns, 4095 at most", {"src": ("NZ", 3, 16, 1360), "dst": ("NZ", 3, 16, 1360)}, {}),
    (
        "glued columns, 4112 of them",
        {"src": ("NZ", 257, 16, 16), "dst": ("NZ", 257, 16, 16)},
        {"L0C029": (255,), "TEN006": ("count 65536",)},
    ),
    ("glued columns, none fits", {"src": ("NZ", 1, 16, 4096), "dst": ("NZ", 1, 16, 4096)}, {"L0C029": ()}),
    (
        "glued columns of a host",
        {"src": ("NZ", 256, 16, 16), "dst": ("NZ", 256, 16, 16), "core": {"limits": "host"}},
        {"L0C029": (255,)},
    ),
    # feature maps
    ("no words into NC1HWC0", NC1HWC0, {}),
    ("a word into NC1HWC0", {**INT, **NC1HWC0}, {}),
    ("no image", {"dst": ("NHWC", 0, 4, 4, 16)}, {"LAY001": (1,)}),
    (
        "a column more",
        {"src": ("NZ", 16, 16), "dst": ("NHWC", 1, 4, 4, 17)},
        {"L0C035": ("C = 16", "src.layout.n = 17")},
    ),
    (
        "a row more",
        {"src": ("NZ", 17, 16), "dst": ("NCHW", 1, 16, 4, 4)},
        {"L0C035": ("H·W = 17", "src.layout.m = 16")},
    ),
    (
        "a row more, relaxed",
        {"src": ("NZ", 17, 16), **NC1HWC0, "core": {"mode": "relaxed"}},
        {"L0C035": ("H·W = 17", "src.layout.m = 16")},
    ),
    ("a source of no pattern of the copy", {**NHWC, "src": ("ND", 17, 16)}, {"L0C003": ("NZ",)}),
    # start and traps
    ("an odd byte of GM for NZ", {"dst": ("NZ", 16, 16), "addresses": (None, 80)}, {"L0C012": (64, 96)}),
    (
        "a slice inside a block",
        {"dst": ("NZ", 32, 32), "src": ("NZ", 32, 16), "dst_cut": ((16, 16), (16, 16)), "addresses": (None, 16)},
        {"L0C012": (1536, 1568)},
    ),
    ("a slice inside a block of UB", {**UB, "dst": ("ND", 16, 32), "dst_cut": ((0, 8), (16, 16))}, {"L0C012": (0, 32)}),
    (
        "a slice inside a block of UB behind a start",
        {**UB, "dst": ("ND", 16, 32), "dst_cut": ((0, 8), (16, 16)), "addresses": (None, 64)},
        {"L0C012": (64, 96)},
    ),
    ("a slice on a block of UB", {**UB, "dst": ("ND", 16, 32), "dst_cut": ((0, 16), (16, 16))}, {}),
    ("inside a block of UB", {**UB, "addresses": (None, 16)}, {"TEN003": (0, 32)}),
    ("31 rows of ND", {"src": ("NZ", 31, 16), "dst": ("ND", 31, 16)}, {}),
    ("32 rows of 31", {"src": ("NZ", 31, 16), "dst": ("ND", 32, 16)}, {"L0C039": (31,)}),
    ("32 rows of 31 into NZ", {"src": ("NZ", 31, 16), "dst": ("NZ", 32, 16)}, {}),
    ("16 columns of 15 of DN", {"src": ("NZ", 16, 15), "dst": ("DN", 16, 16)}, {"L0C039": (15,)}),
    (
        "a slice of 32 rows of 30",
        {"src": ("NZ", 30, 30), "dst": ("ND", 64, 64), "dst_cut": ((2, 4), (32, 32))},
        {"L0C039": (30,)},
    ),
    ("batches of 32 rows of 30", {"src": ("NZ", 2, 30, 32), "dst": ("ND", 2, 32, 32)}, {"L0C039": (30,)}),
    (
        "a slice of batches of 32 rows of 30",
        {"src": ("NZ", 2, 30, 32), "dst": ("ND", 3, 64, 64), "dst_cut": ((1, (2, 4)), (2, (32, 32)))},
        {"L0C039": (30,)},
    ),
    (
        "glued batches of a layout with room between",
        {**GLUED, "dst": tagged("NZ", (1024, ((16, 256), (1, 256))), (3, ((16, 1), (16, 2))))},
        {"L0C028": ("one call per batch", "whole matrices")},
    ),
    ("glued batches of narrower matrices", {**GLUED, "dst": ("NZ", 3, 16, 64)}, {"L0C028": (32,)}),
    (
        "48 allocated rows of 32",
        {"src": ("NZ", 32, 32), "dst": ("ND", 32, 32), "counts": (1536, None)},
        {"L0C040": (48,)},
    ),
    ("40 allocated rows of 32", {"src": ("NZ", 32, 32), "dst": ("ND", 32, 32), "counts": (1280, None)}, {}),
    ("half an allocated row", {"src": ("NZ", 32, 32), "dst": ("ND", 32, 32), "counts": (1552, None)}, {}),
    ("allocated rows of batches", {**BATCHES, "counts": (3072, None)}, {}),
    (
        "allocated rows of a slice",
        {"src": ("NZ", 32, 32), "src_cut": ((0, 0), (16, 32)), "counts": (1536, None), "dst": ("ND", 16, 32)},
        {},
    ),
    # what fits: the last element of the last row, column, fractal, batch
    (
        "16 rows of 32, one element short",
        {"src": ("NZ", 16, 32), "dst": ("ND", 16, 32), "counts": (None, 511)},
        {"TEN009": ("dst.count 512", "layout.m 15")},
    ),
    (
        "15 rows of 32 and no more",
        {"src": ("NZ", 16, 32), "dst": ("ND", 16, 32), "counts": (None, 480)},
        {"TEN009": ("dst.count 512", "layout.m 15")},
    ),
    (
        "15 rows of 32, one element short",
        {"src": ("NZ", 16, 32), "dst": ("ND", 16, 32), "counts": (None, 479)},
        {"TEN009": ("dst.count 512", "layout.m 14")},
    ),
    (
        "less than a row",
        {"src": ("NZ", 16, 32), "dst": ("ND", 16, 32), "counts": (None, 20)},
        {"TEN009": ("dst.count 512",)},
    ),
    (
        "a single row too short",
        {"src": ("NZ", 1, 32), "dst": ("ND", 1, 32), "counts": (None, 20)},
        {"TEN009": ("dst.count 32", "layout.n 20")},
    ),
    (
        "32 columns of 16 too short",
        {"src": ("NZ", 16, 32), "dst": ("DN", 16, 32), "counts": (None, 500)},
        {"TEN009": ("dst.count 512", "layout.m 4")},
    ),
    (
        "31 columns of 16",
        {"src": ("NZ", 16, 32), "dst": ("DN", 16, 32), "counts": (None, 496)},
        {"TEN009": ("dst.count 512", "layout.n 31")},
    ),
    (
        "two column blocks too short",
        {"src": ("NZ", 32, 32), "dst": ("NZ", 32, 32), "counts": (None, 1000)},
        {"TEN009": ("dst.count 1024", "layout.m 30")},
    ),
    (
        "a column block too short",
        {"src": ("NZ", 32, 32), "dst": ("NZ", 32, 32), "counts": (None, 500)},
        {"TEN009": ("dst.count 1024", "layout.n 4")},
    ),
    (
        "two column blocks of bytes too short",
        {**INT8, "src": ("NZ", 32, 64), "dst": ("NZ", 32, 64, NZ32), "counts": (None, 2000)},
        {"TEN009": ("dst.count 2048", "layout.m 30")},
    ),
    (
        "a source of two column blocks too short",
        {"src": ("NZ", 32, 32), "dst": ("ND", 32, 32), "counts": (1000, None)},
        {"TEN008": ("src.count 1024", "layout.m 30")},
    ),
    (
        "a source of a column block too short",
        {"src": ("NZ", 32, 32), "dst": ("ND", 32, 32), "counts": (500, None)},
        {"TEN008": ("src.count 1024", "layout.n 4")},
    ),
    ("three batches too short", {**BATCHES, "counts": (None, 1500)}, {"TEN009": ("dst.count 1536", "layout.batch 2")}),
    ("two batches too short", {**BATCHES, "counts": (None, 1000)}, {"TEN009": ("dst.count 1536", "layout.batch 1")}),
    ("one batch too short", {**BATCHES, "counts": (None, 500)}, {"TEN009": ("dst.count 1536",)}),
    (
        "a source of three batches too short",
        {**BATCHES, "counts": (1500, None)},
        {"TEN008": ("src.count 1536", "layout.batch 2")},
    ),
    (
        "batches far apart too short",
        {**BATCHES, "dst": ("ND", 3, 32, 32), "counts": (None, 2000)},
        {"TEN009": ("dst.count 2560", "layout.batch 2")},
    ),
    (
        "a slice of the source too short",
        {"src": ("NZ", 48, 32), "src_cut": ((16, 0), (16, 32)), "dst": ("ND", 16, 32), "counts": (1100, None)},
        {"TEN008": ("src.count 1280", "layout.m 4")},
    ),
    (
        "a source of four column blocks for bytes too short",
        {**INT8, "src": ("NZ", 32, 64), "dst": ("NZ", 32, 64, NZ32), "counts": (2000, None)},
        {"TEN008": ("src.count 2048", "layout.m 29")},
    ),
    (
        "two batches far apart too short",
        {**BATCHES, "dst": ("ND", 3, 32, 32), "counts": (None, 1500)},
        {"TEN009": ("dst.count 2560", "layout.batch 1")},
    ),
    (
        "a source of batches that go far apart too short",
        {**BATCHES, "dst": ("ND", 3, 32, 32), "counts": (1500, None)},
        {"TEN008": ("src.count 1536", "layout.batch 2")},
    ),
    (
        "a slice too short",
        {"src": ("NZ", 16, 32), "dst": ("ND", 20, 40), "dst_cut": ((2, 4), (16, 32)), "counts": (None, 600)},
        {"TEN009": ("dst.count 716", "layout.m 13")},
    ),
    # where words lie
    (
        "words behind the end of L1",
        {**WORDS, "quant": {"count": 32, "address": 524288 - 128, "fill": None}},
        {"TEN006": ("count 16", "address 524032")},
    ),
    (
        "bad words at the end of L1",
        {**WORDS, "quant": {"count": 32, "address": 524288 - 256, "fill": 0x7F800000}},
        {"L0C014": ("0x7F7FFFFF", "0x3F800000 (1.0)")},
    ),
    (
        "bad words behind the end of L1 of a host",
        {**WORDS, "quant": {"count": 32, "address": 524288 - 128, "fill": 0x7F800000}, "core": {"limits": "host"}},
        {"L0C014": ("0x7F7FFFFF", "0x3F800000 (1.0)"), "TEN006": ("count 16", "address 524032")},
    ),
    ("words in C1", {**WORDS, "quant": {"count": 32, "position": "C1"}}, {}),
    (
        "words of 8 bytes that are no uint64_t",
        {**WORDS, "quant": {"count": 32, "dtype": "int64_t", "fill": 1}},
        {"L0C020": ("uint64_t",)},
    ),
    ("words 40 B behind", {**WORDS, "quant": {"count": 32, "address": 40}}, {"L0C021": (32, 64)}),
    (
        "words in UB 16 B behind",
        {**WORDS, "quant": {"count": 32, "position": "VECIN", "address": 16}},
        {"L0C020": ("A1", "B1", "C1", "TSCM")},
    ),
    ("no row of words", {**WORDS, "quant": {"count": 32, "layout": ("NDExt", 0, 32)}}, {"LAY001": (1,)}),
    ("33 words", {**WORDS, "quant": {"count": 33}}, {"L0C024": (32,)}),
    ("31 words", {**WORDS, "quant": {"count": 31}}, {"L0C023": (32,)}),
    ("31 words in memory", {**WORDS, "quant": {"count": 31, "layout": ("NDExt", 1, 32)}}, {"L0C023": (32,)}),
    (
        "two rows of 33 words",
        {**WORDS, "src": ("NZ", 2, 16, 32), "dst": ("ND", 2, 16, 32), "quant": {"count": 66, "batch": 2}},
        {"L0C024": (64,)},
    ),
    (
        "two rows of 31 words",
        {**WORDS, "src": ("NZ", 2, 16, 32), "dst": ("ND", 2, 16, 32), "quant": {"count": 62, "batch": 2}},
        {"L0C023": (64,)},
    ),
    (
        "a row of words for two batches",
        {**WORDS, "src": ("NZ", 2, 16, 32), "dst": ("ND", 2, 16, 32), "quant": {"count": 32, "batch": 1}},
        {"L0C025": (2, None)},
    ),
    ("no batches into a single matrix", {"src": ("NZ", 0, 16, 16)}, {"L0C026": (0,), "LAY001": (1,)}),
    # what words hold
    (
        "half of the words not written",
        {**WORDS, "src": ("NZ", 1, 32), "dst": ("ND", 1, 32), "quant": {"count": 32, "written": 16}},
        {"TEN011": ()},
    ),
    ("bad words as a column", words_as("DN", 32, 1), {"L0C022": ("NDExt (1, n)",)}),
    ("bad words as fractals", words_as("NZ", 16, 16), {"L0C022": ("NDExt (1, n)",)}),
    ("no row of bad words", words_as("NDExt", 0, 32), {"LAY001": (1,)}),
    ("bad words two apart", words_as(tagged("ND", (32, 2), (1, 16))), {"LAY013": (1,)}),
    ("bad words into ZN", {**words_as("NDExt", 1, 32), "dst": ("ZN", 16, 32)}, {"L0C003": TAKEN}),
    ("bad words, untracked", {**words_as("NDExt", 1, 32), "core": {"track": False}}, {"L0C014": FINITE}),
    ("0 for bytes", {**INT8, "quant": te.u64(1 << 46)}, {"L0C015": NORMAL}),
    ("0 with an offset for bytes", {**INT8, "quant": te.u64(1 << 46 | 5 << 37)}, {"L0C015": NORMAL}),
    ("0 with an offset for half", {**INT, "quant": te.u64(5 << 37)}, {"L0C015": NORMAL, "L0C017": ("0x0",)}),
    ("more words than columns, these not written", {**WORDS, "quant": {"count": 64, "written": 32}}, {"L0C024": (32,)}),
    ("the largest multiplier", {**INT, "quant": te.u64(0x7F7FE000)}, {}),
    ("the largest float", {**INT, "quant": te.u64(0x7F7FFFFF)}, {"L0C018": ("0x7f7fe000", "0x7f800000")}),
    ("minus infinity", {**INT, "quant": te.u64(0xFF800000)}, {"L0C014": ("0x7F7FFFFF", "0x3F800000 (1.0)")}),
    ("the smallest normal multiplier", {**INT, "quant": te.u64(0x00800000)}, {}),
    (
        "the largest denormal multiplier",
        {**INT, "quant": te.u64(0x007FFFFF)},
        {"L0C015": ("0x00800000", "0x3F800000 (1.0)")},
    ),
    ("minus zero", {**INT, "quant": te.u64(0x80000000)}, {"L0C015": ("0x00800000", "0x3F800000 (1.0)")}),
    (
        "zero with an offset",
        {**INT8, "quant": te.u64(1 << 46 | 3 << 37)},
        {"L0C015": ("0x00800000", "0x3F800000 (1.0)")},
    ),
    ("bit 13", {**INT, "quant": te.u64(ONE | 1 << 13)}, {}),
    ("bit 12", {**INT, "quant": te.u64(ONE | 1 << 12)}, {"L0C018": ("0x3f800000", "0x3f802000")}),
    ("bit 0", {**INT, "quant": te.u64(ONE | 1)}, {"L0C018": ("0x3f800000", "0x3f802000")}),
    ("bits 32, 35 and 63", {**INT, "quant": te.u64(1 << 63 | 1 << 35 | 1 << 32 | ONE)}, {"L0C019": ("0x3f800000",)}),
    ("bit 48", {**INT, "quant": te.u64(1 << 48 | ONE)}, {"L0C019": ("0x3f800000",)}),
    ("bits 37 to 46 of bytes", {**INT8, "quant": te.u64(0x1FF << 37 | INT8_ONE)}, {}),
    ("bit 46 of halfs", {**INT, "quant": te.u64(INT8_ONE)}, {}),
    ("the offset -256 of halfs", {**INT, "quant": te.u64(1 << 45 | ONE)}, {"L0C017": ("0x3f800000",)}),
    ("the offset 255 of halfs", {**INT, "quant": te.u64(0xFF << 37 | ONE)}, {"L0C017": ("0x3f800000",)}),
    ("a bool as word", {**INT, "quant": True}, {"L0C013": ("te.u64(0x3F800000)",)}),
    ("0 as word", {**INT, "quant": 0}, {"L0C013": ("te.u64(0x0)",)}),
    ("the largest int as word", {**INT, "quant": (1 << 64) - 1}, {"L0C013": ("te.u64(0xffffffffffffffff)",)}),
    ("two bad words", words((3, 0x7F800000), (4, 0xFF800000)), {"L0C014": ("0x7F7FFFFF", "0x3F800000 (1.0)")}),
    ("two words that lose bits", words((0, ONE | 1), (31, ONE | 2)), {"L0C018": ("0x3f800000", "0x3f802000")}),
]


@pytest.mark.parametrize(("call", "told"), params(EDGES))
def test_edge(call: dict[str, Any], told: dict[str, tuple[object, ...]]) -> None:
    assert offered(found(**call)) == told


def test_words_of_each_batch_are_looked_at() -> None:
    batched = {**WORDS, "src": ("NZ", 2, 16, 32), "dst": ("ND", 2, 16, 32)}
    data = [ONE] * 64
    data[40] = ONE | 1 << 41
    (finding,) = found(**{**batched, "quant": {"count": 64, "batch": 2, "data": data}})
    assert (finding.code, finding.message[:11]) == ("L0C017", "`quant[40]`")


def test_words_of_a_slice_are_those_behind_its_start() -> None:
    data = [ONE | 1 << 41] * 4 + [ONE] * 32 + [ONE | 1 << 42]
    sliced = {"count": 37, "data": data, "cut": ((0, 4), (1, 32))}
    assert found(**{**WORDS, "quant": sliced}) == []
    data[35] = ONE | 1 << 37
    (finding,) = found(**{**WORDS, "quant": sliced})
    assert (finding.code, finding.message[:11]) == ("L0C017", "`quant[35]`")


def test_words_of_a_call_are_read_when_it_is_judged() -> None:
    atom, dst, src, held = arguments(**WORDS)
    call = make_call(atom, dst, src, held)
    for word, codes in [(ONE, []), (0x7F800000, ["L0C014"]), (ONE | 1 << 41, ["L0C017"]), (ONE, [])]:
        held.memory.fill(word)
        for _ in range(2):
            assert [f.code for f in diagnose_call(call)] == codes
