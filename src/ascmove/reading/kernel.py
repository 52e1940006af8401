"""Reading a kernel: its copy calls, the cases that they are, and what is wrong with them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ascmove.errors import BadArgument, CaseError
from ascmove.findings import Finding
from ascmove.hardware import Product
from ascmove.hardware import product as as_product
from ascmove.reading import entries
from ascmove.reading.casing import case_of
from ascmove.reading.found import CopyCall
from ascmove.reading.interpret import KernelCall, interpret
from ascmove.reading.judging import Judge
from ascmove.reading.merge import merged
from ascmove.reading.notes import full_memories, notes_on, notes_on_text
from ascmove.reading.source import parse
from ascmove.reading.values import Named, Unknown, Value

SUFFIXES = (".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".asc", ".cce", ".inl")
_LARGEST = 2 << 20
#: bytes that text does not hold, and how far they are looked for
_CONTROL = bytes({*range(32)} - {*b"\t\n\v\f\r"})
_LOOKED_AT = 1 << 16
#: calls inside of each other that reading may take
_DEEPEST = 8000

#: turns that are diagnosed; fewer where types or positions are open, too
_TURNS, _TURNS_OF_OPEN = 256, 4


@dataclass(frozen=True)
class Kernel:
    """The copy calls of a file, in order.

    ``odd``: what does not parse, and buffers that do not fit their memory; each with line and column.
    """

    path: Path
    product: Product
    calls: tuple[KernelCall, ...]
    odd: tuple[tuple[tuple[int, int], Finding], ...] = ()

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.product)

    def unknown(self, call: KernelCall) -> list[str]:
        """What the text does not say about a call: parameters, element types, positions."""
        turns = call.turns or (call,)
        lines = [*call.unknown, *(line for turn in turns for line in (*turn.unknown, *_open_tensors(turn)))]
        return list(dict.fromkeys(lines))

    def case(self, call: KernelCall) -> dict[str, Any] | None:
        """The call as a case, in a loop its first turn; None where something of it is not known."""
        first = call.turns[0] if call.turns else call
        if not first.constant:
            return None
        found = self._judge.settings(first)
        return case_of(first, found[0], self.product) if len(found) == 1 else None

    def findings(self, call: KernelCall) -> list[Finding]:
        """What the rules say about a call, whatever its open types and positions are, and what was not checked."""
        turns = self._looked_at([turn for turn in call.turns or (call,) if turn.constant])
        said: dict[tuple[str, str], list[tuple[KernelCall, Finding]]] = {}
        for turn, finding in self._of_turns(turns):
            said.setdefault((finding.code, finding.field), []).append((turn, finding))
        found = [_in_turns(cases, len(turns)) for cases in said.values()]
        return [*found, *(replace(note, product=self.product.value) for note in notes_on(call, turns))]

    def _looked_at(self, turns: list[KernelCall]) -> list[KernelCall]:
        """All turns; the first and the last of many where types or positions are open, too."""
        if len(turns) <= _TURNS_OF_OPEN:
            return turns
        open_types = any(len(self._judge.settings(turn)) > 1 for turn in (turns[0], turns[-1]))
        if len(turns) <= (_TURNS_OF_OPEN if open_types else _TURNS):
            return turns
        first, last = (replace(turn, found=replace(turn.found, of=len(turns))) for turn in (turns[0], turns[-1]))
        return [first, last]

    def _of_turns(self, turns: Sequence[KernelCall]) -> Iterator[tuple[KernelCall, Finding]]:
        for turn in turns:
            for finding in self._judge.findings(turn):
                yield turn, finding


def _in_turns(cases: Sequence[tuple[KernelCall, Finding]], turns: int) -> Finding:
    """The first of several equal findings, with the turns that have it."""
    turn, finding = cases[0]
    if turns == 1:
        return finding
    found = turn.found
    of = f"{turns} turns, first with {found.turn}" if found.turn else f"{turns} calls, first from line {found.called}"
    where = f"in {len(cases)} of {of}"
    return replace(finding, effect=f"{finding.effect}; {where}" if finding.effect else where)


def read_kernel(
    path: str | Path, *, product: Product | str = "ascend-950", assume: Mapping[str, str] | None = None
) -> Kernel:
    """The copy calls of a kernel file.

    ``product``: which core the kernel is for. ``assume``: values, as C++ expressions, of names and of calls without
    arguments that the text leaves open ("T": "half", "n": "128", "GetBlockNum()": "8"), and of members, where they win
    over what the text assigns ("tileLength": "128"). Raises CaseError for files that cannot be read, BadArgument where
    the extra ``cpp`` is not installed.
    """
    path = Path(path)
    return read_text(_text(path), path, product=product, assume=assume)


def read_text(
    text: str,
    path: Path = Path("kernel.cpp"),
    *,
    product: Product | str = "ascend-950",
    assume: Mapping[str, str] | None = None,
) -> Kernel:
    """The copy calls of a kernel's text.

    >>> kernel = read_text("void f() { DataCopy(ub, gm, {2, 4 * sizeof(half), 0, 0}); }")
    >>> kernel.calls[0].family, kernel.calls[0].params
    ('data_copy', {'data_copy': {'block_count': 2, 'block_len': 8, 'src_gap': 0, 'dst_gap': 0}})
    """
    assumed = {plain_name(name): _assumed(name, value) for name, value in (assume or {}).items()}
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEEPEST))
    try:
        source = parse(text)
        machine = entries.run(source, assumed)
    except RecursionError:
        raise CaseError(f"{path}: nested too deeply to be read") from None
    finally:
        sys.setrecursionlimit(before)
    places: dict[tuple[int, int], list[CopyCall]] = {}
    for call in machine.calls:
        places.setdefault((call.line, call.column), []).append(call)
    calls = tuple(merged([interpret(call) for call in places[at]]) for at in sorted(places))
    chosen = as_product(product)
    beside = dict.fromkeys([*notes_on_text(source), *full_memories(machine.reserved, chosen)])
    return Kernel(path, chosen, calls, tuple(beside))


def plain_name(name: str) -> str:
    """The name that an assumption is about.

    >>> plain_name("this->tileLength"), plain_name("AscendC::GetBlockNum()")
    ('tileLength', 'GetBlockNum')
    """
    return re.split(r"->|::|\.", re.sub(r"\(\s*\)$", "", name.strip()))[-1].strip()


def words(path: str | Path) -> frozenset[str]:
    """The names that occur in a kernel file. Raises CaseError for files that cannot be read."""
    return frozenset(re.findall(r"[^\W\d]\w*", _text(Path(path))))


def _assumed(name: str, text: str) -> Value:
    """The value of an assumption: a type name or a constant expression."""
    if Named(text).width is not None:
        return Named(text)
    machine = entries.run(parse(f"auto value = ({text});"), {})
    value = machine.top.find("value")
    if value is None or isinstance(value, Unknown):
        raise BadArgument(f"--assume {name}={text}: it is neither an element type nor a constant expression")
    return value


def _open_tensors(call: KernelCall) -> Sequence[str]:
    lines = []
    for role, tensor in (("dst", call.dst), ("src", call.src)) if call.family else ():
        if not tensor.space and call.family not in ("nddma", "l0c2gm"):
            lines.append(f"{role}.position: {tensor.name} is not declared in this file")
        if isinstance(tensor.dtype, Unknown):
            lines.append(f"{role}.dtype: {tensor.dtype.reason}")
        elif isinstance(tensor.dtype, Named) and tensor.dtype.width is None:
            lines.append(f"{role}.dtype: {tensor.dtype.name} is not an element type of this file")
        if isinstance(tensor.offset, Unknown):
            lines.append(f"{role}.offset: {tensor.offset.reason}")
    return lines


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            raise CaseError(f"{path}: there is no such file")
        if path.stat().st_size > _LARGEST:
            raise CaseError(f"{path}: {path.stat().st_size} B; kernels of at most {_LARGEST} B are read")
        raw = path.read_bytes()
    except OSError as error:
        raise CaseError(f"{path}: cannot be read: {error.strerror or error}") from None
    strange = sum(raw[:_LOOKED_AT].count(byte) for byte in _CONTROL)
    if strange > len(raw[:_LOOKED_AT]) // 1000:
        raise CaseError(f"{path}: this is no text: {strange} control characters in the first {len(raw[:_LOOKED_AT])} B")
    return raw.decode("utf-8", "replace")
