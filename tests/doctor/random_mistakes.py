"""Mistakes that can be made in a case, by kind: written down by hand for every family, apart from the doctor's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascmove.doctor import Kind

from .planting import Wrong
from .random_cases import Data, width

K = Kind
Mistakes = Iterator[tuple[Kind, Wrong]]


def mistakes(case: Data) -> Mistakes:
    """Every mistake of a case that leaves a call that moves something."""
    yield K.STALE, {"stale": True}
    for kind, wrong in _FAMILIES[case["call"]](case):
        if not any(isinstance(v, int) and v < 0 for v in wrong.values()):
            yield kind, wrong


# -- bursts with gaps -------------------------------------------------------------------------------------------------


def _bursts(case: Data, block: int, dst_block: int) -> Mistakes:
    """``block``: bytes of a block and a gap in the source; ``dst_block``: of a block in the destination."""
    at = "params.data_copy"
    count, length, src, dst = case["params"]["data_copy"].values()
    src_width, inside = width(case["src"]["dtype"]), length * dst_block // 32

    def one(kind: Kind, **numbers: int) -> tuple[Kind, Wrong]:
        return kind, {f"{at}.{name}": value for name, value in numbers.items()}

    for unit in {1, src_width, 32} - {block}:
        yield one(K.UNIT, block_len=length * block // unit)
        if src:
            yield one(K.UNIT, src_gap=src * block // unit)
    for unit in (1, src_width):
        if dst:
            yield one(K.UNIT, dst_gap=dst * 32 // unit)
    yield one(K.PITCH, src_gap=src + length)
    yield one(K.PITCH, dst_gap=dst + inside)
    yield one(K.PITCH, src_gap=src + length, dst_gap=dst + inside)
    yield one(K.SWAPPED, src_gap=dst, dst_gap=src)
    yield one(K.VALID, src_gap=0)
    yield one(K.VALID, dst_gap=0)
    yield one(K.ONE_OFF, block_count=count - 1)
    if length > 1:
        yield one(K.ONE_OFF, block_len=length - 1)
    yield one(K.MINUS_ONE, block_count=count + 1)
    yield one(K.MINUS_ONE, block_len=length + 1)
    yield one(K.HALVED, block_len=2 * length)
    if length % 2 == 0:
        yield one(K.HALVED, block_len=length // 2)
    for wrong, right in ((8, 16), (16, 8), (32, 16)):
        if src and src * wrong % right == 0:
            yield one(K.C0, src_gap=src * wrong // right)
        if dst and dst * wrong % right == 0:
            yield one(K.C0, dst_gap=dst * wrong // right)


def _data_copy(case: Data) -> Mistakes:
    yield from _bursts(case, 32, 32)


def _enhanced(case: Data) -> Mistakes:
    enhanced, params = case["params"]["enhanced"], case["params"]
    src, dst = width(case["src"]["dtype"]), width(case["dst"]["dtype"])
    block = 16 * (32 if dst == 1 and enhanced["sid_store_mode"] != 2 else 16 * dst)
    yield from _bursts(case, 256 * src, block)
    gaps = params["data_copy"]
    if block < 256 * src:
        yield K.HALVED, {"params.data_copy.dst_gap": gaps["dst_gap"] - gaps["block_len"] * (256 * src - block) // 32}
    if "deq_value" in enhanced:
        yield from _words("params.enhanced.deq_value", [enhanced["deq_value"]], dst, cut=True)
    if "deq_tensor" in params:
        yield from _words("params.deq_tensor.data.values", params["deq_tensor"]["data"]["values"], dst, cut=True)


def _words(path: str, words: list[int], dst: int, cut: bool) -> Mistakes:
    changed: dict[Kind, list[int]] = {}
    if dst == 1:
        offsets = [word >> 37 & 0x1FF for word in words]
        changed[K.OFFSET_SIGN] = [w & ~(0x1FF << 37) | (-o & 0x1FF) << 37 for w, o in zip(words, offsets, strict=True)]
        changed[K.SIGN_BIT] = [word ^ 1 << 46 for word in words]
    if cut:
        changed[K.MULTIPLIER] = [word & ~0x1FFF for word in words]
    for kind, values in changed.items():
        yield kind, {path: values[0] if not path.endswith("values") else values}


# -- NDDMA ------------------------------------------------------------------------------------------------------------


def _nddma(case: Data) -> Mistakes:
    src, dst, sizes, left, right = case["params"]["loop_info"]
    size, turns = width(case["src"]["dtype"]), [sum(loop) for loop in zip(sizes, left, right, strict=True)]

    def one(kind: Kind, row: int, k: int, value: int) -> tuple[Kind, Wrong]:
        return kind, {f"params.loop_info.{row}.{k}": value}

    for k, (a, b) in enumerate(zip(src, dst, strict=True)):
        if size > 1:
            yield one(K.UNIT, 0, k, a * size)
            yield one(K.UNIT, 1, k, b * size)
        yield one(K.MINUS_ONE, 2, k, sizes[k] + 1)
        yield one(K.ONE_OFF, 2, k, sizes[k] - 1)
        if left[k] != right[k]:
            yield K.SWAPPED, {f"params.loop_info.3.{k}": right[k], f"params.loop_info.4.{k}": left[k]}
        if k:
            yield one(K.GAP, 0, k, a - sizes[k - 1] * src[k - 1])
            yield one(K.GAP, 1, k, b - turns[k - 1] * dst[k - 1])
            yield one(K.VALID, 0, k, sizes[k - 1] * src[k - 1])
            yield one(K.VALID, 1, k, sizes[k - 1] * dst[k - 1])
            yield one(K.C0, 1, k, -(-turns[k - 1] * dst[k - 1] // 16) * 16)
            for row, numbers in ((0, src), (1, dst), (2, sizes)):
                yield K.SWAPPED, {f"params.loop_info.{row}.{k}": numbers[0], f"params.loop_info.{row}.0": numbers[k]}
    yield one(K.HALVED, 2, 0, sizes[0] // 2)
    if size > 1:
        yield K.UNIT, {"params.loop_info.0": [a * size for a in src], "params.loop_info.1": [b * size for b in dst]}


# -- slices -----------------------------------------------------------------------------------------------------------


def _slices(case: Data) -> Mistakes:
    size = width(case["src"]["dtype"])
    c0, lists = 32 // size, {side: case["params"][f"{side}_slice_info"] for side in ("src", "dst")}
    for side, entries in lists.items():
        for k, (start, end, stride, burst, shape) in enumerate(entries):
            at = f"params.{side}_slice_info.{k}"
            if k == 0:
                if size > 1 and stride:
                    yield K.UNIT, {f"{at}.2": stride * size}
                yield K.PITCH, {f"{at}.2": stride + burst * c0}
                if stride:
                    yield K.VALID, {f"{at}.2": 0}
                    yield K.C0, {f"{at}.2": 2 * stride}
            else:
                yield K.PITCH, {f"{at}.2": stride + 1}
                yield K.SWAPPED, {f"{at}.4": entries[0][4], f"params.{side}_slice_info.0.4": shape}
                if size > 1:
                    yield K.UNIT, {f"params.{side}_slice_info.0.4": entries[0][4] * size}
            yield K.VALID, {f"{at}.4": end - start + 1}
            yield K.ONE_OFF, {f"{at}.1": end - 1}
            yield K.ONE_OFF, {f"{at}.0": start + 1}
            yield K.MINUS_ONE, {f"{at}.1": end + 1}
            yield K.MINUS_ONE, {f"{at}.4": shape + 1}
    for k, (a, b) in enumerate(zip(lists["src"], lists["dst"], strict=True)):
        yield K.SWAPPED, {f"params.src_slice_info.{k}.2": b[2], f"params.dst_slice_info.{k}.2": a[2]}
    burst = lists["src"][0][3]
    for kind, value in ((K.HALVED, 2 * burst), (K.HALVED, burst // 2), (K.UNIT, burst * c0), (K.UNIT, burst * 32)):
        if value:
            yield kind, {f"params.{side}_slice_info.0.3": value for side in lists}


# -- L0C to GM --------------------------------------------------------------------------------------------------------


def _l0c2gm(case: Data) -> Mistakes:
    source, layout, dst = case["src"], case["dst"]["layout"], width(case["dst"]["dtype"])
    rows = source["layout"]["m"]
    yield K.C0, {"src.layout.c0": 32}
    yield K.C0, {"src.layout.c0": 8}
    if "slice" in source:
        yield K.VALID, {"src.layout.m": source["slice"]["shape"][0]}
        yield K.ONE_OFF, {"src.slice.coord": [16, 0]}
    else:
        yield K.VALID, {"src.layout.m": rows + 16}
    yield from _flat(layout, dst) if "shape" in layout else _fractal(layout, dst)
    quant = case["params"].get("quant")
    if isinstance(quant, int):
        yield from _words("params.quant", [quant], dst, cut=False)
    elif quant is not None:
        yield from _words("params.quant.data.values", quant["data"]["values"], dst, cut=False)
    if quant is not None:
        yield K.MULTIPLIER, {"other multiplier": True}


def _flat(layout: Data, dst: int) -> Mistakes:
    m, n = layout["shape"]
    by_rows = layout["pattern"] == "ND"
    axis, valid, other = (0, n, m) if by_rows else (1, m, n)
    pitch = layout["stride"][axis]

    def stride(kind: Kind, value: int) -> tuple[Kind, Wrong]:
        return kind, {f"dst.layout.stride.{axis}": value}

    if dst > 1:
        yield stride(K.UNIT, pitch * dst)
    yield stride(K.UNIT, pitch // 16)
    yield stride(K.GAP, pitch - valid)
    yield stride(K.VALID, valid)
    yield stride(K.C0, 2 * pitch)
    yield stride(K.MINUS_ONE, pitch + 1)
    yield stride(K.SWAPPED, other)
    yield K.SWAPPED, {"dst.layout.pattern": "DN" if by_rows else "ND", "dst.layout.stride": layout["stride"][::-1]}
    yield K.SWAPPED, {"dst.layout.shape": [n, m]}
    shapes: list[tuple[Kind, Any]] = [(K.ONE_OFF, [m - 1, n]), (K.ONE_OFF, [m, n - 1]), (K.MINUS_ONE, [m + 1, n])]
    for kind, shape in [*shapes, (K.MINUS_ONE, [m, n + 1]), (K.HALVED, [m, n // 2]), (K.HALVED, [m, 2 * n])]:
        yield kind, {"dst.layout.shape": shape}


def _fractal(layout: Data, dst: int) -> Mistakes:
    m, n = layout["m"], layout["n"]
    for c0 in {8, 16, 32} - {layout["c0"]}:
        yield K.C0, {"dst.layout.c0": c0}
    yield K.SWAPPED, {"dst.layout.m": n, "dst.layout.n": m}
    yield K.HALVED, {"dst.layout.n": n // 2}
    yield K.MINUS_ONE, {"dst.layout.m": m + 1}
    yield K.ONE_OFF, {"dst.layout.n": n - layout["c0"]}
    yield K.VALID, {"dst.layout.m": m - 16}
    if dst > 1:
        yield K.UNIT, {"dst.layout.m": m * dst}


_FAMILIES = {
    "data_copy": _data_copy,
    "nddma": _nddma,
    "slice": _slices,
    "enhanced": _enhanced,
    "l0c2gm": _l0c2gm,
}
