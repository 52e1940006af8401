"""The named conversion modes of the two drains, as Conversions.

``enhanced_conversion``: L0C to UB on the Atlas inference AI Core (DEQ, VDEQ, DEQ8 ...). ``fixpipe_conversion``: L0C to
GM by the Tensor API on Ascend 950 (QF322F16_PRE, VREQ8 ...).
"""

from __future__ import annotations

from typing import Literal

from ascmove.errors import BadArgument, nearest_name
from ascmove.formats.conversion import Conversion, Multiplier, Relu, Rounding, Shift
from ascmove.formats.deq_value import RELU_BIT, SIGN_BIT, check_word
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype

Quant = Literal["none", "scalar", "tensor"]

#: source and destination types that each enhanced mode converts between
ENHANCED_PAIRS: dict[str, tuple[tuple[str, str], ...]] = {
    "DEQ_NONE": (
        ("half", "half"),
        ("float", "float"),
        ("int32_t", "int32_t"),
        ("uint32_t", "uint32_t"),
        ("float", "half"),
    ),
    "DEQ": (("int32_t", "half"), ("half", "half")),
    "VDEQ": (("int32_t", "half"),),
    "DEQ8": (("int32_t", "int8_t"), ("int32_t", "uint8_t")),
    "VDEQ8": (("int32_t", "int8_t"), ("int32_t", "uint8_t")),
    "DEQ16": (("int32_t", "half"), ("int32_t", "int16_t")),
    "VDEQ16": (("int32_t", "half"), ("int32_t", "int16_t")),
}

#: mode of each type pair: without quantisation, and with a scalar (a vector puts V in front)
FIXPIPE_MODES: dict[tuple[str, str], tuple[str | None, str | None]] = {
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


def enhanced_conversion(
    mode: str, src: object, dst: object, *, word: int = 0, is_relu: bool = False, truncate: bool = False
) -> Conversion | None:
    """The conversion of an enhanced copy; None where it is a plain copy of bits.

    ``mode``: DEQ_NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16 or VDEQ16. ``word``: the scalar parameter, ignored by DEQ_NONE
    and the vector modes. ReLU: with DEQ8 and DEQ16 bit 47 of the word or ``is_relu``; never with DEQ; else ``is_relu``.
    DEQ8 to int8_t sets the sign bit 46 by itself. ``truncate`` cuts the float multiplier to 10 mantissa bits; whether
    this unit does so is unverified, the default is no. Raises BadArgument where the mode has no such pair.

    >>> enhanced_conversion("DEQ8", "int32_t", "int8_t", word=0x3F800000).word == 0x40003F800000
    True
    """
    source, target = as_dtype(src), as_dtype(dst)
    _check_enhanced(mode, source, target)
    if mode == "DEQ_NONE":
        relu = Relu.RESULT if is_relu and source.kind != "uint" else Relu.NONE
        plain = source is target and relu is Relu.NONE
        return None if plain else Conversion(mode, source, target, relu=relu)
    vector = mode.startswith("V")
    scalar = None if vector else check_word(word)
    if mode in ("DEQ", "VDEQ"):
        relu = Relu.RESULT if is_relu and vector else Relu.NONE
        return Conversion(mode, source, target, Multiplier.HALF, scalar, relu=relu)
    if scalar is not None:
        is_relu = is_relu or bool(scalar >> RELU_BIT & 1)
        scalar |= int(is_relu) << RELU_BIT | int(target.name == "int8_t") << SIGN_BIT
    if target.name == "int16_t":
        relu = Relu.RESULT if is_relu else Relu.NONE
        return Conversion(mode, source, target, word=scalar, shift=Shift.ALWAYS, relu=relu)
    relu = Relu.SOURCE if is_relu else Relu.NONE
    multiplier = Multiplier.FLOAT19 if truncate else Multiplier.FLOAT32
    return Conversion(mode, source, target, multiplier, scalar, Shift.MODE_BIT, relu)


def fixpipe_conversion(
    src: object, dst: object, *, quant: Quant, word: int = 0, relu: bool = False, hybrid: bool = False
) -> tuple[str, Conversion | None]:
    """Mode name and conversion of a Tensor API copy L0C to GM; the conversion is None for a plain copy of bits.

    ``quant``: none, scalar (``word`` acts on all elements) or tensor (a word per element). ``hybrid`` chooses the
    hybrid rounding of hifloat8_t. Raises BadArgument where there is no mode.

    >>> fixpipe_conversion("float", "half", quant="tensor")[0]
    'VQF322F16_PRE'
    """
    source, target = as_dtype(src), as_dtype(dst)
    mode = fixpipe_mode(source, target, quant, hybrid)
    if quant == "none":
        after = Relu.RESULT if relu else Relu.NONE
        plain = source is target and not relu
        return mode, None if plain else Conversion(mode, source, target, relu=after)
    rounding = Rounding.EVEN
    if target.name == "hifloat8_t":
        rounding = Rounding.HYBRID if hybrid else Rounding.AWAY
    return mode, Conversion(
        mode,
        source,
        target,
        Multiplier.FLOAT19,
        check_word(word) if quant == "scalar" else None,
        relu=Relu.SOURCE if relu else Relu.NONE,
        rounding=rounding,
    )


def fixpipe_mode(src: DType, dst: DType, quant: Quant, hybrid: bool = False) -> str:
    """Name of the Tensor API mode for a type pair; BadArgument where there is none."""
    plain, scaled = FIXPIPE_MODES.get((src.name, dst.name), (None, None))
    if quant not in ("none", "scalar", "tensor"):
        raise BadArgument(f"quant = {quant!r}{nearest_name(quant, ('none', 'scalar', 'tensor'))}")
    mode = plain if quant == "none" else scaled
    if mode is None:
        raise BadArgument(f"there is no mode {src} -> {dst} with quant {quant}\n{_others(src, quant)}")
    if hybrid and (dst.name != "hifloat8_t"):
        raise BadArgument(f"hybrid rounding is for float -> hifloat8_t only, not for {src} -> {dst}")
    return ("V" if quant == "tensor" else "") + mode + ("_HYBRID" if hybrid else "")


def _others(src: DType, quant: Quant) -> str:
    column = 0 if quant == "none" else 1
    targets = [dst for (source, dst), modes in FIXPIPE_MODES.items() if source == src.name and modes[column]]
    if targets:
        return f"from {src} with quant {quant}: {', '.join(targets)}"
    return "sources are float and int32_t"


def _check_enhanced(mode: str, src: DType, dst: DType) -> None:
    pairs = ENHANCED_PAIRS.get(mode)
    if pairs is None:
        raise BadArgument(f"unknown mode {mode!r}{nearest_name(mode, ENHANCED_PAIRS)}")
    if (src.name, dst.name) not in pairs:
        known = ", ".join(f"{a} -> {b}" for a, b in pairs)
        raise BadArgument(f"{mode} has no conversion {src} -> {dst}\n{mode} converts {known}")
