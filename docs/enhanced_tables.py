"""The tables of `enhanced.md`, made from the package: run this file to write them into the page.

A test compares the page with `filled` and evaluates every formula of `FORMULAS` beside the code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ascmove.calls.enhanced_units import units
from ascmove.formats.conversion import Conversion, Multiplier, Relu, Shift
from ascmove.formats.convert import stages, trace
from ascmove.formats.deq_value import DeqValue
from ascmove.formats.dtype import dtype
from ascmove.formats.modes import ENHANCED_PAIRS, enhanced_conversion
from ascmove.formats.word_text import word_fields
from ascmove.hardware import BASIC_ROUTES, route_label

PAGE = Path(__file__).with_name("enhanced.md")

#: what one step makes of ``x``, the result of the step before it; one formula per kind of step
FORMULAS: dict[str, str] = {
    "shift": "clamp(x >> n, -32768, 32767)",
    "shift if mcb": "clamp(x >> n, -32768, 32767) if mcb else x",
    "to float": "f32(x)",
    "multiply": "f32(x * m)",
    "multiply, ReLU": "f32(max(x, 0) * m) + 0",
    "round": "clamp(rint(x), -256, 255)",
    "add offset": "x + offset",
    "saturate": "clamp(x, -128, 127) if sign else clamp(x, 0, 255)",
    "to half": "half(x)",
    "ReLU": "max(x, 0)",
    "store": "x",
}

#: mode, source, destination, value, word, is_relu of the worked lines
WORKED: tuple[tuple[str, str, str, float, int, bool], ...] = (
    ("DEQ_NONE", "float", "half", 65519.99, 0, False),
    ("DEQ_NONE", "float", "half", -1.5, 0, True),
    ("DEQ_NONE", "int32_t", "int32_t", -7, 0, True),
    ("DEQ", "int32_t", "half", 3, 0x2E66, False),
    ("DEQ", "half", "half", 1.5, 0x3E00, False),
    ("VDEQ", "int32_t", "half", 5, 0xBC00, True),
    ("DEQ8", "int32_t", "int8_t", 300, DeqValue(1.0, offset=-200, sign=1).pack(), False),
    ("DEQ8", "int32_t", "uint8_t", 200, DeqValue(1.0).pack(), False),
    ("VDEQ8", "int32_t", "int8_t", -1000, DeqValue(0.5, n=3, mcb=1, sign=1).pack(), False),
    ("DEQ8", "int32_t", "int8_t", -100, DeqValue(1.0, offset=-128, sign=1, relu=1).pack(), False),
    ("DEQ16", "int32_t", "half", 7, DeqValue(0.3).pack(), False),
    ("VDEQ16", "int32_t", "half", -5, DeqValue(0.5).pack(), True),
    ("DEQ16", "int32_t", "int16_t", -1001, 0, False),
    ("VDEQ16", "int32_t", "int16_t", -1001, 0, True),
)


def kinds(conversion: Conversion) -> list[str]:
    """The kind of each step of a conversion, keys of `FORMULAS`."""
    relu = conversion.relu
    shift = "shift if mcb" if conversion.shift is Shift.MODE_BIT else "shift"
    after = "ReLU" if relu is Relu.RESULT else "store"
    named = {
        "shifted": shift,
        "float": "to float",
        "product": "multiply, ReLU" if relu is Relu.SOURCE else "multiply",
        "rounded": "round",
        "offset": "add offset",
        "saturated": "saturate",
        "converted": "to half",
    }
    steps = [stage.name for stage in stages(conversion)]
    last = "to half" if conversion.dst.name == "half" and "converted" not in steps and len(steps) > 1 else after
    return [*(named[name] for name in steps[:-1]), last]


def routes() -> str:
    """Routes on which the call is the plain copy."""
    return _table(
        ("product", "routes of the plain copy"),
        ((f"`{p.value}`", ", ".join(route_label(*r) for r in found)) for p, found in BASIC_ROUTES.items()),
    )


def block_table() -> str:
    """Bytes per block on both sides for every pair."""
    rows: list[tuple[object, ...]] = []
    for matrix in (True, False):
        for src, dst in dict.fromkeys(pair for pairs in ENHANCED_PAIRS.values() for pair in pairs):
            for sid in (0, 1, 2) if dtype(dst).width == 1 else (0,):
                one = units(matrix, dtype(src), dtype(dst), sid)
                first = one.dst_start + 16 * dtype(dst).width
                rows.append(
                    (
                        "MATRIX" if matrix else "VECTOR",
                        f"{src} → {dst}",
                        sid if dtype(dst).width == 1 else "",
                        one.rows * 16 * dtype(src).width,
                        one.src_block,
                        one.rows * 16 * dtype(dst).width,
                        one.dst_block,
                        f"{one.dst_start}…{first - 1} of {one.dst_row}",
                    )
                )
    head = ("block", "types", "sid", "B read", "B on in L0C", "B written", "B on in UB", "bytes of a row in UB")
    return _table(head, rows)


def pipelines() -> str:
    """Every mode and pair: the steps with the types between them."""
    rows: list[tuple[object, ...]] = []
    for mode, pairs in ENHANCED_PAIRS.items():
        for src, dst in pairs:
            for relu in (False, True):
                made = enhanced_conversion(mode, src, dst, is_relu=relu)
                if relu and made == enhanced_conversion(mode, src, dst):
                    rows[-1] = (*rows[-1][:2], "no effect", *rows[-1][3:])
                    continue
                rows.append((f"{mode}", f"{src} → {dst}", "yes" if relu else "no", _reads(made), _chain(made, src)))
    return _table(("mode", "types", "`is_relu`", "reads", "steps"), rows)


def _chain(conversion: Conversion | None, src: str) -> str:
    if conversion is None:
        return f"{src}, bit for bit"
    steps = zip(kinds(conversion), stages(conversion), strict=True)
    return " → ".join([src, *(f"*{kind}* → {stage.type}" for kind, stage in steps)])


def _reads(conversion: Conversion | None) -> str:
    if conversion is None or not conversion.takes_word:
        return ""
    if conversion.multiplier is Multiplier.HALF:
        return "m (a half)"
    return ", ".join(f.name for f in word_fields(1 << 36, conversion) if f.read)


def formulas() -> str:
    """What each kind of step computes."""
    return _table(("step", "result"), ((f"*{kind}*", f"`{text}`") for kind, text in FORMULAS.items()))


def worked() -> str:
    """One value through each kind of pipeline."""
    rows: list[tuple[object, ...]] = []
    for mode, src, dst, value, word, relu in WORKED:
        made = enhanced_conversion(mode, src, dst, word=word, is_relu=relu)
        assert made is not None
        found = trace(made, value, word if made.takes_word and made.word is None else None)
        shown = " → ".join(f"{stage.value:.10g}" for stage in found)
        last = f"{shown} (`{found[-1].bits:#x}`)"
        rows.append((mode, f"{src} → {dst}", f"`{word:#x}`" if word else "0", "yes" if relu else "no", last))
    return _table(("mode", "types", "word", "`is_relu`", "value after each step (bits)"), rows)


def _table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    lines = [list(head)]
    lines += [["---"] * len(lines[0]), *map(list, rows)]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


TABLES: dict[str, Callable[[], str]] = {
    "routes": routes,
    "blocks": block_table,
    "pipelines": pipelines,
    "formulas": formulas,
    "worked": worked,
}


def filled(page: str) -> str:
    """The page with every table made anew."""

    def fill(found: re.Match[str]) -> str:
        name = found.group(1)
        return f"<!-- table: {name} -->\n\n{TABLES[name]()}\n\n<!-- end -->"

    return re.sub(r"<!-- table: (\w+) -->.*?<!-- end -->", fill, page, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
