"""NDDMA: `DataCopy(dst, src, NdDmaParams)`, a copy of up to five loops with padding, GM to UB."""

from __future__ import annotations

import math
import struct
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import ascmove.formats as formats
from ascmove.calls.call import Call, Family
from ascmove.calls.fields import braces, cpp, flag, is_list, plain, settle, whole, wholes
from ascmove.errors import BadArgument, index_of
from ascmove.tensors import Tensor

#: names of the five arrays of loop_info, in the order of the C++ struct
ARRAYS = ("loop_src_stride", "loop_dst_stride", "loop_size", "loop_lp_size", "loop_rp_size")


class Bits(NamedTuple):
    """An element given by its bit pattern, whatever its type."""

    pattern: int


_plain_loops = plain(
    loop_src_stride="wholes", loop_dst_stride="wholes", loop_size="wholes", loop_lp_size="pads", loop_rp_size="pads"
)


@dataclass(frozen=True)
class NdDmaLoopInfo:
    """Five arrays with one entry per loop (1 to 5), innermost loop first; all in elements.

    ``loop_src_stride`` [0, 2^40), ``loop_dst_stride`` [0, 2^20), ``loop_size`` [1, 2^20) without pads,
    ``loop_lp_size`` and ``loop_rp_size`` [0, 255] pads before and behind; omitted pads are 0.

    Source: DataCopy (GM to UB, NDDMA), Table 5.

    >>> NdDmaLoopInfo([1, 32], [1, 64], [32, 16], [15, 13], [17, 3]).dim
    2
    """

    loop_src_stride: tuple[int, ...]
    loop_dst_stride: tuple[int, ...]
    loop_size: tuple[int, ...]
    loop_lp_size: tuple[int, ...] = ()
    loop_rp_size: tuple[int, ...] = ()

    def __init__(
        self,
        loop_src_stride: Sequence[int],
        loop_dst_stride: Sequence[int],
        loop_size: Sequence[int],
        loop_lp_size: Sequence[int] | None = None,
        loop_rp_size: Sequence[int] | None = None,
    ) -> None:
        if _plain_loops and _plain_loops(
            self.__dict__, loop_src_stride, loop_dst_stride, loop_size, loop_lp_size, loop_rp_size
        ):
            return
        sizes = wholes("loop_size", loop_size)
        none = (0,) * len(sizes)
        settle(
            self,
            loop_src_stride=wholes("loop_src_stride", loop_src_stride),
            loop_dst_stride=wholes("loop_dst_stride", loop_dst_stride),
            loop_size=sizes,
            loop_lp_size=none if loop_lp_size is None else wholes("loop_lp_size", loop_lp_size),
            loop_rp_size=none if loop_rp_size is None else wholes("loop_rp_size", loop_rp_size),
        )

    @property
    def dim(self) -> int:
        """Number of loops."""
        return len(self.loop_size)

    @property
    def key(self) -> Hashable:
        """All fields as one value."""
        return (self.loop_src_stride, self.loop_dst_stride, self.loop_size, self.loop_lp_size, self.loop_rp_size)

    def arrays(self) -> dict[str, tuple[int, ...]]:
        """The five arrays by name."""
        return {name: getattr(self, name) for name in ARRAYS}


_plain_params = plain(loop_info=NdDmaLoopInfo, constant_value="number")


@dataclass(frozen=True)
class NdDmaParams:
    """Loops and the value written into pads.

    ``loop_info`` may be a list of the five arrays, as pasted from a C++ initialiser. ``constant_value`` is a number of
    the element type ([re, im] for complex types) or ``Bits(pattern)``; 8-byte types take 0 only.

    Source: DataCopy (GM to UB, NDDMA), Table 4.

    >>> NdDmaParams([[1], [1], [8], [2], [0]], 7).loop_info.loop_lp_size
    (2,)
    """

    loop_info: NdDmaLoopInfo
    constant_value: Any = 0

    def __init__(self, loop_info: NdDmaLoopInfo | Sequence[Sequence[int]], constant_value: Any = 0) -> None:
        if not isinstance(loop_info, NdDmaLoopInfo):
            given = loop_info if type(loop_info) is list else list(loop_info) if is_list(loop_info) else []
            if not 3 <= len(given) <= len(ARRAYS):
                raise BadArgument(f"loop_info holds the arrays {', '.join(ARRAYS)} (the pads may be omitted)")
            loop_info = NdDmaLoopInfo(*given)
        if _plain_params and _plain_params(self.__dict__, loop_info, constant_value):
            return
        if isinstance(constant_value, list):
            constant_value = tuple(constant_value)
        if isinstance(constant_value, Bits) and (pattern := index_of(constant_value.pattern)) is not None:
            constant_value = Bits(pattern)  # a pattern in an array may change
        settle(self, loop_info=loop_info, constant_value=constant_value)

    @property
    def key(self) -> Hashable:
        """Loops and the exact constant: 0.0, -0.0, 0 and False are different keys."""
        return (self.loop_info.key, _exact(self.constant_value))


@dataclass(frozen=True)
class NdDmaConfig:
    """What is fixed at compile time: padding mode, and pads that replace the per-loop ones in every loop.

    ``loop_lp_size`` and ``loop_rp_size`` are [0, 255], or ``UNSET_PAD`` (65535): take the per-loop pads.

    Source: DataCopy (GM to UB, NDDMA), Table 3.
    """

    UNSET_PAD: ClassVar[int] = 0xFFFF

    is_nearest_value_mode: bool = False
    loop_lp_size: int = 0xFFFF
    loop_rp_size: int = 0xFFFF
    asc_optimize: bool = False

    def __post_init__(self) -> None:
        settle(
            self,
            is_nearest_value_mode=flag("is_nearest_value_mode", self.is_nearest_value_mode),
            loop_lp_size=whole("config.loop_lp_size", self.loop_lp_size),
            loop_rp_size=whole("config.loop_rp_size", self.loop_rp_size),
            asc_optimize=flag("asc_optimize", self.asc_optimize),
        )

    @property
    def key(self) -> Hashable:
        """All fields as one value."""
        return (self.is_nearest_value_mode, self.loop_lp_size, self.loop_rp_size, self.asc_optimize)


