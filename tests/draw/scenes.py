"""Scenes and calls that the tests of pictures share."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

import ascmove as am
from ascmove.cases import Case
from ascmove.cases.reading import parse
from ascmove.draw import Scene, scene
from ascmove.serve.pictures import case_scene

EXAMPLES = sorted(
    f.name.removesuffix(".yaml")
    for f in (files("ascmove") / "serve" / "examples").iterdir()
    if f.name.endswith(".yaml")
)


def example(name: str) -> Case:
    """A case of the live page's menu."""
    return Case.from_dict(parse((files("ascmove") / "serve" / "examples" / f"{name}.yaml").read_text("utf-8")))


@cache
def example_scene(name: str, element: int | None = None) -> Scene:
    """The scene of an example."""
    return case_scene(example(name), element=element)


def nddma_scene(src: np.ndarray[Any, Any], count: int, loops: list[list[int]], **kwargs: Any) -> Scene:
    """The scene of an NDDMA copy of floats into an undefined UB tensor."""
    core = am.Core("ascend-950", limits=kwargs.pop("limits", "device"))
    y = core.local_tensor("VECIN", "float", count)
    done = am.data_copy(y, core.global_tensor(src), am.NdDmaParams(loops, kwargs.pop("constant", 0)), **kwargs)
    return scene(done)


@cache
def large_scene(side: int = 3200) -> Scene:
    """A transpose of about 10^7 elements, with a margin of 200 undefined elements in each row of the result."""
    pitch = side + 200
    source = np.arange(side * side, dtype=np.float32)
    return nddma_scene(source, side * pitch, [[1, side], [pitch, 1], [side, side]], limits="host")
