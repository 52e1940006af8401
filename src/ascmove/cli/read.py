"""`ascmove read`: the copy calls of a kernel, as text, as data, as cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascmove.cli.arguments import AsJson, Assumed, KernelProduct
from ascmove.cli.console import put_json, say
from ascmove.errors import BadArgument, CaseError, close_name
from ascmove.findings import Finding
from ascmove.findings.wording import several
from ascmove.reading.values import Named, TensorRef

if TYPE_CHECKING:
    from ascmove.reading import Kernel, KernelCall

#: suffixes of files that are read as kernels
KERNELS = (".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".asc", ".cce", ".inl")


def read(
    kernel: Annotated[
        Path, typer.Argument(metavar="KERNEL", help="Kernel source: .cpp, .h, .asc ...", show_default=False)
    ],
    product: KernelProduct = "ascend-950",
    assume: Assumed = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Write a case for every call that is known.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the copy calls of a kernel, with their parameters.

    What the text does not say is named; --assume says it: T=half, n=128, "GetBlockNum()=8", tileLength=128.

    Exit status: 0 done, 2 unusable arguments or file.
    """
    require_named(assume or [], [kernel])
    found = kernel_of(kernel, product, assume or [])
    written = {} if out is None else _write(found, out)
    if as_json:
        calls = [{**call_report(found, c, found.findings(c)), "case": found.case(c)} for c in found.calls]
        put_json({"file": str(kernel), "product": found.product.value, "calls": calls})
        return
    for (line, column), note in found.odd:
        say(f"{kernel}:{line}:{column}  {note.message}")
    for call in found.calls:
        say("\n".join(_lines(found, call)))
        if id(call) in written:
            say(f"    case      {written[id(call)]}")
    constant = sum(call.constant for call in found.calls)
    say(f"{several(len(found.calls), 'copy call')}, {constant} with constant parameters")


def kernel_of(path: Path, product: str, assume: Sequence[str]) -> Kernel:
    """The kernel of a file. Raises CaseError and BadArgument."""
    from ascmove.reading import read_kernel

    return read_kernel(path, product=product, assume=_pairs(assume))


def require_named(assume: Sequence[str], paths: Sequence[Path]) -> None:
    """Refuse assumptions about names that occur in none of the kernels. Raises BadArgument."""
    from ascmove.reading.kernel import plain_name, words

    try:
        known = frozenset().union(*(words(path) for path in paths)) if assume else frozenset()
    except CaseError:  # whoever reads the file says what is wrong with it
        return
    for name in _pairs(assume) if known else ():
        if plain_name(name) not in known:
            where = str(paths[0]) if len(paths) == 1 else f"{len(paths)} kernels"
            meant = close_name(plain_name(name), sorted(known))
            raise BadArgument(f"--assume: `{name}` occurs nowhere in {where}{meant}")


def _pairs(assume: Sequence[str]) -> dict[str, str]:
    pairs = {}
    for text in assume:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise BadArgument(f"--assume {text!r}; write NAME=VALUE, e.g. T=half or n=128")
        pairs[name.strip()] = value.strip()
    return pairs


def placed(kernel: Kernel, call: KernelCall) -> list[Finding]:
    """The findings of a call, with its place and text as the copy they are about."""
    text = call.found.text if len(call.found.text) <= 100 else call.found.text[:97] + "..."
    where = f"{kernel.path}:{call.found.line}:{call.found.column}  {text}"
    # a buffer that the text does not size is as large as the copy needs
    sides = (("src", call.src), ("dst", call.dst))
    unsaid = [f"{side}.count" for side, tensor in sides if not isinstance(tensor.nbytes, int)]
    found = kernel.findings(call)
    return [replace(f, call=where, replacement=f.replacement and f.replacement.without(*unsaid)) for f in found]


def call_report(kernel: Kernel, call: KernelCall, findings: Sequence[Finding]) -> dict[str, Any]:
    """One call as plain data."""
    return {
        "ok": not any(f.severity == "error" for f in findings),
        "line": call.found.line,
        "column": call.found.column,
        "text": call.found.text,
        "family": call.family,
        "constant": call.constant,
        "params": call.params,
        "dst": _tensor_data(call.dst),
        "src": _tensor_data(call.src),
        "turns": len(call.turns) or 1,
        "unknown": kernel.unknown(call),
        "note": call.note,
        "findings": [finding.to_dict() for finding in findings],
    }


def _lines(kernel: Kernel, call: KernelCall) -> list[str]:
    lines = [f"{kernel.path}:{call.found.line}:{call.found.column}  {call.family or 'not read'}  {call.found.text}"]
    lines += [f"    {name:<9} {value}" for name, value in _flat(call.params)]
    for side, tensor, extra in (("dst", call.dst, call.dst_extra), ("src", call.src, call.src_extra)):
        lines += [f"    {side:<9} {text}" for text in [_tensor_text(tensor)] if tensor.name != "?"]
        lines += [f"    {side:<9} {extra}"] if extra else []
    lines += [f"    unknown   {text}" for text in kernel.unknown(call)]
    return [*lines, *([f"    note      {call.note}"] if call.note else [])]


def _flat(params: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Parameters one by one, those of structs, too."""
    for name, value in params.items():
        if isinstance(value, Mapping):
            yield from _flat(value)
        else:
            yield name, value


def _tensor_text(tensor: TensorRef) -> str:
    """Name, position, element type, size and offset of a tensor, as far as they are known."""
    parts = [tensor.position or tensor.space]
    parts += [tensor.dtype.name] if isinstance(tensor.dtype, Named) else []
    parts += [f"{tensor.nbytes} B"] if isinstance(tensor.nbytes, int) else []
    parts += [f"from element {tensor.offset}"] if isinstance(tensor.offset, int) and tensor.offset else []
    return f"{tensor.name}: {', '.join(part for part in parts if part) or 'not declared in this file'}"


def _tensor_data(tensor: TensorRef) -> dict[str, Any]:
    """The same as plain data; None for what is not known."""
    return {
        "name": tensor.name,
        "position": tensor.position or None,
        "dtype": tensor.dtype.name if isinstance(tensor.dtype, Named) else None,
        "bytes": tensor.nbytes if isinstance(tensor.nbytes, int) else None,
        "offset": tensor.offset if isinstance(tensor.offset, int) else None,
    }


def _write(kernel: Kernel, folder: Path) -> dict[int, Path]:
    """A case file for every call that is known; the files by the identity of their call."""
    from ascmove.cases import Case

    written = {}
    folder.mkdir(parents=True, exist_ok=True)
    for number, call in enumerate(kernel.calls):
        data = kernel.case(call)
        if data is not None:
            path = folder / f"{kernel.path.stem}_{number:02}_line{call.found.line}.yaml"
            Case.from_dict(data, folder).save(path)
            written[id(call)] = path
    return written