_DEFAULT_CONFIG = NdDmaConfig()


class NdDmaCall(Call):
    """One NDDMA copy. ``refreshed`` says whether the kernel refreshes the cache before it (None: not known)."""

    family: ClassVar[Family] = "nddma"

    def __init__(
        self,
        dst: Tensor,
        src: Tensor,
        params: NdDmaParams,
        config: NdDmaConfig | None = None,
        refreshed: bool | None = None,
    ) -> None:
        super().__init__(dst, src)
        self.params = params
        self.config = config if config is not None else _DEFAULT_CONFIG
        self.refreshed = refreshed

    @property
    def params_key(self) -> Hashable:
        """The parameters as one hashable value."""
        return (self.params.key, self.config, self.refreshed)

    def integers(self) -> Iterator[tuple[str, int]]:
        """Every unsigned integer field by name."""
        for name, values in self.loops.arrays().items():
            for k, value in enumerate(values):
                yield f"{name}[{k}]", value
        yield "config.loop_lp_size", self.config.loop_lp_size
        yield "config.loop_rp_size", self.config.loop_rp_size

    @property
    def loops(self) -> NdDmaLoopInfo:
        """The loops."""
        return self.params.loop_info

    @cached_property
    def left(self) -> tuple[int, ...]:
        """Effective pads before the data, per loop."""
        return self._pads(self.config.loop_lp_size, self.loops.loop_lp_size)

    @cached_property
    def right(self) -> tuple[int, ...]:
        """Effective pads behind the data, per loop."""
        return self._pads(self.config.loop_rp_size, self.loops.loop_rp_size)

    def _pads(self, everywhere: int, per_loop: tuple[int, ...]) -> tuple[int, ...]:
        return per_loop if everywhere == NdDmaConfig.UNSET_PAD else (everywhere,) * self.loops.dim

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """Positions written per loop: left pad + size + right pad."""
        return tuple(map(sum, zip(self.left, self.loops.loop_size, self.right, strict=True)))

    @cached_property
    def source_bytes(self) -> tuple[int, int]:
        """GM addresses that the copy reads, first and one past the last."""
        width = self.src.dtype.width
        loops = zip(self.loops.loop_size, self.loops.loop_src_stride, strict=True)
        last = sum((n - 1) * s for n, s in loops)
        return self.src.address, self.src.address + (last + 1) * width

    @cached_property
    def constant_bits(self) -> int:
        """Bit pattern of the pad constant; BadArgument when it does not fit the element type (rule NDD024)."""
        value = self.params.constant_value
        kind = self.src.dtype
        if isinstance(value, Bits):
            if index_of(value.pattern) is None:
                raise BadArgument(f"bit pattern {value.pattern!r} is no whole number")
            if not 0 <= value.pattern < 1 << (8 * kind.width):
                raise BadArgument(f"bit pattern {value.pattern:#x} does not fit {kind} ({kind.width} B)")
            return value.pattern
        return formats.encode_literal(list(value) if isinstance(value, tuple) else value, kind)

    def to_cpp(self) -> str:
        """The parameter structs and the call in C++."""
        dim, kind = self.loops.dim, self.src.dtype
        config = self.config
        fields = (config.is_nearest_value_mode, config.loop_lp_size, config.loop_rp_size, config.asc_optimize)
        setup, constant = self._constant_cpp()
        return "\n".join(
            (
                *setup,
                f"AscendC::NdDmaLoopInfo<{dim}> loopInfo{braces(map(braces, self.loops.arrays().values()))};",
                f"AscendC::NdDmaParams<{kind}, {dim}> params{{loopInfo, {constant}}};",
                f"static constexpr AscendC::NdDmaConfig config{braces(fields)};",
                f"AscendC::DataCopy<{kind}, {dim}, config>({self.operands_cpp()}, params);",
            )
        )

    def _constant_cpp(self) -> tuple[list[str], str]:
        """Lines before the structs, and the constant: a literal, or the bit pattern where there is no literal."""
        kind, value = self.src.dtype, self.params.constant_value
        if isinstance(value, Bits) and kind.is_integer:
            value = int(formats.decode([value.pattern], kind)[0])
        if isinstance(value, (bool, int)) and kind.kind != "complex":
            return [], cpp(value if isinstance(value, bool) else int(value))
        if isinstance(value, float) and math.isfinite(value):
            return [], f"{kind}({float(value)!r})"
        holder = f"uint{8 * kind.width}_t constantBits = {self.constant_bits:#x};"
        return [holder], f"*reinterpret_cast<{kind}*>(&constantBits)"


def _exact(value: object) -> Hashable:
    if type(value) is int:
        return ("int", value)
    if isinstance(value, (tuple, list)) and not isinstance(value, Bits):
        return tuple(_exact(v) for v in value)
    if isinstance(value, complex):
        return ("complex", struct.pack("<2d", value.real, value.imag))
    if isinstance(value, float):
        return ("float", struct.pack("<d", value))
    if isinstance(value, Bits):
        pattern = index_of(value.pattern)
        return ("Bits", repr(value.pattern) if pattern is None else pattern)
    return (type(value).__name__, value if isinstance(value, Hashable) else repr(value))
