"""The mode tables: names, pairs, flags."""

from __future__ import annotations

from typing import Any

import pytest

from ascmove.errors import BadArgument
from ascmove.formats import (
    DTYPES,
    Conversion,
    Multiplier,
    Relu,
    Rounding,
    Shift,
    enhanced_conversion,
    fixpipe_conversion,
)

SOURCES = ("half", "float", "int32_t", "uint32_t", "int16_t", "uint16_t")
INT32_TO = {
    "half": {"DEQ", "VDEQ", "DEQ16", "VDEQ16"},
    "int16_t": {"DEQ16", "VDEQ16"},
    "int8_t": {"DEQ8", "VDEQ8"},
    "uint8_t": {"DEQ8", "VDEQ8"},
}
PLAIN = {("half", "half"), ("float", "float"), ("int32_t", "int32_t"), ("uint32_t", "uint32_t"), ("float", "half")}
MODES = ("DEQ_NONE", "DEQ", "VDEQ", "DEQ8", "VDEQ8", "DEQ16", "VDEQ16")


@pytest.mark.parametrize("mode", MODES)
def test_enhanced_pairs(mode: str) -> None:
    """All pairs of types: a conversion exactly where the mode has one."""
    for src in SOURCES:
        for dst in DTYPES:
            legal = (
                (mode == "DEQ_NONE" and (src, dst) in PLAIN)
                or (src == "int32_t" and mode in INT32_TO.get(dst, set()))
                or (mode == "DEQ" and (src, dst) == ("half", "half"))
            )
            if legal:
                enhanced_conversion(mode, src, dst)
            else:
                with pytest.raises(BadArgument, match=f"{mode} has no conversion"):
                    enhanced_conversion(mode, src, dst)


def made(mode: str, src: str, dst: str, **options: Any) -> Conversion:
    conversion = enhanced_conversion(mode, src, dst, **options)
    assert conversion is not None
    return conversion


def test_enhanced_copies_of_bits() -> None:
    for src, dst in PLAIN - {("float", "half")}:
        assert enhanced_conversion("DEQ_NONE", src, dst) is None
    assert enhanced_conversion("DEQ_NONE", "uint32_t", "uint32_t", is_relu=True) is None
    assert made("DEQ_NONE", "half", "half", is_relu=True).relu is Relu.RESULT
    assert not made("DEQ_NONE", "float", "half", word=5).takes_word


def test_enhanced_flags_of_scalar_words() -> None:
    assert made("DEQ8", "int32_t", "int8_t", word=1).word == 1 | 1 << 46
    assert made("DEQ8", "int32_t", "uint8_t", word=1 << 46).word == 1 << 46
    for mode, dst in (("DEQ8", "uint8_t"), ("DEQ16", "half")):
        assert made(mode, "int32_t", dst, word=1 << 47).relu is Relu.SOURCE
        assert made(mode, "int32_t", dst, is_relu=True).relu is Relu.SOURCE
        assert made(mode, "int32_t", dst, is_relu=True).word == 1 << 47
        assert made(mode, "int32_t", dst).relu is Relu.NONE
    assert made("DEQ16", "int32_t", "int16_t", word=1 << 47).relu is Relu.RESULT
    assert made("DEQ", "int32_t", "half", word=1 << 47, is_relu=True).relu is Relu.NONE


def test_enhanced_vector_modes() -> None:
    for mode, dst, relu in (
        ("VDEQ8", "int8_t", Relu.SOURCE),
        ("VDEQ16", "half", Relu.SOURCE),
        ("VDEQ", "half", Relu.RESULT),
    ):
        vector = made(mode, "int32_t", dst, word=1 << 47, is_relu=True)
        assert vector.word is None
        assert vector.relu is relu
        assert made(mode, "int32_t", dst, word=1 << 47).relu is Relu.NONE


def test_enhanced_stages() -> None:
    assert made("DEQ", "half", "half").multiplier is Multiplier.HALF
    assert made("DEQ16", "int32_t", "half").multiplier is Multiplier.FLOAT32
    assert made("DEQ16", "int32_t", "half", truncate=True).multiplier is Multiplier.FLOAT19
    assert made("DEQ16", "int32_t", "half").shift is Shift.MODE_BIT
    shift = made("VDEQ16", "int32_t", "int16_t")
    assert (shift.multiplier, shift.shift) == (Multiplier.NONE, Shift.ALWAYS)


