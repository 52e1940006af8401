"""Lowering of the copies out of L0C: one element map for each kind of destination.

Row j, column c of a matrix lies in L0C at ``(c//16)·column stride + 16·j + c%16``. Each function below says where the
same element goes, as loops over whole column groups and, where columns are left over, as a further piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ascmove.calls.l0c import L0cCall
from ascmove.calls.l0c_geometry import ROW
from ascmove.calls.l0c_instructions import FixpipeInstruction
from ascmove.calls.l0c_params import DualDstMode
from ascmove.formats.dtype import dtype
from ascmove.plan import Access, Plan, Step

#: width of a column group of a float destination with channel split, and of a 1-byte destination
SPLIT, MERGED = 8, 32

#: names of the loops of each kind of destination, innermost first
_LOOPS: dict[str, tuple[str, ...]] = {
    "ND": ("column", "row", "column block", "batch"),
    "DN": ("column", "row", "column block", "batch"),
    "NZ": ("column", "row", "column block"),
    "NZ split": ("column", "row", "half", "column block"),
    "NZ merge": ("column", "row", "half", "column group"),
}
_WORD = dtype("uint64_t")


class _Loop(NamedTuple):
    """Turns, and what one turn advances: source and destination elements, columns."""

    turns: int
    src: int
    dst: int
    columns: int


class _Piece(NamedTuple):
    """A run of columns from ``column`` on, which lies at ``dst``, as loops from the innermost on."""

    column: int
    dst: int
    loops: tuple[_Loop, ...]


def lower_l0c_out(call: L0cCall) -> Plan:
    """The Steps of all instructions in order; in a dual-destination copy those of the call's own UB."""
    kind = _kind(call)
    pieces = _PIECES[kind]
    words = None if call.quant_operand is None else _WORD
    steps: list[Step] = []
    for instruction in call.instructions:
        if instruction.dual_dst_ctl is not DualDstMode.DUAL_DST_DISABLE:
            instruction = instruction.half(call.sub_block or 0)
        steps += [_step(call, instruction, piece) for piece in pieces(instruction)]
    return Plan(tuple(steps), call.src.dtype, call.dst.dtype, words, _LOOPS[kind][: len(steps[0].shape)])


def _kind(call: L0cCall) -> str:
    walk = call.instructions[0].walk
    if walk != "NZ":
        return walk
    if call.trait.enable_channel_split:
        return "NZ split"
    return "NZ merge" if call.dst.dtype.width == 1 else "NZ"


def _nd(i: FixpipeInstruction) -> Iterator[_Piece]:
    """Rows one after the other: ``b·dst_nd_stride + j·dst_stride + c``."""
    for column, width, blocks in _blocks(i.n_size, ROW):
        loops = (_Loop(width, 1, 1, 1), _rows(i, i.dst_stride), _source_blocks(i, blocks, ROW), _batches(i))
        yield _Piece(column, column, loops)


def _dn(i: FixpipeInstruction) -> Iterator[_Piece]:
    """Columns one after the other: ``b·dst_nd_stride + c·dst_stride + j``."""
    for column, width, blocks in _blocks(i.n_size, ROW):
        inner = _Loop(width, 1, i.dst_stride, 1)
        yield _Piece(
            column,
            column * i.dst_stride,
            (inner, _rows(i, 1), _source_blocks(i, blocks, ROW * i.dst_stride), _batches(i)),
        )


def _nz(i: FixpipeInstruction) -> Iterator[_Piece]:
    """16 x 16 fractals: ``(c//16)·dst_stride + 16·j + c%16``, whatever C0 the layout says."""
    for column, width, blocks in _blocks(i.n_size, ROW):
        loops = (_Loop(width, 1, 1, 1), _rows(i, ROW), _source_blocks(i, blocks, i.dst_stride))
        yield _Piece(column, column // ROW * i.dst_stride, loops)


def _nz_split(i: FixpipeInstruction) -> Iterator[_Piece]:
    """16 x 8 fractals, two from each of the source: ``(c//8)·dst_stride + 8·j + c%8``."""
    whole = i.n_size // ROW
    if whole:
        halves = _Loop(2, SPLIT, i.dst_stride, SPLIT)
        yield _Piece(0, 0, (_Loop(SPLIT, 1, 1, 1), _rows(i, SPLIT), halves, _source_blocks(i, whole, 2 * i.dst_stride)))
    for column, width, _ in _blocks(i.n_size - whole * ROW, SPLIT):
        column += whole * ROW
        yield _Piece(column, column // SPLIT * i.dst_stride, (_Loop(width, 1, 1, 1), _rows(i, SPLIT)))


def _nz_merge(i: FixpipeInstruction) -> Iterator[_Piece]:
    """16 x 32 fractals, each from two of the source: ``(c//32)·dst_stride + 32·j + c%32``.

    An odd last block keeps its 16 x 16 fractals behind the merged groups, rows 16 apart. That place is unverified, so
    rule L0C010 refuses such a copy; a core in relaxed mode lets it pass with a warning.
    """
    groups, rest = divmod(i.n_size, MERGED)
    block = i.src_stride * ROW
    if groups:
        pair = _Loop(2, block, ROW, ROW)
        yield _Piece(
            0, 0, (_Loop(ROW, 1, 1, 1), _rows(i, MERGED), pair, _Loop(groups, 2 * block, i.dst_stride, MERGED))
        )
    for column, width, blocks in _blocks(rest, ROW):
        tail = groups * i.dst_stride + column // ROW * ROW * i.m_size
        loops = (_Loop(width, 1, 1, 1), _rows(i, ROW), _source_blocks(i, blocks, ROW * i.m_size))
        yield _Piece(groups * MERGED + column, tail, loops)


_PIECES: dict[str, Callable[[FixpipeInstruction], Iterator[_Piece]]] = {
    "ND": _nd,
    "DN": _dn,
    "NZ": _nz,
    "NZ split": _nz_split,
    "NZ merge": _nz_merge,
}


def _blocks(columns: int, width: int) -> Iterator[tuple[int, int, int]]:
    """(first column, width, count) of the whole blocks, then of the ragged one."""
    whole, rest = divmod(columns, width)
    if whole:
        yield 0, width, whole
    if rest:
        yield whole * width, rest, 1


def _rows(i: FixpipeInstruction, pitch: int) -> _Loop:
    return _Loop(i.m_size, ROW * max(1, i.src_nz_c0_stride), pitch, 0)


def _source_blocks(i: FixpipeInstruction, blocks: int, pitch: int) -> _Loop:
    return _Loop(blocks, i.src_stride * ROW, pitch, ROW)


def _batches(i: FixpipeInstruction) -> _Loop:
    return _Loop(i.nd_num, i.src_nd_stride * ROW, i.dst_nd_stride, 0)


def _step(call: L0cCall, i: FixpipeInstruction, piece: _Piece) -> Step:
    column = piece.column
    src = i.src_base + column // ROW * i.src_stride * ROW + column % ROW
    words = None
    if i.quant_base is not None:
        words = Access(i.quant_base + column, tuple(loop.columns for loop in piece.loops))
    return Step(
        tuple(loop.turns for loop in piece.loops),
        Access(i.dst_base + piece.dst, tuple(loop.dst for loop in piece.loops)),
        Access(src, tuple(loop.src for loop in piece.loops)),
        convert=call.conversion,
        quant=words,
    )
