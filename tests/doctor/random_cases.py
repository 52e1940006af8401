"""Random legal cases of every family, as a kernel would have them: tiles with pitches, pads, slices, conversions."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random
from typing import Any

import numpy as np

from ascmove.formats.dtype import dtype

Data = dict[str, Any]


def width(kind: str) -> int:
    return dtype(kind).width


def _tensor(rng: Random, position: str, kind: str, count: int, fill: int | None = None) -> Data:
    """With random content, or filled with one value."""
    tensor: Data = {"position": position, "dtype": kind, "count": count}
    if fill is not None:
        return {**tensor, "fill": fill}
    tensor["data"] = {"random": rng.randrange(1 << 30)}
    if position == "CO1":
        bound = rng.choice([300, 9000]) if kind == "int32_t" else rng.choice([1, 90])
        tensor["data"] |= {"low": -bound, "high": bound}
    return tensor


def _gap(rng: Random, most: int) -> int:
    return rng.choice([0, rng.randint(1, most)])


def data_copy(rng: Random) -> Data:
    kind = rng.choice(["half", "float", "int32_t", "uint8_t"])
    c0, out = 32 // width(kind), rng.random() < 0.4
    count, length = rng.randint(2, 24), rng.randint(1, 10)
    gaps = {"src": _gap(rng, 20), "dst": _gap(rng, 12)}
    sizes = {side: (count * length + (count - 1) * gap) * c0 + _gap(rng, 9) * c0 for side, gap in gaps.items()}
    numbers = {"block_count": count, "block_len": length, "src_gap": gaps["src"], "dst_gap": gaps["dst"]}
    return {
        "product": rng.choice(["ascend-950", "atlas-a2"]),
        "call": "data_copy",
        "src": _tensor(rng, "VECOUT" if out else "GM", kind, sizes["src"]),
        "dst": _tensor(rng, "GM" if out else "VECIN", kind, sizes["dst"], rng.choice([0, 7])),
        "params": {"data_copy": numbers},
    }


def nddma(rng: Random) -> Data:
    kind, dim = rng.choice(["half", "float", "int32_t", "uint8_t"]), rng.choice([1, 2, 2, 3, 4])
    sizes = [rng.randint(8, 48), rng.randint(4, 16), rng.randint(2, 4), 2][:dim]
    padded = rng.random() < 0.4
    pads = [[rng.randint(0, 4) if padded else 0 for _ in sizes] for _ in range(2)]
    order = rng.sample(range(dim), dim) if rng.random() < 0.3 else list(range(dim))
    src, dst, inside, reach = [0] * dim, [0] * dim, 1, 1
    for k in range(dim):
        src[k], inside = inside, inside * (sizes[k] + rng.randint(0, 9))
    for k in order:
        turns = sizes[k] + pads[0][k] + pads[1][k]
        dst[k], reach = reach, reach * (-(-turns // 8) * 8 if rng.random() < 0.5 else turns)
    read = 1 + sum((n - 1) * step for n, step in zip(sizes, src, strict=True))
    written = 1 + sum((n + a + b - 1) * s for n, a, b, s in zip(sizes, *pads, dst, strict=True))
    return {
        "product": "ascend-950",
        "call": "nddma",
        "src": _tensor(rng, "GM", kind, read + _gap(rng, 400)),
        "dst": _tensor(rng, "VECIN", kind, written + _gap(rng, 200), rng.choice([0, 5])),
        "params": {"loop_info": [src, dst, sizes, *pads], "constant_value": rng.choice([0, 9])},
    }


def slices(rng: Random) -> Data:
    kind, into_ub = rng.choice(["half", "float", "int32_t", "uint8_t"]), rng.random() < 0.6
    c0, burst, bursts = 32 // width(kind), rng.randint(1, 4), rng.randint(1, 5)
    rows = [rng.randint(2, 5) for _ in range(rng.choice([0, 1, 1, 2]))]
    lists = {}
    for side in ("src", "dst"):
        in_gm = (side == "src") is into_ub
        gap = _gap(rng, 40) if in_gm else c0 * _gap(rng, 2)
        start = _gap(rng, 20) if in_gm else 0
        end = start + bursts * burst * c0 + (bursts - 1) * gap
        lists[side] = [[start, end - 1, gap, burst, end + (_gap(rng, 20) if in_gm else 0)]]
        for count in rows:
            skip, first = (_gap(rng, 2), _gap(rng, 2)) if in_gm else (0, 0)
            last = first + (count - 1) * (1 + skip)
            lists[side].append([first, last, skip, 1, last + 1 + (_gap(rng, 2) if in_gm else 0)])
    sizes = {side: prod(entry[4] for entry in entries) for side, entries in lists.items()}
    return {
        "product": rng.choice(["ascend-950", "atlas-a2"]),
        "call": "slice",
        "src": _tensor(rng, "GM" if into_ub else "VECOUT", kind, sizes["src"] + (_gap(rng, 400) if into_ub else 0)),
        "dst": _tensor(rng, "VECIN" if into_ub else "GM", kind, -(-sizes["dst"] // c0) * c0, rng.choice([0, 3])),
        "params": {"src_slice_info": lists["src"], "dst_slice_info": lists["dst"], "dim_value": 1 + len(rows)},
    }


def word(rng: Random, kind: str) -> int:
    """A quantisation word for results of a type; its multiplier has all bits of a float."""
    bits = int(np.float32(rng.choice([0.1, 0.013, 0.37, 1.7])).view(np.uint32))
    if width(kind) > 1:
        return bits
    offset = rng.choice([-1, 1]) * rng.randint(1, 60)
    return bits | (offset & 0x1FF) << 37 | (kind == "int8_t") << 46


_MODES = [
    *[("DEQ8", "int32_t", "int8_t"), ("DEQ8", "int32_t", "uint8_t"), ("VDEQ8", "int32_t", "int8_t")],
    *[("DEQ16", "int32_t", "half"), ("VDEQ16", "int32_t", "half"), ("DEQ_NONE", "float", "half")],
]


def enhanced(rng: Random) -> Data:
    mode, src, dst = rng.choice(_MODES)
    store = rng.choice([0, 2]) if width(dst) == 1 else 0
    count, length = rng.randint(2, 6), rng.randint(2, 6)
    src_gap, dst_gap = _gap(rng, 6), _gap(rng, 16)
    block = 16 * (32 if width(dst) == 1 and store != 2 else 16 * width(dst))
    read = (count * length + (count - 1) * src_gap) * 256
    written = (count * length * block + (count - 1) * dst_gap * 32) // width(dst)
    fields: Data = {"block_mode": "MATRIX", "deq_scale": mode, "sid_store_mode": store}
    params: Data = {
        "data_copy": {"block_count": count, "block_len": length, "src_gap": src_gap, "dst_gap": dst_gap},
        "enhanced": fields,
    }
    if mode.startswith("V"):
        params["deq_tensor"] = {"data": {"values": [word(rng, dst) for _ in range(16 * count)]}}
    elif mode != "DEQ_NONE":
        fields["deq_value"] = word(rng, dst)
    return {
        "product": "atlas-inference-aicore",
        "call": "enhanced",
        "src": _tensor(rng, "CO1", src, read + 256 * _gap(rng, 20)),
        "dst": _tensor(rng, "CO2", dst, written + 512 * _gap(rng, 20), rng.choice([0, 7])),
        "params": params,
    }


_PAIRS = [("float", "float", False), ("float", "half", False), ("int32_t", "half", True), ("int32_t", "int8_t", True)]


def l0c2gm(rng: Random) -> Data:
    src, dst, quantised = rng.choice([*_PAIRS, ("float", "uint8_t", True)])
    rows, columns, pattern = 16 * rng.randint(1, 5), 32 * rng.randint(1, 3), rng.choice(["ND", "ND", "DN", "NZ"])
    source = _tensor(rng, "CO1", src, 0)
    source["layout"] = {"pattern": "NZ", "m": rows, "n": columns, "c0": 16}
    m, n = rows, columns
    if pattern == "NZ":
        layout: Data = {"pattern": "NZ", "m": m, "n": n, "c0": 32 if width(dst) == 1 else 16}
        held = m * n
    else:
        m, n = rng.randint(1 + rows // 2, rows), rng.randint(1 + columns // 2, columns)
        if rng.random() < 0.4:
            source["layout"]["m"] += 16 * rng.randint(1, 2)
            source["slice"] = {"coord": [0, 0], "shape": [rows, columns]}
        pitch = (n if pattern == "ND" else m) + _gap(rng, 40)
        layout = {"pattern": pattern, "shape": [m, n], "stride": [pitch, 1] if pattern == "ND" else [1, pitch]}
        held = pitch * (m if pattern == "ND" else n)
    source["count"] = source["layout"]["m"] * columns
    target = _tensor(rng, "GM", dst, held + _gap(rng, 900), rng.choice([0, 3]))
    params: Data = {}
    if quantised and rng.random() < 0.6:
        params["quant"] = word(rng, dst)
    elif quantised:
        params["quant"] = {"count": n, "data": {"values": [word(rng, dst) for _ in range(n)]}}
    return {
        "product": "ascend-950",
        "call": "l0c2gm",
        "src": source,
        "dst": {**target, "layout": layout},
        "params": params,
    }


FAMILIES: dict[str, Callable[[Random], Data]] = {
    "data_copy": data_copy,
    "nddma": nddma,
    "slice": slices,
    "enhanced": enhanced,
    "l0c2gm": l0c2gm,
}
