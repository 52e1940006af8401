"""Reading a kernel: its copy calls, the cases that they are, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ascmove.cases import Case
from ascmove.errors import AscMoveError, BadArgument, CaseError
from ascmove.findings import Finding
from ascmove.hardware import Product
from ascmove.hardware import product as as_product
from ascmove.reading.casing import Setting, case_of, settings
from ascmove.reading.interpret import KernelCall, interpret
from ascmove.reading.source import parse
from ascmove.reading.values import Named, Unknown, Value
from ascmove.reading.walker import Walker

SUFFIXES = (".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".asc", ".cce", ".inl")
_LARGEST = 8 << 20

#: rules about the size and content of tensors, which a kernel's text does not give
_OF_TENSORS = frozenset(
    {"TEN005", "TEN007", "TEN008", "TEN009", "TEN010", "TEN011", "SLI011", "SLI027", "ENH012", "ENH013"}
)


@dataclass(frozen=True)
class Kernel:
    """The copy calls of a file, in order."""

    path: Path
    product: Product
    calls: tuple[KernelCall, ...]

    def unknown(self, call: KernelCall) -> list[str]:
        """What the text does not say about a call: parameters, element types, positions."""
        return [*call.unknown, *_open_tensors(call)]

    def case(self, call: KernelCall) -> dict[str, Any] | None:
        """The call as a case; None where something of it is not known."""
        if not call.constant:
            return None
        found = settings(call, self.product)
        return case_of(call, found[0], self.product) if len(found) == 1 else None

    def findings(self, call: KernelCall) -> list[Finding]:
        """What the rules say about a call with constant parameters, whatever its open types and positions are."""
        if not call.constant:
            return []
        tried = [_diagnosed(call, option, self.product) for option in settings(call, self.product)]
        return _in_common([found for found in tried if found is not None])


def _in_common(sets: Sequence[Sequence[Finding]]) -> list[Finding]:
    """What every way to fill in the open types has in common; where all are refused by other rules, the first's."""
    if not sets:
        return []
    common = set.intersection(*({f.code for f in found} for found in sets))
    kept = [finding for finding in sets[0] if finding.code in common]
    refused = [[f for f in found if f.severity == "error"] for found in sets]
    if all(refused) and not any(f.severity == "error" for f in kept):
        others = sorted({f.code for errors in refused[1:] for f in errors} - {f.code for f in refused[0]})
        effect = f"other types and positions are refused by {', '.join(others)}"
        kept = [*(replace(f, effect=effect) for f in refused[0]), *kept]
    return kept


def read_kernel(
    path: str | Path, *, product: Product | str = "ascend-950", assume: Mapping[str, str] | None = None
) -> Kernel:
    """The copy calls of a kernel file.

    ``product``: which core the kernel is for. ``assume``: values of names that the text leaves open, as C++
    expressions ("T": "half", "n": "128"). Raises CaseError for files that cannot be read, BadArgument where the extra
    ``cpp`` is not installed.
    """
    path = Path(path)
    return read_text(_text(path), path, product=product, assume=assume)


def read_text(
    text: str,
    path: Path = Path("kernel.cpp"),
    *,
    product: Product | str = "ascend-950",
    assume: Mapping[str, str] | None = None,
) -> Kernel:
    """The copy calls of a kernel's text.

    >>> kernel = read_text("void f() { DataCopy(ub, gm, {2, 4 * sizeof(half), 0, 0}); }")
    >>> kernel.calls[0].family, kernel.calls[0].params
    ('data_copy', {'data_copy': {'block_count': 2, 'block_len': 8, 'src_gap': 0, 'dst_gap': 0}})
    """
    walker = Walker(parse(text), {name: _assumed(name, value) for name, value in (assume or {}).items()})
    try:
        found = walker.walk()
    except RecursionError:
        raise CaseError(f"{path}: nested too deeply to be read") from None
    return Kernel(path, as_product(product), tuple(interpret(call) for call in found))


def _assumed(name: str, text: str) -> Value:
    """The value of an assumption: a type name or a constant expression."""
    if Named(text).width is not None:
        return Named(text)
    source = parse(f"auto value = ({text});")
    walker = Walker(source, {})
    from ascmove.reading.scope import Scope

    scope = Scope()
    walker.visit(source.root, scope)
    value = scope.find("value")
    if value is None or isinstance(value, Unknown):
        raise BadArgument(f"--assume {name}={text}: it is neither an element type nor a constant expression")
    return value


def _diagnosed(call: KernelCall, setting: Setting, product: Product) -> list[Finding] | None:
    try:
        found = Case.from_dict(case_of(call, setting, product)).diagnose()
    except AscMoveError:
        return None
    found = [finding for finding in found if finding.code not in _OF_TENSORS]
    errors = {f.code for f in found if f.severity == "error"}
    # a tensor that is as large as a refused copy needs says nothing more
    return [f for f in found if f.code != "TEN006" or errors == {"TEN006"}]


def _open_tensors(call: KernelCall) -> Sequence[str]:
    lines = []
    for role, tensor in (("dst", call.dst), ("src", call.src)):
        if not tensor.space and call.family not in (None, "nddma", "l0c2gm"):
            lines.append(f"{role}.position: {tensor.name} is not declared in this file")
        if isinstance(tensor.dtype, Unknown):
            lines.append(f"{role}.dtype: {tensor.dtype.reason}")
        elif isinstance(tensor.dtype, Named) and tensor.dtype.width is None:
            lines.append(f"{role}.dtype: {tensor.dtype.name} is not an element type of this file")
        if isinstance(tensor.offset, Unknown):
            lines.append(f"{role}.offset: {tensor.offset.reason}")
    return lines


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            raise CaseError(f"{path}: there is no such file")
        if path.stat().st_size > _LARGEST:
            raise CaseError(f"{path}: more than {_LARGEST} B")
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise CaseError(f"{path}: cannot be read: {error.strerror or error}") from None
