"""YAML without surprises: YAML 1.2 numbers, no dates, no merge keys, no duplicate keys, plain data only."""

from __future__ import annotations

import re
from typing import Any

import yaml

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C scanner where PyYAML was built with it

_INTEGER = re.compile(r"^[-+]?(?:0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*)$")
_FLOAT = re.compile(
    r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"
)


class CaseLoader(_Base):  # type: ignore[misc]
    """Safe loader for cases: `010` is ten, `1e-3` a number, `0x3F800000` hexadecimal."""

    yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012 (PyYAML's own way)

    def flatten_mapping(self, node: Any) -> None:
        """Refuse merge keys: a few of them can stand for billions of entries."""
        for key, _ in node.value:
            if key.tag == "tag:yaml.org,2002:merge" or getattr(key, "value", None) == "<<":
                raise yaml.constructor.ConstructorError(None, None, "merge keys (<<) are not taken", key.start_mark)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """A mapping whose keys are all different."""
        seen: set[Any] = set()
        for key, _ in node.value:
            name = getattr(key, "value", None)
            if isinstance(name, str):
                if name in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {name!r} stands twice", key.start_mark
                    )
                seen.add(name)
        made: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return made


def _integer(loader: CaseLoader, node: Any) -> int:
    text = loader.construct_scalar(node).replace("_", "")
    sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text.lstrip("+"))
    return sign * int(digits, 0 if digits[:2].lower() in ("0x", "0o", "0b") else 10)


def _float(loader: CaseLoader, node: Any) -> float:
    text = loader.construct_scalar(node).lower().replace("_", "")
    return float(text.replace(".inf", "inf").replace(".nan", "nan"))


CaseLoader.add_constructor("tag:yaml.org,2002:int", _integer)
CaseLoader.add_constructor("tag:yaml.org,2002:float", _float)
CaseLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool",
    re.compile(r"^(?:true|True|TRUE|false|False|FALSE|yes|Yes|no|No|on|On|off|Off)$"),
    list("tTfFyYnNoO"),
)
CaseLoader.add_implicit_resolver("tag:yaml.org,2002:int", _INTEGER, list("-+0123456789"))
CaseLoader.add_implicit_resolver("tag:yaml.org,2002:float", _FLOAT, list("-+0123456789."))
CaseLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])
