"""The command line called in this process, as a user's shell would see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ascmove.cli import main


class Result(NamedTuple):
    """Exit status and the two streams."""

    status: int
    out: str
    err: str


Command = Callable[..., Result]


@pytest.fixture
def ascmove(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command line with these arguments."""

    def run(*arguments: object) -> Result:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        streams = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        assert "Traceback" not in streams.err
        return Result(ended.value.code, streams.out, streams.err)

    return run


COPY = """\
product: ascend-950
call: data_copy
src: {position: GM, dtype: half, count: 64, data: {arange: [0, 64]}}
dst: {position: VECIN, dtype: half, count: 64, fill: -1}
params: {count: 48}
"""

LONG = COPY.replace("count: 48", "count: 80")
WARNED = COPY.replace("VECIN, dtype: half, count: 64, fill: -1", "VECIN, dtype: half, count: 64, fill: -1").replace(
    "{count: 48}", "{data_copy: {block_count: 0, block_len: 3}}"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a good case, a broken one and one with a warning."""
    (tmp_path / "good.yaml").write_text(COPY)
    (tmp_path / "broken.yaml").write_text(LONG)
    (tmp_path / "warned.yaml").write_text(WARNED)
    monkeypatch.chdir(tmp_path)
    return tmp_path
