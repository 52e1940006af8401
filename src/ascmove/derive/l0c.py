"""Layouts of a copy out of L0C from NumPy views: a matrix of fractals, and where its rows and columns go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.calls.l0c_params import CopyL0C2GMTrait
from ascmove.core import Core
from ascmove.derive.result import Derivation
from ascmove.derive.search import Cannot, errors_of, refusal
from ascmove.derive.tables import moves, table
from ascmove.derive.views import Array, owner
from ascmove.derive.words import Words
from ascmove.errors import BadArgument
from ascmove.formats.dtype import DType
from ascmove.formats.dtype import dtype as as_dtype
from ascmove.layouts import Layout, Pattern
from ascmove.layouts import pattern as as_pattern
from ascmove.tensors import Tensor

ROW, FRACTAL = 16, 256
#: columns of one call: 12 bits, whole fractals
MOST_COLUMNS = 4080


def l0c2gm(
    src_view: object,
    dst_view: object,
    *,
    pattern: object = None,
    quant: object = None,
    trait: CopyL0C2GMTrait | None = None,
    src_dtype: object = None,
    dst_dtype: object = None,
) -> Derivation:
    """The layouts with which a Tensor API copy writes the matrix in ``src_view`` to ``dst_view``, on ascend-950.

    ``src_view``: the fractals in L0C as they lie there, axes ``([batch,] column block, row, 16)``. ``dst_view``: where
    the matrix goes in GM, axes ``([batch,] row, column)`` with any pitch, row-major or column-major; or the axes of
    ``pattern``: NZ ``([batch,] column block, row, C0)``, NHWC, NCHW, NC1HWC0. It may have fewer rows and columns than
    the source. ``quant``: a `numpy.uint64` word for all columns, or an array of them, axes ``([batch,] column)``, that
    goes to L1; ``trait`` is that of the call; ``src_dtype``, ``dst_dtype`` name element types that NumPy has not.

    The result has ``dst_layout``, ``src_layout`` and, with an array of words, ``quant_layout``; it is a list of calls
    where one cannot take all batches or columns. Raises BadArgument or RuleViolation with the reason when the hardware
    cannot.

    >>> import numpy as np
    >>> acc, out = np.zeros((2, 32, 16), np.float32), np.zeros((20, 64), np.float32)
    >>> dst_layout, src_layout = l0c2gm(acc, out[:, 8:36])
    >>> print(dst_layout, "|", src_layout)
    ND (20,28):(64,1) | NZ<16> ((16,2),(16,2)):((16,256),(1,512)) of 20x28
    """
    wanted = _Wanted.of(src_view, dst_view, pattern, (src_dtype, dst_dtype))
    core = Core("ascend-950")
    src = core.declare_local("CO1", wanted.src_type, wanted.src_count)
    dst = core.declare_global(wanted.dst_type, wanted.dst_count, 0)
    words = Words.of(quant, core)
    if words is not None:
        words.check(wanted.src.shape[0] if len(wanted.src.shape) == 4 else None, wanted.rows_columns[1])
        wanted = replace(wanted, words=words)
    reasons: list[Cannot] = []
    for parts in wanted.divisions():
        try:
            calls = tuple(part.call(dst, src, quant, trait) for part in parts)
        except Cannot as why:
            reasons.append(why)
        else:
            return Derivation(calls)
    raise refusal(reasons)


@dataclass(frozen=True)
class _Side:
    """One operand: element strides of its axes, its first element."""

    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int

    @classmethod
    def of(cls, view: Array) -> _Side:
        base, width = owner(view), view.dtype.itemsize
        if any(stride < 0 for stride, n in zip(view.strides, view.shape, strict=True) if n > 1):
            raise BadArgument(f"an axis of a view goes backwards; copies go forward only: strides of {view.strides} B")
        if any(stride % width for stride in view.strides):
            raise BadArgument(f"strides of {view.strides} B are not whole elements of {width} B")
        start = view.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        return cls(view.shape, tuple(s // width for s in view.strides), int(start) // width)

    def part(self, axis: int, start: int, stop: int) -> _Side:
        shape = (*self.shape[:axis], stop - start, *self.shape[axis + 1 :])
        return _Side(shape, self.stride, self.offset + start * self.stride[axis])

    def without_batch(self, index: int) -> _Side:
        return _Side(self.shape[1:], self.stride[1:], self.offset + index * self.stride[0])


@dataclass(frozen=True)
class _Wanted:
    """What is to be copied: both sides, the pattern of the destination, the types and sizes of the arrays."""

    src: _Side
    dst: _Side
    tag: Pattern | None
    src_type: DType
    dst_type: DType
    src_count: int
    dst_count: int
    words: Words | None = None

    @classmethod
    def of(cls, src: object, dst: object, pattern: object, dtypes: tuple[object, object]) -> _Wanted:
        for name, view in (("src_view", src), ("dst_view", dst)):
            if not isinstance(view, np.ndarray) or view.size == 0:
                raise BadArgument(f"{name} is no NumPy array with elements in it")
        source, target = cast("Array", src), cast("Array", dst)
        kinds = [as_dtype(v.dtype if t is None else t) for v, t in zip((source, target), dtypes, strict=True)]
        tag = None if pattern is None else as_pattern(pattern)
        made = cls(_Side.of(source), _Side.of(target), tag, kinds[0], kinds[1], owner(source).size, owner(target).size)
        made._check(source.ndim, target.ndim)
        return made

    def _check(self, src_axes: int, dst_axes: int) -> None:
        if src_axes not in (3, 4) or self.src.shape[-1] != ROW or self.src.stride[-2:] != (ROW, 1):
            raise BadArgument(
                f"src_view {self.src.shape} with strides {self.src.stride}: L0C holds fractals of 16 columns, "
                "axes ([batch,] column block, row, 16), rows 16 elements apart"
            )
        own = self._own_axes
        batched = src_axes == 4
        if dst_axes != own + batched:
            raise BadArgument(f"dst_view has {dst_axes} axes; it takes {own + batched} beside a source with {src_axes}")
        if batched and (self.tag is not None and self.tag.is_convolution):
            raise BadArgument("a convolution destination takes one image; give a source without batch axis")
        src, dst = self._matrices
        if src.shape[0] != dst.shape[0] or any(d > s for s, d in zip(src.shape[1:], dst.shape[1:], strict=True)):
            raise BadArgument(f"src_view holds (batch, rows, columns) {src.shape}, dst_view takes {dst.shape}")

    @property
    def _own_axes(self) -> int:
        if self.tag is None:
            return 2
        return {Pattern.NHWC: 4, Pattern.NCHW: 4, Pattern.NC1HWC0: 5, Pattern.NZ: 3}.get(self.tag, 2)

    @property
    def _matrices(self) -> tuple[Array, Array]:
        return table(self.src, Pattern.NZ), table(self.dst, self.tag)

    @property
    def rows_columns(self) -> tuple[int, int]:
        """Rows and columns that are written."""
        _, rows, columns = self._matrices[1].shape
        return rows, columns

    def divisions(self) -> Iterator[list[_Wanted]]:
        """The whole, then one call per matrix, then columns too: the fewest calls first."""
        yield [self]
        singles = [self]
        if len(self.src.shape) == 4:
            singles = [self._at(b) for b in range(self.src.shape[0])]
            yield singles
        if self.tag is None and self.rows_columns[1] > MOST_COLUMNS:
            yield [part for single in singles for part in single._column_parts()]

    def _at(self, batch: int) -> _Wanted:
        words = None if self.words is None else self.words.at(batch)
        return replace(self, src=self.src.without_batch(batch), dst=self.dst.without_batch(batch), words=words)

    def _column_parts(self) -> Iterator[_Wanted]:
        columns = self.rows_columns[1]
        for start in range(0, columns, MOST_COLUMNS):
            stop = min(columns, start + MOST_COLUMNS)
            src = self.src.part(0, start // ROW, -(-stop // ROW))
            words = None if self.words is None else self.words.part(start, stop)
            yield replace(self, src=src, dst=self.dst.part(1, start, stop), words=words)

    def call(self, dst: Tensor, src: Tensor, quant: object, trait: CopyL0C2GMTrait | None) -> L0cCall:
        """One call. Cannot when a rule refuses it or it would move other elements."""
        made = L0cCall(
            self._operand(dst, self.dst, self._dst_layout()),
            self._operand(src, self.src, self._src_layout()),
            quant if self.words is None else self.words.operand,
            trait,
        )
        errors = errors_of(made)
        if errors:
            raise Cannot(findings=errors)
        source, target = self._matrices
        b, m, n = target.shape
        if not moves(made, target, source[:b, :m, :n]):
            raise Cannot("the layouts nearest to the views would write other elements")
        return made

    @staticmethod
    def _operand(tensor: Tensor, side: _Side, layout: Layout) -> L0cOperand:
        return L0cOperand(tensor, layout, side.offset, layout, side.offset)

    def _src_layout(self) -> Layout:
        blocks, rows = self.src.shape[-3:-1]
        shape = ((ROW, -(-rows // ROW)), (ROW, blocks))
        return self._batched(self.src, shape, ((ROW, FRACTAL), (1, self.src.stride[-3])), Pattern.NZ, ROW)

    def _dst_layout(self) -> Layout:
        if self.tag is not None and self.tag.is_convolution:
            return Layout(
                self.dst.shape, self.dst.stride, self.tag, self.dst.shape[-1] if self._own_axes == 5 else None
            )
        if self.tag is Pattern.NZ:
            blocks, rows, c0 = self.dst.shape[-3:]
            if self.dst.stride[-2:] != (c0, 1):
                raise Cannot(
                    f"rows of an NZ destination lie C0 = {c0} elements apart, those of dst_view {self.dst.stride[-2]}"
                )
            shape = ((ROW, -(-rows // ROW)), (c0, blocks))
            return self._batched(self.dst, shape, ((c0, ROW * c0), (1, self.dst.stride[-3])), Pattern.NZ, c0)
        (m, n), (row, column) = self.dst.shape[-2:], self.dst.stride[-2:]
        if column == 1 or n == 1:
            return self._batched(self.dst, (m, n), (row, 1), Pattern.ND, None)
        if row == 1 or m == 1:
            return self._batched(self.dst, (m, n), (1, column), Pattern.DN, None)
        raise Cannot(
            f"dst_view has row stride {row} and column stride {column}; the copy writes whole rows or whole columns, "
            "so one of them is 1"
        )

    def _batched(self, side: _Side, shape: Any, stride: Any, tag: Pattern, c0: int | None) -> Layout:
        if len(self.src.shape) == 4:
            shape, stride = (side.shape[0], shape), (side.stride[0], stride)
        declared = self.rows_columns if tag is Pattern.NZ else None
        return Layout(shape, stride, tag, c0, declared)
