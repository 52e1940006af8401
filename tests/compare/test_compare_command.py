"""`ascmove compare` on files and cases."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from ascmove.cli.app import app
from ascmove.cli.compare import layout_of
from ascmove.errors import BadArgument

CASE = """
product: ascend-950
call: l0c2gm
src: {position: CO1, dtype: float, layout: {pattern: NZ, m: 16, n: 32, c0: 16}, data: {arange: [0, 512]}}
dst: {position: GM, dtype: float, layout: {pattern: ND, m: 16, n: 32}, fill: -1}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "case.yaml").write_text(CASE)
    matrix = np.arange(512, dtype=np.float32).reshape(2, 16, 16).transpose(1, 0, 2).reshape(16, 32)
    np.save(tmp_path / "good.npy", matrix)
    matrix[3, 20] = -1
    matrix[9, 9] += 1
    np.save(tmp_path / "bad.npy", matrix)
    matrix.tofile(tmp_path / "bad.bin")
    return tmp_path


@pytest.fixture
def oddities(folder: Path) -> Path:
    """Files that cannot be compared."""
    np.save(folder / "objects.npy", np.array([1, "a"], object), allow_pickle=True)
    (folder / "junk.npy").write_bytes(b"hello")
    (folder / "short.npy").write_bytes((folder / "good.npy").read_bytes()[:-5])
    (folder / "odd.bin").write_bytes(bytes(2047))
    np.save(folder / "whole.npy", np.zeros(512, np.int32))
    np.save(folder / "double.npy", np.zeros(512))
    np.save(folder / "bfloat.npy", np.zeros(512, "V2"))
    np.save(folder / "complex.npy", np.zeros(512, complex))
    return folder


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["compare", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def test_a_result_equal_to_a_case(folder: Path) -> None:
    code, out, _ = run(folder / "good.npy", folder / "case.yaml")
    assert (code, out) == (0, "all 512 elements are equal, bit for bit\n")


def test_a_wrong_result_with_coordinates_of_the_case_and_its_previous_content(folder: Path) -> None:
    code, out, _ = run(folder / "bad.bin", folder / "case.yaml", "--map")
    assert code == 1
    assert "[116] (3, 20): -1.0 (0xbf800000) instead of 308.0 (0x439a0000), stale: previous content" in out
    assert "[297] (9, 9):" in out
    assert "....................s..........." in out


def test_elements_are_named_by_the_shape_of_the_file(folder: Path) -> None:
    code, out, _ = run(folder / "bad.npy", folder / "good.npy")
    assert code == 1
    assert "[116] (3, 20): -1.0" in out
    np.save(folder / "bad.npy", np.asfortranarray(np.load(folder / "bad.npy")))
    assert run(folder / "bad.npy", folder / "good.npy") == (code, out, "")


def test_raw_bits_are_elements_of_the_type_that_is_said(folder: Path) -> None:
    np.save(folder / "bits.npy", np.load(folder / "bad.npy").view(np.uint32))
    assert run(folder / "bits.npy", folder / "case.yaml")[0] == 1
    assert run(folder / "bits.npy", folder / "bad.npy", "--dtype", "float")[0] == 0
    np.save(folder / "bfloat.npy", np.zeros(8, "V2"))
    assert run(folder / "bfloat.npy", folder / "bfloat.npy", "--dtype", "bfloat16_t")[0] == 0


def test_two_files_with_a_layout_and_an_image(folder: Path) -> None:
    code, out, _ = run(
        folder / "bad.npy", folder / "good.npy", "--layout", "ND:16x32", "--json", "--svg", folder / "map.svg"
    )
    assert code == 1
    assert [m["coordinate"] for m in json.loads(out)["first"]] == [[3, 20], [9, 9]]
    assert (folder / "map.svg").read_text().startswith("<svg ")


def test_a_threshold_decides(folder: Path) -> None:
    np.save(folder / "near.npy", np.load(folder / "good.npy") * np.float32(1 + 2.0**-16))
    assert run(folder / "near.npy", folder / "good.npy")[0] == 1
    code, out, _ = run(folder / "near.npy", folder / "good.npy", "--threshold", "ecosystem")
    assert code == 0
    assert "within ecosystem" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bad.bin", "good.npy"), "say it with --dtype"),
        (("missing.npy", "good.npy"), "a result is a .npy or .bin file that exists"),
        (("objects.npy", "good.npy"), "holds Python objects"),
        (("good.npy", "objects.npy"), "holds Python objects"),
        (("junk.npy", "good.npy"), "not an .npy file"),
        (("short.npy", "good.npy"), "2043 B of elements, its header says 2048 B"),
        (("whole.npy", "good.npy"), "holds float32, the comparison is of int32_t"),
        (("good.npy", "whole.npy"), "holds int32, the comparison is of float; save it with .astype"),
        (("double.npy", "case.yaml"), "holds float64, the comparison is of float"),
        (("good.npy", "odd.bin"), "2047 B do not divide into float (4 B each)"),
        (("bfloat.npy", "bfloat.npy"), "say it with --dtype"),
        (("complex.npy", "complex.npy"), "NumPy type complex128 has no Ascend C element type"),
        (("good.npy", "good.npy", "--before", "odd.bin"), "do not divide"),
        (("good.npy", "good.npy", "--previous", "odd.bin"), "do not divide"),
        (("good.npy", "good.npy", "--previous", "good.npy", "--before", "good.npy"), "give one of them"),
        (("good.npy", "good.npy", "--layout", "NZ:64x64"), "the arrays hold 512"),
        (("good.npy", "missing.npy"), "a result is a .npy or .bin file that exists"),
        (("good.npy", "bad.npy", "--layout", "NZ/3"), "write a shape (4x5)"),
        (("good.npy", "bad.npy", "--threshold", "mine"), "unknown threshold 'mine'"),
        (("bad.bin", "bad.bin", "--dtype", "halve"), "did you mean 'half'"),
    ],
)
def test_unusable_arguments(oddities: Path, arguments: tuple[str, ...], message: str) -> None:
    files = [oddities / a if a.endswith((".npy", ".bin", ".yaml")) else a for a in arguments]
    code, _, err = run(*files)
    assert code == 2
    assert message in err


def test_layouts_in_words() -> None:
    assert layout_of("2x3x4") == (2, 3, 4)
    assert layout_of("NZ<32>:32x64").c0 == 32
    with pytest.raises(BadArgument, match="unknown layout pattern"):
        layout_of("XY:3x4")
