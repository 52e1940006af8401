"""Files that are no cases: one CaseError each, soon, whatever they hold."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from ascmove.cases import Case
from ascmove.cases.reading import DEEPEST, LARGEST_FILE, parse
from ascmove.errors import CaseError

LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join(['*' + before] * 10)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

JUNK: dict[str, tuple[str, bytes]] = {
    "random bytes": ("x.yaml", bytes(range(128, 256)) * 40),
    "zeros": ("x.yaml", bytes(4096)),
    "utf-16": ("x.yaml", "call: nddma".encode("utf-16")),
    "number": ("x.yaml", b"5"),
    "unclosed": ("x.yaml", b"call: [1\n"),
    "tab": ("x.yaml", b"call:\n\t- x"),
    "unknown alias": ("x.yaml", b"call: *nope"),
    "cycle in a mapping": ("x.yaml", b"a: &a\n  b: *a\ncall: nddma\n"),
    "cycle in a list": ("x.yaml", b"&a [*a]"),
    "cycle through an operand": ("x.yaml", b"call: slice\nsrc: &s {position: GM, data: *s}\ndst: *s\n"),
    "billion laughs": ("x.yaml", LAUGHS.encode()),
    "merge keys": ("x.yaml", b"a: &a {k: 1}\nb: {<<: *a}\n"),
    "python tag": ("x.yaml", b'call: !!python/object/apply:os.system ["true"]\n'),
    "unknown tag": ("x.yaml", b"call: !foo bar\n"),
    "bad integer tag": ("x.yaml", b"call: !!int abc\n"),
    "impossible date": ("x.yaml", b"call: !!timestamp 2024-13-45\n"),
    "set": ("x.yaml", b"call: !!set {a, b}\n"),
    "two documents": ("x.yaml", b"call: nddma\n---\ncall: slice\n"),
    "other version": ("x.yaml", b"%YAML 9.9\n---\ncall: nddma\n"),
    "list as key": ("x.yaml", b"? [a, b]\n: 1\n"),
    "number as key": ("x.yaml", b"1: 2\ncall: nddma\n"),
    "endless integer": ("x.yaml", b"x: " + b"9" * 5000),
    "endless hexadecimal": ("x.yaml", b"x: 0x" + b"f" * 50000),
    "deep flow": ("x.yaml", b"a: " + b"[" * 900 + b"]" * 900),
    "deep block": ("x.yaml", b"- " * 5000 + b"x"),
    "deep json": ("x.json", b"[" * 100000),
    "endless integer in json": ("x.json", b'{"call": ' + b"9" * 5000 + b"}"),
    "key twice in json": ("x.json", b'{"call": "nddma", "call": "slice"}'),
    "half of json": ("x.json", b'{"call": '),
    "deep toml": ("x.toml", b"a = " + b"[" * 5000 + b"]" * 5000),
    "date in toml": ("x.toml", b"call = 2024-01-01\n"),
    "half of toml": ("x.toml", b"call = \n"),
    "other suffix": ("x.txt", b"call: nddma"),
    "no suffix": ("case", b"call: nddma"),
}


@pytest.mark.parametrize("name", JUNK)
def test_junk(tmp_path: Path, name: str) -> None:
    file, content = JUNK[name]
    path = tmp_path / file
    path.write_bytes(content)
    before = time.process_time()
    with pytest.raises(CaseError) as caught:
        Case.load(path)
    assert time.process_time() - before < 5
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value)) < 2000


def test_large_files(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(100 << 20)
    with pytest.raises(CaseError, match="104857600 B; a case has at most 524288 B"):
        Case.load(huge)
    full = tmp_path / "full.yaml"
    full.write_bytes(b"x: [" + b"1," * (LARGEST_FILE // 2 - 10) + b"1]")
    before = time.process_time()
    with pytest.raises(CaseError, match="'call' is missing"):
        Case.load(full)
    assert time.process_time() - before < 30


@pytest.mark.skipif(sys.platform == "win32", reason="needs FIFOs, devices and symbolic links")
def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "folder.yaml").mkdir()
    for name in ("fifo", "zero", "loop", "folder", "missing", "a\0b", "x" * 5000):
        with pytest.raises(CaseError):
            Case.load(tmp_path / f"{name}.yaml")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0x3F800000", 0x3F800000),
        ("-0x10", -16),
        ("010", 10),
        ("1_000", 1000),
        ("1e3", 1000.0),
        ("-1.5e-8", -1.5e-8),
        (".5", 0.5),
        ("-.inf", float("-inf")),
        ("true", True),
        ("off", False),
        ("2024-01-01", "2024-01-01"),
        ("12:30:45", "12:30:45"),
        ("", None),
        ("half", "half"),
    ],
)
def test_yaml_values(text: str, value: object) -> None:
    found = parse(f"x: {text}\n")["x"]
    assert found == value
    assert type(found) is type(value)


def test_bounds_hold_for_mappings_too() -> None:
    deep: dict[str, object] = {}
    for _ in range(DEEPEST + 2):
        deep = {"a": deep}
    with pytest.raises(CaseError, match="nested deeper"):
        Case.from_dict(deep)
    with pytest.raises(CaseError, match="bits"):
        Case.from_dict({"call": 1 << 4000})
    with pytest.raises(CaseError, match="not a list"):
        Case.from_dict([1])  # type: ignore[arg-type]
