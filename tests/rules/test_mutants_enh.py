"""Rules of the enhanced and the plain copy on both sides of their limits."""

from __future__ import annotations

from typing import Any

import pytest

import ascmove as am

from .edges import Edge, basic, offered, params
from .enhanced_pairs import AICORE, DEQ16, GM, INT8, INT8_ONE, ONE, UINT8, VDEQ16
from .test_enhanced_rules import found

PLAIN: dict[str, tuple[object, ...]] = {"ENH001": ("data_copy",)}
PAIR: dict[str, Any] = {"counts": (512, 512), "copy": (2, 1)}
VDEQ8: dict[str, Any] = {**INT8, "scale": "VDEQ8", "words": [INT8_ONE] * 16}
INT16: dict[str, Any] = {**DEQ16, "dst": "int16_t"}
SINGLE: dict[str, Any] = {"src": "float", "dst": "float"}


def word(value: int, **more: Any) -> dict[str, Any]:
    return {**DEQ16, "word": value, **more}


def vector(*values: int, **more: Any) -> dict[str, Any]:
    """16 words of 1.0 with some others in front."""
    return {**VDEQ16, "words": [*values, *[ONE] * (16 - len(values))], **more}


def empty(need: int) -> dict[str, tuple[object, ...]]:
    """What is found about tensors without elements: no L0C holds as much."""
    return {"TEN008": (f"src.count {need}",), "TEN009": (f"dst.count {need}",)}


