"""From a kernel's call to cases: the types and positions that the text leaves open are tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ascmove.calls import Call
from ascmove.cases import Case
from ascmove.errors import AscMoveError
from ascmove.formats.dtype import DTYPES, dtype
from ascmove.formats.modes import ENHANCED_PAIRS, FIXPIPE_MODES
from ascmove.hardware import BASIC_ROUTES, NDDMA_TYPES, SLICE_TYPES, Product, basic_types
from ascmove.moves.lowering import lower
from ascmove.reading.interpret import KernelCall
from ascmove.reading.values import Named, TensorRef, Unknown, Value

_ROUTES = {"nddma": [("GM", "VECIN")], "slice": [("GM", "VECIN"), ("VECOUT", "GM")], "l0c2gm": [("CO1", "GM")]}
_LOCAL = ("VECIN", "VECOUT", "VECCALC", "A1", "B1", "CO1", "CO2", "TSCM")

#: by side: the elements, ascending, with which a tensor holds more of the copy than with fewer; all of it with the last
Marks: TypeAlias = "dict[str, tuple[int, ...]]"


@dataclass(frozen=True)
class Setting:
    """Positions and element types of both sides."""

    src_position: str
    dst_position: str
    src_type: str
    dst_type: str


def settings(call: KernelCall, product: Product) -> list[Setting]:
    """Every way in which the open types and positions can be filled in; one where nothing is open."""
    found = []
    for src, dst in _routes(call, product):
        for pair in _pairs(call, product, src, dst):
            if _fits(call.src.dtype, pair[0]) and _fits(call.dst.dtype, pair[1]):
                found.append(Setting(src, dst, *pair))
    return list(dict.fromkeys(found))


def case_of(call: KernelCall, setting: Setting, product: Product, marks: Marks | None = None) -> dict[str, Any]:
    """The case of a call; tensors hold as much as the copy needs where the text does not size them."""
    data = _unsized(call, setting, product)
    marks = marks_of(call, setting, product) if marks is None else marks
    for side, tensor in (("src", call.src), ("dst", call.dst)):
        if side in marks or isinstance(tensor.nbytes, int):
            count, offset = extent_of(tensor, dtype(data[side]["dtype"]).width, marks.get(side, (1,)))
            data[side].update({"count": count, **({"offset": offset} if offset else {})})
    return data


def marks_of(call: KernelCall, setting: Setting, product: Product) -> Marks:
    """How much of its tensors the copy needs, as far as they have no layout."""
    return _marks(_unsized(call, setting, product))


def extent_of(tensor: TensorRef, width: int, marks: tuple[int, ...]) -> tuple[int, int]:
    """Elements of a tensor, as many as the copy needs where its size is open, and the one that the call starts at."""
    offset = int(tensor.offset) if isinstance(tensor.offset, int) and tensor.offset > 0 else 0
    if isinstance(tensor.nbytes, int) and not isinstance(tensor.offset, Unknown):
        return int(tensor.nbytes) // width, offset
    return marks[-1] + offset, offset


def _unsized(call: KernelCall, setting: Setting, product: Product) -> dict[str, Any]:
    """The case without the sizes of its tensors."""
    data: dict[str, Any] = {
        "product": product.value,
        "call": call.family,
        "src": {"position": setting.src_position, "dtype": setting.src_type, **call.src_extra},
        "dst": {"position": setting.dst_position, "dtype": setting.dst_type, **call.dst_extra},
        "params": call.params,
    }
    if call.family == "nddma" and call.found.refreshed:
        data["nd_dma_dci"] = True
    return data


def _routes(call: KernelCall, product: Product) -> list[tuple[str, str]]:
    known = _ROUTES.get(str(call.family), list(BASIC_ROUTES[product]))
    if call.family == "enhanced" and product is Product.ATLAS_INFERENCE_AICORE:
        known = [*known, ("CO1", "CO2")]
    fitting = [r for r in known if _at(call.src, r[0]) and _at(call.dst, r[1])]
    if fitting:
        return fitting
    # both are known, and no route joins them: the rules say so
    src, dst = (t.position or ("GM" if t.space == "GM" else "VECIN") for t in (call.src, call.dst))
    return [(src, dst)] if call.src.space and call.dst.space else []


def _at(tensor: TensorRef, position: str) -> bool:
    if tensor.position:
        return tensor.position == position
    if tensor.space == "GM":
        return position == "GM"
    return position != "GM" if tensor.space == "local" else True


def _pairs(call: KernelCall, product: Product, src: str, dst: str) -> Iterator[tuple[str, str]]:
    if call.family == "l0c2gm":
        yield from (pair for pair, modes in FIXPIPE_MODES.items() if modes[1 if "quant" in call.params else 0])
        return
    if (src, dst) == ("CO1", "CO2"):
        mode = call.params.get("enhanced", {}).get("deq_scale", "DEQ_NONE")
        yield from ENHANCED_PAIRS.get(mode, ())
        return
    names = {"nddma": NDDMA_TYPES, "slice": SLICE_TYPES.get(product, frozenset(DTYPES))}.get(str(call.family))
    for name in sorted(basic_types(product, src, dst) if names is None else names):
        yield name, name
    if isinstance(call.src.dtype, Named) and isinstance(call.dst.dtype, Named):
        yield call.src.dtype.name, call.dst.dtype.name  # what stands there, legal or not


def _fits(known: Value, name: str) -> bool:
    return not (isinstance(known, Named) and known.name in DTYPES) or known.name == name


def _marks(data: dict[str, Any]) -> Marks:
    """1, what the copy touches where it has a Plan, and what a slice declares."""
    sides = [side for side in ("src", "dst") if "layout" not in data[side]]
    marks = {side: {1} for side in sides}
    if data["call"] == "slice":
        for side in sides:
            marks[side].add(_declared(data["params"][f"{side}_slice_info"]))
    try:
        trial = {**data, **{side: {**data[side], "count": 1} for side in sides}}
        call: Call = Case.from_dict(trial).call()
        plan = lower(call)
    except (AscMoveError, ArithmeticError, ValueError, LookupError, AssertionError):
        return {side: tuple(sorted(found)) for side, found in marks.items()}
    extents = {"src": (plan.src_extent, plan.src_type), "dst": (plan.dst_extent, plan.dst_type)}
    for side in sides:
        marks[side].add(max(1, -(-extents[side][0].stop // extents[side][1].width)))
    return {side: tuple(sorted(found)) for side, found in marks.items()}


def _declared(infos: list[list[int]]) -> int:
    total = 1
    for info in infos:
        total *= max(1, info[4])
    return total
