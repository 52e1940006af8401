"""Pointers, tensors, slices and packing of the Tensor API."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove import te

from .build import ATOM, frame, gm, l0c


@pytest.fixture
def core() -> am.Core:
    return am.Core("ascend-950")


SLICES = [
    (("NZ", 64, 64), (16, 32), (20, 20), "((16, 2), (16, 2)):((16, 256), (1, 1024))", 2304),
    (("ND", 64, 64), (50, 32), (20, 20), "(14, 20):(64, 1)", 3232),
    (("NDExt", 64, 64), (50, 32), (20, 20), "((1, 14), (1, 20)):((0, 64), (0, 1))", 3232),
    (
        ("NZ", 9, 32, 64),
        (7, (16, 32)),
        (3, (10, 20)),
        "(2, ((16, 1), (16, 2))):(2048, ((16, 256), (1, 512)))",
        15616,
    ),
    (
        ("DNExt", 9, 32, 64),
        (6, (0, 0)),
        (3, (32, 64)),
        "(3, ((1, 32), (1, 64))):(2048, ((0, 1), (0, 32)))",
        12288,
    ),
]


@pytest.mark.parametrize(("layout", "coord", "shape", "text", "base"), SLICES)
def test_slices(core: am.Core, layout: tuple[Any, ...], coord: Any, shape: Any, text: str, base: int) -> None:
    part = gm(core, frame(*layout)).slice(te.make_coord(*coord), te.make_shape(*shape))
    assert f"{part.layout.shape}:{part.layout.stride}" == text
    assert part.offset == base


def test_slice_of_a_slice(core: am.Core) -> None:
    tile = l0c(core, frame("NZ", 64, 64))
    part = tile.slice((16, 16), (48, 48)).slice((16, 16), (16, 16))
    np.testing.assert_array_equal(part.to_matrix(), tile.to_matrix()[32:48, 32:48])
    assert part.offset == tile.layout((32, 32))


def test_slice_by_arrays(core: am.Core) -> None:
    part = gm(core, frame("ND", 64, 64)).slice(np.array([16, 0]), np.array([8, 64]))
    assert (part.layout.shape, part.offset) == ((8, 64), 1024)


def test_slice_by_a_layout(core: am.Core) -> None:
    part = gm(core, frame("ND", 64, 64)).slice((16, 0), frame("ND", 8, 64))
    assert part.layout.shape == (8, 64)


def test_from_a_coordinate_on(core: am.Core) -> None:
    nd = gm(core, frame("ND", 64, 64))
    assert (nd((10, 20)).layout.shape, nd(10, 20).offset) == ((54, 44), 660)
    nz = l0c(core, frame("NZ", 64, 64))(((0, 1), (0, 2)))
    assert (nz.offset, nz.layout.totals) == (2304, (48, 32))


def test_elements(core: am.Core) -> None:
    tile = l0c(core, frame("NZ", 3, 32, 64))
    assert tile[(2, (17, 35))] == 5395
    part = tile.slice((1, (16, 32)), (1, (16, 16)))
    assert part[(0, (1, 3))] == tile[(1, (17, 35))]
    with pytest.raises(am.BadArgument, match="element 6144 of 6144"):
        tile[(3, (0, 0))]


def test_batch_and_squeeze(core: am.Core) -> None:
    tile = l0c(core, frame("NZ", 3, 32, 64))
    second = tile.batch(1)
    assert (second.offset, second.layout) == (2048, frame("NZ", 32, 64))
    with pytest.raises(am.BadArgument, match="batch 3 of 3"):
        tile.batch(3)
    one = l0c(core, te.make_frame_layout("NZ", te.static(1), 32, 64))
    assert te.squeeze(one, 0).layout == frame("NZ", 32, 64)
    assert te.squeeze(one.layout, 0) == frame("NZ", 32, 64)


def test_sizes_of_tensors_and_layouts(core: am.Core) -> None:
    tensor = gm(core, te.make_layout((3, 4), (7, 1)))
    for x in (tensor, tensor.layout):
        assert (te.size(x), te.rank(x), te.cosize(x), te.coshape(x), te.capacity(x)) == (12, 2, 18, 18, 21)
        assert te.get(x, 0) == te.make_layout((3,), (7,))
        assert te.select(x, 1, 0) == te.make_layout((4, 3), (1, 7))


def test_pointers(core: am.Core) -> None:
    memory = core.local_tensor("CO1", "float", 4096, data=np.arange(4096, dtype=np.float32))
    moved = te.make_tensor(te.make_mem_ptr(memory) + 1024, frame("NZ", 32, 32))
    assert moved[(0, 0)] == 1024
    out = gm(core, frame("ND", 32, 32))
    te.copy(ATOM, out, moved)
    assert out.to_matrix()[0, 0] == 1024
    view = te.make_tensor(memory[1024:], frame("NZ", 32, 32))
    assert view[(0, 0)] == 1024
    fresh = te.make_tensor(te.make_mem_ptr(core, "L0C", "float", 65536), frame("NZ", 32, 32))
    assert (fresh.position, fresh.memory.address, fresh.memory.count) == ("CO1", 65536, 1024)
    later = te.make_tensor(te.make_mem_ptr(core, "L0C", "float", 65536) + 1024, frame("NZ", 32, 32))
    assert later.memory.address == 65536 + 4096
    assert te.make_tensor(te.make_mem_ptr(memory), (2, 3), (3, 1)).layout == te.make_layout((2, 3), (3, 1))


def square(memory: am.LocalTensor) -> te.Tensor:
    return te.make_tensor(memory, frame("ND", 2, 2))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda core, t: te.make_mem_ptr(np.zeros(4)),  # type: ignore[arg-type]
        lambda core, t: te.make_mem_ptr(t, "L0C"),
        lambda core, t: te.make_mem_ptr(core, "L0C"),
        lambda core, t: te.make_mem_ptr(core, "GM", "float", 0),
        lambda core, t: te.make_mem_ptr(core, "FIXBUF", "float", 0),
        lambda core, t: te.make_mem_ptr(t) + -1,
        lambda core, t: te.make_tensor(np.zeros(4), frame("ND", 2, 2)),  # type: ignore[arg-type]
        lambda core, t: te.make_tensor(te.make_mem_ptr(t)),
        lambda core, t: te.make_tensor(t, (2, 2), (2, 1), 3),
        lambda core, t: te.make_copy(te.CopyL0C2GM),  # type: ignore[arg-type]
        lambda core, t: te.make_copy(te.CopyL0C2GM(), te.CopyL0C2UBTrait()),
        lambda core, t: ATOM.with_(3),  # type: ignore[arg-type]
        lambda core, t: te.CopyL0C2GMTrait("NEAREST"),  # type: ignore[arg-type]
        lambda core, t: te.CopyL0C2GMTrait(enable_relu=2),  # type: ignore[arg-type]
        lambda core, t: te.FixpipeParams(True),
        lambda core, t: te.u64(-1),
        lambda core, t: te.u64(1 << 64),
        lambda core, t: te.u64(1.5),
        lambda core, t: te.copy(ATOM, t, t),
        lambda core, t: te.copy(te.CopyL0C2GM(), square(t), square(t)),  # type: ignore[call-overload]
        lambda core, t: te.copy(ATOM, square(t), square(t), t),
    ],
)
def test_wrong_arguments(core: am.Core, wrong: Any) -> None:
    with pytest.raises(am.BadArgument):
        wrong(core, core.local_tensor("CO1", "float", 256))


PATTERNS = [
    *((name, (20, 28)) for name in ("NZ", "ND", "DN", "NDExt", "DNExt", "ZN", "ZZ", "NN")),
    *((name, (6, 10)) for name in ("ScaleAND", "ScaleADN", "ScaleBND", "ScaleBDN")),
    *((name, (3, 20, 28)) for name in ("NZ", "ND", "DN", "NDExt", "DNExt", "ZN", "ZZ")),
    ("NCHW", (2, 3, 4, 5)),
    ("NHWC", (2, 4, 5, 3)),
    ("NC1HWC0", (2, 3, 4, 5, 16)),
]


@pytest.mark.parametrize(("pattern", "extents"), PATTERNS)
@pytest.mark.parametrize("position", ["GM", "VECIN"])
def test_matrices_go_in_and_come_out(core: am.Core, pattern: str, extents: tuple[int, ...], position: str) -> None:
    layout = frame(pattern, *extents)
    shape = {"NHWC": (2, 3, 4, 5), "NC1HWC0": (2, 48, 4, 5)}.get(pattern, extents)
    matrix = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    tensor = te.from_numpy(matrix, layout, core=core, position=position)
    np.testing.assert_array_equal(tensor.to_matrix(), matrix)
    elements = tensor.memory.to_numpy()
    assert elements.size == layout.capacity
    assert np.count_nonzero(elements) == matrix.size - 1  # the rest is padding of zeros
    where = tuple(n - 1 for n in (shape if pattern != "NHWC" else extents))
    if not tensor.layout.resolved().pattern.is_convolution:  # type: ignore[union-attr]
        coord = (where[0], where[1:]) if layout.batch is not None else where
        assert tensor[coord] == matrix[where]


def test_padding_may_be_a_value_or_undefined(core: am.Core) -> None:
    ones = np.ones((20, 28), np.float32)
    filled = te.from_numpy(ones, frame("NZ", 20, 28), core=core, pad=-5)
    assert set(filled.memory.to_numpy()) == {1, -5}
    bare = te.from_numpy(ones, frame("NZ", 20, 28), core=core, pad=None)
    assert int((bare.memory.state() == 2).sum()) == 4 * 560  # type: ignore[attr-defined]
    out = gm(core, frame("NZ", 20, 28))
    assert {f.code for f in te.diagnose(ATOM, out, bare)} == {"L0C011", "TEN011"}
    assert {f.code for f in te.diagnose(ATOM, out, filled)} == {"L0C011"}


def test_values_are_encoded(core: am.Core) -> None:
    tensor = te.from_numpy([[1.0, 0.1]], frame("ND", 1, 2), core=core, position="VECIN", dtype="hifloat8_t")
    assert tensor.to_matrix().dtype == np.uint8
    np.testing.assert_array_equal(tensor.to_float(), [[1.0, 0.09375]])


def test_a_broken_slice_has_no_content(core: am.Core) -> None:
    part = gm(core, frame("ND", 64, 64)).slice((64, 0), (16, 16))
    with pytest.raises(am.BadArgument, match="starts at row 64"):
        part.to_matrix()
    with pytest.raises(am.BadArgument, match="starts at row 64"):
        part[(0, 0)]


def test_cpp_of_a_copy(core: am.Core) -> None:
    out = gm(core, frame("NDExt", 9, 32, 64), "half").slice((3, (0, 0)), (3, (32, 64)))
    atom = te.make_copy(te.CopyL0C2GM(), te.CopyL0C2GMTrait(enable_relu=True)).with_(te.FixpipeParams(2))
    text = te.copy(atom, out, l0c(core, frame("NZ", 3, 32, 64)), te.u64(0x3F800000)).to_cpp()
    assert text.splitlines() == [
        "constexpr CopyL0C2GMTrait trait = {RoundMode::DEFAULT, true, false};",
        "struct CopyL0C2GMTraitCustom {",
        "    using TraitType = CopyL0C2GMTrait;",
        "    static constexpr const TraitType value = trait;",
        "};",
        "",
        "auto src = MakeTensor(MakeMemPtr(srcAddr), MakeFrameLayout<NZLayoutPtn, 16>(3, 32, 64));",
        "auto dst = MakeTensor(MakeMemPtr(dstAddr), MakeFrameLayout<NDExtLayoutPtn>(9, 32, 64))"
        ".Slice(MakeCoord(3, MakeCoord(0, 0)), MakeShape(3, MakeShape(32, 64)));",
        "uint64_t quant = 0x3f800000;",
        "auto atom = MakeCopy(CopyL0C2GM{}, CopyL0C2GMTraitCustom{}).with(FixpipeParams{2, false});",
        "Copy(atom, dst, src, quant);",
    ]


def test_equal_calls_share_a_verdict_and_unequal_ones_do_not(core: am.Core) -> None:
    """Layouts that compare equal but declare another size are other calls."""
    out, tile = gm(core, frame("ND", 32, 32)), l0c(core, frame("NZ", 30, 30))
    full = te.make_tensor(tile.memory, frame("NZ", 32, 32))
    assert tile.layout == full.layout
    assert te.diagnose(ATOM, out, full) == []
    assert [f.code for f in te.diagnose(ATOM, out, tile)] == ["L0C039"]
    first, again = te.make_call(ATOM, out, tile), te.make_call(ATOM, out, tile)
    assert first.signature == again.signature
    assert first.signature != te.make_call(ATOM, out, full).signature
    assert first.signature != te.make_call(ATOM, out, tile, te.u64(1)).signature
    assert te.make_call(ATOM, out, tile, 1).signature != te.make_call(ATOM, out, tile, te.u64(1)).signature


def test_plan_moves_nothing(core: am.Core) -> None:
    out, tile = gm(core, frame("ND", 20, 28)), l0c(core, frame("NZ", 20, 28))
    plan = te.plan(ATOM, out, tile)
    assert (plan.elements_written, set(out.memory.to_numpy())) == (560, {-1})
    assert te.copy(ATOM, out, tile).plan == plan
