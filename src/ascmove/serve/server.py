"""Run the live page on the loopback interface."""

from __future__ import annotations

import socket
import webbrowser
from threading import Timer

from ascmove.errors import BadArgument

LOOPBACK = "127.0.0.1"


def serve(listener: socket.socket, open_browser: bool) -> None:
    """Answer on a listening socket (see `listen`) until interrupted."""
    import uvicorn

    from ascmove.serve.app import make_app

    address = address_of(listener)
    if open_browser:
        Timer(0.5, webbrowser.open, (address,)).start()
    config = uvicorn.Config(make_app(port_of(listener)), log_level="warning", access_log=False, server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def port_of(listener: socket.socket) -> int:
    """The port that a socket listens on."""
    port: int = listener.getsockname()[1]
    return port


def address_of(listener: socket.socket) -> str:
    """The address of the page."""
    return f"http://{LOOPBACK}:{port_of(listener)}/"


def listen(port: int) -> socket.socket:
    """A listening socket on the loopback interface; port 0 takes a free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise BadArgument(f"port {port} of {LOOPBACK} cannot be used: {error}; choose another with --port") from None
    listener.listen(64)
    return listener
