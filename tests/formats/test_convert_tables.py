"""The numbered example conversions, every row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ascmove.formats import Conversion, Overflow, convert, encode, enhanced_conversion, fixpipe_conversion, trace

ONE, INT8_ONE = 0x3F800000, 0x40003F800000


def run(conversion: Conversion | None, values: list[float]) -> list[int]:
    """Stored bits; the vector form with the same word per element and the trace must agree."""
    assert conversion is not None
    array = np.array(values, conversion.src.carrier)
    bits: list[int] = convert(conversion, array).tolist()
    if conversion.takes_word:
        by_element = replace(conversion, word=None)
        words = np.full(len(values), conversion.word, np.uint64)
        assert convert(by_element, array, words).tolist() == bits
    assert [trace(conversion, value)[-1].bits for value in array] == bits
    return bits


def as_int8(bits: list[int]) -> list[int]:
    return np.array(bits, np.uint8).view(np.int8).tolist()  # type: ignore[no-any-return]


# values, word, results, results with the multiplier cut to 19 bits
DEQ8_INT8 = [
    ([1], INT8_ONE, [1], None),
    ([127], INT8_ONE, [127], None),
    ([128, 512], INT8_ONE, [127, 127], None),
    ([-129], INT8_ONE, [-128], None),
    ([5, 7, 3, 1], 0x000040003F000000, [2, 4, 2, 0], None),
    ([-5, -7, -1], 0x000040003F000000, [-2, -4, 0], None),
    ([1000], 0x000040003DCCCCCD, [100], None),
    ([435], 0x000040003DCCCCCD, [44], [43]),
    ([-255], 0x000040003DCCCCCD, [-26], [-25]),
    ([25], 0x000040003E99999A, [8], [7]),
    ([-175], 0x000040003E99999A, [-53], [-52]),
    ([12345], 0x000040003C23D70A, [123], None),
    ([100], 0x000042803F800000, [120], None),
    ([100], 0x00007D803F800000, [80], None),
    ([120], 0x000042803F800000, [127], None),
    ([300], 0x000067003F800000, [55], None),
    ([-300], 0x000059003F800000, [-56], None),
    ([1000], 0x000040123F000000, [62], None),
    ([-1000], 0x000040123F000000, [-62], None),
    ([-1], 0x000040103F800000, [-1], None),
    ([-1], 0x0000401F3F800000, [-1], None),
    ([1048576], 0x000040103A83126F, [33], None),
    ([1048576], 0x000040003A83126F, [127], None),
    ([-1048576], 0x000040133A83126F, [-33], None),
    ([100, 200, 300, -100], 0x0000F0003F800000, [-28, 72, 127, -128], None),
    ([2147483647, -2147483648], INT8_ONE, [127, -128], None),
    ([16777217], 0x0000400036800000, [64], None),
    ([5, -5], 0x00004000BF800000, [-5, 5], None),
]


@pytest.mark.parametrize(("values", "word", "results", "cut"), DEQ8_INT8)
def test_deq8_to_int8(values: list[float], word: int, results: list[int], cut: list[int] | None) -> None:
    assert as_int8(run(enhanced_conversion("DEQ8", "int32_t", "int8_t", word=word), values)) == results
    truncating = enhanced_conversion("DEQ8", "int32_t", "int8_t", word=word, truncate=True)
    assert as_int8(run(truncating, values)) == (cut or results)


@pytest.mark.parametrize(
    ("values", "word", "results"),
    [([200, 256, -1], ONE, [200, 255, 0]), ([-100, 100], 0x000080003F800000, [0, 100])],
)
def test_deq8_to_uint8(values: list[float], word: int, results: list[int]) -> None:
    assert run(enhanced_conversion("DEQ8", "int32_t", "uint8_t", word=word), values) == results


@pytest.mark.parametrize(
    ("values", "word", "results", "cut"),
    [
        ([1], ONE, [0x3C00], None),
        ([2049, 2051], ONE, [0x6800, 0x6802], None),
        ([100], 0x3DCCCCCD, [0x4900], None),
        ([7], 0x3E99999A, [0x4033], [0x4032]),
        ([1000000], 0x3A83126F, [0x63D0], [0x63CF]),
        ([123456], 0x3CFF9724, [0x6B86], [0x6B85]),
        ([70000, -70000], ONE, [0x7BFF, 0xFBFF], None),
        ([-5], 0x3F000000, [0xC100], None),
        ([-5, 5], 0x000080003F000000, [0x0000, 0x4100], None),
        ([1000], 0x000000123F000000, [0x53D0], None),
        ([1048576], 0x000000103F800000, [0x7800], None),
        ([16777217], 0x3A800000, [0x7400], None),
        ([1], 0x33800000, [0x0001], None),
        ([1, 3], 0x33000000, [0x0000, 0x0002], None),
    ],
)
def test_deq16_to_half(values: list[float], word: int, results: list[int], cut: list[int] | None) -> None:
    assert run(enhanced_conversion("DEQ16", "int32_t", "half", word=word), values) == results
    assert run(enhanced_conversion("DEQ16", "int32_t", "half", word=word, truncate=True), values) == (cut or results)


@pytest.mark.parametrize(
    ("values", "field", "relu", "results"),
    [
        ([1000, 1001], 0, False, [500, 500]),
        ([-1001], 0, False, [-501]),
        ([-1], 15, False, [-1]),
        ([65535, 65536], 0, False, [32767, 32767]),
        ([-65536, -65537], 0, False, [-32768, -32768]),
        ([1048576], 7, False, [4096]),
        ([2147483647, -2147483648], 15, False, [32767, -32768]),
        ([-1000], 3, True, [0]),
    ],
)
def test_deq16_to_int16(values: list[float], field: int, relu: bool, results: list[int]) -> None:
    by_flag = enhanced_conversion("DEQ16", "int32_t", "int16_t", word=field << 32, is_relu=relu)
    by_word = enhanced_conversion("DEQ16", "int32_t", "int16_t", word=field << 32 | relu << 47 | 0x7FF03F800000)
    for conversion in (by_flag, by_word):
        assert np.array(run(conversion, values), np.uint16).view(np.int16).tolist() == results


@pytest.mark.parametrize(
    ("values", "word", "results"),
    [
        ([10], 0x3C00, [0x4900]),
        ([10], 0x3800, [0x4500]),
        ([3], 0x2E66, [0x34CC]),
        ([100000], 0x2E66, [0x70E2]),
        ([1000000], 0x3C00, [0x7BFF]),
        ([-7], 0x4000, [0xCB00]),
        ([131072], 0x1400, [0x5800]),
        ([2147483647], 0x0001, [0x5800]),
    ],
)
def test_deq_from_int32(values: list[float], word: int, results: list[int]) -> None:
    assert run(enhanced_conversion("DEQ", "int32_t", "half", word=word | 0xFFFF << 16), values) == results
    vector = enhanced_conversion("VDEQ", "int32_t", "half")
    assert vector is not None
    for words in (np.array([word], np.uint16), np.array([word], np.uint16).view(np.float16)):
        assert convert(vector, np.array(values, np.int32), words).tolist() == results


@pytest.mark.parametrize(
    ("value", "word", "result"),
    [
        (0x3E00, 0x3E00, 0x4080),
        (0x2E66, 0x2E66, 0x211E),
        (0xBC00, 0x3800, 0xB800),
        (0x7BFF, 0x4000, 0x7BFF),
        (0x7C00, 0x3C00, 0x7BFF),
        (0xFC00, 0x3C00, 0xFBFF),
        (0x7E00, 0x3C00, 0x0000),
        (0x7C00, 0x0000, 0x0000),
    ],
)
def test_deq_from_half(value: int, word: int, result: int) -> None:
    conversion = enhanced_conversion("DEQ", "half", "half", word=word, is_relu=True)
    assert conversion is not None
    assert convert(conversion, np.array([value], np.uint16).view(np.float16)).tolist() == [result]


PLAIN = [65519.99, 70000, np.inf, -np.inf, np.nan, 2**-25, 1.5 * 2**-25, -1.0, -0.0]


def test_plain_float_to_half() -> None:
    plain = enhanced_conversion("DEQ_NONE", "float", "half")
    results = [0x7BFF, 0x7BFF, 0x7BFF, 0xFBFF, 0x0000, 0x0000, 0x0001, 0xBC00, 0x8000]
    assert run(plain, PLAIN) == results
    relu = enhanced_conversion("DEQ_NONE", "float", "half", is_relu=True)
    assert run(relu, PLAIN) == [0 if bits & 0x8000 else bits for bits in results]
    assert plain is not None
    keep = replace(plain, overflow=Overflow.KEEP)
    assert run(keep, PLAIN)[1:5] == [0x7C00, 0x7C00, 0xFC00, 0x7E00]


def test_plain_relu() -> None:
    assert run(enhanced_conversion("DEQ_NONE", "int32_t", "int32_t", is_relu=True), [-7, 7]) == [0, 7]
    assert enhanced_conversion("DEQ_NONE", "uint32_t", "uint32_t", is_relu=True) is None


# values, word, relu, results
REQ8 = [
    ([5], 0x0000400040000000, False, [10]),
    ([-5], 0x0000400040000000, False, [-10]),
    ([-5], 0x0000400040000000, True, [0]),
    ([63, 64, -64, -65], 0x0000400040000000, False, [126, 127, -128, -128]),
    ([64, 200, -3], 0x0000000040000000, False, [128, 255, 0]),
    ([5, 7, -7], 0x000040003F000000, False, [2, 4, -4]),
    ([435], 0x000040003DCCCCCD, False, [43]),
    ([25], 0x000040003E99999A, False, [7]),
    ([100], 0x00007D803F800000, False, [80]),
    ([300], 0x000067003F800000, False, [55]),
    ([-300], 0x000059003F800000, False, [-56]),
    ([1000], 0x000000603F800000, False, [255]),
    ([-40], 0x000006403F800000, False, [10]),
    ([-40], 0x000006403F800000, True, [50]),
    ([2147483647], 0x0000400033D6BF95, False, [127]),
]
QF322B8 = [
    ([1.25, 1.75, -1.25], 0x0000400040000000, False, [2, 4, -2]),
    ([-1.25], 0x0000400040000000, True, [0]),
    ([3.3, -0.2, 130.0], 0x0000000040000000, False, [7, 0, 255]),
    ([63.74, 0.25, 0.75], 0x0000400040000000, False, [127, 0, 2]),
    ([1e30], 0x00007F6040000000, False, [127]),
    ([np.nan, np.inf, -np.inf], 0x00007F6040000000, False, [-5, 127, -128]),
    ([np.nan, np.inf, -np.inf], 0x0000060040000000, True, [48, 255, 48]),
]


@pytest.mark.parametrize(
    ("src", "values", "word", "relu", "results"),
    [*[("int32_t", *row) for row in REQ8], *[("float", *row) for row in QF322B8]],
)
def test_fixpipe_bytes(src: str, values: list[float], word: int, relu: bool, results: list[int]) -> None:
    for dst in ("int8_t", "uint8_t"):  # the sign bit of the word decides, not the destination type
        mode, conversion = fixpipe_conversion(src, dst, quant="scalar", word=word, relu=relu)
        assert mode == ("REQ8" if src == "int32_t" else "QF322B8_PRE")
        assert run(conversion, values) == [result & 0xFF for result in results]


def test_fixpipe_ignores_the_shift_of_the_word() -> None:
    _, conversion = fixpipe_conversion("int32_t", "int8_t", quant="scalar", word=INT8_ONE | 0x1F << 32)
    assert run(conversion, [100]) == [100]


# x, word, product, half, half kept, bfloat16, fp8, fp8 kept, hif8, hif8 kept, hif8 hybrid
FLOATING = [
    (1.0, 0x3DCCCCCD, 0.0999755859375, 0x2E66, 0x2E66, 0x3DCD, 0x1D, 0x1D, 0x52, 0x52, 0x53),
    (3.0, 0x3E99999A, 0.8994140625, 0x3B32, 0x3B32, 0x3F66, 0x36, 0x36, 0x1E, 0x1E, 0x1E),
    (100000, ONE, 100000.0, 0x7BFF, 0x7C00, 0x47C3, 0x7E, 0x7F, 0x6E, 0x6F, 0x6E),
    (1000, 0x3A83126F, 0.99945068359375, 0x3BFF, 0x3BFF, 0x3F80, 0x38, 0x38, 0x08, 0x08, 0x08),
    (-5.0, 0x3F000000, -2.5, 0xC100, 0xC100, 0xC020, 0xC2, 0xC2, 0x92, 0x92, 0x92),
    (448, ONE, 448.0, 0x5F00, 0x5F00, 0x43E0, 0x7E, 0x7E, 0x62, 0x62, 0x62),
    (300, 0x40000000, 600.0, 0x60B0, 0x60B0, 0x4416, 0x7E, 0x7F, 0x62, 0x62, 0x63),
    (0.3, ONE, 0.30000001192092896, 0x34CD, 0x34CD, 0x3E9A, 0x2A, 0x2A, 0x32, 0x32, 0x32),
    (17, ONE, 17.0, 0x4C40, 0x4C40, 0x4188, 0x58, 0x58, 0x40, 0x40, 0x41),
    (40000, ONE, 40000.0, 0x78E2, 0x78E2, 0x471C, 0x7E, 0x7F, 0x6E, 0x6E, 0x6E),
    (41000, ONE, 41000.0, 0x7901, 0x7901, 0x4720, 0x7E, 0x7F, 0x6E, 0x6F, 0x6E),
    (2049, ONE, 2049.0, 0x6800, 0x6800, 0x4500, 0x7E, 0x7F, 0x66, 0x66, 0x66),
]


@pytest.mark.parametrize("row", FLOATING)
def test_fixpipe_floats(row: tuple[float, ...]) -> None:
    x, word, product, half, half_kept, bfloat, fp8, fp8_kept, hif8, hif8_kept, hybrid = row
    table = {
        "float": (encode([product], "float")[0], None),
        "half": (half, half_kept),
        "bfloat16_t": (bfloat, bfloat),
        "fp8_e4m3fn_t": (fp8, fp8_kept),
        "hifloat8_t": (hif8, hif8_kept),
    }
    for dst, (saturated, kept) in table.items():
        _, conversion = fixpipe_conversion("float", dst, quant="scalar", word=int(word))
        assert conversion is not None
        assert run(conversion, [x]) == [saturated], dst
        assert trace(conversion, x)[2].value == product
        if kept is not None:
            assert run(replace(conversion, overflow=Overflow.KEEP), [x]) == [kept], dst
    _, conversion = fixpipe_conversion("float", "hifloat8_t", quant="scalar", word=int(word), hybrid=True)
    assert run(conversion, [x]) == [hybrid]
