"""What was not checked, and why: notes beside the findings of the rules, so that silence means something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ascmove.errors import BadArgument
from ascmove.findings import Finding
from ascmove.findings.wording import several
from ascmove.hardware import Product, Space, capacity, space_of
from ascmove.reading.buffers import Reserved
from ascmove.reading.interpret import KernelCall
from ascmove.reading.remarks import BY_CODE
from ascmove.reading.source import Source
from ascmove.reading.values import TensorRef, Unknown


def _finding(code: str, message: str, *, field: str = "", effect: str = "") -> Finding:
    note = BY_CODE[code]
    return Finding(
        code, note.severity, message, field=field, effect=effect, help=note.fix, source=note.source, evidence="derived"
    )


def notes_on(call: KernelCall, checked: Sequence[KernelCall] = ()) -> list[Finding]:
    """What was not checked of a call; ``checked``: its turns that were."""
    if call.family is None:
        return [_finding("KER002" if call.readable else "KER003", call.note)]
    turns = call.turns or (call,)
    found = []
    opened = call.open_parameters
    if opened:
        some = " where they are unknown" if any(turn.constant for turn in turns) else ""
        names = ", ".join(line.partition(":")[0] for line in opened[:4]) + (", ..." if len(opened) > 4 else "")
        found.append(
            _finding(
                "KER003", f"not checked{some}: {names} not known", field=_first(opened), effect="; ".join(opened[:4])
            )
        )
    if any(turn.constant for turn in turns):
        found += _sizes([turn for turn in turns if turn.constant])
    left_out = max((turn.found.of for turn in (*turns, *checked)), default=0)
    if left_out and any(turn.constant for turn in turns):
        found.append(_finding("KER005", f"checked in the first and the last of {left_out} turns"))
    return found


def _first(lines: Sequence[str]) -> str:
    return lines[0].partition(":")[0]


def _sizes(turns: Sequence[KernelCall]) -> Iterator[Finding]:
    """One note about all buffers of a call whose size or offset is open."""
    sizes: dict[str, str] = {}
    offsets: dict[str, str] = {}
    for turn in turns:
        for tensor in (turn.dst, turn.src, *([turn.words] if turn.words is not None else [])):
            if not isinstance(tensor.nbytes, int):
                sizes.setdefault(tensor.name, _reason(tensor.nbytes, tensor))
            elif isinstance(tensor.offset, Unknown):
                offsets.setdefault(tensor.name, tensor.offset.reason)
    what = []
    if sizes:
        buffers = f"buffer{'s' * (len(sizes) > 1)} {' and '.join(sizes)}"
        what.append(f"size of {buffers} unknown: capacity and bounds were not checked")
    if offsets:
        what.append(f"offset of {' and '.join(offsets)} unknown: bounds were not checked")
    if what:
        reasons = dict.fromkeys(reason for reason in [*sizes.values(), *offsets.values()] if reason)
        yield _finding("KER001", "; ".join(what), effect="; ".join(reasons))


def _reason(value: object, tensor: TensorRef) -> str:
    return value.reason if isinstance(value, Unknown) else ""


def notes_on_text(source: Source) -> list[tuple[tuple[int, int], Finding]]:
    """Where the text does not parse: the first place, and how many there are."""
    if not source.odd:
        return []
    more = len(source.odd) - 1
    others = f", and {several(more, 'place')} more" if more else ""
    return [(source.odd[0], _finding("KER004", f"the text here does not parse as C++{others}: copies may be missed"))]


def full_memories(reserved: Sequence[Reserved], product: Product) -> Iterator[tuple[tuple[int, int], Finding]]:
    """The first InitBuffer of each object behind which its buffers do not fit their memory any more."""
    taken: dict[tuple[int, Space], int] = {}
    for one in reserved:
        try:
            space = space_of(product, one.queue.position)
        except BadArgument:  # a position that is no name here
            continue
        size = capacity(product, space)
        if space is None or size is None:
            continue
        key = id(one.owner), space
        before = taken.get(key, 0)
        taken[key] = before + one.nbytes
        if before <= size < taken[key]:
            message = f"buffers up to {one.queue.name} take {taken[key]} B of {space}, which has {size} B"
            yield one.place, replace(_finding("KER006", f"{message} on {product.value}"), product=product.value)
