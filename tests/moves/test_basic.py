from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascmove as am
from ascmove import formats
from ascmove.hardware import BASIC_ROUTES, Product, basic_types

from . import naive

ROUTES = [(product, src, dst) for product, routes in BASIC_ROUTES.items() for src, dst in routes]


def _tensors(product: Product, src: str, dst: str, kind: str, sizes: tuple[int, int]) -> tuple[am.Core, Any, Any]:
    core = am.Core(product)

    def make(position: str, nbytes: int) -> Any:
        if position == "GM":
            return core.global_tensor(np.arange(nbytes, dtype=np.int64).astype(np.uint8), kind)
        t: Any = core.local_tensor(position, kind, nbytes // formats.dtype(kind).width)
        t.buffer()[:] = np.arange(nbytes, dtype=np.int64).astype(np.uint8) ^ 0x55
        t.states()[:] = 2
        return t

    return core, make(dst, sizes[1]), make(src, sizes[0])


@pytest.mark.parametrize(("product", "src", "dst"), ROUTES)
def test_every_route_with_every_type(product: Product, src: str, dst: str) -> None:
    for kind in basic_types(product, src, dst):
        _, y, x = _tensors(product, src, dst, kind, (256, 512))
        before, source = y.buffer().copy(), x.buffer().copy()
        transfer = am.data_copy(y, x, am.DataCopyParams(3, 2, 1, 2))
        naive.gap_copy(before, source, 3, 2, 1, 2)
        assert np.array_equal(y.buffer(), before)
        assert not transfer.findings


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 6), st.integers(0, 5), st.integers(0, 5), st.integers(0, 5), st.sampled_from(["half", "double"]))
def test_gap_copy_equals_the_naive_loop(count: int, length: int, src_gap: int, dst_gap: int, kind: str) -> None:
    _, y, x = _tensors(Product.ASCEND_950, "GM", "VECIN", kind, (2048, 2048))
    before, source = y.buffer().copy(), x.buffer().copy()
    am.data_copy(y, x, am.DataCopyParams(count, length, src_gap, dst_gap))
    naive.gap_copy(before, source, count, length, src_gap, dst_gap)
    assert np.array_equal(y.buffer(), before)


def test_count_form() -> None:
    core = am.Core("atlas-a2")
    x = core.global_tensor(np.arange(512, dtype=np.float16))
    y = core.local_tensor("VECIN", "half", 512)
    assert am.data_copy(y, x, 512).bytes_written == 1024
    assert np.array_equal(y.to_numpy(), x.to_numpy())
    (finding,) = am.diagnose(y, x, 500)
    assert (finding.code, finding.nearest) == ("ENH039", (496, 512))


def test_old_gap_names() -> None:
    assert am.DataCopyParams(1, 2, src_stride=3, dst_stride=4) == am.DataCopyParams(1, 2, 3, 4)
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(512, np.float16))
    y = core.local_tensor("VECIN", "half", 512)
    findings = am.diagnose(y, x, am.DataCopyParams(1, 2, 3, src_stride=4))
    assert [(f.code, f.nearest) for f in findings] == [("ENH011", (3, 4))]
    assert not am.diagnose(y, x, am.DataCopyParams(1, 2, 3, src_stride=3))


@pytest.mark.parametrize(
    ("params", "codes"),
    [
        (am.DataCopyParams(4096, 1), ["ENH008", "TEN006"]),
        (am.DataCopyParams(1, 65536, 65536), ["ENH009"]),
        (am.DataCopyParams(0, 1), ["ENH010"]),
        (am.DataCopyParams(1, 0), ["ENH010"]),
        (am.DataCopyParams(-1, 1), ["TEN013"]),
        (am.DataCopyParams(2, 32), ["TEN008", "TEN009"]),
    ],
)
def test_gap_rules(params: am.DataCopyParams, codes: list[str]) -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(512, np.float16))
    y = core.local_tensor("VECIN", "half", 512)
    assert [f.code for f in am.diagnose(y, x, params)] == [c for c in codes if c != "TEN006"]


def test_in_place_and_partial_overlap() -> None:
    core = am.Core("ascend-950")
    x = core.local_tensor("VECIN", "uint8_t", 128, address=0, data=np.arange(128, dtype=np.uint8))
    same = core.local_tensor("VECCALC", "uint8_t", 128, address=0)
    assert not am.diagnose(same, x, 128)
    shifted = core.local_tensor("VECCALC", "uint8_t", 128, address=32)
    with pytest.warns(am.MoveWarning, match="TEN010"):
        am.data_copy(shifted, x, 128)
    assert shifted.to_numpy().tolist() == list(range(128)), "the whole source is read first"


