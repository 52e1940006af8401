"""L0C rules about a tensor of quantisation words: where it lies, its form and its width."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_operand import L0cOperand
from ascmove.findings.wording import several
from ascmove.hardware import Space
from ascmove.layouts import Pattern
from ascmove.plan import Plan
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.numbers import around, counted
from ascmove.rules.rule import ONLY_950, Broken

WORD_BYTES = 8
_POSITIONS = ("A1", "B1", "C1", "TSCM")
_ALIGN = 32


@L0C.rule(
    "L0C020",
    "error",
    5,
    title="words lie in L1 as uint64_t",
    statement="A quant tensor lies in L1 (position A1, B1, C1, TSCM) and holds uint64_t.",
    fields=("quant.position", "quant.dtype"),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, Table 1, quant, and constraints",
    fix="copy the words to L1 first, as uint64_t",
    why="the copy stages the words from L1 into the fixpipe buffer in units of 64 B; nothing else compiles",
)
def in_l1(call: L0cCall) -> Iterator[Broken]:
    operand = call.quant_operand
    if operand is None:
        return
    tensor = operand.tensor
    if tensor.position not in _POSITIONS:
        yield Broken(
            f"`quant` lies in {tensor.position}; the words have to lie in L1",
            field="quant.position",
            value=tensor.position,
            limit=", ".join(_POSITIONS),
            nearest=_POSITIONS,
        )
    elif tensor.dtype.name != "uint64_t":
        yield Broken(
            f"`quant` holds {tensor.dtype}; a word is a uint64_t",
            field="quant.dtype",
            value=tensor.dtype.name,
            limit="uint64_t",
            nearest=("uint64_t",),
        )


@L0C.rule(
    "L0C021",
    "error",
    5,
    title="words start on 32 B",
    statement="The start of a quant tensor is a multiple of 32 B (4 words).",
    fields=("quant.address",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, constraints",
    fix="start the words on a multiple of 32 B",
    why="L1 is addressed in blocks of 32 B",
)
def aligned(call: L0cCall) -> Iterator[Broken]:
    operand = call.quant_operand
    if operand is None or operand.tensor.space is not Space.L1 or operand.address % _ALIGN == 0:
        return
    yield Broken(
        f"`quant` starts at byte {operand.address} of L1, not a multiple of {_ALIGN} B",
        field="quant.address",
        value=operand.address,
        shown=_placed(operand),
        limit=f"multiple of {_ALIGN} B ({_ALIGN // WORD_BYTES} words)",
        nearest=around(operand.address, _ALIGN),
        ways=tuple({"quant.address": a} for a in reversed(around(operand.address, _ALIGN))),
    )


def _placed(operand: L0cOperand) -> str:
    if not operand.offset:
        return f"{operand.address} B"
    return f"{operand.tensor.address} B + offset {counted(operand.offset, WORD_BYTES, 'word')} -> {operand.address} B"


@L0C.rule(
    "L0C022",
    "error",
    3,
    title="words are one row",
    statement="A quant tensor is one row, ND or NDExt: (1, n), or (B, 1, n).",
    fields=("quant.layout",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, example of tensor quantisation; {doc.N_TENSOR_API}, 4.9",
    fix="use make_frame_layout(NDExtLayoutPtn, 1, n)",
    why="the words of one row are staged by one burst; word c belongs to column c",
)
def one_row(call: L0cCall) -> Iterator[Broken]:
    operand = call.quant_operand
    if operand is None:
        return
    matrix = operand.matrix
    if matrix.pattern is None:
        return  # LAY012 says so
    if matrix.pattern not in (Pattern.ND, Pattern.NDExt):
        yield Broken(
            f"`quant` is laid out as {matrix.pattern.name}",
            field="quant.layout",
            value=str(operand.layout),
            limit="ND or NDExt, (1, n) or (B, 1, n)",
            nearest=("NDExt (1, n)",),
        )
    elif operand.sound and matrix.rows != 1:
        yield Broken(
            f"`quant` has {matrix.rows} rows; the words of all columns stand in one",
            field="quant.layout",
            value=str(operand.layout),
            limit="(1, n) or (B, 1, n)",
            nearest=(f"NDExt (1, {matrix.columns})",),
        )


@L0C.rule(
    "L0C025",
    "error",
    3,
    title="batched words go with batched data",
    statement=(
        "The batch count of a batched quant tensor is the source's; batched words are not used with unbatched data."
    ),
    fields=("quant.batch",),
    products=ONLY_950,
    source=f"{doc.N_TENSOR_API}, 4.7, 4.9 and 4.10 (5)",
    fix="use the source's batch count, or an unbatched quant tensor for all batches",
    why="each matrix takes the row of words of its own number; missing rows are read from behind the tensor",
)
def words_batch(call: L0cCall) -> Iterator[Broken]:
    operand = call.quant_operand
    if operand is None or operand.batches is None or operand.batches == 0:
        return
    mine, theirs = operand.batches, call.src_operand.batches
    if mine != theirs:
        data = "the data have no batch axis" if theirs is None else f"the source has {several(theirs, 'batch')}"
        yield Broken(
            f"`quant` has {several(mine, 'batch')}, {data}",
            field="quant.batch",
            value=mine,
            limit="the source's batch count, or no batch",
            nearest=(None,) if theirs is None else (theirs, None),
        )


@L0C.rule(
    "L0C023",
    "error",
    6,
    title="a word for every column",
    statement="A quant tensor has at least nSize columns: the rest would be read behind it.",
    fields=("quant.count",),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.9",
    fix="give nSize words, or use a narrower destination",
    why="the width of the tensor is not compared with nSize; whatever lies behind it acts as multipliers",
)
def enough_words(call: L0cCall, plan: Plan) -> Iterator[Broken]:
    operand, geometry = call.quant_operand, call.geometry
    if operand is None or geometry is None:
        return
    columns, rows, count = operand.matrix.columns, operand.batches or 1, operand.tensor.count
    needed = plan.quant_extent.stop // WORD_BYTES
    if columns < geometry.n_size:
        yield Broken(
            f"`quant` has {counted(columns, WORD_BYTES, 'word')} for {several(geometry.n_size, 'column')}",
            field="quant.count",
            value=columns * rows,
            shown=_words(columns, rows),
            limit=f"at least nSize = {geometry.n_size}",
            nearest=(geometry.n_size * rows,),
            ways=(_row_of(geometry.n_size, rows),),
        )
    elif needed > count:
        yield Broken(
            f"the copy reads {counted(needed, WORD_BYTES, 'word')} of `quant`, whose memory has {count}",
            field="quant.count",
            value=count,
            shown=counted(count, WORD_BYTES, "word"),
            limit=f"at least {needed}",
            nearest=(needed,),
        )


@L0C.rule(
    "L0C024",
    "warning",
    6,
    title="words for columns that do not move",
    statement=(
        "A quant tensor has no more than nSize columns: column c always takes word c, so words for other columns are not "
        "shifted in by slicing src or dst."
    ),
    fields=("quant.count",),
    products=ONLY_950,
    evidence="derived",
    source=f"{doc.N_TENSOR_API}, 4.9",
    fix="slice the words like the columns, or give nSize words",
    why="with sliced data the words of the first columns act on the columns of the slice",
)
def too_many_words(call: L0cCall, plan: Plan) -> Iterator[Broken]:
    operand, geometry = call.quant_operand, call.geometry
    if operand is None or geometry is None:
        return
    columns, rows = operand.matrix.columns, operand.batches or 1
    if columns > geometry.n_size:
        yield Broken(
            f"`quant` has {counted(columns, WORD_BYTES, 'word')}, the copy moves {several(geometry.n_size, 'column')}; "
            f"words 0 to {geometry.n_size - 1} act",
            field="quant.count",
            value=columns * rows,
            shown=_words(columns, rows),
            limit=f"nSize = {geometry.n_size}",
            nearest=(geometry.n_size * rows,),
            ways=(_row_of(geometry.n_size, rows),),
        )


def _row_of(columns: int, rows: int) -> dict[str, object]:
    """A tensor of words with another number of columns."""
    return {"quant.layout.n": columns, "quant.count": columns * rows}


def _words(columns: int, rows: int) -> str:
    """The words of a tensor with their bytes; those of a batch as rows."""
    text = counted(columns * rows, WORD_BYTES, "word")
    return text if rows == 1 else f"{rows} rows of {columns} words: {text}"
