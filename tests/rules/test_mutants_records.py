"""What the records of rules decide: severities by core, families, relations that wait for their fields, causes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ascmove as am
from ascmove import te
from ascmove.calls import BasicCall, Call, EnhancedCall, NdDmaCall, SliceCall
from ascmove.cases import Case
from ascmove.cases.reading import parse
from ascmove.findings import Finding
from ascmove.moves.transfer import diagnose_call
from ascmove.rules import explain as readers
from ascmove.tensors import Tensor

from .edges import nddma, slices, tensor
from .l0c_calls import INT8_ONE, ONE, arguments, found
from .l0c_pairs import WORDS

PACKAGED = Path(readers.__file__).parent / "examples"
FURTHER = Path(__file__).parents[1] / "rule_cases"
BAD = sorted([*PACKAGED.glob("*_bad.yaml"), *FURTHER.glob("*_bad.yaml")])

#: errors that relaxed mode lets pass with a warning: nothing in device or toolchain refuses them
PASSES = {
    *("ENH003", "ENH018", "ENH023", "ENH027", "ENH028", "ENH030", "ENH032", "NDD015", "NDD016", "NDD017"),
    *("SLI006", "SLI007", "L0C010", "L0C027", "L0C028", "L0C031", "L0C035", "L0C036", "LAY002"),
}
#: a copy that the model cannot follow in relaxed mode either
STAYS = {"ENH003_bad"}
#: errors that are notes on a core with the limits of the host: one instruction cannot hold the value, several can
HOLDS = {
    *("TEN006", "ENH008", "ENH009", "NDD006", "NDD007", "NDD009", "NDD010", "NDD013", "NDD014"),
    *("L0C029", "L0C030", "L0C031"),
}


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_severities_by_core(path: Path) -> None:
    case, code = Case.load(path), path.name[:6]
    severity = case.severity
    relaxed = {f.code: f.severity for f in case.diagnose(mode="relaxed")}
    assert relaxed[code] == ("warning" if code in PASSES and path.stem not in STAYS else severity)
    host = {f.code: f.severity for f in case.diagnose(limits="host")}
    if code in host:  # no memory ends
        assert host[code] == ("note" if code in HOLDS else severity)


A2, A3, OLD = "atlas-a2", "atlas-a3", "atlas-200i-500-a2"
ALL = ("ascend-950", A2, A3, OLD, "atlas-inference-aicore", "atlas-inference-vectorcore", "atlas-training")
ONLY_950, AICORE = ("ascend-950",), ("atlas-inference-aicore",)

#: products on which the calls of a family's examples give their finding
PRODUCTS = {
    **dict.fromkeys(("NDD", "L0C", "LAY"), ONLY_950),
    "ENH": AICORE,
    "SLI": ("ascend-950", A2, A3, *AICORE),
    "TEN": ALL,
}
#: and those that give it elsewhere
ELSEWHERE: dict[tuple[str, ...], tuple[str, ...]] = {
    ALL: (
        *("ENH001_bad", "ENH002_bad", "ENH008_bad", "ENH009_bad", "ENH010_bad", "ENH011_bad", "ENH013_bad"),
        "ENH039_bad",
    ),
    ALL[1:]: ("L0C001_bad", "NDD001_bad", "ENH003_enhanced_bad"),
    ONLY_950: (
        *("TEN002_bad", "TEN004_bad", "TEN006_l0c_bad", "TEN010_bad", "TEN013_bad"),
        *("TEN008_l0c2gm_bad", "TEN008_nddma_bad", "TEN009_l0c2gm_bad", "TEN009_nddma_bad"),
    ),
    PRODUCTS["SLI"]: ("TEN008_slice_bad", "TEN009_slice_bad"),
    AICORE: ("SLI026_bad", "TEN008_bad", "TEN009_enhanced_bad"),
    (*ALL[:4], *ALL[5:]): ("ENH004_bad",),
    (*ALL[:5], "atlas-training"): ("SLI002_bad",),
    (*ALL[:3], *AICORE, "atlas-training"): ("TEN011_bad", "ENH009_len_bad", "TEN003_l1_bad"),
    ALL[:4]: ("TEN006_bad",),
    ALL[:3]: ("SLI019_bad",),
    ALL[1:3]: ("TEN007_bad",),
    (A2, A3, *AICORE): ("SLI003_bad",),
    ALL[4:]: ("ENH006_bad",),
    (*ALL[3:4], *ALL[5:]): ("SLI001_bad",),
    ("ascend-950", OLD, *AICORE, "atlas-training"): ("ENH003_bad",),
    ("atlas-inference-vectorcore",): ("TEN001_bad",),
}


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_products(path: Path) -> None:
    told = next((on for on, stems in ELSEWHERE.items() if path.stem in stems), PRODUCTS[path.stem[:3]])
    data = parse(path.read_text())
    for product in ALL:
        codes = {f.code for f in Case.from_dict({**data, "product": product}).diagnose()}
        assert (path.name[:6] in codes) is (product in told), product


ROW = [[0, 15, 0, 2, 16]]

#: copies of 16 floats from one tensor to another
COPIES: dict[str, Callable[[Tensor, Tensor], Call]] = {
    "data_copy": lambda y, x: BasicCall(y, x, 16),
    "enhanced": lambda y, x: EnhancedCall(y, x, am.DataCopyParams(1, 2), am.DataCopyEnhancedParams("MATRIX")),
    "nddma": lambda y, x: NdDmaCall(y, x, am.NdDmaParams([[1], [1], [16]])),
    "slice": lambda y, x: SliceCall(y, x, ROW, ROW, 1),
}
EVERY, OUT, IN_UB = tuple(COPIES), ("data_copy", "enhanced", "slice"), ("data_copy", "enhanced")
GM: dict[str, Any] = {"position": "GM"}
UB: dict[str, Any] = {"position": "VECIN"}
WAY_OUT: dict[str, Any] = {"position": "VECOUT"}

#: what one tensor or the other is, what is said of it, in which families
PLACES: list[tuple[str, dict[str, Any], dict[str, Any], str, tuple[str, ...]]] = [
    ("nothing", GM, UB, "", EVERY),
    ("another type", GM, {**UB, "kind": "int32_t"}, "TEN002", ("data_copy", "nddma", "slice")),
    ("a start inside a block", GM, {**UB, "address": 16}, "TEN003", EVERY),
    ("a start inside an element", {**GM, "address": 2}, UB, "TEN005", EVERY),
    ("an end behind UB", GM, {**UB, "address": 253920}, "TEN006", EVERY),
    ("a short source", {**GM, "count": 15}, UB, "TEN008", EVERY),
    ("a short destination", GM, {**UB, "count": 8}, "TEN009", EVERY),
    ("bytes in common", {**UB, "address": 0}, {"position": "VECCALC", "address": 32}, "TEN010", IN_UB),
    ("nothing written", {**WAY_OUT, "state": 0}, GM, "TEN011", OUT),
    ("a view of nothing", {**GM, "count": 64, "offset": 64}, UB, "TEN012", EVERY),
    ("a queue of the way out", GM, {**UB, "position": "VECOUT"}, "TEN014", ("nddma", "slice")),
    ("pads", {**WAY_OUT, "state": 1}, GM, "TEN050", OUT),
    ("few elements in each block", {**WAY_OUT, "state": (2, *[0] * 7)}, GM, "TEN051", OUT),
]


#: what holds of every product
ANYWHERE = ("", "TEN003", "TEN005", "TEN008", "TEN009", "TEN011", "TEN012", "TEN050", "TEN051")


def placed(
    core: am.Core,
    position: str,
    kind: str = "float",
    count: int = 32,
    address: int | None = None,
    offset: int = 0,
    state: Any = 2,
) -> Tensor:
    """A tensor, each of its elements in this state."""
    made = tensor(core, position, kind, count, address, offset)
    states = made.states()
    if states is not None:
        states.reshape(-1, 8, 4)[:] = [[one] for one in state] if isinstance(state, tuple) else state
    return made


@pytest.mark.parametrize(
    ("source", "target", "code", "family"),
    [
        pytest.param(source, target, code, family, id=f"{code} {family}: {title}")
        for title, source, target, code, families in PLACES
        for family in families
    ],
)
def test_families(source: dict[str, Any], target: dict[str, Any], code: str, family: str) -> None:
    core = am.Core("ascend-950")
    found = [f.code for f in diagnose_call(COPIES[family](placed(core, **target), placed(core, **source)))]
    beside = {"ENH001"} if family == "enhanced" else set()
    beside |= {"TEN011"} if code == "TEN051" else {"SLI027"} if (code, family) == ("TEN009", "slice") else set()
    assert set(found) - beside == ({code} if code else set())


@pytest.mark.parametrize(
    ("kind", "good", "bad", "code"),
    [
        ("half", ONE, 0x7F800000, "L0C014"),
        ("half", ONE, 0, "L0C015"),
        ("int8_t", INT8_ONE, ONE, "L0C016"),
        ("half", ONE, ONE | 1 << 37, "L0C017"),
        ("half", ONE, 0x3DCCCCCD, "L0C018"),
        ("half", ONE, ONE | 1 << 47, "L0C019"),
    ],
)
def test_words_out_of_l0c_are_looked_at_on_every_call(kind: str, good: int, bad: int, code: str) -> None:
    atom, dst, src, held = arguments(**{**WORDS, "types": ("int32_t", kind)})
    for word, told in [(good, []), (bad, [code]), (good, [])]:
        held.memory.fill(word)
        assert [f.code for f in te.diagnose(atom, dst, src, held)] == told


@pytest.mark.parametrize(
    ("kind", "scale", "good", "bad", "code"),
    [
        ("half", "VDEQ16", ONE, ONE | 1 << 47, "ENH029"),
        ("int8_t", "VDEQ8", INT8_ONE, ONE, "ENH030"),
        ("half", "VDEQ16", ONE, 0x7F800000, "ENH032"),
        ("half", "VDEQ16", ONE, 0x7FFFFF, "ENH033"),
        ("half", "VDEQ16", ONE, 5 << 37 | ONE, "ENH034"),
        ("int16_t", "VDEQ16", 0, 0x7F800000, "ENH035"),
        ("half", "VDEQ16", ONE, 1 << 48 | ONE, "ENH036"),
    ],
)
def test_words_of_the_enhanced_copy_are_looked_at_on_every_call(
    kind: str, scale: Any, good: int, bad: int, code: str
) -> None:
    core = am.Core(*AICORE)
    x, y = core.local_tensor("CO1", "int32_t", 256, fill=0), core.local_tensor("CO2", kind, 512)
    words = core.local_tensor("VECIN", "uint64_t", 16)
    enhanced = am.DataCopyEnhancedParams("MATRIX", scale)
    for word, told in [(good, []), (bad, [code]), (good, [])]:
        words.fill(word)
        found = am.diagnose(y, x, am.DataCopyParams(1, 1), enhanced, deq_tensor=words)
        assert [f.code for f in found] == told


LATE: dict[str, Any] = {"src": [[0, 53, 30, 3, 64]], "dst": [[0, 47, 0, 3, 48]]}


@pytest.mark.parametrize(
    ("findings", "causes"),
    [
        (
            lambda: slices(**LATE, counts=(16, 16)),
            {"SLI010": "SLI025", "TEN008": "SLI025", "TEN009": "SLI025", "SLI025": "", "SLI027": ""},
        ),
        (
            lambda: nddma([[4, 32], [4, 32], [8, 8]], counts=(64, 64)),
            {"TEN008": "NDD025", "TEN009": "NDD025", "NDD025": ""},
        ),
        (
            lambda: nddma([[1, 5], [8, 1], [5, 3], [0, 0], [5, 0]], counts=(15, 40)),
            {"TEN009": "NDD023", "NDD023": ""},
        ),
    ],
)
def test_what_follows_from_what(findings: Callable[[], list[Finding]], causes: dict[str, str]) -> None:
    assert {f.code: f.cause for f in findings()} == causes


@pytest.mark.parametrize(
    ("call", "codes"),
    [
        ({"product": "atlas-inference-vectorcore"}, ["TEN001", "L0C001"]),
        ({"addresses": (None, 3)}, ["TEN005"]),
        ({"addresses": (262144 - 64, None)}, ["TEN006"]),
    ],
)
def test_places_of_copies_out_of_l0c(call: dict[str, Any], codes: list[str]) -> None:
    assert [f.code for f in found(**call)] == codes


@pytest.mark.parametrize("product", ALL)
@pytest.mark.parametrize(
    ("source", "target", "code"),
    [pytest.param(*row[1:4], id=f"{row[3]}: {row[0]}") for row in PLACES if row[3] in ANYWHERE],
)
def test_places_on_every_product(source: dict[str, Any], target: dict[str, Any], code: str, product: str) -> None:
    core = am.Core(product)
    found = [f.code for f in diagnose_call(COPIES["data_copy"](placed(core, **target), placed(core, **source)))]
    assert set(found) - ({"TEN011"} if code == "TEN051" else set()) == ({code} if code else set())
