"""Field: one number of a call, with what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Role = Literal[
    "count",
    "c0",
    "elements",
    "length",
    "extent",
    "gap",
    "stride",
    "left",
    "right",
    "start",
    "end",
    "skip",
    "shape",
    "word",
    "flag",
    "mode",
    "offset",
    "place",
    "walk",
]
Values = Mapping[str, int]


@dataclass(frozen=True)
class Field:
    """One number of a call.

    ``unit``: bytes of one unit, 0 where it counts repetitions. ``valid``: what lies inside one step of a gap or
    stride, in the same unit. ``slot`` and ``side`` say which fields can be confused with each other: fields of one
    role and side belong to different loops, fields of one role and slot to different sides. ``choices``: all values
    of a flag or mode. ``unhalved``: ``valid`` if a conversion did not halve the blocks. ``bits``: the width of the
    field in the struct or register, 0 where nothing that fits a call exceeds it. ``limit``: what the device takes at
    most, whatever is asked for; 0 without one. ``others``: lengths that can be taken for ``valid``.
    """

    name: str
    role: Role
    value: int
    unit: int = 0
    valid: int = 0
    slot: int = 0
    side: str = ""
    choices: tuple[int, ...] = ()
    unhalved: int = 0
    bits: int = 0
    limit: int = 0
    others: tuple[int, ...] = ()
