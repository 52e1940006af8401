"""What becomes of single numbers on the way from L0C to UB, by the written vectors."""

from __future__ import annotations

import numpy as np
import pytest

from .enhanced_tools import ONE, convert

INT8, UINT8 = "int8_t", "uint8_t"

#: inputs, word, results, destination
BYTES = [
    ([1, 127, 128, 512, -129], 0x40003F800000, [1, 127, 127, 127, -128], INT8),
    ([200, 256, -1], 0x3F800000, [200, 255, 0], UINT8),
    ([5, 7, 3, 1, -5, -7, -1], 0x40003F000000, [2, 4, 2, 0, -2, -4, 0], INT8),
    ([1000, 435, -255], 0x40003DCCCCCD, [100, 44, -26], INT8),
    ([25, -175], 0x40003E99999A, [8, -53], INT8),
    ([12345], 0x40003C23D70A, [123], INT8),
    ([100], 0x42803F800000, [120], INT8),
    ([100], 0x7D803F800000, [80], INT8),
    ([120], 0x42803F800000, [127], INT8),
    ([300], 0x67003F800000, [55], INT8),  # 9-bit clamp before the offset
    ([-300], 0x59003F800000, [-56], INT8),
    ([1000, -1000], 0x40123F000000, [62, -62], INT8),  # shift by 3, then ties to even
    ([-1], 0x40103F800000, [-1], INT8),
    ([-1], 0x401F3F800000, [-1], INT8),
    ([1048576], 0x40103A83126F, [33], INT8),
    ([1048576], 0x40003A83126F, [127], INT8),
    ([-1048576], 0x40133A83126F, [-33], INT8),
    ([2147483647, -2147483648], 0x40003F800000, [127, -128], INT8),
    ([16777217], 0x400036800000, [64], INT8),
    ([5, -5], 0x4000BF800000, [-5, 5], INT8),
]
RELU_BYTES = [
    ([100, 200, 300, -100], 0xF0003F800000, [-28, 72, 127, -128], INT8),
    ([-100, 100], 0x80003F800000, [0, 100], UINT8),
]
HALVES = [
    ([1, 2049, 2051, 70000, -70000], 0x3F800000, [0x3C00, 0x6800, 0x6802, 0x7BFF, 0xFBFF]),
    ([100], 0x3DCCCCCD, [0x4900]),
    ([7], 0x3E99999A, [0x4033]),
    ([1000000], 0x3A83126F, [0x63D0]),
    ([123456], 0x3CFF9724, [0x6B86]),
    ([-5], 0x3F000000, [0xC100]),
    ([1000], 0x123F000000, [0x53D0]),
    ([1048576], 0x103F800000, [0x7800]),
    ([16777217], 0x3A800000, [0x7400]),
    ([1], 0x33800000, [0x0001]),
    ([1, 3], 0x33000000, [0x0000, 0x0002]),
]
SHIFTS = [
    ([1000, 1001, -1001, 65535, 65536, -65536, -65537], 0, [500, 500, -501, 32767, 32767, -32768, -32768]),
    ([-1, 2147483647, -2147483648], 15, [-1, 32767, -32768]),
    ([1048576], 7, [4096]),
]
HALF_MULTIPLIERS = [
    ([10], 0x3C00, [0x4900]),
    ([10], 0x3800, [0x4500]),
    ([3, 100000], 0x2E66, [0x34CC, 0x70E2]),
    ([1000000], 0x3C00, [0x7BFF]),
    ([-7], 0x4000, [0xCB00]),
    ([131072], 0x1400, [0x5800]),
    ([2147483647], 0x0001, [0x5800]),
]


@pytest.mark.parametrize(("x", "word", "y", "dst"), BYTES)
def test_eight_bits(x: list[int], word: int, y: list[int], dst: str) -> None:
    assert convert(x, "int32_t", dst, "DEQ8", word).tolist() == y
    assert convert(x, "int32_t", dst, "VDEQ8", words=[word]).tolist() == y


@pytest.mark.parametrize(("x", "word", "y", "dst"), RELU_BYTES)
def test_eight_bits_with_relu(x: list[int], word: int, y: list[int], dst: str) -> None:
    assert convert(x, "int32_t", dst, "DEQ8", word).tolist() == y  # by the flag of the word
    assert convert(x, "int32_t", dst, "DEQ8", word & ~(1 << 47), relu=True).tolist() == y
    assert convert(x, "int32_t", dst, "VDEQ8", words=[word], relu=True).tolist() == y


def test_flag_of_a_vector_word_is_not_read() -> None:
    assert convert([-5], "int32_t", INT8, "VDEQ8", words=[0xC0003F800000]).tolist() == [-5]
    assert convert([-5], "int32_t", "half", "VDEQ16", words=[0x80003F800000]).tolist() == [-5.0]


def test_sign_of_a_scalar_word_is_set_for_int8() -> None:
    assert convert([-5, 200], "int32_t", INT8, "DEQ8", 0x3F800000).tolist() == [-5, 127]


