"""Rule: one documented limit of a call, as a frozen record with the predicate that finds it broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from ascmove.findings import Evidence, Finding, Severity
from ascmove.hardware import Product

ALL: frozenset[Product] = frozenset(Product)
ONLY_950: frozenset[Product] = frozenset({Product.ASCEND_950})
BUT_950: frozenset[Product] = ALL - ONLY_950


@dataclass(frozen=True, slots=True)
class Broken:
    """What a predicate found: the place, the value as given, the limit, and the way out.

    ``message`` is the headline: lower case, exact numbers. ``shown`` is the value with unit and bytes. ``help`` is the
    fix for this call; the rule's own fix stands in when it is empty.
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
        """Decorator: record the rule and use the decorated function as its predicate."""

        def record(check: Predicate) -> Predicate:
            assert code.startswith(self.prefix) and code not in self.rules
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
