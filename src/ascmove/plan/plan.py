"""The Plan of a call: its Steps, the element types they count in, and everything that can be said about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property

from ascmove.findings.shown import Shown
from ascmove.formats.dtype import DType
from ascmove.plan import text
from ascmove.plan.coalesce import coalesced, normal_form, self_overlapping
from ascmove.plan.extent import Extent, step_extent
from ascmove.plan.step import Role, Step


@dataclass(frozen=True, eq=False)
class Plan(Shown):
    """A short tuple of Steps, executed in order. Plain data: frozen, hashable, printable, cacheable.

    Offsets count from the start of each operand in elements of ``src_type``, ``dst_type`` and ``quant_type``
    (the parameter words of a conversion, where there are any). Two plans are equal when they move the same
    bytes: they compare by their normal form.
    """

    steps: tuple[Step, ...]
    src_type: DType
    dst_type: DType
    quant_type: DType | None = None
    loops: tuple[str, ...] = field(default=(), repr=False)  # names of the loops of the first Step, for texts
    hidden: int = 0  # elements of fills that a later Step writes over: one write on the device, so counted once

    @cached_property
    def normal(self) -> tuple[Step, ...]:
        """Steps in normal form (plain moves counted in bytes), see `plan.coalesce`."""
        return tuple(normal_form(s, self.src_type.width, self.dst_type.width) for s in self.steps)

    @cached_property
    def executable(self) -> tuple[Step, ...]:
        """Steps for an engine: coalesced, loops in the order of the call."""
        return tuple(coalesced(s) for s in self.steps)

    @cached_property
    def compiled(self) -> dict[str, object]:
        """Forms of this Plan that engines have made for themselves, by engine; not part of its value."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        # what is cached is made again where it is needed; a compiled form cannot travel
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @cached_property
    def _identity(self) -> tuple[object, ...]:
        # A plain move or a fill does not care what the bytes mean, a conversion does.
        converts = any(s.convert for s in self.steps)
        types = (self.src_type, self.dst_type) if converts else (self.dst_type.width if self._fills else 0,)
        return (self.normal, types)

    @property
    def _fills(self) -> bool:
        return any(s.fill is not None for s in self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @cached_property
    def src_extent(self) -> Extent:
        """Bytes read, from the start of the source tensor."""
        return step_extent(self.steps, "src").scaled(self.src_type.width)

    @cached_property
    def dst_extent(self) -> Extent:
        """Bytes written (first to last), from the start of the destination tensor."""
        return step_extent(self.steps, "dst").scaled(self.dst_type.width)

    @cached_property
    def quant_extent(self) -> Extent:
        """Bytes of parameter words read, from the start of the parameter operand."""
        return step_extent(self.steps, "quant").scaled(self.quant_type.width if self.quant_type else 1)

    @cached_property
    def elements_written(self) -> int:
        """Elements written, pads included."""
        return sum(s.elements for s in self.steps) - self.hidden

    @cached_property
    def elements_read(self) -> int:
        """Elements read; an element that is broadcast counts each time."""
        return sum(s.elements for s in self.steps if s.src is not None)

    @property
    def bytes_written(self) -> int:
        """Bytes written, pads included."""
        return self.elements_written * self.dst_type.width

    @property
    def bytes_read(self) -> int:
        """Bytes read; an element that is broadcast counts each time."""
        return self.elements_read * self.src_type.width

    @property
    def bytes_padded(self) -> int:
        """Bytes written as padding."""
        return (sum(s.elements for s in self.steps if s.role is Role.PAD) - self.hidden) * self.dst_type.width

    def bursts(self) -> Iterator[tuple[int, int]]:
        """(count, bytes) of the contiguous destination runs, one pair per Step."""
        for step in self.executable:
            dense = step.dst.strides[0] == 1
            length = step.shape[0] if dense else 1
            yield step.elements // length, length * self.dst_type.width

    @cached_property
    def burst_count(self) -> int:
        """How many contiguous runs the destination receives."""
        return sum(count for count, _ in self.bursts())

    @cached_property
    def self_overlapping(self) -> bool:
        """True when two turns of one Step may write the same element."""
        return any(self_overlapping(s) for s in self.steps)

    def loop_nest(self) -> str:
        """The Plan as nested loops in words, outermost first."""
        return text.loop_nest(self)

    def to_cpp(self) -> str:
        """The Steps as C++ aggregate initialisers: shape, source strides, destination strides, offsets."""
        return text.initialisers(self)

    def __str__(self) -> str:
        return self.loop_nest()