EDGES: list[Edge] = [
    # routes and types
    (
        "from L0C to UB on atlas-training",
        {"product": "atlas-training"},
        {"ENH003": ("GM -> VECIN", "VECOUT -> GM", "GM -> A1", "GM -> B1", "VECIN -> VECCALC", "VECCALC -> VECOUT")},
    ),
    ("from L0C to GM", {"route": ("CO1", "GM")}, {"ENH003": ("VECOUT -> GM", "CO2 -> GM", "CO1 -> CO2")}),
    (
        "from L0C to L1",
        {"route": ("CO1", "A1")},
        {"ENH003": ("GM -> A1", "VECIN -> A1", "VECCALC -> A1", "VECOUT -> A1", "CO1 -> CO2")},
    ),
    ("from L1 to GM on atlas-a2", {**GM, "product": "atlas-a2", "route": ("A1", "GM")}, PLAIN),
    ("two types into GM", {"src": "float", "route": ("VECOUT", "GM")}, {"TEN002": ("float",), **PLAIN}),
    ("half to float", {"dst": "float"}, {"ENH005": ("half -> half",)}),
    (
        "int32_t to uint16_t",
        {"src": "int32_t", "dst": "uint16_t", "scale": "DEQ16"},
        {
            "ENH005": (
                "int32_t -> int32_t",
                "int32_t -> half",
                "int32_t -> int8_t",
                "int32_t -> uint8_t",
                "int32_t -> int16_t",
            )
        },
    ),
    (
        "int8_t to half",
        {"src": "int8_t"},
        {"ENH005": ("half", "float", "int32_t", "uint32_t")},
    ),
    # modes
    ("NORMAL", {"mode": "NORMAL"}, {"ENH007": ("MATRIX", "VECTOR")}),
    ("NORMAL into UB", {**GM, "mode": "NORMAL"}, PLAIN),
    ("DEPTHWISE into UB", {**GM, "mode": "DEPTHWISE"}, PLAIN),
    ("DEQ8 from int32_t to int16_t", {**INT16, "scale": "DEQ8"}, {"ENH017": ("DEQ16", "VDEQ16")}),
    ("DEQ_NONE from int32_t to int32_t", {"src": "int32_t", "dst": "int32_t"}, {}),
    ("VDEQ from float to half", {"src": "float", "scale": "VDEQ"}, {"ENH018": ("DEQ_NONE",)}),
    ("DEQ16 from float to half", {"src": "float", "scale": "DEQ16"}, {"ENH018": ("DEQ_NONE",)}),
    ("store mode 2", {**INT8, "sid": 2}, {}),
    ("store mode 4", {**INT8, "sid": 4}, {"ENH019": (2,)}),
    ("store mode 3 into UB", {**GM, "sid": 3}, {"ENH002": (0,), **PLAIN}),
    ("store mode of DEQ16", {**DEQ16, "sid": 1}, {"ENH020": (0,)}),
    ("store mode of VDEQ8", {**VDEQ8, "sid": 2}, {}),
    ("pads", {"pad_value": 1, "pad_mode": "PAD_MODE1"}, {"ENH037": ("PAD_NONE",)}),
    ("relu of uint32_t", {"src": "uint32_t", "dst": "uint32_t", "is_relu": True}, {"ENH038": (False,)}),
    ("relu of DEQ16", {**DEQ16, "is_relu": True, "word": 1 << 47 | ONE}, {}),
    ("relu into UB", {**GM, "is_relu": True}, {"ENH002": (False,), **PLAIN}),
    # fields
    ("4095 bursts", {"copy": (4095, 0)}, {"ENH010": (1,)}),
    ("4097 bursts", {"copy": (4097, 0)}, {"ENH008": (4095,)}),
    ("a burst of 65535", {"copy": (0, 65535)}, {"ENH010": (1,)}),
    ("a burst of 65537", {"copy": (0, 65537)}, {"ENH009": (65535,)}),
    ("a gap of 65538 in UB", {"copy": (0, 1, 0, 65538)}, {"ENH009": (65535,), "ENH010": (1,)}),
    ("a gap of 65536 from GM", {**GM, "copy": (0, 1, 0, 65536)}, {"ENH009": (65535,), "ENH010": (1,), **PLAIN}),
    ("bursts of nothing", {"copy": (1, 0)}, {"ENH010": (1,)}),
    ("one value under both names", {"copy": am.DataCopyParams(1, 1, 2, 3, dst_stride=3)}, {}),
    ("two values for dst_gap", {"copy": am.DataCopyParams(1, 1, 2, 3, dst_stride=4)}, {"ENH011": (3, 4)}),
    # ignored parameters
    ("a word into UB", {**GM, "word": 1}, {"ENH002": (0,), **PLAIN}),
    ("a word of DEQ_NONE", {"word": 1}, {"ENH021": (0,)}),
    ("a word of a vector mode", {**VDEQ16, "words": 16, "word": 1}, {"ENH021": (0,)}),
    ("an address of DEQ_NONE", {"deq_tensor_addr": 32}, {"ENH021": (0,)}),
    ("the address 0 of DEQ_NONE", {"deq_tensor_addr": 0}, {}),
    ("a tensor of DEQ_NONE", {"words": 16}, {"ENH021": ()}),
    ("a word and a tensor of DEQ_NONE", {"word": 1, "words": 16}, {"ENH021": (0,)}),
    # fractals and blocks of 32 B
    ("a plain copy of fractals", {**GM, "counts": (1024, 1024), "copy": (2, 2)}, {"ENH013": (32,), **PLAIN}),
    ("a plain copy of VECTOR", {**GM, "copy": (1, 2), "mode": "VECTOR"}, PLAIN),
    ("a plain copy of bytes", {**GM, "src": "uint8_t", "dst": "uint8_t", "copy": (1, 2)}, PLAIN),
    ("a plain copy of nothing", {**GM, "copy": (0, 2)}, {"ENH010": (1,), **PLAIN}),
    ("a plain copy of less than all fractals", {**GM, "copy": (1, 1)}, PLAIN),
    (
        "a plain copy of fractals for the longest burst",
        {**GM, "route": ("VECOUT", "GM"), "counts": (65536, 4095 * 256), "copy": (1, 4095)},
        {"ENH013": (4096,), **PLAIN},
    ),
    (
        "a plain copy of fractals for more than the longest burst",
        {**GM, "route": ("VECOUT", "GM"), "counts": (65536, 4096 * 256), "copy": (1, 4096)},
        {"ENH013": (), **PLAIN},
    ),
    ("fractals", {"counts": (512, 512), "copy": (1, 2)}, {}),
    (
        "blocks of 32 B",
        {"counts": (512, 512), "copy": (2, 16)},
        {"ENH012": (1,), "TEN008": ("src.count 8192", "block_len 1"), "TEN009": ("dst.count 8192", "block_len 1")},
    ),
    (
        "blocks of 32 B of more bursts than fractals",
        {"counts": (512, 512), "copy": (4, 8)},
        {
            "ENH012": ("block_count 2, block_len 1",),
            "TEN008": ("src.count 8192", "block_count 1, block_len 2"),
            "TEN009": ("dst.count 8192", "block_count 1, block_len 2"),
        },
    ),
    (
        "blocks of 32 B in VECTOR",
        {"counts": (512, 512), "copy": (1, 32), "mode": "VECTOR"},
        {"TEN008": ("src.count 8192", "block_len 2")},
    ),
    (
        "blocks of 32 B less one",
        {"counts": (512, 512), "copy": (1, 31)},
        {"TEN008": ("src.count 7936", "block_len 2"), "TEN009": ("dst.count 7936", "block_len 2")},
    ),
    (
        "blocks of 32 B of the destination alone",
        {"counts": (8192, 512), "copy": (1, 32)},
        {"ENH012": (2,), "TEN009": ("dst.count 8192", "block_len 2")},
    ),
    (
        "blocks of 32 B of less than a fractal",
        {"counts": (128, 128), "copy": (1, 8)},
        {"ENH012": (), "TEN008": ("src.count 2048",), "TEN009": ("dst.count 2048",)},
    ),
    # what fits: 512 B and a gap of 64 B in UB, 512 B and a gap of 512 B in L0C
    (
        "one burst and a gap",
        {"counts": (768, 536), "copy": (3, 1, 0, 2)},
        {"TEN009": ("dst.count 832", "block_count 1")},
    ),
    (
        "two bursts and a gap",
        {"counts": (768, 544), "copy": (3, 1, 0, 2)},
        {"TEN009": ("dst.count 832", "block_count 2")},
    ),
    (
        "two bursts and a gap in L0C",
        {"counts": (768, 768), "copy": (3, 1, 1)},
        {"TEN008": ("src.count 1280", "block_count 2")},
    ),
    ("column blocks", {"counts": (1024, 512), "copy": (2, 1)}, {"ENH014": ("src_gap 1", "block_len 2")}),
    ("column blocks without rest", {"counts": (512, 512), "copy": (2, 1)}, {}),
    ("column blocks with a rest", {"counts": (768, 512), "copy": (2, 1)}, {}),
    ("column blocks with a gap", {"counts": (1024, 512), "copy": (2, 1, 1)}, {}),
    ("one column block", {"counts": (1024, 512), "copy": (1, 1)}, {}),
    (
        "column blocks of floats",
        {**SINGLE, "counts": (1536, 512), "copy": (2, 1)},
        {"ENH014": ("src_gap 2", "block_len 3")},
    ),
    ("half a slot of the source", {**SINGLE, "mode": "VECTOR", "counts": (16, 16)}, {"ENH015": (256,)}),
    ("a slot of the source", {**SINGLE, "mode": "VECTOR", "counts": (256, 16)}, {}),
    ("half a slot of a view", {**SINGLE, "mode": "VECTOR", "counts": (255, 16)}, {"ENH015": (256,)}),
    ("slots with gaps", {"mode": "VECTOR", "counts": (767, 64), "copy": (2, 1, 1)}, {"ENH015": (768,)}),
    (
        "half a slot of bytes behind a gap",
        {**INT8, "sid": 0, "counts": (512, 1040), "copy": (2, 1, 0, 1)},
        {"ENH015": (1056,)},
    ),
    ("half a slot of bytes", {**UINT8, "sid": 1, "counts": (256, 512)}, {}),
    ("a fractal of L0C", {"addresses": (512, None)}, {}),
    ("half a fractal of floats in L0C", {**SINGLE, "addresses": (512, None)}, {"ENH016": (0, 1024)}),
    ("row 6 of a fractal", {"addresses": (1024 + 192, None)}, {"ENH016": (1024, 1536)}),
    ("inside a row of L0C", {"addresses": (32, None)}, {"TEN004": (0, 64)}),
    # where vectors lie
    ("vectors nowhere", VDEQ16, {"ENH022": (0,)}),
    ("vectors at 0", {**VDEQ16, "deq_tensor_addr": 0, "addresses": (0, 512)}, {}),
    ("vectors 8 B behind", {**VDEQ16, "deq_tensor_addr": 4104}, {"ENH023": (4096, 4128)}),
    (
        "vectors 1 B behind the start of UB",
        {**VDEQ16, "deq_tensor_addr": 1, "addresses": (0, 1024)},
        {"ENH023": (0, 32)},
    ),
    ("no words", {**VDEQ16, "words": 0}, {"ENH024": ("deq_tensor.count 16",)}),
    ("vectors before the end of UB", {**VDEQ16, "deq_tensor_addr": 262016}, {}),
    ("vectors behind the end of UB", {**VDEQ16, "deq_tensor_addr": 262048}, {"ENH024": (262016,)}),
    ("two vectors behind the end of UB", {**VDEQ16, **PAIR, "deq_tensor_addr": 261920}, {"ENH024": (261888,)}),
    ("halfs before the end of UB", {**VDEQ16, "scale": "VDEQ", "deq_tensor_addr": 262112}, {}),
    ("halfs behind the end of UB", {**VDEQ16, "scale": "VDEQ", "deq_tensor_addr": 262144}, {"ENH024": (262112,)}),
    (
        "vectors in all of UB, 32 B behind its start",
        {**VDEQ16, "copy": (2048, 1), "deq_tensor_addr": 32, "counts": (0, 0)},
        {"ENH024": (0,), **empty(524288)},
    ),
    (
        "more vectors than UB holds",
        {**VDEQ16, "copy": (2049, 1), "deq_tensor_addr": 32, "counts": (0, 0)},
        {"ENH024": (), **empty(524544)},
    ),
    ("two vectors of 31 words", {**VDEQ16, **PAIR, "words": 31}, {"ENH024": ("deq_tensor.count 32", "block_count 1")}),
    ("one vector of 15 words", {**VDEQ16, "words": 15}, {"ENH024": ("deq_tensor.count 16",)}),
    (
        "a vector for each of two fractals",
        {**VDEQ16, "counts": (512, 512), "copy": (1, 2), "words": 32},
        {"ENH025": ("block_count 2, block_len 1", "deq_tensor.count 16")},
    ),
    (
        "a vector for each of two fractals with a gap",
        {**VDEQ16, "counts": (512, 512), "copy": (1, 2, 1), "words": 32},
        {"ENH025": ("deq_tensor.count 16",)},
    ),
    (
        "a vector for each of two fractals with a gap in UB",
        {**VDEQ16, "counts": (512, 512), "copy": (1, 2, 0, 1), "words": 32},
        {"ENH025": ("deq_tensor.count 16",)},
    ),
    (
        "halfs for each of 4095 fractals",
        {**VDEQ16, "scale": "VDEQ", "counts": (0, 0), "copy": (1365, 3), "words": 65520},
        {"ENH025": ("block_count 4095, block_len 1", "deq_tensor.count 21840"), **empty(1048320)},
    ),
    (
        "halfs for each of 4096 fractals",
        {**VDEQ16, "scale": "VDEQ", "counts": (0, 0), "copy": (2048, 2), "words": 65536},
        {"ENH025": ("deq_tensor.count 32768",), **empty(1048576)},
    ),
    (
        "words for each of two fractals that nothing reads",
        {**DEQ16, "counts": (512, 512), "copy": (1, 2), "words": 32},
        {"ENH021": ()},
    ),
    ("a vector for each of two bursts", {**VDEQ16, **PAIR, "words": 32}, {}),
    ("words more than vectors for fractals", {**VDEQ16, "counts": (512, 512), "copy": (1, 2), "words": 33}, {}),
    (
        "halfs for each of two fractals",
        {**VDEQ16, "scale": "VDEQ", "counts": (512, 512), "copy": (1, 2), "words": 32},
        {"ENH025": ("block_count 2, block_len 1", "deq_tensor.count 16")},
    ),
    # 512 B of results from 1024 on
    ("vectors before the results", {**VDEQ16, "addresses": (0, 1024), "deq_tensor_addr": 896}, {}),
    ("vectors into the results", {**VDEQ16, "addresses": (0, 1024), "deq_tensor_addr": 928}, {"ENH026": (1536,)}),
    ("vectors in the results", {**VDEQ16, "addresses": (0, 1024), "deq_tensor_addr": 1056}, {"ENH026": (1536,)}),
    (
        "vectors at the end of the results",
        {**VDEQ16, "addresses": (0, 1024), "deq_tensor_addr": 1504},
        {"ENH026": (1536,)},
    ),
    ("vectors behind the results", {**VDEQ16, "addresses": (0, 1024), "deq_tensor_addr": 1536}, {}),
    (
        "vectors between the results",
        {
            **VDEQ16,
            **PAIR,
            "copy": (2, 1, 0, 8),
            "counts": (512, 1024),
            "addresses": (0, 1024),
            "words": 32,
            "words_address": 1536,
        },
        {},
    ),
    (
        "vectors from between the results on",
        {**VDEQ16, **PAIR, "copy": (2, 1, 0, 2), "counts": (512, 544), "addresses": (0, 1024), "deq_tensor_addr": 1536},
        {"ENH026": (2112,)},
    ),
    (
        "vectors in results that are too short",
        {**VDEQ16, "counts": (256, 255), "addresses": (0, 1024), "deq_tensor_addr": 1056},
        {"TEN009": ("dst.count 256",)},
    ),
    ("bad words of no burst", {**vector(0x7F800000), "copy": (0, 1)}, {"ENH010": (1,)}),
    ("a bad word at the end of UB", vector(0x7F800000, words_address=262016), {"ENH032": ("0x7f7fffff",)}),
    ("bad words behind the end of UB", vector(words_address=262048), {"ENH024": (262016,)}),
    # what words hold
    ("the largest float", word(0x7F7FFFFF), {}),
    ("minus infinity", word(0xFF800000), {"ENH032": ("0xff7fffff",)}),
    ("infinity that only shifts", {**INT16, "word": 0x7F800000}, {"ENH035": ("0x0",)}),
    ("infinity of DEQ8", {**INT8, "word": 1 << 46 | 0x7F800000}, {"ENH032": ("0x40007f7fffff",)}),
    ("infinity of VDEQ", {**VDEQ16, "scale": "VDEQ", "words": [0x7C00] * 16}, {"ENH032": ("0x7bff",)}),
    ("the largest half of DEQ", {"scale": "DEQ", "word": 0x7BFF}, {}),
    ("bits of an infinite float as halfs", {"scale": "DEQ", "word": 0x7800}, {}),
    ("the smallest float", word(0x00800000), {}),
    ("minus zero", word(0x80000000), {"ENH033": ("0x80800000", "0xbf800000")}),
    ("zero that only shifts", {**INT16, "word": 0}, {}),
    ("the smallest half of DEQ", {"scale": "DEQ", "word": 0x0400}, {}),
    ("a denormal half of DEQ", {"scale": "DEQ", "word": 0x0200}, {"ENH033": ("0x400", "0x3c00")}),
    ("zero as second word", vector(ONE, 0), {"ENH033": ("0x800000", "0x3f800000")}),
    ("the offset -256", word(1 << 45 | ONE), {"ENH034": ("0x3f800000",)}),
    ("the offset 255", word(0xFF << 37 | ONE), {"ENH034": ("0x3f800000",)}),
    ("an offset in a vector", vector(ONE, ONE, 1 << 37 | ONE), {"ENH034": ("0x3f800000",)}),
    ("bit 31 that only shifts", {**INT16, "word": 15 << 32 | 1 << 31}, {"ENH035": ("0xf00000000",)}),
    ("bit 32 that only shifts", {**INT16, "word": 1 << 32}, {}),
    ("bits 32 and 36", word(1 << 36 | 1 << 32 | ONE), {}),
    ("bit 32 without 36", word(1 << 32 | ONE), {"ENH036": ("0x3f800000",)}),
    ("bit 35 without 36 of DEQ8", {**INT8, "word": 1 << 35 | INT8_ONE}, {"ENH036": ("0x40003f800000",)}),
    ("bit 63", word(1 << 63 | ONE), {"ENH036": ("0x3f800000",)}),
    ("bit 48 of a vector", vector(1 << 48 | ONE), {"ENH036": ("0x3f800000",)}),
    ("bit 15 of DEQ", {"scale": "DEQ", "word": 0xBC00}, {}),
    ("bit 16 of DEQ", {"scale": "DEQ", "word": 0x13C00}, {"ENH036": ("0x3c00",)}),
    # flags
    ("one mode bit of two vectors", {**VDEQ16, **PAIR, "words": [ONE] * 16 + [1 << 36 | ONE] * 16}, {}),
    (
        "a mode bit of the second vector",
        {**VDEQ16, **PAIR, "words": [ONE] * 30 + [1 << 36 | ONE] * 2},
        {"ENH027": ("0x3f800000",)},
    ),
    ("no mode bit in the last word", {**VDEQ16, "words": [1 << 36 | ONE] * 15 + [ONE]}, {"ENH027": ("0x103f800000",)}),
    ("words that a scalar mode does not read", {**DEQ16, "words": [ONE] * 15 + [1 << 36 | ONE]}, {"ENH021": ()}),
    (
        "words that a plain copy does not read",
        {**GM, "scale": "VDEQ16", "words": [ONE] * 15 + [1 << 36 | ONE]},
        {"ENH002": ("DEQ_NONE",), **PLAIN},
    ),
    ("halfs have no mode bit", {**VDEQ16, "scale": "VDEQ", "words": [0x3C00] * 16}, {}),
    ("relu of int8_t with -128", {**INT8, "word": 1 << 47 | 0x180 << 37 | INT8_ONE, "is_relu": True}, {}),
    (
        "relu of int8_t with 128",
        {**INT8, "word": 1 << 47 | 0x80 << 37 | INT8_ONE, "is_relu": True},
        {"ENH028": ("0xf0003f800000",)},
    ),
    (
        "relu of int8_t by the word",
        {**INT8, "word": 1 << 47 | INT8_ONE},
        {"ENH028": ("0xf0003f800000",), "ENH029": ("is_relu true", "enhanced.deq_value 0x40003f800000")},
    ),
    (
        "relu of int8_t by the call",
        {**INT8, "is_relu": True},
        {"ENH028": ("0x70003f800000",), "ENH029": ("is_relu false", "enhanced.deq_value 0xc0003f800000")},
    ),
    (
        "relu of vectors by the words alone",
        {**VDEQ8, "words": [1 << 47 | INT8_ONE] * 16},
        {"ENH029": ("is_relu true", "deq_tensor[0] 0x40003f800000")},
    ),
    (
        "relu of vectors by some words",
        {**VDEQ8, "words": [INT8_ONE] * 8 + [1 << 47 | INT8_ONE] * 8},
        {"ENH029": ("deq_tensor[8] 0x40003f800000",)},
    ),
    (
        "relu of vectors by the call",
        {**VDEQ8, "words": [0x180 << 37 | INT8_ONE] * 16, "is_relu": True},
        {"ENH029": ("is_relu false", "deq_tensor[0] 0xf0003f800000")},
    ),
    ("an offset without relu", {**INT8, "word": 3 << 37 | INT8_ONE}, {}),
    ("relu of uint8_t with 0", {**UINT8, "word": 1 << 47 | ONE, "is_relu": True}, {}),
    ("bit 46 of uint8_t", {**UINT8, "word": INT8_ONE}, {"ENH030": ("0x3f800000",)}),
    (
        "bit 46 of one word of uint8_t",
        {**UINT8, "scale": "VDEQ8", "words": [ONE] * 9 + [INT8_ONE] + [ONE] * 6},
        {"ENH030": ("0x3f800000",)},
    ),
    ("bit 46 of vectors of int8_t", VDEQ8, {}),
    ("no bit 46 of int8_t", {**INT8, "word": ONE}, {"ENH031": ("0x40003f800000",)}),
]

