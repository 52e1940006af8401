"""The plain copy: `DataCopy(dst, src, count)` and `DataCopy(dst, src, DataCopyParams)`."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from ascmove.calls.call import Call, Family
from ascmove.calls.fields import braces, plain, whole
from ascmove.tensors import Tensor

#: bytes of a data block, the unit of every field of the plain copy
BLOCK = 32


_plain = plain(block_count="whole", block_len="whole", src_gap="whole or 0", dst_gap="whole or 0", conflicts="wholes")


@dataclass(frozen=True)
class DataCopyParams:
    """``block_count`` bursts of ``block_len`` blocks, with gaps from the end of one to the start of the next.

    ``block_count`` [0, 4095]; ``block_len``, ``src_gap``, ``dst_gap`` [0, 65535] in the unit of the route (32 B for the
    plain copy). ``src_stride`` and ``dst_stride`` are the old names of the gaps: the same storage, not start-to-start
    distances. A gap given under both names keeps both, so that rule ENH011 can say so when they differ.

    Source: Enhanced Data Transfer, Table 4; model notes, NDDMA and slice, 3.2.

    >>> DataCopyParams(3, 2, 1, 2).src_gap
    1
    """

    block_count: int = 1
    block_len: int = 0
    src_gap: int = 0
    dst_gap: int = 0
    conflicts: tuple[tuple[str, int, int], ...] = field(default=(), init=False)  # (gap, new-name value, old-name value)

    def __init__(
        self,
        block_count: int = 1,
        block_len: int = 0,
        src_gap: int | None = None,
        dst_gap: int | None = None,
        *,
        src_stride: int | None = None,
        dst_stride: int | None = None,
    ) -> None:
        fields = self.__dict__  # the instance is frozen, and kernels make many of them
        new = src_stride is dst_stride is None
        if new and _plain and _plain(fields, block_count, block_len, src_gap, dst_gap, ()):
            return
        conflicts: Conflicts = ()
        if src_stride is not None:
            src_gap, conflicts = _both("src", src_gap, src_stride)
        if dst_stride is not None:
            dst_gap, more = _both("dst", dst_gap, dst_stride)
            conflicts += more
        fields["block_count"] = block_count if type(block_count) is int else whole("block_count", block_count)
        fields["block_len"] = block_len if type(block_len) is int else whole("block_len", block_len)
        fields["src_gap"] = src_gap if type(src_gap) is int else 0 if src_gap is None else whole("src_gap", src_gap)
        fields["dst_gap"] = dst_gap if type(dst_gap) is int else 0 if dst_gap is None else whole("dst_gap", dst_gap)
        fields["conflicts"] = conflicts

    @property
    def key(self) -> Hashable:
        """All fields as one value."""
        return (self.block_count, self.block_len, self.src_gap, self.dst_gap, self.conflicts)

    def integers(self) -> Iterator[tuple[str, int]]:
        """The four fields by name, and an old-name value that differs."""
        for name in ("block_count", "block_len", "src_gap", "dst_gap"):
            yield f"data_copy.{name}", getattr(self, name)
        for name, _, old in self.conflicts:
            yield f"data_copy.{name.replace('gap', 'stride')}", old

    def to_cpp(self) -> str:
        """C++ initialiser.

        >>> DataCopyParams(3, 2, 1, 2).to_cpp()
        'AscendC::DataCopyParams{3, 2, 1, 2}'
        """
        return "AscendC::DataCopyParams" + braces((self.block_count, self.block_len, self.src_gap, self.dst_gap))


Conflicts = tuple[tuple[str, int, int], ...]


def _both(side: str, new: int | None, old: int) -> tuple[int, Conflicts]:
    """The gap that is given under its old name and perhaps its new one, and what of it contradicts itself."""
    gap = whole(f"{side}_stride", old)
    if new is None:
        return gap, ()
    found = whole(f"{side}_gap", new)
    return found, () if found == gap else ((f"{side}_gap", found, gap),)


class BasicCall(Call):
    """The plain copy; ``count`` elements, or bursts with gaps."""

    family: ClassVar[Family] = "data_copy"

    def __init__(self, dst: Tensor, src: Tensor, params: DataCopyParams | int) -> None:
        super().__init__(dst, src)
        self.count = None if isinstance(params, DataCopyParams) else whole("count", params)
        self.params = params if isinstance(params, DataCopyParams) else None

    @property
    def params_key(self) -> Hashable:
        """The parameters as one hashable value."""
        return self.count if self.params is None else self.params

    def integers(self) -> Iterator[tuple[str, int]]:
        """Every unsigned integer field by name."""
        if self.count is not None:
            yield "count", self.count
        else:
            yield from self.geometry.integers()

    @property
    def geometry(self) -> DataCopyParams:
        """The call as bursts: a count becomes one burst of whole blocks, rounded down like the device does."""
        if self.params is not None:
            return self.params
        assert self.count is not None
        return DataCopyParams(1, max(0, self.count) * self.src.dtype.width // BLOCK)

    def to_cpp(self) -> str:
        """The parameter structs and the call in C++."""
        if self.params is None:
            return f"AscendC::DataCopy({self.operands_cpp()}, {self.count});"
        fields = self.params.to_cpp().removeprefix("AscendC::DataCopyParams")
        return f"AscendC::DataCopyParams params{fields};\nAscendC::DataCopy({self.operands_cpp()}, params);"
