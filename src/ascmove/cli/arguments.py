"""What several commands take, and what a shell completes it with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from ascmove.errors import BadArgument
from ascmove.findings import SEVERITIES
from ascmove.formats import DTYPES
from ascmove.hardware import Product

MODES = ("strict", "relaxed")


def one_of(*values: str) -> Callable[[str], list[str]]:
    """A completion by the values that begin as the word does.

    >>> one_of("strict", "relaxed")("st")
    ['strict']
    """

    def complete(incomplete: str) -> list[str]:
        """The values that begin so."""
        return [value for value in values if value.startswith(incomplete)]

    return complete


def codes(incomplete: str) -> list[tuple[str, str]]:
    """A completion by codes of rules with their titles; only the last code of a list is completed.

    >>> codes("TEN,SLI024")
    [('TEN,SLI024', 'a burst length that looks counted in elements')]
    """
    from ascmove.rules.catalogue import catalogue

    before, comma, last = incomplete.rpartition(",")
    rules = catalogue().values()
    return [(before + comma + rule.code, rule.title) for rule in rules if rule.code.startswith(last)]


def one_file(before: Path | None, previous: Path | None) -> Path | None:
    """The file of `--before`, whichever name it was given under. Raises BadArgument for two."""
    if before is not None and previous is not None:
        raise BadArgument("--before and --previous mean the same; give one of them")
    return previous if before is None else before


def types(extra: Iterable[str] = ()) -> Callable[[str], list[str]]:
    """A completion by element types."""
    return one_of(*DTYPES, *extra)


#: a completion by the keys of products
products = one_of(*(product.value for product in Product))

CaseFile = Annotated[Path, typer.Argument(metavar="CASE", help="Case file: YAML, JSON or TOML.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead.")]
ModeName = Annotated[
    str | None,
    typer.Option(
        "--mode",
        metavar="|".join(MODES),
        help="relaxed: a written rule that no tool enforces gives a warning.",
        show_default=False,
        autocompletion=one_of(*MODES),
    ),
]
Limits = Annotated[
    str,
    typer.Option(
        "--limits",
        metavar="device|host",
        help="host: whole matrices, no limits of fields and memories.",
        autocompletion=one_of("device", "host"),
    ),
]
SeverityName = Annotated[
    str | None,
    typer.Option(
        "--severity",
        metavar="|".join(SEVERITIES),
        help="Only findings of this severity and worse.",
        show_default=False,
        autocompletion=one_of(*SEVERITIES),
    ),
]
Before = Annotated[
    Path | None,
    typer.Option(
        "--before", metavar="FILE", help="What dst held before, if not what the case says.", show_default=False
    ),
]
#: another name of `--before`
Previous = Annotated[Path | None, typer.Option("--previous", hidden=True)]
KernelProduct = Annotated[
    str,
    typer.Option("--product", metavar="KEY", help="The product that kernels are for.", autocompletion=products),
]
Assumed = Annotated[
    list[str] | None,
    typer.Option(
        "--assume",
        metavar="NAME=VALUE",
        help="What a kernel leaves open: T=half, n=128, GetBlockNum()=8.",
        show_default=False,
    ),
]
