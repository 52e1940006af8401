"""Cases of Tensor API copies out of L0C."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from ascmove import te
from ascmove.calls import Call, L0cCall
from ascmove.calls.l0c_params import CopyL0C2GMTrait, FixpipeParams, RoundMode
from ascmove.cases.case import Case
from ascmove.cases.fields import Flag, Name, Size, Strict, Whole, one_of, read_whole
from ascmove.cases.frames import LayoutSpec, NestedWhole
from ascmove.cases.tensor import TensorSpec
from ascmove.errors import CaseError
from ascmove.layouts import Layout, make_frame_layout
from ascmove.tensors import Tensor


class CutSpec(Strict):
    """A slice: where it starts and what it takes, nested as the layout."""

    coord: NestedWhole
    shape: NestedWhole


class FrameSpec(TensorSpec):
    """A tensor seen through a layout, or through a slice of it; ``count`` may be left out."""

    layout: LayoutSpec
    slice: CutSpec | None = None

    def implied_count(self) -> int:
        """The layout's capacity."""
        return self.layout.made().capacity

    def seen(self, tensor: Tensor) -> te.Tensor:
        """The operand of the copy."""
        whole = te.make_tensor(tensor, self.layout.made())
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
            raise CaseError(f"quant: {count} words do not divide into {self.batch} batches")
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

    def operands(self) -> list[tuple[str, TensorSpec]]:
        """Source, destination and the tensor of words."""
        words = self.params.quant
        return [*super().operands(), *([("quant", words)] if isinstance(words, QuantSpec) else [])]

    def build(self, tensors: dict[str, Tensor]) -> Call:
        """The Call on these tensors."""
        spec = self.params
        trait = CopyL0C2GMTrait(RoundMode[spec.round_mode], spec.enable_relu, spec.enable_channel_split)
        params = FixpipeParams(spec.unit_flag, spec.sub_block_id)
        dst, src = self.dst.seen(tensors["dst"]), self.src.seen(tensors["src"])
        return L0cCall(dst.operand, src.operand, self._words(tensors), trait, params)

    def row_length(self) -> int | None:
        """A row of an ND layout, a column of a DN one, C0 elements of a fractal."""
        layout = self.dst.layout
        walked = {"ND": layout.n, "NDExt": layout.n, "DN": layout.m, "DNExt": layout.m, "NZ": layout.c0 or 16}
        return super().row_length() or walked.get(layout.pattern or "")

    def _words(self, tensors: dict[str, Tensor]) -> object:
        quant = self.params.quant
        if isinstance(quant, QuantSpec):
            return quant.seen(tensors["quant"]).operand
        # a number that is no word goes on as it is: rule L0C013 says so
        return np.uint64(quant) if quant is not None and 0 <= quant < 1 << 64 else quant
