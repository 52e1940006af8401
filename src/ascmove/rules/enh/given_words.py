"""The quantisation words of a call whose values are known, and where the first one stands that fails a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ascmove.calls import DeqScale, EnhancedCall
from ascmove.calls.enhanced import WORDS
from ascmove.formats.deq_value import MCB_BIT, N_BIT, OFFSET_BIT, RELU_BIT, SIGN_BIT
from ascmove.hardware import Space, capacity
from ascmove.rules.rule import Offer

#: a word as a number, or all words of a tensor as an array: tests use operators that work on both
Word = Any
Test = Callable[[Word], Word]
Words = np.ndarray[Any, np.dtype[np.uint64]]

OFFSET_MASK = 0x1FF << OFFSET_BIT
HALF_SCALES = (DeqScale.DEQ, DeqScale.VDEQ)
BYTE_SCALES = (DeqScale.DEQ8, DeqScale.VDEQ8)
WORD16_SCALES = (DeqScale.DEQ16, DeqScale.VDEQ16)


class Place(NamedTuple):
    """A word of the call and the field that holds it."""

    field: str
    word: int

    @property
    def shown(self) -> str:
        """The word in hexadecimal, all digits of a 64-bit one."""
        return f"{self.word:#018x}" if self.word >> 16 else f"{self.word:#06x}"

    def instead(self, word: int, before: str = "") -> Offer:
        """Another word in this place; one of a vector stands among others, which are not looked at here."""
        text = f"{before}{word:#x}"
        return Offer(text) if "[" in self.field else Offer(text, {self.field: word})


def first_word(call: EnhancedCall, scales: tuple[DeqScale, ...], test: Test) -> Place | None:
    """The first known word for which ``test`` holds, in a call with one of these modes; None when there is none.

    Words of a vector mode are known where ``deq_tensor`` is given and its bytes are defined; an address alone tells
    nothing about them.
    """
    if not call.acts or call.scale not in scales:
        return None
    if not call.scale.vector:
        word = call.enhanced.deq_value
        return Place("enhanced.deq_value", word) if test(word) else None
    values, defined = vector_words(call)
    hits = np.flatnonzero(test(values) & defined)
    return Place(f"deq_tensor[{hits[0]}]", int(values[hits[0]])) if hits.size else None


def vector_words(call: EnhancedCall) -> tuple[Words, np.ndarray[Any, np.dtype[np.bool_]]]:
    """The words of ``deq_tensor`` that the bursts read, and which of them are defined.

    Empty without a tensor, and for one that reaches past the end of UB (rule ENH024).
    """
    tensor = call.deq_tensor
    size = None if call.core.host else capacity(call.product, Space.UB)
    if tensor is None or (size is not None and tensor.address + tensor.nbytes > size):
        return np.zeros(0, np.uint64), np.zeros(0, np.bool_)
    kind = tensor.dtype.bits
    count = max(0, min(tensor.count, WORDS * call.params.block_count))
    nbytes = count * kind.itemsize
    values = tensor.buffer()[:nbytes].view(kind).astype(np.uint64)
    states = tensor.states()
    if states is None or states[:nbytes].all():
        return values, np.ones(count, np.bool_)
    return values, (states[:nbytes].reshape(count, kind.itemsize) != 0).all(axis=1)


def field_n(word: Word) -> Word:
    """The shift field, bits 32-35."""
    return (word >> N_BIT) & 15


def field_mcb(word: Word) -> Word:
    """The mode bit, bit 36."""
    return (word >> MCB_BIT) & 1


def field_offset(word: Word) -> Word:
    """The offset field, bits 37-45, as it stands (unsigned)."""
    return (word >> OFFSET_BIT) & 0x1FF


def field_sign(word: Word) -> Word:
    """The sign flag, bit 46."""
    return (word >> SIGN_BIT) & 1


def field_relu(word: Word) -> Word:
    """The ReLU flag, bit 47."""
    return (word >> RELU_BIT) & 1


def signed_offset(word: int) -> int:
    """The offset as the unit adds it, -256 to 255."""
    raw = int(field_offset(word))
    return raw - 512 if raw > 255 else raw


def with_offset(word: int, offset: int) -> int:
    """The word with another offset."""
    return word & ~OFFSET_MASK | (offset & 0x1FF) << OFFSET_BIT