def test_interleaved_ranges_do_not_overlap() -> None:
    core = am.Core("ascend-950")
    x = core.local_tensor("VECIN", "uint8_t", 128, address=0, fill=1)
    y = core.local_tensor("VECCALC", "uint8_t", 96, address=32)
    assert not am.diagnose(y, x, am.DataCopyParams(2, 1, 1, 1))


def test_undefined_source_is_a_warning_and_still_moves() -> None:
    core = am.Core("ascend-950")
    x = core.local_tensor("VECIN", "uint8_t", 64)
    x[:32].fill(1)
    y = core.local_tensor("VECCALC", "uint8_t", 64, fill=0)
    assert not am.diagnose(y, x, 32)
    with pytest.warns(am.MoveWarning, match="TEN011"):
        transfer = am.data_copy(y, x, 64)
    assert transfer.findings[0].message == "the copy reads 32 B of `src` that were never written"
    assert y.to_numpy()[:32].tolist() == [1] * 32


@pytest.mark.parametrize(
    "arguments",
    [(), (1, 2), ("abc",), (None,), (3.5,), (am.DataCopyParams(), 5)],
)
def test_forms_that_do_not_exist(arguments: tuple[Any, ...]) -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(16, np.float32))
    y = core.local_tensor("VECIN", "float", 16)
    with pytest.raises(am.BadArgument):
        am.data_copy(y, x, *arguments)


def test_tensors_are_needed() -> None:
    with pytest.raises(am.BadArgument, match="src is a ndarray"):
        am.data_copy(am.Core("ascend-950").local_tensor("VECIN", "float", 8), np.zeros(8), 8)  # type: ignore[arg-type]


def test_read_only_destination() -> None:
    core = am.Core("ascend-950")
    a = np.zeros(16, np.float32)
    a.flags.writeable = False
    x = core.local_tensor("VECOUT", "float", 16, fill=1)
    with pytest.raises(am.BadArgument, match="read-only"):
        am.data_copy(core.global_tensor(a), x, 16)


class Named(np.ndarray[Any, Any]):
    """An array of another class, as users have them."""


@pytest.mark.parametrize("made", [np.asarray, lambda a: a[8:], lambda a: a.view(Named), lambda a: a.reshape(4, 8)])
def test_a_destination_that_becomes_read_only(made: Callable[[Any], Any]) -> None:
    """Nothing is written into it, whatever it was when it was wrapped; it may become writeable again."""
    core = am.Core("ascend-950")
    array = made(np.zeros(32, np.float32))
    out, x = core.global_tensor(array), core.local_tensor("VECOUT", "float", 16, fill=1)
    array.flags.writeable = False
    with pytest.raises(am.BadArgument, match="read-only array; nothing was written"):
        am.data_copy(out[8:], x, 16)
    assert not array.any()
    array.flags.writeable = True
    place = out[8:]
    for _ in range(3):  # so often that the call is kept
        am.data_copy(place, x, 16)
    assert array.sum() == 16
    array[...] = 0
    array.flags.writeable = False
    with pytest.raises(am.BadArgument, match="read-only array; nothing was written"):
        am.data_copy(place, x, 16)
    assert not array.any()


def test_plan_and_diagnose_move_nothing() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.ones(16, np.float32))
    y = core.local_tensor("VECIN", "float", 16, fill=0)
    plan = am.plan(y, x, 16)
    assert plan.bytes_written == 64
    assert am.diagnose(y, x, 16) == []
    assert not y.to_numpy().any()
    with pytest.raises(am.RuleViolation):
        am.plan(y, x, 24)


def test_warning_names_the_callers_line() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(16, np.float32))
    y = core.local_tensor("VECIN", "float", 16)
    with pytest.warns(am.MoveWarning) as caught:
        am.data_copy(y, x, 0)
    assert caught[0].filename == __file__


def test_an_error_names_the_callers_line() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(16, np.float32))
    y = core.local_tensor("VECIN", "float", 16)
    with pytest.raises(am.RuleViolation) as caught:
        am.data_copy(y, x, 12)
    assert caught.value.where.startswith(f"{__file__}:")
    assert str(caught.value).splitlines()[1] == f"at {caught.value.where}"


def test_trace_keeps_the_transfers() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(16, np.float32))
    y = core.local_tensor("VECIN", "float", 16)
    transfer = am.data_copy(y, x, 16)
    assert list(core.trace) == [transfer]
    assert "GM[float, 16] -> VECIN[float, 16]" in repr(transfer)
