"""The strategies by family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from ascmove.calls import Call
from ascmove.errors import BadArgument, nearest_name
from ascmove.strategies import basic, enhanced, l0c, l0c_illegal, nddma, slices, slices_illegal
from ascmove.strategies.illegal import TENSOR_EDITS, Edit, Illegal, edited

_LEGAL: dict[str, Any] = {
    "nddma": nddma.nddma_calls,
    "slice": slices.slice_calls,
    "enhanced": enhanced.enhanced_calls,
    "l0c2gm": l0c.l0c2gm_calls,
    "data_copy": basic.data_copy_calls,
}


def _own_tensor_edits(*codes: str) -> dict[str, tuple[Edit, Any]]:
    return {code: TENSOR_EDITS[code] for code in codes}


_EDITS: dict[str, dict[str, tuple[Edit, Any]]] = {
    "nddma": {**nddma.EDITS, **_own_tensor_edits("TEN002", "TEN003", "TEN006", "TEN008", "TEN009", "TEN012")},
    "slice": {**slices_illegal.EDITS, **_own_tensor_edits("TEN002", "TEN003", "TEN006", "TEN012")},
    "enhanced": {**enhanced.EDITS, **_own_tensor_edits("TEN003", "TEN004", "TEN006", "TEN008")},
    "l0c2gm": {**l0c.EDITS, **l0c_illegal.EDITS, **_own_tensor_edits("TEN004", "TEN006", "TEN008", "TEN009")},
    "data_copy": {**basic.EDITS, **_own_tensor_edits("TEN002", "TEN003", "TEN006", "TEN008", "TEN009", "TEN012")},
}

#: the families of calls
FAMILIES: tuple[str, ...] = tuple(_LEGAL)


def calls(family: str | None = None) -> st.SearchStrategy[Call]:
    """Legal calls of a family, or of any: no rule refuses them; warnings and notes may stand.

    Their tensors are as large as the copy needs, on a fresh core, and the source holds drawn content, so that they can
    be performed. Raises BadArgument for an unknown family.
    """
    if family is None:
        return st.one_of([calls(name) for name in FAMILIES])
    made: st.SearchStrategy[Call] = _LEGAL[_known(family)]()
    return made


def illegal_calls(family: str, codes: Sequence[str] | None = None) -> st.SearchStrategy[Illegal]:
    """Calls of a family that exactly one rule refuses, with its code; ``codes`` narrows which.

    Raises BadArgument for an unknown family or code.
    """
    edits = _EDITS[_known(family)]
    for code in codes or ():
        if code not in edits:
            raise BadArgument(f"no just-illegal {family} call breaks {code!r}{nearest_name(code, edits)}")
    return edited(calls(family), edits, tuple(codes or edits))


def illegal_codes(family: str) -> tuple[str, ...]:
    """The codes that `illegal_calls` of a family can break.

    >>> "NDD016" in illegal_codes("nddma")
    True
    """
    return tuple(_EDITS[_known(family)])


def _known(family: str) -> str:
    if family not in _LEGAL:
        raise BadArgument(f"unknown family {family!r}{nearest_name(str(family), _LEGAL)}")
    return family
