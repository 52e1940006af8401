"""Enhanced copies of random shape, gaps, modes and content against one element at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am

from .enhanced_tools import carrier, core
from .naive_enhanced import WIDTH, Copy

PAIRS = [
    *[(t, t, "DEQ_NONE") for t in ("half", "float", "int32_t", "uint32_t")],
    ("float", "half", "DEQ_NONE"),
    ("half", "half", "DEQ"),
    *[("int32_t", "half", scale) for scale in ("DEQ", "VDEQ", "DEQ16", "VDEQ16")],
    *[("int32_t", "int16_t", scale) for scale in ("DEQ16", "VDEQ16")],
    *[("int32_t", dst, scale) for dst in ("int8_t", "uint8_t") for scale in ("DEQ8", "VDEQ8")],
]


@st.composite
def copies(draw: Any) -> Copy:
    src, dst, scale = draw(st.sampled_from(PAIRS))
    small = st.integers(0, 3)
    return Copy(
        src=src,
        dst=dst,
        matrix=draw(st.booleans()),
        count=draw(st.integers(1, 3)),
        length=draw(st.integers(1, 3)),
        src_gap=draw(small),
        dst_gap=draw(small),
        scale=scale,
        mode=draw(st.integers(0, 2)) if WIDTH[dst] == 1 else 0,
        relu=draw(st.booleans()),
    )


def source(copy: Copy, rng: np.random.Generator) -> bytes:
    """Random bits, with small numbers in between so that not everything saturates."""
    if copy.src == "float":
        raw = rng.integers(0, 1 << 32, copy.src_bytes // 4, np.uint32)
        some = (rng.standard_normal(raw.size) * 1000).astype(np.float32).view(np.uint32)
        return np.where(rng.random(raw.size) < 0.7, some, raw).tobytes()
    if copy.src == "half":
        return rng.integers(0, 1 << 16, copy.src_bytes // 2, np.uint16).tobytes()
    shift = rng.integers(0, 32, copy.src_bytes // 4)
    return (rng.integers(-(1 << 31), 1 << 31, copy.src_bytes // 4) >> shift).astype(np.int32).tobytes()


def word(copy: Copy, rng: np.random.Generator, mode_bit: int) -> int:
    """A word that no rule refuses."""
    if copy.scale in ("DEQ", "VDEQ"):
        return int(rng.integers(0x0400, 0x7C00)) | int(rng.integers(0, 2)) << 15
    multiplier = int(np.float32(2.0 ** rng.uniform(-16, 4) * rng.choice([-1, 1])).view(np.uint32))
    signed = copy.dst == "int8_t"
    relu = copy.relu or (not copy.scale.startswith("V") and rng.random() < 0.3)
    offset = (-128 if signed else 0) if relu else int(rng.integers(-256, 256))
    fields = int(rng.integers(0, 16)) << 32 | mode_bit << 36 | (offset & 0x1FF) << 37
    return multiplier | fields | int(signed) << 46 | int(relu) << 47 | int(rng.integers(0, 1 << 16)) << 48


def words(copy: Copy, rng: np.random.Generator) -> tuple[int, bytes]:
    """The scalar word, and the bytes of the vectors."""
    if copy.scale == "DEQ_NONE":
        return 0, b""
    if not copy.scale.startswith("V"):
        return word(copy, rng, int(rng.integers(0, 2))), b""
    size = 2 if copy.scale == "VDEQ" else 8
    bits = [int(rng.integers(0, 2)) for _ in range(copy.count)]
    return 0, b"".join(word(copy, rng, bits[k // 16]).to_bytes(size, "little") for k in range(16 * copy.count))


@settings(max_examples=150, deadline=None)
@given(copies(), st.integers(0, 2**32 - 1))
def test_like_one_element_at_a_time(copy: Copy, seed: int) -> None:
    rng = np.random.default_rng(seed)
    copy.word, vectors = words(copy, rng)
    this = core()
    given_bytes = source(copy, rng)
    x = this.local_tensor("CO1", copy.src, data=np.frombuffer(given_bytes, carrier(copy.src)))
    y = this.local_tensor("CO2", copy.dst, copy.dst_bytes // WIDTH[copy.dst] + 32)
    tensor = None
    if vectors:
        kind = "half" if copy.scale == "VDEQ" else "uint64_t"
        tensor = this.local_tensor("VECIN", kind, data=np.frombuffer(vectors, carrier(kind)))
    expected = bytearray(y.buffer().tobytes())
    written = copy.run(expected, given_bytes, vectors)

    enhanced = am.DataCopyEnhancedParams(
        "MATRIX" if copy.matrix else "VECTOR", copy.scale, copy.word, copy.mode, copy.relu
    )
    params = am.DataCopyParams(copy.count, copy.length, copy.src_gap, copy.dst_gap)
    done = am.data_copy(y, x, params, enhanced, deq_tensor=tensor)

    assert y.buffer().tobytes() == bytes(expected)
    assert set(np.flatnonzero(y.state()).tolist()) == written
    assert done.bytes_written == len(written)


@settings(max_examples=40, deadline=None)
@given(copies(), st.integers(1, 64))
def test_refused_as_soon_as_a_byte_is_missing(copy: Copy, missing: int) -> None:
    """The exact needs pass; one element less on either side is refused, and dst stays as it was."""
    rng = np.random.default_rng(missing)
    copy.word, vectors = words(copy, rng)
    kind = "half" if copy.scale == "VDEQ" else "uint64_t"
    params = am.DataCopyParams(copy.count, copy.length, copy.src_gap, copy.dst_gap)
    enhanced = am.DataCopyEnhancedParams(
        "MATRIX" if copy.matrix else "VECTOR", copy.scale, copy.word, copy.mode, copy.relu
    )
    sizes = (copy.src_bytes // WIDTH[copy.src], copy.dst_bytes // WIDTH[copy.dst])
    for less in ((0, 0), (missing, 0), (0, min(missing, 15))):
        this = core()
        x = this.local_tensor("CO1", copy.src, sizes[0] - less[0], fill=1)
        y = this.local_tensor("CO2", copy.dst, sizes[1] - less[1], fill=1)
        tensor = this.local_tensor("VECIN", kind, data=np.frombuffer(vectors, carrier(kind))) if vectors else None
        found = am.diagnose(y, x, params, enhanced, deq_tensor=tensor)
        codes = {f.code for f in found if f.severity == "error"}
        assert bool(codes) == any(less), (less, codes)
        assert codes <= {"TEN008", "TEN009", "ENH015"}
        if codes:
            before = y.buffer().tobytes()
            try:
                am.data_copy(y, x, params, enhanced, deq_tensor=tensor)
            except am.RuleViolation as refused:
                assert {f.code for f in refused.findings if f.severity == "error"} == codes
            else:
                raise AssertionError("not refused")
            assert y.buffer().tobytes() == before
