"""What each call family shows: grids, dimension lines, marks, boxes."""

from __future__ import annotations

import numpy as np
import pytest

import ascmove as am
from ascmove.draw import Scene, scene
from ascmove.draw.looks import Kind
from ascmove.draw.serial import scene_data
from ascmove.findings import block_lines
from ascmove.moves.data_copy import make_call
from tests.draw.scenes import EXAMPLES, example_scene, nddma_scene


def lines(seen: Scene, side: str) -> dict[str, tuple[str, int, int]]:
    """Dimension lines of one side by text: axis and ends."""
    return {d.text: (d.axis, d.low, d.high) for d in seen.panel(side).dimensions}


def size(seen: Scene, side: str) -> tuple[int, int]:
    grid = seen.panel(side).grid
    return grid.width, grid.height


def test_nddma_measures_strides_sizes_and_pads() -> None:
    seen = example_scene("nddma_constant_pad")
    assert (size(seen, "src"), size(seen, "dst")) == ((32, 16), (64, 32))
    assert lines(seen, "dst") == {
        "loop_dst_stride[0] = 1 element": ("x", 0, 1),
        "loop_lp_size[0] = 15 elements": ("x", 0, 15),
        "loop_size[0] = 32 elements": ("x", 15, 47),
        "loop_rp_size[0] = 17 elements": ("x", 47, 64),
        "loop_dst_stride[1] = 64 elements": ("y", 0, 1),
        "loop_lp_size[1] = 13 elements": ("y", 0, 13),
        "loop_size[1] = 16 elements": ("y", 13, 29),
        "loop_rp_size[1] = 3 elements": ("y", 29, 32),
    }


def test_a_transpose_swaps_the_axes_of_its_loops() -> None:
    seen = example_scene("nddma_transpose")
    assert lines(seen, "src")["loop_size[0] = 64 elements"] == ("x", 0, 64)
    assert lines(seen, "dst")["loop_size[0] = 64 elements"] == ("y", 0, 64)


def test_five_loops_are_nested_planes() -> None:
    grid = example_scene("nddma_five_loops").panel("dst").grid
    assert [(d.name, d.pitch, d.size, d.axis) for d in grid.digits] == [
        ("column", 1, 5, "x"),
        ("row", 5, 4, "y"),
        ("plane", 20, 3, "y"),
        ("block", 60, 3, "x"),
        ("cube", 180, 3, "y"),
    ]


def test_nearest_pads_are_pads_that_know_their_element() -> None:
    panel = example_scene("nddma_nearest_pad").panel("dst")
    assert panel.cells is not None
    assert panel.kinds[0] == Kind.PAD
    assert panel.cells.partner[0] == 0
    assert int((panel.kinds == Kind.MOVED).sum()) == 28 * 15


def test_slice_measures_indices_bursts_gaps_and_shapes() -> None:
    assert lines(example_scene("slice_gm_to_ub"), "src") == {
        "[0].start_index = 16 elements": ("x", 0, 16),
        "[0].burst_len = 3 × 32 B": ("x", 16, 40),
        "[0].stride = 7 elements": ("x", 40, 47),
        "[0].end_index = 70 inclusive": ("x", 0, 71),
        "[0].shape_value = 87 elements": ("x", 0, 87),
        "[1].stride = 1 row": ("y", 1, 2),
        "[1].end_index = 2 inclusive": ("y", 0, 3),
        "[1].shape_value = 3 rows": ("y", 0, 3),
    }


def test_plain_bursts_are_rows_with_their_gaps() -> None:
    seen = example_scene("data_copy_gaps")
    assert (size(seen, "src"), size(seen, "dst")) == ((64, 3), (80, 3))
    assert lines(seen, "dst") == {
        "block_len = 2 × 32 B": ("x", 0, 32),
        "dst_gap = 3 × 32 B": ("x", 32, 80),
        "block_count = 3 bursts": ("y", 0, 3),
    }


@pytest.mark.parametrize(("mode", "columns"), [(0, (0, 16)), (1, (16, 32)), (2, (0, 32))])
def test_sid_store_mode_fills_its_part_of_every_32_bytes(mode: int, columns: tuple[int, int]) -> None:
    panel = example_scene(f"enhanced_sid_store_mode_{mode}").panel("dst")
    moved = panel.start + np.flatnonzero(panel.kinds == Kind.MOVED)
    x, _ = panel.grid.place(moved)
    assert (int(x.min()), int(x.max()) + 1) == columns
    assert moved.size == 256


