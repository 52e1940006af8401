"""Copies out of L0C against the element loop of ``naive``: all destinations, types, words, batches and slices."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import te
from ascmove.formats.dtype import dtype
from ascmove.formats.modes import FIXPIPE_MODES

from .naive import Source, expected

Array = np.ndarray[Any, Any]

PAIRS = sorted(FIXPIPE_MODES)
#: every (types, words) that has a mode
FORMS = [
    (types, quant)
    for types in PAIRS
    for quant in ("none", "scalar", "tensor", "batched")
    if FIXPIPE_MODES[types][quant != "none"] is not None
]
MATRIX = ("ND", "DN", "NDExt", "DNExt", "NZ")


def up(n: int, step: int) -> int:
    return -(-n // step) * step


def accumulators(count: int, kind: str, start: int) -> Array:
    """Values of every size, with the special ones between them."""
    rng = np.random.default_rng(start)
    if kind == "int32_t":
        values = rng.integers(-(2**31), 2**31, count, dtype=np.int64) >> rng.integers(0, 31, count)
        return values.astype(np.int32)
    bits = rng.integers(0, 2**32, count, dtype=np.uint64).astype(np.uint32)
    tame = (rng.standard_normal(count) * 10.0 ** rng.integers(-3, 5, count)).astype(np.float32)
    return np.where(rng.random(count) < 0.7, tame, bits.view(np.float32))


def word(dst: str, rng: np.random.Generator) -> int:
    m = np.float32(rng.choice([-1, 1]) * rng.uniform(0.001, 4)).view(np.uint32)
    packed = int(m) & 0xFFFFE000
    if dst in ("int8_t", "uint8_t"):
        packed |= int(rng.integers(0, 512)) << 37
    return packed | (int(dst == "int8_t") << 46)


def run(
    pattern: str,
    types: tuple[str, str],
    quant: str,
    size: tuple[int, int],
    *,
    batch: int | None = None,
    relu: bool = False,
    split: bool = False,
    hybrid: bool = False,
    src_at: tuple[int, int] | None = None,
    dst_at: tuple[int, int] | None = None,
    more_batches: int = 0,
) -> None:
    """One copy of m x n, compared with the loop. ``src_at`` and ``dst_at`` make both operands slices of larger ones."""
    src_type, dst_type = types
    m, n = size
    start = zlib.crc32(repr((pattern, types, quant, size, batch, relu, split, src_at, dst_at)).encode())
    rng = np.random.default_rng(start)
    core = am.Core("ascend-950")
    # the source, a part of a larger tile where it is sliced
    row, column = src_at or (0, 0)
    rows, columns = up(m + row, 16) + (16 if src_at else 0), up(n + column, 16) + (16 if src_at else 0)
    batches = batch or 1
    raw = accumulators(batches * rows * columns, src_type, start)
    tile = core.local_tensor("CO1", src_type, raw.size, data=raw)
    lead = () if batch is None else (batch,)
    src = te.make_tensor(tile, te.make_frame_layout("NZ", *lead, *((rows, columns) if src_at else (m, n))))
    if src_at:
        coord: Any = (row, column) if batch is None else (0, (row, column))
        src = src.slice(coord, (m, n) if batch is None else (batch, (m, n)))
    # the destination
    c0 = 8 if split else 32 if dtype(dst_type).width == 1 else 16
    wide, high, first_batch = n, m, 0
    if dst_at:
        high, wide = m + dst_at[0] + 16, n + dst_at[1] + c0
    extents = () if batch is None else (batch + more_batches,)
    frame = te.make_frame_layout(pattern, *extents, high, wide, c0=c0 if pattern == "NZ" else None)
    kind = dtype(dst_type)
    before = rng.integers(0, 256, frame.capacity * kind.width, dtype=np.uint8).view(kind.bits)
    gm = core.global_tensor(before.copy().view(kind.carrier), kind)
    dst = te.make_tensor(gm, frame)
    first = 0
    if dst_at or more_batches:
        at = dst_at or (0, 0)
        first_batch = more_batches // 2
        dst = dst.slice(at if batch is None else (first_batch, at), (m, n) if batch is None else (batch, (m, n)))
        first = frame(at if batch is None else (first_batch, at))
    # the words
    words: Any = None
    quant_argument: Any = None
    if quant == "scalar":
        words = word(dst_type, rng)
        quant_argument = te.u64(words)
    elif quant in ("tensor", "batched"):
        count = up(n, 16) if pattern == "NZ" and not split else n
        shape = (batches, count) if quant == "batched" else (count,)
        words = np.array([word(dst_type, rng) for _ in range(int(np.prod(shape)))], np.uint64).reshape(shape)
        held = core.local_tensor("A1", "uint64_t", words.size, data=words.reshape(-1))
        lead_words = (batches,) if quant == "batched" else ()
        quant_argument = te.make_tensor(held, te.make_frame_layout("NDExt", *lead_words, 1, count))
    trait = te.CopyL0C2GMTrait(te.RoundMode.HYBRID if hybrid else te.RoundMode.DEFAULT, relu, split)
    transfer = te.copy(te.make_copy(te.CopyL0C2GM(), trait), dst, src, quant_argument)
    moved = (up(m, 16), min(up(n, c0), up(n, 16))) if pattern == "NZ" else (m, n)
    want = expected(
        tile.to_numpy(),
        Source(rows, columns, row, column),
        before,
        frame if not (dst_at or more_batches) else dst.layout,
        first,
        (batches, *moved),
        types,
        words=words,
        relu=relu,
        hybrid=hybrid,
    )
    np.testing.assert_array_equal(gm.to_numpy().view(kind.bits), want)
    assert transfer.bytes_written == batches * moved[0] * moved[1] * kind.width


@pytest.mark.parametrize("pattern", MATRIX)
@pytest.mark.parametrize(("types", "quant"), FORMS, ids=str)
@pytest.mark.parametrize("relu", [False, True])
def test_every_destination_type_and_word(pattern: str, types: tuple[str, str], quant: str, relu: bool) -> None:
    if quant == "batched":
        run(pattern, types, quant, (5, 32), batch=2, relu=relu)
        return
    run(pattern, types, quant, (20, 32) if pattern == "NZ" else (21, 29), relu=relu)


@pytest.mark.parametrize("pattern", MATRIX)
@pytest.mark.parametrize(
    ("types", "quant"), [form for form in FORMS if form[0][1] in ("half", "int8_t", "bfloat16_t")], ids=str
)
def test_batches(pattern: str, types: tuple[str, str], quant: str) -> None:
    run(pattern, types, quant, (18, 32), batch=3, more_batches=2)


@pytest.mark.parametrize("quant", ["none", "scalar", "tensor"])
@pytest.mark.parametrize("n", [8, 16, 24, 40, 64])
@pytest.mark.parametrize("relu", [False, True])
def test_channel_split(quant: str, n: int, relu: bool) -> None:
    run("NZ", ("float", "float"), quant, (33, n), split=True, relu=relu)


@pytest.mark.parametrize("quant", ["scalar", "tensor"])
def test_hybrid_rounding(quant: str) -> None:
    run("ND", ("float", "hifloat8_t"), quant, (40, 30), hybrid=True)


@pytest.mark.parametrize("pattern", ["ND", "DN", "NDExt"])
def test_chunks_of_512_words(pattern: str) -> None:
    run(pattern, ("int32_t", "half"), "tensor", (4, 1100))


def test_chunks_of_512_words_for_every_batch() -> None:
    run("DN", ("int32_t", "half"), "tensor", (3, 600), batch=2)
    run("ND", ("int32_t", "half"), "batched", (3, 600), batch=2)


sizes = st.tuples(st.integers(1, 40), st.integers(1, 50))


@settings(max_examples=80, deadline=None)
@given(
    pattern=st.sampled_from(["ND", "DN", "NDExt", "DNExt"]),
    types=st.sampled_from(PAIRS),
    quant=st.sampled_from(["none", "scalar", "tensor"]),
    size=sizes,
    batch=st.sampled_from([None, 1, 2]),
    relu=st.booleans(),
    src_at=st.one_of(st.none(), st.tuples(st.sampled_from([0, 16, 32]), st.sampled_from([0, 16]))),
    dst_at=st.one_of(st.none(), st.tuples(st.integers(0, 9), st.integers(0, 9))),
    more=st.integers(0, 3),
)
def test_ragged_slices(
    pattern: str,
    types: tuple[str, str],
    quant: str,
    size: tuple[int, int],
    batch: int | None,
    relu: bool,
    src_at: tuple[int, int] | None,
    dst_at: tuple[int, int] | None,
    more: int,
) -> None:
    plain, scaled = FIXPIPE_MODES[types]
    if (plain if quant == "none" else scaled) is None:
        quant = "scalar" if quant == "none" else "none"
    run(
        pattern,
        types,
        quant,
        size,
        batch=batch,
        relu=relu,
        src_at=src_at,
        dst_at=dst_at,
        more_batches=more if batch else 0,
    )


@settings(max_examples=40, deadline=None)
@given(
    types=st.sampled_from(PAIRS),
    quant=st.sampled_from(["none", "scalar", "tensor"]),
    blocks=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    src_at=st.one_of(st.none(), st.tuples(st.sampled_from([0, 16]), st.sampled_from([0, 16]))),
    dst_at=st.one_of(st.none(), st.tuples(st.sampled_from([0, 16]), st.sampled_from([0, 1]))),
    relu=st.booleans(),
)
def test_nz_slices(
    types: tuple[str, str],
    quant: str,
    blocks: tuple[int, int],
    src_at: tuple[int, int] | None,
    dst_at: tuple[int, int] | None,
    relu: bool,
) -> None:
    plain, scaled = FIXPIPE_MODES[types]
    if (plain if quant == "none" else scaled) is None:
        quant = "scalar" if quant == "none" else "none"
    width = 32 if dtype(types[1]).width == 1 else 16
    start = None if dst_at is None else (dst_at[0], dst_at[1] * width)
    run("NZ", types, quant, (blocks[0] * 16, blocks[1] * width), src_at=src_at, dst_at=start, relu=relu)


CONVOLUTION = [
    ("NHWC", (1, 5, 5, 20), (25, 20)),
    ("NHWC", (1, 8, 8, 16), (64, 16)),
    ("NCHW", (1, 20, 5, 5), (25, 20)),
    ("NC1HWC0", (1, 1, 5, 5, 16), (25, 16)),
    ("NC1HWC0", (1, 2, 4, 4, 16), (16, 32)),
]


@pytest.mark.parametrize(("pattern", "extents", "size"), CONVOLUTION)
@pytest.mark.parametrize("types", [("float", "float"), ("float", "half"), ("int32_t", "int32_t")], ids="-".join)
def test_feature_maps(pattern: str, extents: tuple[int, ...], size: tuple[int, int], types: tuple[str, str]) -> None:
    _feature_map(pattern, extents, size, types, None)


@pytest.mark.parametrize(("dst", "extents"), [("half", (1, 2, 3, 4, 16)), ("int8_t", (1, 1, 3, 4, 32))])
def test_scaled_feature_maps(dst: str, extents: tuple[int, ...]) -> None:
    _feature_map("NC1HWC0", extents, (12, 32), ("int32_t", dst), 0x40003C000000 if dst == "int8_t" else 0x3C000000)


def _feature_map(
    pattern: str, extents: tuple[int, ...], size: tuple[int, int], types: tuple[str, str], words: int | None
) -> None:
    core = am.Core("ascend-950")
    m, n = size
    raw = accumulators(up(m, 16) * up(n, 16), types[0], 7)
    tile = core.local_tensor("CO1", types[0], raw.size, data=raw)
    src = te.make_tensor(tile, te.make_frame_layout("NZ", m, n))
    frame, kind = te.make_frame_layout(pattern, *extents), dtype(types[1])
    before = np.full(frame.capacity, 0x11, np.uint8).repeat(kind.width).view(kind.bits)
    gm = core.global_tensor(before.copy().view(kind.carrier), kind)
    te.copy(te.make_copy(te.CopyL0C2GM()), te.make_tensor(gm, frame), src, None if words is None else te.u64(words))
    source = Source(up(m, 16), up(n, 16))
    want = expected(tile.to_numpy(), source, before, frame, 0, (1, m, n), types, words=words)
    np.testing.assert_array_equal(gm.to_numpy().view(kind.bits), want)
