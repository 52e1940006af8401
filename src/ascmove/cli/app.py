"""The commands together, and what happens when one cannot do its work."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ascmove.cli import bench, check, compare, doctor, draw, explain, information, read, run, serve
from ascmove.cli.console import complain, say
from ascmove.errors import AscMoveError


class _Commands(TyperGroup):
    """Mistakes of the user end in one message and status 2, never in a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except AscMoveError as error:
            complain(str(error))
            raise typer.Exit(2) from None
        except MemoryError:
            complain("out of memory; check the case instead of running it, or run a smaller one")
            raise typer.Exit(2) from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader of a pipe has gone: no mistake
                raise
            complain(str(error))
            raise typer.Exit(2) from None


class _Command(TyperCommand):
    """A command whose help has names of arguments alone: CASE, without braces and without a type of Python."""

    def get_help(self, ctx: Any) -> str:
        text = re.sub(r" <[^>]*>(?=  |$)", lambda found: " " * len(found[0]), super().get_help(ctx), flags=re.MULTILINE)
        return re.sub(r"\{([A-Z]+)\}", r"\1", text)


def _examples(*lines: str) -> str:
    """The end of a help text; click leaves paragraphs that begin with a backspace as they are."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


app = typer.Typer(
    cls=_Commands,
    name="ascmove",
    help="Run, check and see Ascend C data movement: a bit-exact model of the copy calls on a CPU.",
    epilog=_examples(
        "ascmove run slice.yaml",
        "ascmove check cases/ kernel.cpp",
        "ascmove explain NDD012",
        "ascmove --install-completion",
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(asked: bool) -> None:
    if asked:
        say("\n".join(information.version_lines()))
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print version, engine and processor.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Run, check and see Ascend C data movement: a bit-exact model of the copy calls on a CPU."""


_COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {
    run.run: ("ascmove run slice.yaml", "ascmove run slice.yaml --out result.npy"),
    check.check: (
        "ascmove check copy.yaml",
        "ascmove check cases/ --ignore SLI --severity warning",
        "ascmove check kernel.cpp --assume T=half --assume n=128",
        "ascmove check cases/ kernel.cpp --sarif > findings.sarif",
    ),
    compare.compare: (
        "ascmove compare out.npy case.yaml --map",
        "ascmove compare a.bin b.bin --dtype half --layout NZ:32x64",
    ),
    doctor.doctor: ("ascmove doctor case.yaml --actual out.npy",),
    draw.draw: ("ascmove draw slice.yaml", "ascmove draw slice.yaml --out slice.html"),
    serve.serve: ("ascmove serve", "ascmove serve --port 0 --no-browser"),
    read.read: ("ascmove read kernel.cpp", "ascmove read kernel.cpp --assume T=half --out cases/"),
    explain.explain: ("ascmove explain NDD012", "ascmove explain NDD012 --json"),
    explain.rules: ("ascmove rules --family NDD --severity error", "ascmove rules --product atlas-a2"),
    information.products: ("ascmove products", "ascmove products --json"),
    information.formats: (
        "ascmove formats half",
        "ascmove formats hifloat8_t 0.23 0x3F",
        "ascmove formats deq_value 0x3F800000",
    ),
    bench.bench: ("ascmove bench", "ascmove bench --only tile --others"),
}
for _command, _lines in _COMMANDS.items():
    app.command(cls=_Command, epilog=_examples(*_lines))(_command)
