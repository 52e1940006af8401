"""What the rules say about the calls of a kernel: a call that means the same as one before is not judged again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from ascmove.cases import Case
from ascmove.errors import AscMoveError
from ascmove.findings import Finding
from ascmove.hardware import Product
from ascmove.reading.casing import Setting, case_of, marks_of, settings
from ascmove.reading.interpret import KernelCall
from ascmove.reading.places import Side, place_of, sides_of

#: rules about the addresses and the content of tensors, which a kernel's text does not give
_NEVER_KNOWN = frozenset({"TEN005", "TEN010", "TEN011"})
#: rules that ask for the size of a buffer
_OF_SIZES = frozenset({"TEN006", "TEN007", "TEN008", "TEN009", "SLI011", "SLI027", "ENH012", "ENH013"})
_OF_SIDE = {"src": "TEN008", "dst": "TEN009"}

#: what a finding is without its words: code and severity
Said = frozenset[tuple[str, str]]


class Way:
    """One way to fill in what a call leaves open. ``said``: what was said of it where it starts in a kind of place."""

    def __init__(self, call: KernelCall, setting: Setting, product: Product) -> None:
        self.setting = setting
        self.marks = marks_of(call, setting, product)
        self.sides = sides_of(setting, product, self.marks)
        self.said: dict[Hashable, Said | None] = {}
        self.told: dict[Hashable, list[Finding] | None] = {}


class Meaning:
    """All that a call says but for where it starts in its tensors and how large these are."""

    def __init__(self, call: KernelCall, product: Product) -> None:
        self.settings = settings(call, product)
        self._call = call
        self._product = product
        self._ways: dict[Setting, Way] = {}
        self._fine: Setting | None = None

    def ways(self) -> Iterator[Way]:
        """All ways to fill in what is open, the one first in which an earlier call was fine."""
        first = [] if self._fine is None else [self._fine]
        for setting in dict.fromkeys([*first, *self.settings]):
            if setting not in self._ways:
                self._ways[setting] = Way(self._call, setting, self._product)
            yield self._ways[setting]

    def note_fine(self, way: Way) -> None:
        """Nothing was found in this way."""
        self._fine = way.setting


class Judge:
    """Asks the rules about calls for one product and remembers what they said."""

    def __init__(self, product: Product) -> None:
        self._product = product
        self._meanings: dict[str, Meaning] = {}

    def settings(self, call: KernelCall) -> list[Setting]:
        """Every way in which the open types and positions of a call can be filled in."""
        return self._meaning(call).settings

    def findings(self, call: KernelCall) -> list[Finding]:
        """What every way to fill in the open types has in common; where all are refused by other rules, the first's."""
        meaning = self._meaning(call)
        places: dict[tuple[Side, Side], Hashable] = {}
        said: dict[Setting, tuple[Way, Said]] = {}
        for way in meaning.ways():
            if way.sides not in places:
                places[way.sides] = place_of(call, way.sides, self._product)
            answer = self._said(call, way, places[way.sides])
            if answer is not None:
                said[way.setting] = way, answer
                if not answer:  # then nothing is common
                    meaning.note_fine(way)
                    return []
        if not said:
            return []
        way, answer = said.pop(next(setting for setting in meaning.settings if setting in said))
        return _in_common(self._words(call, way), [answer, *(other for _, other in said.values())])

    def _meaning(self, call: KernelCall) -> Meaning:
        sides = ((t.space, t.position, t.dtype, isinstance(t.nbytes, int)) for t in (call.dst, call.src))
        key = repr((call.family, call.params, call.dst_extra, call.src_extra, call.found.refreshed, *sides))
        if key not in self._meanings:
            self._meanings[key] = Meaning(call, self._product)
        return self._meanings[key]

    def _said(self, call: KernelCall, way: Way, place: Hashable) -> Said | None:
        if place not in way.said:
            found = _diagnosed(call, way, self._product, mend=False)
            way.said[place] = None if found is None else frozenset((f.code, f.severity) for f in found)
        return way.said[place]

    def _words(self, call: KernelCall, way: Way) -> list[Finding]:
        """The findings as they are told: where a call starts is among their words."""
        key = tuple((tensor.offset, tensor.nbytes) for tensor in (call.dst, call.src))
        if key not in way.told:
            way.told[key] = _diagnosed(call, way, self._product, mend=True)
        return way.told[key] or []


def _in_common(first: Sequence[Finding], sets: Sequence[Said]) -> list[Finding]:
    """Of the findings of the first way what all ways say; all of its errors where each way has errors of its own."""
    common = frozenset.intersection(*(frozenset(code for code, _ in said) for said in sets))
    kept = [finding for finding in first if finding.code in common]
    refused = [{code for code, severity in said if severity == "error"} for said in sets]
    if all(refused) and not any(f.severity == "error" for f in kept):
        others = sorted(set().union(*refused[1:]) - refused[0])
        effect = f"other types and positions are refused by {', '.join(others)}"
        kept = [*(replace(f, effect=effect) for f in first if f.severity == "error"), *kept]
    return kept


def _diagnosed(call: KernelCall, way: Way, product: Product, *, mend: bool) -> list[Finding] | None:
    """What the rules say in one way to fill in what is open; None where there is no such case."""
    try:
        found = Case.from_dict(case_of(call, way.setting, product, way.marks)).setup().diagnose(mend=mend)
    except AscMoveError:
        return None
    unsized = [side for side, tensor in (("src", call.src), ("dst", call.dst)) if not isinstance(tensor.nbytes, int)]
    left_out = set(_NEVER_KNOWN)
    if unsized:
        left_out |= _OF_SIZES - {"TEN006", *_OF_SIDE.values()} | {_OF_SIDE[side] for side in unsized}
    found = [finding for finding in found if finding.code not in left_out]
    errors = {f.code for f in found if f.severity == "error"}
    # a tensor that is as large as a refused copy needs says nothing more
    made_up = {f"{side}.count" for side in unsized}
    return [f for f in found if f.code != "TEN006" or errors == {"TEN006"} or f.field not in made_up]
