"""Mistakes in several numbers at once: two in each other's place, or one misunderstanding in all of a role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ascmove.doctor.field import Field
from ascmove.doctor.kinds import Changes, Kind, Mistake

_SWAPPABLE = ("gap", "stride", "length", "left", "right", "skip", "shape")
#: roles in which one misunderstanding goes through all numbers
_COMMON = ("stride", "gap", "skip", "length", "extent", "left", "right", "end", "start")


def swaps(fields: Sequence[Field]) -> Iterator[Mistake]:
    """Two numbers in each other's place: of two loops, of the two sides, of the two ends; whole arrays too."""
    for a, b in combinations(fields, 2):
        same = a.role == b.role and a.role in _SWAPPABLE and (a.slot == b.slot or a.side == b.side)
        ends = a.slot == b.slot and {a.role, b.role} == {"left", "right"}
        axes = a.side == b.side and {a.role, b.role} == {"gap", "skip"}
        counted = {a.role, b.role} == {"count", "length"}
        if (same or ends or axes or counted) and a.value != b.value:
            changes = ((a.name, b.value), (b.name, a.value))
            yield Mistake(Kind.SWAPPED, changes, f"{a.name} and {b.name} swapped", int(counted or axes))
    for role in ("stride", "length", "left", "right"):
        yield from _whole_arrays([f for f in fields if f.role == role])
    pads = [[f for f in fields if f.role == role] for role in ("left", "right")]
    yield from _exchanged("pads before and behind swapped in all loops", *pads)


def _whole_arrays(fields: Sequence[Field]) -> Iterator[Mistake]:
    for side in dict.fromkeys(f.side for f in fields):
        own = [f for f in fields if f.side == side]
        if len(own) > 2 and (changes := _moved(own, own[::-1])):
            yield Mistake(Kind.SWAPPED, changes, f"{own[0].name.split('[')[0]} in reverse order, outermost loop first")
    src, dst = ([f for f in fields if f.side == side] for side in ("src", "dst"))
    yield from _exchanged("all strides of the source and of the destination swapped", src, dst)


def _exchanged(why: str, some: Sequence[Field], others: Sequence[Field]) -> Iterator[Mistake]:
    if len(some) == len(others) > 1 and (changes := _moved(some, others) + _moved(others, some)):
        yield Mistake(Kind.SWAPPED, changes, why)


def _moved(fields: Sequence[Field], others: Sequence[Field]) -> Changes:
    return tuple((f.name, g.value) for f, g in zip(fields, others, strict=True) if f.value != g.value)


def together(fields: Sequence[Field], own: Mapping[str, Sequence[Mistake]]) -> Iterator[Mistake]:
    """The same mistake in every number of a role: on one side, in one loop, or everywhere.

    ``own``: the mistakes of each number by itself.
    """
    bursts = [f for f in fields if f.role in ("length", "gap") and f.bits]
    yield from _common(bursts, own)
    yield from _common([f for f in bursts if f.side != "dst"], own)
    for role in _COMMON:
        members = [f for f in fields if f.role == role]
        groups = [members]
        groups += [[f for f in members if f.side == side] for side in dict.fromkeys(f.side for f in members)]
        groups += [[f for f in members if f.slot == slot] for slot in dict.fromkeys(f.slot for f in members)]
        for group in {tuple(f.name for f in group): group for group in groups if len(group) > 1}.values():
            yield from _common(group, own)


def _common(group: Sequence[Field], own: Mapping[str, Sequence[Mistake]]) -> Iterator[Mistake]:
    by_idea: dict[tuple[Kind, str], dict[str, Mistake]] = {}
    for field in group:
        for mistake in own[field.name]:
            if mistake.idea:
                by_idea.setdefault((mistake.kind, mistake.idea), {}).setdefault(field.name, mistake)
    for (kind, _), mistakes in by_idea.items():
        if len(mistakes) > 1:
            names = " and ".join(mistakes) if len(mistakes) == 2 else f"all of {len(mistakes)} numbers"
            changes = tuple(change for mistake in mistakes.values() for change in mistake.changes)
            yield Mistake(kind, changes, f"{next(iter(mistakes.values())).why}, {names}", 1)
