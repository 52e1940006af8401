"""Slice rules on both sides of their limits."""

from __future__ import annotations

from typing import Any

import pytest

from .edges import Edge, offered, params, slices

ROW = [0, 15, 0, 1, 16]  # 16 floats: two bursts of one block
TWO = [0, 1, 0, 1, 2]  # two rows
ROWS = [ROW, TWO]
OUT: dict[str, Any] = {"route": ("VECOUT", "GM"), "counts": (1 << 14, 1 << 22)}
BYTES: dict[str, Any] = {"kinds": ("uint8_t", "uint8_t"), "counts": (1 << 22, 1 << 17)}
AICORE: dict[str, Any] = {"product": "atlas-inference-aicore"}
HERE = ("GM", "A1", "A2", "B1", "B2", "C1", "C2", "CO1", "CO2", "VECIN", "VECOUT", "VECCALC", "SPM", "TSCM")


def bursts(n: int, gap: int, blocks: int = 1, kind_width: int = 4, start: int = 0) -> list[int]:
    """Dimension 0 with n bursts of some blocks and a gap of some elements."""
    span = n * blocks * 32 // kind_width + (n - 1) * gap
    return [start, start + span - 1, gap, blocks, start + span]


EDGES: list[Edge] = [
    # lists and dimensions
    ("8 dimensions", {"src": [ROW, *[TWO] * 7], "dst": [ROW, *[TWO] * 7]}, {}),
    ("9 dimensions", {"src": [ROW, *[TWO] * 8], "dst": [ROW, *[TWO] * 8]}, {"SLI004": (8,)}),
    ("0 dimensions", {"src": [], "dst": [], "dim": 0}, {"SLI004": (1,)}),
    ("an empty list", {"src": [], "dst": [ROW], "dim": 1}, {"SLI005": ()}),
    ("an entry too many", {"src": ROWS, "dst": [ROW], "dim": 1}, {"SLI005": ("dim_value 2",)}),
    (
        "the product",
        {"src": [ROW], "dst": [ROW], "product": "atlas-training"},
        {"SLI001": ("ascend-950", "atlas-a3", "atlas-a2", "atlas-inference-aicore")},
    ),
    (
        "UB to UB",
        {"src": [ROW], "dst": [ROW], "route": ("VECIN", "VECOUT")},
        {"SLI002": ("GM -> VECIN", "VECOUT -> GM")},
    ),
    ("L1 to GM", {"src": [ROW], "dst": [ROW], "route": ("A1", "GM")}, {"SLI002": ("GM -> VECIN", "VECOUT -> GM")}),
    ("no memory", {"src": [ROW], "dst": [ROW], "route": ("GM", "C2PIPE2GM"), **AICORE}, {"TEN001": HERE}),
    ("GM to GM", {"src": [ROW], "dst": [ROW], "route": ("GM", "GM")}, {"SLI002": ("GM -> VECIN", "VECOUT -> GM")}),
    (
        "8 bytes on atlas-a2",
        {
            "src": [bursts(2, 0, 1, 8)],
            "dst": [bursts(2, 0, 1, 8)],
            "kinds": ("int64_t", "int64_t"),
            "product": "atlas-a2",
        },
        {"SLI003": ("uint32_t",)},
    ),
    (
        "bfloat16_t on aicore",
        {
            "src": [bursts(2, 0, 1, 2)],
            "dst": [bursts(2, 0, 1, 2)],
            "kinds": ("bfloat16_t", "bfloat16_t"),
            "product": "atlas-inference-aicore",
        },
        {"SLI003": ("uint16_t",)},
    ),
    (
        "fp8 on atlas-a3",
        {
            "src": [bursts(2, 0, 1, 1)],
            "dst": [bursts(2, 0, 1, 1)],
            "kinds": ("hifloat8_t", "hifloat8_t"),
            "product": "atlas-a3",
        },
        {"SLI003": ("uint8_t",)},
    ),
    # indices and lengths of axes
    ("two rows are the least", {"src": ROWS, "dst": ROWS}, {}),
    ("start at the end", {"src": [ROW, [1, 1, 0, 1, 2]], "dst": ROWS}, {"SLI006": ("end_index 2 and shape_value 3",)}),
    (
        "start behind the end",
        {"src": [ROW, [2, 1, 0, 1, 3]], "dst": ROWS},
        {"SLI006": ("end_index 3 and shape_value 4",)},
    ),
    (
        "start behind the end, relaxed",
        {"src": [ROW, [2, 1, 0, 1, 3]], "dst": ROWS, "mode": "relaxed"},
        {"SLI006": ("end_index 3 and shape_value 4",)},
    ),
    ("the only row", {"src": [ROW, [0, 0, 0, 1, 1]], "dst": ROWS}, {"SLI006": ("end_index 1 and shape_value 2",)}),
    ("one element", {"src": [ROW], "dst": [[0, 0, 0, 1, 8]]}, {"SLI006": (1,)}),
    (
        "a single row before the last",
        {"src": [ROW, [1, 1, 0, 1, 3]], "dst": [ROW, [0, 1, 0, 1, 2]]},
        {"SLI006": (2,)},
    ),
    (
        "a single row of the shape info",
        {
            "src": [[0, 15, 0, 1, 0], [1, 1, 0, 1, 0]],
            "dst": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "shapes": ((16, 2), (16, 2)),
        },
        {"SLI006": ("end_index 2 and shape_info 3",)},
    ),
    (
        "a single row without a shape info",
        {"src": [[0, 15, 0, 1, 0], [1, 1, 0, 1, 0]], "dst": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]]},
        {"SLI006": (2,), "SLI011": ()},
    ),
    (
        "a single row, relaxed",
        {"src": [ROW, [1, 1, 0, 1, 2]], "dst": [ROW, [0, 0, 0, 1, 2]], "mode": "relaxed"},
        {"SLI006": ("end_index 2 and shape_value 3",)},
    ),
    ("the last of its axis", {"src": [[0, 15, 0, 1, 16]], "dst": [ROW]}, {}),
    ("one behind its axis", {"src": [[0, 15, 0, 1, 15]], "dst": [ROW]}, {"SLI007": (14, "shape_value 16")}),
    ("two behind its axis", {"src": [[0, 15, 0, 1, 14]], "dst": [ROW]}, {"SLI007": (13, "shape_value 16")}),
    (
        "one behind its axis, relaxed",
        {"src": [[0, 15, 0, 1, 15]], "dst": [ROW], "mode": "relaxed"},
        {"SLI007": (14, "shape_value 16")},
    ),
    (
        "two behind its axis, relaxed",
        {"src": [[0, 15, 0, 1, 14]], "dst": [ROW], "mode": "relaxed"},
        {"SLI007": (13, "shape_value 16")},
    ),
    ("nothing left before the end", {"src": [ROW, [0, 1, 0, 1, 1]], "dst": ROWS}, {"SLI007": ("shape_value 2",)}),
    ("two rows left before the end", {"src": [ROW, [0, 2, 0, 1, 2]], "dst": ROWS}, {"SLI007": (1, "shape_value 3")}),
    (
        "behind the axis of the shape info",
        {"src": [[0, 15, 0, 1, 0]], "dst": [[0, 15, 0, 1, 0]], "shapes": ((15,), (16,))},
        {"SLI007": (14, "shape_info 16")},
    ),
    ("inside the shape info", {"src": [[0, 15, 0, 1, 0]], "dst": [[0, 15, 0, 1, 0]], "shapes": ((16,), (16,))}, {}),
    ("a 0 among shape values", {"src": ROWS, "dst": [ROW, [0, 1, 0, 1, 0]]}, {"SLI009": ()}),
    ("a shape value among 0", {"src": [[0, 15, 0, 1, 0]], "dst": [ROW], "shapes": ((16,), (16,))}, {"SLI009": ()}),
    (
        "a shape info too short",
        {
            "src": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "dst": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "shapes": ((16, 2), (16,)),
        },
        {"SLI011": ()},
    ),
    (
        "a shape info of 0",
        {
            "src": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "dst": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "shapes": ((16, 0), (16, 2)),
        },
        {"SLI011": ()},
    ),
    (
        "a shape info of 1",
        {
            "src": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "dst": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "shapes": ((16, 2), (16, 2, 1)),
        },
        {},
    ),
    (
        "no shape info on one side",
        {"src": [[0, 15, 0, 1, 0]], "dst": [[0, 15, 0, 1, 0]], "shapes": ((16,), None)},
        {"SLI011": ()},
    ),
    # burst lengths
    ("other lengths outside", {"src": ROWS, "dst": [ROW, [0, 1, 0, 2, 2]]}, {"SLI012": (1,), "SLI013": (1,)}),
    ("shorter in the destination", {"src": [bursts(1, 0, 2)], "dst": [ROW]}, {"SLI012": (2,)}),
    ("0 in the destination", {"src": [ROW], "dst": [[0, 15, 0, 0, 16]]}, {"SLI012": (1,), "SLI014": (1, 2)}),
    ("0 outside", {"src": [ROW, [0, 1, 0, 0, 2]], "dst": [ROW, [0, 1, 0, 0, 2]]}, {"SLI013": (1,)}),
    (
        "2 in the second outer axis",
        {"src": [*ROWS, [0, 1, 0, 2, 2]], "dst": [*ROWS, [0, 1, 0, 2, 2]]},
        {"SLI013": (1,)},
    ),
    ("one block to move", {"src": [[0, 7, 0, 0, 8]], "dst": [[0, 7, 0, 0, 8]]}, {"SLI014": (1,)}),
    ("two blocks to move", {"src": [[0, 15, 0, 0, 16]], "dst": [[0, 15, 0, 0, 16]]}, {"SLI014": (1, 2)}),
    ("half a block too many to move", {"src": [[0, 19, 0, 0, 20]], "dst": [[0, 19, 0, 0, 20]]}, {"SLI014": (1,)}),
    # whole bursts
    ("two bursts with a gap", {"src": [bursts(2, 8)], "dst": [ROW]}, {}),
    ("less than two bursts", {"src": [[0, 22, 8, 1, 32]], "dst": [ROW]}, {"SLI010": (7, 23)}),
    ("one element over", {"src": [[0, 24, 8, 1, 64]], "dst": [ROW]}, {"SLI008": (23,), "SLI010": (23, 39)}),
    ("two elements over", {"src": [[0, 25, 8, 1, 64]], "dst": [ROW]}, {"SLI010": (23, 39)}),
    ("the next end is the last of the axis", {"src": [[0, 25, 8, 1, 40]], "dst": [ROW]}, {"SLI010": (23, 39)}),
    ("the next end is behind the axis", {"src": [[0, 25, 8, 1, 39]], "dst": [ROW]}, {"SLI010": (23,)}),
    ("the axis of the destination", {"src": [ROW], "dst": [[0, 17, 0, 1, 24]]}, {"SLI010": (15, 23)}),
    (
        "the shape info is the axis",
        {"src": [[0, 17, 0, 1, 0]], "dst": [[0, 15, 0, 1, 0]], "shapes": ((23,), (16,))},
        {"SLI010": (15,)},
    ),
    ("no axis known", {"src": [[0, 17, 0, 1, 0]], "dst": [[0, 15, 0, 1, 0]]}, {"SLI010": (15, 23), "SLI011": ()}),
    ("exactly one burst", {"src": [bursts(1, 0, 2)], "dst": [bursts(1, 0, 2)]}, {}),
    (
        "one element less than a burst",
        {"src": [[0, 14, 0, 2, 16]], "dst": [bursts(1, 0, 2)]},
        {"SLI023": ("end_index 15",)},
    ),
    ("less than a burst, none fits", {"src": [[0, 14, 0, 2, 15]], "dst": [bursts(1, 0, 2)]}, {"SLI023": ()}),
    (
        "less than a burst, none fits the shape info",
        {"src": [[0, 14, 0, 2, 0]], "dst": [[0, 15, 0, 2, 0]], "shapes": ((15,), (16,))},
        {"SLI023": ()},
    ),
    ("a block instead of two", {"src": [[0, 7, 0, 2, 8]], "dst": [bursts(1, 0, 2)]}, {"SLI023": (1,)}),
    # burst_len = 8 blocks are 64 floats; 8 elements would be one block
    ("8 elements as burst_len", {"src": [[0, 7, 0, 8, 8]], "dst": [[0, 7, 0, 8, 8]]}, {"SLI023": (1,), "SLI024": (1,)}),
    ("16 elements of 24", {"src": [[0, 23, 0, 16, 24]], "dst": [[0, 23, 0, 16, 24]]}, {"SLI023": (3,)}),
    (
        "two bursts of 8 elements with a gap",
        {"src": [[0, 19, 4, 8, 20]], "dst": [[0, 19, 4, 8, 20]]},
        {"SLI023": (), "SLI024": (1,), "SLI018": (0, 8)},
    ),
    (
        "two bursts of 8 elements with a gap of 3",
        {"src": [[0, 18, 3, 8, 19]], "dst": [[0, 7, 0, 8, 8]]},
        {"SLI023": (), "SLI024": (1,)},
    ),
    ("12 elements are no blocks", {"src": [[0, 11, 0, 12, 12]], "dst": [[0, 11, 0, 12, 12]]}, {"SLI023": ()}),
    ("16 elements of 8", {"src": [[0, 7, 0, 16, 8]], "dst": [[0, 7, 0, 16, 8]]}, {"SLI023": (1,)}),
    (
        "elements in the destination alone",
        {"src": [bursts(1, 0, 8)], "dst": [[0, 7, 0, 8, 8]]},
        {"SLI023": (1,), "SLI024": (1,)},
    ),
    (
        "more bursts in the source",
        {"src": [bursts(3, 0)], "dst": [ROW]},
        {"SLI017": (23, "src_slice_info[0].end_index 15")},
    ),
    (
        "more bursts in the destination, from a start on",
        {"src": [bursts(2, 3, start=5)], "dst": [bursts(3, 8)]},
        {"SLI017": (23, "src_slice_info[0].end_index 34")},
    ),
    (
        "4095 bursts",
        {
            "src": [bursts(4095, 0, 1, 1)],
            "dst": [bursts(4095, 0, 1, 1)],
            "kinds": ("uint8_t", "uint8_t"),
            "counts": (1 << 18, 1 << 17),
        },
        {},
    ),
    (
        "4096 bursts from a start on",
        {
            "src": [bursts(4096, 0, 1, 1, start=7)],
            "dst": [bursts(4096, 0, 1, 1)],
            "kinds": ("uint8_t", "uint8_t"),
            "counts": (1 << 18, 1 << 17),
        },
        {"SLI021": (4095 * 32 + 6,)},
    ),
    # rows
    ("as many rows in other axes", {"src": [*ROWS, [0, 2, 0, 1, 3]], "dst": [ROW, [0, 2, 0, 1, 3], TWO]}, {}),
    (
        "a row more in the last axis",
        {"src": [*ROWS, [0, 2, 0, 1, 3]], "dst": [*ROWS, [4, 7, 0, 1, 8]]},
        {"SLI015": (6,)},
    ),
    ("a row more in the first outer axis", {"src": [*ROWS, TWO], "dst": [ROW, [0, 4, 1, 1, 5], TWO]}, {"SLI015": (2,)}),
    ("1536 rows", {"src": [bursts(1, 0), [0, 1535, 0, 1, 1536]], "dst": [bursts(1, 0), [0, 1535, 0, 1, 1536]]}, {}),
    (
        "1537 rows",
        {"src": [bursts(1, 0), [3, 1539, 0, 1, 1540]], "dst": [bursts(1, 0), [0, 1536, 0, 1, 1537]]},
        {"SLI016": (1538,)},
    ),
    (
        "1538 rows of two axes",
        {
            "src": [bursts(1, 0), TWO, [0, 1536, 2, 1, 1537], [0, 2, 0, 1, 3]],
            "dst": [bursts(1, 0), TWO, [0, 512, 0, 1, 513], [0, 2, 0, 1, 3]],
            "counts": (1 << 17, 1 << 15),
        },
        {"SLI016": ()},
    ),
    (
        "1540 rows, 768 of the last axis fit",
        {"src": [bursts(1, 0), TWO, [1, 1539, 1, 1, 1540]], "dst": [bursts(1, 0), TWO, [0, 769, 0, 1, 770]]},
        {"SLI016": (1 + 767 * 2,)},
    ),
    (
        "2304 rows, 2 of the last axis fit",
        {
            "src": [bursts(1, 0), [0, 767, 0, 1, 768], [0, 2, 0, 1, 3]],
            "dst": [bursts(1, 0), [0, 767, 0, 1, 768], [0, 2, 0, 1, 3]],
            "counts": (1 << 15, 1 << 15),
        },
        {"SLI016": (1,)},
    ),
    (
        "1537 rows on a host",
        {"src": [bursts(1, 0), [0, 1536, 0, 1, 1537]], "dst": [bursts(1, 0), [0, 1536, 0, 1, 1537]], "limits": "host"},
        {},
    ),
    ("every second row up to the end", {"src": [ROW, [0, 2, 1, 1, 4]], "dst": ROWS}, {}),
    ("every second row, one over", {"src": [ROW, [0, 3, 1, 1, 5]], "dst": ROWS}, {"SLI022": (2, 4)}),
    ("every second row, the next outside", {"src": [ROW, [0, 3, 1, 1, 4]], "dst": ROWS}, {"SLI022": (2,)}),
    ("every third row of the second axis", {"src": [*ROWS, [1, 5, 2, 1, 8]], "dst": [*ROWS, TWO]}, {"SLI022": (4, 7)}),
    (
        "the last row taken is the first",
        {"src": [ROW, [1, 2, 2, 1, 5]], "dst": [ROW, [0, 1, 0, 1, 2]]},
        {"SLI022": (4,), "SLI015": (0,)},
    ),
    (
        "the shape info bounds the rows",
        {
            "src": [[0, 15, 0, 1, 0], [0, 3, 1, 1, 0]],
            "dst": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "shapes": ((16, 4), (16, 2)),
        },
        {"SLI022": (2,)},
    ),
    # declared shape
    (
        "rows of an axis that is not known",
        {
            "src": [[0, 15, 0, 1, 0], [0, 3, 1, 1, 0]],
            "dst": [[0, 15, 0, 1, 0], [0, 1, 0, 1, 0]],
            "shapes": ((16,), (16, 2)),
        },
        {"SLI011": (), "SLI022": (2, 4)},
    ),
    (
        "no room at all",
        {"src": [ROW], "dst": [[0, 15, 0, 1, 1]], "counts": (64, 0)},
        {"SLI007": ("shape_value 16",), "SLI027": ("count 1",)},
    ),
    ("room for the shape", {"src": ROWS, "dst": ROWS, "counts": (64, 32)}, {}),
    (
        "a view without room",
        {"src": ROWS, "dst": [ROW, [0, 1, 0, 1, 4]], "counts": (64, 72), "offsets": (0, 16)},
        {"SLI027": ("count 80", "dst_slice_info[1].shape_value 3")},
    ),
    (
        "no shorter shape",
        {"src": ROWS, "dst": [ROW, [0, 1, 0, 1, 3]], "counts": (64, 40)},
        {"SLI027": ("count 48", "dst_slice_info[1].shape_value 2")},
    ),
    (
        "the source lies in UB",
        {"src": [ROW, [0, 1, 0, 1, 3]], "dst": ROWS, "route": ("VECOUT", "GM"), "counts": (40, 64)},
        {"SLI027": ("count 48", "src_slice_info[1].shape_value 2"), "TEN011": ()},
    ),
    # gaps
    ("start to start", {"src": [[0, 21, 14, 1, 64]], "dst": [ROW]}, {"SLI010": (7, 29), "SLI025": (6,)}),
    ("start to start without a gap", {"src": [[0, 15, 8, 1, 16]], "dst": [ROW]}, {"SLI010": (7,), "SLI025": (0,)}),
    ("shorter than start to start", {"src": [[0, 14, 7, 1, 16]], "dst": [ROW]}, {"SLI010": (7,)}),
    ("start to start, one element over", {"src": [[0, 22, 14, 1, 64]], "dst": [ROW]}, {"SLI010": (7, 29)}),
    (
        "start to start in the destination",
        {"src": [ROW], "dst": [[0, 23, 16, 1, 24]]},
        {"SLI010": (7,), "SLI025": (8,)},
    ),
    (
        "less than a burst, with a long gap",
        {"src": [[0, 13, 18, 2, 64]], "dst": [bursts(1, 0, 2)]},
        {"SLI023": ("end_index 15",)},
    ),
    ("12 floats between blocks in UB", {"src": [ROW], "dst": [bursts(2, 12)]}, {"SLI018": (8, 16)}),
    (
        "31 bytes between blocks in UB",
        {"src": [bursts(2, 0, 1, 1)], "dst": [bursts(2, 31, 1, 1)], "kinds": ("uint8_t", "uint8_t")},
        {"SLI018": (0, 32)},
    ),
    ("12 floats between blocks in GM", {"src": [bursts(2, 12)], "dst": [ROW]}, {}),
    (
        "12 floats between blocks in UB as source",
        {"src": [bursts(2, 12)], "dst": [ROW], **OUT},
        {"SLI018": (8, 16), "TEN011": ()},
    ),
    # fields of the two paths
    ("2047 blocks, byte path", {"src": [bursts(1, 1, 2047, 1)], "dst": [bursts(1, 0, 2047, 1)], **BYTES}, {}),
    (
        "2049 blocks, byte path",
        {"src": [bursts(1, 1, 2049, 1)], "dst": [bursts(1, 0, 2049, 1)], **BYTES},
        {"SLI019": (2047,)},
    ),
    ("2048 blocks, block path", {"src": [bursts(1, 32, 2048, 1)], "dst": [bursts(1, 0, 2048, 1)], **BYTES}, {}),
    (
        "2048 blocks to GM, byte path",
        {"src": [bursts(1, 0, 2048, 1)], "dst": [bursts(1, 1, 2048, 1)], **OUT, **BYTES, "counts": (1 << 17, 1 << 22)},
        {"TEN011": ()},
    ),
    ("the longest gap in bytes", {"src": [bursts(2, 65535, 1, 1)], "dst": [bursts(2, 0, 1, 1)], **BYTES}, {}),
    ("a longer gap in blocks", {"src": [bursts(2, 65536, 1, 1)], "dst": [bursts(2, 0, 1, 1)], **BYTES}, {}),
    (
        "a longer gap in bytes",
        {"src": [bursts(2, 65537, 1, 1)], "dst": [bursts(2, 0, 1, 1)], **BYTES},
        {"SLI020": (65535, 65568)},
    ),
    ("a longer gap after a single burst", {"src": [bursts(1, 65537, 1, 1)], "dst": [bursts(1, 0, 1, 1)], **BYTES}, {}),
    (
        "a longer gap of halfs",
        {"src": [bursts(2, 32769, 1, 2)], "dst": [bursts(2, 0, 1, 2)], "kinds": ("half", "half")},
        {"SLI020": (32767, 32784)},
    ),
    (
        "a longer gap of floats in GM as destination",
        {"src": [ROW], "dst": [bursts(2, 16385)], **OUT},
        {"SLI020": (16383, 16392), "TEN011": ()},
    ),
    ("the longest gap in blocks", {"src": [bursts(2, 524280)], "dst": [ROW]}, {}),
    ("a longer gap of floats in blocks", {"src": [bursts(2, 540680)], "dst": [ROW]}, {"SLI020": (524280,)}),
    (
        "bytes below the longest gap in blocks",
        {"src": [bursts(2, 2097119, 1, 1)], "dst": [bursts(2, 0, 1, 1)], **BYTES},
        {"SLI020": (65535, 2097120)},
    ),
    (
        "bytes above the longest gap in blocks",
        {"src": [bursts(2, 2097121, 1, 1)], "dst": [bursts(2, 0, 1, 1)], **BYTES},
        {"SLI020": (65535,)},
    ),
    ("two bursts, byte path of aicore", {"src": [bursts(2, 1)], "dst": [ROW], **AICORE}, {}),
    (
        "two bursts and a gap in UB, byte path of aicore",
        {"src": [bursts(2, 9)], "dst": [bursts(2, 8)], **AICORE},
        {"SLI026": (8, 16)},
    ),
    ("one burst and a gap in UB, byte path of aicore", {"src": [bursts(1, 9)], "dst": [bursts(1, 8)], **AICORE}, {}),
    ("three bursts, byte path of aicore", {"src": [bursts(3, 1)], "dst": [bursts(3, 0)], **AICORE}, {"SLI026": (0, 8)}),
    ("three bursts, block path of aicore", {"src": [bursts(3, 8)], "dst": [bursts(3, 8)], **AICORE}, {}),
    (
        "three bursts of bytes to GM on aicore",
        {"src": [bursts(3, 0, 1, 1)], "dst": [bursts(3, 33, 1, 1)], **BYTES, **OUT, **AICORE},
        {"SLI026": (32, 64), "TEN011": ()},
    ),
]


@pytest.mark.parametrize(("call", "found"), params(EDGES))
def test_edge(call: dict[str, Any], found: dict[str, tuple[object, ...]]) -> None:
    assert offered(slices(**call)) == found
