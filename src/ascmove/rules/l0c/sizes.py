"""L0C rules about the sizes of one matrix: field widths, chunks of words, whole fractals."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import L0cCall
from ascmove.calls.l0c_instructions import CHUNK
from ascmove.findings.wording import span
from ascmove.layouts import Pattern
from ascmove.rules import sources as doc
from ascmove.rules.books import L0C
from ascmove.rules.l0c.types import splits
from ascmove.rules.numbers import around
from ascmove.rules.rule import ONLY_950, Broken

#: largest number of columns that the 12-bit field of one instruction holds
MAX_N = 4095
_MERGED = 32


def fractal_columns(call: L0cCall) -> int:
    """Columns of one fractal of an NZ destination: 8 with channel split, 32 for 1-byte types, else 16."""
    if splits(call):
        return 8
    return _MERGED if call.dst.dtype.width == 1 else 16


def _ends_odd(call: L0cCall) -> bool:
    """True when the merged channels of a 1-byte NZ destination end with half a fractal."""
    geometry = call.geometry
    nz = call.dst_operand.seen.pattern is Pattern.NZ
    return nz and geometry is not None and call.dst.dtype.width == 1 and geometry.n_size % _MERGED != 0


@L0C.rule(
    "L0C010",
    "error",
    4,
    title="merged channels are whole 32-column fractals",
    statement=(
        "1-byte NZ destination (channel merge, automatic): nSize = min(source columns, destination columns) is a multiple "
        "of 32. After an odd multiple of 16 the place of the last 16 columns is not settled."
    ),
    fields=("layout.n",),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, constraints; {doc.N_TENSOR_API}, 4.6.2 and 8 (A1, A2)",
    fix="use a multiple of 32 columns, or an ND destination",
    why="two fractals of 16 x 16 become one of 16 x 32; half a pair stays a 16 x 16 fractal at a place no text gives",
    needs=("layout.n", "c0"),
    unenforced=True,
)
def whole_pairs(call: L0cCall) -> Iterator[Broken]:
    geometry = call.geometry
    if geometry is None or not _ends_odd(call):
        return
    n = geometry.n_size
    merged = n // _MERGED
    yield Broken(
        f"nSize = {n} columns into a 1-byte NZ destination: the last {n % _MERGED} have no partner to merge with",
        field="src.layout.n",  # those of dst are whole pairs
        value=n,
        limit=f"multiple of {_MERGED}",
        nearest=tuple(k for k in around(n, _MERGED) if k),
        ways=({"src.layout.n": around(n, _MERGED)[1], "dst.layout.n": around(n, _MERGED)[1]},),
        effect=(
            f"unverified: the model puts them behind {merged} merged groups, from element {merged * geometry.dst_stride} "
            "of the matrix on, rows 16 elements apart; Core(mode='relaxed') lets it pass"
        ),
        firm=n % _MERGED != 16,
    )


@L0C.rule(
    "L0C011",
    "warning",
    4,
    title="padding of a ragged NZ destination is written",
    statement=(
        "An unsliced NZ destination is declared in whole fractals: m a multiple of 16, n a multiple of its C0 (16; 32 for "
        "1-byte types; 8 with split). The layout rounds up and the padding of L0C is written too."
    ),
    fields=("dst.layout.m", "dst.layout.n"),
    products=ONLY_950,
    source=f"{doc.TENSOR_API}, constraints; {doc.N_TENSOR_API}, 4.5 and 8 (A20)",
    fix="declare whole fractals, or use ND for an exact m x n",
    why="the instruction moves whole fractals; their padding holds what Mmad left in L0C",
    needs=("dst.layout.m", "dst.layout.n", "c0"),
)
def ragged_nz(call: L0cCall) -> Iterator[Broken]:
    operand, geometry = call.dst_operand, call.geometry
    layout = operand.seen
    if geometry is None or layout.pattern is not Pattern.NZ or operand.sliced or _ends_odd(call):
        return
    for name, extent, unit in zip("mn", layout.matrix, (16, fractal_columns(call)), strict=True):
        if extent % unit:
            below, above = around(extent, unit)
            yield Broken(
                f"`dst` is declared {layout.matrix[0]}x{layout.matrix[1]}; the copy writes "
                f"{span(extent, above - 1, 'row' if name == 'm' else 'column')} of its fractals, too",
                field=f"dst.layout.{name}",
                value=extent,
                limit=f"multiple of {unit}",
                nearest=tuple(k for k in (below, above) if k),
                ways=({f"dst.layout.{name}": above},),  # what is written already
                effect="the padding of L0C goes out as data",
            )


@L0C.rule(
    "L0C030",
    "error",
    4,
    title="at most 4095 columns",
    statement="nSize is at most 4095 (12-bit field).",
    fields=("layout.n",),
    products=ONLY_950,
    source=f"{doc.N_TENSOR_API}, 4.5, 4.11 and 8 (A21)",
    fix="split the copy along n",
    why="the library neither splits nor checks; the field loses its upper bits",
    encoding=True,
)
def columns(call: L0cCall) -> Iterator[Broken]:
    geometry = call.geometry
    # words of their own are taken in chunks of 512 columns; glued batches have a rule of their own
    if geometry is None or call.quant_operand is not None or geometry.glued:
        return
    n = geometry.n_size
    if n > MAX_N:
        most = MAX_N if geometry.walk != "NZ" else MAX_N // 16 * 16
        # a source of fewer columns would not do: it is rounded up to whole fractals
        tag = call.dst_operand.seen.pattern
        yield Broken(
            f"nSize = {n} does not fit 12 bits",
            field="dst.layout.extents" if tag is not None and tag.is_convolution else "dst.layout.n",
            value=n,
            shown=f"{n} columns",
            limit=f"1 to {most}",
            nearest=(most,),
            effect=f"the field would keep {n & MAX_N}",
        )


@L0C.rule(
    "L0C031",
    "error",
    4,
    title="words for at most 512 NZ columns",
    statement=(
        "Tensor quant into an NZ destination has at most 512 columns per matrix: the vendor library puts every later "
        "512-column chunk C0 times too far."
    ),
    fields=("quant", "layout.n"),
    products=ONLY_950,
    evidence="vendor-golden",
    source=f"{doc.N_TENSOR_API}, 4.9 and 8 (A4)",
    fix="copy 512 columns per call, or use an ND destination",
    why="the library counts the start of a chunk in columns where fractal columns are meant",
    encoding=True,
    unenforced=True,
)
def chunks(call: L0cCall) -> Iterator[Broken]:
    geometry = call.geometry
    if geometry is None or call.quant_operand is None or geometry.walk != "NZ" or geometry.n_size <= CHUNK:
        return
    c0 = call.dst_operand.c0
    meant, lands = CHUNK // c0 * geometry.dst_stride, CHUNK * geometry.dst_stride
    relaxed = call.core.mode == "relaxed" and not call.core.host
    yield Broken(
        f"`quant` is a tensor and nSize = {geometry.n_size}: the library misplaces columns {CHUNK} and on",
        field="dst.layout.n",
        value=geometry.n_size,
        shown=f"{geometry.n_size} columns",
        limit=f"at most {CHUNK}",
        nearest=(CHUNK,),
        effect=f"column {CHUNK} belongs at element {meant}, "
        + f"the library puts it at element {lands}"
        + (", and so does the model" if relaxed else ""),
    )
