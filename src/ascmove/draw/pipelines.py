"""Pipelines: what a conversion makes of an element, stage by stage."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ascmove.calls import Call
from ascmove.draw.lookup import Turn
from ascmove.draw.scene import Arrow, Pipeline, StageView
from ascmove.formats import Conversion, Stage, dtype, trace
from ascmove.formats.inspect import hex_text
from ascmove.plan import Plan

#: turns whose pipelines are worked out for a scene
MOST_PIPELINES = 2048


def pipelines(call: Call, plan: Plan, turns: Iterable[Turn]) -> tuple[Pipeline, ...]:
    """The pipelines of ``turns``; none for turns that move bits unchanged. Reads the source and the parameter words."""
    source = call.src.buffer().view(plan.src_type.carrier)
    words = None
    parameters = call.parameters()
    if parameters is not None and plan.quant_type is not None:
        words = parameters[: parameters.size // plan.quant_type.width * plan.quant_type.width].view(
            plan.quant_type.bits
        )
    found: list[Pipeline] = []
    known: dict[tuple[int, bytes, int | None], tuple[StageView, ...]] = {}
    for turn in turns:
        step = plan.steps[turn.step]
        if step.convert is None or not 0 <= turn.src < source.size:
            continue
        at = None if step.quant is None or words is None else step.quant.at(turn.loops)
        if at is not None and words is not None and at >= words.size:
            continue  # a broken call reads words that are not there
        word = None if at is None or words is None else int(words[at])
        key = (turn.step, source[turn.src].tobytes(), word)
        if key not in known:
            known[key] = _stages(step.convert, source[turn.src], word)
        found.append(Pipeline(step.convert.mode, Arrow(turn.order, turn.src, turn.dst), known[key]))
    return tuple(found)


def _stages(conversion: Conversion, value: np.generic, word: int | None) -> tuple[StageView, ...]:
    return tuple(_view(stage) for stage in trace(conversion, value, word))


def _view(stage: Stage) -> StageView:
    parameter = "" if stage.parameter is None else _number(stage.parameter)
    bits = "" if stage.bits is None else hex_text(stage.bits, dtype(stage.type))
    return StageView(stage.name, stage.type, _number(stage.value), parameter, bits)


def _number(value: int | float | complex) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)
