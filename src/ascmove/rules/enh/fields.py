"""ENH rules about single enhanced fields: modes that do not exist here, modes that the type pair lacks."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import BlockMode, DeqScale, EnhancedCall, PadMode
from ascmove.formats.modes import ENHANCED_PAIRS
from ascmove.rules import sources as doc
from ascmove.rules.books import ENH
from ascmove.rules.enh.routes import AICORE, ENHANCED
from ascmove.rules.rule import Broken

_BLOCKS = (BlockMode.MATRIX, BlockMode.VECTOR)


def scales_of(call: EnhancedCall) -> list[str]:
    """Names of the quantisation modes that the type pair has."""
    pair = (call.src.dtype.name, call.dst.dtype.name)
    return [name for name, pairs in ENHANCED_PAIRS.items() if pair in pairs]


@ENH.rule(
    "ENH007",
    "error",
    3,
    title="MATRIX or VECTOR blocks",
    statement=(
        "block_mode CO1→CO2 is MATRIX or VECTOR. NORMAL (the default), SMALL_CHANNEL and DEPTHWISE are not available."
    ),
    fields=("enhanced.block_mode",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, blockMode; {doc.N_ENHANCED}, 5.1 C3",
    fix="use MATRIX (fractals of 16 x 16) or VECTOR (row 0 of each fractal)",
    why="the vendor's CPU check aborts; the hardware has no such block out of L0C",
    families=ENHANCED,
)
def block_mode(call: EnhancedCall) -> Iterator[Broken]:
    mode = call.enhanced.block_mode
    if call.acts and mode not in _BLOCKS:
        default = ", the default," if mode is BlockMode.NORMAL else ""
        yield Broken(
            f"`block_mode` = {mode.name}{default} is not available from CO1 to CO2",
            field="enhanced.block_mode",
            value=mode.name,
            limit="MATRIX or VECTOR",
            nearest=tuple(m.name for m in _BLOCKS),
        )


def _wrong_scale(call: EnhancedCall) -> bool:
    return call.acts and call.enhanced.deq_scale.name not in scales_of(call)


def _narrows(call: EnhancedCall) -> bool:
    return call.src.dtype.name == "int32_t" and call.dst.dtype.name != "int32_t"


@ENH.rule(
    "ENH017",
    "error",
    3,
    title="int32_t narrows with a quantisation mode only",
    statement=(
        "int32_t to a narrower type has a converting deq_scale: half: DEQ, VDEQ, DEQ16, VDEQ16; int16_t: DEQ16, VDEQ16; "
        "int8_t/uint8_t: DEQ8, VDEQ8. Anything else (DEQ_NONE too) would store raw 32-bit words through a narrow pointer."
    ),
    fields=("enhanced.deq_scale",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 5; {doc.N_ENHANCED}, 2.2, 5.1 C4 and 7.17",
    fix="use a mode of Table 5 for this pair",
    why="raw accumulators land in the narrow tensor and run past its end",
    families=ENHANCED,
)
def narrowing_scale(call: EnhancedCall) -> Iterator[Broken]:
    if _wrong_scale(call) and _narrows(call):
        scale, modes = call.enhanced.deq_scale.name, scales_of(call)
        yield Broken(
            f"`deq_scale` = {scale} does not convert int32_t to {call.dst.dtype}",
            field="enhanced.deq_scale",
            value=scale,
            limit=" or ".join(modes),
            nearest=tuple(modes),
            help="with 1.0 as multiplier the numbers stay: deq_value 0x3c00 in DEQ, 0x3f800000 in DEQ8 and DEQ16",
        )


@ENH.rule(
    "ENH018",
    "error",
    3,
    title="a quantisation mode that the pair does not have",
    statement=(
        "deq_scale is one that the pair has: float→half, float→float, int32_t→int32_t, uint32_t→uint32_t take DEQ_NONE "
        "only; half→half takes DEQ_NONE or DEQ. The library would ignore the scale."
    ),
    fields=("enhanced.deq_scale",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 5; {doc.N_ENHANCED}, 2.2",
    fix="use DEQ_NONE; DEQ for half -> half",
    why="the library ignores the scale: the data arrive unscaled",
    families=ENHANCED,
    unenforced=True,
)
def scale_of_pair(call: EnhancedCall) -> Iterator[Broken]:
    if _wrong_scale(call) and not _narrows(call):
        scale, modes = call.enhanced.deq_scale.name, scales_of(call)
        yield Broken(
            f"{call.src.dtype} -> {call.dst.dtype} has no mode {scale}",
            field="enhanced.deq_scale",
            value=scale,
            limit=" or ".join(modes),
            nearest=tuple(modes),
            effect="the library would run DEQ_NONE and scale nothing",
        )


@ENH.rule(
    "ENH019",
    "error",
    3,
    title="sid_store_mode is 0, 1 or 2",
    statement="sid_store_mode is 0, 1 or 2.",
    fields=("enhanced.sid_store_mode",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, sidStoreMode; {doc.N_ENHANCED}, 1.5",
    fix="use 0 or 1 (first or second half of each 32 B), or 2 (all of it)",
    why="the four bits of the field have no other meaning; nothing checks them",
    families=ENHANCED,
)
def store_mode(call: EnhancedCall) -> Iterator[Broken]:
    mode = call.enhanced.sid_store_mode
    if call.acts and mode > 2:
        yield Broken(
            f"`sid_store_mode` = {mode} does not exist",
            field="enhanced.sid_store_mode",
            value=mode,
            limit="0, 1 or 2",
            nearest=(2,),
        )


@ENH.rule(
    "ENH037",
    "warning",
    4,
    title="padding is reserved",
    statement="pad_mode is PAD_NONE and pad_value is 0: both are reserved and ignored.",
    fields=("enhanced.pad_mode", "enhanced.pad_value"),
    source=f"{doc.ENHANCED}, Table 3, padMode",
    fix="leave PAD_NONE and 0",
    why="nothing is padded; whatever stands in dst stays there",
    families=ENHANCED,
)
def padding(call: EnhancedCall) -> Iterator[Broken]:
    params = call.enhanced
    if params.pad_mode is not PadMode.PAD_NONE:
        yield _reserved("pad_mode", params.pad_mode.name, "PAD_NONE")
    if params.pad_value:
        yield _reserved("pad_value", params.pad_value, 0)


def _reserved(name: str, value: object, default: object) -> Broken:
    return Broken(
        f"`{name}` = {value} is reserved and ignored",
        field=f"enhanced.{name}",
        value=value,
        limit=str(default),
        nearest=(default,),
    )


@ENH.rule(
    "ENH020",
    "warning",
    4,
    title="sid_store_mode without an 8-bit result",
    statement="sid_store_mode is 0 CO1→CO2 unless deq_scale is DEQ8 or VDEQ8: elsewhere it is ignored.",
    fields=("enhanced.sid_store_mode",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, sidStoreMode; {doc.N_ENHANCED}, 1.2 and 1.5",
    fix="use 0",
    why="results of 16 and 32 bits always fill their rows",
    families=ENHANCED,
    needs=("enhanced.sid_store_mode", "enhanced.deq_scale"),
)
def unused_store_mode(call: EnhancedCall) -> Iterator[Broken]:
    mode, scale = call.enhanced.sid_store_mode, call.enhanced.deq_scale
    if call.acts and mode and scale not in (DeqScale.DEQ8, DeqScale.VDEQ8):
        yield Broken(
            f"`sid_store_mode` = {mode} is ignored with deq_scale {scale.name}",
            field="enhanced.sid_store_mode",
            value=mode,
            limit="0",
            nearest=(0,),
        )


@ENH.rule(
    "ENH038",
    "warning",
    4,
    title="ReLU without effect",
    statement="is_relu is false CO1→CO2 where it has no effect: deq_scale DEQ, or uint32_t→uint32_t.",
    fields=("enhanced.is_relu",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, isRelu, and Table 5; {doc.N_ENHANCED}, 2.2, 2.6 and 7.8",
    fix="use false; VDEQ or DEQ16 for ReLU to half",
    why="negative results stay negative",
    families=ENHANCED,
    needs=("enhanced.is_relu", "enhanced.deq_scale"),
)
def unused_relu(call: EnhancedCall) -> Iterator[Broken]:
    if not (call.acts and call.enhanced.is_relu):
        return
    unsigned = call.src.dtype.name == "uint32_t"
    if unsigned or call.scale is DeqScale.DEQ:
        yield Broken(
            "`is_relu` has no effect " + ("on uint32_t" if unsigned else "with deq_scale DEQ"),
            field="enhanced.is_relu",
            value=True,
            limit="false",
            nearest=(False,),
        )
