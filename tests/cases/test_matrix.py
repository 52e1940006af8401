"""A user's own matrix in an .npy file goes through L0C and out without a layout written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ascmove.cases import Case
from ascmove.cli import main
from ascmove.errors import CaseError


def case(matrix: str = "x.npy", src: dict[str, Any] | None = None, dst: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "product": "ascend-950",
        "call": "l0c2gm",
        "src": {"position": "CO1", "dtype": "float", "matrix": matrix, **(src or {})},
        "dst": {"position": "GM", "dtype": "half", **(dst or {})},
        "params": {"quant": 0x3F000000},
    }


@pytest.mark.parametrize("shape", [(64, 48), (20, 28), (3, 32, 16)])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64])
def test_in_and_out(tmp_path: Path, shape: tuple[int, ...], kind: Any) -> None:
    x = (np.arange(np.prod(shape)) % 97 - 40).reshape(shape).astype(kind)
    np.save(tmp_path / "x.npy", x)
    plain = Case.from_dict(case(), tmp_path)
    plain.save(tmp_path / "case.yaml")
    with pytest.raises(SystemExit) as ended:
        main(["run", str(tmp_path / "case.yaml"), "--out", str(tmp_path / "y.npy")])
    assert not ended.value.code
    y = np.load(tmp_path / "y.npy")
    assert y.shape == shape
    assert np.array_equal(y, (x.astype(np.float32) * np.float32(0.5)).astype(np.float16))


def test_layouts_that_are_written_are_kept(tmp_path: Path) -> None:
    x = np.arange(20 * 28, dtype=np.float32).reshape(20, 28)
    np.save(tmp_path / "x.npy", x)
    run = Case.from_dict(case(dst={"layout": {"pattern": "DN", "m": 20, "n": 28}}), tmp_path).run()
    assert np.array_equal(run.output.reshape(28, 20).T, (x / 2).astype(np.float16))


@pytest.mark.parametrize(
    ("array", "change", "text"),
    [
        (np.zeros(5), {}, r"shape \(5,\); a matrix is \(m, n\)"),
        (np.zeros((2, 0)), {}, "a matrix is"),
        (np.zeros((4, 4)), {"layout": {"pattern": "NZ", "m": 4, "n": 5}}, r"the shape \(4, 4\)"),
        (np.zeros((4, 4)), {"fill": 1}, "matrix stands beside data or fill"),
        (np.zeros((4, 4)), {"matrix": "y.npy"}, "there is no"),
        (np.zeros((4, 4)), {"matrix": None}, "layout is missing"),
        (np.zeros((4, 4)), {"matrix": "x.bin"}, "x.bin"),
    ],
)
def test_mistakes(tmp_path: Path, array: Any, change: dict[str, Any], text: str) -> None:
    np.save(tmp_path / "x.npy", array)
    with pytest.raises(CaseError, match=text):
        Case.from_dict(case(src=change), tmp_path).run()
