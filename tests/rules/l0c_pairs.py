"""Copies out of L0C that break each L0C rule, with the nearest ones that do not."""

from __future__ import annotations

import numpy as np

from ascmove import te

from .l0c_calls import INT8_ONE, ONE, Fields

W = te.u64(ONE)
INT: Fields = {"types": ("int32_t", "half"), "quant": W}
INT8: Fields = {"types": ("int32_t", "int8_t"), "src": ("NZ", 16, 32), "dst": ("ND", 16, 32), "quant": te.u64(INT8_ONE)}
WORDS: Fields = {"types": ("int32_t", "half"), "src": ("NZ", 16, 32), "dst": ("ND", 16, 32), "quant": {"count": 32}}
NZ8: Fields = {"c0": 8}
NZ32: Fields = {"c0": 32}
BATCHES: Fields = {"src": ("NZ", 3, 16, 32), "dst": ("ND", 3, 16, 32)}
GLUED: Fields = {"src": ("NZ", 3, 16, 32), "dst": ("NZ", 3, 16, 32)}
SPLIT: Fields = {"types": ("float", "float"), "dst": ("NZ", 16, 16, NZ8), "enable_channel_split": True}
NHWC: Fields = {"dst": ("NHWC", 1, 4, 4, 16)}
NC1HWC0: Fields = {"dst": ("NC1HWC0", 1, 1, 4, 4, 16)}

