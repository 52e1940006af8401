"""Addresses in global memory: every wrapped array gets its own, and arrays that share memory share addresses."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of the machine's memory that has an address in global memory, for as long as its array lives."""

    owner: weakref.ref[Array]
    start: int
    stop: int
    address: int


class Addresses:
    """Gives out addresses in global memory, each fresh array on a multiple of ``align`` bytes.

    Arrays that view memory with an address already (slices, two views of one buffer, a torch tensor around an array)
    lie where that memory lies.
    """

    def __init__(self, align: int) -> None:
        self._align = align
        self._next = 0
        self._owned: dict[int, _Run] = {}  # by the identity of arrays that own their memory
        self._borrowed: dict[int, _Run] = {}  # arrays around somebody else's memory

    def of(self, array: Array) -> int:
        """Address of the first byte of ``array``."""
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        first = int(array.__array_interface__["data"][0])
        run = self._known(owner) or self._placed(owner)
        return run.address + first - run.start

    def _known(self, owner: Array) -> _Run | None:
        """The run that holds the memory of ``owner``."""
        found = self._owned.get(id(owner))
        if found is not None and found.owner() is owner:
            return found
        start, stop = _span(owner)
        around = (run for run in self._candidates(owner) if run.start <= start and stop <= run.stop)
        return next(around, None)

    def _candidates(self, owner: Array) -> Iterator[_Run]:
        """Runs that may hold memory of ``owner``: two arrays never own the same."""
        groups = (self._borrowed,) if owner.base is None else (self._borrowed, self._owned)
        for group in groups:
            for run in list(group.values()):
                if run.owner() is not None:
                    yield run

    def _placed(self, owner: Array) -> _Run:
        group = self._owned if owner.base is None else self._borrowed
        key = id(owner)
        start, stop = _span(owner)
        run = _Run(weakref.ref(owner, lambda gone: _forget(group, key, gone)), start, stop, self._next)
        group[key] = run
        self._next += -(-max(stop - start, 1) // self._align) * self._align
        return run


def _span(array: Array) -> tuple[int, int]:
    start = int(array.__array_interface__["data"][0])
    return start, start + array.nbytes


def _forget(group: dict[int, _Run], key: int, gone: weakref.ref[Array]) -> None:
    """Drop the run of an array that is gone, unless its place in the table has a new tenant."""
    if key in group and group[key].owner is gone:
        del group[key]
