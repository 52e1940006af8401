"""Operands and atoms of the Tensor API in a kernel: makers put together again."""

from __future__ import annotations

from typing import Any, Protocol

from ascmove.reading.structs import made
from ascmove.reading.values import Made, Named, Struct, TensorRef, Unknown, Value

#: bytes of a quantisation word
WORD = 8


class Collector(Protocol):
    """What remembers unknown values."""

    def whole(self, path: str, value: Value | None) -> int | None:
        """An integer."""

    def flag(self, path: str, value: Value | None) -> bool | None:
        """True or false."""

    def name(self, path: str, value: Value | None, prefix: str = "") -> str | None:
        """An enumerator."""

    def missing(self, path: str, value: Value | None) -> None:
        """Something that is not known."""


class FrameReader:
    """Reads atoms, tensors with layouts, and quantisation operands."""

    def __init__(self, numbers: Collector) -> None:
        self.numbers = numbers

    def atom(self, value: Value) -> dict[str, Any] | None:
        """The parameters that an atom carries; None where it copies something else than L0C to GM."""
        bound: Value | None = None
        if isinstance(value, Made) and value.maker == "with":
            bound = value.arguments[0] if value.arguments else None
            value = value.base if value.base is not None else value
        if not isinstance(value, Made) or value.maker != "MakeCopy" or not value.arguments:
            return None
        if not (isinstance(value.arguments[0], Named) and value.arguments[0].name == "CopyL0C2GM"):
            return None
        trait = value.arguments[1] if len(value.arguments) > 1 else None
        return {**self._trait(trait), **self._fixpipe(bound)}

    def _trait(self, value: Value | None) -> dict[str, Any]:
        if value is None:
            return {}
        struct = value
        if isinstance(struct, Struct) and struct.kind != "CopyL0C2GMTrait":
            struct = struct.member("value") or Unknown(f"the trait {struct.kind}")
        if isinstance(struct, list):
            struct = made("CopyL0C2GMTrait", struct)
        if not isinstance(struct, Struct):
            self.numbers.missing("trait", struct)
            return {}
        f = struct.fields
        found = {
            "round_mode": self.numbers.name("round_mode", f["roundMode"]),
            "enable_relu": self.numbers.flag("enable_relu", f["enableRelu"]),
            "enable_channel_split": self.numbers.flag("enable_channel_split", f["enableChannelSplit"]),
        }
        return {name: v for name, v in found.items() if v is not None}

    def _fixpipe(self, value: Value | None) -> dict[str, Any]:
        if value is None:
            return {}
        struct = made("FixpipeParams", value) if isinstance(value, list) else value
        if not isinstance(struct, Struct):
            self.numbers.missing("unit_flag", struct)
            return {}
        flag = self.numbers.whole("unit_flag", struct.fields["unitFlag"])
        block = self.numbers.flag("sub_block_id", struct.fields["subBlockId"])
        return {**({} if flag is None else {"unit_flag": flag}), **({"sub_block_id": True} if block else {})}

    def operand(self, role: str, value: Value) -> tuple[TensorRef, dict[str, Any]]:
        """(memory, layout and slice as a case writes them) of a tensor."""
        extra: dict[str, Any] = {}
        if isinstance(value, Made) and value.maker == "Slice" and value.base is not None:
            coord, shape = (self._nested(f"{role}.slice", v) for v in value.arguments[:2])
            extra["slice"] = {"coord": coord, "shape": shape}
            value = value.base
        if not isinstance(value, Made) or value.maker != "MakeTensor" or len(value.arguments) < 2:
            reason = value if isinstance(value, Unknown) else Unknown("it is no tensor that is made in this file")
            self.numbers.missing(role, reason)
            return TensorRef(role), extra
        extra["layout"] = self._layout(role, value.arguments[1])
        return self._memory(role, value.arguments[0]), extra

    def _memory(self, role: str, value: Value) -> TensorRef:
        if isinstance(value, Made) and value.maker == "MakeMemPtr" and value.arguments:
            value = value.arguments[0]
        if isinstance(value, TensorRef):
            return value
        return TensorRef(role, dtype=value if isinstance(value, Unknown) else Unknown("element type"))

    def _layout(self, role: str, value: Value) -> dict[str, Any]:
        maker = value.maker if isinstance(value, Made) else ""
        if not isinstance(value, Made) or maker not in ("MakeFrameLayout", "MakePatternLayout", "MakeLayout"):
            self.numbers.missing(f"{role}.layout", value if isinstance(value, Unknown) else None)
            return {}
        found: dict[str, Any] = {}
        if maker != "MakeLayout":
            tag = value.template[0] if value.template else Unknown("a layout without pattern")
            if not isinstance(tag, Named):
                self.numbers.missing(f"{role}.layout.pattern", tag)
                return {}
            found["pattern"] = tag.name.removesuffix("LayoutPtn")
            if len(value.template) > 1:
                found.update(self._c0(role, value.template[1]))
        if maker == "MakeFrameLayout":
            return {**found, **self._frame(role, found["pattern"], value)}
        for name, part in zip(("shape", "stride"), value.arguments, strict=False):
            found[name] = self._nested(f"{role}.layout.{name}", part)
        return found

    def _frame(self, role: str, pattern: str, value: Made) -> dict[str, Any]:
        names = _extent_names(pattern, len(value.arguments))
        numbers = [self.numbers.whole(f"{role}.layout.{n}", v) for n, v in zip(names, value.arguments, strict=True)]
        if pattern in ("NHWC", "NCHW", "NC1HWC0"):
            return {"extents": numbers}
        return {name: number for name, number in zip(names, numbers, strict=True) if number is not None}

    def _c0(self, role: str, value: Value) -> dict[str, Any]:
        if isinstance(value, Named) and value.width is not None:
            return {"c0": 32 // value.width}
        number = self.numbers.whole(f"{role}.layout.c0", value)
        return {} if number is None else {"c0": number}

    def _nested(self, path: str, value: Value) -> Any:
        if isinstance(value, Made) and value.maker in ("MakeCoord", "MakeShape", "MakeStride"):
            return [self._nested(path, item) for item in value.arguments]
        return self.numbers.whole(path, value)

    def quant(self, value: Value) -> tuple[Any, TensorRef | None]:
        """A word; or a tensor of words as a case writes it, and its memory."""
        if not isinstance(value, Made):
            return self.numbers.whole("quant", value), None
        memory, extra = self.operand("quant", value)
        layout = extra.get("layout", {})
        spec: dict[str, Any] = {"position": memory.position or "A1", "dtype": "uint64_t"}
        if isinstance(memory.nbytes, int):
            spec["count"] = memory.nbytes // WORD
        elif layout.get("pattern") == "NDExt" and layout.get("m") == 1 and "slice" not in extra:
            spec["count"] = layout.get("n", 0) * layout.get("batch", 1)
            return {**spec, **({"batch": layout["batch"]} if "batch" in layout else {})}, memory
        return {**spec, "layout": layout}, memory


def _extent_names(pattern: str, count: int) -> list[str]:
    if pattern in ("NHWC", "NCHW", "NC1HWC0"):
        return [f"extents[{k}]" for k in range(count)]
    return ["batch", "m", "n"] if count == 3 else ["m", "n", *(f"extent {k}" for k in range(2, count))][:count]
