from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import formats
from ascmove.hardware import SLICE_TYPES, Product

from . import naive


def bad(*arguments: Any) -> Any:
    """Arguments of any type, as a user without a type checker gives them."""
    return arguments


PAGE_SRC = [[16, 70, 7, 3, 87], [0, 2, 1, 1, 3]]
PAGE_DST = [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]]


def _first_axis(draw: st.DrawFn, burst: int, count: int, width: int, in_ub: bool) -> list[int]:
    start = draw(st.integers(0, 20))
    c0 = 32 // width
    stride = draw(st.integers(0, 3)) * c0 if in_ub else draw(st.integers(0, 40))
    length = burst * c0
    end = start + count * length + (count - 1) * stride - 1
    return [start, end, stride, burst, end + 1 + draw(st.integers(0, 9))]


def _outer_axis(draw: st.DrawFn, rows: int) -> list[int]:
    start, stride = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    end = start + (rows - 1) * (1 + stride)
    return [start, end, stride, 1, end + 1 + draw(st.integers(0, 2))]


@st.composite
def legal_calls(draw: st.DrawFn) -> dict[str, Any]:
    product = draw(st.sampled_from(sorted(SLICE_TYPES, key=str)))
    kind = formats.dtype(draw(st.sampled_from(sorted(SLICE_TYPES[product]))))
    to_ub = draw(st.booleans())
    dims = draw(st.integers(1, 4))
    # one burst of one element is a single index, which the rules refuse
    burst, count = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    if burst * 32 // kind.width < 2 and count == 1:
        count = 2
    rows = [draw(st.integers(2, 3)) for _ in range(dims - 1)]
    shuffled = draw(st.permutations(rows))
    src = [_first_axis(draw, burst, count, kind.width, not to_ub), *(_outer_axis(draw, n) for n in rows)]
    dst = [_first_axis(draw, burst, count, kind.width, to_ub), *(_outer_axis(draw, n) for n in shuffled)]
    in_ub = dst if to_ub else src
    assume(int(np.prod([info[4] for info in in_ub])) * kind.width <= 196352)  # fits UB everywhere
    return {
        "product": product,
        "kind": kind,
        "to_ub": to_ub,
        "src": src,
        "dst": dst,
        "shape_info": draw(st.booleans()),
        "seed": draw(st.integers(0, 2**32 - 1)),
    }


@settings(max_examples=150, deadline=None)
@given(legal_calls())
def test_equals_the_naive_loop(case: dict[str, Any]) -> None:
    kind, to_ub = case["kind"], case["to_ub"]
    rng = np.random.default_rng(case["seed"])
    sizes = [int(np.prod([i[4] for i in infos])) for infos in (case["src"], case["dst"])]
    src_bits = rng.integers(0, 256, sizes[0] * kind.width, np.uint8).view(kind.bits)
    dst_bits = rng.integers(0, 256, sizes[1] * kind.width, np.uint8).view(kind.bits)
    src_infos, dst_infos = case["src"], case["dst"]
    shapes: list[Any] = [None, None]
    if case["shape_info"]:
        shapes = [[i[4] for i in infos] for infos in (src_infos, dst_infos)]
        src_infos, dst_infos = ([[*i[:4], 0] for i in infos] for infos in (src_infos, dst_infos))
    core = am.Core(case["product"])
    after = dst_bits.copy()
    if to_ub:
        x: Any = core.global_tensor(src_bits, kind, shape_info=shapes[0])
        y: Any = core.local_tensor("VECIN", kind, sizes[1], shape_info=shapes[1])
        y.buffer()[:] = dst_bits.view(np.uint8)
    else:
        y = core.global_tensor(after, kind, shape_info=shapes[1])
        x = core.local_tensor("VECOUT", kind, sizes[0], shape_info=shapes[0])
        x.buffer()[:] = src_bits.view(np.uint8)
        x.states()[:] = 2
    transfer = am.data_copy(y, x, dst_infos, src_infos, len(src_infos))
    expected = dst_bits.copy()
    naive.slice_copy(expected, src_bits, case["dst"], case["src"], to_ub)
    assert np.array_equal(y.buffer().view(kind.bits), expected)
    assert {f.code for f in transfer.findings} <= {"SLI026"}, "legal calls are silent"


def test_page_example_and_back() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(261, dtype=np.int32))
    y = core.local_tensor("VECIN", "int32_t", 96)
    am.data_copy(y, x, PAGE_DST, PAGE_SRC, 2)
    pieces = [range(16, 40), range(47, 71), range(190, 214), range(221, 245)]
    assert y.to_numpy().tolist() == [i for piece in pieces for i in piece]
    back = np.zeros(96, np.int32)
    z = core.local_tensor("VECOUT", "int32_t", 96, address=y.address)
    transfer = am.data_copy(core.global_tensor(back), z, PAGE_DST, PAGE_DST, 2)
    assert np.array_equal(back, y.to_numpy())
    assert transfer.plan.burst_count == 1, "a contiguous copy is one burst"


def test_rows_pair_by_number_when_axes_differ() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(6 * 8, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 48)
    src = [[0, 7, 0, 1, 8], [0, 1, 0, 1, 2], [0, 2, 0, 1, 3]]
    dst = [[0, 7, 0, 1, 8], [0, 2, 0, 1, 3], [0, 1, 0, 1, 2]]
    am.data_copy(y, x, dst, src, 3)
    assert np.array_equal(y.to_numpy(), np.arange(48))


