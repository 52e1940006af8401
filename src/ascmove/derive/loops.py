"""NDDMA parameters from NumPy views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascmove.calls import Call, NdDmaCall, NdDmaConfig, NdDmaLoopInfo, NdDmaParams
from ascmove.core import Core
from ascmove.derive.result import Derivation
from ascmove.derive.search import Cannot, fewest_calls
from ascmove.derive.views import Loop, Nest, nest_of

#: loops of one call
MOST_LOOPS = 5


def nddma(
    src_view: object,
    dst_view: object,
    pad: object = None,
    *,
    constant_value: Any = 0,
    nearest: bool = False,
    dtype: object = None,
) -> Derivation:
    """The NDDMA call that does ``dst_view[...] = numpy.pad(src_view, pad)``, GM to UB on ascend-950.

    ``src_view``, ``dst_view``: views of one dtype, any slices, transposes, windows; the source may be broadcast.
    ``pad``: as for `numpy.pad`, elements before and behind each axis, outermost axis first; ``dst_view`` includes
    them. They are filled with ``constant_value``, or with the nearest element. ``dtype``: the element type by name
    where NumPy has none.

    The call is checked like any other. Where it takes more than five loops, the result is a list of calls, over the
    loops that cost the fewest. Raises RuleViolation with the limit when the hardware cannot (reversed axes: TEN013,
    repeated destinations: NDD016), BadArgument for shapes and types that do not fit.

    >>> import numpy as np
    >>> x, y = np.zeros((16, 32), np.float32), np.zeros((32, 64), np.float32)
    >>> params, config = nddma(x, y, pad=((13, 3), (15, 17)))
    >>> params.loop_info.loop_lp_size, params.loop_info.loop_rp_size
    ((15, 13), (17, 3))
    """
    return Derivation(tuple(loop_copy(nest_of(src_view, dst_view, pad, dtype).merged, constant_value, nearest)))


def loop_copy(nest: Nest, constant_value: Any = 0, nearest: bool = False) -> list[Call]:
    """The NDDMA copies that do a nest. Raises like `nddma`."""
    core = Core("ascend-950")
    src = core.declare_global(nest.kind, nest.src_count, 0)
    dst = core.declare_local("VECIN", nest.kind, nest.dst_count, 0)
    config = NdDmaConfig(is_nearest_value_mode=nearest)
    value = constant_value if any(loop.padded for loop in nest.loops) else 0

    def build(part: Nest) -> Iterator[Call]:
        loops = part.merged.loops
        if len(loops) > MOST_LOOPS:
            raise Cannot(f"the views need {len(loops)} loops; one call has {MOST_LOOPS}")
        # A later order is asked only where the first is refused: ascending strides must not interleave, others may.
        for order in (loops, tuple(sorted(loops, key=lambda loop: -loop.dst))):
            yield NdDmaCall(dst.view(part.dst_offset), src.view(part.src_offset), _params(order, value), config)

    return fewest_calls(nest, build)


def _params(loops: tuple[Loop, ...], value: Any) -> NdDmaParams:
    columns = zip(*((x.src, x.dst, x.turns, x.left, x.right) for x in loops), strict=True)
    return NdDmaParams(NdDmaLoopInfo(*columns), value)
