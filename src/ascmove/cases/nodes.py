"""Nodes of a YAML text: the one at the end of a way, and those that stand in several places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import yaml

Step = str | int


def node_at(root: Any, way: Sequence[Step]) -> Any:
    """The node at the end of a way; None where it is not written."""
    for step in way:
        if isinstance(root, yaml.MappingNode):
            root = next((value for key, value in root.value if key.value == step), None)
        elif isinstance(root, yaml.SequenceNode) and isinstance(step, int) and step < len(root.value):
            root = root.value[step]
        else:
            return None
    return root


def shared_by(root: Any, way: Sequence[Step]) -> str:
    r"""The anchor of a node on the way that aliases repeat elsewhere; empty where each stands in one place.

    >>> shared_by(yaml.compose("a: &n [1, 2]\nb: *n"), ["b", 0]), shared_by(yaml.compose("a: &n 1\nb: 2"), ["a"])
    ('n', '')
    """
    places = Counter(id(node) for node in _each_place(root, set()))
    for k in range(1, len(way) + 1):
        node = node_at(root, way[:k])
        if node is not None and places[id(node)] > 1:
            text = str(node.start_mark.buffer)[node.start_mark.pointer :]
            return text[1:].split(None, 1)[0]
    return ""


def _each_place(node: Any, entered: set[int]) -> Iterator[Any]:
    """Each node for each place in which it stands; what is inside of it once."""
    yield node
    if isinstance(node, yaml.CollectionNode) and id(node) not in entered:
        entered.add(id(node))
        for entry in node.value:
            for inner in entry if isinstance(entry, tuple) else (entry,):
                yield from _each_place(inner, entered)
