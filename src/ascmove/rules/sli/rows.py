"""SLI rules about the rows that the outer dimensions take, and the declared shapes."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from ascmove.calls import SliceCall
from ascmove.calls.slice import Infos, row_count
from ascmove.findings.wording import several
from ascmove.rules import sources as doc
from ascmove.rules.books import SLI
from ascmove.rules.numbers import counted_view, elements
from ascmove.rules.rule import Broken, Offer

MAX_ROWS = 1536

_NEEDS = ("start_index", "end_index", "stride")


@SLI.rule(
    "SLI015",
    "error",
    4,
    title="the same number of rows on both sides",
    statement=(
        "src and dst take the same number of rows: the products over dimensions ≥ 1 of (end − start + 1 + stride) div "
        "(1 + stride) are equal."
    ),
    fields=_NEEDS,
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.2 (4) and 2.4 (2)",
    fix="end the last differing axis where both sides take the same number of rows",
    why="the copy runs over src's rows; missing dst rows are written to uninitialised offsets",
)
def equal_rows(call: SliceCall) -> Iterator[Broken]:
    src, dst = row_count(call.src_slice_info), row_count(call.dst_slice_info)
    if src != dst:
        axis = _last_difference(call.src_slice_info, call.dst_slice_info)
        info, wanted = call.dst_slice_info[axis], call.src_slice_info[axis].rows
        end = info.start_index + (wanted - 1) * (1 + info.stride)
        yield Broken(
            f"src takes {several(src, 'row')}, dst {dst}",
            field=f"dst_slice_info[{axis}].end_index",
            value=info.end_index,
            shown=f"{info.end_index} ({several(info.rows, 'row')})",
            limit=f"{several(wanted, 'row')} in dimension {axis}",
            nearest=(end,),
        )


def _last_difference(src: Infos, dst: Infos) -> int:
    return max(k for k in range(len(src)) if src[k].rows != dst[k].rows)


@SLI.rule(
    "SLI016",
    "error",
    4,
    title="at most 1536 rows",
    statement="At most 1536 rows (product over dimensions ≥ 1) in one call.",
    fields=_NEEDS,
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.4 (2)",
    fix="take 1536 rows at most; split the outermost axis",
    why="the library keeps the row offsets in arrays of that length",
)
def too_many_rows(call: SliceCall) -> Iterator[Broken]:
    rows = row_count(call.src_slice_info)
    if rows > MAX_ROWS and not call.core.host:
        last = len(call.src_slice_info) - 1
        info = call.src_slice_info[last]
        fits = MAX_ROWS // (rows // info.rows)
        nearest = (info.start_index + (fits - 1) * (1 + info.stride),) if fits > 1 else ()
        yield Broken(
            f"the call takes {rows} rows; {MAX_ROWS} fit",
            field=f"src_slice_info[{last}].end_index",
            value=info.end_index,
            shown=f"{info.end_index} ({rows} rows in all)",
            limit=f"<= {MAX_ROWS} rows",
            nearest=nearest,
        )


@SLI.rule(
    "SLI022",
    "warning",
    4,
    title="an end that is never reached",
    statement=(
        "A dimension ≥ 1 whose end is never reached: (end − start + 1 + stride) mod (1 + stride) ≠ 0, the remaining rows "
        "are skipped without a word."
    ),
    fields=("end_index", "stride"),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.2",
    fix="end at the last row taken, or at that plus 1 + stride",
    why="the row at the end was probably meant to be copied",
    needs=_NEEDS,
)
def unreached_end(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        lengths = call.shape(infos, tensor)
        for k, info in enumerate(infos[1:], 1):
            step = 1 + info.stride
            if (info.span + info.stride) % step:
                last = info.start_index + (info.rows - 1) * step
                length = lengths[k] if k < len(lengths) else 0
                yield Broken(
                    f"`{name}[{k}]`: row {info.end_index} is never reached; rows {step} apart from "
                    f"{info.start_index} on end at {last}",
                    field=f"{name}[{k}].end_index",
                    value=info.end_index,
                    limit=f"start_index + m x {step}",
                    nearest=tuple(
                        end for end in (last, last + step) if end > info.start_index and (end < length or not length)
                    ),
                )


@SLI.rule(
    "SLI027",
    "error",
    5,
    title="the UB tensor holds its declared shape",
    statement=(
        "The UB tensor is not smaller than its declared slice shape: product of its shape values·sizeof(T) ≤ its bytes (the "
        "vendor's size check, taken on the UB side in both directions)."
    ),
    fields=("shape_value", "count"),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.4 (size check) and part 4 #14",
    fix="use the product as count, or a smaller shape_value of the outermost axis",
    why="the vendor's CPU check refuses the tensor",
)
def declared_shape(call: SliceCall) -> Iterator[Broken]:
    name, infos, tensor = call.ub_side
    if len(infos) != call.dim_value:
        return  # rule SLI005: which entries count is not known
    shape = call.shape(infos, tensor)
    need = prod(shape)
    if shape and need > max(0, tensor.count):
        last = len(shape) - 1
        fits = tensor.count // (need // shape[last])
        outer = Offer(f"{name}[{last}].shape_value {fits}", {f"{name}[{last}].shape_value": fits})
        if call.shapes_from_tensor:
            outer = Offer(f"shape_info[{last}] {fits}")
        side = "src" if tensor is call.src else "dst"
        whole = tensor.offset + need
        yield Broken(
            f"the UB tensor has {several(tensor.count, 'element')}, its declared shape {need}",
            field="count",
            value=tensor.offset + tensor.count,
            shown=counted_view(tensor),
            limit=f"at least {' x '.join(map(str, reversed(shape)))} = {elements(need, tensor.dtype)}",
            nearest=(
                Offer(f"count {whole}", {f"{side}.count": whole}),
                *([outer] if fits > infos[last].end_index else []),
            ),
        )
