"""SLI rules about single entries: indices, axis lengths, burst lengths."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import SliceCall
from ascmove.findings.wording import several
from ascmove.rules import sources as doc
from ascmove.rules.books import SLI
from ascmove.rules.numbers import elements
from ascmove.rules.rule import Broken, Offer


@SLI.rule(
    "SLI006",
    "error",
    3,
    title="start before the end",
    statement=(
        "start_index < end_index in every dimension. end_index is inclusive; a single row or element (start = end) is "
        "refused by the vendor's CPU check as well, though the device arithmetic would be fine."
    ),
    fields=("start_index", "end_index"),
    source=f"{doc.N_NDDMA_SLICE}, 2.3, 2.4 (4) and part 4 #12",
    fix="use end = start + 1, or drop the axis and shift the start of the tensor",
    why="the vendor's CPU check stops here",
    unenforced=True,
)
def ordered(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        lengths = (*call.shape(infos, tensor), *(0 for _ in infos))
        for k, info in enumerate(infos):
            if info.start_index >= info.end_index >= 0:  # a negative end is rule TEN013
                single, end = info.start_index == info.end_index, info.start_index + 1
                yield Broken(
                    f"`{name}[{k}]`: start_index {info.start_index} is not below end_index {info.end_index}",
                    field=f"{name}[{k}].end_index",
                    value=info.end_index,
                    limit=f"end_index >= {end}",
                    nearest=(end if not 0 < lengths[k] <= end else _with_longer(call, f"{name}[{k}]", end),),
                    effect=(
                        "the device would take the single row or element correctly; the documented contract and the "
                        "vendor's CPU check refuse it"
                        if single
                        else "an end below the start wraps: the counts become huge"
                    ),
                    firm=not single,
                    disputed=None if single else (),
                )


@SLI.rule(
    "SLI007",
    "error",
    3,
    title="the end lies inside its axis",
    statement=(
        "end_index < the length of its axis (shape_value; shape_info when all shape_values are 0). The end is inclusive; "
        "the text allows equality, the vendor's CPU check does not. A 0 among non-zero shape_values is SLI009 instead."
    ),
    fields=("end_index", "shape_value"),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.3, 2.4 (4) and part 4 #12",
    fix="use shape_value - 1, or enlarge shape_value to end + 1",
    why="the slice runs into the next row of the tensor",
    unenforced=True,
)
def inside_axis(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        lengths = call.shape(infos, tensor)
        for k, (info, length) in enumerate(zip(infos, lengths, strict=False)):
            if length > 0 and info.end_index >= length:
                where = _length_field(call)
                longer = Offer(f"{where} {info.end_index + 1}", *_longer(call, f"{name}[{k}]", info.end_index))
                yield Broken(
                    f"`{name}[{k}].end_index` = {info.end_index} is outside its axis of {length}; the end is inclusive",
                    field=f"{name}[{k}].end_index",
                    value=info.end_index,
                    limit=f"<= {where} - 1 = {length - 1}",
                    nearest=(length - 1, longer) if length - 1 > info.start_index else (longer,),
                    firm=info.end_index > length,  # the text allows equality, the check does not
                    disputed=None if info.end_index == length else (),
                )


def _with_longer(call: SliceCall, entry: str, end: int) -> Offer:
    """An end behind its axis, together with the axis that it asks for."""
    ways = ({f"{entry}.end_index": end, **longer} for longer in _longer(call, entry, end))
    return Offer(f"end_index {end} and {_length_field(call)} {end + 1}", *ways)


def _length_field(call: SliceCall) -> str:
    return "shape_info" if call.shapes_from_tensor else "shape_value"


def _longer(call: SliceCall, entry: str, end: int) -> list[dict[str, object]]:
    """The axis as long as its end asks for, where the entry says how long it is."""
    return [] if call.shapes_from_tensor else [{f"{entry}.shape_value": end + 1}]


@SLI.rule(
    "SLI009",
    "error",
    3,
    title="shape values are all given or all 0",
    statement=(
        "shape_value is not 0 in some entries and non-zero in others. Whether shapes come from the entries or from "
        "ShapeInfo is decided once, by entry 0 of src, for both tensors and all dimensions."
    ),
    fields=("shape_value",),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.2 (1) and part 4 #16",
    fix="use non-zero values everywhere, or 0 everywhere with shape_info",
    why="a length of 0 makes the pitch of every further axis 0: rows land on each other",
)
def mixed_shapes(call: SliceCall) -> Iterator[Broken]:
    values = [(f"{name}[{k}]", info.shape_value) for name, infos, _ in call.sides for k, info in enumerate(infos)]
    if len({value == 0 for _, value in values}) > 1:
        name = next(n for n, value in values if value == 0)
        yield Broken(
            f"`{name}.shape_value` is 0 while others are not; entry 0 of src decides for all",
            field=f"{name}.shape_value",
            value=0,
            limit="non-zero in every entry, or 0 in every entry",
        )


@SLI.rule(
    "SLI011",
    "error",
    3,
    title="shape values of 0 need a shape info",
    statement=(
        "Where every shape_value is 0 (shapes come from ShapeInfo) both tensors have a shape_info; reading it otherwise "
        "would give garbage."
    ),
    fields=("shape_value", "shape_info"),
    evidence="vendor-golden",
    source=f"{doc.N_NDDMA_SLICE}, 2.2 (1); {doc.N_MEMORY}, 3.3",
    fix="give shape_value in every entry, or shape_info, innermost axis first",
    why="a tensor without SetShapeInfo holds indeterminate lengths",
)
def shape_info(call: SliceCall) -> Iterator[Broken]:
    if any(info.shape_value for _, infos, _ in call.sides for info in infos):
        return
    for (name, infos, tensor), operand in zip(call.sides, ("src", "dst"), strict=True):
        known = tensor.shape_info or ()
        if infos and (len(known) < len(infos) or min(known) <= 0):
            yield Broken(
                f"every shape_value is 0 and `{operand}` has no shape_info of {len(infos)} positive lengths",
                field=f"{name}[0].shape_value" if not known else f"{operand}.shape_info",
                value=list(known) if known else 0,
                shown=str(list(known)) if known else "0",
                limit=f"{operand}.shape_info with {several(len(infos), 'length')}, innermost axis first",
            )


@SLI.rule(
    "SLI012",
    "error",
    3,
    title="equal burst lengths on both sides",
    statement="burst_len of src and dst is the same in every dimension.",
    fields=("burst_len",),
    source=f"{doc.SLICE}, Restrictions, 3rd bullet; {doc.N_NDDMA_SLICE}, 2.4 (4)",
    fix="use the smaller or the larger of the two on both sides",
    why="the copy takes src's length; dst's slices would be filled in part or overrun",
)
def equal_bursts(call: SliceCall) -> Iterator[Broken]:
    for k, (src, dst) in enumerate(zip(call.src_slice_info, call.dst_slice_info, strict=False)):
        if src.burst_len != dst.burst_len and min(src.burst_len, dst.burst_len) >= 0:  # negative: TEN013
            yield Broken(
                f"`burst_len` of dimension {k} is {src.burst_len} in src and {dst.burst_len} in dst",
                field=f"dst_slice_info[{k}].burst_len",
                value=dst.burst_len,
                limit=f"the same as src_slice_info[{k}].burst_len = {src.burst_len}",
                nearest=tuple(sorted((src.burst_len, dst.burst_len))),
                ways=(
                    {f"dst_slice_info[{k}].burst_len": src.burst_len},
                    {f"src_slice_info[{k}].burst_len": dst.burst_len},
                ),
            )


@SLI.rule(
    "SLI013",
    "error",
    3,
    title="outer dimensions have burst length 1",
    statement="burst_len is 1 in dimensions ≥ 1.",
    fields=("burst_len",),
    source=f"{doc.SLICE}, Parameters; {doc.N_NDDMA_SLICE}, 2.1 and part 4 #13",
    fix="use 1",
    why="rows are taken one by one; the vendor's CPU check refuses anything else",
)
def outer_bursts(call: SliceCall) -> Iterator[Broken]:
    for name, infos, _ in call.sides:
        for k, info in enumerate(infos[1:], 1):
            if info.burst_len != 1 and info.burst_len >= 0:
                yield Broken(
                    f"`{name}[{k}].burst_len` = {info.burst_len}; only entry 0 has a burst length of its own",
                    field=f"{name}[{k}].burst_len",
                    value=info.burst_len,
                    limit="1",
                    nearest=(1,),
                )


@SLI.rule(
    "SLI014",
    "error",
    3,
    title="a burst of at least one block",
    statement="burst_len is at least 1 in dimension 0.",
    fields=("burst_len",),
    evidence="derived",
    source=f"{doc.SLICE}, Restrictions, 1st bullet; {doc.N_NDDMA_SLICE}, 2.4",
    fix="use 1, or the slice length·sizeof(T)/32",
    why="a burst of 0 blocks moves nothing and divides by the stride alone",
)
def empty_burst(call: SliceCall) -> Iterator[Broken]:
    for name, infos, tensor in call.sides:
        if infos and infos[0].burst_len == 0:
            blocks, rest = divmod(infos[0].span * tensor.dtype.width, 32)
            lengths = dict.fromkeys((1,) if rest or not blocks else (blocks, 1))
            yield Broken(
                f"`{name}[0].burst_len` is 0: nothing would move",
                field=f"{name}[0].burst_len",
                value=0,
                shown="0 blocks x 32 B = 0 B",
                limit=">= 1",
                nearest=tuple(sorted(lengths)),
                ways=tuple({f"{side}_slice_info[0].burst_len": n for side in ("src", "dst")} for n in lengths),
                effect=f"the slice spans {elements(infos[0].span, tensor.dtype)}",
            )
