"""L0C rules about batches: which counts go together, and when NZ batches may be glued."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_geometry import Geometry, column_stride
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.findings.wording import several
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.l0c.sizes import MAX_N
from ascmove.rules.numbers import around
from ascmove.rules.rule import ONLY_950, Broken


@L0C.rule(
    "L0C026",
    "error",
    3,
    title="batch on both sides or on neither",
    statement="Source and destination are both batched, or neither is.",
    fields=("src.layout.batch", "dst.layout.batch"),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.TENSOR_API}, Function, batch mode; {doc.N_TENSOR_API}, 4.7",
    fix="make both layouts with a batch, or neither",
    why="the two layouts have a different depth; the call does not compile",
)
def both_batched(call: L0cCall) -> Iterator[Broken]:
    src, dst = call.src_operand, call.dst_operand
    target = dst.seen.pattern
    if target is None or target.is_convolution or (src.batches is None) is (dst.batches is None):
        return
    name, count = ("src", src.batches) if dst.batches is None else ("dst", dst.batches)
    other = "dst" if name == "src" else "src"
    yield Broken(
        f"`{name}` has {several(count or 0, 'batch')}, `{other}` has no batch axis",
        field=f"{other}.layout.batch",
        limit="batch on both or on neither",
        nearest=(count,),
        help=f"give {other} a batch of {count}, or take one matrix of {name} at a time",
    )


@L0C.rule(
    "L0C027",
    "error",
    4,
    title="the destination has room for every batch",
    statement=(
        "The source has no more batches than the (sliced) destination: the source's count drives the copy and is not "
        "clamped."
    ),
    fields=("src.layout.batch", "dst.layout.batch"),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.7 and 8 (A6)",
    fix="slice the source to the destination's batch count",
    why="the remaining batches are written behind the destination's",
    explains=("TEN009",),
    unenforced=True,
)
def batch_room(call: L0cCall) -> Iterator[Broken]:
    geometry = call.geometry
    if geometry is None or geometry.dst_batches is None:
        return
    if geometry.matrices > geometry.dst_batches:
        yield Broken(
            f"`src` has {several(geometry.matrices, 'batch')}, `dst` has room for {geometry.dst_batches}",
            field="src.layout.batch",
            value=geometry.matrices,
            limit=f"at most {geometry.dst_batches}",
            nearest=(geometry.dst_batches,),
            effect=f"batch {geometry.dst_batches} and on would go behind the destination",
        )


def _glued(call: L0cCall) -> Geometry | None:
    """The geometry of a call whose batches become one wide matrix; words of their own take them one by one."""
    geometry = call.geometry
    return geometry if geometry is not None and geometry.glued and call.quant_operand is None else None


@L0C.rule(
    "L0C028",
    "error",
    4,
    title="glued batches are one contiguous run",
    statement=(
        "The batches of an NZ destination are one contiguous run: on either side the batch stride is column blocks·column "
        "stride (not sliced along n), the padded widths are the same, and n is a multiple of both C0. Otherwise batches "
        "would land inside each other."
    ),
    fields=("dst.layout", "dst.slice"),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.7 and 8 (A5)",
    fix="use one call per batch, or whole frames with n a multiple of C0",
    why="NZ batches are glued along N into one instruction, which knows one column stride and no batches",
    needs=("dst.layout", "dst.slice", "c0"),
    unenforced=True,
)
def contiguous(call: L0cCall) -> Iterator[Broken]:
    geometry = _glued(call)
    if geometry is None:
        return
    operands = (("src", call.src_operand), ("dst", call.dst_operand))
    widths = (call.src_operand.c0, call.dst_operand.c0)
    for name, operand in operands:
        yield from _gap(name, operand)
    if geometry.src_columns != geometry.dst_columns:
        yield Broken(
            f"a matrix of `src` is {geometry.src_columns} columns wide with padding, one of `dst` {geometry.dst_columns}",
            field="dst.layout.n",
            value=geometry.dst_columns,
            limit="the same padded width on both sides",
            nearest=_one_by_one(*(n for n in (geometry.src_columns,) if n % max(widths) == 0)),
            effect=_second(geometry),
        )
    for name, operand in operands:
        yield from _padded(name, operand, widths)


def _one_by_one(*columns: int) -> tuple[object, ...]:
    """Widths that do; where there is none, the other way out."""
    return columns or ("one call per batch",)


def _gap(name: str, operand: L0cOperand) -> Iterator[Broken]:
    matrix = operand.matrix
    blocks = matrix.columns // operand.c0
    run = blocks * column_stride(matrix)
    if operand.batch_stride != run:
        yield Broken(
            f"the batches of `{name}` lie {operand.batch_stride} elements apart, "
            f"{blocks} column blocks of {column_stride(matrix)} take {run}",
            field=f"{name}.slice" if operand.sliced else f"{name}.layout",
            value=str(operand.layout),
            limit=f"batch stride = {run}",
            nearest=("one call per batch", "whole matrices"),
            effect="the second batch would not start at a matrix of its own",
        )


def _padded(name: str, operand: L0cOperand, widths: tuple[int, int]) -> Iterator[Broken]:
    n = operand.layout.matrix[1]
    for c0 in widths:
        if n % c0:
            yield Broken(
                f"n = {n} of `{name}` is no multiple of C0 = {c0}: padding columns would stand between the batches",
                field=f"{name}.layout.n",
                value=n,
                limit=f"multiple of {max(widths)}",
                nearest=_one_by_one(*(k for k in around(n, max(widths)) if k == operand.matrix.columns)),
            )


def _second(geometry: Geometry) -> str:
    return f"batch 1 would start at column {geometry.src_columns} of one matrix of {geometry.dst_columns} columns"


@L0C.rule(
    "L0C029",
    "error",
    4,
    title="glued batches have at most 4095 columns",
    statement=(
        "Batched NZ destination: source batches·columns are at most 4095 (they are glued along N into one 12-bit field)."
    ),
    fields=("src.layout.batch", "src.layout.n"),
    products=ONLY_950,
    source=f"{doc.N_TENSOR_API}, 4.7 and 4.11",
    fix="use fewer batches per call",
    why="the field loses its upper bits",
    encoding=True,
)
def glued_columns(call: L0cCall) -> Iterator[Broken]:
    geometry = _glued(call)
    if geometry is None:
        return
    columns = geometry.matrices * geometry.src_columns
    if columns > MAX_N:
        most = MAX_N // geometry.src_columns
        yield Broken(
            f"{several(geometry.matrices, 'batch')} of {geometry.src_columns} columns make {columns} columns in one instruction",
            field="src.layout.batch",
            value=geometry.matrices,
            shown=f"{geometry.matrices} x {geometry.src_columns} = {columns} columns",
            limit=f"at most {MAX_N} columns",
            nearest=(most,) if most else (),
            effect=f"the field would keep {columns & MAX_N}",
        )
