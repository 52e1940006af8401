"""Enhanced data transfer: `DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams)`, L0C to UB with conversion."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ascmove.calls.basic import DataCopyParams
from ascmove.calls.call import Call, Family
from ascmove.calls.enhanced_modes import BlockMode, DeqScale, PadMode, named, spellings
from ascmove.calls.enhanced_units import SLOT, Units, units
from ascmove.calls.fields import braces, flag, plain, settle, whole
from ascmove.errors import BadArgument
from ascmove.formats.deq_value import WORD_MAX, DeqValue
from ascmove.formats.dtype import DType, dtype
from ascmove.formats.modes import ENHANCED_PAIRS
from ascmove.hardware import Product, Space
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Bytes

#: parameter words of one vector, one per column
WORDS = 16
_WORD_TYPES = ("uint64_t", "int64_t")
_HALF_TYPES = ("half", "uint16_t")


_plain = plain(
    block_mode=spellings(BlockMode),
    deq_scale=spellings(DeqScale),
    deq_value="word",
    sid_store_mode="whole",
    is_relu="flag",
    pad_mode=spellings(PadMode),
    pad_value="word",
    deq_tensor_addr="word or none",
)


@dataclass(frozen=True)
class DataCopyEnhancedParams:
    """Block shape and conversion of an enhanced copy; it acts from CO1 to CO2 on the Atlas inference AI Core only.

    ``block_mode``: MATRIX (16 x 16) or VECTOR (1 x 16). ``deq_scale``: quantisation mode. ``deq_value``: the 64-bit
    word of DEQ, DEQ8 and DEQ16, a number or a `DeqValue`. ``sid_store_mode``: 8-bit results go into the first (0) or
    second (1) half of every 32 B, or fill them (2). ``deq_tensor_addr``: byte of UB where the words of VDEQ, VDEQ8,
    VDEQ16 start; None is "not said", the device then reads from byte 0. ``pad_mode`` and ``pad_value`` are reserved.

    Modes are given as members or by their C++ names, with or without prefix. Raises BadArgument for other names and for
    words of more than 64 bits.

    Source: Enhanced Data Transfer, Table 3.

    >>> DataCopyEnhancedParams("MATRIX", "DEQ8", DeqValue(1.0, sign=1)).deq_value
    70369809530880
    """

    block_mode: BlockMode = BlockMode.NORMAL
    deq_scale: DeqScale = DeqScale.DEQ_NONE
    deq_value: int = 0
    sid_store_mode: int = 0
    is_relu: bool = False
    pad_mode: PadMode = PadMode.PAD_NONE
    pad_value: int = 0
    deq_tensor_addr: int | None = None

    def __init__(
        self,
        block_mode: BlockMode | str = BlockMode.NORMAL,
        deq_scale: DeqScale | str = DeqScale.DEQ_NONE,
        deq_value: int | DeqValue = 0,
        sid_store_mode: int = 0,
        is_relu: bool = False,
        pad_mode: PadMode | str = PadMode.PAD_NONE,
        pad_value: int = 0,
        deq_tensor_addr: int | None = None,
    ) -> None:
        fields = self.__dict__
        if _plain and _plain(
            fields, block_mode, deq_scale, deq_value, sid_store_mode, is_relu, pad_mode, pad_value, deq_tensor_addr
        ):
            return
        word = deq_value.pack() if isinstance(deq_value, DeqValue) else deq_value
        settle(
            self,
            block_mode=named("block_mode", block_mode, BlockMode),
            deq_scale=named("deq_scale", deq_scale, DeqScale),
            deq_value=_word("deq_value", word),
            sid_store_mode=whole("sid_store_mode", sid_store_mode),
            is_relu=flag("is_relu", is_relu),
            pad_mode=named("pad_mode", pad_mode, PadMode),
            pad_value=_word("pad_value", pad_value),
            deq_tensor_addr=None if deq_tensor_addr is None else _word("deq_tensor_addr", deq_tensor_addr),
        )

    @property
    def key(self) -> Hashable:
        """All fields as one value."""
        return tuple(self.__dict__.values())

    def integers(self) -> Iterator[tuple[str, int]]:
        """The numeric fields by name."""
        for name in ("deq_value", "sid_store_mode", "pad_value", "deq_tensor_addr"):
            value = getattr(self, name)
            if value is not None:
                yield f"enhanced.{name}", value

    def to_cpp(self) -> str:
        """C++ initialiser; deqTensorAddr is no constructor argument and is set behind it.

        >>> DataCopyEnhancedParams("VECTOR").to_cpp().split("{")[0]
        'AscendC::DataCopyEnhancedParams'
        """
        fields = (
            self.block_mode.cpp,
            self.deq_scale.cpp,
            f"{self.deq_value:#x}",
            self.sid_store_mode,
            self.is_relu,
            self.pad_mode.cpp,
            self.pad_value,
        )
        return "AscendC::DataCopyEnhancedParams" + braces(fields)


class EnhancedCall(Call):
    """One enhanced copy. ``deq_tensor`` holds the parameter words of a vector mode in UB, 16 for each burst.

    Raises BadArgument when the words do not lie in UB, have another type than the mode reads, or lie elsewhere than
    ``enhanced.deq_tensor_addr`` says.
    """

    family: ClassVar[Family] = "enhanced"

    def __init__(
        self,
        dst: Tensor,
        src: Tensor,
        params: DataCopyParams,
        enhanced: DataCopyEnhancedParams,
        deq_tensor: Tensor | None = None,
    ) -> None:
        super().__init__(dst, src)
        self.params = params
        self.enhanced = enhanced
        self.deq_tensor = deq_tensor
        if deq_tensor is not None:
            self._check_words(deq_tensor)

    def _check_words(self, words: Tensor) -> None:
        scale, said = self.enhanced.deq_scale, self.enhanced.deq_tensor_addr
        kinds = _HALF_TYPES if scale is DeqScale.VDEQ else _WORD_TYPES
        if words.space is not Space.UB:
            raise BadArgument(f"deq_tensor lies in {words.position}; parameter words are read from UB")
        if scale.vector and words.dtype.name not in kinds:
            raise BadArgument(f"deq_tensor holds {words.dtype}; {scale.name} reads {kinds[0]}")
        if said not in (None, words.address):
            raise BadArgument(
                f"deq_tensor starts at byte {words.address} of UB, deq_tensor_addr says {said}\ngive one of the two"
            )

    @property
    def params_key(self) -> Hashable:
        """Bursts, enhanced fields and the place of the parameter words."""
        return (self.params, self.enhanced, None if self.deq_tensor is None else self.deq_tensor.key)

    def integers(self) -> Iterator[tuple[str, int]]:
        """Fields of both structs."""
        yield from self.params.integers()
        yield from self.enhanced.integers()

    @property
    def geometry(self) -> DataCopyParams:
        """Bursts and gaps, in the units of the route."""
        return self.params

    @cached_property
    def acts(self) -> bool:
        """True where the enhanced parameters have an effect: CO1 to CO2 on the Atlas inference AI Core."""
        route = (self.src.position, self.dst.position)
        return route == ("CO1", "CO2") and self.product is Product.ATLAS_INFERENCE_AICORE

    @cached_property
    def units(self) -> Units:
        """What one block is, where the enhanced parameters act."""
        matrix = self.enhanced.block_mode is BlockMode.MATRIX
        return units(matrix, self.src.dtype, self.dst.dtype, self.enhanced.sid_store_mode)

    @cached_property
    def scale(self) -> DeqScale:
        """The quantisation mode that acts: one that has no such type pair is ignored by the library (rule ENH018)."""
        pair = (self.src.dtype.name, self.dst.dtype.name)
        asked = self.enhanced.deq_scale
        if pair not in ENHANCED_PAIRS[asked.name] and pair in ENHANCED_PAIRS["DEQ_NONE"]:
            return DeqScale.DEQ_NONE
        return asked

    @property
    def word_type(self) -> DType:
        """Element type of the parameter words of a vector mode."""
        return dtype("half" if self.enhanced.deq_scale is DeqScale.VDEQ else "uint64_t")

    @property
    def vector_bytes(self) -> int:
        """Bytes of one parameter vector; each burst reads the next one."""
        return WORDS * self.word_type.width

    @property
    def words_address(self) -> int:
        """Byte of UB where the parameter words start, as given; 0 when nothing is said."""
        if self.deq_tensor is not None:
            return self.deq_tensor.address
        return self.enhanced.deq_tensor_addr or 0

    @property
    def words_in_memory(self) -> bool:
        """True for the vector modes."""
        return self.acts and self.scale.vector

    def parameters(self) -> Bytes | None:
        """The parameter words of all bursts; the unit drops the low five bits of their address."""
        if not self.words_in_memory:
            return None
        if self.deq_tensor is not None and self.core.host:
            return self.deq_tensor.buffer()  # without a capacity every tensor has memory of its own
        start, nbytes = self.words_address // SLOT * SLOT, self.params.block_count * self.vector_bytes
        block, at = self.core.arena(Space.UB).window(start, nbytes)
        return block.data[at : at + nbytes]

    def to_cpp(self) -> str:
        """Both structs and the call."""
        fields = self.enhanced.to_cpp().removeprefix("AscendC::DataCopyEnhancedParams")
        lines = [
            "AscendC::DataCopyParams params" + self.params.to_cpp().removeprefix("AscendC::DataCopyParams") + ";",
            f"AscendC::DataCopyEnhancedParams enhancedParams{fields};",
        ]
        if self.deq_tensor is not None or self.enhanced.deq_tensor_addr is not None:
            lines.append(f"enhancedParams.deqTensorAddr = {self.words_address};")
        return "\n".join((*lines, f"AscendC::DataCopy({self.operands_cpp()}, params, enhancedParams);"))


def _word(name: str, value: object) -> int:
    """A number of at most 64 bits; negative ones are for rule TEN013 to judge."""
    number = whole(name, value)
    if number > WORD_MAX:
        raise BadArgument(f"{name} = {number} does not fit 64 bits\n{name} holds 0 to {WORD_MAX:#x}")
    return number
