"""The quantisation words of a call whose value is known: the scalar, or what the tensor of words holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.hardware import capacity
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

    def first(self, mask: Array) -> Iterator[Named]:
        """The first word for which ``mask`` holds, if there is one."""
        hits = np.flatnonzero(mask)
        if not hits.size:
            return
        k = int(hits[0])
        if self.numbers is None:
            yield Named("`quant`", int(self.words[k]))
        else:
            more = f" (and {hits.size - 1} more)" if hits.size > 1 else ""
            yield Named(f"`quant[{int(self.numbers[k])}]`{more}", int(self.words[k]))


def known_words(call: L0cCall) -> KnownWords:
    """The words that act on the columns of the copy, as far as they were ever written."""
    operand, geometry = call.quant_operand, call.geometry
    if operand is None:
        return KnownWords(np.array([] if call.word is None else [call.word], np.uint64), None)
    tensor = operand.tensor
    if tensor.dtype.name != "uint64_t" or not operand.sound or geometry is None or not _in_memory(tensor):
        return KnownWords(np.array([], np.uint64), None)
    numbers = _numbers(operand, geometry.n_size)
    states = tensor.states()
    if states is not None:
        defined: Array = np.asarray(states.reshape(-1, 8).all(axis=1))
        numbers = numbers[defined[numbers]]
    return KnownWords(tensor.buffer().view(np.uint64)[numbers], numbers)


def _numbers(operand: L0cOperand, columns: int) -> Array:
    """Numbers of the words of ``columns`` columns, batch by batch, that lie in the tensor."""
    used = np.arange(min(columns, operand.matrix.columns), dtype=np.int64)
    starts = np.arange(operand.batches or 1, dtype=np.int64) * operand.batch_stride
    numbers: Array = (operand.offset + starts[:, None] + used).reshape(-1)
    return numbers[numbers < operand.tensor.count]


def _in_memory(tensor: Tensor) -> bool:
    """False for a tensor that has no bytes (rules TEN001 and TEN006 say so)."""
    if tensor.space is None:
        return False
    size = None if tensor.core.host else capacity(tensor.core.product, tensor.space)
    return size is None or tensor.address + tensor.nbytes <= size
