"""Random Plans with buffers, for comparing engines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ascmove.formats import DTYPES, Conversion, enhanced_conversion, fixpipe_conversion
from ascmove.formats.conversion import Multiplier, Overflow, Relu, Rounding, Shift
from ascmove.formats.modes import ENHANCED_PAIRS, FIXPIPE_MODES
from ascmove.plan import Access, Plan, Role, Step

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass
class Job:
    """A Plan and what it runs on; ``dst`` holds a pattern, so that untouched bytes show."""

    plan: Plan
    dst: Bytes
    src: Bytes
    quant: Bytes | None
    state: Bytes

    def __repr__(self) -> str:
        return f"{self.plan.src_type}->{self.plan.dst_type}: {self.plan.steps}"


def all_conversions() -> list[Conversion]:
    """Every mode of the drains, and every combination of stages that a pipeline accepts."""
    found: set[Conversion | None] = set()
    for mode, pairs in ENHANCED_PAIRS.items():
        for src, dst in pairs:
            for relu in (False, True):
                for word in (0x40123F000000, 0x0000_37A3_BF80_2C66):
                    found.add(enhanced_conversion(mode, src, dst, word=word, is_relu=relu))
    for (src, dst), (plain, scaled) in FIXPIPE_MODES.items():
        for relu in (False, True):
            for hybrid in (False, True) if dst == "hifloat8_t" else (False,):
                if plain:
                    found.add(fixpipe_conversion(src, dst, quant="none", relu=relu)[1])
                if scaled:
                    word = 0x7D80_3DCC_CCCD
                    found.add(fixpipe_conversion(src, dst, quant="scalar", word=word, relu=relu, hybrid=hybrid)[1])
                    found.add(fixpipe_conversion(src, dst, quant="tensor", relu=relu, hybrid=hybrid)[1])
    return sorted({made for made in found if made is not None} | set(_free_combinations()), key=repr)


def _free_combinations() -> list[Conversion]:
    made = []
    floats = [d for d in DTYPES.values() if d.kind == "float"]
    for overflow in Overflow:
        for relu in Relu:
            for dst in floats:
                rounding = Rounding.AWAY if dst.name == "hifloat8_t" else Rounding.EVEN
                rest: dict[str, Any] = {"relu": relu, "overflow": overflow, "rounding": rounding}
                for src in ("float", "int32_t", "half"):
                    if src != dst.name:
                        made.append(Conversion("free", DTYPES[src], dst, **rest))
                    if dst.name != "double":
                        for multiplier in (Multiplier.FLOAT32, Multiplier.HALF):
                            made.append(Conversion("free", DTYPES[src], dst, multiplier, **rest))
    for relu in Relu:
        for name in ("half", "int8_t", "uint8_t"):
            shifted: dict[str, Any] = {"relu": relu, "shift": Shift.ALWAYS}
            made.append(Conversion("free", DTYPES["int32_t"], DTYPES[name], Multiplier.FLOAT19, **shifted))
        for dtype in DTYPES.values():
            if dtype.kind != "complex":
                made.append(Conversion("free", dtype, dtype, relu=relu))
    return made


CONVERSIONS = all_conversions()

#: float32 patterns where something happens: ties, edges of every format, NaN, zeros, denormals
_EDGES = np.array(
    [
        *(0.0, -0.0, 0.5, 1.5, 2.5, -0.5, 254.5, 255.5, 256, -256.5, 464, 448, 480, 65504, 65520, 57344, 61440),
        *(1e-45, 1e-40, 2.0**-25, 2.0**-24, 2.0**-10, 2.0**-9, 2.0**-16, 2.0**-17, 2.0**-23, 2.0**-22),
        *(3.3895314e38, 3.4e38, np.inf, -np.inf, np.nan, 17.0, 16.0, 32768.0, 40960.0, 49152.0, 2.0**-3, 15.99),
    ],
    np.float32,
)


def random_bytes(rng: np.random.Generator, size: int) -> Bytes:
    """Bytes that decode to interesting numbers: raw bits, edge floats, small integers and small floats, mixed."""
    words = rng.integers(0, 1 << 32, size // 4 + 2, dtype=np.uint32)
    kind = rng.integers(0, 4, words.size)
    words = np.where(kind == 1, rng.choice(_EDGES, words.size).view(np.uint32), words)
    words = np.where(kind == 2, rng.integers(-1000, 1000, words.size).astype(np.int32).view(np.uint32), words)
    scaled = (rng.standard_normal(words.size) * 10.0 ** rng.integers(-3, 4, words.size)).astype(np.float32)
    words = np.where(kind == 3, scaled.view(np.uint32), words)
    mixed: Bytes = words.astype(np.uint32).view(np.uint8)[:size].copy()
    return mixed


@st.composite
def jobs(draw: st.DrawFn, converting: bool | None = None, max_elements: int = 3000) -> Job:
    """A Plan of one to three Steps over 1 to 8 loops with gaps, broadcasts and collisions."""
    convert = draw(st.booleans()) if converting is None else converting
    made = draw(st.sampled_from(CONVERSIONS)) if convert else None
    if made is not None:
        src_type, dst_type = made.src, made.dst
    else:
        dst_type = draw(st.sampled_from([DTYPES[n] for n in ("int8_t", "half", "float", "int64_t")]))
        src_type = dst_type
    quant_type = DTYPES["half" if made and made.multiplier is Multiplier.HALF and draw(st.booleans()) else "uint64_t"]
    steps = []
    for _ in range(draw(st.integers(1, 3))):
        steps.append(draw(_steps(made, dst_type.width, max_elements)))
    plan = Plan(tuple(steps), src_type, dst_type, quant_type)
    return buffers_for(plan, draw(st.integers(0, 2**32)), draw(st.integers(0, 3)), draw(st.integers(0, 3)))


@st.composite
def _steps(draw: st.DrawFn, made: Conversion | None, width: int, max_elements: int) -> Step:
    shape: list[int] = []
    size = 1
    for _ in range(draw(st.integers(1, 8))):
        n = draw(st.integers(1, max(1, min(70, max_elements // size))))
        shape.append(n)
        size *= n
    collide = draw(st.integers(0, 9)) == 0
    dst = draw(_access(shape, collide, dense=True))
    role = draw(st.sampled_from(list(Role)))
    if made is None and draw(st.integers(0, 3)) == 0:
        return Step(tuple(shape), dst, fill=draw(st.integers(0, (1 << 8 * width) - 1)), role=role)
    src = draw(_access(shape, True, dense=draw(st.booleans())))
    quant = draw(_access(shape, True, dense=False)) if made is not None and made.takes_word else None
    return Step(tuple(shape), dst, src, convert=made, quant=quant, role=role)


@st.composite
def _access(draw: st.DrawFn, shape: list[int], free: bool, dense: bool) -> Access:
    """Strides: loops in some order, each beyond the reach of those before it (or anything at all when ``free``)."""
    order = list(range(len(shape)))
    if draw(st.booleans()):
        order = draw(st.permutations(order))
    strides = [0] * len(shape)
    reach = 1
    for k in order:
        if free and not dense:
            strides[k] = draw(st.sampled_from([0, 1, 2, 3, 16, reach, reach + 1]))
        elif free and draw(st.integers(0, 3)) == 0:
            strides[k] = draw(st.integers(0, 5))
        else:
            strides[k] = reach + draw(st.sampled_from([0, 0, 0, 1, 7, 16]))
        reach += (shape[k] - 1) * strides[k]
        if reach > 40_000:
            strides[k] = draw(st.integers(0, 2))
            reach = reach if reach < 60_000 else 40_000
    return Access(draw(st.integers(0, 40)), tuple(strides))


def buffers_for(plan: Plan, seed: int, shift: int = 0, spare: int = 0) -> Job:
    """Buffers for ``plan`` that start ``shift`` bytes off alignment and end ``spare`` bytes behind what it touches."""
    rng = np.random.default_rng(seed)
    src = random_bytes(rng, plan.src_extent.stop + shift + spare)[shift:]
    dst = rng.integers(0, 256, plan.dst_extent.stop + shift + spare, dtype=np.uint8)[shift:]
    quant = None
    if plan.quant_extent.stop:
        quant = random_bytes(rng, plan.quant_extent.stop + shift)[shift:]
    return Job(plan, dst, src, quant, np.zeros(dst.size, np.uint8))
