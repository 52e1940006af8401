"""Short ways through the extension: fields of parameter structs set, and calls made again, at a fraction of the cost.

What a short way does is written in Python (`calls`, `moves/prepared.py`); it leaves to Python whatever is out of the
ordinary. Without the extension, with one that lacks this part, or where ``ASCMOVE_ENGINE=numpy`` asks for none of it,
there is no short way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import ascmove.engine as engine

if TYPE_CHECKING:
    from ascmove._native import Repeat, Repeats

#: what a field takes as it is: by the name that `calls.fields.plain` explains, of a class, or members by their names
Kind = str | type | Mapping[str, Enum]

native: Any = None if engine._native is None or engine.name() == "numpy" else engine._native.extension
if not all(hasattr(native, name) for name in ("Fields", "Repeat", "Repeats")):
    native = None


def setter(kinds: Mapping[str, Kind]) -> Callable[..., bool] | None:
    """A function of a dictionary and a value per field: true where all values are plain, and set, else false."""
    if native is None:
        return None
    made = native.Fields()
    for name, kind in kinds.items():
        if isinstance(kind, str):
            made.add(name, kind)
        elif isinstance(kind, type):
            made.add_instance(name, kind)
        else:
            made.add_member(name, type(next(iter(kind.values()))), dict(kind))
    found: Callable[..., bool] = made.set
    return found


def repeats(
    otherwise: Callable[[Any, Any, tuple[Any, ...]], Any], records: Iterable[type], enumerations: Iterable[type]
) -> Repeats | None:
    """Finds calls by the values of their arguments: numbers, tuples, instances of these records, members.

    ``otherwise`` is asked where there is none.
    """
    if native is None:
        return None
    made: Repeats = native.Repeats(otherwise)
    for record in records:
        names = [field.name for field in fields(record)] if is_dataclass(record) else ()
        made.add_record(record, tuple(names))
    for kind in enumerations:
        made.add_enumeration(kind)
    return made


def repeat(*arguments: Any) -> Repeat:
    """A call that can be made again; see `moves.prepared`."""
    made: Repeat = native.Repeat(*arguments)
    return made