@pytest.mark.parametrize(("x", "word", "y"), HALVES)
def test_half(x: list[int], word: int, y: list[int]) -> None:
    assert convert(x, "int32_t", "half", "DEQ16", word).view(np.uint16).tolist() == y
    assert convert(x, "int32_t", "half", "VDEQ16", words=[word]).view(np.uint16).tolist() == y


def test_half_with_relu() -> None:
    for found in (
        convert([-5, 5, 0], "int32_t", "half", "DEQ16", 0x80003F000000),
        convert([-5, 5, 0], "int32_t", "half", "DEQ16", 0x3F000000, relu=True),
        convert([-5, 5, 0], "int32_t", "half", "VDEQ16", words=[0x3F000000], relu=True),
    ):
        assert found.view(np.uint16).tolist() == [0x0000, 0x4100, 0x0000]


def test_relu_looks_at_the_source() -> None:
    minus_one = 0xBF800000
    assert convert([5, -5], "int32_t", "half", "DEQ16", minus_one, relu=True).tolist() == [-5.0, 0.0]
    assert convert([0], "int32_t", "half", "DEQ16", minus_one).view(np.uint16).tolist() == [0x8000]
    assert convert([0], "int32_t", "half", "DEQ16", minus_one, relu=True).view(np.uint16).tolist() == [0]


@pytest.mark.parametrize(("x", "n", "y"), SHIFTS)
def test_int16_only_shifts(x: list[int], n: int, y: list[int]) -> None:
    word = n << 32
    assert convert(x, "int32_t", "int16_t", "DEQ16", word).tolist() == y
    assert convert(x, "int32_t", "int16_t", "DEQ16", word | 1 << 36 | ONE).tolist() == y
    assert convert(x, "int32_t", "int16_t", "VDEQ16", words=[word]).tolist() == y
    assert convert(x, "int32_t", "int16_t", "VDEQ16", words=[word], relu=True).tolist() == [max(v, 0) for v in y]


def test_int16_relu_by_flag() -> None:
    assert convert([-1000], "int32_t", "int16_t", "DEQ16", 1 << 47 | 3 << 32).tolist() == [0]


@pytest.mark.parametrize(("x", "word", "y"), HALF_MULTIPLIERS)
def test_half_multiplier(x: list[int], word: int, y: list[int]) -> None:
    assert convert(x, "int32_t", "half", "DEQ", word).view(np.uint16).tolist() == y
    assert convert(x, "int32_t", "half", "VDEQ", words=[word]).view(np.uint16).tolist() == y


def test_half_times_half() -> None:
    def times(x: int, m: int, relu: bool = False) -> int:
        source = np.array([x], np.uint16).view(np.float16)
        return int(convert(source, "half", "half", "DEQ", m, relu=relu).view(np.uint16)[0])

    assert times(0x3E00, 0x3E00) == 0x4080
    assert times(0x2E66, 0x2E66) == 0x211E
    assert times(0xBC00, 0x3800, relu=True) == 0xB800  # DEQ has no ReLU
    assert times(0x7BFF, 0x4000) == 0x7BFF
    assert times(0x7C00, 0x3C00) == 0x7BFF
    assert times(0x7E00, 0x3C00) == 0x0000


def test_vdeq_has_relu_on_the_result() -> None:
    assert convert([5, -5], "int32_t", "half", "VDEQ", words=[0xBC00], relu=True).tolist() == [0.0, 5.0]


def test_float_to_half() -> None:
    x = [65519.99, 70000.0, np.inf, -np.inf, np.nan, 2.0**-25, 1.5 * 2.0**-25, -1.0]
    y = [0x7BFF, 0x7BFF, 0x7BFF, 0xFBFF, 0x0000, 0x0000, 0x0001, 0xBC00]
    assert convert(x, "float", "half", "DEQ_NONE").view(np.uint16).tolist() == y
    with_relu = convert(x, "float", "half", "DEQ_NONE", relu=True).view(np.uint16).tolist()
    assert with_relu == [0x7BFF, 0x7BFF, 0x7BFF, 0, 0, 0, 1, 0]


def test_relu_alone() -> None:
    assert convert([-7, 7], "int32_t", "int32_t", "DEQ_NONE", relu=True).tolist() == [0, 7]
    assert convert([0xFFFFFFFF], "uint32_t", "uint32_t", "DEQ_NONE", relu=True).tolist() == [0xFFFFFFFF]
    assert convert([-0.0, np.nan, np.inf], "float", "float", "DEQ_NONE", relu=True).view(np.uint32).tolist() == [
        0,
        0,
        0x7F800000,
    ]
    kept = np.array([0x7C01, 0x8000], np.uint16).view(np.float16)  # a signalling NaN and -0.0 keep their bits
    assert convert(kept, "half", "half", "DEQ_NONE").view(np.uint16).tolist() == [0x7C01, 0x8000]


def test_each_column_has_its_word() -> None:
    words = [0x40003F800000 | (c & 0x1FF) << 37 for c in range(16)]
    assert convert([10] * 16, "int32_t", INT8, "VDEQ8", words=words).tolist() == [10 + c for c in range(16)]
