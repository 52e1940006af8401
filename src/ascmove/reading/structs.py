"""The parameter structs of the copy calls: fields in order, defaults, other names."""

from __future__ import annotations

from ascmove.reading.values import Named, Struct, Unknown, Value

_PADS = 0xFFFF

#: struct: fields in the order of the initialiser with their defaults; None: an array of zeros
FIELDS: dict[str, dict[str, Value | None]] = {
    "DataCopyParams": {"blockCount": 1, "blockLen": 0, "srcGap": 0, "dstGap": 0},
    "DataCopyEnhancedParams": {
        "blockMode": Named("BLOCK_MODE_NORMAL"),
        "deqScale": Named("DEQ_NONE"),
        "deqValue": 0,
        "sidStoreMode": 0,
        "isRelu": False,
        "padMode": Named("PAD_NONE"),
        "padValue": 0,
        "deqTensorAddr": 0,
    },
    "SliceInfo": {"startIndex": 0, "endIndex": 31, "stride": 0, "burstLen": 32, "shapeValue": 0},
    "NdDmaConfig": {"isNearestValueMode": False, "loopLpSize": _PADS, "loopRpSize": _PADS, "ascOptimize": False},
    "NdDmaLoopInfo": {
        "loopSrcStride": None,
        "loopDstStride": None,
        "loopSize": None,
        "loopLpSize": None,
        "loopRpSize": None,
    },
    "NdDmaParams": {"loopInfo": Unknown("loopInfo is not set"), "constantValue": 0},
    "FixpipeParams": {"unitFlag": 0, "subBlockId": False},
    "CopyL0C2GMTrait": {"roundMode": Named("DEFAULT"), "enableRelu": False, "enableChannelSplit": False},
}
#: names of the same structs in older and default forms
ALIASES = {
    "MultiCopyConfig": "NdDmaConfig",
    "MultiCopyLoopInfo": "NdDmaLoopInfo",
    "MultiCopyParams": "NdDmaParams",
    "CopyL0C2GMTraitDefault": "CopyL0C2GMTrait",
}
#: fields that share storage under another name
FIELD_ALIASES = {"srcStride": "srcGap", "dstStride": "dstGap"}
#: constants that belong to a struct
CONSTANTS: dict[str, Value] = {"unsetPad": _PADS, "UNSET_PAD": _PADS}


def struct_kind(name: str) -> str | None:
    """The struct meant by a type name; None for other types."""
    name = ALIASES.get(name, name)
    return name if name in FIELDS else None


def made(kind: str, values: Value | None, template: tuple[Value, ...] = ()) -> Struct:
    """A struct with its defaults and what an initialiser says: a list in order of the fields, or such a struct."""
    if isinstance(values, Struct) and values.kind == kind:
        return values
    result = Struct(kind, {name: _default(kind, default, template) for name, default in FIELDS[kind].items()}, template)
    if values is None:
        return result
    if isinstance(values, Struct) and not values.kind:  # fields by name
        result.fields.update({name: _nested(kind, name, value, template) for name, value in values.fields.items()})
        return result
    if not isinstance(values, list):
        why = values if isinstance(values, Unknown) else Unknown(f"an initialiser of {kind} that is not read")
        return Struct(kind, dict.fromkeys(result.fields, why), template)
    if len(values) == 1 and isinstance(values[0], Struct) and values[0].kind == kind:
        return values[0]
    for name, value in zip(FIELDS[kind], values, strict=False):
        result.fields[name] = _nested(kind, name, value, template)
    return result


def _default(kind: str, default: Value | None, template: tuple[Value, ...]) -> Value:
    if default is not None:
        return default
    dim = template[0] if template else Unknown(f"{kind} without dim")
    return [0] * dim if isinstance(dim, int) and 0 <= dim <= 16 else _no_dim(dim)


def _no_dim(dim: Value) -> Unknown:
    return dim if isinstance(dim, Unknown) else Unknown("the number of loops")


def _nested(kind: str, name: str, value: Value, template: tuple[Value, ...]) -> Value:
    if kind == "NdDmaParams" and name == "loopInfo" and isinstance(value, list):
        return made("NdDmaLoopInfo", value, template[1:2])
    if kind == "NdDmaLoopInfo" and isinstance(value, list):
        dim = template[0] if template else None
        return [*value, *[0] * (dim - len(value))] if isinstance(dim, int) else value
    return value
