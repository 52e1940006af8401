"""Who runs a job: the native engine, two copies as yardsticks, and others that could do the same work."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import ascmove._native as _native
import ascmove.engine as engine
from ascmove.engine import native
from ascmove.engine import numpy as oracle
from ascmove.engine.bench.jobs import Bytes, Job, aligned
from ascmove.engine.bench.measure import Work
from ascmove.plan import Plan, Step
from ascmove.tensors.arena import Block, Mark

MEMCPY, STREAM, NATIVE, NUMPY, TORCH = "memcpy", "streaming copy", "native", "numpy", "torch"
STATES, LOOKED = "with states", "states looked at each time"


def yardsticks(job: Job) -> dict[str, Work]:
    """A library copy and a streaming copy that together read and write as many bytes as the job."""
    half = job.copied or job.traffic // 2
    return {
        name: partial(copy, *own_pages(half))
        for name, copy in ((MEMCPY, _native.copy_by_library), (STREAM, _native.copy_by_streaming))
    }


def own_pages(size: int) -> tuple[Bytes, Bytes]:
    """Destination and source of one contender: shared ones would lie in the cache when the second takes its turn."""
    dst, src = aligned(size), aligned(size)
    dst[:], src[:] = 1, 2  # every page is there
    return dst, src


def engines(job: Job, *, others: bool) -> dict[str, Work]:
    """The native engine, and with ``others`` the NumPy engine, the native one with byte states, and torch."""
    dst, src, quant = job.buffers()
    plan = job.plan
    dst[:] = 1
    made = native.compiled(plan)
    assert made is not None
    works: dict[str, Work] = {NATIVE: lambda: made.run(dst, src, quant, None)}
    if others:
        block, mark = Block(dst, np.zeros(dst.size, np.uint8)), Mark(id(plan), 0, partial(engine.mark, plan), False)
        works[STATES] = lambda: _marked(made, mark, block, src, quant)
        works[LOOKED] = lambda: _looked_at(made, mark, block, src, quant)
        works[NUMPY] = lambda: oracle.run(plan, dst, src, quant)
        copied = _torch_copy(plan, dst, src)
        if copied is not None:
            works[TORCH] = copied
    return works


def _marked(made: engine.Compiled, mark: Mark, block: Block, src: Bytes, quant: Bytes | None) -> None:
    """A run into a memory that keeps byte states, as a core does it."""
    made.run(block.data, src, quant, None)
    block.mark_later(mark)


def _looked_at(made: engine.Compiled, mark: Mark, block: Block, src: Bytes, quant: Bytes | None) -> Bytes | None:
    """The same, and the states are asked for."""
    _marked(made, mark._replace(), block, src, quant)  # one that is not known yet
    return block.state


def _torch_copy(plan: Plan, dst: Bytes, src: Bytes) -> Work | None:
    """The job as one strided torch copy; None without torch or where a word scales the elements."""
    try:
        import torch
    except ImportError:
        return None
    step = plan.steps[0]
    if len(plan.steps) > 1 or (step.convert is not None and step.convert.takes_word):
        return None
    kinds: dict[str, Any] = {"float": torch.float32, "half": torch.float16, "bfloat16_t": torch.bfloat16}
    kinds["int8_t"] = torch.int8
    if plan.src_type.name not in kinds or plan.dst_type.name not in kinds:
        return None
    views = []
    for buffer, kind, access in ((dst, plan.dst_type, step.dst), (src, plan.src_type, step.reads)):
        flat = torch.from_numpy(buffer).view(kinds[kind.name])
        views.append(flat.as_strided(step.shape[::-1], access.strides[::-1], access.offset))
    target, source = views
    return lambda: target.copy_(source)


def naive_seconds_per_element(job: Job, elements: int = 2000) -> float:
    """What one element costs in a Python loop over the Plan, the way that golden scripts are written."""
    import time

    dst, src, quant = job.buffers()
    step = job.plan.steps[-1]
    shape = tuple(min(n, 16) if k == 0 else min(n, max(1, elements // 16)) for k, n in enumerate(step.shape[:2]))
    small = Step(
        (*shape, *(1 for _ in step.shape[2:])), step.dst, step.src, step.fill, step.convert, step.quant, step.role
    )
    start = time.thread_time()
    count = _loop(job.plan, small, dst, src, quant)
    return (time.thread_time() - start) / count


def _loop(plan: Plan, step: Step, dst: Bytes, src: Bytes, quant: Bytes | None) -> int:
    """One element at a time; returns how many."""
    from ascmove.formats import convert

    source, target = src.view(plan.src_type.carrier), dst.view(plan.dst_type.bits)
    given = None if quant is None else quant.view(np.uint64)
    count = 0
    for index in np.ndindex(*step.shape):
        value = source[step.reads.at(index)]
        if step.convert is not None:
            word = (
                None if given is None or step.quant is None else given[step.quant.at(index) : step.quant.at(index) + 1]
            )
            value = convert(step.convert, np.asarray(value).reshape(1), word)[0]
        else:
            value = np.asarray(value).view(plan.dst_type.bits)
        target[step.dst.at(index)] = value
        count += 1
    return count
