"""ENH rules about where the quantisation parameters stand: in the call, in a tensor, at an address of UB."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ascmove.calls import DeqScale, EnhancedCall
from ascmove.calls.enhanced import WORDS
from ascmove.calls.enhanced_units import SLOT
from ascmove.findings.wording import several
from ascmove.hardware import Space, capacity
from ascmove.plan import Plan, touched
from ascmove.rules import sources as doc
from ascmove.rules.books import ENH
from ascmove.rules.enh.routes import AICORE, ENHANCED
from ascmove.rules.numbers import around, counted
from ascmove.rules.rule import Broken, Offer
from ascmove.rules.ten.bounds import inside


def _address_field(call: EnhancedCall) -> str:
    return "enhanced.deq_tensor_addr" if call.deq_tensor is None else "deq_tensor.address"


def _reads_words(call: EnhancedCall) -> bool:
    return call.acts and call.scale.vector


@ENH.rule(
    "ENH021",
    "warning",
    4,
    title="a quantisation parameter that nothing reads",
    statement=(
        "CO1→CO2 every quantisation parameter is one that deq_scale reads: no deq_value ≠ 0 with DEQ_NONE or a vector mode; "
        "no deq_tensor or deq_tensor_addr ≠ 0 with DEQ_NONE or a scalar mode."
    ),
    fields=("enhanced.deq_value", "deq_tensor", "enhanced.deq_tensor_addr"),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, deqScale, and Table 5",
    fix="drop it, or choose the mode that reads it (DEQ… or VDEQ…)",
    why="the results are scaled by something else, or not at all",
    families=ENHANCED,
    needs=("enhanced.deq_value", "deq_tensor", "enhanced.deq_tensor_addr", "enhanced.deq_scale"),
)
def unread_parameter(call: EnhancedCall) -> Iterator[Broken]:
    scale, params = call.enhanced.deq_scale, call.enhanced
    if not call.acts:
        return
    reads = "nothing" if scale is DeqScale.DEQ_NONE else "deq_tensor" if scale.vector else "deq_value"
    given: tuple[tuple[str, object], ...] = ()
    if reads != "deq_value" and params.deq_value:
        given = (("enhanced.deq_value", params.deq_value),)
    elif reads != "deq_tensor" and call.deq_tensor is not None:
        given = (("deq_tensor", call.deq_tensor),)
    elif reads != "deq_tensor" and params.deq_tensor_addr:
        given = (("enhanced.deq_tensor_addr", params.deq_tensor_addr),)
    for name, value in given:
        yield Broken(
            f"`{name.split('.')[-1]}` is not read: deq_scale {scale.name} reads {reads}",
            field=name,
            value=value,
            shown=f"{value:#x}" if name == "enhanced.deq_value" else "",
            limit="0" if name != "deq_tensor" else "no deq_tensor",
            nearest=(0,) if name != "deq_tensor" else (),
            ways=({name: 0 if name != "deq_tensor" else None},),
        )


@ENH.rule(
    "ENH022",
    "warning",
    4,
    title="vector modes say where their words are",
    statement=(
        "Vector mode (VDEQ, VDEQ8, VDEQ16) with deq_tensor or deq_tensor_addr. With neither the parameters are read from UB "
        "byte 0, whatever is there (a known idiom, but only when the vectors were placed there)."
    ),
    fields=("deq_tensor", "enhanced.deq_tensor_addr"),
    products=AICORE,
    evidence="derived",
    source=f"{doc.ENHANCED}, Table 3, deqTensorAddr; {doc.N_ENHANCED}, 1.2; {doc.N_FIELD}, B37",
    fix="give deq_tensor; write deq_tensor_addr = 0 to say that byte 0 is meant",
    why="the struct's default is 0: the first bytes of UB become multipliers",
    families=ENHANCED,
    needs=("enhanced.deq_tensor_addr", "enhanced.deq_scale"),
)
def words_nowhere(call: EnhancedCall) -> Iterator[Broken]:
    if _reads_words(call) and call.deq_tensor is None and call.enhanced.deq_tensor_addr is None:
        yield Broken(
            f"deq_scale {call.scale.name} without deq_tensor: the words are read from byte 0 of UB",
            field="enhanced.deq_tensor_addr",
            limit="deq_tensor, or deq_tensor_addr",
            nearest=(0,),
        )


@ENH.rule(
    "ENH023",
    "error",
    5,
    title="parameter vectors start on 32 B",
    statement="The parameter vector address is a multiple of 32 B (the hardware drops the low five bits).",
    fields=("deq_tensor.address", "enhanced.deq_tensor_addr"),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, deqTensorAddr; {doc.N_ENHANCED}, 2.2 and 2.7",
    fix="start the vectors on a multiple of 32 B",
    why="the unit reads from the 32 B block below, so every column gets another word",
    families=ENHANCED,
    unenforced=True,
)
def words_on_blocks(call: EnhancedCall) -> Iterator[Broken]:
    address = call.words_address
    if _reads_words(call) and address > 0 and address % SLOT:
        below, above = around(address, SLOT)
        yield Broken(
            f"the parameter vectors start at byte {address} of UB, not a multiple of {SLOT} B",
            field=_address_field(call),
            value=address,
            shown=f"{address} B",
            limit=f"multiple of {SLOT} B",
            nearest=(below, above),
            ways=({_address_field(call): above}, {_address_field(call): below}),
            effect=f"the unit reads from byte {below}",
            firm=call.core.host,  # without capacities the bytes below the tensor are another tensor's
        )


@ENH.rule(
    "ENH024",
    "error",
    6,
    title="one parameter vector per burst",
    statement=(
        "block_count vectors of 128 B (16 words of 64 bit; VDEQ: 32 B, 16 halves) are read from the address on; they lie "
        "inside deq_tensor and inside UB (262144 B). The VDEQ step of 32 B is unverified."
    ),
    fields=("deq_tensor", "data_copy.block_count"),
    products=AICORE,
    source=f"{doc.ENHANCED}, Table 3, deqTensorAddr; {doc.N_ENHANCED}, 0 step 6, 2.7 and 7.1-7.3",
    fix="give 16·block_count words, or use fewer bursts",
    why="the later bursts are scaled by whatever lies behind the vectors",
    families=ENHANCED,
)
def words_enough(call: EnhancedCall, plan: Plan) -> Iterator[Broken]:
    need, start = plan.quant_extent.stop, call.words_address
    words, size, bursts = call.deq_tensor, call.vector_bytes, call.params.block_count
    what = f"the copy reads {counted(bursts, size, 'vector')} of parameter words"
    if words is not None and need > (held := max(0, words.nbytes)):
        fits = held // size
        yield Broken(
            f"{what}; `deq_tensor` has {held} B",
            field="deq_tensor.count",
            value=words.count,
            shown=f"{words.count} words x {words.dtype.width} B = {words.nbytes} B",
            limit=f"at least {WORDS * bursts} words = {need} B",
            nearest=(
                Offer(f"deq_tensor.count {WORDS * bursts}", {"deq_tensor.count": words.offset + WORDS * bursts}),
                *([Offer(f"block_count {fits}", {"data_copy.block_count": fits})] if fits else []),
            ),
        )
    limit = None if call.core.host else capacity(call.product, Space.UB)
    if need and limit is not None and start + need > limit:
        highest = (limit - need) // SLOT * SLOT
        yield Broken(
            f"{what} from byte {start} of UB on, to byte {start + need}; UB has {limit} B",
            field=_address_field(call),
            value=start,
            limit=f"end <= {limit} B",
            nearest=(highest,) if highest >= 0 else (),
            effect=f"{start + need - limit} B too many",
        )


@ENH.rule(
    "ENH025",
    "warning",
    6,
    title="vectors advance per burst, not per fractal",
    statement=(
        "Parameter vectors advance per burst (block_count), not per fractal: deq_tensor does not hold exactly "
        "block_count·block_len > block_count vectors, of which the later ones would never be read."
    ),
    fields=("deq_tensor", "data_copy"),
    products=AICORE,
    evidence="derived",
    source=f"{doc.ENHANCED}, Table 3, deqTensorAddr; {doc.N_ENHANCED}, 1.7 and 7.3",
    fix="make each fractal a burst (block_len 1) if it is a column block of its own, or shorten deq_tensor",
    why="all fractals of a burst are scaled by the same 16 words",
    families=ENHANCED,
)
def vectors_per_fractal(call: EnhancedCall, plan: Plan) -> Iterator[Broken]:
    params, words = call.params, call.deq_tensor
    if not plan.quant_extent.stop or words is None or params.block_len <= 1:
        return
    fractals, gaps = params.block_count * params.block_len, params.src_gap or params.dst_gap
    if words.nbytes == fractals * call.vector_bytes:
        fewer, fields = WORDS * params.block_count, {"data_copy.block_count": fractals, "data_copy.block_len": 1}
        one_each = Offer(f"block_count {fractals}, block_len 1", fields)
        yield Broken(
            f"`deq_tensor` holds a vector for each of {several(fractals, 'fractal')}; the copy reads one for each of "
            f"{several(params.block_count, 'burst')}",
            field="deq_tensor.count",
            value=words.count,
            shown=counted(fractals, call.vector_bytes, "vector"),
            limit=counted(params.block_count, call.vector_bytes, "vector"),
            nearest=(
                *([one_each] if fractals <= 4095 and not gaps else []),
                Offer(f"deq_tensor.count {fewer}", {"deq_tensor.count": words.offset + fewer}),
            ),
            effect=f"vectors from {params.block_count} on are never read",
        )


@ENH.rule(
    "ENH026",
    "warning",
    6,
    title="parameter vectors lie clear of the destination",
    statement=(
        "The parameter vectors do not overlap the destination bytes of the same call in UB; which is read first is not "
        "defined. Only with an explicit deq_tensor or deq_tensor_addr."
    ),
    fields=("deq_tensor.address", "dst.address"),
    products=AICORE,
    evidence="derived",
    source=f"{doc.N_ENHANCED}, 5.2 R15",
    fix="put the vectors into the first 32 B block after dst",
    why="a word may be overwritten by a result before it is used",
    families=ENHANCED,
)
def words_clear_of_results(call: EnhancedCall, plan: Plan) -> Iterator[Broken]:
    said = call.deq_tensor is not None or call.enhanced.deq_tensor_addr is not None
    if not (said and plan.quant_extent.stop and inside(plan.dst_extent.shifted(call.dst.address), call.dst)):
        return  # past the end of dst: rules TEN006 and TEN009 come first
    written = touched(plan, "dst")
    first = call.words_address - call.dst.address
    shared = np.flatnonzero(written[max(0, first) : max(0, first + plan.quant_extent.stop)])
    if shared.size:
        free = -(-(call.dst.address + plan.dst_extent.stop) // SLOT) * SLOT
        yield Broken(
            f"the parameter vectors share {shared.size} B with the destination",
            field=_address_field(call),
            value=call.words_address,
            shown=f"bytes {call.words_address}..{call.words_address + plan.quant_extent.stop - 1} of UB",
            limit="no byte in common with dst",
            nearest=(free,),
            effect=f"first shared byte {call.dst.address + max(0, first) + int(shared[0])} of UB",
        )
