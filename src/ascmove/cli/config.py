"""Settings: `[tool.ascmove]` of the nearest pyproject.toml, and what the command line says instead."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ascmove.cli.arguments import MODES
from ascmove.cli.selection import Selection
from ascmove.core import Mode
from ascmove.errors import BadArgument, nearest_name
from ascmove.findings import SEVERITIES, Severity

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_KEYS = ("select", "ignore", "severity", "mode")
_LARGEST = 1 << 20


@dataclass(frozen=True)
class Settings:
    """Which findings count, from which severity on, and whether unenforced rules are errors."""

    selection: Selection = field(default_factory=Selection)
    severity: Severity = "note"
    mode: Mode = "strict"


def settings_for(
    case: Path,
    *,
    select: list[str] | None = None,
    ignore: list[str] | None = None,
    severity: str | None = None,
    mode: str | None = None,
) -> Settings:
    """The settings for a case: its project's, each replaced by what is given here. Raises BadArgument."""
    found = project_settings(case)
    selection = Selection(
        found.selection.select if not select else codes("--select", select),
        found.selection.ignore if not ignore else codes("--ignore", ignore),
    )
    return replace(
        found,
        selection=selection,
        severity=_choice("--severity", severity, SEVERITIES) if severity else found.severity,
        mode=_choice("--mode", mode, MODES) if mode else found.mode,
    )


def project_settings(case: Path) -> Settings:
    """`[tool.ascmove]` of the nearest pyproject.toml at or above the case; the defaults where there is none."""
    start = case.absolute()
    for folder in [start, *start.parents] if start.is_dir() else start.parents:
        file = folder / "pyproject.toml"
        if file.is_file():
            section = _section(file)
            if section is not None:
                return _read(section, f"{file}, [tool.ascmove]")
    return Settings()


def _section(file: Path) -> dict[str, Any] | None:
    try:
        if file.stat().st_size > _LARGEST:
            raise BadArgument(f"{file}: more than {_LARGEST} B")
        tool = tomllib.loads(file.read_text(encoding="utf-8")).get("tool")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadArgument(f"{file}: cannot be read: {error}") from None
    section = tool.get("ascmove") if isinstance(tool, dict) else None
    if section is not None and not isinstance(section, dict):
        raise BadArgument(f"{file}: tool.ascmove is not a table")
    return section


def _read(section: dict[str, Any], where: str) -> Settings:
    for key in section:
        if key not in _KEYS:
            raise BadArgument(f"{where}: unknown key {key!r}{nearest_name(key, _KEYS)}")
    chosen = {}
    for key in ("select", "ignore"):
        value = section.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadArgument(f"{where}: {key} is a list of codes")
        chosen[key] = codes(f"{where}: {key}", value)
    return Settings(
        Selection(chosen["select"], chosen["ignore"]),
        _choice(f"{where}: severity", section.get("severity", "note"), SEVERITIES),
        _choice(f"{where}: mode", section.get("mode", "strict"), MODES),
    )


def codes(where: str, texts: list[str]) -> tuple[str, ...]:
    """Codes and beginnings of codes, separated by commas or given one by one. Raises BadArgument for unknown ones."""
    from ascmove.reading.remarks import BY_CODE
    from ascmove.rules.catalogue import catalogue, nearest_code

    known = (*catalogue(), *BY_CODE)
    found = [code.strip().upper() for text in texts for code in text.split(",") if code.strip()]
    for code in found:
        if code != "ALL" and not any(rule.startswith(code) for rule in known):
            raise BadArgument(f"{where}: no rule begins with {code[:40]!r}{nearest_code(code[:40], BY_CODE)}")
    return tuple("" if code == "ALL" else code for code in found)


def _choice(where: str, value: Any, choices: tuple[Any, ...]) -> Any:
    if not isinstance(value, str) or value not in choices:
        shown = str(value)[:40]
        raise BadArgument(f"{where}: unknown value {shown!r}{nearest_name(shown, choices)}")
    return value
