"""Integer expressions and functions are worth what the compiler makes of them: types, wrapping, division, loops."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from ascmove.reading import read_text

COMPILER = shutil.which("g++") or shutil.which("clang++")
TYPES = ("int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "int", "size_t")
HEAD = """
template <typename T> constexpr T CeilDiv(T a, T b) { return b == 0 ? a : (a + b - 1) / b; }
constexpr uint32_t AlignDown(uint32_t a, uint32_t b) { if (b == 0) { return a; } return a / b * b; }
int64_t Sum(int from, int to, int by) { int64_t s = 0; for (int i = from; i < to; i += by) { s += i * i; } return s; }
struct Pair { int16_t a = 3; uint32_t b; int64_t Mixed(int c) const { return a * c - b; } };
"""


class Programs:
    """Random functions of constants, each with one result."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def literal(self) -> str:
        value = self.random.choice([0, 1, 2, 3, 7, 16, 31, 32, 100, 255, 256, 4095, 65535, 1 << 20, (1 << 31) - 1])
        return self.random.choice([str(value), hex(value), f"{value}u", f"{value}L"])

    def expression(self, names: list[str], depth: int) -> str:
        pick = self.random.random
        if depth == 0 or pick() < 0.15:
            return self.random.choice([*names, *names, self.literal()])
        a, b = (self.expression(names, depth - 1) for _ in range(2))
        kind = self.random.choice(TYPES)
        return self.random.choice(
            [
                *(f"({a} {op} {b})" for op in ("+", "-", "*", "&", "|", "^", "<", ">=", "==", "!=", "&&", "||")),
                f"({a} / ({b} | 1))",
                f"({a} % ({b} | 1))",
                f"(({a}) << ({b} & 7))",
                f"(({a}) >> ({b} & 15))",
                f"({a} > {b} ? {b} : {a})",
                f"static_cast<{kind}>({a})",
                f"({kind})({a})",
                f"{kind}({a})",
                f"(-({a}))",
                f"(~({a}))",
                f"(!({a}))",
                f"(sizeof({kind}) * ({a}))",
                f"CeilDiv<{kind}>({a}, 16)",
                f"AlignDown({a}, 32)",
                f"Sum({self.random.randrange(-3, 5)}, {self.random.randrange(5, 40)}, {self.random.randrange(1, 6)})",
            ]
        )

    def function(self, name: str) -> str:
        lines: list[str] = []
        names: list[str] = []
        for k in range(self.random.randrange(2, 6)):
            own = f"v{k}"
            lines.append(
                f"{self.random.choice(TYPES)} {own} = {self.expression(names, 2)};"
                if names
                else f"int {own} = {self.literal()};"
            )
            names.append(own)
        for _ in range(self.random.randrange(1, 4)):
            target = self.random.choice(names)
            condition, value = self.expression(names, 1), self.expression(names, 1)
            lines.append(
                self.random.choice(
                    [
                        f"{target} {self.random.choice(['+=', '-=', '=', '^=', '|='])} {self.expression(names, 2)};",
                        f"{target}++;",
                        f"--{target};",
                        f"if ({condition}) {{ {target} = {value}; }} else {{ {target} -= 3; }}",
                        f"for (uint8_t i = 0; i < {self.random.randrange(1, 9)}; ++i) {{ {target} += i * 3; }}",
                        f"{{ Pair p{{{self.random.randrange(100)}, 9}}; p.b += {target}; {target} = p.Mixed(5); }}",
                    ]
                )
            )
        return f"int64_t {name}() {{ {' '.join(lines)} return {self.expression(names, 2)}; }}"


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_values_are_those_of_the_compiler(seed: int, tmp_path: Path) -> None:
    """What overflows a type with a sign has no value in C++ and stays open; everything else is the same number."""
    made = Programs(seed)
    names = [f"f{k}" for k in range(150)]
    functions = [made.function(name) for name in names]
    calls = "\n".join(f'std::printf("%lld\\n", (long long){name}());' for name in names)
    text = f"#include <cstdint>\n#include <cstdio>\n#include <cstddef>\n{HEAD}" + "\n".join(functions)
    source, program = tmp_path / "values.cpp", tmp_path / "values"
    source.write_text(f"{text}\nint main() {{ {calls} }}")
    command = [str(COMPILER), "-std=c++17", "-w", "-fwrapv", "-fpermissive", "-O0", "-o", str(program), str(source)]
    subprocess.run(command, check=True, timeout=120, capture_output=True)
    wanted = subprocess.run([str(program)], check=True, timeout=60, capture_output=True, text=True).stdout.split()
    head = HEAD + "\n".join(functions)
    copies = "\n".join(f"DataCopy(a, b, DataCopyParams{{1, {name}(), 0, 0}});" for name in names)
    read = read_text(f"{head}\nvoid f() {{\n{copies}\n}}").calls
    known = 0
    for call, value, function in zip(read, wanted, functions, strict=True):
        found = call.params["data_copy"].get("block_len")
        if found is None:
            assert "does not fit" in call.unknown[0] or "cannot be computed" in call.unknown[0], (
                function,
                call.unknown,
            )
            continue
        known += 1
        assert found == int(value), function
    assert known > 100
