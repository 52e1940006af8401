"""Lowering of copies out of L0C: few steps, no element twice, every value converted as ``formats`` do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import formats, te
from ascmove.formats import fixpipe_conversion
from ascmove.formats.dtype import dtype
from ascmove.plan import touched

Array = np.ndarray[Any, Any]


def plan_of(src: te.Layout, dst: te.Layout, kind: str = "half", **trait: Any) -> Any:
    core = am.Core("ascend-950", limits="host")
    tile = te.make_tensor(core.local_tensor("CO1", "float", src.capacity, fill=0), src)
    out = np.zeros(dst.capacity, dtype(kind).carrier)
    target = te.make_tensor(core.global_tensor(out, kind), dst)
    word = te.u64(0x40003F800000 if kind == "int8_t" else 0x3F800000)
    atom = te.make_copy(te.CopyL0C2GM(), te.CopyL0C2GMTrait(**trait))
    return te.plan(atom, target, tile, word if dtype(kind).width == 1 else None)


def frame(pattern: str, *extents: int, c0: object = None) -> te.Layout:
    return te.make_frame_layout(pattern, *extents, c0=c0)


STEPS = [
    ("ND", (frame("NZ", 48, 64), frame("ND", 48, 64)), {}, 1),
    ("ragged ND", (frame("NZ", 20, 28), frame("ND", 20, 28)), {}, 2),
    ("narrow ND", (frame("NZ", 20, 5), frame("ND", 20, 5)), {}, 1),
    ("DN", (frame("NZ", 48, 64), frame("DN", 48, 64)), {}, 1),
    ("batched ND", (frame("NZ", 3, 48, 64), frame("ND", 3, 48, 64)), {}, 1),
    ("NZ", (frame("NZ", 48, 64), frame("NZ", 48, 64)), {}, 1),
    ("glued NZ", (frame("NZ", 5, 48, 64), frame("NZ", 5, 48, 64)), {}, 1),
    ("split", (frame("NZ", 48, 64), frame("NZ", 48, 64, c0=8)), {"kind": "float", "enable_channel_split": True}, 1),
    ("odd split", (frame("NZ", 48, 24), frame("NZ", 48, 24, c0=8)), {"kind": "float", "enable_channel_split": True}, 2),
    ("merge", (frame("NZ", 48, 64), frame("NZ", 48, 64, c0=32)), {"kind": "int8_t"}, 1),
    ("NHWC", (frame("NZ", 25, 16), frame("NHWC", 1, 5, 5, 16)), {}, 1),
]


@pytest.mark.parametrize(("name", "layouts", "options", "steps"), STEPS, ids=[s[0] for s in STEPS])
def test_few_steps_that_write_each_element_once(
    name: str, layouts: tuple[te.Layout, te.Layout], options: dict[str, Any], steps: int
) -> None:
    plan = plan_of(*layouts, **options)
    assert len(plan.steps) == steps
    assert not plan.self_overlapping
    written = int(touched(plan, "dst").sum())
    assert written == plan.bytes_written
    assert plan.elements_read == plan.elements_written


def test_a_whole_fractal_copy_is_one_run() -> None:
    """Same type, same fractals: nothing is rearranged."""
    plan = plan_of(frame("NZ", 48, 64), frame("NZ", 48, 64), "float")
    assert [step.shape for step in plan.executable] == [(48 * 64,)]


def floats() -> Array:
    """Every upper half of a float, each with lower halves around the ties of the narrow types."""
    upper = np.arange(1 << 16, dtype=np.uint32) << 16
    lower = np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xE000, 0xFFFF], np.uint32)
    return (upper[:, None] | lower).reshape(-1).view(np.float32)


def integers() -> Array:
    """Small integers, powers of two and their neighbours, the ends."""
    powers = np.array([sign * ((1 << k) + d) for k in range(31) for d in (-1, 0, 1) for sign in (1, -1)])
    return np.concatenate([np.arange(-70000, 70000), powers, [2**31 - 1, -(2**31)]]).astype(np.int32)


CASES = [
    *(("float", dst, None) for dst in ("float", "half", "bfloat16_t")),
    *(
        ("float", dst, word)
        for dst in ("half", "bfloat16_t", "fp8_e4m3fn_t", "hifloat8_t", "int8_t", "uint8_t", "float")
        for word in (0x3F800000, 0xBE123000 | 0x1E5 << 37 | 1 << 46)
    ),
    *(
        ("int32_t", dst, word)
        for dst in ("half", "bfloat16_t", "int8_t", "uint8_t")
        for word in (0x3F800000, 0x3DCCC000 | 7 << 37 | 1 << 46, 0xC0490000)
    ),
]


ROUNDED = [(*case, hybrid) for case in CASES for hybrid in ([False, True] if case[1] == "hifloat8_t" else [False])]


@pytest.mark.parametrize(("src", "dst", "word", "hybrid"), ROUNDED)
@pytest.mark.parametrize("relu", [False, True])
def test_every_interesting_value(src: str, dst: str, word: int | None, hybrid: bool, relu: bool) -> None:
    values = floats() if src == "float" else integers()
    columns = -(-values.size // 128)
    values = np.resize(values, 128 * columns)
    core = am.Core("ascend-950", limits="host")
    tile = te.from_numpy(values.reshape(128, columns), frame("NZ", 128, columns), core=core)
    kind = dtype(dst)
    out = te.make_tensor(core.global_tensor(np.zeros(values.size, kind.carrier), dst), frame("ND", 128, columns))
    trait = te.CopyL0C2GMTrait(te.RoundMode.HYBRID if hybrid else te.RoundMode.DEFAULT, relu)
    te.copy(te.make_copy(te.CopyL0C2GM(), trait), out, tile, None if word is None else te.u64(word))
    quant = "none" if word is None else "scalar"
    _, conversion = fixpipe_conversion(src, dst, quant=quant, word=word or 0, relu=relu, hybrid=hybrid)  # type: ignore[arg-type]
    want = values.view(kind.bits) if conversion is None else formats.convert(conversion, values)
    np.testing.assert_array_equal(out.memory.to_numpy().view(kind.bits), want)
