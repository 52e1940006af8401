"""The Tensor API copy out of L0C: `Copy(atom, dst, src[, quant])` with CopyL0C2GM or CopyL0C2UB."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import ClassVar

import numpy as np

from ascmove.calls import l0c_cpp
from ascmove.calls.call import Call, Family
from ascmove.calls.l0c_geometry import ROW, Geometry, column_stride, geometry_of
from ascmove.calls.l0c_instructions import FixpipeInstruction, emit
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.calls.l0c_params import CopyL0C2GMTrait, CopyL0C2UBTrait, DualDstMode, FixpipeParams
from ascmove.formats.conversion import Conversion
from ascmove.formats.modes import FIXPIPE_MODES, Quant, fixpipe_conversion
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Bytes


class L0cCall(Call):
    """One copy out of L0C.

    ``dst`` and ``src`` of the Call are the whole tensors; where the matrices lie in them is a parameter, held by
    ``dst_operand`` and ``src_operand``. ``quant`` is None, a ``numpy.uint64`` word, an operand of words, or whatever
    else the caller passed, which rule L0C013 refuses. ``sub_block`` numbers the half that this call writes of a
    dual-destination copy.
    """

    family: ClassVar[Family] = "l0c2gm"

    def __init__(
        self,
        dst: L0cOperand,
        src: L0cOperand,
        quant: object = None,
        trait: CopyL0C2GMTrait | None = None,
        params: FixpipeParams | None = None,
        *,
        to_ub: bool = False,
        sub_block: int | None = None,
    ) -> None:
        super().__init__(dst.tensor, src.tensor)
        self.core = src.tensor.core  # type: ignore[assignment]  # the drain unit belongs to the cube core
        self.dst_operand = dst
        self.src_operand = src
        self.quant = quant
        self.trait = CopyL0C2GMTrait() if trait is None else trait
        self.params = FixpipeParams() if params is None else params
        self.to_ub = to_ub
        self.sub_block = sub_block

    @property
    def quant_kind(self) -> Quant:
        """How the call form quantises: by nothing, a scalar (also one of a wrong type), or a tensor."""
        if self.quant is None:
            return "none"
        return "tensor" if isinstance(self.quant, L0cOperand) else "scalar"

    @property
    def quant_operand(self) -> L0cOperand | None:
        """The tensor of words; None without one."""
        return self.quant if isinstance(self.quant, L0cOperand) else None

    @property
    def word(self) -> int | None:
        """The scalar word; None without one, and for a value that is no unsigned 64-bit word."""
        return int(self.quant) if isinstance(self.quant, np.uint64) else None

    @property
    def dual_dst_ctl(self) -> DualDstMode:
        """How the matrix is divided between two UBs."""
        return self.trait.dual_dst_ctl if isinstance(self.trait, CopyL0C2UBTrait) else DualDstMode.DUAL_DST_DISABLE

    @property
    def has_mode(self) -> bool:
        """True when this pair of types has the call form that was used."""
        plain, scaled = FIXPIPE_MODES.get((self.src.dtype.name, self.dst.dtype.name), (None, None))
        return (plain if self.quant_kind == "none" else scaled) is not None

    @cached_property
    def conversion(self) -> Conversion | None:
        """What happens to an element; None for a plain copy of bits. Defined where the types have a mode."""
        return self._fixpipe[1]

    @property
    def mode(self) -> str:
        """The vendor's name of the quantisation mode."""
        return self._fixpipe[0]

    @cached_property
    def _fixpipe(self) -> tuple[str, Conversion | None]:
        # Rule L0C007 refuses HYBRID for every other destination.
        hybrid = self.trait.round_mode.name == "HYBRID" and self.dst.dtype.name == "hifloat8_t"
        return fixpipe_conversion(
            self.src.dtype,
            self.dst.dtype,
            quant=self.quant_kind,
            word=self.word or 0,
            relu=self.trait.enable_relu,
            hybrid=hybrid,
        )

    @cached_property
    def geometry(self) -> Geometry | None:
        """Sizes and strides of one matrix; None where the layouts are broken."""
        return geometry_of(self.dst_operand, self.src_operand)

    @cached_property
    def instructions(self) -> tuple[FixpipeInstruction, ...]:
        """The machine instructions; empty where the layouts are broken."""
        return () if self.geometry is None else tuple(emit(self, self.geometry))

    def place_text(self, element: int) -> str:
        """Which element of the matrices an element of the source tensor is: batch, row and column."""
        matrix, batch = self.src_operand.matrix, 0
        rest = element - self.src_operand.offset
        if self.src_operand.batch_stride:
            batch, rest = divmod(rest, self.src_operand.batch_stride)
        block, rest = divmod(rest, column_stride(matrix))
        row, column = divmod(rest, ROW)
        text = f"row {row}, column {block * ROW + column}"
        return text if self.src_operand.batches is None else f"batch {batch}, {text}"

    @property
    def params_key(self) -> Hashable:
        """The parameters as one hashable value."""
        quant: Hashable = self.word
        operand = self.quant_operand
        if operand is not None:
            quant = (operand.tensor.key, operand.key)
        elif self.quant is not None and self.word is None:
            quant = (type(self.quant).__name__, repr(self.quant))
        where = (self.to_ub, self.sub_block, self.trait, self.params)
        return (self.dst_operand.key, self.src_operand.key, quant, where)

    def operands(self) -> tuple[tuple[str, Tensor], ...]:
        """The tensors of the call, that of the words included."""
        pairs = super().operands()
        operand = self.quant_operand
        return pairs if operand is None else (*pairs, ("quant", operand.tensor))

    @property
    def layouts(self) -> tuple[tuple[str, L0cOperand], ...]:
        """The operands as they are laid out, by the names that messages use."""
        pairs = (("src", self.src_operand), ("dst", self.dst_operand))
        operand = self.quant_operand
        return pairs if operand is None else (*pairs, ("quant", operand))

    @property
    def words_in_memory(self) -> bool:
        """True with a tensor of words."""
        return self.quant_operand is not None

    def parameters(self) -> Bytes | None:
        """The bytes of the tensor of words; None without one."""
        operand = self.quant_operand
        return None if operand is None else operand.tensor.buffer()

    def integers(self) -> Iterator[tuple[str, int]]:
        """The unit flag; a scalar word has a rule of its own (L0C013)."""
        yield "unit_flag", self.params.unit_flag

    def describe(self) -> str:
        """The call in one line: what goes where."""
        return f"{self.src_operand.describe()} -> {self.dst_operand.describe()}"

    def to_cpp(self) -> str:
        """Tensors, atom and Copy in C++."""
        return l0c_cpp.copy_text(self)
