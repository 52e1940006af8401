"""The caller's own line: where a message points, instead of into the package."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

_HERE = str(Path(__file__).resolve().parent.parent)


def caller() -> tuple[int, str]:
    """How many frames above the asking function the first frame outside of ascmove is, and its "file:line".

    The count is a ``stacklevel`` for `warnings.warn` called from the asking function.
    """
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
        level += 1
    return level, "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"
