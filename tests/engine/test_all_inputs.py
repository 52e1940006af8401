"""Every input of the narrow types and dense samples of the wide ones, through every conversion."""

from __future__ import annotations

import numpy as np
import pytest

from ascmove.engine import numpy as oracle
from ascmove.formats import DTYPES, Conversion
from ascmove.plan import Access, Plan, Step

from .compare import level, native  # noqa: F401
from .plans import CONVERSIONS, Bytes, Job, random_bytes

BY_SOURCE = {name: [c for c in CONVERSIONS if c.src.name == name] for name in {c.src.name for c in CONVERSIONS}}


def _check(made: Conversion, src: Bytes, words: Bytes) -> None:
    count = src.size // made.src.width
    quant = Access(0, (0,)) if made.takes_word else None
    plan = Plan((Step((count,), Access(0, (1,)), Access(0, (1,)), convert=made, quant=quant),), made.src, made.dst)
    plan = Plan(plan.steps, made.src, made.dst, DTYPES["uint64_t"])
    expected, found = np.zeros(plan.dst_extent.stop, np.uint8), np.zeros(plan.dst_extent.stop, np.uint8)
    oracle.run(plan, expected, src, words)
    native.run(plan, found, src, words)
    if not np.array_equal(expected, found):
        at = int(np.flatnonzero(expected != found)[0]) // made.dst.width
        values = [bytes(a[at * w : at * w + w]).hex() for a, w in ((src, made.src.width), (found, made.dst.width))]
        raise AssertionError(f"{made}: source {values[0]}, words {words[:8]}, result {values[1]}")


def _words(seed: int) -> list[Bytes]:
    """One as multiplier (float and half), and two random words."""
    rng = np.random.default_rng(seed)
    fixed = [np.array([word], np.uint64).view(np.uint8) for word in (0x40003F800000, 0x3C00)]
    return [*fixed, rng.integers(0, 256, 8, dtype=np.uint8), random_bytes(rng, 8)]


@pytest.mark.parametrize("name", ["half", "bfloat16_t", "int16_t", "hifloat8_t", "fp8_e4m3fn_t", "fp8_e5m2_t"])
def test_all_16_bit_patterns(level: str, name: str) -> None:  # noqa: F811
    width = DTYPES[name].width
    src = np.arange(1 << 8 * width, dtype=f"u{width}").view(np.uint8)
    for made in BY_SOURCE[name]:
        for words in _words(1)[: 4 if made.takes_word else 1]:
            _check(made, src, words)


def _ties() -> Bytes:
    """Floats on both sides of, and on, the middle between neighbours of every narrow type; the same as integers."""
    top = np.arange(1 << 13, dtype=np.uint32) << np.uint32(19)  # sign, exponent, 4 mantissa bits
    near = np.array(
        [0, 1, 0x0FFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0x8001, 0x3FFFF, 0x40000, 0x40001, 0x7FFFF], np.uint32
    )
    found: Bytes = (top[:, None] + near[None, :]).astype(np.uint32).reshape(-1).view(np.uint8)
    return found


@pytest.mark.parametrize("name", ["float", "int32_t"])
def test_ties_and_samples_of_wide_types(level: str, name: str) -> None:  # noqa: F811
    src = np.concatenate([_ties(), random_bytes(np.random.default_rng(2), 1 << 16)])
    for made in BY_SOURCE[name]:
        for words in _words(3)[: 4 if made.takes_word else 1]:
            _check(made, src, words)


@pytest.mark.exhaustive
@pytest.mark.parametrize("dst", ["half", "bfloat16_t", "fp8_e4m3fn_t", "fp8_e5m2_t", "hifloat8_t", "int8_t", "float"])
def test_sixteen_million_floats(level: str, dst: str) -> None:  # noqa: F811
    """A million in each sixteenth of the patterns, 67 apart: all low bits occur."""
    made = [c for c in BY_SOURCE["float"] if c.dst.name == dst and (c.takes_word or dst != "int8_t")]
    for start in range(0, 1 << 32, 1 << 28):
        src = (np.arange(0, 1 << 20, dtype=np.uint64) * 67 + start).astype(np.uint32).view(np.uint8)
        for conversion in made[:4]:
            _check(conversion, src, _words(5)[0])


def test_jobs_of_one_element_each() -> None:
    """A conversion of one element gives what the same element gives in company."""
    made = next(c for c in BY_SOURCE["float"] if c.dst.name == "half" and not c.takes_word)
    src = random_bytes(np.random.default_rng(4), 400)
    together = Plan((Step((100,), Access(0, (1,)), Access(0, (1,)), convert=made),), made.src, made.dst)
    whole = np.zeros(200, np.uint8)
    native.run(together, whole, src)
    for k in range(100):
        alone = Plan((Step((1,), Access(k, (0,)), Access(k, (0,)), convert=made),), made.src, made.dst)
        job = Job(alone, np.zeros(200, np.uint8), src, None, np.zeros(200, np.uint8))
        native.run(alone, job.dst, job.src)
        np.testing.assert_array_equal(job.dst[2 * k : 2 * k + 2], whole[2 * k : 2 * k + 2])