def test_l0c_is_drawn_as_the_matrix_with_its_fractals() -> None:
    seen = example_scene("l0c_ragged_nd")
    grid = seen.panel("src").grid
    assert (grid.width, grid.height) == (32, 32)
    assert [d.border for d in grid.digits] == ["none", "none", "fractal", "fractal"]
    assert grid.coordinate(777) == {"row": 16, "column": 25}
    assert [b.label for b in seen.panel("src").boxes] == ["declared 20 x 28"]
    assert lines(seen, "dst") == {
        "m_size = 20 rows": ("y", 0, 20),
        "n_size = 28 columns": ("x", 0, 28),
        "dst_stride = 28 elements": ("y", 0, 1),
    }


@pytest.mark.parametrize(("name", "fractal"), [("l0c_channel_split", 8), ("l0c_to_nz", 16), ("l0c_channel_merge", 32)])
def test_columns_of_a_fractal_in_global_memory(name: str, fractal: int) -> None:
    assert example_scene(name).panel("dst").grid.digits[0].size == fractal


@pytest.mark.parametrize(
    ("name", "axes"),
    [
        ("l0c_to_nhwc", ["c", "w", "h"]),
        ("l0c_to_nchw", ["w", "h", "c"]),
        ("l0c_to_nc1hwc0", ["c0", "w", "h"]),
        ("l0c_batch", ["column", "row", "batch"]),
        ("l0c_to_dn", ["row", "column"]),
    ],
)
def test_axes_of_the_destination_from_the_fastest_on(name: str, axes: list[str]) -> None:
    assert [d.name for d in example_scene(name).panel("dst").grid.digits] == axes


def test_a_finding_stands_at_the_element_and_the_line_it_is_about() -> None:
    seen = example_scene("broken_overlap")
    assert [(m.code, m.element) for m in seen.panel("dst").marks] == [("NDD015", 34)]
    assert [d.label for d in seen.panel("dst").dimensions if d.broken] == ["loop_dst_stride[1]"]
    assert not seen.moved


def test_a_write_past_the_end_is_marked_where_it_leaves() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(64, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 40)
    seen = scene(make_call(y, x, am.NdDmaParams([[1, 16], [1, 16], [16, 4]], 0)))
    marks = {m.code: m.element for m in seen.panel("dst").marks}
    assert marks["TEN009"] == 40
    kinds = seen.panel("dst").kinds
    assert set(kinds[40:].tolist()) == {int(Kind.OUTSIDE)}


def test_pages_mend_a_finding_as_the_text_does() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.arange(64, dtype=np.float32))
    y = core.local_tensor("VECIN", "float", 40)
    seen = scene(make_call(y, x, am.NdDmaParams([[1, 16], [1, 16], [16, 4]], 0)))
    shown = [found["mending"] for found in scene_data(seen)["findings"]]
    assert shown[0] == ["- dst.count: 40", "+ dst.count: 64"]
    for finding, lines_of in zip(seen.findings, shown, strict=True):
        assert block_lines(finding)[-len(lines_of) :] == [f"  {line}" for line in lines_of]


def test_undefined_sources_are_seen_on_both_sides() -> None:
    core = am.Core("ascend-950")
    x = core.local_tensor("VECIN", "float", 32)
    y = core.local_tensor("VECOUT", "float", 32)
    seen = scene(am.data_copy(y, x, 16))
    for side in ("src", "dst"):
        assert seen.panel(side).kinds[:16].tolist() == [Kind.UNKNOWN] * 16


def test_a_call_too_broken_for_a_plan_shows_its_operands() -> None:
    core = am.Core("ascend-950")
    x = core.global_tensor(np.zeros(32, np.int8))
    y = core.local_tensor("VECIN", "int8_t", 32)
    loops = [[1, 1 << 40], [1, 1 << 30], [32, 1 << 19], [0, 255], [0, 255]]
    seen = scene(make_call(y, x, am.NdDmaParams(loops, 0)))
    assert seen.plan is None
    assert seen.findings
    assert [len(p.kinds) for p in seen.panels] == [32, 32]


def test_only_the_touched_part_of_a_large_tensor_is_shown() -> None:
    seen = nddma_scene(np.zeros(1 << 20, np.float32), 64, [[1, 1000], [1, 32], [32, 2]])
    assert (seen.panel("src").start, seen.panel("src").stop) == (0, 1032)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_has_a_scene(name: str) -> None:
    seen = example_scene(name)
    assert [p.name for p in seen.panels] == ["src", "dst"]
    for panel in seen.panels:
        assert panel.cells is not None
        assert panel.kinds.size == panel.stop - panel.start
        for d in panel.dimensions:
            assert 0 <= d.low < d.high <= (panel.grid.width if d.axis == "x" else panel.grid.height)
    assert seen.nest
    assert seen.cpp
