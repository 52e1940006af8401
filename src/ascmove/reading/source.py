"""A kernel as a syntax tree: parsed with tree-sitter, device qualifiers taken out and remembered."""

from __future__ import annotations

import re
from bisect import bisect_left
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
    "__inline__",
    "__forceinline__",
    "__force_inline__",
    "__restrict__",
    "__restrict",
)
#: what the compiler of kernels takes and the grammar does not: `x.template f(y)`, launches, a mark of the encoding
_BLANKED = re.compile(r"(?<=[.>:])\s*\btemplate(?=\s+\w+\s*\()|<<<[^;{}<>]*>>>|^\ufeff")
#: `= {}` of a parameter, and not of a designator
_EMPTY = re.compile(r"(?<![.\w])(\w+)(\s*=\s*\{\s*\})(?=\s*[,)])")
#: conditions that stand without parentheses
_CONDITION = re.compile(r"\bASCEND_IS_(AIV|AIC)\b")
_ALL = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in (*QUALIFIERS, *_PLAIN)))


class Node:
    """One node of the tree. ``start`` and ``end`` count bytes, ``row`` and ``column`` are those of the start, from 0.

    ``named``: the children that mean something, comments left out.
    """

    __slots__ = ("column", "end", "fields", "named", "raw", "row", "start", "tokens", "type")

    def __init__(self, raw: bytes, made: Any) -> None:
        self.raw = raw
        self.type: str = made.type
        self.start: int = made.start_byte
        self.end: int = made.end_byte
        point = made.start_point
        self.row: int = point[0]
        self.column: int = point[1]
        self.named: list[Node] = []
        self.fields: dict[str, list[Node]] = {}
        self.tokens: list[str] = []

    @property
    def text(self) -> str:
        """The source of the node."""
        return self.raw[self.start : self.end].decode("utf-8", "replace")

    @property
    def line(self) -> int:
        """The line of its start, from 1."""
        return self.row + 1

    def field(self, name: str) -> Node | None:
        """The first child with a role."""
        found = self.fields.get(name)
        return found[0] if found else None

    def short(self, most: int = 40) -> str:
        """The source in one line, cut where it is long."""
        text = " ".join(self.text.split())
        return text if len(text) <= most else text[: most - 3] + "..."


@dataclass(frozen=True)
class Source:
    """The text of a kernel, its tree, where qualifiers of memories stood, and what is no C++.

    ``spaces``: bytes behind and position of each qualifier, in order. ``odd``: line and column of each place that
    does not parse.
    """

    text: bytes
    root: Node
    spaces: tuple[tuple[int, int, str], ...]
    odd: tuple[tuple[int, int], ...]

    def space(self, node: Node) -> str:
        """The position that a qualifier in front of or inside a declaration names; "" without one."""
        k = bisect_left(self.spaces, (node.start, 0, ""))
        if k < len(self.spaces) and self.spaces[k][0] < node.end:
            return self.spaces[k][2]
        if k:
            _, behind, position = self.spaces[k - 1]
            if not self.text[behind : node.start].strip(b" \t\r\n"):
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
    text = _BLANKED.sub(lambda m: _blank(m.group()), text)
    text = _EMPTY.sub(lambda m: m.group(1) + _blank(m.group(2)), text)
    text = _CONDITION.sub(lambda m: f"(is_{m.group(1).lower()}_core)", text)
    plain = "".join(c if ord(c) < 128 else "x" * len(c.encode("utf-8")) for c in text) if not text.isascii() else text
    found = [m for m in _ALL.finditer(plain) if m.group() in QUALIFIERS]
    spaces = tuple((m.start(), m.end(), QUALIFIERS[m.group()]) for m in found)
    blanked = _ALL.sub(lambda m: " " * len(m.group()), plain)
    tree = Parser(Language(tree_sitter_cpp.language())).parse(blanked.encode("ascii"))
    odd: list[tuple[int, int]] = []
    root = _taken(raw, tree.root_node.walk(), odd, "")
    return Source(raw, root, spaces, tuple(odd))


def _blank(text: str) -> str:
    """As many blanks as the text has bytes; ends of lines stay."""
    return "".join(c if c.isspace() else " " * len(c.encode("utf-8")) for c in text)


def _taken(raw: bytes, cursor: Any, odd: list[tuple[int, int]], around: str) -> Node:
    """The tree below a cursor, once and for all: walking it again and again costs little then."""
    made = cursor.node
    node = Node(raw, made)
    if made.is_error or (made.is_missing and around != "template_instantiation"):  # that needs no name
        odd.append(place(node))
    if cursor.goto_first_child():
        while True:
            below = cursor.node
            kind = below.type
            if not below.is_named:
                node.tokens.append(kind)
                if below.is_missing:
                    odd.append(place(Node(raw, below)))
            elif kind != "comment":
                role = cursor.field_name
                child = _taken(raw, cursor, odd, node.type)
                node.named.append(child)
                if role:
                    node.fields.setdefault(role, []).append(child)
            if not cursor.goto_next_sibling():
                break
        cursor.goto_parent()
    return node


def place(node: Node) -> tuple[int, int]:
    """Line and column of a node, both from 1; columns count characters."""
    first = node.start - node.column
    return node.row + 1, len(node.raw[first : node.start].decode("utf-8", "replace")) + 1
