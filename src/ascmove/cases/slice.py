"""Cases of slice copies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from ascmove.calls import Call, SliceCall, SliceInfo
from ascmove.cases.case import Case
from ascmove.cases.fields import Strict, Whole, read_whole
from ascmove.cases.reading import clipped, kind_of
from ascmove.errors import nearest_name
from ascmove.tensors import Tensor

_FIELDS = tuple(SliceInfo.__dataclass_fields__)


def _info(value: Any) -> SliceInfo:
    """One SliceInfo: up to five numbers in the order of the C++ struct, or by name."""
    if isinstance(value, SliceInfo):
        return value
    if isinstance(value, dict):
        for key in value:
            if key not in _FIELDS:
                raise ValueError(f"unknown key {key[:60]!r}{nearest_name(key[:60], _FIELDS)}")
        return SliceInfo(**{key: read_whole(item) for key, item in value.items()})
    if not isinstance(value, (list, tuple)) or len(value) > len(_FIELDS):
        what = f"{len(value)} numbers" if isinstance(value, (list, tuple)) else f"{clipped(value)} is {kind_of(value)}"
        raise ValueError(f"{what}; it is [{', '.join(_FIELDS)}]")
    return SliceInfo(*map(read_whole, value))


Info = Annotated[SliceInfo, BeforeValidator(_info)]


class SliceSpec(Strict):
    """The parameters of a slice case."""

    dst_slice_info: list[Info]
    src_slice_info: list[Info]
    dim_value: Whole = 1


class SliceCase(Case):
    """`DataCopy(dst, src, dstSliceInfo[], srcSliceInfo[], dimValue)`."""

    family: Literal["slice"] = Field(alias="call")
    params: SliceSpec

    def build(self, tensors: dict[str, Tensor]) -> Call:
        """The Call on these tensors."""
        spec = self.params
        return SliceCall(tensors["dst"], tensors["src"], spec.dst_slice_info, spec.src_slice_info, spec.dim_value)

    def row_length(self) -> int | None:
        """The innermost axis of dst."""
        axes = [info.shape_value for info in self.params.dst_slice_info] or [0]
        return super().row_length() or axes[0] or (self.dst.shape_info or [0])[0]
