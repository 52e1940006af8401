"""From a file to plain data: YAML, JSON or TOML, bounded in size, depth and count, one clear CaseError otherwise."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from ascmove.cases.yaml_loader import CaseLoader
from ascmove.errors import CaseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: bytes of a case file; data that need more belong into a .npy or .bin file
LARGEST_FILE = 1 << 19
#: values in a case, aliases counted each time
MOST_VALUES = 1 << 20
#: mappings and lists inside one another
DEEPEST = 24
#: bits of a whole number
WIDEST = 2048


def read_plain(path: Path) -> dict[str, Any]:
    """The mapping that a case file holds. Raises CaseError for everything else."""
    if path.suffix.lower() not in PARSERS:
        raise CaseError(
            f"{path}: a case is a file with suffix {', '.join(PARSERS)}, this one has {path.suffix or 'none'}"
        )
    return parse(_text(path), path.suffix, str(path))


def parse(text: str, suffix: str = ".yaml", name: str = "case") -> dict[str, Any]:
    """The mapping that the text of a case holds; ``name`` begins the message of a CaseError."""
    try:
        data = PARSERS[suffix.lower()](text)
    except _Duplicate as error:
        raise CaseError(f"{name}: {error}") from None
    except (yaml.YAMLError, json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise CaseError(f"{name}: not {_NAMES[suffix.lower()]}: {_first_line(error)}") from None
    except RecursionError:
        raise CaseError(f"{name}: nested deeper than {DEEPEST} levels") from None
    except (ValueError, TypeError, OverflowError, AttributeError, LookupError) as error:
        # odd tags and keys that the parser itself trips over
        raise CaseError(f"{name}: cannot be read as plain data: {_first_line(error)}") from None
    return checked_mapping(data, name)


def checked_mapping(data: Any, name: str) -> dict[str, Any]:
    """``data`` if it is a mapping of plain values within the bounds; CaseError, which begins with ``name``, if not."""
    if not isinstance(data, dict):
        raise CaseError(f"{name}: a case is a mapping with product, call, src, dst and params, not {kind_of(data)}")
    budget = [MOST_VALUES]
    _walk(data, 0, budget, name)
    return data


def kind_of(value: object) -> str:
    """What a plain value is, in words."""
    names = {dict: "a mapping", list: "a list", str: "a text", bool: "true or false", int: "a whole number"}
    return "nothing" if value is None else names.get(type(value), f"a {type(value).__name__}")


def _text(path: Path) -> str:
    try:
        if not path.exists():
            raise CaseError(f"{path}: there is no such file")
        if not path.is_file():
            raise CaseError(f"{path}: not a regular file")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise CaseError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > LARGEST_FILE:
        raise CaseError(
            f"{path}: {path.stat().st_size} B; a case has at most {LARGEST_FILE} B, "
            "put large data into a .npy or .bin file"
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CaseError(f"{path}: not text in UTF-8 (byte {error.start} is 0x{raw[error.start]:02x})") from None
    if "\0" in text:
        raise CaseError(f"{path}: not text (byte {raw.index(0)} is 0x00)")
    return text


def _yaml(text: str) -> Any:
    return yaml.load(text, Loader=CaseLoader)  # a safe loader: plain data only


class _Duplicate(Exception):
    """A key that stands twice in one JSON object."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _Duplicate(f"the key {next(k for k in keys if keys.count(k) > 1)!r} stands twice")
    return made


def _json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_unique)


PARSERS: dict[str, Callable[[str], Any]] = {".yaml": _yaml, ".yml": _yaml, ".json": _json, ".toml": tomllib.loads}
_NAMES = {".yaml": "YAML", ".yml": "YAML", ".json": "JSON", ".toml": "TOML"}


def _walk(value: Any, depth: int, budget: list[int], name: str) -> None:
    budget[0] -= 1
    if budget[0] < 0:
        raise CaseError(f"{name}: more than {MOST_VALUES} values")
    if depth > DEEPEST:
        raise CaseError(f"{name}: nested deeper than {DEEPEST} levels, or a value contains itself")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise CaseError(f"{name}: the key {clipped(key)} is {kind_of(key)}; keys are texts")
            _walk(item, depth + 1, budget, name)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _walk(item, depth + 1, budget, name)
    elif isinstance(value, int) and value.bit_length() > WIDEST:
        raise CaseError(f"{name}: a whole number of {value.bit_length()} bits; at most {WIDEST} are taken")


def clipped(value: object, most: int = 80) -> str:
    """`repr` of a value, shortened in the middle."""
    text = repr(value)
    return text if len(text) <= most else f"{text[: most // 2]}...{text[-most // 4 :]}"


def _first_line(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0] if str(error) else type(error).__name__
    return f"{problem} (line {mark.line + 1}, column {mark.column + 1})" if mark is not None else str(problem)
