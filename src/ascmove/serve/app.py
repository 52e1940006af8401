"""The web application: one page, and answers in JSON, SVG and HTML."""

from __future__ import annotations

import json
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ascmove.draw.html import json_text, page
from ascmove.errors import AscMoveError
from ascmove.serve.answers import answer, drawing
from ascmove.serve.examples import examples
from ascmove.serve.forms import forms
from ascmove.serve.gate import Gate

#: cases worked on at a time
_AT_ONCE = 2


def make_app(port: int) -> Starlette:
    """The application that answers on ``port`` of the loopback interface."""
    body = live_page()
    limiter = CapacityLimiter(_AT_ONCE)

    async def index(request: Request) -> Response:
        return Response(body, media_type="text/html")

    async def case(request: Request) -> Response:
        asked = _mapping(await request.body())
        if asked is None:
            return PlainTextResponse("a request is a JSON object\n", 400)
        return JSONResponse(await to_thread.run_sync(answer, asked, limiter=limiter))

    async def picture(request: Request) -> Response:
        kind = request.path_params["kind"]
        asked = _mapping(await request.body())
        if asked is None or kind not in ("svg", "html"):
            return PlainTextResponse("a request is a JSON object to /api/svg or /api/html\n", 400)
        try:
            drawn = await to_thread.run_sync(drawing, asked, kind, limiter=limiter)
        except AscMoveError as error:
            return PlainTextResponse(str(error).strip() + "\n", 422)
        return Response(drawn, media_type="image/svg+xml" if kind == "svg" else "text/html")

    routes = [
        Route("/", index, methods=["GET"]),
        Route("/api/case", case, methods=["POST"]),
        Route("/api/{kind}", picture, methods=["POST"]),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Gate, port=port)])


def live_page() -> str:
    """The page itself: all scripts and styles inside, allowed to talk to its own address only."""
    menu = [example._asdict() for example in examples()]
    return page(
        "live.html",
        "ascmove",
        "edit a copy call, see what it does",
        extra="serve/live",
        connect="'self'",
        forms=json_text(forms()),
        examples=json_text(menu),
    )


def _mapping(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
