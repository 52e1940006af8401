"""Coalescing: the same moves with as few loops as possible, and a normal form by which plans compare."""

from __future__ import annotations

from ascmove.plan.step import Access, Step

Loop = tuple[int, dict[str, int]]  # extent, stride per operand


def _loops(step: Step) -> list[Loop]:
    accesses = step.accesses()
    return [(n, {name: a.strides[k] for name, a in accesses}) for k, n in enumerate(step.shape)]


def _rebuild(step: Step, loops: list[Loop]) -> Step:
    def access(name: str, old: Access | None) -> Access | None:
        return None if old is None else Access(old.offset, tuple(strides[name] for _, strides in loops))

    dst = access("dst", step.dst)
    assert dst is not None
    return Step(
        shape=tuple(n for n, _ in loops),
        dst=dst,
        src=access("src", step.src),
        fill=step.fill,
        convert=step.convert,
        quant=access("quant", step.quant),
        role=step.role,
    )


def coalesced(step: Step) -> Step:
    """The same Step without loops of one turn, neighbouring loops joined where every operand runs on evenly.

    >>> coalesced(Step((4, 8), Access(0, (1, 4)), Access(0, (1, 4)))).shape
    (32,)
    """
    joined: list[Loop] = []
    for n, strides in _loops(step):
        if n == 1:
            continue
        if joined:
            m, inner = joined[-1]
            if all(strides[name] == m * inner[name] for name in strides):
                joined[-1] = (m * n, inner)
                continue
        joined.append((n, strides))
    return _rebuild(step, joined or [(1, dict.fromkeys((name for name, _ in step.accesses()), 0))])


def ordered(step: Step) -> Step:
    """The same Step with loops by ascending destination stride; the order of turns shows only where writes collide."""
    loops = sorted(_loops(step), key=lambda loop: (loop[1]["dst"], loop[1].get("src", 0), loop[0]))
    return _rebuild(step, loops)


def in_bytes(step: Step, src_width: int, dst_width: int) -> Step:
    """A plain move counted in bytes: the width becomes the innermost loop. Fills and conversions stay as they are."""
    if step.src is None or step.convert is not None or src_width != dst_width:
        return step

    def widen(access: Access) -> Access:
        return Access(access.offset * src_width, (1, *(s * src_width for s in access.strides)))

    return Step((src_width, *step.shape), widen(step.dst), widen(step.src), role=step.role)


def self_overlapping(step: Step) -> bool:
    """True when two turns may write one element: decided by sorted strides, which is exact for every dense nest.

    >>> self_overlapping(Step((4, 2), Access(0, (1, 3)), fill=0))
    True
    """
    reach = 0
    for n, stride in sorted(zip(step.shape, step.dst.strides, strict=True), key=lambda loop: loop[1]):
        if n == 1:
            continue
        if stride <= reach:
            return True
        reach += (n - 1) * stride
    return False


def normal_form(step: Step, src_width: int, dst_width: int) -> Step:
    """The Step by which two moves compare: in bytes, loops in destination order (unless writes collide), coalesced."""
    step = in_bytes(step, src_width, dst_width)
    return coalesced(step if self_overlapping(step) else ordered(step))
