"""Copy atoms: which copy, with which trait and run-time parameters."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ascmove.calls.l0c_params import CopyL0C2GMTrait, CopyL0C2UBTrait, FixpipeParams
from ascmove.errors import BadArgument


@dataclass(frozen=True)
class CopyL0C2GM:
    """The copy from L0C to global memory."""


@dataclass(frozen=True)
class CopyL0C2UB:
    """The copy from L0C to UB."""


@dataclass(frozen=True)
class CopyAtom:
    """A copy with everything chosen but the tensors. ``atom.with_(params)`` binds run-time parameters."""

    operation: CopyL0C2GM | CopyL0C2UB
    trait: CopyL0C2GMTrait
    params: FixpipeParams = field(default_factory=FixpipeParams)

    def with_(self, params: FixpipeParams) -> CopyAtom:
        """The same atom with these parameters. Raises BadArgument for anything but FixpipeParams."""
        if not isinstance(params, FixpipeParams):
            raise BadArgument(f"with_ takes FixpipeParams, not {params!r}; write FixpipeParams(unit_flag=...)")
        return replace(self, params=params)


def make_copy(operation: CopyL0C2GM | CopyL0C2UB, trait: CopyL0C2GMTrait | None = None) -> CopyAtom:
    """The atom of a copy with a trait; without one the default trait. Raises BadArgument for a trait of another copy.

    >>> make_copy(CopyL0C2GM(), CopyL0C2GMTrait(enable_relu=True)).with_(FixpipeParams(unit_flag=3)).params
    FixpipeParams(unit_flag=3, sub_block_id=False)
    """
    if isinstance(operation, type) or not isinstance(operation, (CopyL0C2GM, CopyL0C2UB)):
        raise BadArgument(f"make_copy takes CopyL0C2GM() or CopyL0C2UB(), not {operation!r}")
    kind = CopyL0C2UBTrait if isinstance(operation, CopyL0C2UB) else CopyL0C2GMTrait
    if trait is None:
        trait = kind()
    if type(trait) is not kind:
        raise BadArgument(f"{type(operation).__name__} takes {kind.__name__}, not {type(trait).__name__}")
    return CopyAtom(operation, trait)
