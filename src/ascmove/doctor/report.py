"""What the doctor says: explanations, best first, and the whole diagnosis as text and data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any

import numpy as np

from ascmove.calls import Call
from ascmove.doctor.fields import with_values
from ascmove.doctor.kinds import Kind
from ascmove.errors import AscMoveError
from ascmove.findings.wording import several

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Explanation:
    """One mistake, or two together.

    ``kinds``: what it may be called (one change can be two mistakes). ``changes``: (parameter, as it should be, as it
    was). ``wrong``: elements that it leaves unexplained; 0 means that it reproduces the result bit for bit.
    ``unknown``: elements that it takes from behind the end of a tensor, where nobody knows what lies. ``proven``: false
    when all that it explains are such elements. ``mistakes``: how many, 1 or 2.
    """

    kinds: tuple[Kind, ...]
    changes: tuple[tuple[str, int | str, int | str], ...]
    why: str
    wrong: int
    unknown: int = 0
    mistakes: int = 1
    proven: bool = True

    @property
    def kind(self) -> Kind:
        """The likeliest kind."""
        return self.kinds[0]

    @property
    def exact(self) -> bool:
        """True when the result is reproduced bit for bit."""
        return self.wrong == 0

    def __str__(self) -> str:
        kinds = " or ".join(dict.fromkeys(kind.value for kind in self.kinds))
        numbers = ", ".join(f"{name} = {bad} instead of {good}" for name, good, bad in self.changes if name != good)
        text = f"{kinds}: {numbers + '; ' if numbers else ''}{self.why}"
        if not self.unknown:
            return text
        return f"{text} ({several(self.unknown, 'element')} would come from behind the end of a tensor: unknown)"

    def tied(self, other: Explanation) -> bool:
        """True when the bytes do not decide between the two."""
        return self._weight == other._weight

    @property
    def _weight(self) -> tuple[object, ...]:
        return self.wrong, self.mistakes, self.proven, self.unknown


class Diagnosis:
    """What `examine` found. Truthy when something reproduces the result bit for bit, or nothing is wrong.

    ``wrong``: elements in which the result is not that of the call. ``explanations``: best first. ``undo``: the result
    is that of the call, and the explanations lead from the call to what was expected.
    """

    def __init__(
        self, call: Call, wrong: Array, explanations: Sequence[Explanation], lines: Sequence[str], undo: bool = False
    ) -> None:
        self.call = call
        self.undo = undo
        self.wrong = int(np.count_nonzero(wrong))
        self.elements = int(wrong.size)
        self.explanations = list(explanations)
        self.pattern = list(lines)

    @property
    def best(self) -> Explanation | None:
        """The likeliest explanation; None when nothing is wrong or nothing explains anything."""
        return self.explanations[0] if self.explanations else None

    @property
    def exact(self) -> list[Explanation]:
        """The explanations that reproduce the result bit for bit."""
        return [e for e in self.explanations if e.exact]

    @property
    def equally_good(self) -> list[Explanation]:
        """The best explanation and those that the bytes do not tell apart from it, the likeliest first."""
        return list(takewhile(lambda e: e.tied(self.exact[0]), self.exact))

    def __bool__(self) -> bool:
        return not self.wrong or bool(self.exact)

    @cached_property
    def corrected(self) -> str:
        """The call as it should be, in C++; empty where the call is wrong and nothing is known that mends it."""
        if not self.undo:
            return self.call.to_cpp()
        return self.mistaken(self.exact[0]) if self.exact else ""

    def mistaken(self, explanation: Explanation) -> str:
        """The call as it would be with the mistake, in C++; empty where the mistake is none of its numbers."""
        numbers = {name: bad for name, _, bad in explanation.changes if isinstance(bad, int)}
        try:
            text = with_values(self.call, numbers).to_cpp() if numbers else ""
        except AscMoveError:
            return ""
        return "" if text == self.call.to_cpp() else text

    def lines(self, most: int = 5) -> list[str]:
        """The diagnosis in words."""
        if not self.wrong:
            return [f"the result is that of the call, all {several(self.elements, 'element')}, bit for bit"]
        lines = [f"{self.wrong} of {several(self.elements, 'element')} {'is' if self.wrong == 1 else 'are'} wrong"]
        exact, partly = self.exact, [e for e in self.explanations if not e.exact]
        if self.undo:
            lines.append("the call as written gives this result: the mistake is in its parameters")
        if exact:
            what = "these changes give what is expected" if self.undo else "these mistakes reproduce the result"
            lines.append(f"{what} bit for bit, the likeliest first:")
            lines += [f"  {k}. {e}" for k, e in enumerate(exact[:most], 1)]
            if len(self.equally_good) > 1:
                lines.append(f"the bytes do not tell the first {len(self.equally_good)} apart")
                if exact[0].kind is Kind.STALE:
                    lines.append(
                        "nothing was written: a read that comes too early and a call that moves nothing look alike; "
                        "ascmove check on the call as it was made names the latter"
                    )
        else:
            lines += ["no single or double mistake that is known reproduces the result; what is wrong:"]
            lines += [f"  {line}" for line in self.pattern]
            if partly:
                lines += ["nearest:", *(f"  {e} ({several(e.wrong, 'element')} still wrong)" for e in partly[:most])]
        if self.corrected:
            lines += ["the call as it should be:", *(f"  {line}" for line in self.corrected.splitlines())]
        return lines

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as plain data, ready for JSON."""
        return {
            "equal": not self.wrong,
            "mistake_in_call": self.undo,
            "explained": bool(self),
            "wrong": self.wrong,
            "elements": self.elements,
            "pattern": self.pattern,
            "explanations": [
                {
                    "kinds": [kind.name.lower() for kind in e.kinds],
                    "exact": e.exact,
                    "still_wrong": e.wrong,
                    "unknown": e.unknown,
                    "as_good_as_the_first": e.tied(self.explanations[0]),
                    "why": e.why,
                    "changes": [{"field": n, "should_be": good, "was": bad} for n, good, bad in e.changes],
                    "mistaken_call": self.mistaken(e),
                }
                for e in self.explanations
            ],
            "corrected_call": self.corrected,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())
