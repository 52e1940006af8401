"""Mistakes in quantisation words: bits of a scalar word, of every word of a vector, and the width of the multiplier."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.doctor.field import Field
from ascmove.doctor.kinds import Kind, Mistake
from ascmove.formats.deq_value import MCB_BIT, N_BIT, OFFSET_BIT, REDUCED_MASK, RELU_BIT, SIGN_BIT


def scalar_word_mistakes(field: Field) -> Iterator[Mistake]:
    """Mistakes in the word that all elements share."""
    for kind, change, why in WORD_CHANGES:
        value = changed_word(change, field.value)
        if value != field.value:
            yield Mistake(kind, ((field.name, value),), why)


def changed_word(change: str, word: int) -> int:
    """A quantisation word with one mistake in it."""
    offset = word >> OFFSET_BIT & 0x1FF
    cleared = word & ~(0x1FF << OFFSET_BIT)
    count = word >> N_BIT & 15
    if change == "offset sign":
        return cleared | (-offset & 0x1FF) << OFFSET_BIT
    if change == "no offset":
        return cleared
    if change == "sign bit":
        return word ^ 1 << SIGN_BIT
    if change == "relu bit":
        return word ^ 1 << RELU_BIT
    if change == "mode bit":
        return word ^ 1 << MCB_BIT
    if change == "truncated multiplier":
        return word & ~(0xFFFFFFFF & ~REDUCED_MASK)
    if change == "bfloat16 multiplier":
        return word & ~0xFFFF
    if change == "rounded multiplier":
        return word & ~0xFFFFFFFF | (word & 0xFFFFFFFF) + 0x1000 & REDUCED_MASK
    shifted = count + (1 if change == "count + 1" else -1)
    return word if not 0 <= shifted <= 15 else word & ~(15 << N_BIT) | shifted << N_BIT


WORD_CHANGES: tuple[tuple[Kind, str, str], ...] = (
    (Kind.OFFSET_SIGN, "offset sign", "the offset with the other sign"),
    (Kind.SIGN_BIT, "sign bit", "bit 46 the other way: the clamp range of the other 8-bit type"),
    (Kind.MULTIPLIER, "truncated multiplier", "the low 13 bits of the multiplier cut off"),
    (Kind.MULTIPLIER, "bfloat16 multiplier", "the low 16 bits of the multiplier cut off"),
    (Kind.MULTIPLIER, "rounded multiplier", "the multiplier rounded to 10 bits of fraction instead of cut off"),
    (Kind.MINUS_ONE, "count + 1", "the shift count stored without subtracting 1"),
    (Kind.ONE_OFF, "count - 1", "1 subtracted twice from the shift count"),
    (Kind.FLAG, "relu bit", "the ReLU flag (bit 47) the other way"),
    (Kind.FLAG, "mode bit", "the mode bit (bit 36) the other way"),
    (Kind.FORGOTTEN, "no offset", "no offset"),
)


def word_mistakes() -> list[Mistake]:
    """Mistakes in every word of a parameter vector."""
    return [Mistake(kind, (("words", change),), why) for kind, change, why in WORD_CHANGES]


def multiplier_mistakes() -> list[Mistake]:
    """A multiplier of which all bits count, or fewer than should."""
    why = "the multiplier as full float where the unit cuts it off, or cut off where it is full"
    return [Mistake(Kind.MULTIPLIER, (("multiplier", "other width"),), why)]
