"""L0C rules about element types and the trait: which conversion a copy asks for."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall, RoundMode
from ascmove.formats.modes import FIXPIPE_MODES
from ascmove.layouts import Pattern
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.rule import ONLY_950, Broken, Offer

_TABLE = f"{doc.TENSOR_API}, Table 5; {doc.N_TENSOR_API}, 4.3"


def _targets(src: str, column: int | None = None) -> tuple[str, ...]:
    """Destination types of a source type: all, or those of one form (0 without quant, 1 with)."""
    return tuple(
        dst for (source, dst), modes in FIXPIPE_MODES.items() if source == src and (column is None or modes[column])
    )


@L0C.rule(
    "L0C004",
    "error",
    2,
    title="type pairs of the copy",
    statement=(
        "The source is float or int32_t; float→float, half, bfloat16_t, int8_t, uint8_t, fp8_e4m3fn_t, hifloat8_t; "
        "int32_t→int32_t, half, bfloat16_t, int8_t, uint8_t. No form of the call has another type pair."
    ),
    fields=("src.dtype", "dst.dtype"),
    products=ONLY_950,
    source=_TABLE,
    fix="use a destination type of this source",
    why="there is no quantisation mode for the pair; the call does not compile",
)
def type_pair(call: L0cCall) -> Iterator[Broken]:
    src, dst = call.src.dtype.name, call.dst.dtype.name
    if (src, dst) in FIXPIPE_MODES:
        return
    known = _targets(src)
    yield Broken(
        f"the copy out of L0C has no form {src} -> {dst}",
        field="dst.dtype" if known else "src.dtype",
        value=dst if known else src,
        limit=f"{src} -> {', '.join(known)}" if known else "a source of float or int32_t",
        nearest=known or ("float", "int32_t"),
    )


@L0C.rule(
    "L0C005",
    "error",
    2,
    title="type pairs that need quant",
    statement=(
        "quant is given for float→int8_t, uint8_t, fp8_e4m3fn_t, hifloat8_t and for int32_t→half, bfloat16_t, int8_t, "
        "uint8_t."
    ),
    fields=("quant",),
    products=ONLY_950,
    source=_TABLE,
    fix="pass a word (1.0 is 0x3F800000; for int8_t with bit 46 set) or a tensor of words",
    why="there is no mode without a multiplier for the pair; the call does not compile",
)
def quant_missing(call: L0cCall) -> Iterator[Broken]:
    src, dst = call.src.dtype.name, call.dst.dtype.name
    plain, scaled = FIXPIPE_MODES.get((src, dst), (None, None))
    if call.quant_kind != "none" or plain is not None or scaled is None:
        return
    one = "0x40003F800000" if dst == "int8_t" else "0x3F800000"
    yield Broken(
        f"the copy {src} -> {dst} needs `quant`",
        field="quant",
        limit=f"a word or a tensor of words; without quant {src} goes to {', '.join(_targets(src, 0))}",
        nearest=(Offer(f"te.u64({one})", {"quant": int(one, 16)}),),
        help=f"pass te.u64({one}), the multiplier 1.0, or a tensor of words in L1",
    )


@L0C.rule(
    "L0C006",
    "error",
    2,
    title="int32_t to int32_t has no quantised form",
    statement="quant is not given for int32_t→int32_t, which has no quantised form.",
    fields=("quant",),
    products=ONLY_950,
    source=_TABLE,
    fix="leave quant out, or use a half or bfloat16_t destination",
    why="there is no such mode; the call does not compile",
)
def quant_excess(call: L0cCall) -> Iterator[Broken]:
    src, dst = call.src.dtype.name, call.dst.dtype.name
    _, scaled = FIXPIPE_MODES.get((src, dst), (None, call.quant_kind))
    if call.quant_kind != "none" and scaled is None:
        yield Broken(
            f"the copy {src} -> {dst} takes no `quant`",
            field="quant",
            value=call.quant_kind,
            limit=f"none; with quant {src} goes to {', '.join(_targets(src, 1))}",
            nearest=(None,),
        )


@L0C.rule(
    "L0C007",
    "error",
    3,
    title="HYBRID rounds to hifloat8_t only",
    statement="round_mode HYBRID is used with float→hifloat8_t only.",
    fields=("round_mode",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Table 3, roundMode, and constraints",
    fix="use RoundMode.DEFAULT",
    why="no other mode has a hybrid variant; the call does not compile",
)
def hybrid(call: L0cCall) -> Iterator[Broken]:
    pair = (call.src.dtype.name, call.dst.dtype.name)
    if call.trait.round_mode is RoundMode.HYBRID and pair != ("float", "hifloat8_t"):
        yield Broken(
            f"`round_mode` HYBRID with {pair[0]} -> {pair[1]}; it is for float -> hifloat8_t",
            field="round_mode",
            value="HYBRID",
            limit="DEFAULT for this pair of types",
            nearest=("DEFAULT",),
        )


@L0C.rule(
    "L0C008",
    "error",
    3,
    title="channel split is for float into NZ",
    statement=(
        "enable_channel_split is used with float→float into an NZ destination only. The library passes the flag on "
        "unchecked."
    ),
    fields=("enable_channel_split",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Table 3, enableChannelSplit; {doc.N_TENSOR_API}, 4.4",
    fix="leave it false, or use an NZ float destination with C0 = 8",
    why="the hardware splits 16 x 16 fractals of floats into two of 16 x 8; for anything else the flag is not defined",
)
def split(call: L0cCall) -> Iterator[Broken]:
    if not call.trait.enable_channel_split or splits(call):
        return
    tag = call.dst_operand.seen.pattern
    name = "?" if tag is None else tag.name
    yield Broken(
        f"`enable_channel_split` with {call.src.dtype} -> {call.dst.dtype} into {name}",
        field="enable_channel_split",
        value=True,
        limit="float -> float into NZ with C0 = 8",
        nearest=(False,),
    )


def splits(call: L0cCall) -> bool:
    """True when channel split is on and allowed."""
    pair = (call.src.dtype.name, call.dst.dtype.name)
    into_nz = call.dst_operand.seen.pattern in (Pattern.NZ, None)
    return call.trait.enable_channel_split and pair == ("float", "float") and into_nz


@L0C.rule(
    "L0C009",
    "error",
    3,
    title="channel split excludes unit_flag",
    statement="enable_channel_split is not used together with unit_flag 2 or 3.",
    fields=("enable_channel_split", "unit_flag"),
    products=ONLY_950,
    source=f"{doc.N_TENSOR_API}, 4.4; {doc.N_NDDMA_SLICE}, 3.12",
    fix="use unit_flag 0, or no channel split",
    why="the fine-grained hand-over between Mmad and the drain unit knows whole fractals only",
)
def split_with_unit_flag(call: L0cCall) -> Iterator[Broken]:
    flag = call.params.unit_flag
    if call.trait.enable_channel_split and flag in (2, 3):
        yield Broken(
            f"`enable_channel_split` together with `unit_flag` = {flag}",
            field="enable_channel_split",
            value=True,
            limit="false with unit_flag 2 or 3",
            nearest=(
                Offer("unit_flag = 0", {"unit_flag": 0}),
                Offer(
                    "enable_channel_split = false with C0 = 16", {"enable_channel_split": False, "dst.layout.c0": 16}
                ),
            ),
        )
