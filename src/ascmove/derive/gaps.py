"""Plain-copy parameters from NumPy views: bursts of whole blocks with gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ascmove.calls import BLOCK, BasicCall, Call, DataCopyParams
from ascmove.core import Core
from ascmove.derive.result import Derivation
from ascmove.derive.search import Cannot, fewest_calls
from ascmove.derive.views import Loop, Nest, nest_of
from ascmove.hardware import Product
from ascmove.plan.collide import first_collision
from ascmove.tensors import Tensor

#: bursts of one call
MOST_BURSTS = 4095

Route = tuple[str, str]


def data_copy(
    src_view: object,
    dst_view: object,
    *,
    route: Route = ("GM", "VECIN"),
    product: str = "ascend-950",
    dtype: object = None,
) -> Derivation:
    """The plain copy that does ``dst_view[...] = src_view``: one `DataCopyParams`, or the fewest calls that do.

    ``route``: positions of the source and the destination. Runs of contiguous elements have to be whole blocks of
    32 B, and so have the gaps. Raises BadArgument or RuleViolation with the limit when the hardware cannot.

    >>> import numpy as np
    >>> x, y = np.zeros((16, 64), np.float16), np.zeros((16, 32), np.float16)
    >>> data_copy(x[:, :32], y).params.to_cpp()
    'AscendC::DataCopyParams{16, 2, 2, 0}'
    """
    return Derivation(tuple(block_copy(nest_of(src_view, dst_view, None, dtype).merged, route, product)))


def block_copy(nest: Nest, route: Route, product: Product | str) -> list[Call]:
    """The plain copies that do a nest. Raises like `data_copy`."""
    src, dst = on_core(nest, route, product)

    def build(part: Nest) -> Iterator[Call]:
        params = _params(nest, part)
        yield BasicCall(dst.view(part.dst_offset), src.view(part.src_offset), params)

    return fewest_calls(nest, build)


def on_core(nest: Nest, route: Route, product: Product | str) -> tuple[Tensor, Tensor]:
    """Source and destination tensors of the arrays, at address 0 of their memories."""
    core = Core(product)

    def declared(position: str, count: int) -> Tensor:
        if position == "GM":
            return core.declare_global(nest.kind, count, 0)
        return core.declare_local(position, nest.kind, count)

    return declared(route[0], nest.src_count), declared(route[1], nest.dst_count)


def _params(nest: Nest, part: Nest) -> DataCopyParams:
    run, bursts = runs(part, 1)
    length = whole_blocks("a run", run.turns, nest)
    if not bursts:
        return DataCopyParams(1, length)
    (burst,) = bursts
    if burst.turns > MOST_BURSTS:
        loop = next(k for k, x in enumerate(nest.loops) if (x.src, x.dst) == (burst.src, burst.dst))
        reason = f"{burst.turns} bursts; block_count is {MOST_BURSTS} at most"
        raise Cannot(reason, loop=loop, limit=MOST_BURSTS)
    gaps = [whole_blocks("a gap", stride - run.turns, nest) for stride in (burst.src, burst.dst)]
    return DataCopyParams(burst.turns, length, *gaps)


def runs(part: Nest, most: int | None = None) -> tuple[Loop, tuple[Loop, ...]]:
    """The contiguous run of a nest and the loops around it. Cannot when there are more than ``most``."""
    loops = part.merged.loops
    _forward(loops)
    first = loops[0]
    if (first.src, first.dst) != (1, 1) and first.turns > 1:
        loops = (Loop(1, 1, 1), *loops)
    run, around = loops[0], loops[1:]
    if most is not None and len(around) > most:
        raise Cannot(f"the views need {len(around)} loops around a contiguous run; one call has {most}")
    return run, around


def _forward(loops: Sequence[Loop]) -> None:
    turning = [loop for loop in loops if loop.turns > 1]
    for side in ("src", "dst"):
        backward = [stride for loop in turning if (stride := getattr(loop, side)) < 0]
        if backward:
            raise Cannot(
                f"an axis of {side}_view goes backwards (stride {backward[0]} elements); these copies go forward only: "
                "read forward and reverse in UB"
            )
    if first_collision([loop.turns for loop in turning], [loop.dst for loop in turning]) is not None:
        raise Cannot("dst_view names an element twice")


def whole_blocks(what: str, count: int, nest: Nest) -> int:
    """Elements as blocks of 32 B. Cannot when they are none, or go backwards."""
    nbytes = count * nest.kind.width
    if nbytes < 0:
        raise Cannot(f"{what} of {count} elements: bursts overlap; a gap is 0 or more")
    if nbytes % BLOCK:
        raise Cannot(f"{what} of {count} elements x {nest.kind.width} B = {nbytes} B is not whole blocks of {BLOCK} B")
    return nbytes // BLOCK
