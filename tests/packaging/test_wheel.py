"""What is tried on an installed wheel, with pytest and nothing else: every call family moves its bytes."""

from __future__ import annotations

from importlib.resources import files

import pytest

from ascmove import engine
from ascmove.cases import Case
from ascmove.cases.reading import parse

EXAMPLES = sorted(p.name for p in (files("ascmove") / "serve" / "examples").iterdir() if p.name.endswith(".yaml"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run_alike_on_both_engines(name: str) -> None:
    case = Case.from_dict(parse((files("ascmove") / "serve" / "examples" / name).read_text("utf-8")))
    outputs = [case.run(each).output.tobytes() for each in engine.available()]
    assert all(output == outputs[0] for output in outputs)
