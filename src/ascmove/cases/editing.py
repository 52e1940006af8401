"""The text of a case with other values in some fields: what a person would change by hand, all else as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import yaml

from ascmove.calls import SliceInfo
from ascmove.calls.nddma import ARRAYS
from ascmove.cases.case import Case
from ascmove.cases.nodes import Step, node_at, shared_by
from ascmove.cases.reading import parse
from ascmove.core import Mode
from ascmove.errors import AscMoveError
from ascmove.findings import Change, Finding, by_cause
from ascmove.findings.replacement import written
from ascmove.findings.sarif import Edit
from ascmove.formats.dtype import dtype

Keep = Callable[[Sequence[Finding]], Sequence[Finding]]

#: files whose text can be changed
SUFFIXES = (".yaml", ".yml", ".json")
_OUTSIDE = ("src", "dst", "nd_dma_dci")
_ENTRY = tuple(SliceInfo.__dataclass_fields__)
_MOST = 24


def mended_text(text: str, finding: Finding, path: Path, mode: Mode = "strict") -> str | None:
    """The text of the case with the finding's replacement in it; None where it has none or the text does not take it.

    The changed text is read and judged again: the finding is gone and there is no error that was not there.
    """
    if finding.replacement is None or path.suffix.lower() not in SUFFIXES:
        return None
    changes = finding.replacement.changes
    known = [change for change in changes if _parent_is_written(text, change.field)]
    for some in (changes, known):  # a layout that follows from a count is not written, and need not be
        made = _edited(text, some, path.suffix.lower() == ".json")
        if made is not None and made != text and _mends(text, made, finding, path, mode):
            return made
    return None


def corrected(text: str, path: Path, keep: Keep = tuple, mode: Mode = "strict") -> str:
    """The text with the replacements of its findings, one after the other; ``keep`` picks those to be mended.

    Notes are left as they are. Raises CaseError for a text that is no case.
    """
    for _ in range(_MOST):
        findings = [f for f in by_cause(keep(_case(text, path).diagnose(mode=mode))) if f.severity != "note"]
        better = next(filter(None, (mended_text(text, finding, path, mode) for finding in findings)), None)
        if better is None:
            return text
        text = better
    return text


def unmended(text: str, path: Path, keep: Keep = tuple, mode: Mode = "strict") -> list[tuple[str, str]]:
    """The codes of what is left in a corrected text, each with the reason; notes are meant to be left."""
    left = [f for f in by_cause(keep(_case(text, path).diagnose(mode=mode))) if f.severity != "note"]
    if path.suffix.lower() not in SUFFIXES:
        return [(f.code, f"texts with {', '.join(SUFFIXES)} are mended") for f in left]
    return [(f.code, _why_left(text, f)) for f in left]


def _why_left(text: str, finding: Finding) -> str:
    if finding.replacement is None:
        return "no replacement"
    with suppress(yaml.YAMLError, LookupError):
        for change in finding.replacement.changes:
            anchor = shared_by(_root(text), _way(text, change.field))
            if anchor:
                return f"{change.field} is written once for several places (&{anchor}); change it by hand"
    return "the text does not take it"


def read_text(path: Path) -> str:
    """The text of a file that is a case."""
    with path.open(encoding="utf-8-sig", newline="") as file:  # line ends as they are
        return file.read()


def _case(text: str, path: Path) -> Case:
    return Case.from_dict(parse(text, path.suffix.lower(), str(path)), path.parent)


def _mends(before: str, after: str, finding: Finding, path: Path, mode: Mode) -> bool:
    try:
        old, new = (_case(text, path).diagnose(mode=mode) for text in (before, after))
    except AscMoveError:
        return False
    errors = {f.code for f in new if f.severity == "error"} - {f.code for f in old if f.severity == "error"}
    return not errors and finding.code not in {f.code for f in new}


def _edited(text: str, changes: Sequence[Change], is_json: bool) -> str | None:
    try:
        for change in changes:
            way, value = _way(text, change.field), _value(text, change)
            if shared_by(_root(text), way):
                return None
            if way[-1] == "count" and node_at(_root(text), [*way[:-1], "shape"]) is not None:
                text = _with_count(text, way[:-1], value, is_json)
            else:
                text = _with_value(text, way, value, change.field, is_json)
    except (yaml.YAMLError, LookupError):
        return None
    return text


def _way(text: str, field: str) -> list[Step]:
    """Where a field stands in the case: lists in the order of the C++ struct are entered by number."""
    steps: list[Step] = [name or int(k) for name, k in re.findall(r"([^.\[\]]+)|\[(\d+)\]", field)]
    if steps[0] in ARRAYS:
        steps = ["loop_info", *steps]
    if steps[0] not in _OUTSIDE:
        steps = ["params", *steps]
    way: list[Step] = []
    for step in steps:
        node = node_at(_root(text), way)
        if isinstance(node, yaml.SequenceNode) and isinstance(step, str):
            step = (ARRAYS if way[-1] == "loop_info" else _ENTRY).index(step)
        way.append(step)
    return way


def _value(text: str, change: Change) -> Any:
    """The value as the case has it: an address is that of the whole tensor, of which the call sees a view."""
    name, _, last = change.field.partition(".")
    if last != "address" or not isinstance(change.new, int):
        return change.new
    tensor = yaml.safe_load(_spaced(text)).get(name, {})
    offset = tensor.get("offset", 0) if isinstance(tensor, dict) else 0
    return change.new - offset * dtype(tensor["dtype"]).width if offset else change.new


def _root(text: str) -> Any:
    return yaml.compose(_spaced(text), Loader=yaml.SafeLoader)


def _spaced(text: str) -> str:
    """The text with all its places as they are, and no tabs: cases may have them, this reader takes none."""
    return text.replace("\t", " ")


def _parent_is_written(text: str, field: str) -> bool:
    try:
        return node_at(_root(text), _way(text, field)[:-1]) is not None
    except (yaml.YAMLError, LookupError):
        return False


def _with_value(text: str, way: list[Step], value: Any, field: str, is_json: bool) -> str:
    root = _root(text)
    node = node_at(root, way)
    shown = json.dumps(value) if is_json else written(value, field)
    if node is not None:
        return text[: node.start_mark.index] + shown + text[_end(node) :]
    above = next(k for k in range(len(way) - 1, -1, -1) if isinstance(node_at(root, way[:k]), yaml.MappingNode))
    for step in reversed(way[above + 1 :]):
        shown = f"{{{_key(step, is_json)}: {shown}}}"
    return _inserted(text, node_at(root, way[:above]), f"{_key(way[above], is_json)}: {shown}")


def _with_count(text: str, tensor: list[Step], count: Any, is_json: bool) -> str:
    """The text with a count where a tensor has a shape; where it has both, the shape is that of a row."""
    root = _root(text)
    if node_at(root, [*tensor, "count"]) is not None:
        text = _with_value(text, [*tensor, "shape"], [count], "shape", is_json)
        return _with_value(text, [*tensor, "count"], count, "count", is_json)
    key, shape = next(entry for entry in node_at(root, tensor).value if entry[0].value == "shape")
    return f"{text[: key.start_mark.index]}{_key('count', is_json)}: {count}{text[_end(shape) :]}"


def _key(step: Step, is_json: bool) -> str:
    return json.dumps(step) if is_json else str(step)


def _inserted(text: str, mapping: Any, entry: str) -> str:
    """The text with one more entry at the end of a mapping."""
    at = _end(mapping.value[-1][1]) if mapping.value else mapping.start_mark.index + 1
    if mapping.flow_style:
        return text[:at] + (", " if mapping.value else "") + entry + text[at:]
    at = text.find("\n", at) if "\n" in text[at:] else len(text)  # behind a remark
    indent = " " * int(mapping.start_mark.column)
    return f"{text[:at]}\n{indent}{entry}{text[at:]}"


def _end(node: Any) -> int:
    """Where a node ends; a block goes no further than its last entry."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _end(last[1] if isinstance(last, tuple) else last)


def edits_between(old: str, new: str) -> tuple[Edit, ...]:
    """The runs of characters in which two texts differ, one for each run of lines.

    >>> edits_between("a: 1", "a: 12")
    (Edit(start=(1, 5), end=(1, 5), text='2'),)
    """
    mine, theirs = old.splitlines(keepends=True), new.splitlines(keepends=True)
    found = []
    for kind, i, i_end, k, k_end in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        if kind != "equal":
            a, b = "".join(mine[i:i_end]), "".join(theirs[k:k_end])
            start = _shared(a, b)
            tail = _shared(a[start:][::-1], b[start:][::-1])
            before = len("".join(mine[:i]))
            places = (_place(old, before + start), _place(old, before + len(a) - tail))
            found.append(Edit(*places, b[start : len(b) - tail]))
    return tuple(found)


def _shared(a: str, b: str) -> int:
    """Characters that two texts begin with alike."""
    return next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _place(text: str, index: int) -> tuple[int, int]:
    """Line and column from 1."""
    before = text[:index]
    return before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1
