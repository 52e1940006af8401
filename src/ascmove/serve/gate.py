"""Gate: which requests the live page answers. Everything else is refused before a case is looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

#: bytes of a request body: a case of the longest form with room to spare
LARGEST_BODY = 256 << 10
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_HEADERS = [
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]


class Gate:
    """ASGI middleware for an app on ``port`` of the loopback interface.

    * The Host header names this machine and port, so that no foreign name that resolves to it (DNS rebinding) works.
    * An Origin header, where there is one, is this page's own; a POST is JSON, which no foreign form can send.
    * A body has at most ``LARGEST_BODY`` bytes, whatever its header says.
    """

    def __init__(self, app: App, port: int) -> None:
        self.app = app
        self.hosts = {f"{name}:{port}".encode() for name in _NAMES}
        self.origins = {f"http://{name}:{port}".encode() for name in _NAMES}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Refuse, or hand on with a bounded body."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        refused = self.refusal(scope)
        if refused is not None:
            await _refuse(send, *refused)
            return
        body = await _read(receive)
        if body is None:
            await _refuse(send, 413, f"a request has at most {LARGEST_BODY} bytes")
            return

        async def replay() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        await self.app(scope, replay, guarded)

    def refusal(self, scope: Message) -> tuple[int, str] | None:
        """Status and reason for a request that is not answered; None for one that is."""
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value)
        if len(headers.get(b"host", [])) != 1 or headers[b"host"][0] not in self.hosts:
            return 421, "this page answers under its own name only: 127.0.0.1 or localhost with its port"
        if any(origin not in self.origins for origin in headers.get(b"origin", [])):
            return 403, "requests from other pages are not answered"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "only GET, HEAD and POST are answered"
        if scope["method"] == "POST" and not _is_json(headers.get(b"content-type", [])):
            return 415, "a request holds JSON (content-type: application/json)"
        length = headers.get(b"content-length", [b"0"])[0]
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, f"a request has at most {LARGEST_BODY} bytes"
        return None


def _is_json(values: list[bytes]) -> bool:
    return len(values) == 1 and values[0].split(b";")[0].strip().lower() == b"application/json"


async def _read(receive: Receive) -> bytes | None:
    """The whole body, or None when it is too long."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b"".join(parts)
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > LARGEST_BODY:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = (reason + "\n").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers + _HEADERS})
    await send({"type": "http.response.body", "body": body})
