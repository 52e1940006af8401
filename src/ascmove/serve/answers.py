"""Answers: what the live page gets back for a case: findings, picture, the case in other forms."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import yaml

from ascmove.calls import Call
from ascmove.cases import Case
from ascmove.cases.reading import checked_mapping, parse
from ascmove.draw.colouring import colourings
from ascmove.draw.html import to_html
from ascmove.draw.scene import Scene
from ascmove.draw.serial import scene_data
from ascmove.draw.svg import to_svg
from ascmove.errors import AscMoveError, CaseError
from ascmove.moves.transfer import verdict_of
from ascmove.serve.pictures import case_scene

#: elements of one tensor, and turns of a transfer, that the page runs; `ascmove draw` takes more
MOST_ELEMENTS = 1 << 22
MOST_TURNS = 1 << 23


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to {"text": YAML or JSON} or {"case": mapping}: case, YAML text, scene; or {"error": message}."""
    try:
        case = read_case(request)
        seen = scene_of(case)
    except AscMoveError as error:
        return {"ok": False, "error": str(error).strip()}
    plain = case.to_dict()
    return {"ok": not seen.findings, "case": plain, "yaml": yaml_text(plain), "scene": scene_data(seen)}


def drawing(request: Mapping[str, Any], kind: str) -> str:
    """The SVG or the page of a case. Raises AscMoveError for a case that cannot be drawn."""
    seen = scene_of(read_case(request))
    return to_svg(seen, colour=_known(seen, request)) if kind == "svg" else to_html(seen)


def _known(seen: Scene, request: Mapping[str, Any]) -> str:
    asked = request.get("colour")
    return asked if isinstance(asked, str) and asked in colourings(seen) else "burst"


def read_case(request: Mapping[str, Any]) -> Case:
    """The case of a request. Raises CaseError, also for one that names a file: the page reads none."""
    if isinstance(request.get("text"), str):
        data = parse(request["text"], ".yaml", "case")
    else:
        data = checked_mapping(request.get("case"), "case")
    _refuse_files(data, "case")
    return Case.from_dict(data)


def _refuse_files(value: Any, where: str) -> None:
    if isinstance(value, dict):
        if "file" in value:
            raise CaseError(f"{where}.file: the live page reads no files; write arange, values, zeros or random")
        for key, item in value.items():
            _refuse_files(item, f"{where}.{key}")
    elif isinstance(value, list):
        for k, item in enumerate(value):
            _refuse_files(item, f"{where}[{k}]")


def scene_of(case: Case) -> Scene:
    """Run a case and draw it. Raises CaseError for one that is too large for a page that follows every key."""
    call = case.call()
    _check_size(call)
    return case_scene(case)


def _check_size(call: Call) -> None:
    for name, tensor in call.operands():
        if tensor.count > MOST_ELEMENTS:
            raise CaseError(
                f"{name}: {tensor.count} elements; the live page takes {MOST_ELEMENTS}, `ascmove draw` takes more"
            )
    plan = verdict_of(call).plan
    if plan is not None and plan.elements_written > MOST_TURNS:
        raise CaseError(
            f"the copy moves {plan.elements_written} elements; the live page runs {MOST_TURNS}, "
            "`ascmove draw` takes more"
        )


def yaml_text(plain: dict[str, Any]) -> str:
    """A case as YAML, one key a line at the top, numbers in rows below."""
    out = io.StringIO()
    yaml.safe_dump(plain, out, sort_keys=False, default_flow_style=None, width=100, allow_unicode=True)
    return out.getvalue()
