"""HTML: a scene as one self-contained page that works offline and talks to nobody."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import zlib
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from ascmove.draw.scene import Scene
from ascmove.draw.serial import look_data, scene_data

#: scenes of more characters than this are deflated
_PLAIN = 1 << 15


def to_html(scene: Scene) -> str:
    """The page of a scene: one file, no external resource, to be opened from disk."""
    data, encoding = _packed(json_text(scene_data(scene)))
    state = "after the transfer" if scene.moved else "nothing has moved yet"
    return page("page.html", scene.title, f"{scene.product}, {state}", scene=data, encoding=encoding)


def page(name: str, title: str, subtitle: str, extra: str = "", connect: str = "'none'", **parts: str) -> str:
    """A page from its template, with all scripts and styles inside and a policy that forbids everything else.

    ``extra`` is the folder of further scripts and styles, ``connect`` what the page may talk to.
    """
    script, style = sources("page", "js"), sources("page", "css")
    if extra:
        script, style = script + sources(extra, "js"), style + sources(extra, "css")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data: blob:; "
        f"connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    template = Template(_text(extra or "page", name))
    return template.substitute(
        title=html.escape(title),
        subtitle=html.escape(subtitle),
        policy=policy,
        style=style,
        script=script,
        looks=json_text(look_data()),
        **parts,
    )


def json_text(data: Any) -> str:
    """JSON that may stand inside a script element."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")


@cache
def sources(folder: str, kind: str) -> str:
    """All scripts or styles of a folder in the order of their names, joined."""
    room = files("ascmove") / "draw" / folder if folder == "page" else files("ascmove") / folder
    found = sorted((f for f in room.iterdir() if f.name.endswith(f".{kind}")), key=lambda f: f.name)
    return "\n".join(f.read_text("utf-8") for f in found)


def _text(folder: str, name: str) -> str:
    room = files("ascmove") / "draw" / folder if folder == "page" else files("ascmove") / folder
    return (room / name).read_text("utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _packed(text: str) -> tuple[str, str]:
    if len(text) <= _PLAIN:
        return text, "json"
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode(), "deflate-base64"
