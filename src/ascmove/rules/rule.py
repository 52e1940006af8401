"""Rule: one documented limit of a call, as a frozen record with the predicate that finds it broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ascmove.findings import Dispute, Evidence, Finding, Severity
from ascmove.hardware import Product
from ascmove.rules.disagreements import disagreements_for

ALL: frozenset[Product] = frozenset(Product)
ONLY_950: frozenset[Product] = frozenset({Product.ASCEND_950})
BUT_950: frozenset[Product] = ALL - ONLY_950


class Offer(str):
    """A nearest legal value that is more than a value of the field: how it reads, and which fields it sets to what.

    Several ``ways`` are tried one after the other; without any it is words only.

    >>> Offer("block_count 1", {"data_copy.block_count": 1}).ways
    ({'data_copy.block_count': 1},)
    """

    ways: tuple[Mapping[str, object], ...]

    def __new__(cls, text: object, *ways: Mapping[str, object]) -> Offer:
        """``text`` is what stands in the message."""
        made = super().__new__(cls, text)
        made.ways = ways
        return made


@dataclass(frozen=True, slots=True)
class Broken:
    """What a predicate found: the place, the value as given, the limit, and the way out.

    ``message`` is the headline: lower case, exact numbers. ``shown`` is the value with unit and bytes. ``nearest`` are
    values of the field or an `Offer` of others; ``ways`` are the changes to try where these are not all, or not in the
    best order. ``help`` is the fix for this call; the rule's own fix stands in when it
    is empty. ``disputed`` names the disagreements that this place touches; None means all that the rule has.
    """

    message: str
    field: str = ""
    value: object = None
    shown: str = ""
    limit: str = ""
    nearest: tuple[object, ...] = ()
    effect: str = ""
    help: str = ""
    firm: bool = False  # an error in relaxed mode too
    disputed: tuple[str, ...] | None = None
    ways: tuple[Mapping[str, object], ...] | None = None

    def offers(self) -> tuple[Mapping[str, object], ...]:
        """The changes to try: ``ways``, else what ``nearest`` stands for."""
        if self.ways is not None:
            return self.ways
        found: list[Mapping[str, object]] = []
        for value in self.nearest:
            found += value.ways if isinstance(value, Offer) else ({self.field: value},)
        return tuple(found)


#: what a predicate depends on besides the call itself
Content = Literal["", "words", "memory"]
Predicate = Callable[..., Iterable[Broken]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the catalogue.

    ``stage``: 1 product, position, route; 2 element types; 3 single fields; 4 relations between fields;
    5 addresses and capacity; 6 what the whole transfer touches. ``needs`` names the fields without which a rule of
    stage 4 says nothing. ``explains`` names rules whose findings are a consequence of this one. ``content`` says what
    a predicate looks at besides the call: "memory", so that its answer is never kept, or parameter "words", so that it
    is kept unless the words lie in memory. ``encoding`` marks limits of what one instruction can hold (notes on a core
    with limits="host"); ``unenforced`` marks documented limits that neither device nor toolchain checks (warnings in
    relaxed mode).
    """

    code: str
    severity: Severity
    stage: int
    title: str
    statement: str
    fields: tuple[str, ...]
    products: frozenset[Product]
    evidence: Evidence
    source: str
    fix: str
    why: str
    families: frozenset[str]
    check: Predicate = field(repr=False, compare=False)
    needs: tuple[str, ...] = ()
    explains: tuple[str, ...] = ()
    content: Content = ""
    encoding: bool = False
    unenforced: bool = False

    def effective_severity(self, *, host: bool, relaxed: bool) -> Severity:
        """The severity on a core with these settings."""
        if host and self.encoding:
            return "note"
        if relaxed and self.unenforced and self.severity == "error":
            return "warning"
        return self.severity

    def finding(self, broken: Broken, *, severity: Severity, call: str, product: str) -> Finding:
        """The rule's finding about one call."""
        return Finding(
            code=self.code,
            severity=severity,
            message=broken.message,
            field=broken.field,
            value=broken.value,
            shown=broken.shown,
            limit=broken.limit,
            nearest=broken.nearest,
            source=self.source,
            evidence=self.evidence,
            call=call,
            product=product,
            effect=broken.effect,
            help=broken.help or self.fix,
            disagreements=tuple(
                Dispute(point.key, point.point, point.choice)
                for point in disagreements_for(self.code)
                if broken.disputed is None or point.key in broken.disputed
            ),
            offers=broken.offers(),
        )


class RuleBook:
    """The rules of one code family, in the order of their numbers."""

    def __init__(self, prefix: str, title: str, families: Iterable[str]) -> None:
        self.prefix = prefix
        self.title = title
        self.families = frozenset(families)
        self.rules: dict[str, Rule] = {}

    def rule(
        self,
        code: str,
        severity: Severity,
        stage: int,
        *,
        title: str,
        statement: str,
        fields: tuple[str, ...],
        source: str,
        fix: str,
        why: str,
        products: frozenset[Product] = ALL,
        evidence: Evidence = "documented",
        families: Iterable[str] = (),
        needs: tuple[str, ...] = (),
        **marks: Any,
    ) -> Callable[[Predicate], Predicate]:
        """Decorator: record the rule, with the decorated function as its predicate; its docstring is the statement."""

        def record(check: Predicate) -> Predicate:
            assert code.startswith(self.prefix) and code not in self.rules
            check.__doc__ = check.__doc__ or statement
            self.rules[code] = Rule(
                code=code,
                severity=severity,
                stage=stage,
                title=title,
                statement=statement,
                fields=fields,
                products=products,
                evidence=evidence,
                source=source,
                fix=fix,
                why=why,
                families=frozenset(families) or self.families,
                check=check,
                needs=needs or fields,
                **marks,
            )
            return check

        return record

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules[code] for code in sorted(self.rules))
