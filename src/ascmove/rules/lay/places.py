"""Where a number stands in nested tuples, so that it can be replaced there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def places(field: str, value: object, number: object) -> Iterator[str]:
    """The field of every entry that equals ``number``.

    >>> list(places("dst.slice.shape", ((0, 2), 2), 2))
    ['dst.slice.shape[0][1]', 'dst.slice.shape[1]']
    """
    if isinstance(value, tuple):
        for k, item in enumerate(value):
            yield from places(f"{field}[{k}]", item, number)
    elif value == number:
        yield field


def instead(field: str, value: object, number: object, others: tuple[object, ...]) -> tuple[Mapping[str, object], ...]:
    """Each of ``others`` in each place where ``number`` stands."""
    return tuple({place: other} for other in others for place in places(field, value, number))
