"""docs/enhanced.md says what the code does: its tables are current, its formulas compute, its example runs."""

from __future__ import annotations

import importlib.util
import math
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ascmove.formats import DeqValue
from ascmove.formats.convert import trace
from ascmove.formats.modes import ENHANCED_PAIRS, enhanced_conversion

DOCS = Path(__file__).parents[2] / "docs"
MODES = [(m, s, d, r) for m, pairs in ENHANCED_PAIRS.items() for s, d in pairs for r in (False, True)]


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("enhanced_tables", DOCS / "enhanced_tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_tables_are_current(tables: ModuleType) -> None:
    page = tables.PAGE.read_text(encoding="utf-8")
    assert tables.filled(page) == page
    assert set(re.findall(r"<!-- table: (\w+) -->", page)) == set(tables.TABLES)


def f32(x: float) -> float:
    with np.errstate(all="ignore"):
        return float(np.float32(x))


def half(x: float) -> float:
    if math.isnan(x):
        return 0.0
    return float(np.float16(max(-65504.0, min(65504.0, x))))


NAMES: dict[str, Any] = {
    "f32": f32,
    "half": half,
    "rint": lambda x: round(x) if math.isfinite(x) else x,
    "clamp": lambda x, low, high: min(max(x, low), high),
    "max": lambda x, y: x if x > y else y,  # +0 for NaN and for both zeros
}

VALUES: dict[str, list[float]] = {
    "int32_t": [0, 1, -1, 7, -1000, 435, 1048576, -1048576, 16777217, 2**31 - 1, -(2**31)],
    "uint32_t": [0, 5, 2**32 - 1],
    "float": [0.0, -0.0, 0.1, -1.5, 65519.99, 1e30, math.inf, -math.inf, math.nan, 2.0**-25],
    "half": [0.0, -0.0, 0.1, 1.5, -1.0, 65504.0, math.inf, math.nan, 2.0**-24],
}
WORDS = [
    DeqValue(1.0),
    DeqValue(-0.3, offset=-20),
    DeqValue(0.1, n=3, mcb=1, offset=200, relu=1),
    DeqValue(1e-7, n=16, mcb=1),
]


@pytest.mark.parametrize(("mode", "src", "dst", "relu"), MODES)
def test_formulas_compute_every_step(tables: ModuleType, mode: str, src: str, dst: str, relu: bool) -> None:
    for general in WORDS:
        fields = replace(general, sign=int(dst == "int8_t"))  # the other sign is refused (ENH030)
        word = DeqValue.pack_half(fields.m) if mode in ("DEQ", "VDEQ") else fields.pack()
        made = enhanced_conversion(mode, src, dst, word=word, is_relu=relu)
        if made is None:
            continue
        acts = made.word if made.word is not None else word  # DEQ8 to int8_t sets the sign
        multiplier = DeqValue.unpack_half(acts) if mode in ("DEQ", "VDEQ") else DeqValue.unpack(acts).m
        n, mcb, offset, sign = (getattr(DeqValue.unpack(acts), name) for name in ("n", "mcb", "offset", "sign"))
        for value in VALUES[src]:
            found = trace(made, value, word if made.takes_word and made.word is None else None)
            x = found[0].value
            kinds = tables.kinds(made)
            assert len(kinds) == len(found) - 1
            for kind, stage in zip(kinds, found[1:], strict=True):
                names = {**NAMES, "x": x, "m": multiplier, "n": n, "mcb": mcb, "offset": offset, "sign": sign}
                x = eval(tables.FORMULAS[kind], {"__builtins__": {}}, names)
                assert same(x, stage.value), (kind, value, hex(word), x, stage)


def same(a: Any, b: Any) -> bool:
    """Equal, with the sign of a zero."""
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


def test_every_formula_is_used(tables: ModuleType) -> None:
    made = [enhanced_conversion(m, s, d, is_relu=r) for m, s, d, r in MODES]
    assert {kind for c in made if c is not None for kind in tables.kinds(c)} == set(tables.FORMULAS)


def test_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "enhanced.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out == "[0 0 1 1 1 2 2 2] 2048 512\n"
