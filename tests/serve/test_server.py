"""The page as a user starts it: an address on standard output, answers, and Ctrl+C that ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="the live page needs starlette: pip install 'ascmove[serve]'")
pytest.importorskip("uvicorn", reason="the live page needs uvicorn: pip install 'ascmove[serve]'")
pytest.importorskip("httpx", reason="these tests send requests with httpx")

import httpx

from ascmove.serve.examples import examples
from tests.serve.test_gate import send

TEXT = next(e.text for e in examples() if e.name == "nddma_slice")


@pytest.fixture
def page() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    started = subprocess.Popen(
        [sys.executable, "-m", "ascmove", "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert started.stdout is not None
    line = started.stdout.readline()
    yield started, line.split()[3] if line else ""
    if started.poll() is None:
        started.kill()
    started.communicate()


def test_it_answers_until_it_is_interrupted(page: tuple[subprocess.Popen[str], str]) -> None:
    started, address = page
    with httpx.Client(base_url=address, timeout=60) as client:
        assert "ascmove" in client.get("/").text
        assert client.post("/api/case", json={"text": TEXT}).json()["ok"]
    if sys.platform != "win32":
        started.send_signal(signal.SIGINT)
        _, errors = started.communicate(timeout=60)
        assert "Traceback" not in errors


def test_pictures() -> None:
    svg = send("POST", "/api/svg", json={"text": TEXT})
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    assert "<html" in send("POST", "/api/html", json={"text": TEXT}).text
    refused = send("POST", "/api/svg", json={"text": "call: x"})
    assert refused.status_code == 422
    assert "unknown call" in refused.text


@pytest.mark.parametrize(("kind", "body"), [("gif", {"text": TEXT}), ("svg", [1])])
def test_what_is_no_picture(kind: str, body: object) -> None:
    answer = send("POST", f"/api/{kind}", content=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status_code == 400
