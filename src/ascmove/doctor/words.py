"""Mistakes in quantisation words: bits of a scalar word, of every word of a vector, and the width of the multiplier."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
    return _CHANGES[change](word)


def _with_offset(word: int, offset: int) -> int:
    return word & ~(_OFFSET << OFFSET_BIT) | (offset & _OFFSET) << OFFSET_BIT


def _with_count(word: int, more: int) -> int:
    """Another shift count, where the 4 bits hold it."""
    count = (word >> N_BIT & 15) + more
    return word if not 0 <= count <= 15 else word & ~(15 << N_BIT) | count << N_BIT


_OFFSET = 0x1FF  # 9 bits, the highest one the sign
_FLOAT = 0xFFFFFFFF

_CHANGES: dict[str, Callable[[int], int]] = {
    "offset sign": lambda word: _with_offset(word, -(word >> OFFSET_BIT)),
    "offset sign bit": lambda word: word ^ 0x100 << OFFSET_BIT,
    "no offset": lambda word: _with_offset(word, 0),
    "sign bit": lambda word: word ^ 1 << SIGN_BIT,
    "relu bit": lambda word: word ^ 1 << RELU_BIT,
    "mode bit": lambda word: word ^ 1 << MCB_BIT,
    "truncated multiplier": lambda word: word & ~(_FLOAT & ~REDUCED_MASK),
    "bfloat16 multiplier": lambda word: word & ~0xFFFF,
    "rounded multiplier": lambda word: word & ~_FLOAT | (word & _FLOAT) + 0x1000 & REDUCED_MASK,
    "count + 1": lambda word: _with_count(word, 1),
    "count - 1": lambda word: _with_count(word, -1),
}

WORD_CHANGES: tuple[tuple[Kind, str, str], ...] = (
    (Kind.OFFSET_SIGN, "offset sign", "the offset with the other sign"),
    (Kind.OFFSET_SIGN, "offset sign bit", "the highest of the 9 bits of the offset the other way: 256 more or less"),
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
