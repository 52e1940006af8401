"""Elements taken apart: fields, neighbours, text."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascmove.errors import BadArgument
from ascmove.formats import DTYPES, decode, describe, describe_lines, overview_lines
from ascmove.formats.neighbours import neighbours

from . import oracle


@pytest.mark.parametrize("name", oracle.NARROW)
def test_neighbours_of_all_codes(name: str) -> None:
    """Against the sorted list of all values; -0 and +0 stand at the same place."""
    codes = range(1 << oracle.WIDTH[name])
    values = sorted({v for c in codes if not math.isnan(v := oracle.decode_code(name, c))})
    place = {value: number for number, value in enumerate(values)}
    for code in codes if oracle.WIDTH[name] == 8 else codes[::37]:
        value = oracle.decode_code(name, code)
        below, above = neighbours(DTYPES[name], code)
        if math.isnan(value):
            assert (below, above) == (None, None)
            continue
        here = place[value]
        assert (below is None) == (here == 0)
        assert (above is None) == (here == len(values) - 1)
        if below is not None:
            assert oracle.decode_code(name, below) == values[here - 1]
        if above is not None:
            assert oracle.decode_code(name, above) == values[here + 1]


@given(st.floats(width=32, allow_nan=False), st.sampled_from([np.float32, np.float64]))
def test_neighbours_of_wide_floats(value: float, kind: type[np.floating]) -> None:
    name = {np.float32: "float", np.float64: "double"}[kind]
    found = describe(name, value)
    for code, towards in ((found.below, -math.inf), (found.above, math.inf)):
        with np.errstate(over="ignore", under="ignore"):
            expected = float(np.nextafter(kind(value), kind(towards)))
        if expected == value:
            assert code is None
        else:
            assert code is not None
            assert decode([code], name)[0] == expected


def test_neighbours_of_integers() -> None:
    assert neighbours(DTYPES["int8_t"], 0x80) == (None, 0x81)
    assert neighbours(DTYPES["int8_t"], 0xFF) == (0xFE, 0x00)
    assert neighbours(DTYPES["uint64_t"], (1 << 64) - 1) == ((1 << 64) - 2, None)
    assert neighbours(DTYPES["bool"], 1) == (None, None)
    assert neighbours(DTYPES["complex32"], 1) == (None, None)


@given(st.sampled_from(list(DTYPES)), st.integers(0, (1 << 64) - 1))
def test_every_bit_pattern_has_a_description(name: str, bits: int) -> None:
    kind = DTYPES[name]
    bits &= (1 << (8 * kind.width)) - 1
    found = describe(kind, {"bits": bits})
    assert found.bits == bits
    lines = describe_lines(kind, hex(bits))
    assert lines[0].startswith(f"{name} {found.hex} = ")
    assert f"{bits:0{8 * kind.width}b}" in lines[1]
    if kind.kind == "float":
        assert "".join(field.bits for field in found.fields) == f"{bits:0{8 * kind.width}b}"


@given(st.integers(0, (1 << 64) - 1))
def test_the_exact_value_is_exact(bits: int) -> None:
    found = describe("double", {"bits": bits})
    if math.isfinite(found.value) and found.value:
        digits, _, power = found.exact.partition(" * 2^")
        assert math.ldexp(float(digits), int(power or 0)) == found.value


@pytest.mark.parametrize(
    ("name", "text", "bits"),
    [
        ("hifloat8_t", "1.5", 0x0C),
        ("hifloat8_t", "0x3F", 0x3F),
        ("hifloat8_t", "0b111", 7),
        ("half", "-inf", 0xFC00),
        ("half", "nan", 0x7E00),
        ("int32_t", "-7", 0xFFFFFFF9),
        ("uint64_t", "18446744073709551615", (1 << 64) - 1),
        ("bool", "true", 1),
        ("complex32", "1+2j", 0x40003C00),
        ("complex32", "1 - 2i", 0xC0003C00),
        ("float", " 1e3 ", 0x447A0000),
    ],
)
def test_text_is_read(name: str, text: str, bits: int) -> None:
    assert describe(name, text).bits == bits


@pytest.mark.parametrize(
    ("name", "value"),
    [("half", "one"), ("int8_t", "1.5"), ("half", "0x10000"), ("int8_t", "300"), ("deq_value", "x"), ("deq_value", -1)],
)
def test_text_that_does_not_fit(name: str, value: Any) -> None:
    with pytest.raises(BadArgument):
        describe_lines(name, value)


def test_rendering() -> None:
    assert describe_lines("half", "65519") == [
        "half 0x7bff = 65504.0",
        "given     65519.0, off by -15",
        "bits      0111101111111111",
        "sign      0           +",
        "exponent  11110       15",
        "mantissa  1111111111  1.9990234375",
        "exact     1.9990234375 * 2^15",
        "below     65472.0 (0x7bfe)",
        "above     inf (0x7c00)",
    ]
    assert describe_lines("hifloat8_t", "0x80") == [
        "hifloat8_t 0x80 = nan",
        "bits      10000000",
        "special   10000000  NaN",
    ]
    assert describe_lines("fp8_e4m3fn_t", "448")[-1] == "below     416.0 (0x7d)"
    assert "subnormal" in describe_lines("half", "0x0001")[3]
    assert describe_lines("fp8_e8m0_t", "0x80")[2] == "exponent  10000000  1"
    assert describe_lines("deq_value", "70369809530880")[0] == "word 0x000040003f800000 = 70369809530880"
    assert describe_lines("deq_value", "0x40003F800000") == describe_lines("deq_value", 70369809530880)


@pytest.mark.parametrize("name", oracle.NARROW)
def test_overview_names_the_true_extremes(name: str) -> None:
    values = {c: oracle.decode_code(name, c) for c in range(1 << oracle.WIDTH[name])}
    positive = {c: v for c, v in values.items() if math.isfinite(v) and v > 0}
    lines = {line.split()[0]: line for line in overview_lines(name)[1:]}
    digits = oracle.WIDTH[name] // 4
    largest, smallest = max(positive, key=lambda c: positive[c]), min(positive, key=lambda c: positive[c])
    assert lines["largest"] == f"largest   {positive[largest]!r} (0x{largest:0{digits}x})"
    assert lines["smallest"] == f"smallest  {positive[smallest]!r} (0x{smallest:0{digits}x})"
    infinities = [f"0x{c:0{digits}x}" for c, v in values.items() if math.isinf(v)]
    assert lines["infinity"].split(maxsplit=1)[1] == (", ".join(infinities) or "none")
    first_nan = next(c for c, v in values.items() if math.isnan(v))
    assert f"0x{first_nan:0{digits}x}" in lines["NaN"]


@pytest.mark.parametrize("name", [*DTYPES, "deq_value"])
def test_every_type_has_an_overview(name: str) -> None:
    lines = overview_lines(name)
    assert lines[0].startswith(f"{name}: ")
    assert len(lines) >= 2