COUNTS: list[Edge] = [
    ("one half", {"copy": 1}, {"ENH039": (16,)}),
    ("15 halfs", {"copy": 15}, {"ENH039": (16,)}),
    ("17 halfs", {"copy": 17}, {"ENH039": (16, 32)}),
    ("31 bytes", {"copy": 31, "kinds": ("uint8_t", "uint8_t")}, {"ENH039": (32,)}),
    ("no halfs", {"copy": 0}, {"ENH010": (16,)}),
    ("no floats", {"copy": 0, "kinds": ("float", "float")}, {"ENH010": (8,)}),
    (
        "a count of more than 65535 blocks",
        {"copy": 65536 * 16, "counts": (65536 * 16, 64)},
        {"TEN009": ("dst.count 1048576", "count 64")},
    ),
    ("a burst of 65536 blocks", {"copy": (1, 65536), "counts": (65536 * 16, 64)}, {"ENH009": (65535,)}),
    (
        "from VECIN to GM",
        {"copy": 16, "route": ("VECIN", "GM")},
        {"ENH003": ("VECOUT -> GM", "VECIN -> VECCALC", "VECIN -> VECOUT", "VECIN -> TSCM")},
    ),
    (
        "from L0C to UB",
        {"copy": 16, "route": ("CO1", "CO2"), "product": "atlas-inference-aicore"},
        {
            "ENH003": (
                "GM -> VECIN",
                "VECOUT -> GM",
                "GM -> A1",
                "GM -> B1",
                "VECIN -> VECCALC",
                "VECCALC -> VECOUT",
                "VECIN -> A1",
                "VECIN -> B1",
                "VECCALC -> A1",
                "VECCALC -> B1",
                "VECOUT -> A1",
                "VECOUT -> B1",
                "CO2 -> GM",
            )
        },
    ),
    (
        "bfloat16_t on atlas-training",
        {"copy": 16, "kinds": ("bfloat16_t", "bfloat16_t"), "product": "atlas-training"},
        {"ENH006": ("uint16_t",)},
    ),
    ("bfloat16_t on atlas-a2", {"copy": 16, "kinds": ("bfloat16_t", "bfloat16_t"), "product": "atlas-a2"}, {}),
    (
        "fp8 into L1 on atlas-a3",
        {"copy": 32, "kinds": ("hifloat8_t", "hifloat8_t"), "route": ("GM", "A1"), "product": "atlas-a3"},
        {},
    ),
    (
        "fp8 into UB on atlas-a3",
        {"copy": 32, "kinds": ("hifloat8_t", "hifloat8_t"), "product": "atlas-a3"},
        {"ENH006": ("uint8_t",)},
    ),
    (
        "complex into UB on atlas-200i-500-a2",
        {"copy": 8, "kinds": ("complex64", "complex64"), "product": "atlas-200i-500-a2"},
        {"ENH006": ("uint64_t",)},
    ),
]


