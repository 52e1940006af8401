"""L0C rules about addresses and traps: NZ alignment, padding that leaks, allocated rows taken for valid ones."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import Cut
from ascmove.findings.wording import several, span
from ascmove.layouts import Pattern
from ascmove.plan import Plan
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.numbers import around, elements
from ascmove.rules.rule import ONLY_950, Broken

_ALIGN = 32


@L0C.rule(
    "L0C012",
    "error",
    5,
    title="NZ destinations start on 32 B",
    statement="The GM start of an NZ destination is a multiple of 32 B (ND and DN: any byte).",
    fields=("dst.address", "dst.slice"),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, constraints",
    fix="start the destination on a multiple of 32 B",
    why="fractal rows are written in units of 32 B",
)
def nz_start(call: L0cCall) -> Iterator[Broken]:
    operand = call.dst_operand
    whole = operand.seen.pattern is Pattern.NZ
    # UB takes whole blocks for every pattern; a tensor that starts inside one is for TEN003 to say
    inside_ub = call.to_ub and operand.tensor.address % _ALIGN == 0
    if not (inside_ub if call.to_ub else whole) or operand.broken_cut or operand.address % _ALIGN == 0:
        return
    base = operand.tensor.address
    shown = f"{operand.address} B"
    if operand.offset:
        shown = f"{base} B + offset {elements(operand.offset, operand.tensor.dtype)} -> {operand.address} B"
    yield Broken(
        f"`dst` starts at byte {operand.address} of {call.dst.space}, not a multiple of {_ALIGN} B",
        field="dst.slice" if operand.sliced and base % _ALIGN == 0 else "dst.address",
        value=operand.address,
        shown=shown,
        limit=f"multiple of {_ALIGN} B",
        nearest=around(operand.address, _ALIGN),
        ways=() if operand.sliced else tuple({"dst.address": a} for a in reversed(around(operand.address, _ALIGN))),
        disputed=(),  # the sources differ on DN destinations
    )


@L0C.rule(
    "L0C039",
    "warning",
    4,
    title="padding leaks into a larger destination",
    statement=(
        "Into an ND or DN destination, min(source's padded rows, destination rows) does not exceed the source's declared m "
        "(likewise columns and n); otherwise padding of L0C is written as data."
    ),
    fields=("dst.layout", "src.layout"),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.5",
    fix="use a destination, or a slice of it, of the declared m x n",
    why="the copy sees padded sizes only: the smaller of source and destination moves",
    needs=("dst.layout", "src.layout", "c0"),
)
def padding_leaks(call: L0cCall) -> Iterator[Broken]:
    geometry = call.geometry
    target = call.dst_operand.seen.pattern
    if geometry is None or geometry.walk == "NZ" or target is None or target.is_convolution:
        return
    m, n = call.src_operand.layout.matrix
    for name, moved, declared in (("row", geometry.m_size, m), ("column", geometry.n_size, n)):
        if moved > declared:
            yield Broken(
                f"{moved} {name}s move, `src` declares {declared}: padding of L0C moves as {span(declared, moved - 1, name)}",
                field="dst.layout",
                value=str(call.dst_operand.layout),
                limit=f"at most {several(declared, name)}",
                nearest=(declared,),
                ways=(_sliced(call, m, n),),
                help=f"slice dst to the {m}x{n} that src declares",
            )


def _sliced(call: L0cCall, m: int, n: int) -> dict[str, object]:
    """The destination cut to so many rows and columns from its start on."""
    operand = call.dst_operand
    start, shape = ((0, 0), (m, n)) if operand.batches is None else ((0, (0, 0)), (operand.batches, (m, n)))
    return {"dst.slice": Cut(operand.layout, operand.cuts[-1].coord if operand.cuts else start, shape)}


@L0C.rule(
    "L0C040",
    "warning",
    6,
    title="valid rows where allocated rows are meant",
    statement=(
        "An unsliced, unbatched source tensor does not hold A·N16 elements with A a multiple of 16 above the layout's padded "
        "rows (N16 = padded columns): then the column blocks probably lie A rows apart while the layout steps M16 rows."
    ),
    fields=("src.layout.m", "src.count"),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 4.4 and 4.5",
    fix="make the layout with m = A, then slice to the valid rows",
    why="every column block but the first is read from the wrong rows",
)
def allocated_rows(call: L0cCall, plan: Plan) -> Iterator[Broken]:
    operand = call.src_operand
    if operand.sliced or operand.offset or operand.batches is not None or not operand.sound:
        return
    rows, columns = operand.matrix.totals
    count = operand.tensor.count
    allocated, rest = divmod(count, columns)
    if rest or allocated % 16 or allocated <= rows:
        return
    yield Broken(
        f"`src` holds {count} elements = {allocated} rows of {columns} columns, its layout has {rows} rows",
        field="src.layout.m",
        value=operand.layout.matrix[0],
        limit=f"m = {allocated}, the allocated rows",
        nearest=(allocated,),
        effect=f"the layout steps {rows} rows from one column block to the next",
    )
