"""What a derivation gives: the calls, ready to be looked at, printed and run."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import indent
from typing import Any

from ascmove.calls import BasicCall, Call, L0cCall, NdDmaCall, SliceCall
from ascmove.derive.words import on
from ascmove.errors import BadArgument
from ascmove.findings import Finding
from ascmove.findings.wording import several
from ascmove.moves.transfer import Transfer, perform, verdict_of
from ascmove.tensors import Tensor

#: per kind of call: the attributes that the Python call takes behind dst and src, in order
_ARGUMENTS: dict[type[Call], tuple[str, ...]] = {
    NdDmaCall: ("params", "config"),
    SliceCall: ("dst_slice_info", "src_slice_info", "dim_value"),
    BasicCall: ("params",),
    L0cCall: ("dst_layout", "src_layout"),
}
_KNOWN = frozenset(name for names in _ARGUMENTS.values() for name in names) | {"quant_layout"}


@dataclass(frozen=True)
class Derivation:
    """The fewest calls found, in order; mostly one.

    A single call unpacks into what `data_copy` takes behind ``dst`` and ``src``, and has the same as attributes:
    ``params`` and ``config`` (NDDMA), ``dst_slice_info``, ``src_slice_info``, ``dim_value`` (slice), ``params`` (plain
    copy), ``dst_layout`` and ``src_layout`` (L0C to GM; ``quant_layout`` where words lie in a tensor). Tensors begin
    ``src_offset`` and ``dst_offset`` elements behind the start of the arrays::

        found = am.derive.nddma(x[::2], y)
        am.data_copy(local[found.dst_offset:], glob[found.src_offset:], *found)
    """

    calls: tuple[Call, ...]

    @property
    def call(self) -> Call:
        """The single call. Raises BadArgument when it takes several."""
        if len(self.calls) != 1:
            raise BadArgument(f"one call cannot do it, {len(self.calls)} can; they stand in .calls")
        return self.calls[0]

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What the single call takes behind dst and src."""
        call = self.call
        return tuple(_argument(call, name) for name in _ARGUMENTS[type(call)])

    def __iter__(self) -> Iterator[Any]:
        return iter(self.arguments)

    def __getattr__(self, name: str) -> Any:
        if name not in _KNOWN:
            raise AttributeError(f"a Derivation has no attribute {name!r}")
        return _argument(self.call, name)

    @property
    def src_offset(self) -> int:
        """First element of the single call's source tensor, from the start of the array."""
        return self.call.src.offset

    @property
    def dst_offset(self) -> int:
        """First element of the single call's destination tensor, from the start of the array."""
        return self.call.dst.offset

    @property
    def findings(self) -> list[Finding]:
        """Warnings and notes of all calls; errors there are none."""
        return [finding for call in self.calls for finding in verdict_of(call).findings]

    def to_cpp(self) -> str:
        """The calls as a kernel would contain them; several each in a block of its own, since their names are the same.

        A trait of the Tensor API comes first, with an empty line behind it: it stands outside of the function.
        """
        if len(self.calls) == 1:
            return self.calls[0].to_cpp()
        parts = [call.to_cpp().rpartition("\n\n") for call in self.calls]
        outside = dict.fromkeys(before for before, _, _ in parts if before)
        blocks = ["\n".join(("{", indent(inside, "    "), "}")) for _, _, inside in parts]
        return "\n\n".join((*outside, "\n".join(blocks)))

    def run(self, dst: Tensor, src: Tensor) -> list[Transfer]:
        """Perform the calls on tensors that hold the arrays. Raises what the calls raise."""
        for name, given, meant in (("dst", dst, self.calls[0].dst), ("src", src, self.calls[0].src)):
            if given.dtype is not meant.dtype:
                raise BadArgument(f"{name} holds {given.dtype}, the views {meant.dtype}")
        return [perform(rebound(call, dst, src)) for call in self.calls]

    def __str__(self) -> str:
        return self.to_cpp()

    def __repr__(self) -> str:
        what = self.calls[0].describe()
        return f"<Derivation of {several(len(self.calls), self.calls[0].family + ' call')}, {what}>"


def rebound(call: Call, dst: Tensor, src: Tensor) -> Call:
    """The same call on other tensors, at the same offsets from their starts."""
    made = copy(call)
    kind = type(call)
    for name in list(vars(made)):
        if isinstance(getattr(kind, name, None), cached_property):
            del made.__dict__[name]
    made.dst = dst[call.dst.offset :] if call.dst.offset else dst
    made.src = src[call.src.offset :] if call.src.offset else src
    made.core = (made.dst if made.dst.position != "GM" else made.src).core  # type: ignore[assignment]
    if isinstance(made, L0cCall):
        made.dst_operand = replace(made.dst_operand, tensor=made.dst)
        made.src_operand = replace(made.src_operand, tensor=made.src)
        if made.quant_operand is not None:
            made.quant = on(made.core, made.quant_operand)
    return made


def _argument(call: Call, name: str) -> Any:
    if isinstance(call, L0cCall) and name in ("dst_layout", "src_layout", "quant_layout"):
        operand = {"dst_layout": call.dst_operand, "src_layout": call.src_operand}.get(name, call.quant_operand)
        return None if operand is None else operand.layout
    found = getattr(call, name, None)
    if found is None:
        raise AttributeError(f"a {call.family} call has no {name}")
    return found
