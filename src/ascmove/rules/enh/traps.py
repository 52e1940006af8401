"""ENH rules about extents from L0C to UB: whole slots, whole fractals, and units that were probably mistaken."""

from __future__ import annotations

from collections.abc import Iterator

from ascmove.calls import BlockMode, EnhancedCall
from ascmove.calls.enhanced_units import SIDE, SLOT
from ascmove.plan import Plan
from ascmove.rules import sources as doc
from ascmove.rules.books import ENH
from ascmove.rules.enh.routes import AICORE, ENHANCED
from ascmove.rules.numbers import around, counted, counted_view, elements
from ascmove.rules.rule import Broken, Offer
from ascmove.rules.ten.fitting import whole_slots as slot_bytes
from ascmove.tensors import Tensor


@ENH.rule(
    "ENH012",
    "warning",
    6,
    title="block_len of a fractal copy counted in 32 B",
    statement=(
        "CO1→CO2, MATRIX: block_len is not counted in units of 32 B: block_count·block_len·32 does not equal the bytes of "
        "src or of dst, nor the bytes their elements would have as half (the vendor's own example writes "
        "512 * sizeof(half) / 32 for int32_t), while with the real unit (512 B for 2-byte, 1024 B for 4-byte sources; UB "
        "side as converted) the copy runs past a tensor."
    ),
    fields=("data_copy.block_len",),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 4 against its 4th example; {doc.N_ENHANCED}, 1.6; {doc.N_FIELD}, C5 and B43",
    fix="use block_len·32/512 or block_len·32/1024: the fractal count of the tensor",
    why="16 or 32 times more data is moved than the tensors hold",
    families=ENHANCED,
    explains=("TEN008", "TEN009"),
)
def counted_in_blocks(call: EnhancedCall, plan: Plan) -> Iterator[Broken]:
    params, unit = call.params, call.units.src_block
    blocks = params.block_count * params.block_len
    if not (call.acts and blocks and call.enhanced.block_mode is BlockMode.MATRIX):
        return
    for name, tensor in call.operands():
        if blocks * SLOT in (tensor.nbytes, 2 * tensor.count):
            fractals = tensor.count // (SIDE * SIDE)
            each = fractals // params.block_count
            # fewer fractals than bursts: no block_len fits
            fewer = Offer(
                f"block_count {fractals}, block_len 1", {"data_copy.block_count": fractals, "data_copy.block_len": 1}
            )
            nearest: tuple[object, ...] = (each,) if each else (fewer,) if fractals else ()
            yield Broken(
                f"`block_len` = {params.block_len} looks counted in {SLOT} B; from CO1 to CO2 it counts fractals of {unit} B",
                field="data_copy.block_len",
                value=params.block_len,
                shown=counted(params.block_len, unit, "fractal"),
                limit=f"{each} for the {tensor.count} elements of {name}"
                if each
                else f"the {fractals} fractals of {name}",
                nearest=nearest,
                effect=(
                    f"{blocks * SIDE * SIDE} elements = {blocks * unit} B are read, {unit // SLOT} times the "
                    f"{blocks * SLOT} B that {SLOT} B units would give"
                ),
                help=f"write {'block_len = ' if each else ''}{nearest[0]}" if nearest else "",
            )


