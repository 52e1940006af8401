"""Cases of Tensor API copies out of L0C."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

import ascmove.te as te
from ascmove.calls import Call, L0cCall
from ascmove.calls.l0c_params import CopyL0C2GMTrait, FixpipeParams, RoundMode
from ascmove.cases.case import Case
from ascmove.cases.fields import Flag, Name, Size, Strict, Whole, one_of, read_whole
from ascmove.cases.files import located, read_matrix
from ascmove.cases.frames import LayoutSpec, NestedWhole
from ascmove.cases.tensor import TensorSpec, check_size
from ascmove.errors import BadArgument, CaseError
from ascmove.findings.wording import several
from ascmove.layouts import Layout, make_frame_layout, pack
from ascmove.tensors import Tensor
from ascmove.tensors.tensor import raw_elements

Array = np.ndarray[Any, Any]


class CutSpec(Strict):
    """A slice: where it starts and what it takes, nested as the layout."""

    coord: NestedWhole
    shape: NestedWhole


class FrameSpec(TensorSpec):
    """A tensor seen through a layout, or through a slice of it; ``count`` may be left out.

    ``matrix`` names an `.npy` file with a plain (m, n) or (batch, m, n) array, whose numbers are converted to the
    element type and packed as the layout says. Then the layout may be left out: NZ in L0C, NDExt elsewhere.
    """

    layout: LayoutSpec | None = None
    slice: CutSpec | None = None
    matrix: Name | None = None

    @model_validator(mode="after")
    def _one_content(self) -> FrameSpec:
        if self.matrix is not None and (self.data is not None or self.fill is not None):
            raise ValueError("matrix stands beside data or fill; write one of them")
        return self

    @property
    def frame(self) -> LayoutSpec:
        """The layout. Raises CaseError where the case gives none and no matrix to take it from."""
        if self.layout is None:
            raise CaseError("layout is missing; write one, or give src a matrix: {matrix: x.npy}")
        return self.layout

    def laid_out(self, pattern: str, sizes: tuple[int, ...]) -> FrameSpec:
        """The same with a layout of (m, n) or (batch, m, n) where it had none."""
        if self.layout is not None:
            return self
        *batch, m, n = sizes
        spec = LayoutSpec(pattern=pattern, m=m, n=n, batch=batch[0] if batch else None)
        return self.model_copy(update={"layout": spec})

    def sizes(self, base: Path) -> tuple[int, ...]:
        """Shape of the matrix file. Raises CaseError for anything but one matrix or a batch of them."""
        assert self.matrix is not None
        shape: tuple[int, ...] = read_matrix(located(self.matrix, base)).shape
        if len(shape) not in (2, 3) or 0 in shape:
            raise CaseError(
                f"data file {self.matrix}: shape {shape}; a matrix is (m, n), a batch of them (batch, m, n)"
            )
        return shape

    def implied_count(self) -> int:
        """The layout's capacity."""
        return self.frame.made().capacity

    @property
    def known(self) -> bool:
        """True when the case says what the tensor holds."""
        return super().known or self.matrix is not None

    def bits(self, name: str, count: int, base: Path) -> Array | None:
        """The content as bit patterns; a matrix packed by the layout, its padding zeros."""
        if self.matrix is None:
            return super().bits(name, count, base)
        check_size(name, count, self.dtype)
        try:
            matrix = read_matrix(located(self.matrix, base))
            plain = raw_elements(matrix, self.dtype).reshape(matrix.shape)
            return pack(plain, self.frame.made(), np.zeros(count, self.dtype.bits))
        except (CaseError, BadArgument) as error:
            raise CaseError(f"{name}: matrix {self.matrix}: {'; '.join(str(error).splitlines())}") from None

    def seen(self, tensor: Tensor) -> te.Tensor:
        """The operand of the copy."""
        whole = te.make_tensor(tensor, self.frame.made())
        return whole if self.slice is None else whole.slice(self.slice.coord, self.slice.shape)


