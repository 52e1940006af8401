"""A kernel as a syntax tree: parsed with tree-sitter, device qualifiers taken out and remembered."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ascmove.errors import BadArgument

#: qualifiers in front of a type, with the memory that they name
QUALIFIERS = {
    "__gm__": "GM",
    "__cc__": "CO1",
    "__ubuf__": "VECIN",
    "__cbuf__": "A1",
    "__ca__": "A2",
    "__cb__": "B2",
}
_PLAIN = (
    "__aicore__",
    "__global__",
    "__host_aicore__",
    "__simd_vf__",
    "__simd_callee__",
    "__vector__",
    "__cube__",
    "__mix__",
)
_ALL = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in (*QUALIFIERS, *_PLAIN)))

Node = Any  # a tree_sitter.Node; the binding is imported when a kernel is read


@dataclass(frozen=True)
class Source:
    """The text of a kernel, its tree, and where qualifiers of memories stood (byte: position)."""

    text: bytes
    root: Node
    spaces: dict[int, str]

    def of(self, node: Node) -> str:
        """The text of a node."""
        return self.text[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def space(self, node: Node) -> str:
        """The position that a qualifier in front of or inside a declaration names; "" without one."""
        for at, position in self.spaces.items():
            behind = at + next(len(word) for word, p in QUALIFIERS.items() if p == position)
            if node.start_byte <= at < node.end_byte:
                return position
            if behind <= node.start_byte and not self.text[behind : node.start_byte].strip(b" \t\r\n"):
                return position
        return ""


def parse(text: str) -> Source:
    """The tree of a kernel. Raises BadArgument where the extra ``cpp`` is not installed."""
    try:
        import tree_sitter_cpp
        from tree_sitter import Language, Parser
    except ImportError:
        raise BadArgument("reading C++ needs tree-sitter\npip install 'ascmove[cpp]'") from None
    raw = text.encode("utf-8")
    # byte offsets stay: a qualifier becomes blanks, characters of several bytes become that many letters
    plain = "".join(c if ord(c) < 128 else "x" * len(c.encode("utf-8")) for c in text)
    spaces = {m.start(): QUALIFIERS[m.group()] for m in _ALL.finditer(plain) if m.group() in QUALIFIERS}
    blanked = _ALL.sub(lambda m: " " * len(m.group()), plain)
    tree = Parser(Language(tree_sitter_cpp.language())).parse(blanked.encode("ascii"))
    return Source(raw, tree.root_node, spaces)


def place(source: Source, node: Node) -> tuple[int, int]:
    """Line and column of a node, both from 1; columns count characters."""
    row, column = node.start_point
    start = node.start_byte - column
    return row + 1, len(source.text[start : node.start_byte].decode("utf-8", "replace")) + 1
