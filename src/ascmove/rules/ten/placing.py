"""TEN rules about one tensor: its memory, start address and size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ascmove.calls import Call
from ascmove.findings.wording import several
from ascmove.hardware import RESERVED_TAIL, Product, Space, capacity, space_of
from ascmove.hardware.memory import spaces_of
from ascmove.hardware.positions import POSITIONS
from ascmove.rules import sources as doc
from ascmove.rules.books import TEN
from ascmove.rules.numbers import around, elements
from ascmove.rules.rule import Broken, Offer
from ascmove.tensors import Tensor

#: memories of ascend-950 on whose size the sources disagree
_CAPACITIES: dict[Space | None, tuple[str, ...]] = {Space.UB: ("ub-capacity",), Space.L1: ("l1-capacity",)}

_A2_A3 = frozenset({Product.ATLAS_A2, Product.ATLAS_A3})


@TEN.rule(
    "TEN001",
    "error",
    1,
    title="the position has no memory on this product",
    statement=(
        "The Vector Core has only GM and UB (no L1, L0A, L0B, L0C); C2PIPE2GM exists on atlas-a2, atlas-a3, "
        "atlas-200i-500-a2 and ascend-950 only."
    ),
    fields=("src.position", "dst.position"),
    products=frozenset({Product.ATLAS_INFERENCE_VECTORCORE, Product.ATLAS_INFERENCE_AICORE, Product.ATLAS_TRAINING}),
    evidence="unverified",
    source=f"{doc.N_MEMORY}, 1.3, 2 and 8; {doc.N_ENHANCED}, 5.1 C5",
    fix="use a position that exists on this product, or the product that has the memory",
    why="a tensor in a memory that the core lacks has no address; the device faults or touches another memory",
)
def no_such_memory(call: Call) -> Iterator[Broken]:
    for name, tensor in call.operands():
        yield from position_missing(name, tensor, call.product)


def position_missing(name: str, tensor: Tensor, product: Product) -> Iterator[Broken]:
    """TEN001 for one operand."""
    if tensor.space is None:
        there = [p for p in POSITIONS if space_of(product, p) is not None]
        if product is Product.ATLAS_INFERENCE_VECTORCORE:
            there = ["GM", "VECIN", "VECOUT", "VECCALC"]  # C1 and CO2 lie in UB too, but belong to the cube
        yield Broken(
            f"`{name}` lies in {tensor.position}, which has no memory on {product.value}",
            field=f"{name}.position",
            value=tensor.position,
            limit=f"a memory of {product.value}: {', '.join(s.value for s in spaces_of(product))}",
            nearest=tuple(there),
            ways=(),
        )


def _misaligned(call: Call, spaces: tuple[Space, ...]) -> Iterator[Broken]:
    for name, tensor in call.operands():
        if tensor.space in spaces and name != "quant":  # words have a rule of their own (L0C021)
            yield from start_misaligned(name, tensor, tensor.alignment)


def start_misaligned(name: str, tensor: Tensor, step: int) -> Iterator[Broken]:
    """A start address that is no multiple of ``step`` bytes."""
    if tensor.address % step:
        below, above = around(tensor.address, step)
        base = tensor.address - tensor.offset * tensor.dtype.width
        placed = f"{tensor.address} B"
        if tensor.offset:
            placed = f"{base} B + offset {elements(tensor.offset, tensor.dtype)} -> {tensor.address} B"
        yield Broken(
            f"`{name}` starts at byte {tensor.address} of {tensor.space}, not a multiple of {step} B",
            field=f"{name}.address",
            value=tensor.address,
            shown=placed,
            limit=f"multiple of {step} B",
            nearest=(below, above),
            ways=tuple(_moved(name, tensor, base, start) for start in (above, below)),
            disputed=("gm-alignment", "l0c-alignment"),
            effect=f"{tensor.address % step} B into the {step} B unit that starts at byte {below}",
        )


def _moved(name: str, tensor: Tensor, base: int, start: int) -> dict[str, object]:
    """Another start: of a view by its offset, where that is a whole number of elements."""
    offset, rest = divmod(start - base, tensor.dtype.width)
    by_offset = tensor.offset and not rest and offset >= 0
    return {f"{name}.offset": offset} if by_offset else {f"{name}.address": start}


@TEN.rule(
    "TEN003",
    "error",
    5,
    title="UB and L1 tensors start on 32 B",
    statement=(
        "The start address of a UB or L1 tensor (view offset included) is a multiple of 32 B. Holds for NDDMA too, "
        "although its engine is said to take any byte."
    ),
    fields=("src.address", "dst.address", "offset"),
    source=f"{doc.N_MEMORY}, 1.4; {doc.N_NDDMA_SLICE}, 1.9 and 2.3; {doc.N_ENHANCED}, 5.1 C2",
    fix="start the tensor or view on a multiple of 32 B",
    why="the copy engines address UB and L1 in blocks of 32 B; a start inside a block faults ('unaligned UUB addresses')",
    unenforced=True,
)
def start_on_blocks(call: Call) -> Iterator[Broken]:
    for broken in _misaligned(call, (Space.UB, Space.L1)):
        # the NDDMA engine is said to take any byte: only there the model can go on
        nddma = call.family == "nddma"
        yield replace(broken, firm=not nddma, disputed=None if nddma else ())


@TEN.rule(
    "TEN004",
    "error",
    5,
    title="L0C tensors start on 64 B",
    statement="The start address of an L0C tensor is a multiple of 64 B.",
    fields=("src.address", "offset"),
    source=f"{doc.TENSOR_API}, constraints, 1st bullet; {doc.N_MEMORY}, 1.4",
    fix="start the tensor or view on a multiple of 64 B (one row of 16 elements)",
    why="L0C is read in rows of 16 elements; a start inside a row shifts every element",
)
def start_on_rows(call: Call) -> Iterator[Broken]:
    yield from _misaligned(call, (Space.L0C,))


@TEN.rule(
    "TEN005",
    "warning",
    5,
    title="GM tensors start on a whole element",
    statement=(
        "A GM tensor starts at an address that is a multiple of its element size. Every byte address is legal for the "
        "transfer itself; one page asks for sizeof(T)."
    ),
    fields=("src.address", "dst.address"),
    evidence="unverified",
    source=f"{doc.N_MEMORY}, 1.4; {doc.N_NDDMA_SLICE}, part 4 #6",
    fix="start the tensor on a multiple of sizeof(T)",
    why="scalar access to such a tensor is unaligned; the copy itself works",
)
def gm_start_on_elements(call: Call) -> Iterator[Broken]:
    for name, tensor in call.operands():
        if tensor.space is Space.GM:
            yield from start_misaligned(name, tensor, tensor.dtype.width)


@TEN.rule(
    "TEN006",
    "error",
    5,
    title="local tensors end inside their memory",
    statement=(
        "A local tensor ends inside its memory: address + bytes ≤ capacity. UB 253952 (ascend-950, atlas-200i-500-a2), "
        "196608 (atlas-a2/a3), 262144 (atlas-inference, atlas-training); L1 524288 (ascend-950, atlas-a2/a3), 1048576 "
        "(others); L0C 262144 (ascend-950, atlas-inference-aicore, atlas-training), 131072 (atlas-a2/a3, "
        "atlas-200i-500-a2)."
    ),
    fields=("address", "count"),
    source=f"{doc.N_MEMORY}, 1.3",
    fix="use a smaller tensor or a lower address; core.reset() frees what earlier tensors hold",
    why="addresses past the end wrap or fault; the allocation asserts in the vendor's CPU check",
    encoding=True,
)
def inside_memory(call: Call) -> Iterator[Broken]:
    for name, tensor in call.operands():
        yield from past_capacity(name, tensor, call.product)


def past_capacity(name: str, tensor: Tensor, product: Product) -> Iterator[Broken]:
    """TEN006 for one operand."""
    size = capacity(product, tensor.space)
    # a view ends where its tensor ends: the allocation is what has to fit
    if size is None or tensor.address + tensor.nbytes <= size:
        return
    disputed = _CAPACITIES.get(tensor.space, ()) if product is Product.ASCEND_950 else ()
    nearest = [*_smaller(name, tensor, size), *_highest_start(name, tensor, size)]
    yield Broken(
        f"`{name}` ends at byte {tensor.address + tensor.nbytes} of {tensor.space}, which has {size} B on {product.value}",
        field=f"{name}.count",
        value=tensor.offset + tensor.count,
        shown=f"{elements(tensor.count, tensor.dtype)} from byte {tensor.address}",
        limit=f"end <= {size} B",
        nearest=tuple(nearest),
        effect=f"{tensor.address + tensor.nbytes - size} B too many",
        disputed=disputed,
    )


def _smaller(name: str, tensor: Tensor, limit: int) -> list[Offer]:
    """The largest count with which a tensor at this address ends at ``limit`` or before."""
    fits = tensor.offset + max(0, (limit - tensor.address) // tensor.dtype.width)
    return [Offer(f"count {fits}", {f"{name}.count": fits})] if fits > tensor.offset else []


def _highest_start(name: str, tensor: Tensor, limit: int) -> list[Offer]:
    """The highest start address with which a tensor of this count ends at ``limit`` or before."""
    highest = (limit - tensor.nbytes) // tensor.alignment * tensor.alignment - tensor.offset * tensor.dtype.width
    view = highest + tensor.offset * tensor.dtype.width
    return [Offer(f"address {highest}", {f"{name}.address": view})] if highest >= 0 else []


@TEN.rule(
    "TEN007",
    "warning",
    5,
    title="the last 256 B of UB and L1 are the platform's",
    statement=(
        "A local tensor ends before the last 256 B of UB (byte 196352) or of L1 (byte 524032), which the platform keeps "
        "for itself."
    ),
    fields=("address", "count"),
    products=_A2_A3,
    source=f"{doc.N_MEMORY}, 1.3, row hardware pages; {doc.N_FIELD}, C6",
    fix="end at byte 196352 (UB) or 524032 (L1)",
    why="the framework writes there; the data change under the kernel",
)
def clear_of_reserved(call: Call) -> Iterator[Broken]:
    for name, tensor in call.operands():
        size, kept = capacity(call.product, tensor.space), RESERVED_TAIL.get((call.product, tensor.space))
        if size is None or kept is None:
            continue
        end, limit = tensor.address + tensor.nbytes, size - kept
        if limit < end <= size:
            yield Broken(
                f"`{name}` ends at byte {end} of {tensor.space}; from byte {limit} on it belongs to the platform",
                field=f"{name}.count",
                value=tensor.offset + tensor.count,
                shown=f"{elements(tensor.count, tensor.dtype)} from byte {tensor.address}",
                limit=f"end <= {limit} B",
                nearest=(*_smaller(name, tensor, limit), *_highest_start(name, tensor, limit)),
            )


@TEN.rule(
    "TEN012",
    "error",
    3,
    title="a view starts inside its tensor",
    statement=(
        "A view starts before the end of its tensor: offset·sizeof(T) < bytes of the tensor (an empty tail view is "
        "refused too)."
    ),
    fields=("src.offset", "dst.offset"),
    evidence="vendor-golden",
    source=f"{doc.N_MEMORY}, 3.2",
    fix="use an offset below the count of the tensor",
    why="the vendor's CPU check asserts; on the device the view reads or writes whatever lies behind the tensor",
)
def view_inside(call: Call) -> Iterator[Broken]:
    for name, tensor in call.operands():
        if tensor.offset and tensor.sized and tensor.count <= 0:
            width, whole = tensor.dtype.width, tensor.offset + tensor.count
            step = max(1, tensor.alignment // width)
            nearest = dict.fromkeys(n for n in (whole - 1, (whole - 1) // step * step) if n >= 0)
            yield Broken(
                f"`{name}` is a view from element {tensor.offset} on of a tensor of {several(whole, 'element')}",
                field=f"{name}.offset",
                value=tensor.offset,
                shown=elements(tensor.offset, tensor.dtype),
                limit=f"offset < {whole} ({whole * width} B)",
                nearest=tuple(nearest),
                # and more, as far as the copy reaches
                ways=({f"{name}.count": tensor.offset + 1}, *({f"{name}.offset": n} for n in nearest)),
            )
