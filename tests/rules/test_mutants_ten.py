"""Rules of every call on both sides of their limits: where tensors lie, how far a copy reaches, which bytes meet."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from .edges import Edge, basic, nddma, offered, params, slices

UB: dict[str, Any] = {"route": ("VECIN", "VECCALC")}
OUT: dict[str, Any] = {"route": ("VECOUT", "GM")}
L1: dict[str, Any] = {"route": ("GM", "A1")}
BYTES: dict[str, Any] = {"kinds": ("uint8_t", "uint8_t")}
VECTORS = "atlas-inference-vectorcore"
ROW = [[0, 15, 0, 1, 16]]

EDGES: list[Edge] = [
    # memories
    ("no L1", {"copy": 64, **L1, "product": VECTORS}, {"TEN001": ("GM", "VECIN", "VECOUT", "VECCALC")}),
    # types
    ("two types of one width", {"copy": 64, "kinds": ("half", "uint16_t")}, {"TEN002": ("half",)}),
    # starts
    ("32 B", {"copy": 16, "addresses": (None, 32)}, {}),
    ("33 B", {"copy": 16, "addresses": (None, 33)}, {"TEN003": (32, 64)}),
    ("a source 31 B behind", {"copy": 16, **OUT, "addresses": (63, None)}, {"TEN003": (32, 64)}),
    ("a view 2 B behind", {"copy": 16, "offsets": (0, 1)}, {"TEN003": (0, 32)}),
    (
        "a view 18 B behind a start of 64 B",
        {"copy": 16, "offsets": (0, 9), "addresses": (None, 64)},
        {"TEN003": (64, 96)},
    ),
    ("a view of a block", {"copy": 16, "offsets": (0, 16)}, {}),
    ("L1 at 16 B", {"copy": 16, **L1, "addresses": (None, 16)}, {"TEN003": (0, 32)}),
    ("UB at 16 B, relaxed", {"copy": 16, "addresses": (None, 16), "mode": "relaxed"}, {"TEN003": (0, 32)}),
    ("an odd byte of GM", {"copy": 16, "addresses": (3, None)}, {"TEN005": (2, 4)}),
    ("floats at 2 B of GM", {"copy": 16, "kinds": ("float", "float"), "addresses": (6, None)}, {"TEN005": (4, 8)}),
    ("an odd byte of GM as destination", {"copy": 16, **OUT, "addresses": (None, 5)}, {"TEN005": (4, 6)}),
    ("bytes at an odd byte of GM", {"copy": 32, **BYTES, "addresses": (3, None)}, {}),
    # ends
    ("the end of UB", {"copy": 64, "addresses": (None, 253824)}, {}),
    (
        "a block behind the end of UB",
        {"copy": 64, "addresses": (None, 253856)},
        {"TEN006": ("count 48", "address 253824")},
    ),
    ("all behind the end of UB", {"copy": 64, "addresses": (None, 253952)}, {"TEN006": ("address 253824",)}),
    ("far behind the end of UB", {"copy": 64, "addresses": (None, 300000)}, {"TEN006": ("address 253824",)}),
    ("more than UB", {"copy": 64, "counts": (64, 126977)}, {"TEN006": ("count 126976",)}),
    (
        "all of UB, a block behind its start",
        {"copy": 64, "counts": (64, 126976), "addresses": (None, 32)},
        {"TEN006": ("count 126960", "address 0")},
    ),
    ("a view of more than UB", {"copy": 16, "counts": (64, 126992), "offsets": (0, 16)}, {"TEN006": ("count 126976",)}),
    (
        "a view at the end of UB",
        {"copy": 16, "addresses": (None, 253856), "offsets": (0, 16)},
        {"TEN006": ("count 48", "address 253824")},
    ),
    (
        "the source behind the end of UB",
        {"copy": 64, **OUT, "addresses": (253856, None)},
        {"TEN006": ("count 48", "address 253824")},
    ),
    (
        "the end of UB of a host",
        {"copy": 64, "addresses": (None, 253856), "limits": "host"},
        {"TEN006": ("count 48", "address 253824")},
    ),
    ("UB before its last 256 B", {"copy": 64, "addresses": (None, 196224), "product": "atlas-a2"}, {}),
    (
        "UB a block into its last 256 B",
        {"copy": 64, "addresses": (None, 196256), "product": "atlas-a2"},
        {"TEN007": ("count 48", "address 196224")},
    ),
    (
        "UB with its last 256 B",
        {"copy": 64, "addresses": (None, 196480), "product": "atlas-a3"},
        {"TEN007": ("address 196224",)},
    ),
    (
        "UB from its last 256 B on",
        {"copy": 64, "addresses": (None, 196352), "product": "atlas-a3"},
        {"TEN007": ("address 196224",)},
    ),
    (
        "UB behind its end",
        {"copy": 64, "addresses": (None, 196512), "product": "atlas-a2"},
        {"TEN006": ("count 48", "address 196480")},
    ),
    (
        "all of UB",
        {"copy": 64, "counts": (64, 98304), "addresses": (None, 0), "product": "atlas-a2"},
        {"TEN007": ("count 98176",)},
    ),
    (
        "a view of the last 256 B",
        {"copy": 16, "addresses": (None, 196256), "offsets": (0, 16), "product": "atlas-a2"},
        {"TEN007": ("count 48", "address 196224")},
    ),
    (
        "the source in the last 256 B",
        {"copy": 64, **OUT, "addresses": (196256, None), "product": "atlas-a2"},
        {"TEN007": ("count 48", "address 196224")},
    ),
    # views
    ("a view of the last element of GM", {"copy": (1, 1), "offsets": (63, 0)}, {"TEN008": ("src.count 79",)}),
    ("a view of nothing", {"copy": 16, "offsets": (64, 0)}, {"TEN012": (48,)}),
    ("a view of nothing in UB", {"copy": 16, "offsets": (0, 65)}, {"TEN003": (128, 160), "TEN012": (48,)}),
    (
        "a view of nothing in UB, from two on",
        {"copy": 16, "counts": (64, 2), "offsets": (0, 2)},
        {"TEN003": (0, 32), "TEN012": (0,)},
    ),
    (
        "a view of nothing in UB, from one block on",
        {"copy": 16, "counts": (64, 17), "offsets": (0, 17)},
        {"TEN003": (32, 64), "TEN012": (0,)},
    ),
    ("a view of a tensor of unknown size", {"copy": 16, "counts": (0, 64), "offsets": (64, 0)}, {}),
    # how far the copy reaches
    ("the whole source", {"copy": 64, "counts": (64, 64)}, {}),
    ("one element more", {"copy": 64, "counts": (63, 64)}, {"TEN008": ("src.count 64", "count 48")}),
    ("one block more into the destination", {"copy": 64, "counts": (64, 48)}, {"TEN009": ("dst.count 64", "count 48")}),
    ("gaps of the source", {"copy": (3, 1, 1, 0), "counts": (79, 64)}, {"TEN008": ("src.count 80", "block_count 2")}),
    (
        "gaps of the destination",
        {"copy": (3, 1, 0, 2), "counts": (64, 111)},
        {"TEN009": ("dst.count 112", "block_count 2")},
    ),
    ("the last gap is not touched", {"copy": (3, 1, 1, 2), "counts": (80, 112)}, {}),
    ("shorter bursts fit", {"copy": (2, 4), "counts": (63, 128)}, {"TEN008": ("src.count 128", "block_len 1")}),
    (
        "one block of four fits",
        {"copy": (2, 2), "counts": (31, 64)},
        {"TEN008": ("src.count 64", "block_count 1, block_len 1")},
    ),
    ("nothing fits", {"copy": (1, 1, 0, 0), "counts": (15, 64)}, {"TEN008": ("src.count 16",)}),
    (
        "both sides",
        {"copy": (2, 1, 0, 0), "counts": (31, 30)},
        {"TEN008": ("src.count 32", "block_count 1"), "TEN009": ("dst.count 32", "block_count 1")},
    ),
    (
        "from the source view on",
        {"copy": (2, 1, 0, 0), "counts": (47, 64), "offsets": (16, 0)},
        {"TEN008": ("src.count 48", "block_count 1")},
    ),
    # which bytes meet; 64 B each
    ("the same bytes", {"copy": 32, **UB, "addresses": (64, 64)}, {}),
    ("one behind the other", {"copy": 32, **UB, "addresses": (64, 128)}, {}),
    ("a block in common, behind", {"copy": 32, **UB, "addresses": (64, 96)}, {"TEN010": (0, 128)}),
    ("a block in common, before", {"copy": 32, **UB, "addresses": (64, 32)}, {"TEN010": (0, 128)}),
    ("no room behind", {"copy": 32, **UB, "counts": (32, 32), "addresses": (253856, 253888)}, {"TEN010": (253792,)}),
    (
        "room up to the end",
        {"copy": 32, **UB, "counts": (32, 32), "addresses": (253824, 253792)},
        {"TEN010": (253760, 253888)},
    ),
    ("no room before", {"copy": 32, **UB, "addresses": (32, 64)}, {"TEN010": (96,)}),
    (
        "no room before or behind",
        {"copy": 65536, **UB, "counts": (65536, 65536), "addresses": (0, 32)},
        {"TEN010": ()},
    ),
    ("between the bursts", {"copy": (2, 1, 1, 1), **UB, "addresses": (64, 96)}, {}),
    ("the second burst on the first", {"copy": (2, 1, 1, 1), **UB, "addresses": (64, 128)}, {"TEN010": (160,)}),
    (
        "the end of a source that is too short",
        {"copy": 32, **UB, "counts": (31, 64), "addresses": (64, 96)},
        {"TEN008": ("src.count 32", "count 16")},
    ),
    (
        "the end of a destination that is too short",
        {"copy": 32, **UB, "counts": (64, 31), "addresses": (64, 96)},
        {"TEN009": ("dst.count 32", "count 16")},
    ),
    ("the same addresses of GM and UB", {"copy": 32, "addresses": (0, 32)}, {}),
    (
        "behind the end of the memory",
        {"copy": 32, **UB, "counts": (32, 32), "addresses": (253920, 253888)},
        {"TEN006": ("count 16", "address 253888")},
    ),
    ("nothing moves", {"copy": (0, 1, 0, 0), **UB, "addresses": (64, 96)}, {"ENH010": (1,)}),
    # undefined bytes
    ("all written", {"copy": 32, **OUT, "filled": (0, 32)}, {}),
    ("the last not written", {"copy": 32, **OUT, "filled": (0, 31)}, {"TEN011": ()}),
    ("the first not written", {"copy": 32, **OUT, "filled": (1, 64)}, {"TEN011": ()}),
    ("gaps not written", {"copy": (2, 1, 1, 0), **OUT, "filled": (0, 16)}, {"TEN011": ()}),
    ("nothing moves, nothing written", {"copy": (0, 1, 0, 0), **OUT, "filled": (0, 0)}, {"ENH010": (1,)}),
    (
        "a source too short",
        {"copy": 32, **OUT, "counts": (16, 64), "filled": (0, 8)},
        {"TEN008": ("src.count 32", "count 16")},
    ),
    # signs
    ("a negative count", {"copy": -16}, {"TEN013": (0,)}),
    ("a negative gap", {"copy": (1, 1, -1, 0)}, {"TEN013": (0,)}),
]

LOOPS: list[Edge] = [
    ("a negative size", {"loops": [[1], [1], [-1], [0], [0]]}, {"TEN013": (1,)}),
    ("a negative destination stride", {"loops": [[1, 1], [1, -1], [8, 2], [0, 0], [0, 0]]}, {"TEN013": (1,)}),
    ("a negative source stride", {"loops": [[-1], [1], [8], [0], [0]]}, {"TEN013": (0,)}),
    ("a negative pad", {"loops": [[1], [1], [8], [0], [-1]]}, {"TEN013": (0,)}),
    ("into VECOUT", {"loops": [[1], [1], [8], [0], [0]], "route": ("GM", "VECOUT")}, {"TEN014": ("VECIN",)}),
    ("UB at 16 B", {"loops": [[1], [1], [8], [0], [0]], "addresses": (None, 16)}, {"TEN003": (0, 32)}),
    (
        "UB at 16 B, relaxed",
        {"loops": [[1], [1], [8], [0], [0]], "addresses": (None, 16), "core": {"mode": "relaxed"}},
        {"TEN003": (0, 32)},
    ),
    # the last row that fits: a pad counts on the destination alone
    (
        "a source one short",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 0]], "counts": (31, 64)},
        {"TEN008": ("src.count 32", "loop_size[1] 3")},
    ),
    (
        "a destination one short",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 0]], "counts": (0, 31)},
        {"TEN009": ("dst.count 32", "loop_size[1] 3")},
    ),
    (
        "a source of rows further apart than those of the destination",
        {"loops": [[1, 32], [1, 8], [8, 4], [0, 0], [0, 0]], "counts": (60, 64)},
        {"TEN008": ("src.count 104", "loop_size[1] 2")},
    ),
    (
        "a destination without room for a pad",
        {"loops": [[1, 8], [1, 8], [8, 3], [0, 1], [0, 1]], "counts": (0, 39)},
        {"TEN009": ("dst.count 40", "loop_size[1] 2")},
    ),
    (
        "pads of rows that leave the destination",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 2]], "counts": (0, 40)},
        {"TEN009": ("dst.count 48", "loop_size[1] 3")},
    ),
    (
        "fewer elements outside than a row",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 2]], "counts": (0, 41)},
        {"TEN009": ("dst.count 48", "loop_size[1] 3")},
    ),
    (
        "rows that fit without their pads",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 2]], "counts": (0, 32)},
        {"TEN009": ("dst.count 48", "loop_size[1] 2")},
    ),
    (
        "rows that do not fit without their pads",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 2]], "counts": (0, 31)},
        {"TEN009": ("dst.count 48", "loop_size[1] 1")},
    ),
    (
        "pads two apart",
        {"loops": [[1], [2], [8], [0], [2]], "counts": (0, 15)},
        {"TEN009": ("dst.count 19", "loop_size[0] 6")},
    ),
    (
        "more than the pads outside",
        {"loops": [[1], [2], [8], [0], [2]], "counts": (0, 14)},
        {"TEN009": ("dst.count 19", "loop_size[0] 5")},
    ),
    (
        "pads side by side",
        {"loops": [[1], [1], [8], [0], [2]], "counts": (0, 8)},
        {"TEN009": ("dst.count 10", "loop_size[0] 6")},
    ),
    (
        "a destination of pads",
        {"loops": [[1, 8], [1, 8], [8, 1], [0, 1], [0, 1]], "counts": (0, 23)},
        {"TEN009": ("dst.count 24", "loop_size[0] 7")},
    ),
    (
        "a source of less than a row",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 0]], "counts": (7, 64)},
        {"TEN008": ("src.count 32",)},
    ),
    (
        "a source of a row",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0, 0]], "counts": (8, 64)},
        {"TEN008": ("src.count 32", "loop_size[1] 1")},
    ),
    (
        "a source with pads inside",
        {"loops": [[1, 8], [1, 16], [8, 4], [2, 0], [2, 0]], "counts": (24, 64)},
        {"TEN008": ("src.count 32", "loop_size[1] 3")},
    ),
    (
        "a source with pads outside",
        {"loops": [[1, 8], [1, 8], [8, 4], [0, 2], [0, 0]], "counts": (24, 64)},
        {"TEN008": ("src.count 32", "loop_size[1] 3")},
    ),
    (
        "a source of two turns",
        {"loops": [[1, 8], [1, 8], [8, 2], [0, 0], [0, 0]], "counts": (15, 64)},
        {"TEN008": ("src.count 16", "loop_size[1] 1")},
    ),
    (
        "a source that stands still",
        {"loops": [[1, 0], [1, 8], [8, 4], [0, 0], [0, 0]], "counts": (6, 64)},
        {"TEN008": ("src.count 8", "loop_size[0] 6")},
    ),
]

SLICES: list[Edge] = [
    ("a negative start", {"src": [[-1, 14, 0, 1, 16]], "dst": ROW}, {"TEN013": (0,)}),
    ("a negative length of bursts", {"src": [[0, 15, 0, -1, 16]], "dst": [[0, 15, 0, -1, 16]]}, {"TEN013": (1,)}),
    ("a negative dimension", {"src": ROW, "dst": ROW, "dim": -1}, {"SLI005": ("dim_value 1",), "TEN013": (1,)}),
    ("from GM into VECOUT", {"src": ROW, "dst": ROW, "route": ("GM", "VECOUT")}, {"TEN014": ("VECIN",)}),
    (
        "from VECIN to GM",
        {"src": ROW, "dst": ROW, "route": ("VECIN", "GM"), "counts": (64, 64)},
        {"TEN011": (), "TEN014": ("VECOUT",)},
    ),
    (
        "from VECIN of aicore to GM",
        {"src": ROW, "dst": ROW, "route": ("VECIN", "GM"), "counts": (64, 64), "product": "atlas-inference-aicore"},
        {"TEN011": (), "TEN014": ("VECOUT", "CO2")},
    ),
    (
        "from CO2 of aicore to GM",
        {"src": ROW, "dst": ROW, "route": ("CO2", "GM"), "counts": (64, 64), "product": "atlas-inference-aicore"},
        {"TEN011": ()},
    ),
]


@pytest.mark.parametrize(("call", "found"), params(EDGES))
def test_edge(call: dict[str, Any], found: dict[str, tuple[object, ...]]) -> None:
    assert offered(basic(**call)) == found


@pytest.mark.parametrize(("call", "found"), params(LOOPS))
def test_edge_of_loops(call: dict[str, Any], found: dict[str, tuple[object, ...]]) -> None:
    assert offered(nddma(**call)) == found


@pytest.mark.parametrize(("call", "found"), params(SLICES))
def test_edge_of_slices(call: dict[str, Any], found: dict[str, tuple[object, ...]]) -> None:
    assert offered(slices(**call)) == found


def test_the_bursts_that_fit_are_the_most() -> None:
    """Against a search: the most bursts of this length, else the longest of this many, else one as long as fits."""

    def span(count: int, length: int, gap: int) -> int:
        return count * length + (count - 1) * gap

    for count, length, gap, size in product(range(1, 4), range(1, 4), range(3), range(1, 14)):
        if span(count, length, gap) <= size:
            continue
        bursts = [n for n in range(1, count + 1) if span(n, length, gap) <= size]
        lengths = [n for n in range(1, length + 1) if span(count, n, gap) <= size]
        best = f"block_count {bursts[-1]}" if bursts else f"block_len {lengths[-1]}" if lengths else ""
        (finding,) = basic((count, length, gap, 0), counts=(size * 16, 256))
        assert finding.nearest[1] == (best or f"block_count 1, block_len {size}")


LESS = "enlarge dst, or copy less"
PADS = (
    "enlarge dst, or pad another loop: each pad of loop {} lies {} elements on, "
    "and without its {} the copy stays inside"
)
EVERY = "; the pads of the config are those of every loop"


@pytest.mark.parametrize(
    ("loops", "count", "config", "told"),
    [
        ([[1, 8], [2, 16], [8, 4], [0, 0], [0, 2]], 63, {}, PADS.format(1, 16, 2)),
        ([[1, 8], [2, 16], [8, 4], [0, 0], [0, 2]], 62, {}, LESS),
        ([[1, 8], [2, 16], [8, 4], [0, 0], [0, 2]], 79, {}, PADS.format(1, 16, 2)),
        ([[1, 8], [2, 16], [8, 4], [0, 0], [0, 2]], 80, {}, LESS),
        ([[1], [2], [8], [0], [2]], 15, {}, PADS.format(0, 2, 2)),
        ([[1], [1], [8], [0], [2]], 8, {}, LESS),
        ([[1, 13], [1, 16], [13, 2]], 32, {"loop_lp_size": 0, "loop_rp_size": 3}, PADS.format(1, 16, 3) + EVERY),
        ([[1, 13], [1, 16], [13, 2]], 32, {"loop_lp_size": 3, "loop_rp_size": 0}, PADS.format(1, 16, 3) + EVERY),
    ],
)
def test_pads_of_whole_rows_outside(loops: list[list[int]], count: int, config: dict[str, Any], told: str) -> None:
    assert [f.help for f in nddma(loops, counts=(0, count), **config) if f.code == "TEN009"] == [told]
