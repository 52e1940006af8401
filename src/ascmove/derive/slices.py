"""Slice-copy parameters from NumPy views: bursts in rows, rows in axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd, prod

from ascmove.calls import Call, SliceCall, SliceInfo
from ascmove.derive.gaps import MOST_BURSTS, Route, on_core, runs, whole_blocks
from ascmove.derive.result import Derivation
from ascmove.derive.search import Cannot, fewest_calls
from ascmove.derive.views import Loop, Nest, nest_of
from ascmove.hardware import Product

#: rows and axes of one call
MOST_ROWS, MOST_AXES = 1536, 8


def slice(
    src_view: object,
    dst_view: object,
    *,
    route: Route = ("GM", "VECIN"),
    product: str = "ascend-950",
    dtype: object = None,
) -> Derivation:
    """The slice copy that does ``dst_view[...] = src_view``, GM to UB or (route VECOUT, GM) back.

    Runs of contiguous elements have to be whole blocks of 32 B; between two of them there may be any gap in GM and
    whole blocks in UB. Raises BadArgument or RuleViolation with the limit when the hardware cannot.

    >>> import numpy as np
    >>> x, y = np.zeros((3, 87), np.float32), np.zeros((2, 48), np.float32)
    >>> pieces = np.lib.stride_tricks.as_strided(x[0, 16:], (2, 2, 24), (696, 124, 4))
    >>> dst_slice_info, src_slice_info, dim_value = slice(pieces, y.reshape(2, 2, 24))
    >>> src_slice_info[0].stride, src_slice_info[0].burst_len, dim_value
    (7, 3, 2)
    """
    return Derivation(tuple(slice_copy(nest_of(src_view, dst_view, None, dtype).merged, route, product)))


def slice_copy(nest: Nest, route: Route, product: Product | str) -> list[Call]:
    """The slice copies that do a nest. Raises like `slice`."""
    src, dst = on_core(nest, route, product)

    def build(part: Nest) -> Iterator[Call]:
        run, around = runs(part)
        burst = whole_blocks("a run", run.turns, nest)
        found = False
        for bursts in (1, 0) if around else (0,):
            for start, tight in ((True, False), (True, True), (False, False)):
                call = _call(nest, part, run, burst, around[:bursts], around[bursts:], start, tight)
                if call is not None:
                    found = True
                    infos, src_offset, dst_offset = call
                    yield SliceCall(dst.view(dst_offset), src.view(src_offset), infos[1], infos[0], len(infos[0]))
        if not found:
            strides = " and ".join(f"{side} {[getattr(loop, side) for loop in around]}" for side in ("src", "dst"))
            raise Cannot(f"rows at strides {strides} are no axes of one shape; one call has axes inside of each other")

    return fewest_calls(nest, build)


Infos = tuple[SliceInfo, ...]


def _call(
    nest: Nest,
    part: Nest,
    run: Loop,
    burst: int,
    bursts: Sequence[Loop],
    rows: Sequence[Loop],
    start: bool,
    tight: bool,
) -> tuple[tuple[Infos, Infos], int, int] | None:
    """(source and destination lists, offsets), with the offsets as start indices or as those of the tensors.

    ``tight``: rows as short as they can be, so that the last one ends inside the tensor.
    """
    _small_enough(nest, bursts, rows)
    sides = []
    for side, offset in (("src", part.src_offset), ("dst", part.dst_offset)):
        steps = [(loop.turns, getattr(loop, side)) for loop in rows]
        gap = getattr(bursts[0], side) - run.turns if bursts else 0
        count = bursts[0].turns if bursts else 1
        made = _infos(run.turns, burst, count, gap, steps, offset if start else 0, tight)
        if made is None:
            return None
        sides.append(made)
    offsets = (0, 0) if start else (part.src_offset, part.dst_offset)
    return (sides[0], sides[1]), *offsets


def _small_enough(nest: Nest, bursts: Sequence[Loop], rows: Sequence[Loop]) -> None:
    if len(rows) + 1 > MOST_AXES:
        raise Cannot(f"the views need {len(rows) + 1} axes; one call has {MOST_AXES}")
    total = prod(loop.turns for loop in rows)
    if bursts and bursts[0].turns > MOST_BURSTS:
        raise Cannot(f"{bursts[0].turns} bursts in a row; {MOST_BURSTS} at most", loop=1, limit=MOST_BURSTS)
    if total > MOST_ROWS:
        longest = max(rows, key=lambda loop: loop.turns)
        loop = next(k for k, x in enumerate(nest.loops) if (x.src, x.dst) == (longest.src, longest.dst))
        limit = MOST_ROWS * longest.turns // total
        raise Cannot(f"{total} rows; one call has {MOST_ROWS}", loop=loop, limit=max(1, limit))


def _infos(
    length: int, burst: int, count: int, gap: int, rows: Sequence[tuple[int, int]], offset: int, tight: bool
) -> Infos | None:
    """One side: the pitch of an axis is what divides the strides of all rows outside of it. None where that fails."""
    strides = [stride for _, stride in rows]
    if gap < 0 or any(stride <= 0 for stride in strides):
        return None
    pitches = [1, *(gcd(*strides[k:]) for k in range(len(strides)))]
    span = count * length + (count - 1) * gap
    if tight and strides:
        pitches[1] = _shortest_row(pitches[1], span, offset)
    starts = []
    for pitch, outer in zip(pitches, [*pitches[1:], 0], strict=True):
        starts.append((offset % outer if outer else offset) // pitch)
    infos = []
    for k, pitch in enumerate(pitches):
        turns, stride = rows[k - 1] if k else (1, 0)
        skip = stride // pitch if k else 1
        end = starts[k] + (span - 1 if k == 0 else (turns - 1) * skip)
        shape = pitches[k + 1] // pitch if k + 1 < len(pitches) else end + 1
        if end >= shape:
            return None
        infos.append(SliceInfo(starts[k], end, gap if k == 0 else skip - 1, burst if k == 0 else 1, shape))
    return tuple(infos)


def _shortest_row(pitch: int, span: int, offset: int) -> int:
    """The smallest divisor of ``pitch`` whose rows hold ``span`` elements from ``offset`` on; ``pitch`` without one."""
    fits = (d for d in range(span, pitch // 2 + 1) if pitch % d == 0 and offset % d + span <= d)
    return next(fits, pitch)
