"""The notes that reading a kernel can give, described as rules are: codes that begin with KER."""

from __future__ import annotations

from ascmove.findings import Severity
from ascmove.findings.sarif import Descriptor

_SOURCE = "the text of the kernel"


def _note(code: str, title: str, statement: str, why: str, fix: str, severity: Severity = "note") -> Descriptor:
    return Descriptor(code, title, statement, why, fix, severity, _SOURCE, "derived")


#: what notes about kernels can say, as SARIF and `ascmove explain` describe it
NOTES = (
    _note(
        "KER001",
        "the size or the offset of a buffer is not known",
        "Capacity and bounds are checked where the text gives sizes and offsets as constants: InitBuffer, Get, "
        "SetGlobalBuffer, arrays.",
        "a copy that leaves its buffer is not found without its size",
        "write the size as a constant, or give the names in it with --assume",
    ),
    _note(
        "KER002",
        "a copy that is not modelled",
        "The call moves data, and it is none of the modelled families.",
        "nothing of it was checked",
        "check it by hand",
    ),
    _note(
        "KER003",
        "parameters that the text does not decide",
        "A call is checked where all its parameters are constants.",
        "nothing of the call was checked",
        "give the names with --assume, e.g. --assume n=128 --assume 'GetBlockNum()=8'",
    ),
    _note(
        "KER004",
        "text that does not parse",
        "The parser understands C++17; a macro that stands for a part of a declaration is a part of no grammar.",
        "copies in this place may have been missed",
        "check the braces; expand the macro",
    ),
    _note(
        "KER005",
        "turns of a loop that were left out",
        "Loops of up to 64 turns are checked turn by turn (nested ones up to 256), longer ones at their first and "
        "their last turn. Where element types or positions are open, so are loops of more than 4 turns.",
        "a turn in the middle may be wrong where both ends are right",
        "give open element types with --assume, e.g. --assume T=half; check the turns in the middle where offsets do "
        "not grow evenly",
    ),
    _note(
        "KER006",
        "all buffers fit their memory",
        "The buffers that one object or function makes with InitBuffer fit the memory behind their positions. Buffers "
        "in branches and loops that are not constant do not count.",
        "the allocation asserts, or buffers lie over each other",
        "use smaller or fewer buffers",
        "error",
    ),
)
BY_CODE = {note.code: note for note in NOTES}


def note_text(note: Descriptor) -> str:
    """A note in full, as `ascmove explain` shows it.

    >>> print(note_text(BY_CODE["KER002"]).splitlines()[0])
    KER002 (note): a copy that is not modelled
    """
    lines = [f"{note.code} ({note.severity}): {note.title}", "", note.statement, "", f"why     {note.why}"]
    return "\n".join([*lines, f"fix     {note.fix}"])
