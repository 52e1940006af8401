"""The instructions that the vendor's headers emit, and where they put elements: printed parameters and positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import te

from .build import ATOM, flat, frame, gm, l0c, words


@pytest.fixture
def core() -> am.Core:
    return am.Core("ascend-950")


def fields(transfer: am.Transfer, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(i, name) for name in names) for i in transfer.instructions]


def v(layout: te.Layout, b: int, j: int, c: int) -> int:
    """Value of an `l0c` tile at batch b, row j, column c."""
    return layout((b, (j, c)) if layout.batch is not None else (j, c))


NZ = frame("NZ", 20, 28)

SINGLE = [
    ("ND", frame("ND", 20, 28), (28, 20, 32, 28), 560, {0: (0, 0), 28: (1, 0), 559: (19, 27)}),
    ("DN", frame("DN", 20, 28), (28, 20, 32, 20), 560, {20: (0, 1), 559: (19, 27)}),
    ("NZ", frame("NZ", 20, 28), (32, 32, 32, 512), 1024, {16: (1, 0), 256: (16, 0), 512: (0, 16)}),
]


@pytest.mark.parametrize(("name", "layout", "sizes", "written", "places"), SINGLE)
def test_ragged(
    core: am.Core,
    name: str,
    layout: te.Layout,
    sizes: tuple[int, ...],
    written: int,
    places: dict[int, tuple[int, int]],
) -> None:
    out = gm(core, layout)
    done = te.copy(ATOM, out, l0c(core, NZ))
    assert fields(done, "n_size", "m_size", "src_stride", "dst_stride") == [sizes]
    (instruction,) = done.instructions
    assert (instruction.nz2nd, instruction.nz2dn) == (name == "ND", name == "DN")
    assert (instruction.loop3_para, instruction.channel_para) == (1, (1 << 48) * (name == "DN"))
    assert int((flat(out) != -1).sum()) == written
    assert {at: v(NZ, 0, *where) for at, where in places.items()} == {at: flat(out)[at] for at in places}


BATCH = frame("NZ", 3, 32, 64)


@pytest.mark.parametrize("part", [0, 1, 2])
def test_three_batches_into_nine(core: am.Core, part: int) -> None:
    out = gm(core, frame("ND", 9, 32, 64), "half")
    done = te.copy(ATOM, out.slice((3 * part, (0, 0)), (3, (32, 64))), l0c(core, BATCH))
    assert fields(done, "nd_num", "src_nd_stride", "dst_nd_stride", "n_size", "m_size", "dst_stride") == [
        (3, 128, 2048, 64, 32, 64)
    ]
    assert done.instructions[0].loop3_para == 2048 << 32 | 128 << 16 | 3
    assert done.instructions[0].dst_base == 6144 * part
    assert [flat(out)[6144 * part + at] for at in (2048, 4423)] == [v(BATCH, 1, 0, 0), np.float16(v(BATCH, 2, 5, 7))]
    assert done.bytes_written == 2 * 6144


def test_batches_into_columns(core: am.Core) -> None:
    out = gm(core, frame("DN", 9, 32, 64))
    done = te.copy(ATOM, out.slice((3, (0, 0)), (3, (32, 64))), l0c(core, BATCH))
    assert fields(done, "dst_stride", "dst_base", "nd_num") == [(32, 6144, 3)]
    places = {6145: (0, 1, 0), 6176: (0, 0, 1), 12287: (2, 31, 63)}
    assert {at: flat(out)[at] for at in places} == {at: v(BATCH, *where) for at, where in places.items()}


def test_batches_into_fractals(core: am.Core) -> None:
    out = gm(core, frame("NZ", 9, 32, 64))
    done = te.copy(ATOM, out.slice((3, (0, 0)), (3, (32, 64))), l0c(core, BATCH))
    assert fields(done, "n_size", "m_size", "dst_stride", "nd_num", "dst_base") == [(192, 32, 512, 1, 6144)]
    places = {8192: (1, 0, 0), 8721: (1, 1, 17), 12287: (2, 31, 63)}
    assert {at: flat(out)[at] for at in places} == {at: v(BATCH, *where) for at, where in places.items()}


def test_merged_channels(core: am.Core) -> None:
    tile = frame("NZ", 32, 64)
    out = gm(core, frame("NZ", 32, 64, c0="int8_t"), "int8_t")
    done = te.copy(ATOM, out, l0c(core, tile, "int32_t"), te.u64(0x40003D800000))
    assert fields(done, "quant_mode", "n_size", "m_size", "dst_stride") == [("REQ8", 64, 32, 1024)]
    places = {16: (0, 16), 31: (0, 31), 32: (1, 0), 1204: (5, 52)}
    want = {at: np.clip(round(v(tile, 0, *where) / 16), -128, 127) for at, where in places.items()}
    assert {at: flat(out)[at] for at in places} == want


@pytest.mark.parametrize(
    ("m", "n", "places"),
    [
        (64, 32, {7: (0, 7), 8: (1, 0), 512: (0, 8), 651: (17, 11), 2047: (63, 31)}),
        (64, 24, {512: (0, 8), 1024: (0, 16), 1535: (63, 23)}),
    ],
)
def test_split_channels(core: am.Core, m: int, n: int, places: dict[int, tuple[int, int]]) -> None:
    tile = frame("NZ", m, n)
    out = gm(core, frame("NZ", m, n, c0="float"), count=2048)
    atom = te.make_copy(te.CopyL0C2GM(), te.CopyL0C2GMTrait(enable_channel_split=True))
    done = te.copy(atom, out, l0c(core, tile))
    assert fields(done, "n_size", "m_size", "src_stride", "dst_stride", "channel_split") == [(n, 64, 64, 512, True)]
    assert {at: flat(out)[at] for at in places} == {at: v(tile, 0, *where) for at, where in places.items()}
    assert int((flat(out) != -1).sum()) == m * n


CONVOLUTION = [
    ((25, 16), ("NC1HWC0", 1, 1, 5, 5, 16), (16, 25, 32, 400), {16: (1, 0), 399: (24, 15)}),
    ((16, 32), ("NC1HWC0", 1, 2, 4, 4, 16), (32, 16, 16, 256), {256: (0, 16), 437: (11, 21), 511: (15, 31)}),
    ((64, 16), ("NHWC", 1, 8, 8, 16), (16, 64, 64, 16), {2 * 128 + 3 * 16 + 5: (19, 5)}),
    ((25, 20), ("NHWC", 1, 5, 5, 20), (20, 25, 32, 20), {20: (1, 0)}),
    ((25, 20), ("NCHW", 1, 20, 5, 5), (20, 25, 32, 25), {3 * 25 + 7: (7, 3)}),
]


@pytest.mark.parametrize(("size", "target", "sizes", "places"), CONVOLUTION)
def test_feature_maps(
    core: am.Core,
    size: tuple[int, int],
    target: tuple[Any, ...],
    sizes: tuple[int, ...],
    places: dict[int, tuple[int, int]],
) -> None:
    tile = frame("NZ", *size)
    out = gm(core, frame(*target), "half")
    done = te.copy(ATOM, out, l0c(core, tile))
    assert fields(done, "n_size", "m_size", "src_stride", "dst_stride") == [sizes]
    assert done.instructions[0].walk == {"NC1HWC0": "NZ", "NHWC": "ND", "NCHW": "DN"}[target[0]]
    assert {at: flat(out)[at] for at in places} == {at: v(tile, 0, *where) for at, where in places.items()}
    assert done.bytes_written == 2 * size[0] * size[1]


def test_scalar_word(core: am.Core) -> None:
    done = te.copy(
        ATOM, gm(core, frame("ND", 32, 64), "half"), l0c(core, frame("NZ", 32, 64), "int32_t"), te.u64(0x3F800000)
    )
    assert fields(done, "quant_mode", "quant_pre") == [("DEQF16", 0x3F800000)]


@pytest.mark.parametrize(("pattern", "second"), [("ND", 512), ("DN", 512 * 32)])
def test_words_in_chunks(core: am.Core, pattern: str, second: int) -> None:
    tile = frame("NZ", 32, 600)
    out = gm(core, frame(pattern, 32, 600), "half")
    done = te.copy(ATOM, out, l0c(core, tile, "int32_t"), words(core, 1, 600, fill=0x3A800000))
    assert fields(done, "quant_mode", "n_size", "src_base", "dst_base", "quant_base") == [
        ("VDEQF16", 512, 0, 0, 0),
        ("VDEQF16", 88, 16384, second, 512),
    ]
    matrix = out.to_matrix()
    assert [matrix[1, 0], matrix[31, 599]] == [
        np.float16(v(tile, 0, 1, 0) / 1024),
        np.float16(v(tile, 0, 31, 599) / 1024),
    ]


@pytest.mark.parametrize("n", [608, 1056])
def test_words_into_wide_fractals_as_the_library_does(n: int) -> None:
    """Later chunks land C0 times too far; a core in relaxed mode does the same."""
    width, kind = (16, "half") if n == 608 else (32, "int8_t")
    relaxed = am.Core("ascend-950", mode="relaxed")
    out = gm(relaxed, frame("NZ", 32, n, c0=width), kind, count=1 << 21)
    src = l0c(relaxed, frame("NZ", 32, n), "int32_t")
    held = words(relaxed, 1, n, fill=0x3F800000 | (0x400000000000 if n == 1056 else 0))
    found = te.diagnose(ATOM, out, src, held)
    assert [f.code for f in found if f.severity == "warning"] == ["L0C031"]
    with pytest.warns(am.MoveWarning):
        done = te.copy(ATOM, out, src, held)
    starts = [i.dst_base for i in done.instructions]
    assert starts == [0, 262144] if n == 608 else starts == [0, 524288, 1048576]
    strict = am.Core("ascend-950")
    with pytest.raises(am.RuleViolation, match="L0C031"):
        te.copy(
            ATOM,
            gm(strict, frame("NZ", 32, n, c0=width), kind),
            l0c(strict, frame("NZ", 32, n), "int32_t"),
            words(strict, 1, n),
        )


def test_batched_words(core: am.Core) -> None:
    out = gm(core, frame("ND", 3, 32, 64), "half")
    done = te.copy(ATOM, out, l0c(core, BATCH, "int32_t"), words(core, 3, 1, 64))
    assert fields(done, "dst_base", "src_base", "quant_base", "nd_num") == [
        (0, 0, 0, 1),
        (2048, 2048, 64, 1),
        (4096, 4096, 128, 1),
    ]


def test_unbatched_words(core: am.Core) -> None:
    """ND: one instruction with a batch loop; NZ: one instruction for each matrix."""
    src, held = l0c(core, BATCH, "int32_t"), words(core, 1, 64)
    into_nd = te.copy(ATOM, gm(core, frame("ND", 3, 32, 64), "half"), src, held)
    assert fields(into_nd, "nd_num", "quant_base", "n_size") == [(3, 0, 64)]
    into_nz = te.copy(ATOM, gm(core, frame("NZ", 3, 32, 64), "half"), src, held)
    assert fields(into_nz, "nd_num", "quant_base", "dst_base") == [(1, 0, 0), (1, 0, 2048), (1, 0, 4096)]


def test_source_slice(core: am.Core) -> None:
    tile = frame("NZ", 64, 64)
    out = gm(core, frame("ND", 40, 40))
    done = te.copy(ATOM, out, l0c(core, tile).slice((16, 16), (32, 32)))
    assert fields(done, "src_base", "src_stride", "n_size", "m_size", "dst_stride") == [(1280, 64, 32, 32, 40)]
    assert [flat(out)[40], flat(out)[1271]] == [v(tile, 0, 17, 16), v(tile, 0, 47, 47)]
    assert (out.to_matrix()[32:] == -1).all() and (out.to_matrix()[:, 32:] == -1).all()


def test_destination_slice(core: am.Core) -> None:
    out = gm(core, frame("ND", 128, 256))
    done = te.copy(ATOM, out.slice((16, 32), (20, 28)), l0c(core, NZ))
    assert fields(done, "dst_base", "dst_stride") == [(4128, 256)]
    assert [flat(out)[4384], flat(out)[9019]] == [v(NZ, 0, 1, 0), v(NZ, 0, 19, 27)]


def test_fractal_destination_slice_is_rounded_up(core: am.Core) -> None:
    out = gm(core, frame("NZ", 64, 64))
    done = te.copy(ATOM, out.slice((16, 16), (20, 24)), l0c(core, frame("NZ", 64, 64)))
    assert fields(done, "n_size", "m_size", "dst_base", "dst_stride") == [(32, 32, 1280, 1024)]
    assert {f.code for f in done.findings} == {"LAY009"}


def test_smaller_side_wins(core: am.Core) -> None:
    done = te.copy(ATOM, gm(core, frame("ND", 40, 20)), l0c(core, frame("NZ", 64, 64)))
    assert fields(done, "n_size", "m_size") == [(20, 40)]


def test_row_slices_of_batches(core: am.Core) -> None:
    src = l0c(core, frame("NZ", 3, 64, 64)).slice((0, (0, 0)), (3, (32, 64)))
    done = te.copy(ATOM, gm(core, frame("NZ", 3, 32, 64)), src)
    assert fields(done, "src_stride", "n_size") == [(64, 192)]


def test_documented_nd_example(core: am.Core) -> None:
    tile = te.make_pattern_layout("NZ", (2, ((16, 3), (16, 2))), (4096, ((16, 256), (1, 1024))))
    out = gm(core, te.make_pattern_layout("ND", (2, (48, 32)), (4096, (64, 1))), count=8192)
    done = te.copy(ATOM, out, l0c(core, tile, count=8192))
    assert fields(done, "nd_num", "n_size", "m_size", "src_stride", "dst_stride", "src_nd_stride", "dst_nd_stride") == [
        (2, 32, 48, 64, 64, 256, 4096)
    ]
    assert [flat(out)[at] for at in (16, 64, 4096, 7135)] == [1024, 16, 4096, 5887]


def test_documented_dn_example(core: am.Core) -> None:
    tile = te.make_pattern_layout("NZ", (2, ((16, 3), (16, 2))), (3840, ((16, 256), (1, 1280))))
    out = gm(core, te.make_pattern_layout("DN", (2, (48, 32)), (3840, (1, 80))), count=8192)
    done = te.copy(ATOM, out, l0c(core, tile, count=8192))
    assert fields(done, "nd_num", "n_size", "m_size", "src_stride", "dst_stride", "src_nd_stride", "dst_nd_stride") == [
        (2, 32, 48, 80, 80, 240, 3840)
    ]
    assert [flat(out)[at] for at in (1, 80, 1280, 3840, 6367)] == [16, 1, 1280, 3840, 5887]


def test_documented_nz_example(core: am.Core) -> None:
    tile = l0c(core, frame("NZ", 64, 48)).slice((0, 0), (24, 48))
    layout = te.make_pattern_layout("NC1HWC0", (1, 3, 4, 6, 16), (1920, 640, 96, 16, 1))
    out = gm(core, layout, count=2048)
    done = te.copy(ATOM, out, tile)
    assert fields(done, "n_size", "m_size", "src_stride", "dst_stride") == [(48, 24, 64, 640)]
    assert [flat(out)[at] for at in (640, 1663)] == [1024, 2431]


def test_padding_leaks_into_a_larger_destination(core: am.Core) -> None:
    out = gm(core, frame("ND", 64, 64))
    with pytest.warns(am.MoveWarning, match="L0C039"):
        done = te.copy(ATOM, out, l0c(core, frame("NZ", 30, 30)))
    assert fields(done, "n_size", "m_size", "dst_stride") == [(32, 32, 64)]
    assert int((out.to_matrix() != -1).sum()) == 32 * 32


def test_tiled_write_back() -> None:
    """A matrix of 256 x 128 in tiles of 64 x 64, each through L0C into its slice of global memory."""
    rng = np.random.default_rng(1)
    matrix = rng.standard_normal((250, 120)).astype(np.float32)
    core = am.Core("ascend-950")
    out = gm(core, te.make_frame_layout("NDExt", 250, 120))
    atom = ATOM.with_(te.FixpipeParams(unit_flag=3))
    for i in range(0, 250, 64):
        for j in range(0, 120, 64):
            tile = matrix[i : i + 64, j : j + 64]
            core.reset("L0C")
            src = te.from_numpy(tile, te.make_frame_layout("NZ", *tile.shape), core=core)
            done = te.copy(atom, out.slice((i, j), (64, 64)), src)
            assert fields(done, "dst_base", "dst_stride", "unit_flag") == [(i * 120 + j, 120, 3)]
    np.testing.assert_array_equal(out.to_matrix(), matrix)


def test_batched_matmul() -> None:
    """128 products of 32 x 32, four at a time through L0C, each four into its slice of global memory."""
    rng = np.random.default_rng(4)
    results = rng.standard_normal((128, 32, 32)).astype(np.float32)
    core = am.Core("ascend-950")
    out = gm(core, te.make_frame_layout("ND", 128, 32, 32), "half")
    for start in range(0, 128, 4):
        core.reset("L0C")
        src = te.from_numpy(results[start : start + 4], te.make_frame_layout("NZ", 4, 32, 32), core=core)
        part = out.slice(te.make_coord(start, te.make_coord(0, 0)), te.make_shape(4, te.make_shape(32, 32)))
        done = te.copy(ATOM, part, src)
        assert fields(done, "dst_base", "nd_num") == [(start * 1024, 4)]
    np.testing.assert_array_equal(out.to_matrix(), results.astype(np.float16))


@pytest.mark.parametrize("pattern", ["NC1HWC0", "NHWC", "NCHW"])
def test_convolution_of_four_images(pattern: str) -> None:
    """One copy for each image, 25 of the 32 rows of its tile, the destination moved by one image."""
    rng = np.random.default_rng(5)
    maps = rng.standard_normal((4, 25, 16)).astype(np.float32)
    core = am.Core("ascend-950")
    result = np.zeros(4 * 400, np.float16)
    memory = te.make_mem_ptr(core.global_tensor(result))
    extents = {"NC1HWC0": (1, 1, 5, 5, 16), "NHWC": (1, 5, 5, 16), "NCHW": (1, 16, 5, 5)}[pattern]
    for image in range(4):
        core.reset("L0C")
        src = te.from_numpy(maps[image], te.make_frame_layout("NZ", 25, 16), core=core)
        te.copy(ATOM, te.make_tensor(memory + image * 400, te.make_frame_layout(pattern, *extents)), src)
    want = maps.transpose(0, 2, 1) if pattern == "NCHW" else maps
    np.testing.assert_array_equal(result, want.astype(np.float16).reshape(-1))
