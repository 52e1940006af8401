"""Cases of NDDMA copies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from ascmove.calls import Bits, Call, NdDmaCall, NdDmaConfig, NdDmaLoopInfo, NdDmaParams
from ascmove.calls.nddma import ARRAYS
from ascmove.cases.case import Case
from ascmove.cases.fields import Element, Flag, Strict, Whole, read_whole
from ascmove.cases.reading import clipped, kind_of
from ascmove.errors import nearest_name
from ascmove.tensors import Tensor


def _arrays(value: Any) -> list[list[int]]:
    """The five arrays, as a list in the order of the C++ struct or by name; the pads may be left out."""
    if isinstance(value, dict):
        for key in value:
            if key not in ARRAYS:
                raise ValueError(f"unknown key {key[:60]!r}{nearest_name(key[:60], ARRAYS)}")
        missing = [name for name in ARRAYS[:3] if name not in value]
        if missing:
            raise ValueError(f"{missing[0]} is missing")
        value = [value[name] if name in value else [0] * len(value[ARRAYS[2]]) for name in ARRAYS]
    if not isinstance(value, (list, tuple)) or not 3 <= len(value) <= 5:
        what = f"{len(value)} arrays" if isinstance(value, (list, tuple)) else kind_of(value)
        raise ValueError(f"{what}; write {', '.join(ARRAYS)} (the pads may be left out)")
    return [_wholes(name, row) for name, row in zip(ARRAYS, value, strict=False)]


def _wholes(name: str, row: Any) -> list[int]:
    if not isinstance(row, (list, tuple)):
        raise ValueError(
            f"{name}: {clipped(row)} is {kind_of(row)}; it is a list of whole numbers, innermost loop first"
        )
    try:
        return [read_whole(item) for item in row]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


class NdDmaConfigSpec(Strict):
    """`NdDmaConfig`; 65535 is an unset pad."""

    is_nearest_value_mode: Flag = False
    loop_lp_size: Whole = NdDmaConfig.UNSET_PAD
    loop_rp_size: Whole = NdDmaConfig.UNSET_PAD
    asc_optimize: Flag = False


class NdDmaSpec(Strict):
    """The parameters of an NDDMA case."""

    loop_info: Annotated[list[list[int]], BeforeValidator(_arrays)]
    constant_value: Element = 0
    config: NdDmaConfigSpec = Field(default_factory=NdDmaConfigSpec)


class NdDmaCase(Case):
    """`DataCopy(dst, src, NdDmaParams)`."""

    family: Literal["nddma"] = Field(alias="call")
    params: NdDmaSpec
    nd_dma_dci: Flag | None = None

    def build(self, tensors: dict[str, Tensor]) -> Call:
        """The Call on these tensors."""
        value = self.params.constant_value
        constant = Bits(value["bits"]) if isinstance(value, dict) else value
        params = NdDmaParams(NdDmaLoopInfo(*self.params.loop_info), constant)
        config = NdDmaConfig(**dict(self.params.config))
        return NdDmaCall(tensors["dst"], tensors["src"], params, config, self.nd_dma_dci)

    def row_length(self) -> int | None:
        """The pitch of the second loop where the first one is contiguous."""
        _, dst, *_ = self.params.loop_info
        return super().row_length() or (dst[1] if len(dst) > 1 and dst[0] == 1 else None)
