"""The reference: one page per room of the package, from its docstrings, and the help of every command."""

from __future__ import annotations

import ast
import pkgutil
from pathlib import Path

from pieces import paragraphs, table

import ascmove

PACKAGE = Path(ascmove.__file__).parent


def rooms() -> dict[str, list[str]]:
    """The public modules of each room of the package, by room; the package itself is the room `ascmove`."""
    found: dict[str, list[str]] = {"ascmove": ["ascmove"]}
    for module in pkgutil.walk_packages([str(PACKAGE)], "ascmove."):
        parts = module.name.split(".")[1:]
        if not any(part.startswith("_") for part in parts) and "examples" not in parts:
            found.setdefault(parts[0], []).append(module.name)
    return found


def room_page(room: str, modules: list[str]) -> str:
    """The reference of one room: the names it exports, then those that only its modules have."""
    heading = f"ascmove.{room}" if room != "ascmove" else "ascmove: the public names"
    exported = _exported(modules[0])
    parts = [f"# {heading}"]
    for module in modules:
        names = exported if module == modules[0] and exported else _defined(module) - exported
        if names or module == modules[0]:
            parts.append(f"::: {module}\n{_members(names)}")
    return paragraphs(*parts)


def _members(names: set[str]) -> str:
    listed = "\n".join(f'        - "{name}"' for name in sorted(names)) if names else ""
    return f"    options:\n      members:\n{listed}" if listed else "    options:\n      members: false"


def _source(module: str) -> ast.Module:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def _exported(module: str) -> set[str]:
    """Names in ``__all__``."""
    for node in _source(module).body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return {str(name) for name in ast.literal_eval(node.value)}
    return set()


def _defined(module: str) -> set[str]:
    """Public functions and classes with a docstring."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    found = [node for node in _source(module).body if isinstance(node, kinds) and ast.get_docstring(node)]
    return {node.name for node in found if not node.name.startswith("_")}


def reference_index() -> str:
    """The rooms with the first line of their docstrings."""
    rows = []
    for room, modules in rooms().items():
        first = (ast.get_docstring(_source(modules[0])) or "").split("\n")[0]
        rows.append([f"[`{room}`]({room}.md)", len(modules), first])
    return paragraphs(
        "# Reference",
        "Made from the docstrings; each room of the package is one page.",
        table(["room", "modules", "idea"], rows),
        f"{', '.join(f'`ascmove.{name}`' for name in _shared())} are functions and rooms: as an attribute of the "
        "package each is the function, also behind `import ascmove.compare`. What else such a room holds is taken from "
        "it by name: `from ascmove.compare import BitClass`, `from ascmove.rules import check`.",
        "The [command line](command-line.md) and [cases](../case-files.md), calls in files, have pages of their own.",
    )


def _shared() -> list[str]:
    """Rooms with the name of a public function."""
    return sorted(set(rooms()) & set(ascmove.__all__) - {"derive", "strategies"})


def command_line_page() -> str:
    """Help of every command, as the program prints it."""
    import typer
    from typer.testing import CliRunner

    from ascmove.cli.app import app

    command = typer.main.get_command(app)
    runner = CliRunner()
    parts = ["# Command line"]
    for name in ("", *sorted(getattr(command, "commands", {}))):
        arguments = [name, "--help"] if name else ["--help"]
        shown = runner.invoke(
            app, arguments, env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}, prog_name="ascmove"
        )
        parts.append(f"## ascmove {name}".rstrip() + f"\n\n```text\n{shown.output.strip()}\n```")
    return paragraphs(*parts)
