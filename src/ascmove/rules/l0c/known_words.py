"""The quantisation words of a call whose value is known: the scalar, or what the tensor of words holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.hardware import capacity
from ascmove.layouts import Pattern
from ascmove.tensors import Tensor

Array = np.ndarray[Any, Any]


class Named(NamedTuple):
    """One word and what a message calls it."""

    name: str
    word: int


class KnownWords(NamedTuple):
    """Words, and their numbers in the tensor of words (None for a scalar)."""

    words: Array
    numbers: Array | None

    def first(self, test: Callable[[Array], Array]) -> Iterator[Named]:
        """The first word for which ``test``, a function of the module, holds; if there is one."""
        if not self.words.size:
            return
        if self.numbers is None:
            word = int(self.words[0])
            if _holds(test, word):
                yield Named("`quant`", word)
            return
        hits = np.flatnonzero(test(self.words))
        if hits.size:
            k = int(hits[0])
            more = f" (and {hits.size - 1} more)" if hits.size > 1 else ""
            yield Named(f"`quant[{int(self.numbers[k])}]`{more}", int(self.words[k]))


@lru_cache(maxsize=1024)
def _holds(test: Callable[[Array], Array], word: int) -> bool:
    """The test of one word; the words of a kernel come back call after call."""
    return bool(test(np.array([word], np.uint64))[0])


_NONE = KnownWords(np.array([], np.uint64), None)
#: what was found for a call, with the bytes it was found in: several rules ask one after the other
_FOUND: WeakKeyDictionary[L0cCall, tuple[bytes, bytes, KnownWords]] = WeakKeyDictionary()


def known_words(call: L0cCall) -> KnownWords:
    """The words that act on the columns of the copy, as far as they were ever written."""
    operand = call.quant_operand
    if operand is None:
        word = call.word
        return _NONE if word is None else KnownWords(np.array([word], np.uint64), None)
    tensor = operand.tensor
    legible = operand.sound and operand.matrix.pattern in (Pattern.ND, Pattern.NDExt)
    if tensor.dtype.name != "uint64_t" or not legible or call.geometry is None or not _in_memory(tensor):
        return _NONE
    states = tensor.states()
    content, written = tensor.buffer().tobytes(), b"" if states is None else states.tobytes()
    found = _FOUND.get(call)
    if found is None or found[:2] != (content, written):
        words = _read(operand, call.geometry.n_size, np.frombuffer(content, np.uint64), written)
        _FOUND[call] = found = (content, written, words)
    return found[2]


def _read(operand: L0cOperand, columns: int, words: Array, written: bytes) -> KnownWords:
    numbers = _numbers(operand, columns)
    if written:
        states = np.frombuffer(written, np.uint8).reshape(-1, 8)
        numbers = numbers[states[numbers].all(axis=1)]
    return KnownWords(words[numbers], numbers)


def _numbers(operand: L0cOperand, columns: int) -> Array:
    """Numbers of the words of ``columns`` columns, batch by batch, that lie in the tensor."""
    used = np.arange(min(columns, operand.totals[1]), dtype=np.int64)
    starts = np.arange(operand.batches or 1, dtype=np.int64) * operand.batch_stride
    numbers: Array = operand.offset + starts[:, None] + used
    return numbers[numbers < operand.tensor.count]


def _in_memory(tensor: Tensor) -> bool:
    """False for a tensor that has no bytes (rule TEN006 says so)."""
    size = None if tensor.core.host else capacity(tensor.core.product, tensor.space)
    return size is None or tensor.address + tensor.nbytes <= size
