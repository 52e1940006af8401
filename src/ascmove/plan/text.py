"""Plans in words: loop nests and C++ initialisers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ascmove.plan.step import Access, Role, Step

if TYPE_CHECKING:
    from ascmove.plan.plan import Plan

_NAMES = "ijklmnopq"


def _index(access: Access, names: list[str]) -> str:
    terms = [name if s == 1 else f"{s}*{name}" for name, s in zip(names, access.strides, strict=True) if s]
    if access.offset or not terms:
        terms.append(str(access.offset))
    return " + ".join(reversed(terms))


def _value(step: Step, names: list[str], width: int) -> str:
    if step.src is None:
        return f"0x{step.fill:0{2 * width}x}"
    value = f"src[{_index(step.src, names)}]"
    if step.convert is None:
        return value
    words = "" if step.quant is None else f", word[{_index(step.quant, names)}]"
    return f"{step.convert.mode}({value}{words})"


def loop_nest(plan: Plan) -> str:
    """Nested loops, outermost first, one block per Step; element units."""
    blocks = []
    for step in plan.steps:
        named = plan.loops if len(plan.loops) == len(step.shape) else tuple(_NAMES[: len(step.shape)])
        names = list(named)
        lines = []
        for depth, k in enumerate(k for k in range(len(step.shape) - 1, -1, -1) if step.shape[k] > 1):
            lines.append("  " * depth + f"for {names[k]} in 0..{step.shape[k] - 1}")
        shown = [n if size > 1 else "0" for n, size in zip(names, step.shape, strict=True)]
        dst = Access(
            step.dst.offset, tuple(s if n > 1 else 0 for s, n in zip(step.dst.strides, step.shape, strict=True))
        )
        quiet = _quiet(step)
        note = "    (pad)" if step.role is Role.PAD else ""
        body = f"dst[{_index(dst, shown)}] = {_value(quiet, shown, plan.dst_type.width)}{note}"
        lines.append("  " * len(lines) + body)
        blocks.append("\n".join(lines))
    return "\n".join(blocks) if blocks else "nothing moves"


def _quiet(step: Step) -> Step:
    """The Step with stride 0 on loops of one turn, so that they do not show."""

    def still(access: Access | None) -> Access | None:
        if access is None:
            return None
        return Access(access.offset, tuple(s if n > 1 else 0 for s, n in zip(access.strides, step.shape, strict=True)))

    dst = still(step.dst)
    assert dst is not None
    return Step(step.shape, dst, still(step.src), step.fill, step.convert, still(step.quant), step.role)


def _braces(numbers: tuple[int, ...]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"


def initialisers(plan: Plan) -> str:
    """One C++ aggregate per Step: {shape}, {src strides}, {dst strides}, src offset, dst offset (or the fill)."""
    lines = [
        f"// {plan.src_type} -> {plan.dst_type}; shape, src strides, dst strides, src offset, dst offset; elements"
    ]
    for step in plan.steps:
        if step.src is None:
            fill = f"0x{step.fill:x}"
            lines.append(f"{{{_braces(step.shape)}, /*fill*/ {fill}, {_braces(step.dst.strides)}, {step.dst.offset}}},")
        else:
            src, dst = step.src, step.dst
            numbers = f"{_braces(src.strides)}, {_braces(dst.strides)}, {src.offset}, {dst.offset}"
            lines.append(f"{{{_braces(step.shape)}, {numbers}}},")
    return "\n".join(lines)
