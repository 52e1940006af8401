"""One copy in the text that is made several times, in a loop or from several places: what its turns have in common."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from ascmove.reading.interpret import KernelCall
from ascmove.reading.values import TensorRef, Unknown

_SHOWN = 4


def merged(calls: Sequence[KernelCall]) -> KernelCall:
    """The call of one place; where it is made in several ways, ``turns`` has them, ``note`` says what differs."""
    different: dict[str, KernelCall] = {}
    for call in calls:
        different.setdefault(repr(_content(call)), call)
    turns = list(different.values())
    open_ones = [call for call in turns if call.family is None]
    if len(open_ones) < len(turns):  # some ways are known, and the others are named
        turns = [call for call in turns if call.family is not None]
    else:
        open_ones = []
    first = turns[0]
    if first.family is None or (len(turns) == 1 and not open_ones):
        return first
    others = [f"parameters: {call.note}" for call in open_ones]
    same, differing = _common([call.params for call in turns])
    both = [_tensor([getattr(call, side) for call in turns]) for side in ("dst", "src")]
    for side, tensors in zip(("dst", "src"), both, strict=True):
        if isinstance(tensors.offset, Unknown):
            differing[f"{side}.offset"] = [getattr(call, side).offset for call in turns]
    extras = [_common([getattr(call, f"{side}_extra") for call in turns]) for side in ("dst", "src")]
    for side, (_, found) in zip(("dst", "src"), extras, strict=True):
        differing.update({f"{side}.{path}": values for path, values in found.items()})
    unknown = list(dict.fromkeys([*(line for call in turns for line in call.unknown), *others]))
    opened = list(dict.fromkeys([*(line for call in turns for line in call.open_parameters), *others]))
    shown = "; ".join(f"{path} {_listed(values)}" for path, values in differing.items())
    return replace(
        first,
        dst=both[0],
        src=both[1],
        params=same,
        dst_extra=extras[0][0],
        src_extra=extras[1][0],
        unknown=unknown,
        open_parameters=opened,
        note=f"made in {len(turns) + len(open_ones)} {_turns_or_ways(calls, different)}{': ' if shown else ''}{shown}",
        turns=tuple(turns),
    )


def _turns_or_ways(calls: Sequence[KernelCall], different: Sized) -> str:
    """Turns where every copy is one of a loop that is looked at as a whole, and no two of them are the same."""
    all_of_them = len(different) == len(calls) and all(call.found.turn and not call.found.of for call in calls)
    return "turns" if all_of_them else "ways"


def _content(call: KernelCall) -> tuple[Any, ...]:
    return call.family, call.params, call.dst_extra, call.src_extra, call.unknown, call.dst, call.src, call.note


def _common(values: Sequence[Any], path: str = "") -> tuple[Any, dict[str, list[Any]]]:
    """(what all have, with None where they differ; what differs, by path)."""
    first = values[0]
    if all(value == first for value in values):
        return first, {}
    differing: dict[str, list[Any]] = {}
    if all(isinstance(value, dict) for value in values):
        same = {}
        for key in dict.fromkeys(key for value in values for key in value):
            inner = f"{path}.{key}" if path else key
            same[key], more = _common([value.get(key) for value in values], inner)
            differing.update(more)
        return {key: value for key, value in same.items() if value is not None}, differing
    if all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1:
        found = []
        for k, items in enumerate(zip_longest(*values)):
            one, more = _common(items, f"{path}[{k}]")
            found.append(one)
            differing.update(more)
        return found, differing
    return None, {path: list(values)}


def _tensor(tensors: Sequence[TensorRef]) -> TensorRef:
    first = tensors[0]
    for tensor in tensors[1:]:
        first = replace(
            first,
            offset=first.offset if first.offset == tensor.offset else Unknown("differs from turn to turn"),
            nbytes=first.nbytes if first.nbytes == tensor.nbytes else Unknown("differs from turn to turn"),
            dtype=first.dtype if first.dtype == tensor.dtype else Unknown("differs from turn to turn"),
        )
    return first


def _listed(values: Sequence[Any]) -> str:
    known = list(dict.fromkeys(v for v in values if isinstance(v, (int, float, str))))
    tail = " or unknown" if any(isinstance(v, Unknown) or v is None for v in values) else ""
    if len(known) > _SHOWN and all(isinstance(v, int) for v in known):
        return f"{min(known)} to {max(known)}{tail}"
    return (", ".join(map(str, known)) or "unknown") + (tail if known else "")
