"""The commands together, and what happens when one cannot do its work."""

from __future__ import annotations

import errno
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ascmove import __version__
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


app = typer.Typer(
    cls=_Commands,
    name="ascmove",
    help="Run, check and see Ascend C data movement: a bit-exact model of the copy calls on a CPU.",
    epilog="Examples:  ascmove run slice.yaml  |  ascmove check cases/ --sarif  |  ascmove explain NDD012",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        say(f"ascmove {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Run, check and see Ascend C data movement: a bit-exact model of the copy calls on a CPU."""


app.command("run", epilog="Example:  ascmove run slice.yaml --out result.npy")(run.run)
app.command("check", epilog="Examples:  ascmove check cases/ --ignore SLI  |  ascmove check copy.yaml --json")(
    check.check
)
app.command(
    "compare", epilog="Examples:  ascmove compare out.npy case.yaml --map  |  ascmove compare a.bin b.bin --dtype half"
)(compare.compare)
app.command("doctor", epilog="Example:  ascmove doctor case.yaml --actual out.npy")(doctor.doctor)
app.command("draw", epilog="Examples:  ascmove draw slice.yaml --out slice.html  |  ascmove draw slice.yaml")(draw.draw)
app.command("serve", epilog="Example:  ascmove serve --port 8765")(serve.serve)
app.command("read", epilog="Example:  ascmove read kernel.cpp --product ascend-950 --assume T=half --out cases/")(
    read.read
)
app.command("explain", epilog="Example:  ascmove explain NDD012")(explain.explain)
app.command("rules", epilog="Example:  ascmove rules --family NDD --severity error")(explain.rules)
app.command("products", epilog="Example:  ascmove products --json")(information.products)
app.command(
    "formats", epilog="Examples:  ascmove formats hifloat8_t 0.23 0x3F  |  ascmove formats deq_value 0x3F800000"
)(information.formats)
app.command("bench", epilog="Example:  ascmove bench --only tile --others")(bench.bench)
