"""Quantisation words of a derivation: one word for all columns, or a NumPy array with a word for each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ascmove.calls.l0c_operand import L0cOperand
from ascmove.core import Core
from ascmove.derive.views import owner
from ascmove.errors import BadArgument
from ascmove.findings.wording import several
from ascmove.formats.dtype import dtype
from ascmove.layouts import Layout, make_frame_layout
from ascmove.tensors import Tensor


@dataclass(frozen=True)
class Words:
    """Rows of words in a tensor: ``columns`` words from ``offset`` on, ``batches`` rows ``pitch`` words apart.

    ``batches`` is None for one row that serves every matrix.
    """

    tensor: Tensor
    offset: int
    columns: int
    batches: int | None
    pitch: int

    @classmethod
    def of(cls, quant: object, core: Core) -> Words | None:
        """The words in L1 of an array with axes ``([batch,] column)``; None for a scalar, or without quantisation.

        Raises BadArgument for arrays of other types and axes.
        """
        if not isinstance(quant, np.ndarray):
            return None
        if quant.dtype != np.uint64 or quant.ndim not in (1, 2) or quant.size == 0:
            raise BadArgument(
                f"quant is an array of {quant.dtype} with shape {quant.shape}; words are uint64, axes ([batch,] column)"
            )
        strides = [stride // quant.itemsize for stride in quant.strides]
        if (quant.shape[-1] > 1 and strides[-1] != 1) or min(strides) < 0:
            raise BadArgument(f"words lie {strides[-1]} apart in quant; those of one row lie one behind the other")
        whole = owner(quant)
        tensor = core.declare_local("A1", dtype("uint64_t"), whole.size)
        tensor.write(whole.ravel(order="K"))
        start = quant.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
        batches = quant.shape[0] if quant.ndim == 2 else None
        return cls(tensor, int(start) // quant.itemsize, quant.shape[-1], batches, strides[0])

    def check(self, batches: int | None, columns: int) -> None:
        """Raises BadArgument where the words are not those of so many matrices with so many columns."""
        if self.batches not in (None, batches):
            raise BadArgument(
                f"quant has {several(self.batches, 'row')} of words, src_view {batches or 'no'} matrices in a batch"
            )
        if self.columns < columns:
            raise BadArgument(
                f"quant has {several(self.columns, 'word')}, dst_view {several(columns, 'column')}; each takes one"
            )

    def at(self, batch: int) -> Words:
        """The row of one matrix."""
        return self if self.batches is None else replace(self, offset=self.offset + batch * self.pitch, batches=None)

    def part(self, start: int, stop: int) -> Words:
        """The words of some columns."""
        return replace(self, offset=self.offset + start, columns=stop - start)

    @property
    def operand(self) -> L0cOperand:
        """The operand of a call: (1, columns), or (batch, 1, columns)."""
        frame = make_frame_layout("NDExt", 1, self.columns, strict=False)
        if self.batches is not None:
            shape, stride = (self.batches, frame.shape), (self.pitch, frame.stride)
            frame = Layout(shape, stride, frame.pattern, frame.c0, frame.declared)
        return L0cOperand(self.tensor, frame, self.offset, frame, self.offset)


def on(core: Core, operand: L0cOperand) -> L0cOperand:
    """The same words in L1 of another core."""
    whole = operand.tensor.whole
    data: Any = whole.to_numpy()
    return replace(operand, tensor=core.local_tensor("A1", "uint64_t", data=data))
