"""Mistakes and odd uses that once ended in a foreign exception, an endless loop or a spoilt core."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import ascmove as am
from ascmove import engine, te

FLOATS = np.arange(64, dtype=np.float32)


@pytest.fixture
def core() -> am.Core:
    return am.Core("ascend-950")


def test_a_refused_tensor_takes_no_room(core: am.Core) -> None:
    first = core.local_tensor("VECIN", "float", 64)
    with pytest.raises(am.RuleViolation):
        core.local_tensor("VECIN", "float", 10**6)
    with pytest.raises(am.RuleViolation):
        core.local_tensor("VECIN", "float", 8, address=2**70)
    with pytest.raises(am.BadArgument):
        core.local_tensor("VECIN", "float", 4, data=[1, 2])
    assert core.local_tensor("VECIN", "float", 64).address == first.address + 1024


def test_arrays_of_a_tensor_and_no_endless_iteration(core: am.Core) -> None:
    tensor = core.local_tensor("VECIN", "float", data=FLOATS)
    assert np.array_equal(np.asarray(tensor), FLOATS)
    assert np.asarray(tensor, np.float64).dtype == np.float64
    assert core.local_tensor("VECIN", "float", data=tensor).to_numpy()[63] == 63
    with pytest.raises(am.BadArgument, match="to_numpy"):
        list(tensor)
    assert len(tensor[100:]) == 0


def test_global_tensors_of_array_subclasses(core: am.Core) -> None:
    matrix = FLOATS.reshape(4, 16).copy().view(np.matrix)
    part = core.global_tensor(matrix)[16:]
    target = core.local_tensor("VECIN", "float", 16)
    am.data_copy(target, part, 16)
    assert target.to_numpy()[0] == 16
    part.to_numpy()[:] = 5
    assert matrix[3, 15] == 5
    with pytest.raises(am.BadArgument, match="masked"):
        core.global_tensor(np.ma.masked_array(FLOATS, mask=FLOATS > 3))


@pytest.mark.parametrize("index", [slice(0, -1), slice(-1, None), slice("", None), slice(0.0, None), slice(False, 4)])
def test_views_refuse_what_counts_from_the_end_or_is_no_number(core: am.Core, index: slice) -> None:
    with pytest.raises(am.BadArgument):
        core.global_tensor(FLOATS)[index]


@pytest.mark.parametrize("arguments", [(-1,), ("x",), (1.5,), (None,), (0, "x"), (0, -1), (0, np.array([1, 2]))])
def test_view_takes_whole_numbers_from_0_on(core: am.Core, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(am.BadArgument):
        core.global_tensor(FLOATS).view(*arguments)


BOX = am.NdDmaParams([[1], [1], [8]])
AXES = [[0, 7, 0, 1, 8]]
NUMBER: Any = np.array(3)
TWO = np.array([1, 2])
MISTAKES: dict[str, Callable[[am.Core, Any, Any], object]] = {
    "fourth slice argument": lambda c, y, x: am.data_copy(y, x, AXES, AXES, 1, 2),
    "fifth NDDMA argument": lambda c, y, x: am.data_copy(y, x, BOX, None, None),
    "params twice": lambda c, y, x: am.data_copy(y, x, am.DataCopyParams(1, 1), params=1),
    "dst_info twice": lambda c, y, x: am.data_copy(y, x, AXES, dst_info=1),
    "array as count": lambda c, y, x: am.data_copy(y, x, TWO),
    "number in an array as slice list": lambda c, y, x: am.data_copy(y, x, AXES, np.array(3)),
    "number in an array as loops": lambda c, y, x: am.NdDmaParams(NUMBER),
    "number in an array as loop": lambda c, y, x: am.NdDmaParams([NUMBER, [1], [8]]),
    "array as flag": lambda c, y, x: am.NdDmaConfig(TWO),  # type: ignore[arg-type]
    "pattern is text": lambda c, y, x: am.data_copy(y, x, am.NdDmaParams([[1], [1], [8], [1], [0]], am.Bits("x"))),  # type: ignore[arg-type]
    "pattern is a list": lambda c, y, x: am.data_copy(y, x, am.NdDmaParams([[1], [1], [8], [1], [0]], am.Bits([1]))),  # type: ignore[arg-type]
    "refresh of nothing": lambda c, y, x: am.nd_dma_dci(None),  # type: ignore[arg-type]
    "rule is a number": lambda c, y, x: am.explain(5),  # type: ignore[arg-type]
    "unknown memory": lambda c, y, x: c.reset("HBM"),
    "gm is text": lambda c, y, x: am.Core("ascend-950", gm="x"),  # type: ignore[arg-type]
    "limits are an array": lambda c, y, x: am.Core("ascend-950", limits=TWO),  # type: ignore[arg-type]
    "mode is an array": lambda c, y, x: am.Core("ascend-950", mode=TWO),  # type: ignore[arg-type]
    "position is a list": lambda c, y, x: c.local_tensor(["VECIN"], "float", 8),  # type: ignore[arg-type]
    "count is an array": lambda c, y, x: c.local_tensor("VECIN", "float", TWO),  # type: ignore[arg-type]
    "address is an array": lambda c, y, x: c.local_tensor("VECIN", "float", 8, address=TWO),  # type: ignore[arg-type]
    "data of unequal rows": lambda c, y, x: c.local_tensor("VECIN", "float", 3, data=[[1, 2], [3]]),
    "size of nothing": lambda c, y, x: te.size(None),  # type: ignore[arg-type]
    "squeeze of a number": lambda c, y, x: te.squeeze(cast(Any, np.int64(3)), 3),
    "location is a list": lambda c, y, x: te.make_mem_ptr(c, ["L0C"], "float", 0),  # type: ignore[arg-type]
    "matrix of unequal rows": lambda c, y, x: te.from_numpy([[1, 2], [3]], te.make_frame_layout("NZ", 2, 2), core=c),
    "no layout": lambda c, y, x: te.from_numpy([[1]], None, core=c),  # type: ignore[arg-type]
    "no core": lambda c, y, x: te.from_numpy([[1]], te.make_frame_layout("NZ", 1, 1), core=None),  # type: ignore[arg-type]
    "layout of 2^80 elements": lambda c, y, x: te.from_numpy([[1]], te.make_frame_layout("ND", 2**40, 2**40), core=c),
    "word is an array": lambda c, y, x: te.u64(TWO),
    "engine is an array": lambda c, y, x: engine.use(TWO),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_said_and_nothing_written(core: am.Core, name: str) -> None:
    source, target = core.global_tensor(FLOATS), core.local_tensor("VECIN", "float", 64, fill=7)
    with pytest.raises(am.AscMoveError):
        MISTAKES[name](core, target, source)
    assert (target.to_numpy() == 7).all()


def test_more_bytes_than_there_are_addresses() -> None:
    core = am.Core("ascend-950", limits="host")
    with pytest.raises(am.BadArgument, match="more than this machine's memory can give"):
        core.local_tensor("VECIN", "float", 2**62, fill=0)


def test_local_memories_of_two_cores_are_not_joined(core: am.Core) -> None:
    other = am.Core("ascend-950")
    source = core.local_tensor("VECIN", "float", 64, fill=1)
    am.data_copy(core.local_tensor("VECOUT", "float", 64), source, 64)
    with pytest.raises(am.BadArgument, match="two different cores"):
        am.data_copy(other.local_tensor("VECOUT", "float", 64), source, 64)


def test_the_cache_remembers_a_place_once_however_often_it_is_written(core: am.Core) -> None:
    source = core.global_tensor(FLOATS.copy())
    am.data_copy(core.local_tensor("VECIN", "float", 8), source, BOX)
    for _ in range(100):
        core.gm.note_write(source.address, source.address + 32)
    assert len(core.nddma_cache._overwritten) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(("redirected", "status"), [(">&-", 0), (">/dev/full", 2)])
def test_output_that_nobody_takes_ends_without_a_traceback(redirected: str, status: int) -> None:
    # unbuffered, so that the full device is met inside the command
    command = f'"{sys.executable}" -m ascmove products {redirected}'
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120, env=environment)
    assert "Traceback" not in done.stderr
    assert done.returncode == status