class QuantSpec(TensorSpec):
    """Words of a tensor quantisation: one row of them, or one row per batch."""

    batch: Size | None = None
    layout: LayoutSpec | None = None

    def implied_count(self) -> int | None:
        """The capacity of the layout, where there is one."""
        return None if self.layout is None else self.layout.made().capacity

    def seen(self, tensor: Tensor) -> te.Tensor:
        """The operand of the copy; (1, n), or (batch, 1, n)."""
        if self.layout is not None:
            return te.make_tensor(tensor, self.layout.made(self.batch))
        return te.make_tensor(tensor, self._row(tensor.count))

    def _row(self, count: int) -> Layout:
        if self.batch is None:
            return make_frame_layout("NDExt", 1, count, strict=False)
        if self.batch == 0 or count % self.batch:
            raise CaseError(f"quant: {several(count, 'word')} do not divide into {several(self.batch, 'batch')}")
        return make_frame_layout("NDExt", self.batch, 1, count // self.batch, strict=False)


def _quant(value: Any) -> Any:
    if value is None or isinstance(value, QuantSpec):
        return value
    if isinstance(value, dict):
        return QuantSpec.model_validate({"position": "A1", "dtype": "uint64_t", **value})
    return read_whole(value)


class L0cSpec(Strict):
    """The parameters of an l0c2gm case. ``quant`` is a word, or a tensor of words."""

    quant: Annotated[QuantSpec | int | None, BeforeValidator(_quant)] = None
    round_mode: Annotated[Name, one_of(RoundMode)] = RoundMode.DEFAULT.name
    enable_relu: Flag = False
    enable_channel_split: Flag = False
    unit_flag: Whole = 0
    sub_block_id: Flag = False


class L0cCase(Case):
    """`Copy(atom, dst, src[, quant])` with CopyL0C2GM."""

    family: Literal["l0c2gm"] = Field(alias="call")
    src: FrameSpec
    dst: FrameSpec
    params: L0cSpec = Field(default_factory=L0cSpec)

    @cached_property
    def frames(self) -> tuple[FrameSpec, FrameSpec]:
        """Source and destination; a matrix file gives both their layouts where the case leaves them out."""
        if self.src.matrix is None:
            return self.src, self.dst
        sizes = self.src.sizes(self.base)
        return self.src.laid_out("NZ", sizes), self.dst.laid_out("NDExt", sizes)

    def operands(self) -> list[tuple[str, TensorSpec]]:
        """Source, destination and the tensor of words."""
        words = self.params.quant
        src, dst = self.frames
        return [("src", src), ("dst", dst), *([("quant", words)] if isinstance(words, QuantSpec) else [])]

    def build(self, tensors: dict[str, Tensor]) -> Call:
        """The Call on these tensors."""
        spec = self.params
        trait = CopyL0C2GMTrait(RoundMode[spec.round_mode], spec.enable_relu, spec.enable_channel_split)
        params = FixpipeParams(spec.unit_flag, spec.sub_block_id)
        src, dst = (spec.seen(tensors[name]) for name, spec in zip(("src", "dst"), self.frames, strict=True))
        return L0cCall(dst.operand, src.operand, self._words(tensors), trait, params)

    def row_length(self) -> int | None:
        """A row of an ND layout, a column of a DN one, C0 elements of a fractal."""
        layout = self.frames[1].frame
        walked = {"ND": layout.n, "NDExt": layout.n, "DN": layout.m, "DNExt": layout.m, "NZ": layout.c0 or 16}
        return super().row_length() or walked.get(layout.pattern or "")

    def shaped(self, output: Array) -> Array:
        """A matrix that came as a file leaves in its shape, where no layout was written for it."""
        if self.src.matrix is None or self.dst.layout is not None:
            return output
        return output.reshape(self.src.sizes(self.base))

    def _words(self, tensors: dict[str, Tensor]) -> object:
        quant = self.params.quant
        if isinstance(quant, QuantSpec):
            return quant.seen(tensors["quant"]).operand
        # a number that is no word goes on as it is: rule L0C013 says so
        return np.uint64(quant) if quant is not None and 0 <= quant < 1 << 64 else quant
