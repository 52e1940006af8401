"""The enhanced call itself: parameters, forms, operands, modes of the core, and routes on which it is a plain copy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am
from ascmove.calls import EnhancedCall
from ascmove.hardware import BASIC_ROUTES, Product

from .enhanced_tools import ONE, core

INT8_ONE = 0x40003F800000


def fractal(this: am.Core, dtype: str = "int32_t", count: int = 256, fill: Any = 3) -> am.LocalTensor:
    return this.local_tensor("CO1", dtype, count, fill=fill)


# ---- parameters


def test_modes_by_member_or_name() -> None:
    by_name = am.DataCopyEnhancedParams("BLOCK_MODE_VECTOR", "DeqScale::VDEQ8", pad_mode="pad_t::PAD_MODE1")
    assert by_name == am.DataCopyEnhancedParams(am.BlockMode.VECTOR, am.DeqScale.VDEQ8, pad_mode=am.PadMode.PAD_MODE1)
    assert am.DataCopyEnhancedParams() == am.DataCopyEnhancedParams("NORMAL", "DEQ_NONE", 0, 0, False, "PAD_NONE", 0)


def test_word_by_its_fields() -> None:
    params = am.DataCopyEnhancedParams("MATRIX", "DEQ8", am.DeqValue(1.0, sign=1))
    assert params.deq_value == 70369809530880


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"block_mode": "MATRIXX"}, "did you mean 'MATRIX'"),
        ({"block_mode": 1}, "it is one of NORMAL, MATRIX"),
        ({"deq_scale": "DEQ32"}, "unknown deq_scale 'DEQ32'"),
        ({"deq_value": 1 << 64}, "does not fit 64 bits"),
        ({"deq_value": 1.0}, "deq_value = 1.0 is a float"),
        ({"is_relu": 2}, "it is true or false"),
        ({"sid_store_mode": "2"}, "sid_store_mode = '2' is a str"),
    ],
)
def test_refused_parameters(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(am.BadArgument, match=message):
        am.DataCopyEnhancedParams(**wrong)


def test_cpp() -> None:
    this = core()
    words = this.local_tensor("VECIN", "uint64_t", 16, address=64, fill=INT8_ONE)
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ8", sid_store_mode=2, is_relu=False)
    call = EnhancedCall(
        this.local_tensor("CO2", "int8_t", 256), fractal(this), am.DataCopyParams(1, 1), enhanced, words
    )
    assert call.to_cpp().splitlines() == [
        "AscendC::DataCopyParams params{1, 1, 0, 0};",
        "AscendC::DataCopyEnhancedParams enhancedParams{AscendC::BlockMode::BLOCK_MODE_MATRIX, "
        "AscendC::DeqScale::VDEQ8, 0x0, 2, false, pad_t::PAD_NONE, 0};",
        "enhancedParams.deqTensorAddr = 64;",
        "AscendC::DataCopy(dst, src, params, enhancedParams);",
    ]


# ---- forms of the call


def test_enhanced_by_keyword() -> None:
    this = core()
    x, y = fractal(this), this.local_tensor("CO2", "int32_t", 256)
    am.data_copy(y, x, am.DataCopyParams(1, 1), enhanced=am.DataCopyEnhancedParams("MATRIX"))
    assert y.to_numpy().tolist() == [3] * 256


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((am.DataCopyEnhancedParams("MATRIX"), 1), {}, "given int"),
        ((), {"enhance": 1}, "given enhance"),
        (("MATRIX",), {}, "given str"),
        ((am.DataCopyEnhancedParams("MATRIX"),), {"deq_tensor": np.zeros(16)}, "deq_tensor is a ndarray"),
    ],
)
def test_refused_forms(args: tuple[Any, ...], kwargs: dict[str, Any], message: str) -> None:
    this = core()
    with pytest.raises(am.BadArgument, match=message):
        am.data_copy(this.local_tensor("CO2", "int32_t", 256), fractal(this), am.DataCopyParams(1, 1), *args, **kwargs)


def test_refused_words() -> None:
    this = core()
    x, y, params = fractal(this), this.local_tensor("CO2", "half", 256), am.DataCopyParams(1, 1)
    words = this.local_tensor("VECIN", "uint64_t", 16, fill=ONE)
    with pytest.raises(am.BadArgument, match="the plain copy converts nothing"):
        am.data_copy(y, x, params, deq_tensor=words)
    with pytest.raises(am.BadArgument, match="VDEQ reads half"):
        am.data_copy(y, x, params, am.DataCopyEnhancedParams("MATRIX", "VDEQ"), deq_tensor=words)
    with pytest.raises(am.BadArgument, match="read from UB"):
        elsewhere = this.local_tensor("A1", "uint64_t", 16, fill=ONE)
        am.data_copy(y, x, params, am.DataCopyEnhancedParams("MATRIX", "VDEQ16"), deq_tensor=elsewhere)
    with pytest.raises(am.BadArgument, match="give one of the two"):
        said = am.DataCopyEnhancedParams("MATRIX", "VDEQ16", deq_tensor_addr=words.address + 32)
        am.data_copy(y, x, params, said, deq_tensor=words)


# ---- words in UB


def test_words_by_address() -> None:
    this = core()
    words = this.local_tensor(
        "VECIN", "uint64_t", 32, address=4096, data=np.repeat(np.array([ONE, 0x40000000], np.uint64), 16)
    )
    x, params = fractal(this, count=512), am.DataCopyParams(2, 1)
    by_address = this.local_tensor("CO2", "half", 512)
    by_tensor = this.local_tensor("CO2", "half", 512)
    am.data_copy(by_address, x, params, am.DataCopyEnhancedParams("MATRIX", "VDEQ16", deq_tensor_addr=4096))
    am.data_copy(by_tensor, x, params, am.DataCopyEnhancedParams("MATRIX", "VDEQ16"), deq_tensor=words)
    assert by_address.to_numpy().tolist() == by_tensor.to_numpy().tolist() == [3.0] * 256 + [6.0] * 256


def test_words_of_byte_0_when_nothing_is_said() -> None:
    this = core()
    this.local_tensor("VECIN", "uint64_t", 16, address=0, fill=0x40000000)
    x, y = fractal(this), this.local_tensor("CO2", "half", 256)
    done = am.data_copy(y, x, am.DataCopyParams(1, 1), am.DataCopyEnhancedParams("MATRIX", "VDEQ16"))
    assert [f.code for f in done.findings] == ["ENH022"]
    assert y.to_numpy().tolist() == [6.0] * 256


def test_view_of_the_words() -> None:
    this = core()
    words = this.local_tensor("VECIN", "uint64_t", 32, data=np.repeat(np.array([ONE, 0x40000000], np.uint64), 16))
    x, y = fractal(this), this.local_tensor("CO2", "half", 256)
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ16")
    am.data_copy(y, x, am.DataCopyParams(1, 1), enhanced, deq_tensor=words[16:])
    assert y.to_numpy().tolist() == [6.0] * 256


def test_words_are_read_anew_each_time() -> None:
    this = core()
    words = this.local_tensor("VECIN", "uint64_t", 16, fill=ONE)
    x, y = fractal(this), this.local_tensor("CO2", "half", 256)
    args = (y, x, am.DataCopyParams(1, 1), am.DataCopyEnhancedParams("MATRIX", "VDEQ16"))
    assert am.data_copy(*args, deq_tensor=words).findings == ()
    words.fill(0x40000000)
    am.data_copy(*args, deq_tensor=words)
    assert y.to_numpy()[0] == 6.0
    words.fill(0x7F800000)
    with pytest.raises(am.RuleViolation) as refused:
        am.data_copy(*args, deq_tensor=words)
    assert [f.code for f in refused.value.findings] == ["ENH032"]
    assert y.to_numpy()[0] == 6.0


# ---- operands and modes of the core


def test_views_on_both_sides() -> None:
    this = core()
    x = this.local_tensor("CO1", "half", 768, data=np.arange(768, dtype=np.float16))
    y = this.local_tensor("CO2", "half", 512, fill=-1)
    am.data_copy(y[128:], x[256:], am.DataCopyParams(1, 1), am.DataCopyEnhancedParams("MATRIX"))
    found = y.to_numpy()
    assert found[128:384].tolist() == list(range(256, 512))
    assert set(found[:128].tolist()) == set(found[384:].tolist()) == {-1.0}


@pytest.mark.parametrize(
    ("src", "dst", "counts", "enhanced", "codes"),
    [
        ("int32_t", "int8_t", (1, 1), ("MATRIX", "DEQ8", 0xC0003F800000, 2, True), ["ENH028"]),
        ("int32_t", "half", (1, 1), ("MATRIX",), ["ENH017"]),
        ("half", "half", (1, 1), (), ["ENH007"]),
        ("half", "half", (1, 3), ("MATRIX",), ["TEN008", "TEN009"]),
    ],
)
def test_untouched_when_refused(
    src: str, dst: str, counts: tuple[int, int], enhanced: tuple[Any, ...], codes: list[str]
) -> None:
    this = core()
    x, y = fractal(this, src), this.local_tensor("CO2", dst, 256, fill=9)
    with pytest.raises(am.RuleViolation) as refused:
        am.data_copy(y, x, am.DataCopyParams(*counts), am.DataCopyEnhancedParams(*enhanced))
    assert [f.code for f in refused.value.findings if f.severity == "error"] == codes
    assert set(y.to_numpy().tolist()) == {9}


def test_relaxed_ignores_a_scale_that_the_pair_lacks() -> None:
    this = core(mode="relaxed")
    x, y = fractal(this, "half", fill=1.5), this.local_tensor("CO2", "half", 256)
    done = am.data_copy(y, x, am.DataCopyParams(1, 1), am.DataCopyEnhancedParams("MATRIX", "DEQ16", 0x40000000))
    assert [(f.code, f.severity) for f in done.findings] == [("ENH018", "warning")]
    assert set(y.to_numpy().tolist()) == {1.5}


def test_relaxed_drops_the_low_bits_of_the_address() -> None:
    this = core(mode="relaxed")
    data = np.repeat(np.array([ONE, 0x40000000], np.uint64), 16)
    this.local_tensor("VECIN", "uint64_t", 32, address=1024, data=data)
    x, y = fractal(this), this.local_tensor("CO2", "half", 256)
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ16", deq_tensor_addr=1024 + 31)
    done = am.data_copy(y, x, am.DataCopyParams(1, 1), enhanced)
    assert [(f.code, f.severity) for f in done.findings] == [("ENH023", "warning")]
    assert set(y.to_numpy().tolist()) == {3.0}


def test_relaxed_words_of_a_tensor_between_blocks() -> None:
    """A view that starts inside a block: the unit reads from the start of the block."""
    this = core(mode="relaxed")
    data = np.array([ONE, *[0x40000000] * 31], np.uint64)
    words = this.local_tensor("VECIN", "uint64_t", 32, data=data)
    x, y = fractal(this), this.local_tensor("CO2", "half", 256)
    done = am.data_copy(
        y, x, am.DataCopyParams(1, 1), am.DataCopyEnhancedParams("MATRIX", "VDEQ16"), deq_tensor=words[1:]
    )
    assert [(f.code, f.severity) for f in done.findings] == [("ENH023", "warning")]
    assert y.to_numpy()[:3].tolist() == [3.0, 6.0, 6.0]


def test_host_words_by_tensor() -> None:
    this = core(limits="host")
    x, y = fractal(this, fill=8), this.local_tensor("CO2", "half", 256)
    words = this.local_tensor("VECIN", "half", 16, data=np.full(16, 0.5, np.float16))
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ")
    am.data_copy(y, x, am.DataCopyParams(1, 1), enhanced, deq_tensor=words)
    assert set(y.to_numpy().tolist()) == {4.0}


def test_relaxed_takes_the_sign_of_each_word() -> None:
    this = core(mode="relaxed")
    x, y = fractal(this, fill=200), this.local_tensor("CO2", "int8_t", 256)
    words = this.local_tensor("VECIN", "uint64_t", 16, fill=ONE)  # unsigned
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ8", sid_store_mode=2)
    done = am.data_copy(y, x, am.DataCopyParams(1, 1), enhanced, deq_tensor=words)
    assert [(f.code, f.severity) for f in done.findings] == [("ENH030", "warning")]
    assert set(y.to_numpy().view(np.uint8).tolist()) == {200}


def test_host_limits_lift_counts_and_capacity() -> None:
    this = core(limits="host")
    x = this.local_tensor("CO1", "float", 5000 * 256, fill=2.0)
    y = this.local_tensor("CO2", "half", 5000 * 256)
    done = am.data_copy(y, x, am.DataCopyParams(5000, 1), am.DataCopyEnhancedParams("MATRIX"))
    assert {f.severity for f in done.findings} == {"note"}
    assert set(y.to_numpy().tolist()) == {2.0}


def test_host_words_by_address() -> None:
    this = core(limits="host")
    this.local_tensor("VECIN", "half", 16, address=0, data=np.full(16, 0.5, np.float16))
    x, y = fractal(this, fill=8), this.local_tensor("CO2", "half", 256)
    enhanced = am.DataCopyEnhancedParams("MATRIX", "VDEQ", deq_tensor_addr=0)
    assert am.data_copy(y, x, am.DataCopyParams(1, 1), enhanced).findings == ()
    assert set(y.to_numpy().tolist()) == {4.0}


# ---- everywhere else


@pytest.mark.parametrize(("product", "route"), [(p, r) for p in Product for r in BASIC_ROUTES[p]])
def test_plain_copy_elsewhere(product: Product, route: tuple[str, str]) -> None:
    this = am.Core(product)
    data = np.arange(160, dtype=np.float16)
    x: am.GlobalTensor | am.LocalTensor
    y: am.GlobalTensor | am.LocalTensor
    x = this.global_tensor(data) if route[0] == "GM" else this.local_tensor(route[0], "half", data=data)
    target = np.full(128, -1, np.float16)
    y = this.global_tensor(target) if route[1] == "GM" else this.local_tensor(route[1], "half", data=target)
    params = am.DataCopyParams(3, 2, 1, 1)
    done = am.data_copy(y, x, params, am.DataCopyEnhancedParams("VECTOR", is_relu=True))
    expected = np.full(128, -1, np.float16)
    for i in range(3):
        expected[48 * i : 48 * i + 32] = data[48 * i : 48 * i + 32]
    assert np.array_equal(y.to_numpy(), expected)
    assert [f.code for f in done.findings] == ["ENH002", "ENH001"]
    assert done.plan == am.plan(y, x, params)


@pytest.mark.parametrize("product", [p for p in Product if p is not Product.ATLAS_INFERENCE_AICORE])
def test_no_accumulator_route_elsewhere(product: Product) -> None:
    this = am.Core(product)
    if product is Product.ATLAS_INFERENCE_VECTORCORE:
        with pytest.raises(am.RuleViolation, match="TEN001"):
            this.local_tensor("CO1", "half", 256)
        return
    x = this.local_tensor("CO1", "half", 256, fill=1)
    to_gm = product is not Product.ATLAS_TRAINING
    y = this.global_tensor(np.zeros(256, np.float16)) if to_gm else this.local_tensor("CO2", "half", 256)
    found = am.diagnose(y, x, am.DataCopyParams(1, 1), am.DataCopyEnhancedParams("MATRIX"))
    assert [(f.code, f.severity) for f in found] == [("ENH003", "error")]
