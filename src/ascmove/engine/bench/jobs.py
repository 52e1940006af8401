"""The jobs that are timed: whole-matrix relayouts with and without conversion, transfers with pads, transposes, tiles.

Data are random numbers of which a part saturates every narrow type, with NaN and infinities in between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ascmove.formats import DTYPES, Conversion, fixpipe_conversion
from ascmove.formats.dtype import DType
from ascmove.plan import Access, Plan, Role, Step

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
C0 = 16
_PAGE = 4096


@dataclass(frozen=True)
class Job:
    """One thing to time.

    ``target`` and ``gate`` are ratios to ``floor``: "copy" (the faster of memcpy and a streaming copy of the same
    traffic) or "memcpy"; ``gate`` is the ratio that must never be exceeded.
    """

    name: str
    plan: Plan
    floor: str
    target: float
    gate: float
    copied: int = 0  # bytes that the yardsticks copy; 0: half of the job's traffic
    askew: int = 0  # bytes between a page and where the job's arrays begin; NumPy leaves 16 before large ones

    @property
    def traffic(self) -> int:
        """Bytes read and written."""
        return self.plan.src_extent.stop + self.plan.dst_extent.stop

    def buffers(self) -> tuple[Bytes, Bytes, Bytes | None]:
        """Destination, source and parameter words."""
        rng = np.random.default_rng(1)
        src = numbers(self.plan.src_type, self.plan.src_extent.stop // self.plan.src_type.width, rng)
        size = self.plan.quant_extent.stop
        found, copied = (aligned(n, self.askew) for n in (self.plan.dst_extent.stop, src.size))
        copied[:] = src
        return found, copied, words(size // 8, rng) if size else None


def aligned(size: int, askew: int = 0) -> Bytes:
    """Bytes that start ``askew`` bytes behind a page, so that it is no matter of luck where NumPy puts an array."""
    raw = np.zeros(size + askew + _PAGE, np.uint8)
    start = -raw.__array_interface__["data"][0] % _PAGE + askew
    found: Bytes = raw[start : start + size]
    return found


def numbers(kind: DType, count: int, rng: np.random.Generator) -> Bytes:
    """Numbers of every size; two thirds are beyond a byte, one in fifty beyond a half, some NaN and infinities."""
    if kind.name == "float":
        block = (rng.standard_normal(min(count, 1 << 20)) * 600).astype(np.float32)
        block[::50] *= 1e6
        block[::101], block[::103], block[::107] = np.nan, np.inf, -np.inf
        return np.resize(block, count).view(np.uint8)
    if kind.name == "int32_t":
        block32 = rng.integers(-(1 << 20), 1 << 20, min(count, 1 << 20), dtype=np.int32)
        return np.resize(block32, count).view(np.uint8)
    return np.resize(rng.integers(0, 256, 1 << 20, dtype=np.uint8), count * kind.width)


def words(count: int, rng: np.random.Generator) -> Bytes:
    """Parameter words with multipliers around one, offsets, and int8_t results."""
    multipliers = rng.uniform(0.5, 2, count).astype(np.float32).view(np.uint32).astype(np.uint64)
    offsets = rng.integers(0, 512, count).astype(np.uint64) << np.uint64(37)
    found: Bytes = (multipliers | offsets | np.uint64(1 << 46)).view(np.uint8)
    return found


def from_nz(rows: int, cols: int, src: str, dst: str, convert: Conversion | None = None) -> Plan:
    """Fractals of 16 x 16 (columns of blocks, rows inside) to rows."""
    shape = (C0, cols // C0, rows)
    access = Access(0, (1, C0, cols)), Access(0, (1, C0 * rows, C0))
    per_column = Access(0, (1, C0, 0)) if convert is not None and convert.takes_word and convert.word is None else None
    step = Step(shape, *access, convert=convert, quant=per_column)
    return Plan((step,), DTYPES[src], DTYPES[dst], DTYPES["uint64_t"])


def from_nz_transposed(rows: int, cols: int, kind: str) -> Plan:
    """Fractals to columns: channels outermost, as in NCHW."""
    step = Step((C0, cols // C0, rows), Access(0, (rows, C0 * rows, 1)), Access(0, (1, C0 * rows, C0)))
    return Plan((step,), DTYPES[kind], DTYPES[kind])


def transposed(rows: int, cols: int, kind: str) -> Plan:
    """A matrix of ``rows`` x ``cols`` to its transpose."""
    return Plan((Step((cols, rows), Access(0, (rows, 1)), Access(0, (1, cols))),), DTYPES[kind], DTYPES[kind])


def padded(kind: str, sizes: tuple[int, ...], strides: tuple[int, ...], left: int, right: int) -> Plan:
    """A box of ``sizes`` read with source ``strides``, with constant pads around its two innermost loops."""
    turns = tuple(n + left + right if k < 2 else n for k, n in enumerate(sizes))
    steps, distance = [], 1
    for n in turns:
        steps.append(distance)
        distance *= n
    dst = tuple(steps)
    start = left * (dst[0] + dst[1])
    pad = Step(turns, Access(0, dst), fill=7, role=Role.PAD)
    data = Step(sizes, Access(start, dst), Access(0, strides))
    return Plan((pad, data) if left + right else (data,), DTYPES[kind], DTYPES[kind])


def epilogue(dst: str, src: str, quant: str, word: int = 0) -> Conversion | None:
    """The conversion of a copy out of L0C with ``quant`` none, scalar or tensor."""
    return fixpipe_conversion(src, dst, quant=quant, word=word)[1]  # type: ignore[arg-type]


_INT8_WORD = (1 << 46) | (5 << 37) | 0x3F400000  # x 0.75, + 5, int8_t


def _long_rows(kind: str) -> Plan:
    width = DTYPES[kind].width
    inner = 2048 // width - 2
    sizes = (inner, 62, 128)
    return padded(kind, sizes, (1, inner, inner * 62), 1, 1)


def _swapped_rows(kind: str) -> Plan:
    n = 256 // DTYPES[kind].width * 2
    inner, rest = n - 2, (16 << 20) // (n * n * DTYPES[kind].width)
    return padded(kind, (inner, inner, rest), (inner, 1, inner * inner), 1, 1)


_SIDE = 4096
_MAKERS: tuple[tuple[str, Callable[[], Plan], str, float, float], ...] = (
    ("NZ to rows, float", lambda: from_nz(_SIDE, _SIDE, "float", "float"), "copy", 1.1, 1.4),
    (
        "NZ to rows, float to half",
        lambda: from_nz(_SIDE, _SIDE, "float", "half", epilogue("half", "float", "none")),
        "copy",
        1.2,
        1.6,
    ),
    (
        "NZ to rows, float to bfloat16_t",
        lambda: from_nz(_SIDE, _SIDE, "float", "bfloat16_t", epilogue("bfloat16_t", "float", "none")),
        "copy",
        1.2,
        1.6,
    ),
    (
        "NZ to rows, float to int8_t, scaled",
        lambda: from_nz(_SIDE, _SIDE, "float", "int8_t", epilogue("int8_t", "float", "scalar", _INT8_WORD)),
        "copy",
        1.3,
        1.8,
    ),
    (
        "NZ to rows, int32_t to half, scaled by column",
        lambda: from_nz(_SIDE, _SIDE, "int32_t", "half", epilogue("half", "int32_t", "tensor")),
        "copy",
        1.15,
        1.6,
    ),
    ("NZ to NCHW, float", lambda: from_nz_transposed(_SIDE, _SIDE, "float"), "copy", 1.25, 1.7),
    *((f"padded rows, {kind}", partial(_long_rows, kind), "memcpy", 0.8, 1.5) for kind in ("float", "half", "int8_t")),
    ("padded transpose, float", partial(_swapped_rows, "float"), "memcpy", 1.0, 2.0),
    ("padded transpose, half", partial(_swapped_rows, "half"), "memcpy", 1.1, 2.5),
    ("padded transpose, int8_t", partial(_swapped_rows, "int8_t"), "memcpy", 1.5, 4.0),
    ("transpose, float", lambda: transposed(_SIDE, _SIDE, "float"), "memcpy", 1.0, 2.0),
    ("transpose, half", lambda: transposed(_SIDE, _SIDE, "half"), "memcpy", 1.1, 2.0),
    ("transpose, int8_t", lambda: transposed(_SIDE, _SIDE, "int8_t"), "memcpy", 1.2, 2.0),
    ("tile 128 x 256, float", lambda: from_nz(128, 256, "float", "float"), "memcpy", 1.25, 2.0),
    (
        "tile 128 x 256, float to half",
        lambda: from_nz(128, 256, "float", "half", epilogue("half", "float", "none")),
        "memcpy",
        1.25,
        2.0,
    ),
    ("tile 32 x 64, float", lambda: from_nz(32, 64, "float", "float"), "memcpy", 5.0, 12.0),
)


def all_jobs() -> list[Job]:
    """The jobs in the order of the report."""
    jobs = []
    for name, make, floor, target, gate in _MAKERS:
        plan = make()
        # a tile is held against a copy of the tile, whatever it is converted to
        jobs.append(Job(name, plan, floor, target, gate, plan.src_extent.stop if name.startswith("tile") else 0))
    return jobs
