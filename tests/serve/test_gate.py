"""The gate: only this machine, only this page, only small JSON."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the live page needs starlette: pip install 'ascmove[serve]'")
pytest.importorskip("httpx", reason="these tests send requests with httpx")

import httpx

from ascmove.serve.app import make_app
from ascmove.serve.gate import LARGEST_BODY
from ascmove.serve.server import LOOPBACK, listen, port_of

PORT = 8765
HOME = f"http://127.0.0.1:{PORT}"
APP = make_app(PORT)


def send(method: str, path: str, **options: Any) -> httpx.Response:
    """One request to the application."""

    async def run() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(APP), base_url=HOME) as client:
            return await client.request(method, path, **options)

    return asyncio.run(run())


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"])
def test_its_own_names(host: str) -> None:
    assert send("GET", "/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "example.org",
        "example.org:8765",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1.example.org:8765",
        "",
        "localhost:8765@a",
    ],
)
def test_other_hosts_are_refused(host: str) -> None:
    for path in ("/", "/api/case"):
        assert send("GET", path, headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://example.org", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8765"])
def test_other_origins_are_refused(origin: str) -> None:
    headers = {"origin": origin, "content-type": "application/json"}
    assert send("POST", "/api/case", headers=headers, content=b"{}").status_code == 403


def test_its_own_origin_is_answered() -> None:
    answer = send("POST", "/api/case", headers={"origin": HOME}, json={"text": "call: x"})
    assert answer.status_code == 200
    assert "unknown call" in answer.json()["error"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_foreign_form_cannot_post(kind: str) -> None:
    assert send("POST", "/api/case", headers={"content-type": kind}, content=b"{}").status_code == 415


def test_a_body_has_a_largest_size() -> None:
    text = json.dumps({"text": "a" * LARGEST_BODY})
    assert send("POST", "/api/case", headers={"content-type": "application/json"}, content=text).status_code == 413


def test_a_body_without_length_is_bounded_too() -> None:
    async def parts() -> Any:
        for _ in range(100):
            yield b" " * 8192

    headers = {"content-type": "application/json", "transfer-encoding": "chunked"}
    assert send("POST", "/api/case", headers=headers, content=parts()).status_code == 413


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH"])
def test_other_methods_are_refused(method: str) -> None:
    assert send(method, "/api/case").status_code == 405


@pytest.mark.parametrize("body", [b"", b"[]", b"3", b"{", b"\xff", b'"x"', b"[" * 100_000])
def test_what_is_no_object_is_refused(body: bytes) -> None:
    headers = {"content-type": "application/json"}
    assert send("POST", "/api/case", headers=headers, content=body).status_code == 400


@pytest.mark.parametrize("path", ["/etc/passwd", "/../pyproject.toml", "/api/../../x", "/static/page.js", "/api/exe"])
def test_nothing_else_is_there(path: str) -> None:
    assert send("GET", path).status_code in (404, 405)


def test_answers_forbid_caching_framing_and_sniffing() -> None:
    headers = send("GET", "/").headers
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


def test_it_listens_on_the_loopback_interface_only() -> None:
    listener = listen(0)
    assert listener.getsockname() == (LOOPBACK, port_of(listener))
    listener.close()
