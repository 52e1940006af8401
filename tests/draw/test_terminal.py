from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from rich.console import Console

from ascmove.draw import Scene
from ascmove.draw.terminal import TerminalScene
from tests.draw.scenes import example_scene, large_scene

ROOT = Path(__file__).parents[2]


def printed(seen: Scene, *, width: int = 100, height: int = 60, **options: str) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, no_color=True)
    console.print(TerminalScene(seen, **options))  # type: ignore[arg-type]
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text.splitlines()


def test_values_with_block_bars_where_a_row_fits() -> None:
    lines = printed(example_scene("nddma_broadcast"))
    row = " 1  2  3  4  5  6  7  8│ 9 10 11 12 13 14 15 16│"
    assert lines.count(row) == 4
    assert "→ loop_src_stride[0] = 1 element   loop_size[0] = 16 elements" in lines


def test_letters_of_groups_and_symbols_where_it_does_not() -> None:
    lines = printed(example_scene("nddma_constant_pad"))
    assert "/" * 15 + "b" * 32 + "/" * 17 in lines
    assert any(line.endswith("more rows") for line in lines)


def test_no_line_is_wider_than_the_window() -> None:
    for width in (40, 60, 200):
        for name in ("nddma_constant_pad", "l0c_batch", "enhanced_int32_to_int8"):
            assert max(map(len, printed(example_scene(name), width=width))) <= width


def test_colours_on_a_terminal() -> None:
    # a process of its own: rich keeps the codes of a style from the first terminal it was written for
    code = """
from rich.console import Console
from ascmove.draw.terminal import TerminalScene
from tests.draw.scenes import example_scene
Console(width=100, force_terminal=True, color_system="truecolor").print(TerminalScene(example_scene("nddma_broadcast")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT)
    assert "\x1b[38;2;26;26;26;48;2;143;193;240m" in done.stdout.decode()


def test_legend_and_findings() -> None:
    lines = printed(example_scene("broken_overlap"))
    assert any("padding" in line and "32-byte block" in line for line in lines)
    assert any(line.startswith("error[NDD015]") and "at dst" in " ".join(lines) for line in lines)


def test_a_large_transfer_is_a_map() -> None:
    lines = printed(large_scene(1200))
    assert any(line.startswith("one letter is") for line in lines)
    assert max(map(len, lines)) <= 100
