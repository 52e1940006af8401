"""Call: one copy call as its caller wrote it. Rules look at it, moves lower it to a Plan."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from ascmove.hardware import Product
from ascmove.tensors import Tensor
from ascmove.tensors.arena import Bytes

if TYPE_CHECKING:
    from ascmove.core import Core

Family = Literal["enhanced", "nddma", "slice", "l0c2gm", "data_copy"]


class Call(ABC):
    """Destination, source and parameters of one call, on the core that issues it.

    Subclasses add their parameters and give ``params_key``, by which equal calls share one Plan and one verdict.
    """

    family: ClassVar[Family]

    def __init__(self, dst: Tensor, src: Tensor) -> None:
        self.dst = dst
        self.src = src
        # the core of the local side issues the call: several cores may share one global memory
        self.core: Core = (dst if dst.position != "GM" else src).core  # type: ignore[assignment]  # tensors know a Memory, users make a Core

    @property
    def product(self) -> Product:
        """The product that runs the call."""
        return self.core.product

    @property
    @abstractmethod
    def params_key(self) -> Hashable:
        """The parameters as one hashable value; equal keys mean equal bits everywhere."""

    @property
    def signature(self) -> Hashable:
        """Everything that the Plan and the rules depend on, apart from the content of memory."""
        core = self.core
        return (self.family, core.product, core.host, core.mode, self.dst.key, self.src.key, self.params_key)

    def operands(self) -> tuple[tuple[str, Tensor], ...]:
        """The tensors of the call with the names that messages use."""
        return (("src", self.src), ("dst", self.dst))

    def parameters(self) -> Bytes | None:
        """The bytes of the parameter operand (quantisation words) that the Plan counts from; None without one."""
        return None

    @property
    def words_in_memory(self) -> bool:
        """True when the call reads quantisation words from memory, so that what they say may change."""
        return False

    @abstractmethod
    def integers(self) -> Iterator[tuple[str, int]]:
        """Every unsigned integer field of the parameters, by the name the caller knows it under."""

    def describe(self) -> str:
        """The call in one line: what goes where."""
        return f"{_operand(self.src)} -> {_operand(self.dst)}"

    @abstractmethod
    def to_cpp(self) -> str:
        """The parameter structs and the call as a kernel would contain them."""

    def operands_cpp(self) -> str:
        """The tensor arguments in C++; a view is the tensor with its offset."""
        pairs = (("dst", self.dst), ("src", self.src))
        return ", ".join(f"{name}[{tensor.offset}]" if tensor.offset else name for name, tensor in pairs)


def _operand(tensor: Tensor) -> str:
    return f"{tensor.position}[{tensor.dtype}, {tensor.count if tensor.sized else '?'}]"
