"""A copy out of L0C as a kernel would contain it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ascmove.calls.fields import braces
from ascmove.calls.l0c_params import CopyL0C2GMTrait, CopyL0C2UBTrait, FixpipeParams
from ascmove.layouts import Layout, Pattern, make_frame_layout

if TYPE_CHECKING:
    from ascmove.calls.l0c import L0cCall
    from ascmove.calls.l0c_operand import L0cOperand


def copy_text(call: L0cCall) -> str:
    """Tensors, atom and Copy in C++; addresses are called ``srcAddr``, ``dstAddr`` and ``quantAddr``.

    A trait of its own comes first, with an empty line behind it: it stands outside of the function, since a local
    class has no static members.
    """
    trait = _trait(call)
    lines = [*trait, *([""] if trait else [])]
    lines += [line for name, operand in call.layouts for line in _tensor(name, operand)]
    word = call.word
    if word is not None:
        lines.append(f"uint64_t quant = {word:#x};")
    lines += _atom(call)
    arguments = ["atom", "dst", "src", *([] if call.quant is None else ["quant"])]
    return "\n".join((*lines, f"Copy({', '.join(arguments)});"))


def _tensor(name: str, operand: L0cOperand) -> list[str]:
    first = f" + {operand.frame_offset}" if operand.frame_offset else ""
    frame = operand.frame
    made = f"MakeTensor(MakeMemPtr({name}Addr{first}), {_layout(frame)})"
    for cut in operand.cuts:
        made += f".Slice({_nested('MakeCoord', cut.coord)}, {_nested('MakeShape', cut.shape)})"
    return [f"auto {name} = {made};"]


def _layout(layout: Layout) -> str:
    tag = layout.pattern
    extents = _frame_extents(layout)
    if tag is not None and extents is not None:
        c0 = f", {layout.c0}" if tag is Pattern.NZ else ""
        return f"MakeFrameLayout<{tag.name}LayoutPtn{c0}>({', '.join(map(str, extents))})"
    parts = f"{_nested('MakeShape', layout.shape)}, {_nested('MakeStride', layout.stride)}"
    if tag is None:
        return f"MakeLayout({parts})"
    return f"MakePatternLayout<{tag.name}LayoutPtn, Int<{layout.c0}>>({parts})"


def _frame_extents(layout: Layout) -> tuple[object, ...] | None:
    """The arguments of the MakeFrameLayout that makes this layout; None where none does."""
    if layout.pattern is None:
        return None
    extents: tuple[object, ...] = layout.shape
    if layout.declared is not None:
        extents = (*(() if layout.batch is None else (layout.batch,)), *layout.declared)
    elif not layout.pattern.is_convolution or len(extents) != len(layout.pattern.axes):
        return None
    made = make_frame_layout(layout.pattern, *extents, c0=layout.c0, strict=False)
    return extents if made == layout else None


def _nested(maker: str, value: object) -> str:
    if isinstance(value, tuple):
        return f"{maker}({', '.join(_nested(maker, item) for item in value)})"
    return str(value)


def _atom(call: L0cCall) -> list[str]:
    operation = _operation(call)
    made = f"{operation}{{}}"
    if _trait(call):
        made += f", {operation}TraitCustom{{}}"
    bound = "" if call.params == FixpipeParams() else f".with(FixpipeParams{_params(call.params)})"
    return [f"auto atom = MakeCopy({made}){bound};"]


def _operation(call: L0cCall) -> str:
    return "CopyL0C2UB" if call.to_ub else "CopyL0C2GM"


def _trait(call: L0cCall) -> list[str]:
    """The trait and the struct that carries it; nothing for the default one."""
    trait, operation = call.trait, _operation(call)
    if trait == (CopyL0C2UBTrait() if call.to_ub else CopyL0C2GMTrait()):
        return []
    values = [f"RoundMode::{trait.round_mode.name}", trait.enable_relu, trait.enable_channel_split]
    if isinstance(trait, CopyL0C2UBTrait):
        values.append(f"DualDstMode::{trait.dual_dst_ctl.name}")
    return [
        f"constexpr {operation}Trait trait = {braces(values)};",
        f"struct {operation}TraitCustom {{",
        f"    using TraitType = {operation}Trait;",
        "    static constexpr const TraitType value = trait;",
        "};",
    ]


def _params(params: FixpipeParams) -> str:
    return braces((params.unit_flag, params.sub_block_id))