def test_unknown_mode() -> None:
    with pytest.raises(BadArgument, match="unknown mode 'DEQ_8'; did you mean 'DEQ8'"):
        enhanced_conversion("DEQ_8", "int32_t", "int8_t")
    with pytest.raises(BadArgument, match="word"):
        enhanced_conversion("DEQ8", "int32_t", "int8_t", word=-1)


FIXPIPE = {
    ("float", "float"): ("NoQuant", "QF322F32_PRE"),
    ("float", "half"): ("F322F16", "QF322F16_PRE"),
    ("float", "bfloat16_t"): ("F322BF16", "QF322BF16_PRE"),
    ("float", "int8_t"): (None, "QF322B8_PRE"),
    ("float", "uint8_t"): (None, "QF322B8_PRE"),
    ("float", "fp8_e4m3fn_t"): (None, "QF322FP8_PRE"),
    ("float", "hifloat8_t"): (None, "QF322HIF8_PRE"),
    ("int32_t", "int32_t"): ("NoQuant", None),
    ("int32_t", "half"): (None, "DEQF16"),
    ("int32_t", "bfloat16_t"): (None, "QS322BF16_PRE"),
    ("int32_t", "int8_t"): (None, "REQ8"),
    ("int32_t", "uint8_t"): (None, "REQ8"),
}


@pytest.mark.parametrize("src", DTYPES)
def test_fixpipe_modes(src: str) -> None:
    for dst in DTYPES:
        plain, scaled = FIXPIPE.get((src, dst), (None, None))
        for quant, mode in (("none", plain), ("scalar", scaled), ("tensor", scaled and f"V{scaled}")):
            if mode is None:
                with pytest.raises(BadArgument, match="there is no mode"):
                    fixpipe_conversion(src, dst, quant=quant)  # type: ignore[arg-type]
                continue
            name, conversion = fixpipe_conversion(src, dst, quant=quant, word=7)  # type: ignore[arg-type]
            assert name == mode
            assert (conversion is None) == (name == "NoQuant")
            if conversion is not None and quant != "none":
                assert conversion.multiplier is Multiplier.FLOAT19
                assert conversion.shift is Shift.NONE
                assert conversion.word == (7 if quant == "scalar" else None)


def test_fixpipe_relu_and_rounding() -> None:
    assert fixpipe_conversion("float", "float", quant="none", relu=True)[1] == Conversion(
        "NoQuant", DTYPES["float"], DTYPES["float"], relu=Relu.RESULT
    )
    for quant, relu in (("none", Relu.RESULT), ("scalar", Relu.SOURCE), ("tensor", Relu.SOURCE)):
        conversion = fixpipe_conversion("float", "half", quant=quant, relu=True)[1]  # type: ignore[arg-type]
        assert conversion is not None
        assert conversion.relu is relu
    for hybrid, rounding in ((False, Rounding.AWAY), (True, Rounding.HYBRID)):
        name, conversion = fixpipe_conversion("float", "hifloat8_t", quant="tensor", hybrid=hybrid)
        assert name == "VQF322HIF8_PRE" + ("_HYBRID" if hybrid else "")
        assert conversion is not None
        assert conversion.rounding is rounding


def test_fixpipe_refusals() -> None:
    with pytest.raises(BadArgument, match="hybrid rounding is for float -> hifloat8_t only"):
        fixpipe_conversion("float", "half", quant="scalar", hybrid=True)
    with pytest.raises(BadArgument, match="hybrid rounding"):
        fixpipe_conversion("float", "half", quant="none", hybrid=True)
    with pytest.raises(BadArgument, match="did you mean 'scalar'"):
        fixpipe_conversion("float", "half", quant="scaler")  # type: ignore[arg-type]
    with pytest.raises(BadArgument, match="from int32_t with quant none: int32_t"):
        fixpipe_conversion("int32_t", "half", quant="none")
    with pytest.raises(BadArgument, match="sources are float and int32_t"):
        fixpipe_conversion("half", "half", quant="none")
