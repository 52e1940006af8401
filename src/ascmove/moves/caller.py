"""The caller's own line: where a message points, instead of into the package."""

from __future__ import annotations

import os.path
import sys
from types import FrameType

_HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120  # pathlib takes long to load


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
