"""Cases as YAML, JSON or TOML text."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import yaml

from ascmove.errors import CaseError


def write_plain(path: Path, data: dict[str, Any], base: Path) -> None:
    """Write plain data, by the suffix; names of data files are kept right for the new folder."""
    suffix = path.suffix.lower()
    data = moved(data, base, path.parent)
    if suffix in (".yaml", ".yml"):
        text = yaml.safe_dump(data, sort_keys=False, default_flow_style=None, width=120, allow_unicode=True)
    elif suffix == ".json":
        text = json.dumps(data, indent=2) + "\n"
    elif suffix == ".toml":
        text = "".join(f"{key} = {toml_value(value)}\n" for key, value in data.items())
    else:
        raise CaseError(f"{path}: a case is written as .yaml, .json or .toml, not {suffix or 'without suffix'}")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CaseError(f"{path}: cannot be written: {error.strerror or error}") from None


def moved(value: Any, old: Path, new: Path) -> Any:
    """Plain data with every `file:` relative to the folder ``new`` instead of ``old``."""
    if isinstance(value, dict):
        return {
            key: _relative(old / item, new) if key == "file" and isinstance(item, str) else moved(item, old, new)
            for key, item in value.items()
        }
    return [moved(item, old, new) for item in value] if isinstance(value, list) else value


def _relative(file: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # another drive
        return file.absolute().as_posix()


def toml_value(value: Any) -> str:
    """A value in TOML, mappings inline.

    >>> toml_value({"count": 8, "fill": [1.5, float("inf")]})
    '{ count = 8, fill = [1.5, inf] }'
    """
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return repr(value) if isinstance(value, float) else json.dumps(value)
