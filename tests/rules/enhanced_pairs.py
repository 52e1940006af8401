"""Calls that break each rule of the enhanced transfer, with the nearest ones that do not."""

from __future__ import annotations

from typing import Any

import ascmove as am

AICORE = "atlas-inference-aicore"
ONE, TWO = 0x3F800000, 0x40000000
INT8_ONE = 1 << 46 | ONE
Fields = dict[str, Any]

VDEQ16: Fields = {"src": "int32_t", "dst": "half", "scale": "VDEQ16"}
DEQ16: Fields = {"src": "int32_t", "dst": "half", "scale": "DEQ16"}
INT8: Fields = {"src": "int32_t", "dst": "int8_t", "scale": "DEQ8", "sid": 2}
UINT8: Fields = {**INT8, "dst": "uint8_t"}

GM: Fields = {"product": "ascend-950", "route": ("GM", "VECIN"), "counts": (512, 512), "copy": (1, 32)}

TRAINING: Fields = {**GM, "product": "atlas-training", "src": "uint16_t", "dst": "uint16_t"}

#: code, what breaks it, what does not, codes that come with it, codes that stay with the good call
PAIRS: list[tuple[str, Fields, Fields, list[str], list[str]]] = [
    ("ENH001", GM, {"counts": (512, 512), "copy": (1, 2)}, [], []),
    ("ENH002", {**GM, "is_relu": True}, GM, ["ENH001"], ["ENH001"]),
    ("ENH002", {**GM, "scale": "DEQ", "word": 0}, GM, ["ENH001"], ["ENH001"]),
    ("ENH002", {**GM, "word": 5}, GM, ["ENH001"], ["ENH001"]),
    ("ENH002", {**GM, "sid": 1}, GM, ["ENH001"], ["ENH001"]),
    ("ENH002", {**GM, "words": 16}, {**GM, "mode": "VECTOR"}, ["ENH001"], ["ENH001"]),
    ("ENH002", {**GM, "deq_tensor_addr": 32}, {**GM, "deq_tensor_addr": 0}, ["ENH001"], ["ENH001"]),
    ("ENH003", {**GM, "route": ("GM", "VECOUT")}, GM, [], ["ENH001"]),
    ("ENH004", {**GM, "dst": "uint16_t"}, GM, ["ENH001"], ["ENH001"]),
    ("ENH005", {"src": "int16_t", "dst": "int16_t"}, {"src": "uint32_t", "dst": "uint32_t"}, [], []),
    ("ENH005", {"src": "float", "dst": "int8_t"}, {"src": "float"}, [], []),
    ("ENH006", {**TRAINING, "src": "bfloat16_t", "dst": "bfloat16_t"}, TRAINING, ["ENH001"], ["ENH001"]),
    ("ENH007", {"mode": "SMALL_CHANNEL"}, {"mode": "VECTOR"}, [], []),
    ("ENH008", {"copy": (4096, 0)}, {"copy": (4095, 0)}, [], ["ENH010"]),
    ("ENH009", {"copy": (0, 1, 65536)}, {"copy": (0, 1, 65535)}, ["ENH010"], ["ENH010"]),
    ("ENH010", {"copy": (0, 1)}, {}, [], []),
    (
        "ENH011",
        {"copy": am.DataCopyParams(1, 1, 2, src_stride=3)},
        {"copy": am.DataCopyParams(1, 1, 2, src_stride=2)},
        [],
        [],
    ),
    (
        "ENH012",
        {"counts": (512, 512), "copy": (1, 32)},
        {"counts": (512, 512), "copy": (1, 2)},
        ["TEN008", "TEN009"],
        [],
    ),
    ("ENH012", {**INT8, "counts": (512, 512), "copy": (1, 32)}, {**INT8, "copy": (1, 1)}, ["TEN008", "TEN009"], []),
    ("ENH012", {**DEQ16, "counts": (1024, 1024), "copy": (1, 64)}, DEQ16, ["TEN008", "TEN009"], []),
    ("ENH013", {**GM, "copy": (1, 2)}, GM, ["ENH001"], ["ENH001"]),
    ("ENH013", {**GM, "copy": (2, 1), "src": "float", "dst": "float"}, GM, ["ENH001"], ["ENH001"]),
    ("ENH014", {"counts": (1024, 512), "copy": (2, 1)}, {"counts": (1024, 512), "copy": (2, 1, 1)}, [], []),
    (
        "ENH015",
        {"src": "float", "counts": (784, 64), "copy": (1, 4), "mode": "VECTOR"},
        {"src": "float", "counts": (1024, 64), "copy": (1, 4), "mode": "VECTOR"},
        [],
        [],
    ),
    ("ENH015", {**INT8, "sid": 0, "counts": (256, 496)}, {**INT8, "sid": 0, "counts": (256, 512)}, [], []),
    ("ENH016", {"addresses": (64, None)}, {"addresses": (512, None)}, [], []),
    ("ENH017", {"src": "int32_t"}, DEQ16, [], []),
    ("ENH017", {**INT8, "scale": "DEQ16", "sid": 0}, INT8, [], []),
    ("ENH017", {"src": "int32_t", "dst": "int16_t", "scale": "DEQ"}, {**DEQ16, "dst": "int16_t"}, [], []),
    ("ENH018", {"scale": "DEQ16"}, {"scale": "DEQ"}, [], []),
    ("ENH018", {"src": "float", "scale": "DEQ"}, {"src": "float"}, [], []),
    ("ENH018", {"src": "int32_t", "dst": "int32_t", "scale": "DEQ8"}, {"src": "int32_t", "dst": "int32_t"}, [], []),
    ("ENH019", {**INT8, "sid": 3}, INT8, [], []),
    ("ENH020", {"sid": 1}, {}, [], []),
    ("ENH021", {"word": 0x3C00}, {"scale": "DEQ"}, [], []),
    ("ENH021", {**VDEQ16, "word": ONE, "words": 16}, {**VDEQ16, "words": 16}, [], []),
    ("ENH021", {**DEQ16, "words": 16}, DEQ16, [], []),
    ("ENH021", {**DEQ16, "deq_tensor_addr": 64}, {**DEQ16, "deq_tensor_addr": 0}, [], []),
    ("ENH022", VDEQ16, {**VDEQ16, "deq_tensor_addr": 0, "addresses": (0, 1024)}, [], []),
    ("ENH023", {**VDEQ16, "words": 16, "words_address": 1040}, {**VDEQ16, "words": 16, "words_address": 1056}, [], []),
    ("ENH023", {**VDEQ16, "deq_tensor_addr": 2064}, {**VDEQ16, "deq_tensor_addr": 2080}, [], []),
    (
        "ENH024",
        {**VDEQ16, "counts": (512, 512), "copy": (2, 1), "words": 31},
        {**VDEQ16, "counts": (512, 512), "copy": (2, 1), "words": 32},
        [],
        [],
    ),
    ("ENH024", {**VDEQ16, "deq_tensor_addr": 262144 - 96}, {**VDEQ16, "deq_tensor_addr": 262144 - 128}, [], []),
    ("ENH024", {**VDEQ16, "scale": "VDEQ", "words": 15}, {**VDEQ16, "scale": "VDEQ", "words": 16}, [], []),
    (
        "ENH025",
        {**VDEQ16, "counts": (1024, 1024), "copy": (2, 2), "words": 64},
        {**VDEQ16, "counts": (1024, 1024), "copy": (2, 2), "words": 32},
        [],
        [],
    ),
    (
        "ENH026",
        {**VDEQ16, "addresses": (0, 0), "words": 16, "words_address": 480},
        {**VDEQ16, "addresses": (0, 0), "words": 16, "words_address": 512},
        [],
        [],
    ),
    (
        "ENH026",
        {**VDEQ16, "addresses": (0, 128), "deq_tensor_addr": 32},
        {**VDEQ16, "addresses": (0, 128), "deq_tensor_addr": 0},
        [],
        [],
    ),
    ("ENH027", {**VDEQ16, "words": [ONE] * 9 + [ONE | 1 << 36] * 7}, {**VDEQ16, "words": [ONE | 1 << 36] * 16}, [], []),
    (
        "ENH028",
        {**INT8, "word": 0xC0003F800000, "is_relu": True},
        {**INT8, "word": 0xF0003F800000, "is_relu": True},
        [],
        [],
    ),
    (
        "ENH028",
        {**UINT8, "word": 1 << 47 | 5 << 37 | ONE, "is_relu": True},
        {**UINT8, "word": 5 << 37 | ONE},
        [],
        [],
    ),
    (
        "ENH028",
        {**INT8, "scale": "VDEQ8", "words": [3 << 46 | 0x180 << 37 | ONE] * 15 + [3 << 46 | ONE], "is_relu": True},
        {**INT8, "scale": "VDEQ8", "words": [3 << 46 | 0x180 << 37 | ONE] * 16, "is_relu": True},
        [],
        [],
    ),
    ("ENH029", {**DEQ16, "word": 1 << 47 | ONE}, {**DEQ16, "word": 1 << 47 | ONE, "is_relu": True}, [], []),
    ("ENH029", {**VDEQ16, "words": 16, "is_relu": True}, {**VDEQ16, "words": 16}, [], []),
    ("ENH030", {**UINT8, "word": INT8_ONE}, UINT8, [], []),
    (
        "ENH030",
        {**INT8, "scale": "VDEQ8", "words": 16},
        {**INT8, "scale": "VDEQ8", "words": [INT8_ONE] * 16},
        [],
        [],
    ),
    ("ENH031", {**INT8, "word": ONE}, INT8, [], []),
    ("ENH032", {**DEQ16, "word": 0x7FC00000}, {**DEQ16, "word": 0x7F7FFFFF}, [], []),
    ("ENH032", {"scale": "DEQ", "word": 0xFC00}, {"scale": "DEQ", "word": 0xFBFF}, [], []),
    ("ENH032", {**VDEQ16, "words": [ONE] * 15 + [0x7F800000]}, {**VDEQ16, "words": 16}, [], []),
    ("ENH033", {**DEQ16, "word": 0x7FFFFF}, {**DEQ16, "word": 0x800000}, [], []),
    ("ENH033", {"scale": "DEQ", "word": 0x83FF}, {"scale": "DEQ", "word": 0x8400}, [], []),
    ("ENH033", {**INT8, "word": 1 << 46}, INT8, [], []),
    ("ENH034", {**DEQ16, "word": 0x1FF << 37 | ONE}, {**INT8, "word": 0x1FF << 37 | INT8_ONE}, [], []),
    ("ENH034", {**DEQ16, "dst": "int16_t", "word": 1 << 37}, {**DEQ16, "dst": "int16_t"}, [], []),
    (
        "ENH035",
        {**DEQ16, "dst": "int16_t", "word": 3 << 32 | ONE},
        {**DEQ16, "dst": "int16_t", "word": 3 << 32},
        [],
        [],
    ),
    ("ENH036", {**DEQ16, "word": 1 << 48 | ONE}, DEQ16, [], []),
    ("ENH036", {"scale": "DEQ", "word": 1 << 16 | 0x3C00}, {"scale": "DEQ"}, [], []),
    ("ENH036", {**DEQ16, "word": 2 << 32 | ONE}, {**DEQ16, "word": 2 << 32 | 1 << 36 | ONE}, [], []),
    (
        "ENH036",
        {**DEQ16, "dst": "int16_t", "word": 1 << 63},
        {**DEQ16, "dst": "int16_t", "word": 15 << 32},
        [],
        [],
    ),
    ("ENH037", {"pad_value": 7}, {}, [], []),
    ("ENH037", {**GM, "pad_mode": "PAD_MODE1"}, GM, ["ENH001"], ["ENH001"]),
    ("ENH038", {"scale": "DEQ", "is_relu": True}, {"is_relu": True}, [], []),
    (
        "ENH038",
        {"src": "uint32_t", "dst": "uint32_t", "is_relu": True},
        {"src": "int32_t", "dst": "int32_t", "is_relu": True},
        [],
        [],
    ),
    (
        "TEN009",
        {"src": "float", "counts": (768, 496), "copy": (2, 1, 1)},
        {"src": "float", "counts": (768, 512), "copy": (2, 1, 1)},
        [],
        [],
    ),
    ("TEN008", {"counts": (511, 512), "copy": (1, 2)}, {"counts": (512, 512), "copy": (1, 2)}, [], []),
    ("TEN013", {"scale": "DEQ", "word": -1}, {"scale": "DEQ", "word": 0x3C00}, [], []),
]
