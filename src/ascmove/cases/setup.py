"""From a case to a Call: tensors declared on a fresh core, their content loaded only when somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ascmove.calls import Call
from ascmove.cases.placement import Taken, first_free
from ascmove.cases.tensor import TensorSpec, check_size
from ascmove.core import Core
from ascmove.errors import CaseError
from ascmove.findings import Finding
from ascmove.findings.wording import several
from ascmove.hardware import Space, space_of
from ascmove.moves.transfer import diagnose_call, verdict_of
from ascmove.plan import Plan
from ascmove.rules.check import with_content
from ascmove.tensors import POISON, Tensor

Array = np.ndarray[Any, Any]
#: bytes that no tensor without an address may take, per memory
Reserved = Mapping[Space | None, Taken]


@dataclass(frozen=True)
class Operand:
    """One tensor of a case: its name there, what the case says about it, and the whole tensor (not its view)."""

    name: str
    spec: TensorSpec
    tensor: Tensor

    @property
    def view(self) -> Tensor:
        """What the call sees: the tensor, or its tail from ``offset`` on."""
        return self.tensor[self.spec.offset :] if self.spec.offset else self.tensor

    @property
    def fits(self) -> bool:
        """True when the memory can hold the tensor where it lies."""
        capacity = self.tensor.core.arena(self.tensor.space).capacity
        return capacity is None or self.tensor.address + self.tensor.nbytes <= capacity

    @property
    def is_global(self) -> bool:
        """True in global memory."""
        return self.tensor.space is Space.GM

    def load(self, base: Path) -> None:
        """Put the content of the case into the memory."""
        bits = self.spec.bits(self.name, self.tensor.count, base)
        if bits is None:
            return
        if self.is_global:
            self.tensor.buffer()[: bits.nbytes] = np.ascontiguousarray(bits).view(np.uint8)
        else:
            self.tensor.view(0, bits.size).write(bits.view(self.tensor.dtype.carrier))  # type: ignore[attr-defined]
            states = self.tensor.states()
            if self.spec.rows is not None and states is not None:
                states[: bits.nbytes] = self.spec.rows.states(bits.size, self.tensor.dtype.width)

    def check_held(self, base: Path, plan: Plan | None) -> None:
        """CaseError for a data file that ends before what the call reads does."""
        held, count = self.spec.held(base), self.tensor.count
        if held is None or held >= count:
            return
        read = None if plan is None else plan.src_extent.stop + self.spec.offset * self.tensor.dtype.width
        if self.name != "src" or read is None or read > held * self.tensor.dtype.width:
            raise CaseError(f"{self.name}: data hold {several(held, 'element')}, {self.name} has {count}")

    def initial(self, base: Path) -> Array:
        """The content before any call, flat, in the carrier type; what a fresh memory holds where nothing is said."""
        check_size(self.name, self.tensor.count, self.tensor.dtype)
        bits = self.spec.bits(self.name, self.tensor.count, base)
        if bits is None:
            empty = 0 if self.is_global else POISON
            bits = np.full(self.tensor.nbytes, empty, np.uint8).view(self.tensor.dtype.bits)
        return bits.view(self.tensor.dtype.carrier)


@dataclass(frozen=True)
class Setup:
    """A case made ready: the Call, its operands, the folder of its data files."""

    call: Call
    operands: tuple[Operand, ...]
    base: Path

    @property
    def dst(self) -> Operand:
        """The destination."""
        return next(operand for operand in self.operands if operand.name == "dst")

    def diagnose(self, *, mend: bool = True) -> list[Finding]:
        """All findings, worst first. Local tensors and parameters are loaded, global memory is not looked at.

        ``mend=False``: without what mends them.
        """
        plan = verdict_of(self.call).plan
        for operand in self.operands:
            operand.check_held(self.base, plan)
        for operand in self.operands:
            host_local = not operand.is_global and operand.tensor.core.host
            if host_local or (operand.name not in ("src", "dst") and operand.is_global):
                check_size(operand.name, operand.tensor.count, operand.tensor.dtype)
            if operand.fits and not (operand.is_global and operand.name in ("src", "dst")):
                operand.load(self.base)
        return diagnose_call(self.call) if mend else list(with_content(self.call, verdict_of(self.call)))

    def load_global(self) -> None:
        """Load what `diagnose` left out. Raises CaseError for tensors that are too large."""
        for operand in self.operands:
            check_size(operand.name, operand.tensor.count, operand.tensor.dtype)
        for operand in self.operands:
            if operand.is_global:
                operand.load(self.base)


def make_setup(
    core: Core,
    specs: Sequence[tuple[str, TensorSpec]],
    base: Path,
    build: Callable[[dict[str, Tensor]], Call],
    reserved: Reserved,
) -> Setup:
    """Declare the tensors, those with an address first, and build the Call on their views."""
    sizes = {name: spec.elements(name, base) for name, spec in specs}
    taken: dict[Space | None, Taken] = {space: list(runs) for space, runs in reserved.items()}
    placed = sorted(specs, key=lambda item: item[1].address is None)
    made = {name: _declare(core, name, spec, sizes[name], taken) for name, spec in placed}
    operands = tuple(made[name] for name, _ in specs)
    return Setup(build({operand.name: operand.view for operand in operands}), operands, base)


def _declare(core: Core, name: str, spec: TensorSpec, count: int, taken: dict[Space | None, Taken]) -> Operand:
    space = space_of(core.product, spec.position)
    runs = taken.setdefault(space, [])
    nbytes = count * spec.dtype.width
    address = spec.address
    if address is None:
        address = first_free(nbytes, runs, space, core.arena(space).capacity)
    runs.append((address, address + nbytes))
    shape = None if spec.shape_info is None else tuple(spec.shape_info)
    if space is Space.GM:
        return Operand(name, spec, core.declare_global(spec.dtype, count, address, shape, spec.position))
    return Operand(name, spec, core.declare_local(spec.position, spec.dtype, count, address, shape))
