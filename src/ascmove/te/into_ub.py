"""What the copy from L0C to UB asks beyond the rules, and its division between the UBs of two vector cores.

The catalogue of rules speaks of L0C to global memory. What it does not cover is refused here: BadArgument for what the
vendor's pages exclude, NotModelled for what they leave open.
"""

from __future__ import annotations

from dataclasses import dataclass

from ascmove.calls.l0c import L0cCall
from ascmove.calls.l0c_geometry import Geometry
from ascmove.calls.l0c_instructions import FixpipeInstruction
from ascmove.calls.l0c_params import DualDstMode
from ascmove.errors import BadArgument, NotModelled
from ascmove.findings.wording import several
from ascmove.moves.transfer import Transfer
from ascmove.te.atom import CopyAtom, CopyL0C2UB
from ascmove.te.tensor import Tensor


@dataclass(frozen=True)
class DualTransfer:
    """A dual-destination copy: the Transfer into each of the two UBs."""

    halves: tuple[Transfer, Transfer]

    @property
    def instructions(self) -> tuple[FixpipeInstruction, ...]:
        """The machine instructions; each passes the full sizes and the hardware halves them."""
        found: tuple[FixpipeInstruction, ...] = self.halves[0].instructions
        return found

    @property
    def bytes_written(self) -> int:
        """Bytes written into both UBs."""
        return sum(half.bytes_written for half in self.halves)


def check_operands(atom: CopyAtom, operands: tuple[tuple[str, object], ...]) -> None:
    """Refuse what is no atom or no Tensor API tensor."""
    if not isinstance(atom, CopyAtom):
        raise BadArgument(f"the first argument is the atom made by make_copy, not a {type(atom).__name__}")
    for name, operand in operands:
        if not isinstance(operand, Tensor):
            raise BadArgument(
                f"{name} is a {type(operand).__name__}; make_tensor(pointer, layout) makes a Tensor API tensor"
            )


def check_into_ub(atom: CopyAtom, dst: Tensor, dual: bool = False) -> None:
    """What a copy to UB cannot do, whatever the layouts are."""
    divided = _control(atom) is not DualDstMode.DUAL_DST_DISABLE
    if divided and not dual:
        raise BadArgument(
            f"{_control(atom).name} writes into the UBs of two vector cores; pass dst as a pair of tensors (ub0, ub1)"
        )
    if dual and not divided:
        raise BadArgument("dst is a pair of tensors; choose DUAL_DST_SPLIT_M or DUAL_DST_SPLIT_N in CopyL0C2UBTrait")
    if atom.trait.enable_channel_split:
        raise NotModelled(
            "channel split into UB is not supported on ascend-950\ncopy without it, or split on the way to GM"
        )


def dual_calls(atom: CopyAtom, dst: tuple[Tensor, ...], src: Tensor, quant: object) -> tuple[L0cCall, L0cCall]:
    """The two calls of a dual-destination copy. Raises BadArgument or NotModelled where there is no such copy."""
    if len(dst) != 2:
        raise BadArgument(
            f"dst holds {several(len(dst), 'tensor')}; a dual-destination copy takes two, one for each vector core"
        )
    first, second = dst
    check_operands(atom, (("dst[0]", first), ("dst[1]", second), ("src", src)))
    if not isinstance(atom.operation, CopyL0C2UB):
        raise BadArgument("only CopyL0C2UB has two destinations; CopyL0C2GM takes one tensor")
    check_into_ub(atom, first, dual=True)
    _check_pair(first, second)
    if quant is not None or atom.trait.enable_relu or first.dtype is not src.dtype:
        raise BadArgument(
            "a dual-destination copy neither quantises, converts nor applies ReLU\n"
            f"src holds {src.dtype}, dst {first.dtype}, quant {'given' if quant is not None else 'none'}, "
            f"enable_relu {atom.trait.enable_relu}\n"
            "keep the type and convert in the vector cores"
        )
    calls = (_half(atom, first, src, 0), _half(atom, second, src, 1))
    geometry = calls[0].geometry
    if geometry is not None:
        _check_division(_control(atom), geometry)
    return calls


def _half(atom: CopyAtom, dst: Tensor, src: Tensor, sub_block: int) -> L0cCall:
    return L0cCall(dst.operand, src.operand, None, atom.trait, atom.params, to_ub=True, sub_block=sub_block)


def _control(atom: CopyAtom) -> DualDstMode:
    return getattr(atom.trait, "dual_dst_ctl", DualDstMode.DUAL_DST_DISABLE)


def _check_pair(first: Tensor, second: Tensor) -> None:
    if first.memory.core is second.memory.core:
        raise BadArgument("both tensors lie in the UB of one core; the halves go to two cores, each a Core of its own")
    if first.operand.address != second.operand.address:
        raise BadArgument(
            f"the tensors start at bytes {first.operand.address} and {second.operand.address} of their UBs\n"
            "one instruction writes both halves at the same address; give both tensors the same"
        )
    if first.operand.key != second.operand.key or first.dtype is not second.dtype:
        raise BadArgument(f"the tensors differ: {first!r} and {second!r}; both are declared with the full shape")


def _check_division(control: DualDstMode, geometry: Geometry) -> None:
    if geometry.walk == "DN":
        raise NotModelled("a dual-destination copy into DN is not documented\nuse an ND or NZ destination")
    if geometry.src_batches is not None:
        raise NotModelled("a dual-destination copy of a batch is not documented\nslice one matrix at a time")
    if control is DualDstMode.DUAL_DST_SPLIT_M and geometry.m_size % 2:
        raise BadArgument(
            f"SPLIT_M halves {several(geometry.m_size, 'row')}\nthe rows have to be even: {geometry.m_size - 1} or "
            f"{geometry.m_size + 1}"
        )
    if control is DualDstMode.DUAL_DST_SPLIT_N and geometry.n_size % 32:
        below = geometry.n_size // 32 * 32
        raise BadArgument(
            f"SPLIT_N halves {several(geometry.n_size, 'column')}\nthe columns have to be a multiple of 32: "
            f"{f'{below} or ' if below else ''}{below + 32}"
        )
