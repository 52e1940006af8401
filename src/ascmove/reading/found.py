"""A copy call as it stands in a kernel."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascmove.reading.values import Value

#: calls of the vendor's interface that move data, beside those that are modelled
OTHER_COPIES = frozenset(
    {
        *("DataCopyPad", "Fixpipe", "LoadData", "LoadDataWithTranspose", "LoadDataWithSparse", "LoadDataUnzip"),
        *("LoadImageToLocal", "BroadCastVecToMM", "DataCopyScatter", "DataCopyGather", "DataCopyUnAlign"),
        *("DataCopyUnAlignPre", "DataCopyUnAlignPost", "LoadAlign", "StoreAlign", "LoadUnAlign", "StoreUnAlign"),
        *("LoadUnAlignPre", "StoreUnAlignPost", "InitConstValue", "SetL2CacheHint", "ReadGmByPassDCache"),
        *("WriteGmByPassDCache",),
    }
    - {"SetL2CacheHint"}
)
#: instructions under their compiler names
_INTRINSIC = re.compile(r"(copy|load|nddma|fix)_(gm|ubuf|cbuf|matrix|out|l0c|l1)\w*|(create|set)_c[ab]_matrix\w*")


def is_other_copy(name: str) -> bool:
    """True for calls that move data in a way that is not modelled."""
    return name in OTHER_COPIES or _INTRINSIC.fullmatch(name) is not None


@dataclass(frozen=True)
class CopyCall:
    """``name``: DataCopy or Copy. ``line`` and ``column`` count from 1. ``refreshed``: NdDmaDci came before it.

    ``other``: a call that is not modelled. ``turn``: the turns of loops in which it is made, e.g. "i = 3". ``via``: the
    lines of the calls through which it is reached. ``of``: turns of a loop of which only the first and last were looked
    at; 0 without such a loop.
    """

    name: str
    line: int
    column: int
    text: str
    template: tuple[Value, ...]
    arguments: tuple[Value, ...]
    refreshed: bool
    other: bool = False
    turn: str = ""
    via: tuple[int, ...] = ()
    of: int = 0

    @property
    def called(self) -> int:
        """The line of the call that reaches it; its own where nothing calls it."""
        return self.via[-1] if self.via else self.line
