"""NDDMA rules on both sides of their limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ascmove as am

from .edges import Edge, nddma, offered, params

LINE = [[1], [1], [8], [0], [0]]
MATRIX = [[1, 8], [1, 8], [8, 4], [0, 0], [0, 0]]
WIDE: dict[str, Any] = {"kinds": ("int64_t", "int64_t")}
BYTES: dict[str, Any] = {"kinds": ("uint8_t", "uint8_t")}
HALF: dict[str, Any] = {"kinds": ("half", "half")}
MOST = (1 << 20) - 1


def loops(*each: tuple[int, ...]) -> list[list[int]]:
    """Five arrays from (src stride, dst stride, size, left pad, right pad) per loop."""
    return [list(array) for array in zip(*((*loop, 0, 0)[:5] for loop in each), strict=True)]


EDGES: list[Edge] = [
    # product, route, types
    ("the product", {"loops": LINE, "product": "atlas-a3"}, {"NDD001": ("ascend-950",)}),
    ("from UB", {"loops": LINE, "route": ("VECOUT", "VECIN")}, {"NDD002": ("GM -> VECIN",)}),
    ("to L1", {"loops": LINE, "route": ("GM", "A1")}, {"NDD002": ("GM -> VECIN",)}),
    ("an fp8 source", {"loops": LINE, "kinds": ("fp8_e5m2_t", "fp8_e5m2_t")}, {"NDD003": ("uint8_t",)}),
    (
        "an fp8 destination",
        {"loops": LINE, "kinds": ("uint8_t", "fp8_e5m2_t")},
        {"NDD003": ("uint8_t",), "TEN002": ("uint8_t",)},
    ),
    # lists
    ("5 loops", {"loops": loops((1, 1, 2), (2, 2, 2), (4, 4, 2), (8, 8, 2), (16, 16, 2))}, {}),
    ("6 loops", {"loops": loops(*[(1, 1, 1)] * 6)}, {"NDD004": (5,)}),
    ("no loop", {"loops": [[], [], [], [], []]}, {"NDD004": (1,)}),
    ("an array too short", {"loops": [[1, 8], [1, 8], [8, 4], [0], [0, 0]]}, {"NDD005": (2,)}),
    ("an array of right pads too short", {"loops": [[1, 8], [1, 8], [8, 4], [0, 0], [0]]}, {"NDD005": (2,)}),
    ("sizes too many", {"loops": [[1], [1], [8, 4], [0], [0]]}, {"NDD005": (1,)}),
    # fields
    ("the longest source stride", {"loops": loops(((1 << 40) - 1, 1, 1))}, {}),
    ("a longer source stride", {"loops": loops((1, 1, 1), (1 << 40, 1, 1))}, {"NDD006": ((1 << 40) - 1,)}),
    (
        "a longer source stride of a host",
        {"loops": loops((1 << 40, 1, 1)), "core": {"limits": "host"}},
        {"NDD006": ((1 << 40) - 1,)},
    ),
    ("the longest destination stride", {"loops": loops((1, MOST, 1))}, {}),
    ("a longer destination stride", {"loops": loops((1, 1, 1), (1, MOST + 6, 1))}, {"NDD007": (MOST,)}),
    ("the longest source stride of 8 bytes", {"loops": loops(((1 << 39) - 1, 1, 1)), **WIDE}, {}),
    ("a longer source stride of 8 bytes", {"loops": loops((1 << 39, 1, 1)), **WIDE}, {"NDD013": ((1 << 39) - 1,)}),
    (
        "the longest source stride of words",
        {"loops": loops(((1 << 40) - 1, 1, 1)), **WIDE},
        {"NDD013": ((1 << 39) - 1,)},
    ),
    ("a longer source stride of words", {"loops": loops((1 << 40, 1, 1)), **WIDE}, {"NDD006": ((1 << 39) - 1,)}),
    ("the longest destination stride of 8 bytes", {"loops": loops((1, (1 << 19) - 1, 1)), **WIDE}, {}),
    ("a longer destination stride of 8 bytes", {"loops": loops((1, 1 << 19, 1)), **WIDE}, {"NDD013": ((1 << 19) - 1,)}),
    (
        "a far longer destination stride of 8 bytes",
        {"loops": loops((1, 1 << 20, 1)), **WIDE},
        {"NDD013": ((1 << 19) - 1,)},
    ),
    ("no turn", {"loops": loops((1, 1, 8), (8, 8, 0))}, {"NDD008": (1,)}),
    ("the most turns", {"loops": loops((0, 0, MOST, 0, 0))}, {"NDD016": (1,)}),
    ("more turns", {"loops": loops((0, 0, MOST + 1, 0, 0))}, {"NDD008": (MOST,)}),
    ("more turns of a host", {"loops": loops((0, 0, MOST + 1, 0, 0)), "core": {"limits": "host"}}, {"NDD016": (1,)}),
    ("the widest pads", {"loops": loops((1, 1, 8, 255, 255))}, {}),
    ("a wider left pad", {"loops": loops((1, 1, 8), (8, 8, 2, 259, 0))}, {"NDD009": (255,)}),
    ("a wider right pad", {"loops": loops((1, 1, 8, 0, 256))}, {"NDD009": (255,)}),
    ("the widest pad of the config", {"loops": LINE, "loop_lp_size": 255, "loop_rp_size": 0}, {}),
    ("a wider left pad of the config", {"loops": LINE, "loop_lp_size": 256}, {"NDD010": (255, 65535)}),
    ("a right pad of the config next to unset", {"loops": LINE, "loop_rp_size": 65534}, {"NDD010": (255, 65535)}),
    ("a pad behind unset", {"loops": LINE, "loop_rp_size": 65536}, {"NDD010": (255, 65535)}),
    # the padding value
    (
        "nearest padding of 8 bytes",
        {"loops": loops((1, 1, 8, 1, 0)), "is_nearest_value_mode": True, **WIDE},
        {"NDD011": (False,)},
    ),
    ("nearest padding of 4 bytes", {"loops": loops((1, 1, 8, 1, 0)), "is_nearest_value_mode": True}, {}),
    ("a constant of 8 bytes", {"loops": loops((1, 1, 8, 1, 0)), "constant": 1, **WIDE}, {"NDD012": (0,)}),
    ("0 of 8 bytes", {"loops": loops((1, 1, 8, 1, 0)), **WIDE}, {}),
    ("a constant of 4 bytes", {"loops": loops((1, 1, 8, 1, 0)), "constant": 1}, {}),
    ("no constant of 8 bytes", {"loops": loops((1, 1, 8, 1, 0)), "constant": 1.5, **WIDE}, {"NDD024": (0,)}),
    ("255 as uint8_t", {"loops": loops((1, 1, 8, 1, 0)), "constant": 255, **BYTES}, {}),
    ("256 as uint8_t", {"loops": loops((1, 1, 8, 1, 0)), "constant": 256, **BYTES}, {"NDD024": (0, 255)}),
    (
        "-129 as int8_t",
        {"loops": loops((1, 1, 8, 1, 0)), "constant": -129, "kinds": ("int8_t", "int8_t")},
        {"NDD024": (-128, 127)},
    ),
    ("2 as bool", {"loops": loops((1, 1, 8, 1, 0)), "constant": 2, "kinds": ("bool", "bool")}, {"NDD024": (0, 1)}),
    ("a pair as half", {"loops": loops((1, 1, 8, 1, 0)), "constant": [1, 2], **HALF}, {"NDD024": (0,)}),
    ("a constant for a left pad", {"loops": loops((1, 1, 8, 2, 0)), "constant": 3}, {}),
    ("a constant for a right pad", {"loops": loops((1, 1, 8, 0, 2)), "constant": 3}, {}),
    ("a constant without pads", {"loops": LINE, "constant": 3}, {"NDD020": (0,)}),
    (
        "a constant beside the nearest value",
        {"loops": loops((1, 1, 8, 0, 2)), "constant": 3, "is_nearest_value_mode": True},
        {"NDD020": (0,)},
    ),
    ("the nearest value without pads", {"loops": LINE, "is_nearest_value_mode": True}, {"NDD020": (False,)}),
    ("the nearest value for a left pad", {"loops": loops((1, 1, 8, 2, 0)), "is_nearest_value_mode": True}, {}),
    ("asc_optimize", {"loops": LINE, "asc_optimize": True}, {"NDD021": (False,)}),
    # pads of the config
    (
        "a config pad of 8 bytes, 4 loops",
        {"loops": loops((1, 1, 2), (2, 4, 2), (4, 16, 2), (8, 64, 2)), "loop_lp_size": 1, **WIDE},
        {"NDD018": (65535,)},
    ),
    (
        "a config pad of 8 bytes, 5 loops",
        {"loops": loops((1, 1, 2), (2, 3, 2), (4, 9, 2), (8, 27, 2), (16, 81, 2)), "loop_lp_size": 1, **WIDE},
        {},
    ),
    ("the widest config pad of 8 bytes", {"loops": LINE, "loop_rp_size": 255, **WIDE}, {"NDD018": (65535,)}),
    (
        "a wider config pad of 8 bytes on a host",
        {"loops": LINE, "loop_rp_size": 256, "core": {"limits": "host"}, **WIDE},
        {"NDD010": (255, 65535)},
    ),
    ("a config pad of 0 of 8 bytes", {"loops": LINE, "loop_rp_size": 0, **WIDE}, {}),
    ("a config pad of 4 bytes", {"loops": LINE, "loop_rp_size": 1}, {}),
    ("a pad of its loop beside the same of the config", {"loops": loops((1, 1, 8, 2, 0)), "loop_lp_size": 2}, {}),
    (
        "a pad of its loop beside another of the config",
        {"loops": loops((1, 1, 8, 0, 0), (8, 16, 2, 3, 0)), "loop_lp_size": 2},
        {"NDD019": (0,)},
    ),
    ("a right pad beside 0 of the config", {"loops": loops((1, 1, 8, 1, 1)), "loop_rp_size": 0}, {"NDD019": (0,)}),
    # where the loops write
    ("rows one behind the other", {"loops": loops((1, 1, 8), (8, 8, 4))}, {}),
    ("rows that overlap by one", {"loops": loops((1, 1, 8), (8, 7, 4))}, {"NDD015": (8,)}),
    ("rows that overlap by a pad", {"loops": loops((1, 1, 8, 1, 2), (8, 10, 4))}, {"NDD015": (11,)}),
    ("rows on one another", {"loops": loops((1, 1, 8), (8, 1, 2))}, {"NDD015": (8,)}),
    ("planes one behind the other", {"loops": loops((1, 2, 3), (3, 6, 2), (6, 11, 5))}, {}),
    ("planes that overlap by one", {"loops": loops((1, 2, 3), (3, 6, 2), (6, 10, 5))}, {"NDD015": (11,)}),
    ("a loop of one turn between", {"loops": loops((1, 1, 8), (0, 3, 1), (8, 8, 2))}, {}),
    ("one turn stands still", {"loops": loops((1, 0, 1), (1, 1, 8))}, {}),
    ("two turns stand still", {"loops": loops((1, 0, 2))}, {"NDD016": (1,)}),
    ("a padded turn stands still", {"loops": loops((1, 0, 1, 1, 0))}, {"NDD016": (1,)}),
    ("the inner loop stands still", {"loops": loops((1, 0, 8), (8, 8, 4))}, {"NDD016": (1, 25)}),
    (
        "the inner loop stands still and is too long for a row",
        {"loops": loops((1, 0, 9), (9, 8, 4))},
        {"NDD016": (25,)},
    ),
    ("the outer loop stands still", {"loops": loops((1, 1, 8), (8, 0, 4))}, {"NDD016": (8,)}),
    ("a transpose", {"loops": loops((1, 4, 8), (8, 1, 4))}, {}),
    ("a transpose whose columns meet", {"loops": loops((1, 3, 8), (8, 1, 4))}, {"NDD017": (4,)}),
    ("a transpose whose columns interleave", {"loops": loops((1, 3, 8), (8, 1, 2))}, {}),
    # span
    ("a source of 2^40 B", {"loops": loops((1 << 39, 1, 3)), **BYTES}, {}),
    ("a source longer by 2 B", {"loops": loops(((1 << 39) + 1, 1, 3)), **BYTES}, {"NDD014": (1 << 39,)}),
    ("a source of 2^40 B in halfs", {"loops": loops((1 << 38, 1, 3)), **HALF}, {}),
    ("rows of 16 halfs at 2^38", {"loops": loops((1, 1, 16), (1 << 38, 16, 3)), **HALF}, {"NDD014": ((1 << 38) - 8,)}),
    ("pads count on the source", {"loops": loops((1 << 39, 1, 2, 1, 1)), **BYTES}, {"NDD014": ((1 << 40) // 3,)}),
    (
        "two loops, one at its longest",
        {"loops": loops((1, 1, 2), (1 << 39, 2, 3)), **BYTES},
        {"NDD014": ((1 << 39) - 1,)},
    ),
    (
        "destinations too long",
        {"loops": loops((0, MOST, MOST)), "counts": (0, 64)},
        {"NDD014": (262144,), "TEN009": ("dst.count 1099508482051", "loop_size[0] 1")},
    ),
    (
        "a loop whose stride leaves no room",
        {"loops": loops((1 << 39, 1, 3), (1 << 39, 3, 2)), **BYTES},
        {"NDD014": (1 << 38,)},
    ),
    (
        "two loops of which one has to stand still",
        {"loops": loops((1 << 40, 1, 2), (1 << 40, 2, 2)), "core": {"limits": "host"}, **BYTES},
        {"NDD006": ((1 << 40) - 1,), "NDD014": (0,)},
    ),
    ("two loops too long", {"loops": loops(((1 << 40) - 1, 1, 3), ((1 << 40) - 1, 3, 3)), **BYTES}, {"NDD014": ()}),
    # legal, and almost surely not meant
    ("pads of the other axis, right", {"loops": loops((1, 8, 5, 0, 3), (5, 1, 5))}, {"NDD023": (0,)}),
    ("pads of the other axis, left and right", {"loops": loops((1, 8, 5, 1, 2), (5, 1, 5))}, {"NDD023": (0,)}),
    ("pads of the other axis, left", {"loops": loops((1, 8, 5, 3, 0), (5, 1, 5))}, {"NDD023": (0,)}),
    ("a pad of one row beside rows of one element", {"loops": loops((1, 2, 5, 0, 1), (5, 1, 1))}, {"NDD023": (0,)}),
    ("a pad more than the tails", {"loops": loops((1, 8, 5, 2, 2), (5, 1, 5))}, {}),
    ("both axes padded", {"loops": loops((1, 8, 5, 0, 3), (5, 1, 5, 0, 3))}, {}),
    ("no pads, no tails", {"loops": loops((1, 8, 5), (5, 1, 8))}, {}),
    ("rows of one element", {"loops": loops((1, 1, 2, 0, 0), (2, 2, 1, 0, 0))}, {}),
    ("no transpose", {"loops": loops((1, 1, 5), (5, 8, 5, 0, 3))}, {}),
    ("one source row for all", {"loops": loops((0, 8, 5, 0, 3), (5, 1, 5))}, {}),
    ("the same source stride", {"loops": loops((5, 8, 5, 0, 3), (5, 1, 5))}, {}),
    ("a pad on a pitch of 1", {"loops": loops((1, 1, 1, 0, 1), (5, 1, 1))}, {}),
    ("strides in bytes", {"loops": loops((4, 4, 8), (64, 32, 2))}, {"NDD025": (1,)}),
    ("strides in bytes of halfs", {"loops": loops((2, 2, 8), (32, 16, 2)), **HALF}, {"NDD025": (1,)}),
    ("bytes in bytes", {"loops": loops((1, 1, 8), (8, 8, 2)), **BYTES}, {}),
    ("every fourth float into every fourth, rows between", {"loops": loops((4, 4, 8), (33, 32, 2))}, {}),
    ("every fourth float into every fourth, odd rows", {"loops": loops((4, 4, 8), (32, 34, 2))}, {}),
    ("every fourth float", {"loops": loops((4, 1, 8))}, {}),
    ("into every fourth float", {"loops": loops((1, 4, 8))}, {}),
    ("every second float into every second", {"loops": loops((2, 2, 8))}, {}),
    # the cache
    ("not refreshed", {"loops": LINE, "refreshed": False}, {"NDD022": (True,)}),
    ("refreshed", {"loops": LINE, "refreshed": True}, {}),
]


@pytest.mark.parametrize(("call", "found"), params(EDGES))
def test_edge(call: dict[str, Any], found: dict[str, tuple[object, ...]]) -> None:
    assert offered(nddma(**call)) == found


def test_rewritten_bytes_are_stale_until_the_cache_is_refreshed() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(64, np.uint16), "half", address=0)
    y, z = (core.local_tensor(position, "half", 64) for position in ("VECIN", "VECOUT"))
    z.fill(1)
    line = am.NdDmaParams(loops((1, 1, 32)))
    am.data_copy(y, x, line)
    assert am.diagnose(y, x, line) == []
    am.data_copy(x[16:], z, 32)
    (finding,) = am.diagnose(y, x, line)
    assert (finding.code, finding.field, finding.value, finding.nearest) == ("NDD022", "nd_dma_dci", False, (True,))
    assert finding.message.startswith("GM bytes 32..63 were read by NDDMA, then rewritten")
    assert finding.effect
    assert am.diagnose(y, x, am.NdDmaParams(loops((1, 1, 16)))) == []
    am.nd_dma_dci(core)
    assert am.diagnose(y, x, line) == []