def test_vendor_acceptance_list() -> None:
    """The calls that the vendor's own check accepts and refuses (3 x 88 and 2 x 48 floats)."""
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(3 * 88, np.float32))
    y = core.local_tensor("VECIN", "float", 96)
    src, dst = [[16, 71, 8, 3, 88], [0, 2, 1, 1, 3]], [[0, 47, 0, 3, 48], [0, 1, 0, 1, 2]]
    assert not am.diagnose(y, x, dst, src, 2)
    fields = {"start": 0, "end": 1, "stride": 2, "burst": 3}
    for side, axis, field, value in (
        ("dst", 0, "stride", 1),
        ("src", 0, "end", 72),
        ("dst", 0, "end", 49),
        ("src", 0, "end", 88),
        ("dst", 0, "start", 54),
        ("src", 0, "start", 71),
        ("dst", 0, "burst", 1),
        ("src", 1, "burst", 2),
        ("dst", 0, "start", 47),
    ):
        changed = {"src": [list(i) for i in src], "dst": [list(i) for i in dst]}
        changed[side][axis][fields[field]] = value
        findings = am.diagnose(y, x, changed["dst"], changed["src"], 2)
        assert any(f.severity == "error" for f in findings), (side, axis, field, value)
    other = core.local_tensor("A1", "float", 96)
    assert [f.code for f in am.diagnose(other, x, dst, src, 2)] == ["SLI002"]


def test_single_row_is_a_warning_in_relaxed_mode() -> None:
    core = am.Core("ascend-950", mode="relaxed")
    x = core.global_tensor(np.arange(16, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 8)
    infos = [[0, 7, 0, 1, 8], [1, 1, 0, 1, 2]]
    with pytest.warns(am.MoveWarning, match="SLI006"):
        am.data_copy(y, x, [[0, 7, 0, 1, 8], [0, 0, 0, 1, 1]], infos, 2)
    assert y.to_numpy().tolist() == list(range(8, 16))
    with pytest.raises(am.RuleViolation):
        am.data_copy(y, x, [[0, 7, 0, 1, 8], [0, 0, 0, 1, 1]], [[0, 7, 0, 1, 8], [1, 0, 0, 1, 2]], 2)


@settings(max_examples=150, deadline=None)
@given(legal_calls(), st.data())
def test_illegal_parameters_leave_dst_alone(case: dict[str, Any], data: st.DataObject) -> None:
    kind = case["kind"]
    src, dst = [list(i) for i in case["src"]], [list(i) for i in case["dst"]]
    side = data.draw(st.sampled_from(["src", "dst"]))
    infos = src if side == "src" else dst
    k = data.draw(st.integers(0, len(infos) - 1))
    field, value = data.draw(
        st.sampled_from(
            [(0, -1), (1, infos[k][4]), (1, infos[k][0] - 1), (3, 0), (3, infos[k][3] + 1), (4, 0), (2, -7)]
        )
    )
    infos[k][field] = value
    if len(infos) == 1 and field == 4 and side == "src":
        return  # a single 0 on both sides asks for shape infos; covered elsewhere
    sizes = [max(1, int(np.prod([i[4] for i in x]))) for x in (case["src"], case["dst"])]
    core = am.Core(case["product"])
    if case["to_ub"]:
        x: Any = core.global_tensor(np.zeros(sizes[0] * kind.width, np.uint8), kind)
        y: Any = core.local_tensor("VECIN", kind, sizes[1])
    else:
        x = core.local_tensor("VECOUT", kind, sizes[0])
        x.states()[:] = 2
        y = core.global_tensor(np.zeros(sizes[1] * kind.width, np.uint8), kind)
    y.buffer()[:] = 1
    with pytest.raises(am.RuleViolation):
        am.data_copy(y, x, dst, src, len(src))
    assert set(y.buffer().tolist()) == {1}


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: am.SliceInfo(*bad(0, 1.5)), "end_index = 1.5 is a float"),
        (lambda: am.SliceInfo(*bad(True)), "start_index = True is a bool"),
    ],
)
def test_wrong_python_types(make, text: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(am.BadArgument, match=text):
        make()


def test_wrong_lists() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(16, np.float32))
    y = core.local_tensor("VECIN", "float", 16)
    for wrong in ([5], [[0] * 6], ["ab"]):
        with pytest.raises(am.BadArgument, match=r"\[0\]"):
            am.data_copy(y, x, wrong, [[0, 7, 0, 1, 8]])
    with pytest.raises(am.BadArgument, match="src_slice_info"):
        am.data_copy(y, x, [[0, 7, 0, 1, 8]])


def test_products_without_slices() -> None:
    for product in Product:
        if product in SLICE_TYPES:
            continue
        core = am.Core(product)
        x = core.global_tensor(np.zeros(16, np.float32))
        y = core.local_tensor("VECIN", "float", 16)
        assert [f.code for f in am.diagnose(y, x, [[0, 7, 0, 1, 8]], [[0, 7, 0, 1, 8]])] == ["SLI001"]
