"""Cases of enhanced copies: bursts, conversion, and the tensor of quantisation words."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from ascmove.calls import BlockMode, Call, DataCopyEnhancedParams, DeqScale, EnhancedCall, PadMode
from ascmove.calls.enhanced import WORDS
from ascmove.calls.enhanced_modes import named
from ascmove.cases.case import Case
from ascmove.cases.data_copy import GapSpec
from ascmove.cases.fields import Flag, Name, Strict, Whole
from ascmove.cases.setup import Reserved
from ascmove.cases.tensor import TensorSpec
from ascmove.hardware import Space
from ascmove.tensors import Tensor

_WORD = 8


class EnhancedFields(Strict):
    """`DataCopyEnhancedParams`; ``deq_tensor_addr`` is an address in UB whose content is not known."""

    block_mode: Name = BlockMode.NORMAL.name
    deq_scale: Name = DeqScale.DEQ_NONE.name
    deq_value: Whole = 0
    sid_store_mode: Whole = 0
    is_relu: Flag = False
    pad_mode: Name = PadMode.PAD_NONE.name
    pad_value: Whole = 0
    deq_tensor_addr: Whole | None = None

    @model_validator(mode="after")
    def _known(self) -> EnhancedFields:
        named("block_mode", self.block_mode, BlockMode)
        named("deq_scale", self.deq_scale, DeqScale)
        named("pad_mode", self.pad_mode, PadMode)
        return self

    def struct(self) -> DataCopyEnhancedParams:
        """The parameters as the call takes them."""
        return DataCopyEnhancedParams(**dict(self))


class EnhancedSpec(Strict):
    """The parameters of an enhanced case. ``deq_tensor`` lies in UB; its type follows from the mode."""

    data_copy: GapSpec = Field(default_factory=GapSpec)
    enhanced: EnhancedFields = Field(default_factory=EnhancedFields)
    deq_tensor: TensorSpec | None = None

    @model_validator(mode="before")
    @classmethod
    def _word_type(cls, value: Any) -> Any:
        words = value.get("deq_tensor") if isinstance(value, dict) else None
        if not isinstance(words, dict):
            return value
        enhanced = value.get("enhanced")
        scale = enhanced.get("deq_scale") if isinstance(enhanced, dict) else None
        kind = "half" if isinstance(scale, str) and scale.endswith("VDEQ") else "uint64_t"
        return {**value, "deq_tensor": {"position": "VECIN", "dtype": kind, **words}}


class EnhancedCase(Case):
    """`DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams)`."""

    family: Literal["enhanced"] = Field(alias="call")
    params: EnhancedSpec

    def operands(self) -> list[tuple[str, TensorSpec]]:
        """Source, destination and the words of a vector mode."""
        words = self.params.deq_tensor
        return [*super().operands(), *([] if words is None else [("deq_tensor", words)])]

    def reserved(self) -> Reserved:
        """The words at a bare address: 16 per burst, of 8 bytes at most."""
        start = self.params.enhanced.deq_tensor_addr
        if start is None or start < 0:
            return {}
        return {Space.UB: [(start, start + max(1, self.params.data_copy.block_count) * WORDS * _WORD)]}

    def build(self, tensors: dict[str, Tensor]) -> Call:
        """The Call on these tensors."""
        spec = self.params
        words = tensors.get("deq_tensor")
        return EnhancedCall(tensors["dst"], tensors["src"], spec.data_copy.struct(), spec.enhanced.struct(), words)

    def row_length(self) -> int | None:
        """The columns of a fractal."""
        return super().row_length() or (WORDS if self.params.enhanced.block_mode != BlockMode.NORMAL.name else None)