#: code, what breaks it, what does not, codes that come with it, codes that stay with the good call
PAIRS: list[tuple[str, Fields, Fields, list[str], list[str]]] = [
    ("L0C001", {"product": "atlas-a2"}, {}, [], []),
    ("L0C002", {"positions": ("A1", "GM")}, {}, [], []),
    ("L0C002", {"positions": ("CO1", "VECIN")}, {}, [], []),
    ("L0C003", {"src": ("ND", 16, 16)}, {}, [], []),
    ("L0C003", {"dst": ("ZN", 16, 16)}, {"dst": ("DN", 16, 16)}, [], []),
    ("L0C003", {"dst": ("ZZ", 16, 16)}, {"dst": ("NDExt", 16, 16)}, [], []),
    ("L0C003", {"dst": ("ScaleAND", 16, 16)}, {"dst": ("DNExt", 16, 16)}, [], []),
    ("L0C004", {"types": ("float", "fp8_e5m2_t")}, {}, [], []),
    ("L0C004", {"types": ("half", "half")}, {}, [], []),
    ("L0C004", {**INT, "types": ("int32_t", "fp8_e4m3fn_t")}, INT, [], []),
    ("L0C004", {**INT, "types": ("int32_t", "float")}, INT, [], []),
    ("L0C005", {"types": ("int32_t", "half")}, INT, [], []),
    ("L0C005", {**INT8, "quant": None}, INT8, [], []),
    ("L0C006", {"types": ("int32_t", "int32_t"), "quant": W}, {"types": ("int32_t", "int32_t")}, [], []),
    (
        "L0C007",
        {"types": ("float", "fp8_e4m3fn_t"), "quant": W, "round_mode": "HYBRID"},
        {"types": ("float", "hifloat8_t"), "quant": W, "round_mode": "HYBRID"},
        [],
        [],
    ),
    ("L0C007", {"round_mode": "HYBRID"}, {}, [], []),
    ("L0C008", {**SPLIT, "types": ("float", "half")}, SPLIT, [], []),
    ("L0C008", {**SPLIT, "dst": ("ND", 16, 16)}, SPLIT, [], []),
    ("L0C008", {**SPLIT, "dst": ("NC1HWC0", 1, 1, 4, 4, 16)}, SPLIT, [], []),
    ("L0C009", {**SPLIT, "unit_flag": 2}, SPLIT, ["L0C037"], []),
    (
        "L0C010",
        {**INT8, "src": ("NZ", 32, 48), "dst": ("NZ", 32, 48, NZ32)},
        {**INT8, "src": ("NZ", 32, 64), "dst": ("NZ", 32, 64, NZ32)},
        [],
        [],
    ),
    ("L0C011", {"src": ("NZ", 16, 28), "dst": ("NZ", 16, 28)}, {"src": ("NZ", 16, 32), "dst": ("NZ", 16, 32)}, [], []),
    ("L0C011", {"src": ("NZ", 15, 16), "dst": ("NZ", 15, 16)}, {"dst": ("NZ", 16, 16)}, [], []),
    ("L0C011", {**SPLIT, "src": ("NZ", 16, 20), "dst": ("NZ", 16, 20, NZ8)}, SPLIT, [], []),
    (
        "L0C012",
        {"dst": ("NZ", 16, 16), "addresses": (None, 16)},
        {"dst": ("NZ", 16, 16), "addresses": (None, 32)},
        [],
        [],
    ),
    ("L0C013", {**INT, "quant": 1}, INT, [], []),
    ("L0C013", {**INT, "quant": 1 << 64}, INT, [], []),
    ("L0C013", {**INT, "quant": -1}, INT, [], []),
    ("L0C013", {**INT, "quant": 1.0}, INT, [], []),
    ("L0C013", {"quant": np.uint32(ONE)}, {"quant": np.uint64(ONE)}, [], []),
    ("L0C014", {**INT, "quant": te.u64(0x7F800000)}, {**INT, "quant": te.u64(0x7F7FE000)}, [], []),
    ("L0C014", {**INT, "quant": te.u64(0xFFC00001)}, INT, [], []),
    ("L0C014", {**WORDS, "quant": {"count": 32, "data": [*[ONE] * 31, 0x7FC00000]}}, WORDS, [], []),
    ("L0C015", {**INT, "quant": te.u64(0)}, INT, [], []),
    ("L0C015", {**INT, "quant": te.u64(1)}, INT, [], []),
    ("L0C015", {**INT, "quant": te.u64(0x7FE000)}, {**INT, "quant": te.u64(0x800000)}, [], []),
    ("L0C016", {**INT8, "quant": W}, INT8, [], []),
    (
        "L0C016",
        {**INT8, "types": ("int32_t", "uint8_t")},
        {**INT8, "types": ("int32_t", "uint8_t"), "quant": W},
        [],
        [],
    ),
    ("L0C017", {**INT, "quant": te.u64(ONE | 1 << 37)}, {**INT8, "quant": te.u64(INT8_ONE | 1 << 37)}, [], []),
    ("L0C018", {**INT, "quant": te.u64(0x3DCCCCCD)}, {**INT, "quant": te.u64(0x3DCCC000)}, [], []),
    ("L0C019", {**INT, "quant": te.u64(ONE | 1 << 47)}, {**INT, "enable_relu": True}, [], []),
    ("L0C019", {**INT, "quant": te.u64(ONE | 1 << 36)}, INT, [], []),
    ("L0C020", {**WORDS, "quant": {"count": 32, "position": "VECIN"}}, WORDS, [], []),
    (
        "L0C020",
        {**WORDS, "quant": {"count": 32, "dtype": "uint32_t"}},
        {**WORDS, "quant": {"count": 32, "position": "B1"}},
        [],
        [],
    ),
    (
        "L0C021",
        {**WORDS, "quant": {"count": 32, "address": 16}},
        {**WORDS, "quant": {"count": 32, "address": 32}},
        [],
        [],
    ),
    (
        "L0C021",
        {**WORDS, "quant": {"count": 64, "cut": ((0, 2), (1, 32))}},
        {**WORDS, "quant": {"count": 64, "cut": ((0, 4), (1, 32))}},
        [],
        [],
    ),
    ("L0C022", {**WORDS, "quant": {"count": 64, "layout": ("NDExt", 2, 32)}}, WORDS, [], []),
    (
        "L0C022",
        {**WORDS, "quant": {"count": 32, "layout": ("DN", 1, 32)}},
        {**WORDS, "quant": {"count": 32, "layout": ("ND", 1, 32)}},
        [],
        [],
    ),
    ("L0C023", {**WORDS, "quant": {"count": 24}}, WORDS, [], []),
    ("L0C023", {**WORDS, "quant": {"count": 24, "layout": ("NDExt", 1, 32)}}, WORDS, [], []),
    ("L0C024", {**WORDS, "quant": {"count": 40}}, WORDS, [], []),
    (
        "L0C025",
        {**WORDS, **BATCHES, "quant": {"count": 64, "batch": 2}},
        {**WORDS, **BATCHES, "quant": {"count": 96, "batch": 3}},
        [],
        [],
    ),
    ("L0C025", {**WORDS, "quant": {"count": 32, "batch": 1}}, {**WORDS, **BATCHES, "quant": {"count": 32}}, [], []),
    ("L0C026", {**BATCHES, "dst": ("ND", 48, 32)}, BATCHES, [], []),
    ("L0C026", {"dst": ("ND", 1, 16, 16)}, {}, [], []),
    (
        "L0C027",
        {**BATCHES, "dst": ("ND", 2, 16, 32), "counts": (None, 1536)},
        {**BATCHES, "dst": ("ND", 4, 16, 32)},
        [],
        [],
    ),
    (
        "L0C028",
        {**GLUED, "dst": ("NZ", 3, 16, 64), "dst_cut": ((0, (0, 0)), (3, (16, 32)))},
        {**GLUED, "dst": ("NZ", 9, 16, 32), "dst_cut": ((3, (0, 0)), (3, (16, 32)))},
        [],
        [],
    ),
    ("L0C028", {**GLUED, "src": ("NZ", 3, 16, 64)}, GLUED, [], []),
    ("L0C028", {"src": ("NZ", 2, 16, 28), "dst": ("NZ", 2, 16, 28)}, GLUED, ["L0C011"], []),
    (
        "L0C028",
        {**GLUED, "src": ("NZ", 3, 16, 64), "src_cut": ((0, (0, 0)), (3, (16, 32)))},
        {**GLUED, "src": ("NZ", 3, 32, 32), "src_cut": ((0, (0, 0)), (3, (16, 32)))},
        [],
        [],
    ),
    (
        "L0C029",
        {"src": ("NZ", 4, 16, 1024), "dst": ("NZ", 4, 16, 1024)},
        {"src": ("NZ", 3, 16, 1024), "dst": ("NZ", 3, 16, 1024)},
        [],
        [],
    ),
    (
        "L0C030",
        {"src": ("NZ", 16, 4096), "dst": ("ND", 16, 4096)},
        {"src": ("NZ", 16, 4096), "dst": ("ND", 16, 4095)},
        [],
        [],
    ),
    (
        "L0C031",
        {**WORDS, "src": ("NZ", 16, 528), "dst": ("NZ", 16, 528), "quant": {"count": 528}},
        {**WORDS, "src": ("NZ", 16, 512), "dst": ("NZ", 16, 512), "quant": {"count": 512}},
        [],
        [],
    ),
    ("L0C032", {**INT, **NC1HWC0, "quant": {"count": 16}}, {**INT, **NC1HWC0}, [], []),
    ("L0C033", {**NHWC, "quant": W}, NHWC, [], []),
    ("L0C033", {"dst": ("NCHW", 1, 16, 4, 4), "quant": {"count": 16}}, {"dst": ("NCHW", 1, 16, 4, 4)}, [], []),
    ("L0C034", {"dst": ("NHWC", 2, 4, 4, 16)}, NHWC, [], []),
    ("L0C034", {**NHWC, "src": ("NZ", 1, 16, 16)}, NHWC, [], []),
    ("L0C035", {"dst": ("NHWC", 1, 4, 5, 16)}, {"src": ("NZ", 20, 16), "dst": ("NHWC", 1, 4, 5, 16)}, [], []),
    (
        "L0C035",
        {"src": ("NZ", 16, 20), "dst": ("NC1HWC0", 1, 2, 4, 4, 16)},
        {"src": ("NZ", 16, 32), "dst": ("NC1HWC0", 1, 2, 4, 4, 16)},
        [],
        [],
    ),
    ("L0C036", {"unit_flag": 1}, {"unit_flag": 2}, [], ["L0C037"]),
    ("L0C036", {"unit_flag": 4}, {"unit_flag": 3}, [], ["L0C037"]),
    ("L0C037", {"unit_flag": 3}, {}, [], []),
    ("L0C038", {"sub_block_id": True}, {}, [], []),
    (
        "L0C039",
        {"src": ("NZ", 30, 30), "dst": ("ND", 64, 64)},
        {"src": ("NZ", 30, 30), "dst": ("ND", 64, 64), "dst_cut": ((0, 0), (30, 30))},
        [],
        [],
    ),
    ("L0C039", {"src": ("NZ", 32, 30), "dst": ("DN", 32, 32)}, {"src": ("NZ", 32, 30), "dst": ("DN", 32, 30)}, [], []),
    (
        "L0C040",
        {"src": ("NZ", 16, 32), "counts": (1024, None)},
        {"src": ("NZ", 32, 32), "src_cut": ((0, 0), (16, 32))},
        [],
        [],
    ),
]
