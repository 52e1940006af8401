"""A Plan that leaves a buffer raises IndexError and writes nothing; buffers of the wrong kind are refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascmove import engine
from ascmove.formats import DTYPES
from ascmove.plan import Access, Plan, Step

from .compare import native
from .plans import Job, jobs


@settings(max_examples=100, deadline=None)
@given(jobs(), st.sampled_from(["dst", "src", "quant", "state"]), st.integers(1, 64))
def test_too_small_a_buffer_is_refused(job: Job, operand: str, missing: int) -> None:
    extent = {"src": job.plan.src_extent, "quant": job.plan.quant_extent}.get(operand, job.plan.dst_extent)
    if extent.stop == 0:
        return
    buffers: dict[str, Any] = {"dst": job.dst, "src": job.src, "quant": job.quant, "state": job.state}
    buffers[operand] = buffers[operand][: max(0, extent.stop - missing)].copy()
    before = buffers["dst"].copy(), buffers["state"].copy()
    for run in (native.run, engine.numpy.run):
        with pytest.raises(IndexError, match=f"plan touches {operand} bytes up to {extent.stop}"):
            run(job.plan, **buffers)
        np.testing.assert_array_equal(buffers["dst"], before[0])
        np.testing.assert_array_equal(buffers["state"], before[1])


def _plan(*steps: Step) -> Plan:
    return Plan(steps, DTYPES["float"], DTYPES["float"])


@pytest.mark.parametrize(
    "step",
    [
        Step((1 << 40,), Access(0, (1 << 40,)), Access(0, (0,))),
        Step((2,), Access(0, (1,)), Access(1 << 62, (1 << 62,))),
        Step((1 << 31, 1 << 31, 1 << 31), Access(0, (0, 0, 0)), fill=1),
    ],
)
def test_addresses_beyond_64_bits(step: Step) -> None:
    with pytest.raises(IndexError, match="beyond 64-bit addresses"):
        native.run(_plan(step), np.zeros(64, np.uint8), np.zeros(64, np.uint8))


@pytest.mark.parametrize("access", [Access(-1, (1,)), Access(4, (-1,))])
def test_negative_distances_are_refused(access: Access) -> None:
    with pytest.raises(ValueError, match="never negative"):
        native.run(_plan(Step((2,), access, Access(0, (1,)))), np.zeros(64, np.uint8), np.zeros(64, np.uint8))


def test_kinds_of_buffers() -> None:
    plan = _plan(Step((4,), Access(0, (1,)), Access(0, (1,))))
    src, dst = np.arange(16, dtype=np.uint8), np.zeros(16, np.uint8)
    for given_dst, given_src in [(bytearray(16), bytes(16)), (memoryview(bytearray(16)), src.view(np.float32))]:
        native.run(plan, given_dst, given_src)
    read_only = dst.copy()
    read_only.flags.writeable = False
    for bad in (read_only, np.zeros(64, np.uint8)[::2], 3):
        with pytest.raises(ValueError, match="dst is no writable contiguous buffer"):
            native.run(plan, bad, src)


def test_a_plan_travels_without_its_compiled_form() -> None:
    plan = _plan(Step((4,), Access(0, (1,)), Access(0, (1,))))
    native.run(plan, np.zeros(16, np.uint8), np.zeros(16, np.uint8))
    assert plan.compiled
    again = pickle.loads(pickle.dumps(plan))
    assert again == plan
    assert not again.compiled


def test_choosing_an_engine() -> None:
    before = engine.name()
    for name in engine.available():
        engine.use(name)
        assert engine.name() == name
    engine.use(before)
    with pytest.raises(ValueError, match="unknown engine 'numpi'; did you mean 'numpy'"):
        engine.use("numpi")  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "name"), [("Fields", "set"), ("Repeats", "again")])
def test_objects_that_were_never_made(kind: str, name: str) -> None:
    """What skipped its constructor has no function to call."""
    made = getattr(native.extension, kind)
    with pytest.warns(RuntimeWarning, match="uninitialized"), pytest.raises(RuntimeError):
        getattr(made.__new__(made), name)


_KEEPS = """
import typing
import numpy as np
import ascmove as am
from ascmove import te
core = am.Core("ascend-950")
gm, ub = core.global_tensor(np.zeros(64, np.float32)), core.local_tensor("VECIN", "float", 64)
kept = [am.data_copy(ub, gm, 64) for _ in range(4)]
@typing.overload
def mine(x: int) -> int: ...
"""


@pytest.mark.parametrize("script", ["import ascmove.te", _KEEPS])
def test_the_interpreter_ends_in_silence(script: str) -> None:
    """What the standard library keeps of the package, or of a script, until the end is nobody's leak."""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ended.stdout == ended.stderr == ""
