"""Units of the enhanced transfer L0C to UB: what one block is on either side, and where its elements stand.

A MATRIX block is a fractal of 16 x 16 elements, row after row. A VECTOR block is row 0 of a fractal; the source still
advances by the whole fractal, the destination by the row. See docs/enhanced.md for the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from ascmove.formats.dtype import DType

#: rows and columns of a fractal
SIDE = 16
#: bytes of a UB data block: the unit of dst_gap, and a slot of half-slot stores
SLOT = 32


@dataclass(frozen=True)
class Units:
    """One block, in bytes.

    ``src_block``: advance in L0C, 512 for 2-byte and 1024 for 4-byte sources. ``rows``: rows taken, 16 or 1.
    ``dst_row``: distance of two rows in UB. ``dst_start``: where the first row begins in its block. ``half_slots``:
    every row of 16 B fills one half of a 32 B slot and leaves the other half alone.
    """

    src_block: int
    rows: int
    dst_row: int
    dst_start: int = 0
    half_slots: bool = False

    @property
    def dst_block(self) -> int:
        """Advance in UB per block."""
        return self.rows * self.dst_row


def units(matrix: bool, src: DType, dst: DType, sid_store_mode: int = 0) -> Units:
    """The units of a block for these element types; ``sid_store_mode`` acts on 1-byte results only.

    >>> from ascmove.formats.dtype import dtype
    >>> units(True, dtype("int32_t"), dtype("int8_t"), 2).dst_block
    256
    """
    half_slots = dst.width == 1 and sid_store_mode != 2
    return Units(
        src_block=SIDE * SIDE * src.width,
        rows=SIDE if matrix else 1,
        dst_row=SLOT if half_slots else SIDE * dst.width,
        dst_start=SIDE if half_slots and sid_store_mode == 1 else 0,
        half_slots=half_slots,
    )