@pytest.mark.parametrize(("call", "told"), params(EDGES))
def test_edge(call: dict[str, Any], told: dict[str, tuple[object, ...]]) -> None:
    assert offered(found(**call)) == told


@pytest.mark.parametrize(("call", "told"), params(COUNTS))
def test_edge_of_counts(call: dict[str, Any], told: dict[str, tuple[object, ...]]) -> None:
    assert offered(basic(**call)) == told


@pytest.mark.parametrize(("settings", "told"), [({"track": False}, ["ENH032"]), ({"limits": "host"}, ["ENH032"])])
def test_words_on_other_cores(settings: dict[str, Any], told: list[str]) -> None:
    """Without byte states all words are known; without capacities those behind the end of UB are."""
    core = am.Core(AICORE, **settings)
    x, y = core.local_tensor("CO1", "int32_t", 256), core.local_tensor("CO2", "half", 256)
    x.fill(1)
    words = core.local_tensor("VECIN", "uint64_t", 16, address=262144 if "limits" in settings else 4096)
    words.fill(0x7F800000)
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ16")
    assert [f.code for f in am.diagnose(y, x, am.DataCopyParams(1, 1), enhanced, deq_tensor=words)] == told


def test_vectors_inside_a_block_on_other_cores() -> None:
    """The bytes below the address are the tensor's own only where the memory has an end."""
    for limits, severity in (("device", "warning"), ("host", "error")):
        core = am.Core(AICORE, mode="relaxed", limits=limits)  # type: ignore[arg-type]
        x, y = core.local_tensor("CO1", "int32_t", 256), core.local_tensor("CO2", "half", 256, address=0)
        x.fill(1)
        enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ16", deq_tensor_addr=4104)
        (finding,) = am.diagnose(y, x, am.DataCopyParams(1, 1), enhanced)
        assert (finding.code, finding.severity) == ("ENH023", severity)