@ENH.rule(
    "ENH014",
    "warning",
    6,
    title="valid rows instead of allocated rows",
    statement=(
        "CO1→CO2: bursts start where column blocks start. With block_count > 1 and src_gap = 0 the source tensor is not "
        "exactly block_count column blocks of A > block_len fractals, where burst i would start at fractal i·block_len "
        "instead of i·A."
    ),
    fields=("data_copy.src_gap",),
    products=AICORE,
    evidence="derived",
    source=f"{doc.N_ENHANCED}, 1.4, 1.7 and 6.1 L15; {doc.N_MEMORY}, 5",
    fix="use src_gap = A − block_len, or block_len = A",
    why="the second burst begins with the unused rows of the first column block",
    families=ENHANCED,
)
def valid_rows(call: EnhancedCall, plan: Plan) -> Iterator[Broken]:
    params = call.params
    if not (call.acts and plan.steps and params.block_count > 1 and params.src_gap == 0):
        return
    allocated, rest = divmod(call.src.nbytes, params.block_count * call.units.src_block)
    if rest == 0 and allocated > params.block_len:
        gap = allocated - params.block_len
        yield Broken(
            f"`src` is {params.block_count} column blocks of {allocated} fractals, but burst 1 starts at fractal "
            f"{params.block_len}",
            field="data_copy.src_gap",
            value=0,
            shown=counted(0, call.units.src_block, "fractal"),
            limit=f"{gap} to skip the fractals that are not copied",
            nearest=(
                Offer(f"src_gap {gap}", {"data_copy.src_gap": gap}),
                Offer(f"block_len {allocated}", {"data_copy.block_len": allocated}),
            ),
        )


@ENH.rule(
    "ENH015",
    "error",
    6,
    title="tensors end with a whole slot",
    statement=(
        "CO1→CO2 no tensor ends inside the last slot although every byte touched is inside. VECTOR: the source has whole "
        "512/1024 B slots, block_count·block_len + (block_count−1)·src_gap of them; 8-bit results with sid_store_mode 0 or "
        "1: the destination has whole 32 B slots. The vendor's CPU check refuses it."
    ),
    fields=("src.count", "dst.count"),
    products=AICORE,
    evidence="vendor-golden",
    source=f"{doc.N_ENHANCED}, 1.4 and 5.1 C6/C7",
    fix="round the count up to whole slots",
    why="the size check counts slots and aborts",
    families=ENHANCED,
)
def whole_slots(call: EnhancedCall, plan: Plan) -> Iterator[Broken]:
    if not (call.acts and plan.steps):
        return
    units = call.units
    source, target = slot_bytes(call)
    yield from _cut("src", call.src, plan.src_extent.stop, source, units.src_block)
    if units.half_slots:
        yield from _cut("dst", call.dst, plan.dst_extent.stop, target, SLOT)


def _cut(name: str, tensor: Tensor, last: int, whole: int, slot: int) -> Iterator[Broken]:
    if last <= tensor.nbytes < whole:
        need = whole // tensor.dtype.width
        yield Broken(
            f"`{name}` has {tensor.nbytes} B and ends inside its last slot of {slot} B; whole slots are {whole} B",
            field=f"{name}.count",
            value=tensor.offset + tensor.count,
            shown=counted_view(tensor),
            limit=f"at least {elements(need, tensor.dtype)}",
            nearest=(tensor.offset + need,),
            effect=f"the last byte touched is {last - 1}",
            disputed=None if name == "src" else (),
        )


@ENH.rule(
    "ENH016",
    "warning",
    5,
    title="L0C tensors start on a whole fractal",
    statement=(
        "CO1→CO2: the L0C start is a multiple of a whole fractal (512 B for 2-byte, 1024 B for 4-byte sources), not only of "
        "64 B."
    ),
    fields=("src.address", "offset"),
    products=AICORE,
    evidence="derived",
    source=f"{doc.N_ENHANCED}, 5.1, last paragraph",
    fix="start the tensor or view on a whole fractal",
    why="every block is then the end of one fractal and the beginning of the next",
    families=ENHANCED,
)
def whole_fractals(call: EnhancedCall) -> Iterator[Broken]:
    unit, address = call.units.src_block, call.src.address
    if call.acts and address % 64 == 0 and address % unit:
        below, above = around(address, unit)
        yield Broken(
            f"`src` starts at byte {address} of L0C, inside a fractal of {unit} B",
            field="src.address",
            value=address,
            shown=f"{address} B",
            limit=f"multiple of {unit} B",
            nearest=(below, above),
            ways=({"src.address": above}, {"src.address": below}),
            effect=f"row {address % unit // (unit // SIDE)} of the fractal that starts at byte {below}",
        )
