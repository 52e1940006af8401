"""Planted mistakes: a correct call, the call that the kernel made instead, and what it left in the destination."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ascmove.calls import Call
from ascmove.doctor import Kind

from .planting import left_by, loaded

Array = np.ndarray[Any, Any]

GM_INT = {"position": "GM", "dtype": "int32_t", "data": {"random": 7}}
UB_INT = {"position": "VECIN", "dtype": "int32_t", "fill": -1}
ACC = {"position": "CO1", "dtype": "int32_t", "data": {"random": 3, "low": -90000, "high": 90000}}

#: correct calls by name
CALLS: dict[str, dict[str, Any]] = {
    "frame": {
        "product": "ascend-950",
        "call": "nddma",
        "src": {**GM_INT, "count": 6000},
        "dst": {**UB_INT, "count": 12000},
        "params": {"loop_info": [[1, 48, 1200], [1, 64, 2048], [40, 20, 4], [3, 2, 0], [5, 1, 0]], "constant_value": 9},
    },
    "transpose": {
        "product": "ascend-950",
        "call": "nddma",
        "src": {**GM_INT, "count": 8192},
        "dst": {**UB_INT, "count": 12000},
        "params": {"loop_info": [[1, 64], [24, 1], [64, 20]]},
    },
    "half cut": {
        "product": "ascend-950",
        "call": "nddma",
        "src": {"position": "GM", "dtype": "half", "count": 12000, "data": {"random": 5}},
        "dst": {"position": "VECIN", "dtype": "half", "count": 16000, "fill": -1},
        "params": {"loop_info": [[1, 80], [1, 48], [33, 100]]},
    },
    "slices": {
        "product": "ascend-950",
        "call": "slice",
        "src": {**GM_INT, "count": 110 * 12},
        "dst": {**UB_INT, "count": 1024},
        "params": {
            "src_slice_info": [[16, 98, 7, 1, 110], [0, 8, 1, 1, 12]],
            "dst_slice_info": [[0, 47, 0, 1, 48], [0, 4, 0, 1, 5]],
            "dim_value": 2,
        },
    },
    "gaps back": {
        "product": "atlas-a2",
        "call": "slice",
        "src": {**GM_INT, "position": "VECOUT", "count": 2600},
        "dst": {**UB_INT, "position": "GM", "count": 4000},
        "params": {
            "src_slice_info": [[8, 119, 16, 2, 130], [0, 9, 2, 1, 20]],
            "dst_slice_info": [[3, 81, 5, 2, 100], [1, 4, 0, 1, 30]],
            "dim_value": 2,
        },
    },
    "bursts": {
        "product": "atlas-a2",
        "call": "data_copy",
        "src": {"position": "GM", "dtype": "half", "count": 8192, "data": {"random": 11}},
        "dst": {"position": "VECIN", "dtype": "half", "count": 8192, "fill": 0},
        "params": {"data_copy": {"block_count": 12, "block_len": 4, "src_gap": 6, "dst_gap": 2}},
    },
    "rows out": {
        "product": "ascend-950",
        "call": "data_copy",
        "src": {**GM_INT, "position": "VECOUT", "count": 4096},
        "dst": {**UB_INT, "position": "GM", "count": 6000},
        "params": {"data_copy": {"block_count": 20, "block_len": 8, "src_gap": 0, "dst_gap": 11}},
    },
    "deq8": {
        "product": "atlas-inference-aicore",
        "call": "enhanced",
        "src": {**ACC, "count": 8192},
        "dst": {"position": "CO2", "dtype": "int8_t", "count": 16384, "fill": 7},
        "params": {
            "data_copy": {"block_count": 4, "block_len": 3, "src_gap": 2, "dst_gap": 4},
            "enhanced": {
                "block_mode": "MATRIX",
                "deq_scale": "DEQ8",
                "deq_value": 0x3AA123FF | 1 << 46 | 13 << 37,
                "sid_store_mode": 2,
            },
        },
    },
    "deq8 unsigned": {
        "product": "atlas-inference-aicore",
        "call": "enhanced",
        "src": {**ACC, "count": 4096},
        "dst": {"position": "CO2", "dtype": "uint8_t", "count": 8192, "fill": 7},
        "params": {
            "data_copy": {"block_count": 2, "block_len": 4},
            "enhanced": {"block_mode": "MATRIX", "deq_scale": "DEQ8", "deq_value": 0x3AA123FF | 13 << 37},
        },
    },
    "deq16": {
        "product": "atlas-inference-aicore",
        "call": "enhanced",
        "src": {**ACC, "count": 8192},
        "dst": {"position": "CO2", "dtype": "half", "count": 8192, "fill": 0},
        "params": {
            "data_copy": {"block_count": 3, "block_len": 4, "src_gap": 3, "dst_gap": 5},
            "enhanced": {"block_mode": "MATRIX", "deq_scale": "DEQ16", "deq_value": 0x3E9ABCDE | 4 << 32 | 1 << 36},
        },
    },
    "vdeq8": {
        "product": "atlas-inference-aicore",
        "call": "enhanced",
        "src": {**ACC, "count": 4096},
        "dst": {"position": "CO2", "dtype": "int8_t", "count": 4096, "fill": 7},
        "params": {
            "data_copy": {"block_count": 2, "block_len": 3, "src_gap": 1, "dst_gap": 2},
            "enhanced": {"block_mode": "MATRIX", "deq_scale": "VDEQ8", "sid_store_mode": 2},
            "deq_tensor": {"data": {"values": [(0x3AA123FF + 8192 * k) | 1 << 46 | 9 << 37 for k in range(32)]}},
        },
    },
    "float rows": {
        "product": "ascend-950",
        "call": "l0c2gm",
        "src": {
            "position": "CO1",
            "dtype": "float",
            "count": 8192,
            "layout": {"pattern": "NZ", "m": 64, "n": 96, "c0": 16},
            "slice": {"coord": [0, 0], "shape": [40, 80]},
            "data": {"random": 2},
        },
        "dst": {
            "position": "GM",
            "dtype": "float",
            "count": 8192,
            "layout": {"pattern": "ND", "shape": [40, 56], "stride": [104, 1]},
            "fill": -1,
        },
    },
    "int8 rows": {
        "product": "ascend-950",
        "call": "l0c2gm",
        "src": {**ACC, "layout": {"pattern": "NZ", "m": 48, "n": 64, "c0": 16}},
        "dst": {
            "position": "GM",
            "dtype": "int8_t",
            "count": 3072,
            "layout": {"pattern": "ND", "m": 48, "n": 64},
            "fill": 3,
        },
        "params": {"quant": 0x3AA123FF | 1 << 46 | 21 << 37},
    },
    "words": {
        "product": "ascend-950",
        "call": "l0c2gm",
        "src": {**ACC, "layout": {"pattern": "NZ", "m": 48, "n": 48, "c0": 16}},
        "dst": {
            "position": "GM",
            "dtype": "int8_t",
            "count": 4096,
            "layout": {"pattern": "ND", "shape": [32, 48], "stride": [72, 1]},
            "fill": 3,
        },
        "params": {
            "quant": {"count": 48, "data": {"values": [(0x3AA123FF + 8192 * k) | 1 << 46 | 9 << 37 for k in range(48)]}}
        },
    },
    "fractals": {
        "product": "ascend-950",
        "call": "l0c2gm",
        "src": {
            "position": "CO1",
            "dtype": "float",
            "layout": {"pattern": "NZ", "m": 48, "n": 64, "c0": 16},
            "data": {"random": 4},
        },
        "dst": {
            "position": "GM",
            "dtype": "half",
            "count": 8192,
            "layout": {"pattern": "NZ", "m": 48, "n": 64, "c0": 16},
            "fill": -1,
        },
    },
}


@dataclass(frozen=True)
class Planted:
    """One mistake: the correct call, where in its case what was written instead, and what it is called."""

    call: str
    kind: Kind
    wrong: dict[str, Any]

    @property
    def name(self) -> str:
        """For test names."""
        return f"{self.call}: {self.kind.name} {' '.join(f'{k}={v}' for k, v in self.wrong.items())}"

    def correct(self) -> tuple[Call, Array]:
        """The correct call on loaded tensors, and the destination before it."""
        return loaded(CALLS[self.call])

    def actual(self) -> Array:
        """What the wrong call leaves, whether a rule refuses it or not."""
        return left_by(CALLS[self.call], self.wrong)


K = Kind
_LOOPS, _GAPS, _ENH = "params.loop_info", "params.data_copy", "params.enhanced"
_SRC, _DST = "params.src_slice_info", "params.dst_slice_info"
_WORD8, _WORD16, _QUANT = CALLS["deq8"], CALLS["deq16"], CALLS["int8 rows"]["params"]["quant"]
_DEQ8 = _WORD8["params"]["enhanced"]["deq_value"]
_DEQ16 = _WORD16["params"]["enhanced"]["deq_value"]
_VECTOR = CALLS["vdeq8"]["params"]["deq_tensor"]["data"]["values"]
_VALUES = "params.deq_tensor.data.values"
_SIGN = 1 << 46


_QUANTS = "params.quant.data.values"
_COLUMN_WORDS = CALLS["words"]["params"]["quant"]["data"]["values"]


def _offset(word: int, value: int) -> int:
    return word & ~(0x1FF << 37) | (value & 0x1FF) << 37


def _cut(word: int) -> int:
    return word & ~0x1FFF


PLANTED: list[Planted] = [
    # NDDMA
    Planted("frame", K.UNIT, {f"{_LOOPS}.0.1": 192}),
    Planted("half cut", K.UNIT, {f"{_LOOPS}.1.1": 96}),
    Planted("half cut", K.UNIT, {f"{_LOOPS}.2.0": 66}),
    Planted("frame", K.GAP, {f"{_LOOPS}.0.1": 8}),
    Planted("half cut", K.GAP, {f"{_LOOPS}.0.1": 47}),
    Planted("half cut", K.GAP, {f"{_LOOPS}.1.1": 15}),
    Planted("transpose", K.SWAPPED, {f"{_LOOPS}.1": [1, 24]}),
    Planted("frame", K.SWAPPED, {f"{_LOOPS}.3": [2, 3, 0]}),
    Planted("frame", K.SWAPPED, {f"{_LOOPS}.3": [5, 2, 0], f"{_LOOPS}.4": [3, 1, 0]}),
    Planted("half cut", K.SWAPPED, {f"{_LOOPS}.2": [100, 33]}),
    Planted("frame", K.SWAPPED, {f"{_LOOPS}.0": [1, 64, 2048], f"{_LOOPS}.1": [1, 48, 1200]}),
    Planted("frame", K.VALID, {f"{_LOOPS}.0.1": 40}),
    Planted("half cut", K.VALID, {f"{_LOOPS}.1.1": 33}),
    Planted("transpose", K.VALID, {f"{_LOOPS}.1.0": 20}),
    Planted("frame", K.ONE_OFF, {f"{_LOOPS}.2.1": 19}),
    Planted("half cut", K.ONE_OFF, {f"{_LOOPS}.2.0": 32}),
    Planted("transpose", K.MINUS_ONE, {f"{_LOOPS}.2.1": 21}),
    Planted("half cut", K.MINUS_ONE, {f"{_LOOPS}.2.1": 101}),
    Planted("half cut", K.C0, {f"{_LOOPS}.1.1": 24}),
    Planted("transpose", K.C0, {f"{_LOOPS}.1.0": 48}),
    Planted("frame", K.STALE, {"stale": True}),
    Planted("transpose", K.STALE, {"stale": True}),
    Planted("frame", K.UNIT, {f"{_LOOPS}.0": [4, 192, 4800], f"{_LOOPS}.1": [4, 256, 8192]}),
    Planted("frame", K.STALE_TAIL, {"stale": 5000}),
    # slices
    Planted("slices", K.UNIT, {f"{_SRC}.0.2": 28}),
    Planted("gaps back", K.UNIT, {f"{_SRC}.0.2": 64}),
    Planted("gaps back", K.UNIT, {f"{_DST}.0.2": 20}),
    Planted("slices", K.PITCH, {f"{_SRC}.0.2": 15}),
    Planted("slices", K.PITCH, {f"{_SRC}.1.2": 2}),
    Planted("gaps back", K.PITCH, {f"{_DST}.0.2": 21}),
    Planted("gaps back", K.SWAPPED, {f"{_SRC}.0.2": 5, f"{_DST}.0.2": 16}),
    Planted("gaps back", K.SWAPPED, {f"{_SRC}.1.2": 0, f"{_DST}.1.2": 2}),
    Planted("slices", K.VALID, {f"{_SRC}.0.4": 83}),
    Planted("gaps back", K.VALID, {f"{_DST}.0.4": 79}),
    Planted("slices", K.ONE_OFF, {f"{_SRC}.0.0": 17}),
    Planted("slices", K.ONE_OFF, {f"{_SRC}.1.0": 1}),
    Planted("gaps back", K.ONE_OFF, {f"{_DST}.1.1": 3}),
    Planted("slices", K.STALE, {"stale": True}),
    # plain copies
    Planted("bursts", K.UNIT, {f"{_GAPS}.src_gap": 192}),
    Planted("bursts", K.UNIT, {f"{_GAPS}.block_len": 64}),
    Planted("rows out", K.UNIT, {f"{_GAPS}.dst_gap": 88}),
    Planted("bursts", K.PITCH, {f"{_GAPS}.src_gap": 10}),
    Planted("rows out", K.PITCH, {f"{_GAPS}.dst_gap": 19}),
    Planted("bursts", K.SWAPPED, {f"{_GAPS}.src_gap": 2, f"{_GAPS}.dst_gap": 6}),
    Planted("rows out", K.SWAPPED, {f"{_GAPS}.block_count": 8, f"{_GAPS}.block_len": 20}),
    Planted("rows out", K.VALID, {f"{_GAPS}.dst_gap": 0}),
    Planted("bursts", K.VALID, {f"{_GAPS}.src_gap": 0}),
    Planted("bursts", K.ONE_OFF, {f"{_GAPS}.block_count": 11}),
    Planted("rows out", K.ONE_OFF, {f"{_GAPS}.block_len": 7}),
    Planted("bursts", K.MINUS_ONE, {f"{_GAPS}.block_count": 13}),
    Planted("rows out", K.MINUS_ONE, {f"{_GAPS}.block_count": 21}),
    Planted("bursts", K.HALVED, {f"{_GAPS}.block_len": 8}),
    Planted("rows out", K.HALVED, {f"{_GAPS}.block_len": 4}),
    Planted("bursts", K.STALE, {"stale": True}),
    # L0C to UB
    Planted("deq8", K.UNIT, {f"{_GAPS}.dst_gap": 128}),
    Planted("deq16", K.UNIT, {f"{_GAPS}.block_len": 128}),
    Planted("deq16", K.PITCH, {f"{_GAPS}.src_gap": 7}),
    Planted("deq8", K.PITCH, {f"{_GAPS}.src_gap": 5}),
    Planted("deq8", K.SWAPPED, {f"{_GAPS}.src_gap": 4, f"{_GAPS}.dst_gap": 2}),
    Planted("deq16", K.SWAPPED, {f"{_GAPS}.block_count": 4, f"{_GAPS}.block_len": 3}),
    Planted("deq8", K.VALID, {f"{_GAPS}.src_gap": 0}),
    Planted("deq16", K.VALID, {f"{_GAPS}.dst_gap": 0}),
    Planted("deq8", K.ONE_OFF, {f"{_GAPS}.block_len": 2}),
    Planted("deq16", K.ONE_OFF, {f"{_GAPS}.block_count": 2}),
    Planted("deq16", K.HALVED, {f"{_GAPS}.block_len": 8}),
    Planted("deq8", K.HALVED, {f"{_GAPS}.block_len": 6}),
    Planted("deq8", K.OFFSET_SIGN, {f"{_ENH}.deq_value": _offset(_DEQ8, -13)}),
    Planted("deq8", K.OFFSET_SIGN, {f"{_ENH}.deq_value": _DEQ8 ^ 1 << 45}),
    Planted("vdeq8", K.OFFSET_SIGN, {_VALUES: [_offset(w, -9) for w in _VECTOR]}),
    Planted("deq8 unsigned", K.SIGN_BIT, {f"{_ENH}.deq_value": _DEQ8}),
    Planted("vdeq8", K.SIGN_BIT, {_VALUES: [w ^ _SIGN for w in _VECTOR]}),
    Planted("deq8", K.MULTIPLIER, {f"{_ENH}.deq_value": _cut(_DEQ8)}),
    Planted("deq16", K.MULTIPLIER, {f"{_ENH}.deq_value": _cut(_DEQ16)}),
    Planted("deq16", K.MINUS_ONE, {f"{_ENH}.deq_value": _DEQ16 + (1 << 32)}),
    Planted("deq8", K.STALE, {"stale": True}),
    # L0C to GM
    Planted("float rows", K.UNIT, {"dst.layout.stride": [416, 1]}),
    Planted("float rows", K.GAP, {"dst.layout.stride": [48, 1]}),
    Planted("float rows", K.VALID, {"dst.layout.stride": [56, 1]}),
    Planted("float rows", K.VALID, {"src.layout.m": 48}),
    Planted("float rows", K.ONE_OFF, {"dst.layout.shape": [39, 56]}),
    Planted("int8 rows", K.ONE_OFF, {"dst.layout": {"pattern": "ND", "shape": [48, 63], "stride": [64, 1]}}),
    Planted("float rows", K.SWAPPED, {"dst.layout.shape": [56, 40], "src.slice.shape": [64, 80]}),
    Planted("fractals", K.C0, {"dst.layout.c0": 8}),
    Planted("fractals", K.C0, {"dst.layout.c0": 32}),
    Planted("int8 rows", K.OFFSET_SIGN, {"params.quant": _offset(_QUANT, -21)}),
    Planted("int8 rows", K.OFFSET_SIGN, {"params.quant": _QUANT ^ 1 << 45}),
    Planted("int8 rows", K.SIGN_BIT, {"params.quant": _QUANT ^ _SIGN}),
    Planted("words", K.OFFSET_SIGN, {_QUANTS: [_offset(w, -9) for w in _COLUMN_WORDS]}),
    Planted("words", K.SIGN_BIT, {_QUANTS: [w ^ _SIGN for w in _COLUMN_WORDS]}),
    Planted("words", K.MULTIPLIER, {"other multiplier": True}),
    Planted("int8 rows", K.MULTIPLIER, {"other multiplier": True}),
    Planted("words", K.UNIT, {"dst.layout.stride": [2, 1]}),
    Planted("words", K.GAP, {"dst.layout.stride": [24, 1]}),
    Planted("words", K.SWAPPED, {"dst.layout.shape": [48, 32]}),
    Planted("int8 rows", K.FLAG, {"params.enable_relu": True}),
    Planted("float rows", K.STALE, {"stale": True}),
    Planted("fractals", K.STALE, {"stale": True}),
]
