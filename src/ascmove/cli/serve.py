"""`ascmove serve`: the live page on this machine."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from ascmove.cli.console import say
from ascmove.errors import BadArgument


def serve(
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")
    ] = 8765,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Open a local page: edit a call, see findings and picture.

    The call is edited in a form, or pasted as a case. The page answers this machine only and
    reads no files. Ctrl+C ends it.
    """
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise BadArgument(f"the live page needs {' and '.join(missing)}: pip install 'ascmove[serve]'")
    from ascmove.serve.server import address_of, listen
    from ascmove.serve.server import serve as run

    listener = listen(port)
    say(f"ascmove is at {address_of(listener)}    (Ctrl+C ends it)")
    sys.stdout.flush()  # the address is of use before the page ends
    run(listener, browser)
