"""Forms: the input fields of each call family, read off the JSON schema of the case model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascmove.calls import BlockMode, DeqScale, PadMode
from ascmove.calls.l0c_params import RoundMode
from ascmove.calls.nddma import ARRAYS
from ascmove.calls.slice import SliceInfo
from ascmove.cases import Case
from ascmove.formats.dtype import DTYPES
from ascmove.hardware.positions import POSITIONS
from ascmove.layouts import Pattern

#: what a name may be, where the schema says no more than "text"
CHOICES: dict[str, tuple[str, ...]] = {
    "dtype": tuple(DTYPES),
    "position": tuple(POSITIONS),
    "block_mode": tuple(BlockMode.__members__),
    "deq_scale": tuple(DeqScale.__members__),
    "pad_mode": tuple(PadMode.__members__),
    "round_mode": tuple(RoundMode.__members__),
    "pattern": tuple(p.name for p in Pattern),
}
#: rows of the fields that are lists of lists; () for one row per axis
ROWS: dict[str, tuple[str, ...]] = {"loop_info": ARRAYS, "src_slice_info": (), "dst_slice_info": ()}
_HINTS = {
    "loop_info": "innermost loop first",
    "src_slice_info": ", ".join(SliceInfo.__dataclass_fields__),
    "dst_slice_info": ", ".join(SliceInfo.__dataclass_fields__),
    "data": '"zeros", {"arange": [0, 16]}, {"values": [1, 2]} or {"random": 1}',
    "quant": 'a word, or {"count": 32, "fill": 1056964608}',
    "slice": '{"coord": [0, 0], "shape": [16, 16]}',
    "deq_tensor": '{"dtype": "uint64_t", "position": "VECCALC", "count": 16, "fill": 1065353216}',
}
_LEFT_OUT = {"expect", "finding", "severity"}
#: fields that most cases leave alone; the page folds them away
_RARE = {"address", "offset", "shape_info", "shape", "stride", "asc_optimize", "src_stride", "dst_stride", "pad_mode",
         "pad_value", "deq_tensor_addr", "sub_block_id", "extents", "batch"}  # fmt: skip


def forms() -> dict[str, list[dict[str, Any]]]:
    """Per family the fields in order: path, kind, choices, default, hint, and whether the field is rare.

    Kinds: "whole", "number", "flag", "choice", "list" (whole numbers), "rows" (lists of them), "json" (anything else).
    """
    found = {}
    for family, model in Case.families.items():
        schema = model.model_json_schema(mode="serialization", by_alias=True)
        found[family] = list(_fields(schema, schema.get("$defs", {}), ()))
    return found


def _fields(node: dict[str, Any], definitions: dict[str, Any], path: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for name, part in node["properties"].items():
        if name in _LEFT_OUT:
            continue
        inner = _resolved(part, definitions)
        if name == "data_copy" and "properties" not in inner:
            inner = _resolved(_first(part), definitions)
        if "properties" in inner and name not in _HINTS and name not in CHOICES:
            yield from _fields(inner, definitions, (*path, name))
        else:
            yield _field(name, part, inner, (*path, name))


def _resolved(part: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    return {**definitions[part["$ref"].rsplit("/", 1)[-1]], **part} if "$ref" in part else part


def _first(part: dict[str, Any]) -> dict[str, Any]:
    """The first alternative that is not null."""
    alternatives: list[dict[str, Any]] = [p for p in part.get("anyOf", []) if p.get("type") != "null"]
    return alternatives[0] if alternatives else part


def _field(name: str, part: dict[str, Any], inner: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    core = _first(inner)
    kind, choices = _kind(name, core, inner)
    field: dict[str, Any] = {"path": list(path), "kind": kind}
    if choices:
        field["choices"] = choices
    if part.get("default") is not None:
        field["default"] = part["default"]
    if name in _HINTS:
        field["hint"] = _HINTS[name]
    if kind == "rows":
        field["rows"] = list(ROWS[name])
    if name in _RARE:
        field["rare"] = True
    return field


def _kind(name: str, core: dict[str, Any], whole: dict[str, Any]) -> tuple[str, list[str]]:
    if name in CHOICES:
        return "choice", list(CHOICES[name])
    if "enum" in core or "const" in core:
        return "choice", list(core.get("enum", [core.get("const")]))
    if name in ROWS:
        return "rows", []
    several = len([p for p in whole.get("anyOf", []) if p.get("type") != "null"]) > 1
    if not several and core.get("type") == "boolean":
        return "flag", []
    if not several and core.get("type") == "integer":
        return "whole", []
    if not several and core.get("type") == "array" and core.get("items", {}).get("type") == "integer":
        return "list", []
    return "json", []
