"""ENH rules about the multiplier in a quantisation word, and about bits that a mode does not read."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import DeqScale, EnhancedCall
from ascmove.formats.deq_value import DeqValue, bits_float
from ascmove.rules import sources as doc
from ascmove.rules.books import ENH
from ascmove.rules.enh import given_words as w
from ascmove.rules.enh.routes import AICORE, ENHANCED
from ascmove.rules.rule import Broken, Offer

_NEEDS = ("enhanced.deq_value", "enhanced.deq_scale", "deq_tensor", "block_count")
_FIELDS = ("enhanced.deq_value", "deq_tensor.data")
_FLOAT_EXPONENT, _HALF_EXPONENT = 0x7F800000, 0x7C00


def _shifts_only(call: EnhancedCall) -> bool:
    return call.dst.dtype.name == "int16_t"


def _is_half(call: EnhancedCall) -> bool:
    return call.scale in w.HALF_SCALES


def _multiplier_with(call: EnhancedCall, bit: int) -> w.Place | None:
    """The first word whose multiplier acts and has this bit everywhere in its exponent."""
    if _shifts_only(call):
        return None
    mask = _HALF_EXPONENT if _is_half(call) else _FLOAT_EXPONENT
    scales = (*w.HALF_SCALES, *w.BYTE_SCALES, *w.WORD16_SCALES)
    return w.first_word(call, scales, lambda word: (word & mask) == mask * bit)


def _value(call: EnhancedCall, word: int) -> float:
    return DeqValue.unpack_half(word) if _is_half(call) else bits_float(word & 0xFFFFFFFF)


def _replaced(call: EnhancedCall, word: int, half: int, single: int) -> int:
    """The word with another multiplier of the same sign."""
    return word & ~0x7FFF | half if _is_half(call) else word & ~0x7FFFFFFF | single


@ENH.rule(
    "ENH032",
    "error",
    4,
    title="a finite multiplier",
    statement=(
        "The multiplier is finite, not inf or NaN: M (bits 0-31 as float) in DEQ8/VDEQ8 and in DEQ16/VDEQ16 to half; the "
        "half in DEQ/VDEQ."
    ),
    fields=_FIELDS,
    products=AICORE,
    evidence="derived",
    source=f"{doc.N_ENHANCED}, 2.7 and 3.2",
    fix="use the largest finite multiplier: float 0x7f7fffff, half 0x7bff",
    why="every product saturates, and zeros become NaN",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
    unenforced=True,
)
def finite_multiplier(call: EnhancedCall) -> Iterator[Broken]:
    found = _multiplier_with(call, 1)
    if found is not None:
        yield Broken(
            f"the multiplier in {found.field.split('.')[-1]} is {_value(call, found.word)}",
            field=found.field,
            value=found.word,
            shown=found.shown,
            limit="a finite multiplier",
            nearest=(found.instead(_replaced(call, found.word, 0x7BFF, 0x7F7FFFFF)),),
        )


@ENH.rule(
    "ENH033",
    "warning",
    4,
    title="a multiplier that is not zero",
    statement=(
        "The multiplier is not zero or denormal where it is used (the places of ENH032): every product would be 0 (a "
        "denormal may be flushed)."
    ),
    fields=_FIELDS,
    products=AICORE,
    evidence="derived",
    source=f"{doc.N_ENHANCED}, 2.7 and 3.2",
    fix="use at least the smallest normal number, float 0x00800000, half 0x0400; 1.0 is 0x3f800000 (float), 0x3c00 (half)",
    why="the result is all zeros, or as good as",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
)
def multiplier_not_zero(call: EnhancedCall) -> Iterator[Broken]:
    found = _multiplier_with(call, 0)
    if found is not None:
        value = _value(call, found.word)
        kind = "denormal" if value else "zero"
        yield Broken(
            f"the multiplier in {found.field.split('.')[-1]} is {kind}: {value!r}",
            field=found.field,
            value=found.word,
            shown=found.shown,
            limit="a normal number",
            nearest=(
                Offer(hex(_replaced(call, found.word, 0x0400, 0x00800000))),  # legal, and nobody's multiplier
                found.instead(_replaced(call, found.word, 0x3C00, 0x3F800000)),
            ),
        )


@ENH.rule(
    "ENH034",
    "warning",
    4,
    title="an offset without an 8-bit result",
    statement=("The offset field (bits 37-45) is zero in DEQ16 and VDEQ16: it is read for 8-bit results only."),
    fields=_FIELDS,
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 6, Offset; {doc.N_ENHANCED}, 2.4 and 2.7",
    fix="use 0, or an 8-bit destination with DEQ8 or VDEQ8",
    why="the results lack the offset",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
)
def unused_offset(call: EnhancedCall) -> Iterator[Broken]:
    found = w.first_word(call, w.WORD16_SCALES, lambda word: w.field_offset(word) != 0)
    if found is not None:
        offset = w.signed_offset(found.word)
        yield Broken(
            f"offset {offset} in {found.field.split('.')[-1]} is not read with deq_scale {call.scale.name}",
            field=found.field,
            value=found.word,
            shown=f"{found.shown}, offset {offset}",
            limit="bits 37-45 = 0",
            nearest=(found.instead(w.with_offset(found.word, 0)),),
        )


@ENH.rule(
    "ENH035",
    "warning",
    4,
    title="a multiplier where the unit only shifts",
    statement=(
        "int32_t→int16_t: bits 0-31 (M) are zero; this conversion only shifts right by the 4-bit field N + 1 (1…16)."
    ),
    fields=_FIELDS,
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 6, M and N; {doc.N_ENHANCED}, 2.3",
    fix="use 0; half as destination uses M",
    why="the results are shifted, not scaled",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
)
def unused_multiplier(call: EnhancedCall) -> Iterator[Broken]:
    if not _shifts_only(call):
        return
    found = w.first_word(call, w.WORD16_SCALES, lambda word: (word & 0xFFFFFFFF) != 0)
    if found is not None:
        yield Broken(
            f"multiplier {_value(call, found.word)!r} in {found.field.split('.')[-1]} is not read: int32_t -> int16_t shifts",
            field=found.field,
            value=found.word,
            shown=found.shown,
            limit="bits 0-31 = 0",
            nearest=(found.instead(found.word & ~0xFFFFFFFF),),
            effect=f"every value is shifted right by {int(w.field_n(found.word)) + 1}",
        )


@ENH.rule(
    "ENH036",
    "warning",
    4,
    title="bits that the mode does not read",
    statement=(
        "Bits this mode does not read are clear: 48-63 in any 64-bit word; 16-63 in DEQ (a half is expected there, not a "
        "float); N (32-35) in DEQ8/VDEQ8 or to half while bit 36 is 0."
    ),
    fields=_FIELDS,
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 6; {doc.N_ENHANCED}, 2.1, 2.4 and 5.2 R14",
    fix="clear them; DEQ: half bits in 0-15; set bit 36 to use N",
    why="what they were meant to say is not done",
    families=ENHANCED,
    needs=_NEEDS,
    content="words",
)
def unread_bits(call: EnhancedCall) -> Iterator[Broken]:
    wide = (*w.BYTE_SCALES, *w.WORD16_SCALES)
    yield from _unread(call, (DeqScale.DEQ,), 16, 63, "DEQ reads a half in bits 0-15", lambda word: (word >> 16) != 0)
    yield from _unread(call, wide, 48, 63, "they are reserved", lambda word: (word >> 48) != 0)
    if not _shifts_only(call):
        yield from _unread(
            call,
            wide,
            32,
            35,
            "bit 36 is 0, so nothing is shifted",
            lambda word: (w.field_n(word) != 0) & (w.field_mcb(word) == 0),
        )


def _unread(
    call: EnhancedCall, scales: tuple[DeqScale, ...], low: int, high: int, why: str, test: w.Test
) -> Iterator[Broken]:
    found = w.first_word(call, scales, test)
    if found is not None:
        mask = (1 << high - low + 1) - 1 << low
        yield Broken(
            f"bits {low}-{high} of {found.field.split('.')[-1]} are set; {why}",
            field=found.field,
            value=found.word,
            shown=found.shown,
            limit=f"bits {low}-{high} = 0",
            nearest=(found.instead(found.word & ~mask),),
        )
