"""The machine instructions that a copy out of L0C becomes, with the parameters that the vendor's headers emit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ascmove.calls.l0c_geometry import ROW, Geometry, Walk, column_stride
from ascmove.calls.l0c_params import DualDstMode
from ascmove.errors import NotModelled

if TYPE_CHECKING:
    from ascmove.calls.l0c import L0cCall

#: columns that one instruction takes when each column has a word of its own
CHUNK = 512
#: instructions of one call; L0C has room for far fewer matrices
MOST = 1 << 14


@dataclass(frozen=True)
class FixpipeInstruction:
    """One drain instruction.

    ``src_base``, ``dst_base``, ``quant_base``: first element (word) from the start of the operand's tensor.
    ``n_size`` columns, ``m_size`` rows. ``src_stride``, ``src_nd_stride``, ``src_nz_c0_stride`` count 16 elements;
    ``dst_stride``, ``dst_nd_stride`` count elements. ``quant_pre`` is the scalar word.
    """

    walk: Walk
    n_size: int
    m_size: int
    src_stride: int
    dst_stride: int
    quant_mode: str
    nd_num: int = 1
    src_nd_stride: int = 0
    dst_nd_stride: int = 0
    src_nz_c0_stride: int = 0
    src_base: int = 0
    dst_base: int = 0
    quant_base: int | None = None
    quant_pre: int | None = None
    relu: bool = False
    channel_split: bool = False
    unit_flag: int = 0
    sub_block_id: bool = False
    dual_dst_ctl: DualDstMode = DualDstMode.DUAL_DST_DISABLE

    @property
    def nz2nd(self) -> bool:
        """The flag of a row-major destination (ND, NDExt, NHWC)."""
        return self.walk == "ND"

    @property
    def nz2dn(self) -> bool:
        """The flag of a column-major destination (DN, DNExt, NCHW)."""
        return self.walk == "DN"

    @property
    def loop3_para(self) -> int:
        """The register of the batch loop: count, source stride, destination stride."""
        return self.dst_nd_stride << 32 | self.src_nd_stride << 16 | self.nd_num

    @property
    def channel_para(self) -> int:
        """The register of the source row distance, used by column-major destinations."""
        return self.src_nz_c0_stride << 48

    def half(self, sub_block: int) -> FixpipeInstruction:
        """What one of two vector cores receives of a dual-destination instruction, at the same address in its UB."""
        if self.dual_dst_ctl is DualDstMode.DUAL_DST_SPLIT_M:
            rows = self.m_size // 2
            return replace(self, m_size=rows, src_base=self.src_base + sub_block * rows * ROW)
        columns = self.n_size // 2
        blocks = sub_block * columns // ROW
        return replace(self, n_size=columns, src_base=self.src_base + blocks * self.src_stride * ROW)


def emit(call: L0cCall, geometry: Geometry) -> Iterator[FixpipeInstruction]:
    """The instructions of a call, in order."""
    whole = _whole(call, geometry)
    quant = call.quant_operand
    count = geometry.matrices * -(-geometry.n_size // CHUNK)
    if quant is not None and count > MOST:
        raise NotModelled(f"the copy becomes {count} instructions; at most {MOST} are modelled")
    if quant is None:
        yield _glued(whole, geometry) if geometry.glued else _batched(whole, geometry)
    elif geometry.src_batches is not None and (geometry.walk == "NZ" or quant.batches is not None):
        for b in range(geometry.matrices):
            yield from _chunks(call, geometry, _shifted(whole, geometry, b, b * quant.batch_stride))
    else:
        yield from _chunks(call, geometry, _batched(whole, geometry))


def _whole(call: L0cCall, geometry: Geometry) -> FixpipeInstruction:
    """The instruction of the first matrix, all columns at once."""
    trait, params = call.trait, call.params
    return FixpipeInstruction(
        geometry.walk,
        geometry.n_size,
        geometry.m_size,
        geometry.src_stride,
        geometry.dst_stride,
        call.mode,
        src_nz_c0_stride=int(geometry.walk == "DN"),
        src_base=call.src_operand.offset,
        dst_base=call.dst_operand.offset,
        quant_base=None if call.quant_operand is None else call.quant_operand.offset,
        quant_pre=call.word,
        relu=trait.enable_relu,
        channel_split=trait.enable_channel_split,
        unit_flag=params.unit_flag,
        sub_block_id=params.sub_block_id,
        dual_dst_ctl=call.dual_dst_ctl,
    )


def _glued(whole: FixpipeInstruction, geometry: Geometry) -> FixpipeInstruction:
    """NZ batches lie one behind the other along N: one wide matrix."""
    wide = min(geometry.matrices * geometry.src_columns, (geometry.dst_batches or 1) * geometry.dst_columns)
    return replace(whole, n_size=wide)


def _batched(whole: FixpipeInstruction, geometry: Geometry) -> FixpipeInstruction:
    """ND and DN batches are a loop of the instruction itself."""
    if geometry.src_batches is None:
        return whole
    return replace(
        whole,
        nd_num=geometry.src_batches,
        src_nd_stride=geometry.src_nd_stride,
        dst_nd_stride=geometry.dst_batch_stride,
    )


def _shifted(whole: FixpipeInstruction, geometry: Geometry, batch: int, words: int) -> FixpipeInstruction:
    """The instruction of one matrix of a batch."""
    assert whole.quant_base is not None
    return replace(
        whole,
        src_base=whole.src_base + batch * geometry.src_batch_stride,
        dst_base=whole.dst_base + batch * geometry.dst_batch_stride,
        quant_base=whole.quant_base + words,
    )


def _chunks(call: L0cCall, geometry: Geometry, whole: FixpipeInstruction) -> Iterator[FixpipeInstruction]:
    """512 columns at a time, as the words are staged in the fixpipe buffer."""
    assert whole.quant_base is not None
    src_step = CHUNK // ROW * column_stride(call.src_operand.matrix)
    dst_step = _chunk_step(call, geometry)
    for k, start in enumerate(range(0, whole.n_size, CHUNK)):
        yield replace(
            whole,
            n_size=min(CHUNK, whole.n_size - start),
            src_base=whole.src_base + k * src_step,
            dst_base=whole.dst_base + k * dst_step,
            quant_base=whole.quant_base + start,
        )


def _chunk_step(call: L0cCall, geometry: Geometry) -> int:
    """Elements of the destination from one chunk to the next."""
    if geometry.walk == "ND":
        return CHUNK
    if geometry.walk == "DN":
        return CHUNK * geometry.dst_stride
    if call.core.mode == "relaxed" and not call.core.host:
        # Rule L0C031 refuses such a copy, because the vendor's headers advance by 512 column blocks instead of 512
        # columns. A core in relaxed mode lets it pass and does as they do.
        return CHUNK * geometry.dst_stride
    return CHUNK // call.dst_operand.c0 * geometry.dst_stride
