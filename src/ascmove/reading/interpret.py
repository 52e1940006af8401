"""From a copy call in the text to the call of a family: its parameters as a case writes them, and what is not known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ascmove.findings.wording import several
from ascmove.reading.found import CopyCall
from ascmove.reading.structs import made
from ascmove.reading.tensor_api import FrameReader
from ascmove.reading.values import Named, Raw, Struct, TensorRef, Unknown, Value

_ARRAYS = ("loopSrcStride", "loopDstStride", "loopSize", "loopLpSize", "loopRpSize")
_SLICE = ("startIndex", "endIndex", "stride", "burstLen", "shapeValue")
_GAPS = {"blockCount": "block_count", "blockLen": "block_len", "srcGap": "src_gap", "dstGap": "dst_gap"}


@dataclass
class KernelCall:
    """One copy call of a kernel.

    ``family``: None where the call is of none of the five families; ``note`` then says what it is. ``params``: the
    parameters as a case writes them, the unknown ones left out. ``unknown``: what the text does not decide, each with
    the reason. ``dst``, ``src``, ``words``: the tensors as far as they are known. ``turns``: the ways in which the call
    is made, where there are several. ``readable``: False where only the text is at fault.
    """

    found: CopyCall
    family: str | None
    dst: TensorRef = field(default_factory=lambda: TensorRef("?"))
    src: TensorRef = field(default_factory=lambda: TensorRef("?"))
    words: TensorRef | None = None
    params: dict[str, Any] = field(default_factory=dict)
    dst_extra: dict[str, Any] = field(default_factory=dict)
    src_extra: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    open_parameters: list[str] = field(default_factory=list)
    note: str = ""
    turns: tuple[KernelCall, ...] = ()
    readable: bool = True

    @property
    def constant(self) -> bool:
        """True when every parameter is known; element types and positions may be open."""
        return self.family is not None and not self.open_parameters


class Numbers:
    """Takes values apart into plain numbers and remembers what is not known."""

    def __init__(self) -> None:
        self.unknown: list[str] = []

    def whole(self, path: str, value: Value | None) -> int | None:
        """An integer; None where it is not known."""
        if isinstance(value, (bool, int)):
            return int(value)
        self.missing(path, value)
        return None

    def flag(self, path: str, value: Value | None) -> bool | None:
        """True or false."""
        number = self.whole(path, value)
        return None if number is None else bool(number)

    def name(self, path: str, value: Value | None, prefix: str = "") -> str | None:
        """An enumerator without its prefix."""
        if isinstance(value, Named):
            return value.name.removeprefix(prefix)
        self.missing(path, value)
        return None

    def missing(self, path: str, value: Value | None) -> None:
        """Remember that something is not known."""
        reason = "it is not a constant that is read"
        if isinstance(value, Unknown):
            reason = value.reason
        elif isinstance(value, Named):
            reason = f"{value.name} is not known"
        self.unknown.append(f"{path}: {reason}")


def interpret(found: CopyCall) -> KernelCall:
    """The call that is meant."""
    if found.other:
        return KernelCall(found, None, note=f"{found.name} is not modelled: nothing of it was checked")
    if found.name == "Copy":
        return _tensor_copy(found)
    if len(found.arguments) < 3:
        note = f"DataCopy with {several(len(found.arguments), 'argument')} is not read"
        return KernelCall(found, None, note=note, readable=False)
    dst, src, *rest = found.arguments
    numbers = Numbers()
    family, read = _family(found, rest)
    kind = found.template[0] if found.template else None
    call = KernelCall(found, family, _tensor("dst", dst, kind), _tensor("src", src, kind))
    if read is None:
        call.note = _other(rest)
        call.readable = not isinstance(rest[0], Unknown)
        return call
    call.params = _present(read(found, rest, numbers))
    call.unknown = call.open_parameters = numbers.unknown
    return call


Reader = Callable[[CopyCall, "list[Value]", Numbers], "dict[str, Any]"]


def _family(found: CopyCall, rest: list[Value]) -> tuple[str | None, Reader | None]:
    first = rest[0]
    if len(rest) in (2, 3) and (_is_slices(first) or _is_slices(rest[1])):
        return "slice", _slice
    if (isinstance(first, Struct) and first.kind == "NdDmaParams") or len(found.template) == 3:
        return "nddma", _nddma
    braces = isinstance(rest[-1], list) or _is(rest[-1], "")
    if len(rest) == 2 and (_is(rest[1], "DataCopyEnhancedParams") or _is(first, "DataCopyParams") or braces):
        return "enhanced", _enhanced
    if len(rest) != 1:
        return None, None
    if _is(first, "DataCopyParams") or (isinstance(first, list) and len(first) <= 4) or _is(first, ""):
        return "data_copy", _gap_copy
    if isinstance(first, Unknown) and first.number:
        return "data_copy", _counted
    if isinstance(first, (int, float)) and not isinstance(first, bool) and float(first).is_integer():
        return "data_copy", _counted
    return None, None


def _is(value: Value, kind: str) -> bool:
    return isinstance(value, Struct) and value.kind == kind


def _is_slices(value: Value) -> bool:
    return isinstance(value, list) and bool(value) and all(_is(item, "SliceInfo") for item in value)


def _other(rest: list[Value]) -> str:
    value = rest[0]
    if isinstance(value, Unknown):
        return f"the parameters are not known: {value.reason}"
    if isinstance(value, Struct) and value.kind:
        return f"DataCopy with {value.kind} is not one of the families that are modelled"
    return "a form of DataCopy that is not read"


def _tensor(role: str, value: Value, kind: Value | None) -> TensorRef:
    """The tensor of an argument; a template argument of the call gives its element type where nothing else does."""
    if isinstance(value, TensorRef):
        return replace(value, dtype=kind) if kind is not None and isinstance(value.dtype, Unknown) else value
    return TensorRef(role, offset=value if isinstance(value, Unknown) else Unknown("an expression that is not read"))


def _present(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


# -- families ---------------------------------------------------------------------------------------------------------


def _nddma(found: CopyCall, rest: list[Value], numbers: Numbers) -> dict[str, Any]:
    params = rest[0]
    if not isinstance(params, Struct):
        numbers.missing("params", params)
        return {}
    info = params.fields["loopInfo"]
    arrays = None
    if isinstance(info, Struct):
        arrays = [_array(name, info.fields[name], numbers) for name in _ARRAYS]
    else:
        numbers.missing("loop_info", info)
    config = _config(found, rest, numbers)
    value = params.fields["constantValue"]
    constant: Any = {"bits": int(value.bits)} if isinstance(value, Raw) else value
    if isinstance(value, int) and not isinstance(value, bool):
        constant = int(value)
    if not isinstance(value, (int, float, Raw)):
        numbers.missing("constant_value", value)
        constant = 0
    return {"loop_info": arrays, "constant_value": constant, "config": config}


def _array(name: str, value: Value, numbers: Numbers) -> list[int | None]:
    snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in name)
    if not isinstance(value, list):
        numbers.missing(snake, value)
        return []
    return [numbers.whole(f"{snake}[{k}]", item) for k, item in enumerate(value)]


def _config(found: CopyCall, rest: list[Value], numbers: Numbers) -> dict[str, Any] | None:
    given = found.template[2] if len(found.template) > 2 else None
    if given is None or (isinstance(given, Named) and given.name == "kDefaultNdDmaConfig"):
        return None
    if isinstance(given, Unknown) and "kDefault" in given.reason:
        return None
    if not isinstance(given, Struct):
        numbers.missing("config", given)
        return None
    fields = given.fields
    return {
        "is_nearest_value_mode": numbers.flag("config.is_nearest_value_mode", fields["isNearestValueMode"]),
        "loop_lp_size": numbers.whole("config.loop_lp_size", fields["loopLpSize"]),
        "loop_rp_size": numbers.whole("config.loop_rp_size", fields["loopRpSize"]),
        "asc_optimize": numbers.flag("config.asc_optimize", fields["ascOptimize"]),
    }


def _slice(found: CopyCall, rest: list[Value], numbers: Numbers) -> dict[str, Any]:
    dim = numbers.whole("dim_value", rest[2]) if len(rest) > 2 else 1
    lists = {}
    for name, value in (("dst_slice_info", rest[0]), ("src_slice_info", rest[1])):
        if _is_slices(value) and isinstance(value, list):
            lists[name] = [_entry(f"{name}[{k}]", item, numbers) for k, item in enumerate(value)]
        else:
            numbers.missing(name, value)
    return {**lists, "dim_value": dim}


def _entry(path: str, item: Value, numbers: Numbers) -> list[int | None]:
    assert isinstance(item, Struct)
    return [numbers.whole(f"{path}.{name}", item.fields[name]) for name in _SLICE]


def _gaps(value: Value, numbers: Numbers) -> dict[str, Any]:
    braced = isinstance(value, list) or _is(value, "")
    struct = made("DataCopyParams", value) if braced else value
    if not isinstance(struct, Struct):
        numbers.missing("params", struct)
        return {}
    return _present({snake: numbers.whole(snake, struct.fields[name]) for name, snake in _GAPS.items()})


def _gap_copy(found: CopyCall, rest: list[Value], numbers: Numbers) -> dict[str, Any]:
    return {"data_copy": _gaps(rest[0], numbers)}


def _counted(found: CopyCall, rest: list[Value], numbers: Numbers) -> dict[str, Any]:
    count = rest[0]
    return {"count": numbers.whole("count", int(count) if isinstance(count, float) else count)}


def _enhanced(found: CopyCall, rest: list[Value], numbers: Numbers) -> dict[str, Any]:
    struct = rest[1]
    if isinstance(struct, list) or _is(struct, ""):
        struct = made("DataCopyEnhancedParams", struct)
    if not isinstance(struct, Struct):
        numbers.missing("enhanced", struct)
        return {"data_copy": _gaps(rest[0], numbers)}
    f = struct.fields
    enhanced = {
        "block_mode": numbers.name("block_mode", f["blockMode"], "BLOCK_MODE_"),
        "deq_scale": numbers.name("deq_scale", f["deqScale"]),
        "deq_value": numbers.whole("deq_value", f["deqValue"]),
        "sid_store_mode": numbers.whole("sid_store_mode", f["sidStoreMode"]),
        "is_relu": numbers.flag("is_relu", f["isRelu"]),
        "pad_mode": numbers.name("pad_mode", f["padMode"]),
        "pad_value": numbers.whole("pad_value", f["padValue"]),
    }
    address = numbers.whole("deq_tensor_addr", f["deqTensorAddr"])
    # 0 is the value that every kernel writes where the address has no meaning
    vector = str(enhanced["deq_scale"]).startswith("V")
    if address is not None and (address or vector):
        enhanced["deq_tensor_addr"] = address
    return {"data_copy": _gaps(rest[0], numbers), "enhanced": _present(enhanced)}


def _tensor_copy(found: CopyCall) -> KernelCall:
    numbers = Numbers()
    reader = FrameReader(numbers)
    if found.arguments and isinstance(found.arguments[0], TensorRef):
        return KernelCall(found, None, note="Copy between tensors in UB is not modelled: nothing of it was checked")
    if len(found.arguments) not in (3, 4):
        return KernelCall(found, None, note=f"Copy with {several(len(found.arguments), 'argument')} is not read")
    atom, dst, src = found.arguments[:3]
    params = reader.atom(atom)
    if params is None:
        return KernelCall(found, None, note="Copy with an atom that is not read")
    call = KernelCall(found, "l0c2gm")
    call.dst, call.dst_extra = reader.operand("dst", dst)
    call.src, call.src_extra = reader.operand("src", src)
    if len(found.arguments) == 4:
        params["quant"], call.words = reader.quant(found.arguments[3])
    call.params = _present(params)
    call.unknown = call.open_parameters = numbers.unknown
    return call
