"""`copy` and its companions: check, plan and run a Tensor API copy out of L0C."""

from __future__ import annotations

from typing import overload

import numpy as np

from ascmove.calls.fields import whole
from ascmove.calls.l0c import L0cCall
from ascmove.errors import BadArgument
from ascmove.findings import Finding
from ascmove.formats.deq_value import DeqValue, check_word
from ascmove.moves.transfer import Transfer, diagnose_call, perform, plan_call
from ascmove.plan import Plan
from ascmove.te.atom import CopyAtom, CopyL0C2UB
from ascmove.te.into_ub import DualTransfer, check_into_ub, check_operands, dual_calls
from ascmove.te.tensor import Tensor
from ascmove.tensors import Tensor as Memory

Pair = tuple[Tensor, Tensor]


def u64(value: object) -> np.uint64:
    """A quantisation word: an unsigned 64-bit number. A `DeqValue` is packed. Raises BadArgument for anything else.

    >>> hex(u64(0x3F800000)), hex(u64(DeqValue(0.5, sign=1)))
    ('0x3f800000', '0x40003f000000')
    """
    if isinstance(value, DeqValue):
        value = value.pack()
    word: np.uint64 = np.uint64(check_word(whole("a quantisation word", value)))
    return word


@overload
def copy(atom: CopyAtom, dst: Tensor, src: Tensor, quant: object = None) -> Transfer: ...
@overload
def copy(atom: CopyAtom, dst: Pair, src: Tensor, quant: object = None) -> DualTransfer: ...


def copy(atom: CopyAtom, dst: Tensor | Pair, src: Tensor, quant: object = None) -> Transfer | DualTransfer:
    """Copy matrices out of L0C and return the Transfer, whose ``instructions`` are the machine-level parameters.

    ``quant``: None, a word (`u64` or ``numpy.uint64``; a plain int is refused, as rule L0C013 explains), or a tensor of
    words in L1, one for each column, ``(1, n)`` or ``(batch, 1, n)``. With a dual-destination atom ``dst`` is the pair
    of tensors in the UBs of two vector cores, and the result a `DualTransfer`.

    Raises RuleViolation with all findings when a rule is broken (dst is untouched then), BadArgument for arguments of
    another kind, NotModelled for what is not modelled.

    >>> import numpy as np
    >>> from ascmove import Core, te
    >>> core = Core("ascend-950")
    >>> acc = te.from_numpy(np.eye(20, 28, dtype=np.float32), te.make_frame_layout("NZ", 20, 28), core=core)
    >>> out = core.global_tensor(np.zeros((20, 28), np.float16))
    >>> gm = te.make_tensor(te.make_mem_ptr(out), te.make_frame_layout("NDExt", 20, 28))
    >>> done = te.copy(te.make_copy(te.CopyL0C2GM()), gm, acc)
    >>> done.instructions[0].n_size, done.instructions[0].quant_mode, float(gm.to_matrix().trace())
    (28, 'F322F16', 20.0)
    """
    if isinstance(dst, (tuple, list)):
        calls = dual_calls(atom, tuple(dst), src, quant)
        for call in calls:
            plan_call(call)  # both halves are judged before either is written
        return DualTransfer((perform(calls[0]), perform(calls[1])))
    return perform(make_call(atom, dst, src, quant))


def plan(atom: CopyAtom, dst: Tensor, src: Tensor, quant: object = None) -> Plan:
    """The Plan of a copy with the same arguments; nothing moves. Raises RuleViolation like the copy would."""
    return plan_call(make_call(atom, dst, src, quant))


def diagnose(atom: CopyAtom, dst: Tensor | Pair, src: Tensor, quant: object = None) -> list[Finding]:
    """All findings of a copy with the same arguments; nothing moves, no broken rule raises.

    In a dual-destination copy those of the first half, then what only the second has.
    """
    if not isinstance(dst, (tuple, list)):
        return diagnose_call(make_call(atom, dst, src, quant))
    first, second = (diagnose_call(call) for call in dual_calls(atom, tuple(dst), src, quant))
    codes = {finding.code for finding in first}
    return [*first, *(finding for finding in second if finding.code not in codes)]


def make_call(atom: CopyAtom, dst: Tensor, src: Tensor, quant: object = None) -> L0cCall:
    """The Call that these arguments mean; it can be judged, planned and performed like every other."""
    check_operands(atom, (("dst", dst), ("src", src)))
    to_ub = isinstance(atom.operation, CopyL0C2UB)
    if to_ub:
        check_into_ub(atom, dst)
    if isinstance(quant, Memory):
        raise BadArgument(
            f"quant is a {type(quant).__name__}; use make_tensor(quant, make_frame_layout(NDExtLayoutPtn, 1, n))"
        )
    words = quant.operand if isinstance(quant, Tensor) else quant
    return L0cCall(dst.operand, src.operand, words, atom.trait, atom.params, to_ub=to_ub)
