"""The slice copy: `DataCopy(dst, src, dstSliceInfo[], srcSliceInfo[], dimValue)`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from math import prod
from typing import ClassVar

from ascmove.calls.basic import BLOCK
from ascmove.calls.call import Call, Family
from ascmove.calls.fields import braces, is_list, settle, whole
from ascmove.errors import BadArgument
from ascmove.tensors import Tensor


@dataclass(frozen=True)
class SliceInfo:
    """One axis of a slice. Entry 0 of a list is the innermost axis.

    ``start_index``, ``end_index`` (inclusive): elements of axis 0, rows of the others. ``stride``: elements skipped
    between two bursts of axis 0, rows skipped between two rows that are taken. ``burst_len``: 32-byte blocks, 1 for
    axes >= 1. ``shape_value``: length of the axis; 0 everywhere takes the lengths from the tensor's shape info.

    Source: Slice Data Transfer, Parameters.

    >>> SliceInfo(16, 70, 7, 3, 87).end_index
    70
    """

    start_index: int = 0
    end_index: int = 31
    stride: int = 0
    burst_len: int = 32
    shape_value: int = 0

    def __post_init__(self) -> None:
        settle(self, **{name: whole(name, getattr(self, name)) for name in self.__dataclass_fields__})

    @property
    def span(self) -> int:
        """End - start + 1."""
        return self.end_index - self.start_index + 1

    @property
    def rows(self) -> int:
        """Rows that an axis >= 1 takes."""
        return (self.span + self.stride) // (1 + self.stride)

    def burst(self, width: int) -> int:
        """Elements of one burst for elements of ``width`` bytes."""
        return self.burst_len * BLOCK // width

    def bursts(self, width: int) -> int:
        """Bursts that axis 0 holds, rounded down like the device does."""
        pitch = self.burst(width) + self.stride
        return (self.span + self.stride) // pitch if pitch > 0 else 0


Infos = tuple[SliceInfo, ...]


def slice_infos(name: str, infos: Iterable[SliceInfo | Sequence[int]]) -> Infos:
    """A list of SliceInfo; lists of up to five numbers are taken in the order of the C++ struct."""
    if not is_list(infos):
        raise BadArgument(f"{name} is a list of SliceInfo, innermost axis first")
    made = []
    for k, info in enumerate(infos):
        if not isinstance(info, SliceInfo):
            if not is_list(info) or len(info := list(info)) > 5:
                raise BadArgument(
                    f"{name}[{k}] = {info!r}; it is [start_index, end_index, stride, burst_len, shape_value]"
                )
            info = SliceInfo(*info)
        made.append(info)
    return tuple(made)


class SliceCall(Call):
    """One slice copy, GM to UB or UB to GM."""

    family: ClassVar[Family] = "slice"

    def __init__(
        self,
        dst: Tensor,
        src: Tensor,
        dst_slice_info: Iterable[SliceInfo | Sequence[int]],
        src_slice_info: Iterable[SliceInfo | Sequence[int]],
        dim_value: int = 1,
    ) -> None:
        super().__init__(dst, src)
        self.dst_slice_info = slice_infos("dst_slice_info", dst_slice_info)
        self.src_slice_info = slice_infos("src_slice_info", src_slice_info)
        self.dim_value = whole("dim_value", dim_value)

    @property
    def params_key(self) -> Hashable:
        """The parameters as one hashable value."""
        return (self.dst_slice_info, self.src_slice_info, self.dim_value)

    def integers(self) -> Iterator[tuple[str, int]]:
        """Every unsigned integer field by name."""
        for name, infos, _ in self.sides:
            for k, info in enumerate(infos):
                for field, value in zip(SliceInfo.__dataclass_fields__, astuple(info), strict=True):
                    yield f"{name}[{k}].{field}", value
        yield "dim_value", self.dim_value

    @property
    def sides(self) -> tuple[tuple[str, Infos, Tensor], ...]:
        """Both sides with the name of their list, source first."""
        return (("src_slice_info", self.src_slice_info, self.src), ("dst_slice_info", self.dst_slice_info, self.dst))

    @cached_property
    def shapes_from_tensor(self) -> bool:
        """True when entry 0 of the source has shape_value 0: then both tensors' shape infos decide, for every axis."""
        return bool(self.src_slice_info) and self.src_slice_info[0].shape_value == 0

    def shape(self, infos: Infos, tensor: Tensor) -> tuple[int, ...]:
        """Axis lengths of one side, innermost first; () where they are not known."""
        if self.shapes_from_tensor:
            return (tensor.shape_info or ())[: len(infos)]
        return tuple(info.shape_value for info in infos)

    @property
    def gm_side(self) -> tuple[str, Infos, Tensor]:
        """The side in global memory."""
        return self.sides[0] if self.src.position == "GM" else self.sides[1]

    @property
    def ub_side(self) -> tuple[str, Infos, Tensor]:
        """The side in UB."""
        return self.sides[1] if self.src.position == "GM" else self.sides[0]

    def to_cpp(self) -> str:
        """The parameter structs and the call in C++."""
        lists = [
            f"AscendC::SliceInfo {name}[] = {braces(braces(astuple(i)) for i in infos)};"
            for name, infos in (("srcSliceInfo", self.src_slice_info), ("dstSliceInfo", self.dst_slice_info))
        ]
        return "\n".join(
            (*lists, f"AscendC::DataCopy({self.operands_cpp()}, dstSliceInfo, srcSliceInfo, {self.dim_value});")
        )


def row_count(infos: Infos) -> int:
    """Rows that a list takes: the product over the axes >= 1."""
    return prod(info.rows for info in infos[1:])
