"""What is wrong with a case, in words: one line per problem, with the way to the value and a suggestion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from ascmove.cases.reading import kind_of
from ascmove.errors import nearest_name

_MOST = 8
_LONGEST = 400


def explain(error: ValidationError, model: type[BaseModel], name: str) -> str:
    """The message of a CaseError for everything that pydantic found."""
    lines = [_line(problem, model) for problem in error.errors(include_url=False)]
    lines = list(dict.fromkeys(lines))
    more = [f"... and {len(lines) - _MOST} more"] if len(lines) > _MOST else []
    shown = lines[:_MOST] + more
    if len(shown) == 1:
        return f"{name}: {shown[0]}"
    return "\n".join([f"{name}: {len(lines)} problems", *(f"  {line}" for line in shown)])


def place(loc: Sequence[int | str]) -> str:
    """The way to a value as a user writes it.

    >>> place(("params", "loop_info", 2))
    'params.loop_info[2]'
    """
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _line(problem: Any, model: type[BaseModel]) -> str:
    loc, kind = problem["loc"], problem["type"]
    where = place(loc)
    if kind == "extra_forbidden":
        text = f"unknown key {_short(loc[-1])!r}{nearest_name(_short(loc[-1]), _keys(model, loc[:-1]))}"
        where = place(loc[:-1])
    elif kind == "missing":
        text = f"{loc[-1]!r} is missing"
        where = place(loc[:-1])
    elif kind == "value_error":
        text = "; ".join(str(problem["ctx"]["error"]).splitlines())
    elif kind in ("model_type", "dict_type", "model_attributes_type"):
        text = f"it is a mapping, not {kind_of(problem['input'])}"
    elif kind in ("list_type", "tuple_type"):
        text = f"it is a list, not {kind_of(problem['input'])}"
    else:
        text = problem["msg"][:1].lower() + problem["msg"][1:]
    line = f"{where}: {text}" if where else text
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "..."


def _short(key: object) -> str:
    return str(key) if len(str(key)) <= 60 else f"{str(key)[:40]}..."


def _keys(model: type[BaseModel], loc: Sequence[int | str]) -> list[str]:
    """The keys that the model at this place takes."""
    for part in loc:
        field = model.model_fields.get(str(part))
        inner = None if field is None else _model_in(field.annotation)
        if inner is not None:
            model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for arg in get_args(annotation) if (found := _model_in(arg)) is not None), None)
