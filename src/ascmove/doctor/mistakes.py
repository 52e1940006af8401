"""Mistakes in one number of a call: units, gaps and pitches, ends, fractal widths, flags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ascmove.doctor.field import Field
from ascmove.doctor.kinds import Kind, Mistake
from ascmove.doctor.several import swaps, together
from ascmove.doctor.words import scalar_word_mistakes


def single_mistakes(fields: Sequence[Field], widths: tuple[int, int], undo: bool = False) -> list[Mistake]:
    """All mistakes in one place; ``widths``: bytes of a source and of a destination element.

    ``undo``: the numbers are the wrong ones already, and the changes lead back to the right ones.
    """
    own = {field.name: list(_in(field, fields, widths, undo)) for field in fields}
    found = [mistake for mistakes in own.values() for mistake in mistakes]
    found += swaps(fields)
    found += together(fields, own)
    found = [m for m in found if all(not isinstance(v, int) or v >= 0 for _, v in m.changes)]
    return found + list(_cut_off(found, {field.name: field.bits for field in fields if field.bits}))


def _cut_off(found: Sequence[Mistake], bits: Mapping[str, int]) -> Iterator[Mistake]:
    """Numbers that are wider than their field: the device keeps the low bits."""
    for mistake in found:
        kept = tuple((n, v & (1 << bits[n]) - 1 if n in bits and isinstance(v, int) else v) for n, v in mistake.changes)
        if kept != mistake.changes:
            yield replace(mistake, changes=kept, why=f"{mistake.why}, and what does not fit the field is lost")


def _in(field: Field, fields: Sequence[Field], widths: tuple[int, int], undo: bool) -> Iterator[Mistake]:
    yield from _units(field, widths, undo)
    yield from _ROLES.get(field.role, _nothing)(field, fields)


def _nothing(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from ()


def _one(kind: Kind, field: Field, value: int, why: str, idea: str = "", doubt: int = 0) -> Iterator[Mistake]:
    value = min(value, field.limit) if field.limit else value
    if value != field.value:
        yield Mistake(kind, ((field.name, value),), why, doubt, idea or why)


#: how far from the number that should be a number without any reason is looked for
_NEAR = 64
_COUNTED = ("count", "length", "extent", "gap", "stride", "skip", "start", "end", "shape", "left", "right")


def other_numbers(fields: Sequence[Field]) -> Iterator[Mistake]:
    """Every number near the one that should be, the nearest of all fields first: a mistake without a known reason."""
    for distance in range(2, _NEAR + 1):
        for field in fields:
            for value in (field.value - distance, field.value + distance):
                if field.role in _COUNTED and value >= 0:
                    yield from _one(Kind.OTHER, field, value, "no known reason")


# -- units ------------------------------------------------------------------------------------------------------------


def _units(field: Field, widths: tuple[int, int], undo: bool) -> Iterator[Mistake]:
    """The number was worked out in another unit."""
    if not field.unit or not field.value:
        return
    names = {1: "bytes", 32: "32 B blocks", 512: "fractals of 512 B", 1024: "fractals of 1024 B"}
    for width in dict.fromkeys(widths):
        names.setdefault(width, f"elements of {width} B")
        names.setdefault(16 * width, "rows of 16 elements")
        names.setdefault(256 * width, f"fractals of {256 * width} B")
    own = names.get(field.unit, f"units of {field.unit} B")
    for width in dict.fromkeys(widths):
        if width not in (1, field.unit) and not undo:
            yield from _one(
                Kind.UNIT, field, field.value * width, f"multiplied by the {width} B of an element", doubt=1
            )
    for unit, name in names.items():
        value = field.value * unit // field.unit if undo else field.value * field.unit // unit
        if unit != field.unit and value and value < 1 << 32:
            doubt = int(name.startswith(("rows", "fractals")) or (field.role in ("start", "end") and unit > field.unit))
            yield from _one(Kind.UNIT, field, value, f"counted in {name} instead of {own}", f"in {name}", doubt)


# -- by role ----------------------------------------------------------------------------------------------------------


def _count(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _one(Kind.ONE_OFF, field, field.value - 1, "one too few")
    yield from _one(Kind.MINUS_ONE, field, field.value + 1, "one too many")
    yield from _one(Kind.ONE_OFF, field, field.value + 1, "one too many")


def _elements(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    """A count of elements, of which whole blocks move."""
    yield from _length(field, fields)
    yield from _one(Kind.ONE_OFF, field, field.value - field.valid, "one block too few")
    yield from _one(Kind.MINUS_ONE, field, field.value + field.valid, "one block too many")
    yield from _one(Kind.ONE_OFF, field, field.value + field.valid, "one block too many")


def _length(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _count(field, fields)
    doubt = 0 if field.unit else 2  # what counts repetitions is rarely halved
    yield from _one(Kind.HALVED, field, 2 * field.value, "twice as long: a halved length was not halved", doubt=doubt)
    if field.value > 1:
        half = field.value // 2
        yield from _one(Kind.HALVED, field, half, "half as long: a length was halved that is not", doubt=doubt)
    yield from _c0(field)
    for pitch in fields:
        if pitch.role == "stride" and pitch.value > field.value and pitch.slot in (field.slot + 1, 0):
            yield from _one(Kind.ALLOCATED, field, pitch.value, f"the whole of {pitch.name} instead of what is valid")


def _gap(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _one(Kind.PITCH, field, field.value + field.valid, "start to start instead of end to start")
    yield from _one(Kind.VALID, field, 0, "no gap: the valid length was taken for the allocated one")
    yield from _one(Kind.GAP, field, field.value - field.valid, "the length was subtracted twice")
    if field.unhalved > field.valid:
        more = field.unhalved - field.valid
        yield from _one(Kind.HALVED, field, field.value - more, "worked out with blocks that are not halved")
        yield from _one(Kind.HALVED, field, field.value + more, "worked out with blocks halved once too often")
        yield from _one(
            Kind.PITCH, field, field.value + field.unhalved, "start to start, with blocks that are not halved"
        )
    yield from _off_by_one(field)
    yield from _c0(field)


def _stride(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _one(Kind.GAP, field, field.value - field.valid, "end to start instead of start to start")
    yield from _one(Kind.VALID, field, field.valid, "the valid length instead of the allocated one")
    for other in field.others:
        yield from _one(Kind.VALID, field, other, "the length without pads instead of the allocated one")
        yield from _one(Kind.GAP, field, field.value - other, "end to start instead of start to start, without pads")
    for unit in (8, 16, 32):
        rounded = -(-field.valid // unit) * unit
        for kind in (Kind.VALID, Kind.C0) if rounded != field.valid else ():
            yield from _one(kind, field, rounded, f"the valid length, rounded up to {unit}")
    for length in fields:
        if length.role == "length":
            yield from _one(Kind.VALID, field, length.value, f"{length.name} instead of the allocated length")
    yield from _one(Kind.FORGOTTEN, field, 0, "left at 0")
    yield from _one(Kind.FORGOTTEN, field, 1, "left at 1")
    yield from _off_by_one(field)
    yield from _c0(field)


def _skip(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _one(Kind.PITCH, field, field.value + 1, "rows counted start to start instead of skipped")
    yield from _one(Kind.GAP, field, field.value - 1, "one subtracted twice")
    yield from _one(Kind.ONE_OFF, field, field.value - 1, "one too few")


def _end(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _one(Kind.MINUS_ONE, field, field.value + 1, "one past the last: the end is inclusive")
    yield from _one(Kind.ONE_OFF, field, field.value + 1, "one past the last: the end is inclusive")
    yield from _one(Kind.ONE_OFF, field, field.value - 1, "one before the last")
    start = next(f for f in fields if f.name == field.name.replace("end_index", "start_index"))
    yield from _one(Kind.VALID, field, field.value - start.value, "a length instead of an index", doubt=1)


def _shape(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _one(Kind.VALID, field, field.valid, "the valid length instead of the allocated one")
    yield from _off_by_one(field)
    yield from _c0(field)


def _place(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _off_by_one(field)
    yield from _one(Kind.FORGOTTEN, field, 0, "left at 0")


def _pad(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    yield from _off_by_one(field)
    yield from _one(Kind.FORGOTTEN, field, 0, "left at 0")


def _off_by_one(field: Field) -> Iterator[Mistake]:
    yield from _one(Kind.ONE_OFF, field, field.value - 1, "one too small")
    yield from _one(Kind.MINUS_ONE, field, field.value + 1, "one too large")
    yield from _one(Kind.ONE_OFF, field, field.value + 1, "one too large")


def _c0(field: Field) -> Iterator[Mistake]:
    """A number that was worked out with another width of fractal columns."""
    for wrong, right in ((8, 16), (32, 16), (16, 8), (16, 32), (8, 32), (32, 8)):
        value, rest = divmod(field.value * wrong, right)
        doubt = int({wrong, right} == {8, 32} or rest > 0) if field.unit else 2
        yield from _one(Kind.C0, field, value, f"with C0 = {wrong} instead of {right}", doubt=doubt)


def _own_c0(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    for value in (8, 16, 32):
        yield from _one(Kind.C0, field, value, f"a layout with C0 = {value} instead of {field.value}")


def _choice(field: Field, fields: Sequence[Field]) -> Iterator[Mistake]:
    kind = Kind.FLAG if field.role == "flag" else Kind.MODE
    for value in field.choices:
        yield from _one(kind, field, value, "another choice")


_ROLES: dict[str, Callable[[Field, Sequence[Field]], Iterator[Mistake]]] = {
    "count": _count,
    "c0": _own_c0,
    "elements": _elements,
    "length": _length,
    "extent": _length,
    "gap": _gap,
    "stride": _stride,
    "skip": _skip,
    "start": _place,
    "end": _end,
    "shape": _shape,
    "left": _pad,
    "right": _pad,
    "offset": _place,
    "word": lambda field, fields: scalar_word_mistakes(field),
    "flag": _choice,
    "mode": _choice,
}
