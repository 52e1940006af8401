"""Cases of plain copies, and the gap parameters that they share with enhanced ones."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from ascmove.calls import BasicCall, Call, DataCopyParams
from ascmove.cases.case import Case
from ascmove.cases.fields import Strict, Whole
from ascmove.tensors import Tensor


class GapSpec(Strict):
    """`DataCopyParams`; ``src_stride`` and ``dst_stride`` are the old names of the gaps."""

    block_count: Whole = 1
    block_len: Whole = 0
    src_gap: Whole | None = None
    dst_gap: Whole | None = None
    src_stride: Whole | None = None
    dst_stride: Whole | None = None

    def struct(self) -> DataCopyParams:
        """The parameters as the call takes them."""
        return DataCopyParams(**dict(self))


class BasicSpec(Strict):
    """Either ``count`` or ``data_copy``."""

    count: Whole | None = None
    data_copy: GapSpec | None = None

    @model_validator(mode="after")
    def _one(self) -> BasicSpec:
        if (self.count is None) == (self.data_copy is None):
            raise ValueError("write either count or data_copy: {block_count, block_len, src_gap, dst_gap}")
        return self


class BasicCase(Case):
    """`DataCopy(dst, src, count)` and `DataCopy(dst, src, DataCopyParams)`."""

    family: Literal["data_copy"] = Field(alias="call")
    params: BasicSpec

    def build(self, tensors: dict[str, Tensor]) -> Call:
        """The Call on these tensors."""
        gaps, count = self.params.data_copy, self.params.count
        if gaps is not None:
            return BasicCall(tensors["dst"], tensors["src"], gaps.struct())
        assert count is not None
        return BasicCall(tensors["dst"], tensors["src"], count)
